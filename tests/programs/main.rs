//! Tests that need other programs: Python, Node, Cargo, a browser, Neovim.

#[macro_use]
#[path = "../interpreters/mod.rs"]
mod interpreters;

mod adapters;
mod browser;
mod chess;
mod docs;
mod example_project;
mod neovim;
mod outside;
mod pipelines;
mod semver;
mod tariff;
mod tax;
mod tutorial;
