//! Known gaps of an engine: deviations that somebody has looked at and listed, each with a reason and a last day.

use jiff::civil::Date;

use crate::oracle::broken::Broken;
use crate::oracle::citation::Citation;
use crate::oracle::day;
use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::oracle::yaml::Node;
use crate::source::Place;

#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    pub subject: Subject,
    pub reason: String,
    /// The last day on which it is accepted.
    pub until: Date,
    pub link: Option<String>,
    pub place: Place,
    /// The clauses that it speaks of, once the rulebook has been read.
    clauses: Vec<ClauseId>,
}

/// What is known to deviate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// One scenario, or every row of its table.
    Scenario(String),
    /// Every claim on a clause, or on any clause of a line.
    Rule {
        rule: NamedRule,
        /// Words of the clause, where the address alone does not say which.
        quote: Option<String>,
        /// Where the address stands.
        place: Place,
    },
}

impl Gap {
    /// The gap in one sentence, as every document tells it.
    pub fn sentence(&self) -> String {
        let link = self.link.as_ref().map_or(String::new(), |link| format!(", {link}"));
        format!("{} (known gap until {}{link})", self.reason.trim_end_matches('.'), self.until)
    }

    /// Whether a failing claim is what this gap speaks of.
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
            Subject::Scenario(id) => scenario.id == *id || scenario.id.split('[').next() == Some(id),
            Subject::Rule { .. } => scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|id| self.holds(id)),
        }
    }

    fn holds(&self, id: &ClauseId) -> bool {
        self.clauses.contains(id)
    }

    /// Finds the clauses that it speaks of.
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
            let problem = Problem::at(Kind::BadValue, &node.place, format!("`{text}` is no clause"));
            keys.problem(problem.help("write file:line.clause, file:line, file#NAME.clause, or file with a `quote`"));
        }
        subject
    });
    let quote = keys.optional_text("quote").map(str::to_owned);
    let clause = clause.map(|(rule, place)| Subject::Rule { rule, quote, place });
    let reason = keys.required_text("reason").map(str::to_owned);
    let until = keys.required("until").and_then(|node| {
        let text = fields::text(node, "until", keys.problems())?;
        let day = day::read(text);
        if day.is_none() {
            let problem =
                Problem::at(Kind::BadValue, &node.place, format!("`until: {text}` is no date of the calendar"));
            keys.problem(problem.help("write year-month-day: 2027-01-31"));
        }
        day
    });
    let link = keys.optional_text("link").map(str::to_owned);
    let subject = match (scenario, clause) {
        (Some(subject), None) | (None, Some(subject)) => Some(subject),
        _ => {
            keys.problem(Problem::at(Kind::MissingKey, &node.place, "a gap names either a `scenario` or a `clause`"));
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

/// Gaps whose day has passed, and gaps that name nothing.
pub fn problems(gaps: &[Gap], suite: &Suite, today: Date) -> Vec<Problem> {
    [expired(gaps, today), nameless(gaps, suite)].concat()
}

/// Gaps whose day has passed.
pub(crate) fn expired(gaps: &[Gap], today: Date) -> Vec<Problem> {
    let expired = gaps.iter().filter(|gap| gap.until < today);
    let problem = |gap: &Gap| {
        let message = format!("this gap was accepted until {} and has expired", gap.until);
        let problem = Problem::at(Kind::Gap, &gap.place, message);
        problem.help("mend the engine, or look at it again and set a new day")
    };
    expired.map(problem).collect()
}

/// Gaps that name nothing.
fn nameless(gaps: &[Gap], suite: &Suite) -> Vec<Problem> {
    let is_named = |gap: &Gap| suite.scenarios.iter().any(|scenario| gap.names(scenario));
    // What cannot be played may be what it names.
    let may_name = |gap: &Gap, broken: &Broken| match &gap.subject {
        Subject::Scenario(id) => broken.id == id.split('[').next().unwrap_or_default(),
        Subject::Rule { .. } => true,
    };
    let is_lost = |gap: &&Gap| !is_named(gap) && !suite.broken.iter().any(|broken| may_name(gap, broken));
    gaps.iter().filter(is_lost).map(|gap| names_nothing(gap, suite)).collect()
}

fn names_nothing(gap: &Gap, suite: &Suite) -> Problem {
    let at = |message: String| Problem::at(Kind::Gap, &gap.place, message);
    match &gap.subject {
        Subject::Scenario(id) => {
            let ids = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
            at(format!("this gap names no scenario: there is no `{id}`")).nearest(id, ids)
        }
        Subject::Rule { rule, .. } => match !gap.clauses.is_empty() {
            true => at(format!("no scenario cites `{rule}`, so this gap explains nothing")),
            false => at(format!("this gap names no clause: there is no `{rule}`")),
        },
    }
}

/// The gap that explains a deviating scenario: every failing claim must be covered, by whichever gap.
pub fn excuse<'g>(gaps: &'g [Gap], judged: &Judged<'_>) -> Option<&'g Gap> {
    let known = judged.verdict.deviations().iter().map(|deviation| match deviation.claim {
        Some(claim) => gaps.iter().find(|gap| gap.covers(judged.scenario, claim)),
        // What no claim speaks of, only a gap of the whole scenario can explain.
        None => gaps.iter().find(|gap| matches!(gap.subject, Subject::Scenario(_)) && gap.names(judged.scenario)),
    });
    known.collect::<Option<Vec<&Gap>>>()?.first().copied()
}

/// Gaps of which everything they name was played, and nothing of it fails any more.
pub fn closed(gaps: &[Gap], judged: &[Judged<'_>], suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    for gap in gaps {
        let named = suite.scenarios.iter().filter(|scenario| gap.names(scenario)).count();
        let was_played = |judged: &Judged<'_>| {
            judged.verdict.is_judged() || matches!(judged.verdict, Verdict::Failed(_) | Verdict::Rejected(_))
        };
        let played: Vec<&Judged<'_>> =
            judged.iter().filter(|judged| gap.names(judged.scenario) && was_played(judged)).collect();
        let fails = |judged: &&Judged<'_>| {
            judged.verdict.deviations().iter().any(|deviation| match deviation.claim {
                Some(claim) => gap.covers(judged.scenario, claim),
                None => matches!(gap.subject, Subject::Scenario(_)),
            })
        };
        if named > 0 && played.len() == named && !played.iter().any(fails) {
            let problem =
                Problem::at(Kind::Gap, &gap.place, "this gap is closed: nothing that it names fails any more");
            problems.push(problem.help("take it off the list"));
        }
    }
    problems
}
