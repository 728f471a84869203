//! Options for the formats and files of a result.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

/// Selects the formats and files of a result.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ResultFiles {
    /// Output format; on GitHub Actions annotations and a step summary are added
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: ResultFormat,
    /// Write the result as JSON to this file as well
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the result as JUnit XML to this file as well [default: Bazel's XML_OUTPUT_FILE]
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the problems as SARIF 2.1.0 to this file as well
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// Text for people
    #[default]
    Pretty,
    /// JSON; `truthsayer schema result` prints its schema
    Json,
    /// Annotations for GitHub Actions
    Github,
}

impl ResultFiles {
    /// Whether the result is only printed as text.
    pub(crate) fn is_text_only(&self) -> bool {
        self.format == ResultFormat::Pretty && self.json.is_none() && self.junit.is_none() && self.sarif.is_none()
    }

    /// Whether the result is written as JSON.
    pub(crate) fn wants_json(&self) -> bool {
        self.json.is_some() || self.format == ResultFormat::Json
    }
}
