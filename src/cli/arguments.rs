//! What can be typed. Parsing opens no file.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::Parser;
use clap::Subcommand;
use clap::ValueEnum;
use serde::Deserialize;
use serde::Serialize;

use crate::oracle::engine_entry;
use crate::oracle::shard::Shard;

pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod engine;
pub(crate) mod errata;
pub(crate) mod gate;
pub(crate) mod hunt;
pub(crate) mod init;
pub(crate) mod manual;
pub(crate) mod outputs;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod schema;
pub(crate) mod watch;

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
pub(crate) use init::Example;
pub(crate) use init::InitArguments;
pub(crate) use init::StartEngine;
pub(crate) use manual::CompletionsArguments;
pub(crate) use manual::HelpArguments;
pub(crate) use manual::ManArguments;
pub(crate) use outputs::OutputFormat;
pub(crate) use outputs::Outputs;
pub(crate) use report::AuditArguments;
pub(crate) use report::ReportArguments;
pub(crate) use report::ReportFormat;
pub(crate) use review::ReviewArguments;
pub(crate) use schema::SchemaArguments;
pub(crate) use schema::SchemaKind;
pub(crate) use watch::WatchArguments;

/// What every command takes stands below what is its own.
const LAST: usize = 900;

/// Plays scenarios on an engine and says whether it keeps the rules they cite.
#[derive(Debug, Parser)]
#[command(name = "truthsayer", version = env!("TRUTHSAYER_VERSION"), about, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Exit codes: 0 conforms · 1 deviates, drifts or a switch survives · 2 usage · 3 bad input · \
4 engine fault · 5 nothing judged · 70 a bug · 130 interrupted\n\nTopics: `truthsayer help` with citations, expectations or exit-codes\n\nEnvironment: with CI set nothing is accepted or proposed · NO_COLOR and CLICOLOR_FORCE decide about colour · \
TRUTHSAYER_TODAY=2027-01-31 is the day by which gaps expire")]
pub(crate) struct Arguments {
    /// The project folder; by default the nearest one above that holds truthsayer.yaml
    #[arg(long, global = true, value_name = "DIR", display_order = LAST)]
    pub project: Option<PathBuf>,
    /// When to colour
    #[arg(long, global = true, value_enum, default_value = "auto", display_order = LAST)]
    pub color: Color,
    /// Say only what is wrong
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    pub quiet: bool,
    /// Say more: every scenario, every claim
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
    /// Make a new project that passes from the first run
    Init(InitArguments),
    /// Play the scenarios and judge their claims
    Verify(VerifyArguments),
    /// Play again what a saved file touches, until Ctrl-C; writes nothing
    Watch(WatchArguments),
    /// Turn off every switch in turn and list those that no claim notices
    Prove(ProveArguments),
    /// Show the ledger: every rule and clause with its grade
    Coverage(CoverageArguments),
    /// Write the verification documents, or check that the committed ones are up to date
    Report(ReportArguments),
    /// Play what a document says: its table rows name scenarios, and the result says which rows stand
    Audit(AuditArguments),
    /// Accept the outcomes of conforming scenarios as their goldens
    Bless(BlessArguments),
    /// Walk through what waits for a person: outcomes, reworded rules, drafts of a hunt
    Review(ReviewArguments),
    /// Tell a scenario step by step, or everything known about a rule line
    Explain(ExplainArguments),
    /// Check citations, catalog, exclusions, goldens and switches without playing
    Lint(LintArguments),
    /// Tell what has changed in the rulebook since it was reviewed, follow what moved, accept what was reworded
    Errata(ErrataArguments),
    /// Write a scenario skeleton for a rule line, with the quote filled in
    New(NewArguments),
    /// Lay engines or saved results side by side, rule by rule; exits 1 where they differ
    Compare(CompareArguments),
    /// Put the shards of a run together, and tell what the whole run would have told
    Merge(MergeArguments),
    /// Search for scenarios on which two engines differ, shrink them and write drafts; exits 1 where something was found
    Hunt(HuntArguments),
    /// Say whether a change may pass: claims, goldens, knock-outs, rulebook, documents and floor in one run
    Gate(GateArguments),
    /// Serve a built-in engine over stdin and stdout, check an engine, play back a recorded one, or count positions
    Engine(EngineArguments),
    /// The older name of `engine perft`
    #[command(hide = true)]
    Perft(PerftArguments),
    /// Print a JSON Schema for editors or engines, or the words of a built-in engine
    Schema(SchemaArguments),
    /// Print the completions of a shell: source them, or put them where the shell looks
    Completions(CompletionsArguments),
    /// Print the man page, or write those of all commands to a folder
    Man(ManArguments),
    /// Tell how a command is used, or about a topic: citations, expectations, exit-codes
    Help(HelpArguments),
}

/// Which scenarios.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Filters {
    /// Scenario ids: a glob (dune/survival/*), a folder (dune/survival), an id, or the path of its file from the project folder
    #[arg(value_name = "FILTER")]
    pub ids: Vec<String>,
    /// Only scenarios that cite this line (dune/battle.md:23), NAME (dune/battle.md#WINNING) or clause (dune/battle.md:23.2)
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
    engine_entry::duration(text).ok_or_else(|| "write a time between 1ms and 1h, such as 2s or 500ms".to_owned())
}

/// Who plays, and how.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Playing {
    /// The engine to play its game on, built in or named in truthsayer.yaml; once per game
    #[arg(long, value_name = "NAME", conflicts_with = "engine_command")]
    pub engine: Vec<String>,
    /// An engine that speaks the protocol on stdin and stdout; run without a shell
    #[arg(long, value_name = "COMMAND")]
    pub engine_command: Option<String>,
    /// How long an external engine may take for an answer: 2s, 500ms; 5s unless truthsayer.yaml says otherwise
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// Play this reading (sight=first_piece_too), or those of a profile; may be given several times
    #[arg(long, value_name = "READING=VALUE|PROFILE")]
    pub readings: Vec<String>,
    /// Write the conversation with external engines to this file; `truthsayer engine replay` plays it back
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play nothing: judge what was played before, as `merge --json` or `--shard 1/1 --json` saved it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engine", "engine_command", "readings", "record"])]
    pub from: Option<PathBuf>,
    /// How many scenarios to play side by side; by default one per core
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
    /// Do only this part of the run, such as 2/5; with --json the file holds every play, for `truthsayer merge`
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Turn this switch off while playing, or every switch of a profile; may be given several times
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    #[command(flatten)]
    pub outputs: Outputs,
}

#[derive(Debug, Args)]
pub(crate) struct ProveArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// Do only this part of the switches, such as 2/5; with --json the file holds every play, for `truthsayer merge`
    #[arg(long, value_name = "K/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Do not play again what `verify --shard --json` or `merge --json` saved
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub baseline: Option<PathBuf>,
    /// Play every scenario without every switch, also where the switch did not take effect
    #[arg(long)]
    pub all: bool,
    /// Play only this foil: an engine that `foils:` declares, or the game's own engine, each clause off in turn
    #[arg(long, value_name = "ENGINE")]
    pub foil: Vec<String>,
    /// List every claim that no switch can break
    #[arg(long)]
    pub claims: bool,
    #[command(flatten)]
    pub outputs: Outputs,
}

#[derive(Debug, Args)]
pub(crate) struct BlessArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// Drop goldens that belong to no scenario, and accept nothing
    #[arg(long, conflicts_with_all = ["ids", "rule", "tag", "game"])]
    pub prune: bool,
    /// Why the outcomes are right; it is kept in the goldens with who accepted them, the words of the rules and the engine
    #[arg(long, value_name = "WHY", conflicts_with = "prune")]
    pub reason: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A scenario id (dune/survival/loser-stays), a rule line (dune/battle.md:23 or dune/battle.md#WINNING) or a clause (dune/battle.md:23.2)
    pub subject: String,
    /// Print the scenario with its fixtures and examples filled in, and play nothing
    #[arg(long)]
    pub expanded: bool,
    #[command(flatten)]
    pub playing: Playing,
}

#[derive(Debug, Args)]
pub(crate) struct LintArguments {
    /// What to print
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The rule to write a scenario for: a line (dune/battle.md:23), a NAME (dune/battle.md#WINNING), or with .2 one clause of it
    pub cite: String,
    /// Words of the clause, where the address is a whole file or does not say which clause
    #[arg(long, value_name = "WORDS")]
    pub quote: Option<String>,
    /// Where to write it, below the scenarios folder; by default named after the rule
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// Print it instead of writing a file
    #[arg(long)]
    pub stdout: bool,
    /// Write although CI is set, where otherwise nothing is written
    #[arg(long)]
    pub write: bool,
}
