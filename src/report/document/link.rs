//! Links from a document to what it is about, relative, so that they work in a checkout and on a forge.

use crate::oracle::findings::Findings;
use crate::oracle::scenario::Scenario;
use crate::report::document::telling;
use crate::report::wording::relative_address;

/// What a document is written from, and the way from where it stands up to the project.
pub(crate) struct Sheet<'f, 'a> {
    pub findings: &'f Findings<'a>,
    up: String,
}

impl<'f, 'a> Sheet<'f, 'a> {
    /// A document in a folder of the project, such as `verification/dune`.
    pub(crate) fn new(findings: &'f Findings<'a>, folder: &str) -> Sheet<'f, 'a> {
        let up = folder.split('/').filter(|part| !part.is_empty() && *part != ".").map(|_| "../").collect();
        Sheet { findings, up }
    }

    /// A scenario by its id, leading to its file.
    pub(crate) fn scenario(&self, scenario: &Scenario) -> String {
        self.scenario_called(&scenario.id, scenario)
    }

    /// A scenario under another name, such as that of the table whose row it is.
    pub(crate) fn scenario_called(&self, name: &str, scenario: &Scenario) -> String {
        format!("[{}]({}{})", telling::code(name), self.up, relative_address(&scenario.place.file.path))
    }

    /// A scenario by its id; the bare name where nobody wrote it.
    pub(crate) fn scenario_by_id(&self, id: &str) -> String {
        self.findings.suite.scenario(id).map_or_else(|| telling::code(id), |scenario| self.scenario(scenario))
    }

    /// A line of the rulebook. Forges show markdown rendered unless they are asked for its source, which has lines.
    pub(crate) fn rule_line(&self, file: &str, line: usize, shown: &str) -> String {
        match self.findings.suite.book.file(file) {
            Some(found) => format!("[{shown}]({}{}?plain=1#L{line})", self.up, relative_address(&found.source.path)),
            None => shown.to_owned(),
        }
    }

    /// A file of the engine's source.
    pub(crate) fn source(&self, file: &str, shown: &str) -> String {
        format!("[{}]({}{})", telling::code(shown), self.up, relative_address(file))
    }
}
