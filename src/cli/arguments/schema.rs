//! What can be typed after `schema`.

use clap::Args;
use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// The engine protocol, both directions: JSON Schemas
    Protocol,
    /// What `verify --json` and `prove --json` write: a JSON Schema
    Result,
    /// The words of the built-in engine for Dune: set-up, steps, events, refusals, answers
    Dune,
    /// The words of the built-in engine for CoTuLenh
    Cotulenh,
    /// The project file truthsayer.yaml
    Project,
    /// A scenario; with --game the words of that game can be completed
    Scenario,
    /// A fixture
    Fixture,
    /// A golden
    Golden,
    /// The catalog of a game
    Catalog,
    /// The exclusions of a game
    Exclusions,
    /// The floor that `gate` holds
    Floor,
    /// The lock of a game: plain text, and what its lines are
    Lock,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    #[arg(value_enum)]
    pub kind: SchemaKind,
    /// Put in the words that the engine of this game declares: keys, steps, events, names
    #[arg(long)]
    pub game: Option<String>,
}
