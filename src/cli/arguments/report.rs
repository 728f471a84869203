//! What can be typed after `report` and after `audit`.

use clap::Args;
use clap::ValueEnum;

use crate::cli::arguments::Playing;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// One document per rule, an index per game, and a summary
    Md,
    /// One self-contained page
    Html,
    /// The ledger as data
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Compare with what is there instead of writing; exits 1 and names each file that is stale
    #[arg(long)]
    pub check: bool,
    /// Write although CI is set, where otherwise nothing is written
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
    /// The folder to write to, inside the project
    #[arg(long, value_name = "DIR", default_value = "verification")]
    pub out: String,
    /// Only the documents of this game
    #[arg(long)]
    pub game: Vec<String>,
    /// Only the document of this rule of the catalog
    #[arg(long, value_name = "NUMBER")]
    pub rule: Vec<usize>,
    /// Only this kind of document; by default documents and page
    #[arg(long, value_enum)]
    pub format: Vec<ReportFormat>,
    /// Play with this switch off, or with every switch of a profile
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    /// Show on the page, beside each sentence, how it stands in another engine or in a result that `--json` saved
    #[arg(long, value_name = "ENGINE|FILE.json")]
    pub compare: Vec<String>,
    #[command(flatten)]
    pub playing: Playing,
}

/// Every document, in the folder where a project keeps them.
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
    /// The markdown document, inside the project
    pub document: String,
    /// Play with this switch off, or with every switch of a profile
    #[arg(long, value_name = "SWITCH")]
    pub without: Vec<String>,
    /// Write the result to this file inside the project instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Compare with the file instead of writing it
    #[arg(long, requires = "out")]
    pub check: bool,
    #[command(flatten)]
    pub playing: Playing,
}
