//! Audits a document: its table rows name scenarios, and their results confirm or refute each row.

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::suite;
use crate::suite::Suite;
use crate::suite::scenario::Scenario;
use crate::suite::unplayable::Broken;
use std::sync::Arc;

/// One line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditLine {
    Heading(String),
    /// A statement of the document, and its scenarios.
    Row {
        said: String,
        plays: Vec<RowPlay>,
    },
}

/// A scenario of a row: `id`, or `id#2` for its second claim only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPlay {
    pub id: String,
    /// Indices of the claims that the row is about; `None` for all.
    pub claims: Option<Vec<usize>>,
}

impl RowPlay {
    fn read(text: &str) -> RowPlay {
        let Some((id, numbers)) = text.rsplit_once('#') else {
            return RowPlay { id: text.to_owned(), claims: None };
        };
        let claims = numbers.split(',').map(|number| number.trim().parse::<usize>().ok()?.checked_sub(1));
        match claims.collect() {
            Some(claims) => RowPlay { id: id.to_owned(), claims: Some(claims) },
            None => RowPlay { id: text.to_owned(), claims: None },
        }
    }

    /// Returns whether this means a scenario: the id itself, its table, or its file.
    pub fn means(&self, scenario: &Scenario) -> bool {
        scenario.is_named(&self.id)
    }

    /// Returns the file that this means, if it cannot run.
    pub fn broken<'s>(&self, suite: &'s Suite) -> Option<&'s Broken> {
        // Of a file with several scenarios, those without problems run.
        let mut running = suite
            .scenarios
            .iter()
            .filter(|scenario| scenario.id == self.id || suite::row_free(&scenario.id) == self.id);
        if running.next().is_some() {
            return None;
        }
        suite.broken.iter().find(|broken| broken.holds(&self.id))
    }

    /// Returns whether the row is about a claim.
    pub fn is_about(&self, claim: usize) -> bool {
        self.claims.as_ref().is_none_or(|claims| claims.contains(&claim))
    }
}

/// Reads headings and table rows of the form `| statement | scenario ids |`. All other text is ignored.
pub fn read(file: &Arc<SourceFile>, suite: &Suite) -> Result<Vec<AuditLine>, Vec<Problem>> {
    let mut lines = Vec::new();
    let mut problems = Vec::new();
    for (number, text) in (1..).zip(file.lines()) {
        if text.starts_with("##") {
            lines.push(AuditLine::Heading(text.to_owned()));
        } else if let Some((said, played)) = row(text) {
            let plays: Vec<RowPlay> = played.split('`').skip(1).step_by(2).map(RowPlay::read).collect();
            let place = Place::line_start(file, number);
            problems.extend(plays.iter().filter_map(|play| play.problem(suite, &place)));
            if !plays.is_empty() {
                lines.push(AuditLine::Row { said: said.to_owned(), plays });
            }
        }
    }
    if problems.is_empty() { Ok(lines) } else { Err(problems) }
}

impl RowPlay {
    /// Returns why no scenario matches. Problems of the scenario's file are reported elsewhere.
    fn problem(&self, suite: &Suite, place: &Place) -> Option<Problem> {
        let RowPlay { id, claims } = self;
        let bad = |message: String| Problem::at(Kind::BadValue, place, message);
        if self.broken(suite).is_some() {
            return None;
        }
        if suite.drafts.iter().any(|draft| self.means(draft)) {
            return Some(bad(format!("`{id}` is a draft, which proves nothing")));
        }
        let fewest = matching(suite, id).map(|scenario| scenario.claims.len()).min();
        let asked = claims.iter().flatten().max().map_or(0, |claim| claim + 1);
        match fewest {
            Some(fewest) if asked > fewest => Some(bad(format!("`{id}` has no claim {asked}: it has {fewest}"))),
            Some(_) => None,
            None => {
                let near = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
                Some(bad(format!("there is no scenario `{id}`")).nearest(id, near))
            }
        }
    }
}

impl AuditLine {
    /// Returns the scenarios of a row.
    pub fn plays(&self) -> &[RowPlay] {
        match self {
            AuditLine::Heading(_) => &[],
            AuditLine::Row { plays, .. } => plays,
        }
    }
}

fn row(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    let (said, played) = inner.rsplit_once('|')?;
    Some((said.trim(), played.trim()))
}

/// Returns the scenarios that an id means: the id itself, all rows of its table, or all scenarios of its file.
pub fn matching<'s>(suite: &'s Suite, id: &str) -> impl Iterator<Item = &'s Scenario> {
    suite.scenarios.iter().filter(move |scenario| scenario.is_named(id))
}
