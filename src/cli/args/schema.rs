//! Arguments of `schema`.

use clap::Args;
use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// The engine protocol, both directions
    Protocol,
    /// The result that `--json` writes
    Result,
    /// The words of the Dune engine: set-up, steps, events, refusals, answers
    Dune,
    /// The words of the CoTuLenh engine
    Cotulenh,
    /// The project file truthsayer.yaml
    Project,
    /// A scenario; with --game it includes the words of that game
    Scenario,
    /// A fixture
    Fixture,
    /// A golden
    Golden,
    /// The catalog of a game
    Catalog,
    /// The exclusions of a game
    Exclusions,
    /// The floor that `gate` checks
    Floor,
    /// The lock of a game: a description of its lines
    Lock,
    /// What `audit --format json` prints
    Audit,
    /// What `compare --format json` prints
    Compare,
    /// What `coverage --format json` prints
    Coverage,
    /// What `errata --format json` prints
    Errata,
    /// What `explain --format json` prints
    Explain,
    /// What `lint --format json` prints
    Lint,
    /// What `list --format json` prints
    List,
    /// What `new --format json` prints
    New,
    /// What `review --list --format json` prints
    Review,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    #[arg(value_enum)]
    pub kind: SchemaKind,
    /// Include the words that the engine of this game declares
    #[arg(long)]
    pub game: Option<String>,
}
