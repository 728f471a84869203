//! Engines and projects for these tests.

pub(crate) mod canned_engine;
pub(crate) mod scripted_engine;
pub(crate) mod test_project;
pub(crate) mod toy_engine;
