//! Claims: a citation plus the expectations that follow from it.

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map::Fields;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::citation::Citation;
use crate::suite::expectation::Expectation;
use crate::suite::expectation_reader;
use crate::suite::expectation_reader::value_reader::ValueReader;
use crate::suite::readings::ChosenReadings;

/// A citation plus the expectations that must hold after the run.
#[derive(Debug, Clone)]
pub struct Claim {
    pub citation: Citation,
    /// The clauses that the quote overlaps; empty if the citation is broken.
    pub clauses: Vec<ClauseId>,
    pub then: Vec<Expectation>,
    /// The readings for which the claim applies.
    pub under: ChosenReadings,
    /// Why the claim may pass without its clause: it shows the limit of the rule ("49 does not win").
    pub limit: Option<String>,
    pub place: Place,
}

impl Claim {
    pub(crate) fn is_negative(&self) -> bool {
        self.then.iter().all(Expectation::is_negative)
    }

    /// Returns the content without its position: equal for equal claims.
    pub(crate) fn content(&self) -> String {
        let then: Vec<String> = self.then.iter().map(Expectation::content).collect();
        let clauses: Vec<String> = self.clauses.iter().map(ToString::to_string).collect();
        format!("{} {}", clauses.join(" "), then.join("\n"))
    }

    /// Reads one claim. `steps` are the kinds of the steps, to check step numbers.
    pub(crate) fn read(
        node: &Node,
        steps: &[String],
        book: &Rulebook,
        values: &ValueReader<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<Claim> {
        if let Some(number) = numbered(node) {
            problems.push(number);
            return None;
        }
        let mut keys = Fields::of("a claim", node, problems)?;
        let citation = Citation::read(&mut keys);
        let then = match keys.required("then") {
            Some(then) => expectation_reader::read(then, steps, book, values, keys.problems()),
            None => Vec::new(),
        };
        let under = keys.optional("under").map(|node| ChosenReadings::read(node, "under", keys.problems()));
        let limit = keys.optional_reason("limit");
        keys.finish();
        let citation = citation?;
        let clauses = citation.clauses(book).unwrap_or_else(|problem| {
            problems.push(*problem);
            Vec::new()
        });
        let (under, place) = (under.unwrap_or_default(), node.place.clone());
        Some(Claim { citation, clauses, then, under, limit, place })
    }
}

/// Returns a problem if the claim cites its rule by a bare number.
fn numbered(node: &Node) -> Option<Problem> {
    let named = |key: &str| node.entries()?.iter().find(|entry| entry.key == key);
    let by_number = |entry: &&MapEntry| entry.value.to_data().is_number();
    let entry = named("rule").or_else(|| named("cite").filter(by_number))?;
    let place = if entry.key == "rule" { &entry.key_place } else { &entry.value.place };
    let problem = Problem::at(Kind::BadValue, place, "a claim must cite a line of a rule file and quote its words");
    let line = entry.value.to_data().as_u64().unwrap_or(1);
    let form = format!("write `cite: <game>/<file>.md:{line}`, or `cite: <game>/<file>.md#NAME`");
    Some(problem.help(format!("{form}, and `quote:` with some of its words")))
}
