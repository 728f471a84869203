//! An audit of somebody's document: its table rows name scenarios, and playing shows what each row is worth.

use crate::oracle::broken::Broken;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::suite::Suite;
use crate::source::Place;
use crate::source::SourceFile;
use std::sync::Arc;

/// One line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditLine {
    Heading(String),
    /// What the document says, and the scenarios that play it.
    Row {
        said: String,
        plays: Vec<RowPlay>,
    },
}

/// A scenario that plays what a row says: `id`, or `id#2` where only the second claim is about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPlay {
    pub id: String,
    /// The claims that the row is about, by their place; all of them where it does not say.
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

    /// Whether it means a scenario: itself, or every row of its table.
    pub(crate) fn means(&self, id: &str) -> bool {
        id == self.id || id.split('[').next() == Some(self.id.as_str())
    }

    /// Whether what it means stands in a file, whose id has no row.
    pub(crate) fn is_in(&self, file: &str) -> bool {
        self.id.split('[').next() == Some(file)
    }

    /// The file that it means, where that cannot be played as it is.
    pub(crate) fn broken<'s>(&self, suite: &'s Suite) -> Option<&'s Broken> {
        suite.broken.iter().find(|broken| self.is_in(&broken.id))
    }

    /// Whether the row is about a claim.
    pub(crate) fn is_about(&self, claim: usize) -> bool {
        self.claims.as_ref().is_none_or(|claims| claims.contains(&claim))
    }
}

/// Reads headings and table rows of the form `| what it says | scenario ids |`. Everything else is for people.
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
    /// Why it plays nothing. What is wrong with the file of its scenario is told elsewhere.
    fn problem(&self, suite: &Suite, place: &Place) -> Option<Problem> {
        let RowPlay { id, claims } = self;
        let bad = |message: String| Problem::at(Kind::BadValue, place, message);
        if self.broken(suite).is_some() {
            return None;
        }
        if suite.drafts.iter().any(|draft| self.means(&draft.id)) {
            return Some(bad(format!("`{id}` is still a draft, and shows nothing")));
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
    /// The scenarios that play it.
    pub(crate) fn plays(&self) -> &[RowPlay] {
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

/// The scenarios that an id means: itself, or every row of its table.
pub(crate) fn matching<'s>(suite: &'s Suite, id: &str) -> impl Iterator<Item = &'s crate::oracle::scenario::Scenario> {
    suite.scenarios.iter().filter(move |scenario| scenario.id == id || scenario.id.split('[').next() == Some(id))
}
