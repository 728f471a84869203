//! Arguments of `report` and `audit`.

use clap::Args;
use clap::ValueEnum;

use crate::cli::args::Format;
use crate::cli::args::Playing;
use truthsayer_oracle::rulebook::rule_number::RuleNumber;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// One Markdown report per rule, an index per game, and a summary
    Md,
    /// The HTML report, one self-contained page
    Html,
    /// The coverage as JSON
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Check that the files are up to date instead of writing them; exits 1 if one is stale
    #[arg(long)]
    pub check: bool,
    /// Write the files even if CI is set
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
    /// Output folder inside the project
    #[arg(long, value_name = "DIR", default_value = "verification")]
    pub out: String,
    /// Only reports of this game
    #[arg(long)]
    pub game: Vec<String>,
    /// Only the report of this catalog rule
    #[arg(long, value_name = "NUMBER")]
    pub rule: Vec<RuleNumber>,
    /// Only this kind of report [default: md and html]
    #[arg(long, value_enum)]
    pub format: Vec<ReportFormat>,
    /// Turn off this switch, or every switch of a profile
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    /// Show in the HTML report the grades of another engine, or of a result that `--json` saved
    #[arg(long, value_name = "ENGINE|FILE.json")]
    pub compare: Vec<String>,
    #[command(flatten)]
    pub playing: Playing,
}

/// All reports, in the usual folder.
impl Default for ReportArguments {
    fn default() -> ReportArguments {
        ReportArguments {
            check: true,
            write: false,
            out: "verification".to_owned(),
            game: Vec::new(),
            rule: Vec::new(),
            format: Vec::new(),
            without: Vec::new(),
            compare: Vec::new(),
            playing: Playing::default(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    /// Markdown document inside the project
    pub document: String,
    /// Turn off this switch, or every switch of a profile
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    /// Write the result to this file inside the project
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Check that the file is up to date instead of writing it
    #[arg(long, requires = "out")]
    pub check: bool,
    /// Output format; json prints every row with its verdict
    #[arg(long, value_enum, default_value = "pretty", conflicts_with = "out")]
    pub format: Format,
    #[command(flatten)]
    pub playing: Playing,
}
