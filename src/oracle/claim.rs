//! Claims: a citation plus what must then hold.

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::datapath;
use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::pattern::Pattern;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::readings::ChosenReadings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::yaml;
use crate::oracle::yaml::Entry;
use crate::oracle::yaml::Node;
use crate::oracle::yaml::Value;
use crate::protocol::Data;
use crate::source::Place;
use crate::source::SourceFile;

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

#[derive(Debug, Clone)]
pub enum Expectation {
    Change {
        path: String,
        before: Data,
        after: Data,
        place: Place,
    },
    Unchanged {
        path: String,
        place: Place,
    },
    State {
        path: String,
        value: Data,
        place: Place,
    },
    /// An ordered subsequence of the log.
    Events {
        patterns: Box<[Pattern]>,
        place: Place,
    },
    NoEvent {
        pattern: Pattern,
    },
    Refused {
        step: usize,
        code: String,
        rule: Option<String>,
        place: Place,
    },
    Answer {
        step: usize,
        holds: Answer,
        place: Place,
    },
}

#[derive(Debug, Clone)]
pub enum Answer {
    Is(Data),
    Has { includes: Vec<Data>, excludes: Vec<Data> },
}

impl Expectation {
    pub fn place(&self) -> &Place {
        match self {
            Expectation::Change { place, .. }
            | Expectation::Unchanged { place, .. }
            | Expectation::State { place, .. }
            | Expectation::Events { place, .. }
            | Expectation::Refused { place, .. }
            | Expectation::Answer { place, .. } => place,
            Expectation::NoEvent { pattern } => &pattern.place,
        }
    }

    /// Says only that something did not happen. That proves a clause only if a knock-out makes it happen.
    pub fn is_negative(&self) -> bool {
        matches!(self, Expectation::Unchanged { .. } | Expectation::NoEvent { .. })
    }

    /// The state path that this is about, if any.
    pub fn path(&self) -> Option<&str> {
        match self {
            Expectation::Change { path, .. }
            | Expectation::Unchanged { path, .. }
            | Expectation::State { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The events that this is about.
    pub fn patterns(&self) -> &[Pattern] {
        match self {
            Expectation::Events { patterns, .. } => patterns,
            Expectation::NoEvent { pattern } => std::slice::from_ref(pattern),
            _ => &[],
        }
    }
}

impl Claim {
    pub fn is_negative(&self) -> bool {
        self.then.iter().all(Expectation::is_negative)
    }

    /// Reads one claim. `steps` are the kinds of the scripted steps, for checking the numbers named.
    pub fn read(node: &Node, steps: &[String], book: &Rulebook, problems: &mut Vec<Problem>) -> Option<Claim> {
        let mut keys = Fields::of("a claim", node, problems)?;
        let citation = read_citation(&mut keys);
        let then = match keys.required("then") {
            Some(then) => read_then(then, steps, keys.problems()),
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

/// `cite` and `quote`, wherever they stand together.
pub fn read_citation(keys: &mut Fields<'_, '_>) -> Option<Citation> {
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

fn read_then(node: &Node, steps: &[String], problems: &mut Vec<Problem>) -> Vec<Expectation> {
    let known = problems.len();
    let mut then = Vec::new();
    let Some(mut keys) = Fields::of("`then`", node, problems) else { return then };
    if let Some(changes) = keys.optional("changes") {
        entries(changes, "changes", keys.problems(), |entry, problems| then.extend(read_change(entry, problems)));
    }
    for path in keys.list("unchanged") {
        if let Some(text) = fields::text(path, "unchanged", keys.problems()) {
            then.push(Expectation::Unchanged { path: text.to_owned(), place: path.place.clone() });
        }
    }
    if let Some(state) = keys.optional("state") {
        entries(state, "state", keys.problems(), |entry, _| {
            let (path, value, place) = (entry.key.clone(), entry.value.to_data(), entry.value.place.clone());
            then.push(Expectation::State { path, value, place });
        });
    }
    let events = keys.list("events");
    let patterns: Box<[_]> = events.iter().filter_map(|event| Pattern::read(event, keys.problems())).collect();
    if let Some(first) = patterns.first() {
        let place = first.place.clone();
        then.push(Expectation::Events { patterns, place });
    }
    for event in keys.list("no_events") {
        then.extend(Pattern::read(event, keys.problems()).map(|pattern| Expectation::NoEvent { pattern }));
    }
    for node in one_or_many(keys.optional("refused")) {
        then.extend(read_refused(node, steps, keys.problems()));
    }
    for node in one_or_many(keys.optional("answers")) {
        then.extend(read_answer(node, steps, keys.problems()));
    }
    keys.finish();
    then.shrink_to_fit();
    if then.is_empty() && problems.len() == known {
        let problem = Problem::at(Kind::EmptyThen, &node.place, "`then` is empty, so this claim can never fail");
        problems
            .push(problem.help("say what must hold: changes, unchanged, state, events, no_events, refused or answers"));
    }
    then
}

fn entries(node: &Node, what: &str, problems: &mut Vec<Problem>, mut each: impl FnMut(&Entry, &mut Vec<Problem>)) {
    match node.entries() {
        Some(entries) => entries.iter().for_each(|entry| each(entry, problems)),
        None => {
            let message = format!("`{what}` must be a map of paths, this is {}", node.kind());
            problems.push(Problem::at(Kind::WrongType, &node.place, message));
        }
    }
}

fn one_or_many(node: Option<&Node>) -> Vec<&Node> {
    match node {
        None => Vec::new(),
        Some(Node { value: Value::List(items), .. }) => items.iter().collect(),
        Some(node) => vec![node],
    }
}

/// `path: before -> after`.
fn read_change(entry: &Entry, problems: &mut Vec<Problem>) -> Option<Expectation> {
    let place = &entry.value.place;
    let text = match &entry.value.value {
        Value::Scalar { text, .. } => text.as_str(),
        Value::List(_) | Value::Map(_) => fields::text(&entry.value, &entry.key, problems)?,
    };
    let Some((before, after)) = text.split_once("->").or_else(|| text.split_once('→')) else {
        let problem = Problem::at(Kind::BadValue, place, "a change is written `before -> after`");
        problems.push(problem.help(format!("for a value at the end alone, use `state: {{{}: {text}}}`", entry.key)));
        return None;
    };
    let (before, after) = (read_value(before, place, problems)?, read_value(after, place, problems)?);
    if datapath::same(&before, &after) {
        let problem = Problem::at(Kind::BadValue, place, "this is no change: before and after are the same");
        problems.push(problem.help(format!("to claim that it stays, use `unchanged: [{}]`", entry.key)));
        return None;
    }
    Some(Expectation::Change { path: entry.key.clone(), before, after, place: place.clone() })
}

/// One side of a change: a scalar, or a list or map in flow style.
fn read_value(text: &str, place: &Place, problems: &mut Vec<Problem>) -> Option<Data> {
    let text = text.trim();
    if !text.starts_with(['[', '{', '"', '\'']) {
        return Some(yaml::resolve(text));
    }
    match yaml::read(&SourceFile::new("change", text)) {
        Ok(node) => Some(node.to_data()),
        Err(_) => {
            problems.push(Problem::at(Kind::BadValue, place, format!("`{text}` is no value")));
            None
        }
    }
}

fn read_refused(node: &Node, steps: &[String], problems: &mut Vec<Problem>) -> Option<Expectation> {
    let mut keys = Fields::of("`refused`", node, problems)?;
    let step = keys.required("step");
    let code = keys.required_text("code").map(str::to_owned);
    let rule = keys.optional_text("rule").map(str::to_owned);
    keys.finish();
    let step = read_step(step?, steps, problems)?;
    Some(Expectation::Refused { step, code: code?, rule, place: node.place.clone() })
}

fn read_answer(node: &Node, steps: &[String], problems: &mut Vec<Problem>) -> Option<Expectation> {
    let mut keys = Fields::of("`answers`", node, problems)?;
    let step = keys.required("step");
    let is = keys.optional("is").map(Node::to_data);
    let data = |nodes: &[Node]| nodes.iter().map(Node::to_data).collect::<Vec<_>>();
    let (includes, excludes) = (data(keys.list("includes")), data(keys.list("excludes")));
    keys.finish();
    let number = read_step(step?, steps, problems)?;
    if steps.get(number - 1).is_some_and(|kind| kind != "ask") {
        let message = format!("step {number} is no `ask` step, so it has no answer");
        problems.push(Problem::at(Kind::BadValue, &node.place, message));
        return None;
    }
    let holds = match (is, includes.is_empty() && excludes.is_empty()) {
        (Some(data), true) => Answer::Is(data),
        (None, false) => Answer::Has { includes, excludes },
        _ => {
            let message = "an answer is claimed with `is`, or with `includes` and `excludes`";
            problems.push(Problem::at(Kind::BadValue, &node.place, message));
            return None;
        }
    };
    Some(Expectation::Answer { step: number, holds, place: node.place.clone() })
}

fn read_step(node: &Node, steps: &[String], problems: &mut Vec<Problem>) -> Option<usize> {
    let step = fields::number(node, "step", problems)?;
    if step == 0 || step > steps.len() {
        let message = format!("there is no step {step}; the script has {} (counted from 1)", steps.len());
        problems.push(Problem::at(Kind::BadValue, &node.place, message));
        return None;
    }
    Some(step)
}
