//! Relative links from a report to rules, scenarios and source, which work in a checkout and on a forge.

use crate::report::text::escape;
use crate::report::text::grammar::relative_address;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::scenario::Scenario;

/// The findings that a report shows, and the relative path from the report up to the project.
pub(crate) struct ReportContext<'f, 'a> {
    pub findings: &'f Findings<'a>,
    /// Differences from a complete run of the engine as it is.
    pub scope: &'f str,
    up: String,
}

impl<'f, 'a> ReportContext<'f, 'a> {
    /// For a report in a folder of the project, such as `verification/dune`.
    pub(crate) fn new(findings: &'f Findings<'a>, scope: &'f str, folder: &str) -> ReportContext<'f, 'a> {
        let up = folder.split('/').filter(|part| !part.is_empty() && *part != ".").map(|_| "../").collect();
        ReportContext { findings, scope, up }
    }

    /// A link to the file of a scenario, with its id as text.
    pub(crate) fn scenario(&self, scenario: &Scenario) -> String {
        self.scenario_file(&escape::code(&scenario.id), scenario)
    }

    /// A link to the file of a scenario, with its title as text.
    pub(crate) fn scenario_titled(&self, scenario: &Scenario) -> String {
        let title = scenario.title.trim_end_matches('.');
        match title.is_empty() {
            true => self.scenario(scenario),
            false => self.scenario_file(&escape::escape(title), scenario),
        }
    }

    fn scenario_file(&self, shown: &str, scenario: &Scenario) -> String {
        format!("[{shown}]({}{})", self.up, relative_address(&scenario.place.file.path))
    }

    /// A link to a scenario by its id. Only the id if the suite does not have the scenario.
    pub(crate) fn scenario_by_id(&self, id: &str) -> String {
        self.findings.suite.scenario(id).map_or_else(|| escape::code(id), |scenario| self.scenario(scenario))
    }

    /// A link to a line of the rulebook. `?plain=1` makes forges show the source, which has line anchors.
    pub(crate) fn rule_line(&self, file: &str, line: usize, shown: &str) -> String {
        match self.findings.suite.book.file(file) {
            Some(found) => format!("[{shown}]({}{}?plain=1#L{line})", self.up, relative_address(&found.source.path)),
            None => shown.to_owned(),
        }
    }

    /// A link to a source file of the engine.
    pub(crate) fn source(&self, file: &str, shown: &str) -> String {
        format!("[{}]({}{})", escape::code(shown), self.up, relative_address(file))
    }
}
