//! Command-line arguments. Parsing opens no file.

pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod engine;
pub(crate) mod errata;
pub(crate) mod gate;
pub(crate) mod hunt;
pub(crate) mod init;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod report;
pub(crate) mod result_files;
pub(crate) mod review;
pub(crate) mod schema;
pub(crate) mod watch;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::Parser;
use clap::Subcommand;
use clap::ValueEnum;
use serde::Deserialize;
use serde::Serialize;

use truthsayer_oracle::suite::engine_entry;
use truthsayer_oracle::suite::shard::Shard;

pub(crate) use compare::CompareArguments;
pub(crate) use compare::CompareFormat;
pub(crate) use coverage::CoverageArguments;
pub(crate) use coverage::CoverageFormat;
pub(crate) use engine::EngineArguments;
pub(crate) use engine::EngineJob;
pub(crate) use engine::PerftArguments;
pub(crate) use errata::ErrataArguments;
pub(crate) use errata::ErrataFormat;
pub(crate) use gate::GateArguments;
pub(crate) use gate::MergeArguments;
pub(crate) use hunt::HuntArguments;
pub(crate) use init::CiService;
pub(crate) use init::Example;
pub(crate) use init::InitArguments;
pub(crate) use init::StartEngine;
pub(crate) use list::ListArguments;
pub(crate) use list::ListKind;
pub(crate) use manual::CompletionsArguments;
pub(crate) use manual::HelpArguments;
pub(crate) use manual::ManArguments;
pub(crate) use report::AuditArguments;
pub(crate) use report::ReportArguments;
pub(crate) use report::ReportFormat;
pub(crate) use result_files::ResultFiles;
pub(crate) use result_files::ResultFormat;
pub(crate) use review::ReviewArguments;
pub(crate) use schema::SchemaArguments;
pub(crate) use schema::SchemaKind;
pub(crate) use watch::WatchArguments;

/// Global options are listed after the options of a command.
const LAST: usize = 900;

/// Test a rules engine against its written rulebook
#[derive(Debug, Parser)]
#[command(name = "truthsayer", version = env!("TRUTHSAYER_VERSION"), about, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// Project folder [default: the nearest folder above with a truthsayer.yaml]
    #[arg(long, global = true, value_name = "DIR", display_order = LAST)]
    pub project: Option<PathBuf>,
    /// Use colour
    #[arg(long, global = true, value_enum, default_value = "auto", display_order = LAST)]
    pub color: Color,
    /// Print only problems
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    pub quiet: bool,
    /// Print every scenario and every claim
    #[arg(short, long, global = true, display_order = LAST)]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a new project with a working example
    Init(InitArguments),
    /// Run the scenarios and judge their claims
    Verify(VerifyArguments),
    /// Run affected scenarios again whenever a file is saved
    Watch(WatchArguments),
    /// Turn off every switch in turn and list surviving mutants
    Prove(ProveArguments),
    /// Show the grade of every rule and clause
    Coverage(CoverageArguments),
    /// Write the Markdown reports and the HTML report
    Report(ReportArguments),
    /// Check the claims of a document by running its scenarios
    Audit(AuditArguments),
    /// Serve an editor: diagnostics, hover, completion, navigation
    Lsp,
    /// Accept the outcomes of passing scenarios as goldens
    Bless(BlessArguments),
    /// Review outcomes, reworded rules and drafts one by one
    Review(ReviewArguments),
    /// List scenarios, clauses, switches or engines
    List(ListArguments),
    /// Show a scenario step by step, or a rule with its evidence
    Explain(ExplainArguments),
    /// Check all files of the project without running scenarios
    Lint(LintArguments),
    /// Show and accept changes of the rulebook since its review
    Errata(ErrataArguments),
    /// Write a draft scenario for a rule
    New(NewArguments),
    /// Compare engines or saved results rule by rule
    Compare(CompareArguments),
    /// Merge sharded results into one report
    Merge(MergeArguments),
    /// Search for scenarios on which two engines differ
    Hunt(HuntArguments),
    /// Run every check of CI in one command
    Gate(GateArguments),
    /// Serve, check or replay an engine
    Engine(EngineArguments),
    /// Print a JSON Schema, or the words of a built-in engine
    Schema(SchemaArguments),
    /// Print shell completions
    Completions(CompletionsArguments),
    /// Print the man page, or write all man pages to a folder
    Man(ManArguments),
    /// Show help for a command or a topic
    Help(HelpArguments),
}

impl Command {
    /// The name on the command line.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Command::Init(_) => "init",
            Command::Verify(_) => "verify",
            Command::Watch(_) => "watch",
            Command::Prove(_) => "prove",
            Command::Coverage(_) => "coverage",
            Command::Report(_) => "report",
            Command::Audit(_) => "audit",
            Command::Lsp => "lsp",
            Command::Bless(_) => "bless",
            Command::Review(_) => "review",
            Command::List(_) => "list",
            Command::Explain(_) => "explain",
            Command::Lint(_) => "lint",
            Command::Errata(_) => "errata",
            Command::New(_) => "new",
            Command::Compare(_) => "compare",
            Command::Merge(_) => "merge",
            Command::Hunt(_) => "hunt",
            Command::Gate(_) => "gate",
            Command::Engine(_) => "engine",
            Command::Schema(_) => "schema",
            Command::Completions(_) => "completions",
            Command::Man(_) => "man",
            Command::Help(_) => "help",
        }
    }

    /// Whether the result, and an error, is printed as JSON.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Command::Verify(options) => options.result_files.format == ResultFormat::Json,
            Command::Prove(options) => options.result_files.format == ResultFormat::Json,
            Command::Gate(options) => options.result_files.format == ResultFormat::Json,
            Command::Merge(options) => options.result_files.format == ResultFormat::Json,
            Command::Coverage(options) => options.format == CoverageFormat::Json,
            Command::Errata(options) => options.format == ErrataFormat::Json,
            Command::Compare(options) => options.format == CompareFormat::Json,
            Command::Audit(options) => options.format == Format::Json,
            Command::Review(options) => options.format == Format::Json,
            Command::List(options) => options.format == Format::Json,
            Command::Explain(options) => options.format == Format::Json,
            Command::Lint(options) => options.format == Format::Json,
            Command::New(options) => options.format == Format::Json,
            Command::Hunt(options) => options.format == Format::Json,
            Command::Init(_)
            | Command::Watch(_)
            | Command::Report(_)
            | Command::Lsp
            | Command::Bless(_)
            | Command::Engine(_)
            | Command::Schema(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Help(_) => false,
        }
    }
}

/// Selects scenarios.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Filters {
    /// Scenarios to use: an id, a folder (dune/survival), a glob (dune/survival/*), the path of a file or a part of an id
    #[arg(value_name = "FILTER")]
    pub ids: Vec<String>,
    /// Only scenarios that cite this rule (dune/battle.md:23 or dune/battle.md#WINNING) or clause (dune/battle.md:23.2)
    #[arg(long, value_name = "CITE")]
    pub rule: Vec<String>,
    /// Only scenarios with this tag
    #[arg(long)]
    pub tag: Vec<String>,
    /// Only scenarios of this game
    #[arg(long)]
    pub game: Vec<String>,
}

fn time(text: &str) -> Result<Duration, String> {
    engine_entry::duration(text).ok_or_else(|| "write a duration from 1ms to 1h, such as 2s or 500ms".to_owned())
}

/// Selects engines and how they run.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Playing {
    /// Engine to test: a built-in one, or a name in truthsayer.yaml; at most one per game
    #[arg(long, value_name = "NAME", conflicts_with = "engine_command")]
    pub engine: Vec<String>,
    /// Command that starts an engine on stdin and stdout; it runs without a shell
    #[arg(long, value_name = "COMMAND")]
    pub engine_command: Option<String>,
    /// Time limit for one answer of an external engine, such as 500ms [default: 5s, or as truthsayer.yaml says]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// Use this reading (sight=first_piece_too) or the readings of a profile; repeatable
    #[arg(long, value_name = "READING=VALUE|PROFILE")]
    pub readings: Vec<String>,
    /// Record the messages of external engines in this file, for `truthsayer engine replay`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Judge a saved run instead of running engines; `merge --json` and `--shard 1/1 --json` save one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engine", "engine_command", "readings", "record"])]
    pub from: Option<PathBuf>,
    /// Number of parallel runs [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Pretty,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// Run only this part of the scenarios, such as 2/5; save it with --json for `truthsayer merge`
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Turn off this switch, or every switch of a profile; repeatable
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    /// Run only the scenarios that failed last time
    #[arg(long, conflicts_with_all = ["shard", "from"])]
    pub failed: bool,
    /// Stop after the first scenario that fails
    #[arg(long, conflicts_with_all = ["shard", "from"])]
    pub fail_fast: bool,
    /// Also print how long the engine took for the N slowest scenarios, on stderr
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10")]
    pub durations: Option<usize>,
    #[command(flatten)]
    pub result_files: ResultFiles,
}

#[derive(Debug, Args)]
pub(crate) struct ProveArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// Turn off only this part of the switches, such as 2/5; save it with --json for `truthsayer merge`
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Reuse the runs that `verify --shard --json` or `merge --json` saved
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub baseline: Option<PathBuf>,
    /// Run every scenario without every switch, even if the switch did not fire in it
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub result_files: ResultFiles,
}

#[derive(Debug, Args)]
pub(crate) struct BlessArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// Delete goldens without a scenario instead of accepting outcomes
    #[arg(long, conflicts_with_all = ["ids", "rule", "tag", "game"])]
    pub prune: bool,
    /// Reason that is kept in the goldens, with your name, the rule text and the engine
    #[arg(long, value_name = "WHY", conflicts_with = "prune")]
    pub reason: Option<String>,
    /// Record which value of a reading is meant, in truthsayer.yaml, instead of accepting outcomes
    #[arg(long, value_name = "READING=VALUE", conflicts_with_all = ["ids", "rule", "tag", "prune", "reason"])]
    pub ruling: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Scenario id (dune/survival/loser-stays) or a part of it, rule (WINNING, dune/battle.md:23 or dune/battle.md#WINNING) or clause (dune/battle.md:23.2)
    pub subject: String,
    /// Print the scenario with fixtures and examples filled in, and do not run it
    #[arg(long, conflicts_with = "format")]
    pub expanded: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
    #[command(flatten)]
    pub playing: Playing,
}

#[derive(Debug, Args)]
pub(crate) struct LintArguments {
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// Rule (dune/battle.md:23 or dune/battle.md#WINNING) or clause (dune/battle.md:23.2) to cite
    #[arg(required_unless_present = "uncited")]
    pub cite: Option<String>,
    /// Write a draft for each clause that no scenario cites
    #[arg(long, conflicts_with_all = ["cite", "quote", "id"])]
    pub uncited: bool,
    /// Words of the clause, if the address does not name one clause
    #[arg(long, value_name = "WORDS")]
    pub quote: Option<String>,
    /// Scenario id, which is its path below the scenarios folder [default: named after the rule]
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// Print the draft instead of writing a file
    #[arg(long)]
    pub stdout: bool,
    /// Write the file even if CI is set
    #[arg(long)]
    pub write: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
}
