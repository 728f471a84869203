//! Links from a document to what it is about, relative, so that they work in a checkout and on a forge.

use crate::oracle::findings::Findings;
use crate::oracle::scenario::Scenario;
use crate::report::document::telling;

/// What a document is written from, and the way from where it stands up to the project.
pub struct Sheet<'f, 'a> {
    pub findings: &'f Findings<'a>,
    up: String,
}

impl<'f, 'a> Sheet<'f, 'a> {
    /// A document in a folder of the project, such as `verification/dune`.
    pub fn new(findings: &'f Findings<'a>, folder: &str) -> Sheet<'f, 'a> {
        let up = folder.split('/').filter(|part| !part.is_empty() && *part != ".").map(|_| "../").collect();
        Sheet { findings, up }
    }

    /// A scenario by its id, leading to its file.
    pub fn scenario(&self, scenario: &Scenario) -> String {
        self.scenario_called(&scenario.id, scenario)
    }

    /// A scenario under another name, such as that of the table whose row it is.
    pub fn scenario_called(&self, name: &str, scenario: &Scenario) -> String {
        format!("[{}]({}{})", telling::code_cell(name), self.up, target(&scenario.place.file.path))
    }

    /// A scenario by its id; the bare name where nobody wrote it.
    pub fn scenario_by_id(&self, id: &str) -> String {
        self.findings.suite.scenario(id).map_or_else(|| telling::code_cell(id), |scenario| self.scenario(scenario))
    }

    /// A line of the rulebook. Forges show markdown rendered unless they are asked for its source, which has lines.
    pub fn rule_line(&self, file: &str, line: usize, shown: &str) -> String {
        match self.findings.suite.book.file(file) {
            Some(found) => format!("[{shown}]({}{}?plain=1#L{line})", self.up, target(&found.source.path)),
            None => shown.to_owned(),
        }
    }

    /// A file of the engine's source.
    pub fn source(&self, file: &str, shown: &str) -> String {
        format!("[{}]({}{})", telling::code_cell(shown), self.up, target(file))
    }
}

/// A path as the target of a link: nothing in it ends the link.
fn target(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_path_ends_its_link() {
        assert_eq!(target("scenarios/a b/c(1)#é.yaml"), "scenarios/a%20b/c%281%29%23%C3%A9.yaml");
    }
}
