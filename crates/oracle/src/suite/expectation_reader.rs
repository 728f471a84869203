//! Reads the expectations of a claim: its `then`.

use crate::base::datapath;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::rulebook::Rulebook;
use crate::suite::cited_rule::CitedRule;
use crate::suite::event_pattern::Pattern;
use crate::suite::expectation::Expectation;
use crate::suite::expectation::ExpectedAnswer;
use truthsayer_protocol::Data;

/// Reads all expectations. `steps` are the kinds of the steps, to check step numbers.
pub(crate) fn read(node: &Node, steps: &[String], book: &Rulebook, problems: &mut Vec<Problem>) -> Vec<Expectation> {
    let known = problems.len();
    let mut then = Vec::new();
    let Some(mut keys) = Fields::of("`then`", node, problems) else { return then };
    read_state(&mut keys, &mut then);
    read_events(&mut keys, book, &mut then);
    for node in one_or_many(keys.optional("refused")) {
        then.extend(read_refused(node, steps, book, keys.problems()));
    }
    for node in one_or_many(keys.optional("answers")) {
        then.extend(read_answer(node, steps, keys.problems()));
    }
    keys.finish();
    then.shrink_to_fit();
    if !then.is_empty() {
        problems.extend(node.entries().unwrap_or_default().iter().filter_map(says_nothing));
    }
    if then.is_empty() && problems.len() == known {
        let problem = Problem::at(Kind::EmptyThen, &node.place, "`then` is empty, so this claim can never fail");
        problems.push(problem.help(
           "write what must hold: changes, unchanged, state, holds_before, events, events_in_any_order, once, no_events, \
             refused or answers",
        ));
    }
    then
}

/// Returns a problem for an empty list or map, which would never be checked.
fn says_nothing(entry: &MapEntry) -> Option<Problem> {
    let is_empty = match &entry.value.value {
        Value::List(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        Value::Scalar { .. } => false,
    };
    let problem =
        Problem::at(Kind::EmptyThen, &entry.key_place, format!("`{}` is empty, so it claims nothing", entry.key));
    is_empty.then(|| problem.help("remove it; to claim that something does not happen, use `no_events` or `unchanged`"))
}

/// Reads the expectations on the state.
fn read_state(keys: &mut Fields<'_, '_>, then: &mut Vec<Expectation>) {
    if let Some(changes) = keys.optional("changes") {
        entries(changes, "changes", keys.problems(), |entry, problems| then.extend(read_change(entry, problems)));
    }
    for path in keys.list("unchanged") {
        if let Some(text) = strict_map::text(path, "unchanged", keys.problems()) {
            then.push(Expectation::Unchanged { path: text.to_owned(), place: path.place.clone() });
        }
    }
    if let Some(state) = keys.optional("state") {
        entries(state, "state", keys.problems(), |entry, _| {
            let (path, value, place) = (entry.key.clone(), entry.value.to_data(), entry.value.place.clone());
            then.push(Expectation::State { path, value, place });
        });
    }
    if let Some(state) = keys.optional("holds_before") {
        entries(state, "holds_before", keys.problems(), |entry, _| {
            let (path, value, place) = (entry.key.clone(), entry.value.to_data(), entry.value.place.clone());
            then.push(Expectation::HoldsBefore { path, value, place });
        });
    }
}

/// Reads the expectations on the log.
fn read_events(keys: &mut Fields<'_, '_>, book: &Rulebook, then: &mut Vec<Expectation>) {
    for (key, in_order) in [("events", true), ("events_in_any_order", false)] {
        let events = keys.list(key);
        let patterns: Box<[_]> =
            events.iter().filter_map(|event| Pattern::read(event, book, keys.problems())).collect();
        if let Some(first) = patterns.first() {
            let place = first.place.clone();
            then.push(Expectation::Events { patterns, in_order, place });
        }
    }
    for event in keys.list("once") {
        then.extend(Pattern::read(event, book, keys.problems()).map(|pattern| Expectation::Once { pattern }));
    }
    for event in keys.list("no_events") {
        then.extend(Pattern::read(event, book, keys.problems()).map(|pattern| Expectation::NoEvent { pattern }));
    }
}

fn entries(node: &Node, what: &str, problems: &mut Vec<Problem>, mut each: impl FnMut(&MapEntry, &mut Vec<Problem>)) {
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

/// Reads `path: before -> after`, or `path: {before: …, after: …}` for values that the arrow form cannot hold.
fn read_change(entry: &MapEntry, problems: &mut Vec<Problem>) -> Option<Expectation> {
    let place = &entry.value.place;
    let (before, after) = match &entry.value.value {
        Value::Scalar { text, .. } => read_arrow(&entry.key, text, place, problems)?,
        Value::Map(_) => read_both(&entry.value, problems)?,
        Value::List(_) => {
            let problem = Problem::at(Kind::BadValue, place, "write a change as `before -> after`");
            problems.push(problem.help("write lists as `{before: [shield], after: []}`"));
            return None;
        }
    };
    if datapath::same(&before, &after) {
        let problem = Problem::at(Kind::BadValue, place, "before and after are the same");
        problems.push(problem.help(format!("to claim that it stays, use `unchanged: [{}]`", entry.key)));
        return None;
    }
    Some(Expectation::Change { path: entry.key.clone(), before, after, place: place.clone() })
}

/// Parses `before -> after` as goldens write it. Returns `None` if the text has another form.
pub(crate) fn change_of(text: &str) -> Option<(Data, Data)> {
    let (before, after) = text.split_once(" -> ")?;
    let value = |text: &str| read_value(text, &Place::new(&SourceFile::new("change", text), 0, 0), &mut Vec::new());
    Some((value(before)?, value(after)?))
}

fn read_arrow(path: &str, text: &str, place: &Place, problems: &mut Vec<Problem>) -> Option<(Data, Data)> {
    let Some((before, after)) = text.split_once("->").or_else(|| text.split_once('→')) else {
        let problem = Problem::at(Kind::BadValue, place, "write a change as `before -> after`");
        problems.push(problem.help(format!("to check only the final value, use `state: {{{path}: {text}}}`")));
        return None;
    };
    Some((read_value(before, place, problems)?, read_value(after, place, problems)?))
}

fn read_both(node: &Node, problems: &mut Vec<Problem>) -> Option<(Data, Data)> {
    let mut keys = Fields::of("a change", node, problems)?;
    let (before, after) = (keys.required("before"), keys.required("after"));
    keys.finish();
    Some((before?.to_data(), after?.to_data()))
}

/// Reads one side of a change: a scalar, or a list or map in flow style.
fn read_value(text: &str, place: &Place, problems: &mut Vec<Problem>) -> Option<Data> {
    let text = text.trim();
    if !text.starts_with(['[', '{', '"', '\'']) {
        return match yaml::check_number(text, place) {
            Ok(()) => Some(yaml::resolve(text)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        };
    }
    match yaml::read(&SourceFile::new("change", text)) {
        Ok(node) => Some(node.to_data()),
        Err(_) => {
            problems.push(Problem::at(Kind::BadValue, place, format!("invalid value `{text}`")));
            None
        }
    }
}

fn read_refused(node: &Node, steps: &[String], book: &Rulebook, problems: &mut Vec<Problem>) -> Option<Expectation> {
    let mut keys = Fields::of("`refused`", node, problems)?;
    let step = keys.required("step");
    let code = keys.optional_text("code").map(str::to_owned);
    let rule = keys.optional_text("rule").map(|text| CitedRule::new(text, book));
    keys.finish();
    let step = read_step(step?, steps, problems)?;
    Some(Expectation::Refused { step, code, rule, place: node.place.clone() })
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
        let message = format!("step {number} is not an `ask` step, so it has no answer");
        problems.push(Problem::at(Kind::BadValue, &node.place, message));
        return None;
    }
    let holds = match (is, includes.is_empty() && excludes.is_empty()) {
        (Some(data), true) => ExpectedAnswer::Is(data),
        (None, false) => ExpectedAnswer::Has { includes, excludes },
        _ => {
            let message = "an answer needs `is`, or `includes` and `excludes`";
            problems.push(Problem::at(Kind::BadValue, &node.place, message));
            return None;
        }
    };
    Some(Expectation::Answer { step: number, holds, place: node.place.clone() })
}

fn read_step(node: &Node, steps: &[String], problems: &mut Vec<Problem>) -> Option<usize> {
    let step = strict_map::number(node, "step", problems)?;
    if step == 0 || step > steps.len() {
        let message = format!("there is no step {step}; the scenario has {} (counted from 1)", steps.len());
        problems.push(Problem::at(Kind::BadValue, &node.place, message));
        return None;
    }
    Some(step)
}
