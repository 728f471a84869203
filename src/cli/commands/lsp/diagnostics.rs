//! Diagnostics: problems of `lint` and results of the last run, by file.

use std::collections::BTreeMap;

use serde_json::json;

use super::position;
use super::workspace::Workspace;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_protocol::Data;

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// All diagnostics of the project by path.
pub(super) fn all(workspace: &Workspace<'_>) -> BTreeMap<String, Vec<Data>> {
    let mut found: BTreeMap<String, Vec<Data>> = BTreeMap::new();
    for problem in &workspace.problems {
        let path = problem.path().unwrap_or(FILE_NAME).to_owned();
        found.entry(path).or_default().push(of_problem(problem));
    }
    for (path, notes) in &workspace.notes {
        for note in notes {
            let severity = if note.is_error { ERROR } else { INFORMATION };
            let diagnostic = diagnostic(&position::range_of(&note.place), severity, "run", &note.message);
            found.entry(path.clone()).or_default().push(diagnostic);
        }
    }
    found
}

fn of_problem(problem: &Problem) -> Data {
    let range = problem.place.as_ref().map_or_else(|| position::range("", 0, 0), position::range_of);
    let severity = if problem.kind.is_warning() { WARNING } else { ERROR };
    let message = [std::slice::from_ref(&problem.message), &problem.help].concat().join("\n");
    diagnostic(&range, severity, problem.kind.name(), &message)
}

fn diagnostic(range: &Data, severity: u8, code: &str, message: &str) -> Data {
    json!({"range": range, "severity": severity, "code": code, "source": "truthsayer", "message": message})
}
