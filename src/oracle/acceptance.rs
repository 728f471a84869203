//! Who accepted an outcome, why, on which engine and under which words of the rules: comment lines at the head of a golden.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::oracle::address::Address;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::suggestion::this_call;
use crate::oracle::wording::Wording;
use crate::protocol::Profile;
use crate::protocol::text;
use crate::source::Place;
use crate::source::SourceFile;

const UNDER: &str = "# under ";

/// What is kept beside an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Acceptance {
    pub by: String,
    pub reason: String,
    /// Name and version.
    pub engine: String,
}

impl Acceptance {
    pub(crate) fn new(by: &str, reason: &str, profile: &Profile) -> Acceptance {
        let engine = format!("{} {}", profile.name, profile.version);
        let line = |words: &str| text::one_line(words.trim());
        Acceptance { by: line(by), reason: line(reason), engine: line(&engine) }
    }

    /// A golden with these lines after its first one.
    pub(crate) fn put_into(&self, rendered: &str, scenario: &Scenario, book: &Rulebook) -> String {
        let (first, rest) = rendered.split_once('\n').unwrap_or((rendered, ""));
        let Acceptance { by, reason, engine } = self;
        let mut head = format!("{first}\n# accepted by {by}, on {engine}: {reason}\n");
        for (address, words) in cited(scenario, book) {
            head.push_str(&format!("{UNDER}{address}: {words}\n"));
        }
        head + rest
    }
}

/// The clauses that a scenario cites, each with its address and its words.
fn cited(scenario: &Scenario, book: &Rulebook) -> Vec<(String, String)> {
    let ids: BTreeSet<&ClauseId> = scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
    let told = ids.into_iter().filter_map(|id| {
        let file = book.file(&id.file)?;
        let address = Address::stable(file, file.line(id.line)?);
        Some((address.to_string(), text::one_line(book.clause_text(id))))
    });
    told.collect()
}

/// An outcome that was accepted under words which no clause that its scenario cites says any more.
pub(crate) fn outdated(golden: &Arc<SourceFile>, scenario: &Scenario, book: &Rulebook) -> Vec<Problem> {
    let now = cited(scenario, book);
    let says = |words: &str| now.iter().any(|(_, own)| Wording::of(own).as_str() == Wording::of(words).as_str());
    let mut problems = Vec::new();
    let mut at = 0;
    for line in golden.text.split_inclusive('\n').take_while(|line| line.starts_with('#')) {
        let under = line.trim_end().strip_prefix(UNDER).and_then(|rest| rest.split_once(": "));
        if let Some((address, words)) = under.filter(|(_, words)| !says(words)) {
            let place = Place::new(golden, at, at + line.trim_end().len());
            let message = format!("this outcome was accepted under other words of `{address}`");
            let problem = Problem::at(Kind::Golden, &place, message).help(format!("it said then: {words}"));
            let today = now.iter().filter(|(own, _)| own == address);
            let problem = today.fold(problem, |problem, (_, words)| problem.help(format!("it says now: {words}")));
            let bless = this_call().writes(&["bless", &scenario.id, "--reason", "WHY"]);
            problems.push(problem.suggest(bless, "accepts it under the new words, if its claims hold"));
        }
        at += line.len();
    }
    problems
}
