//! The header comments of a golden: who accepted the outcome, why, on which engine, and for which rule text.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::suggestion::this_call;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::normalized_text::Wording;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Profile;
use truthsayer_protocol::text;

const UNDER: &str = "# under ";

/// Who accepted an outcome, why, and on which engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    pub by: String,
    pub reason: String,
    /// Name and version.
    pub engine: String,
}

impl Acceptance {
    pub fn new(by: &str, reason: &str, profile: &Profile) -> Acceptance {
        let engine = format!("{} {}", profile.name, profile.version);
        let line = |words: &str| text::one_line(words.trim());
        Acceptance { by: line(by), reason: line(reason), engine: line(&engine) }
    }

    /// Inserts these comments after the first line of a golden.
    pub fn put_into(&self, rendered: &str, scenario: &Scenario, book: &Rulebook) -> String {
        let (first, rest) = rendered.split_once('\n').unwrap_or((rendered, ""));
        let Acceptance { by, reason, engine } = self;
        let mut head = format!("{first}\n# accepted by {by}, on {engine}: {reason}\n");
        for (address, words) in cited(scenario, book) {
            head.push_str(&format!("{UNDER}{address}: {words}\n"));
        }
        head + rest
    }
}

/// Returns the address and words of each clause that a scenario cites.
fn cited(scenario: &Scenario, book: &Rulebook) -> Vec<(String, String)> {
    let ids: BTreeSet<&ClauseId> = scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
    let found = ids.into_iter().filter_map(|id| {
        let file = book.file(&id.file)?;
        let address = Address::stable(file, file.line(id.line)?);
        Some((address.to_string(), text::one_line(book.clause_text(id))))
    });
    found.collect()
}

/// Returns a problem for each rule text in the header that no cited clause has any more.
pub(crate) fn outdated(golden: &Arc<SourceFile>, scenario: &Scenario, book: &Rulebook) -> Vec<Problem> {
    let now = cited(scenario, book);
    let says = |words: &str| now.iter().any(|(_, own)| Wording::of(own).as_str() == Wording::of(words).as_str());
    let mut problems = Vec::new();
    let mut at = 0;
    for line in golden.text.split_inclusive('\n').take_while(|line| line.starts_with('#')) {
        let under = line.trim_end().strip_prefix(UNDER).and_then(|rest| rest.split_once(": "));
        if let Some((address, words)) = under.filter(|(_, words)| !says(words)) {
            let place = Place::new(golden, at, at + line.trim_end().len());
            let message = format!("this outcome was accepted for an older text of `{address}`");
            let problem = Problem::at(Kind::Golden, &place, message).help(format!("old text: {words}"));
            let today = now.iter().filter(|(own, _)| own == address);
            let problem = today.fold(problem, |problem, (_, words)| problem.help(format!("new text: {words}")));
            let bless = this_call().writes(&["bless", &scenario.id, "--reason", "WHY"]);
            problems.push(problem.suggest(bless, "accepts it for the new text, if its claims pass"));
        }
        at += line.len();
    }
    problems
}
