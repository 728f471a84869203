//! In which forms a result is told, and where.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

/// What to print, and what to write.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Outputs {
    /// What to print; on GitHub annotations and the summary of the step come by themselves
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: OutputFormat,
    /// Also write the result to this file, for `truthsayer compare` and other programs
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Also write it as JUnit XML; by default where Bazel's XML_OUTPUT_FILE says
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write what is wrong as SARIF 2.1.0, for code scanners
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Pretty,
    /// For programs; `truthsayer schema result` describes it
    Json,
    /// Annotations, as GitHub Actions reads them
    Github,
}

impl Outputs {
    /// Whether somebody will read the result as data.
    pub(crate) fn wants_json(&self) -> bool {
        self.json.is_some() || self.format == OutputFormat::Json
    }
}
