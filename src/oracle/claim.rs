//! Claims: a citation plus what must then hold.

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::expectation::Expectation;
use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::readings::ChosenReadings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::then;
use crate::oracle::yaml::MapEntry;
use crate::oracle::yaml::Node;
use crate::source::Place;

/// What the rule says must hold after the script has been played.
#[derive(Debug, Clone)]
pub struct Claim {
    pub citation: Citation,
    /// The clauses that the quote touches; empty if the citation is broken.
    pub clauses: Vec<ClauseId>,
    pub then: Vec<Expectation>,
    /// The readings under which it must hold; under another it says nothing.
    pub under: ChosenReadings,
    pub place: Place,
}

impl Claim {
    pub(crate) fn is_negative(&self) -> bool {
        self.then.iter().all(Expectation::is_negative)
    }

    /// Everything it says, without the place where it is written: equal for equal claims.
    pub(crate) fn content(&self) -> String {
        let then: Vec<String> = self.then.iter().map(Expectation::content).collect();
        let clauses: Vec<String> = self.clauses.iter().map(ToString::to_string).collect();
        format!("{} {}", clauses.join(" "), then.join("\n"))
    }

    /// Reads one claim. `steps` are the kinds of the scripted steps, for checking the numbers named.
    pub(crate) fn read(node: &Node, steps: &[String], book: &Rulebook, problems: &mut Vec<Problem>) -> Option<Claim> {
        if let Some(number) = numbered(node) {
            problems.push(number);
            return None;
        }
        let mut keys = Fields::of("a claim", node, problems)?;
        let citation = read_citation(&mut keys);
        let then = match keys.required("then") {
            Some(then) => then::read(then, steps, book, keys.problems()),
            None => Vec::new(),
        };
        let under = keys.optional("under").map(|node| ChosenReadings::read(node, "under", keys.problems()));
        keys.finish();
        let citation = citation?;
        let clauses = citation.clauses(book).unwrap_or_else(|problem| {
            problems.push(*problem);
            Vec::new()
        });
        Some(Claim { citation, clauses, then, under: under.unwrap_or_default(), place: node.place.clone() })
    }
}

/// A claim that names its rule by a number, as people do among themselves.
fn numbered(node: &Node) -> Option<Problem> {
    let named = |key: &str| node.entries()?.iter().find(|entry| entry.key == key);
    let by_number = |entry: &&MapEntry| entry.value.to_data().is_number();
    let entry = named("rule").or_else(|| named("cite").filter(by_number))?;
    let place = if entry.key == "rule" { &entry.key_place } else { &entry.value.place };
    let problem = Problem::at(Kind::BadValue, place, "a claim cites a line of a rule file, and words that stand there");
    let line = entry.value.to_data().as_u64().unwrap_or(1);
    let form = format!("write `cite: <game>/<file>.md:{line}`, or `cite: <game>/<file>.md#NAME`");
    Some(problem.help(format!("{form}, and `quote:` with some of its words")))
}

/// `cite` and `quote`, wherever they stand together.
pub(crate) fn read_citation(keys: &mut Fields<'_, '_>) -> Option<Citation> {
    let cite = keys.required("cite");
    let quote = keys.required("quote");
    let (cite, quote) = (cite?, quote?);
    let text = fields::text(cite, "cite", keys.problems());
    let quoted = fields::text(quote, "quote", keys.problems());
    let (text, quoted) = (text?, quoted?);
    let Some(address) = Address::parse(text) else {
        let message = format!("`{text}` is no citation");
        let problem = Problem::at(Kind::BadValue, &cite.place, message);
        let problem = problem.help("write `file.md:line`, `file.md#NAME` or `file.md` alone");
        keys.problem(problem.help("the quote picks the clause"));
        return None;
    };
    if quoted.trim().is_empty() {
        keys.problem(Problem::at(Kind::BadValue, &quote.place, "the quote is empty"));
        return None;
    }
    let places = (Some(cite.place.clone()), Some(quote.place.clone()));
    Some(Citation { cite_place: places.0, quote_place: places.1, ..Citation::new(address, quoted) })
}
