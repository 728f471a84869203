//! The document of `audit`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::markdown::audit;
use truthsayer_oracle::compare::audit::AuditLine;
use truthsayer_oracle::evidence::findings::Findings;

/// A table row of the document, and what the run shows
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AuditedRow {
    /// The heading above the row
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The statement of the document
    pub said: String,
    pub scenarios: Vec<String>,
    /// The result of the run, as Markdown
    pub shown: String,
    #[schemars(extend("enum" = ["right", "wrong", "not judged"]))]
    pub verdict: String,
}

/// Every row of the document with its verdict.
pub(crate) fn of(lines: &[AuditLine], findings: &Findings<'_>) -> Vec<AuditedRow> {
    let mut heading = None;
    let mut rows = Vec::new();
    for line in lines {
        match line {
            AuditLine::Heading(text) => heading = Some(text.trim_start_matches('#').trim().to_owned()),
            AuditLine::Row { said, plays } => {
                let (verdict, shown) = audit::row_status(plays, findings);
                rows.push(AuditedRow {
                    heading: heading.clone(),
                    said: said.clone(),
                    scenarios: plays.iter().map(|play| play.id.clone()).collect(),
                    shown,
                    verdict: verdict.name().to_owned(),
                });
            }
        }
    }
    rows
}
