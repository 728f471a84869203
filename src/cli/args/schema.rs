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
    /// The output of `audit --format json`
    Audit,
    /// The output of `compare --format json`
    Compare,
    /// The output of `coverage --format json`
    Coverage,
    /// The output of `errata --format json`
    Errata,
    /// The output of `explain --format json`
    Explain,
    /// The output of `hunt --format json`
    Hunt,
    /// The output of `lint --format json`
    Lint,
    /// The output of `list --format json`
    List,
    /// The output of `new --format json`
    New,
    /// The output of `review --list --format json`
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
