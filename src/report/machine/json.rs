//! Results for machines: one JSON document, the same bytes for the same findings.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::json;

use crate::report::machine::entries::Entry;
use crate::report::machine::run_result;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::digest;
use truthsayer_oracle::compare::result_model::ProblemResult;
use truthsayer_oracle::compare::result_model::RunResult;
use truthsayer_oracle::compare::result_model::StoppedResult;
use truthsayer_oracle::compare::result_model::VERSION;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::SuiteCounts;
use truthsayer_protocol::Data;
use truthsayer_protocol::text;

/// Whether the start of a file looks like a saved result.
pub(crate) fn is_result(beginning: &str) -> bool {
    // A result without judged scenarios starts with the place of the first problem, the command and the error.
    let names = |key: &str| beginning.contains(&format!(",\n  \"{key}\": \""));
    beginning.starts_with("{\n  \"catalog\": [")
        || beginning.starts_with("{\"catalog\":[")
        || (beginning.starts_with("{\n  \"at\": ") && names("command") && names("error"))
}

/// The reason why a run stopped early.
pub(crate) fn stopped(command: &str, entries: &[Entry], code: u8) -> String {
    let problem = |entry: &Entry| ProblemResult {
        at: entry.place.as_ref().map(ToString::to_string),
        help: entry.message.lines().skip(1).map(str::to_owned).collect(),
        kind: entry.sort.name().to_owned(),
        message: entry.title.clone(),
        severity: "error".to_owned(),
    };
    let problems: Vec<ProblemResult> = entries.iter().map(problem).collect();
    let exit = run_result::exit(&[code]);
    let first = problems.first().cloned();
    pretty(&StoppedResult {
        at: first.as_ref().and_then(|first| first.at.clone()),
        command: command.to_owned(),
        error: first.as_ref().map(|first| first.message.clone()).unwrap_or_default(),
        exit,
        help: first.map(|first| first.help).unwrap_or_default(),
        problems,
        truthsayer: VERSION,
    })
}

/// The text of a result, with its digest. A result with its runs is read by programs only, so it is one line.
pub fn sealed(result: &RunResult) -> String {
    let text = match result.whole {
        None => pretty(result),
        Some(_) => escaped(serde_json::to_string(result).unwrap_or_default() + "\n"),
    };
    digest::seal(&text)
}

pub(crate) fn problems(command: &str, problems: &[Problem], suite: &Suite) -> String {
    document(command, "problems", &problems.iter().map(run_result::problem).collect::<Vec<_>>(), suite)
}

/// A document with one part.
pub(crate) fn document(command: &str, part: &str, data: &impl Serialize, suite: &Suite) -> String {
    counted_document(command, part, data, suite.read)
}

/// A document with one part, about a suite of this size.
pub(crate) fn counted_document(command: &str, part: &str, data: &impl Serialize, read: SuiteCounts) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _: io::Result<()> = write(&mut text, command, part, data, read);
    String::from_utf8(text).unwrap_or_default()
}

/// A document with several parts.
pub(crate) fn parts(command: &str, parts: &Data, suite: &Suite) -> String {
    let mut document = json!({"truthsayer": VERSION, "command": command, "read": suite.read});
    for (part, data) in parts.as_object().into_iter().flatten() {
        document[part] = data.clone();
    }
    pretty(&document)
}

/// Like `document`, but streams the text, because it may not fit into memory.
pub(crate) fn write(
    out: &mut dyn Write,
    command: &str,
    part: &str,
    data: &impl Serialize,
    read: SuiteCounts,
) -> io::Result<()> {
    let marks = json!({"truthsayer": VERSION, "command": command, "read": read});
    let marks = marks.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), Part::Mark(value)));
    let mut document: BTreeMap<&str, Part<'_, _>> = marks.collect();
    document.insert(part, Part::Own(data));
    serde_json::to_writer_pretty(Escaping(&mut *out), &document)?;
    writeln!(out)
}

/// A writer that escapes invisible characters. Every call gets whole characters.
struct Escaping<'w>(&'w mut dyn Write);

impl Write for Escaping<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        match text::is_harmless(&text) {
            true => self.0.write_all(bytes)?,
            false => self.0.write_all(escaped(text.into_owned()).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The value of a key: common to all documents, or the content of this one.
#[derive(Serialize)]
#[serde(untagged)]
enum Part<'d, T: Serialize> {
    Mark(&'d Data),
    Own(&'d T),
}

fn pretty(document: &impl Serialize) -> String {
    // All keys are strings, so serialising cannot fail.
    escaped(serde_json::to_string_pretty(document).unwrap_or_default() + "\n")
}

/// Replaces invisible characters by JSON escapes.
fn escaped(text: String) -> String {
    if text::is_harmless(&text) {
        return text;
    }
    let escape = |c: char| match c {
        c if text::is_hidden(c) && c != '\n' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}
