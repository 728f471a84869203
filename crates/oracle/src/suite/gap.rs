//! Known gaps of an engine: expected failures, each with a reason and an expiry date.

use jiff::civil::Date;

use crate::base::date;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::Node;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::citation::Citation;
use crate::rulebook::rule_selector::NamedRule;
use crate::suite::Suite;
use crate::suite::scenario::Scenario;
use crate::suite::unplayable::Broken;

#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    pub subject: Subject,
    pub reason: String,
    /// The last day of the gap.
    pub until: Date,
    pub link: Option<String>,
    pub place: Place,
    /// The clauses of the gap, set after the rulebook is read.
    clauses: Vec<ClauseId>,
}

/// The scenario or rule that is expected to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// One scenario, or all rows of its table.
    Scenario(String),
    /// Every claim on a clause, or on any clause of a line.
    Rule {
        rule: NamedRule,
        /// Words of the clause, if the address alone is ambiguous.
        quote: Option<String>,
        /// Position of the address.
        place: Place,
    },
}

impl Gap {
    /// Returns the gap in one sentence, for reports.
    pub fn sentence(&self) -> String {
        let link = self.link.as_ref().map_or(String::new(), |link| format!(", {link}"));
        format!("{} (known gap until {}{link})", self.reason.trim_end_matches('.'), self.until)
    }

    /// Returns whether a failing claim belongs to this gap.
    pub fn covers(&self, scenario: &Scenario, claim: usize) -> bool {
        match &self.subject {
            Subject::Scenario(_) => self.names(scenario),
            Subject::Rule { .. } => {
                scenario.claims.get(claim).is_some_and(|claim| claim.clauses.iter().any(|id| self.holds(id)))
            }
        }
    }

    pub(crate) fn names(&self, scenario: &Scenario) -> bool {
        match &self.subject {
            Subject::Scenario(id) => scenario.is_named(id),
            Subject::Rule { .. } => scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|id| self.holds(id)),
        }
    }

    /// Returns whether a scenario can be the subject: any, or one that cites an existing clause.
    fn may_have_subject(&self) -> bool {
        matches!(self.subject, Subject::Scenario(_)) || !self.clauses.is_empty()
    }

    fn holds(&self, id: &ClauseId) -> bool {
        self.clauses.contains(id)
    }

    /// Sets the clauses of the gap.
    pub fn settle(&mut self, book: &Rulebook) {
        let Subject::Rule { rule, quote, .. } = &self.subject else { return };
        self.clauses = match quote {
            Some(quote) => Citation::new(rule.address.clone(), quote).clauses(book).unwrap_or_default(),
            None => rule.clauses(book),
        };
    }
}

pub fn read(node: &Node, problems: &mut Vec<Problem>) -> Option<Gap> {
    let mut keys = Fields::of("a gap", node, problems)?;
    let scenario = keys.optional_text("scenario").map(|id| Subject::Scenario(id.to_owned()));
    let clause = keys.optional("clause");
    let clause = clause.and_then(|node| {
        let text = node.to_data().as_str().map(str::to_owned).unwrap_or_default();
        let subject = NamedRule::parse(&text).map(|rule| (rule, node.place.clone()));
        if subject.is_none() {
            let problem = Problem::at(Kind::BadValue, &node.place, format!("invalid clause `{text}`"));
            keys.problem(problem.help("write file:line.clause, file:line, file#NAME.clause, or file with a `quote`"));
        }
        subject
    });
    let quote = keys.optional_text("quote").map(str::to_owned);
    let clause = clause.map(|(rule, place)| Subject::Rule { rule, quote, place });
    let reason = keys.required_text("reason").map(str::to_owned);
    let until = keys.required("until").and_then(|node| {
        let text = strict_map::text(node, "until", keys.problems())?;
        let day = date::read(text);
        if day.is_none() {
            let problem = Problem::at(Kind::BadValue, &node.place, format!("invalid date `until: {text}`"));
            keys.problem(problem.help("write year-month-day: 2027-01-31"));
        }
        day
    });
    let link = keys.optional_text("link").map(str::to_owned);
    let subject = match (scenario, clause) {
        (Some(subject), None) | (None, Some(subject)) => Some(subject),
        _ => {
            keys.problem(Problem::at(Kind::MissingKey, &node.place, "a gap needs either `scenario` or `clause`"));
            None
        }
    };
    keys.finish();
    Some(Gap {
        subject: subject?,
        reason: reason?,
        until: until?,
        link,
        place: node.place.clone(),
        clauses: Vec::new(),
    })
}

/// Returns problems for expired gaps and for gaps without a subject.
pub fn problems(gaps: &[Gap], suite: &Suite, today: Date) -> Vec<Problem> {
    [expired(gaps, today), nameless(gaps, suite)].concat()
}

/// Returns problems for expired gaps.
pub fn expired(gaps: &[Gap], today: Date) -> Vec<Problem> {
    let expired = gaps.iter().filter(|gap| gap.until < today);
    let problem = |gap: &Gap| {
        let message = format!("this known gap expired after {}", gap.until);
        let problem = Problem::at(Kind::Gap, &gap.place, message);
        problem.help("fix the engine, or review the gap and set a new date")
    };
    expired.map(problem).collect()
}

/// Returns problems for gaps whose scenario or clause does not exist.
fn nameless(gaps: &[Gap], suite: &Suite) -> Vec<Problem> {
    let is_named = |gap: &Gap| suite.scenarios.iter().any(|scenario| gap.names(scenario));
    // The gap may mean a scenario that cannot be read.
    let may_name = |gap: &Gap, broken: &Broken| match &gap.subject {
        Subject::Scenario(id) => broken.holds(id),
        Subject::Rule { .. } => true,
    };
    // An unread file may contain the subject.
    let may_be_unread = |gap: &Gap| suite.read.partial && gap.may_have_subject();
    let is_lost =
        |gap: &&Gap| !is_named(gap) && !may_be_unread(gap) && !suite.broken.iter().any(|broken| may_name(gap, broken));
    gaps.iter().filter(is_lost).map(|gap| names_nothing(gap, suite)).collect()
}

fn names_nothing(gap: &Gap, suite: &Suite) -> Problem {
    let at = |message: String| Problem::at(Kind::Gap, &gap.place, message);
    match &gap.subject {
        Subject::Scenario(id) => {
            let ids = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
            at(format!("there is no scenario `{id}`, so this gap has no effect")).nearest(id, ids)
        }
        Subject::Rule { rule, .. } => match !gap.clauses.is_empty() {
            true => at(format!("no scenario cites `{rule}`, so this gap has no effect")),
            false => at(format!("there is no clause `{rule}`, so this gap has no effect")),
        },
    }
}
