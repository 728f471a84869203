//! An audit of somebody's document: its table rows name scenarios, and playing shows what each row is worth.

use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::suite::Suite;
use crate::protocol::nearest::nearest;
use crate::source::Place;
use crate::source::SourceFile;
use std::sync::Arc;

/// One line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Heading(String),
    /// What the document says, and the ids of the scenarios that play it.
    Row {
        said: String,
        ids: Vec<String>,
    },
}

/// Reads headings and table rows of the form `| what it says | scenario ids |`. Everything else is for people.
pub fn read(file: &Arc<SourceFile>, suite: &Suite) -> Result<Vec<Line>, Vec<Problem>> {
    let mut lines = Vec::new();
    let mut problems = Vec::new();
    for (number, text) in (1..).zip(file.lines()) {
        if text.starts_with("##") {
            lines.push(Line::Heading(text.to_owned()));
        } else if let Some((said, played)) = row(text) {
            let ids: Vec<String> = played.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            for id in ids.iter().filter(|id| matching(suite, id).next().is_none()) {
                let problem = Problem::at(
                    Kind::BadValue,
                    &Place::line_start(file, number),
                    format!("there is no scenario `{id}`"),
                );
                let near = nearest(id, suite.scenarios.iter().map(|scenario| scenario.id.as_str()));
                problems.push(near.map_or(problem.clone(), |near| problem.help(format!("did you mean `{near}`?"))));
            }
            if !ids.is_empty() {
                lines.push(Line::Row { said: said.to_owned(), ids });
            }
        }
    }
    if problems.is_empty() { Ok(lines) } else { Err(problems) }
}

fn row(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    let (said, played) = inner.rsplit_once('|')?;
    Some((said.trim(), played.trim()))
}

/// The scenarios that an id means: itself, or every row of its table.
pub fn matching<'s>(suite: &'s Suite, id: &str) -> impl Iterator<Item = &'s crate::oracle::scenario::Scenario> {
    suite.scenarios.iter().filter(move |scenario| scenario.id == id || scenario.id.split('[').next() == Some(id))
}
