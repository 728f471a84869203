//! Reads the expectations of a claim: its `then`.

pub mod value_reader;

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
use crate::suite::expectation_reader::value_reader::ValueReader;
use crate::suite::expectation_reader::value_reader::number_range;
use truthsayer_protocol::Data;

/// Reads all expectations. `steps` are the kinds of the steps, to check step numbers.
pub(crate) fn read(
    node: &Node,
    steps: &[String],
    book: &Rulebook,
    values: &ValueReader<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<Expectation> {
    let known = problems.len();
    let mut then = Vec::new();
    let Some(mut keys) = Fields::of("`then`", node, problems) else { return then };
    read_state(&mut keys, values, &mut then);
    read_events(&mut keys, book, values, &mut then);
    for node in one_or_many(keys.optional("refused")) {
        then.extend(read_refused(node, steps, book, keys.problems()));
    }
    for node in one_or_many(keys.optional("answers")) {
        then.extend(read_answer(node, steps, values, keys.problems()));
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
fn read_state(keys: &mut Fields<'_, '_>, values: &ValueReader<'_>, then: &mut Vec<Expectation>) {
    if let Some(changes) = keys.optional("changes") {
        entries(changes, "changes", keys.problems(), |entry, problems| {
            then.extend(read_change(entry, values, problems))
        });
    }
    for path in keys.list("unchanged") {
        if let Some(text) = strict_map::text(path, "unchanged", keys.problems()) {
            then.push(Expectation::Unchanged { path: text.to_owned(), place: path.place.clone() });
        }
    }
    if let Some(state) = keys.optional("state") {
        entries(state, "state", keys.problems(), |entry, problems| {
            let (path, place) = (entry.key.clone(), entry.value.place.clone());
            let value = values.read(&entry.value, problems);
            then.extend(value.map(|value| Expectation::State { path, value, place }));
        });
    }
    if let Some(state) = keys.optional("holds_before") {
        entries(state, "holds_before", keys.problems(), |entry, problems| {
            let (path, place) = (entry.key.clone(), entry.value.place.clone());
            let value = values.read(&entry.value, problems);
            then.extend(value.map(|value| Expectation::HoldsBefore { path, value, place }));
        });
    }
}

/// Reads the expectations on the log.
fn read_events(keys: &mut Fields<'_, '_>, book: &Rulebook, values: &ValueReader<'_>, then: &mut Vec<Expectation>) {
    for (key, in_order) in [("events", true), ("events_in_any_order", false)] {
        let events = keys.list(key);
        let patterns: Box<[_]> =
            events.iter().filter_map(|event| Pattern::read(event, book, values, keys.problems())).collect();
        if let Some(first) = patterns.first() {
            let place = first.place.clone();
            then.push(Expectation::Events { patterns, in_order, place });
        }
    }
    for event in keys.list("once") {
        then.extend(Pattern::read(event, book, values, keys.problems()).map(|pattern| Expectation::Once { pattern }));
    }
    for event in keys.list("no_events") {
        then.extend(
            Pattern::read(event, book, values, keys.problems()).map(|pattern| Expectation::NoEvent { pattern }),
        );
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
fn read_change(entry: &MapEntry, values: &ValueReader<'_>, problems: &mut Vec<Problem>) -> Option<Expectation> {
    let place = &entry.value.place;
    let (before, after) = match &entry.value.value {
        Value::Scalar { text, .. } => read_arrow(&entry.key, text, place, values, problems)?,
        Value::Map(_) => read_both(&entry.value, values, problems)?,
        Value::List(_) => {
            let problem = Problem::at(Kind::BadValue, place, "write a change as `before -> after`");
            problems.push(problem.help("write lists as `{before: [shield], after: []}`"));
            return None;
        }
    };
    if number_range::can_be_one(&before, &after, values.tolerance) {
        let message = match (datapath::same(&before, &after), before.is_number() && after.is_number()) {
            (true, _) => "before and after are the same".to_owned(),
            (false, true) => format!("before and after are the same within the tolerance of {}", values.tolerance),
            (false, false) => "before and after can be the same value".to_owned(),
        };
        let problem = Problem::at(Kind::BadValue, place, message);
        problems.push(problem.help(format!("to claim that it stays, use `unchanged: [{}]`", entry.key)));
        return None;
    }
    Some(Expectation::Change { path: entry.key.clone(), before, after, place: place.clone() })
}

/// Parses `before -> after` as goldens write it. Returns `None` if the text has another form.
pub(crate) fn change_of(text: &str) -> Option<(Data, Data)> {
    let (before, after) = text.split_once(" -> ")?;
    Some((plain_value(before)?, plain_value(after)?))
}

fn read_arrow(
    path: &str,
    text: &str,
    place: &Place,
    values: &ValueReader<'_>,
    problems: &mut Vec<Problem>,
) -> Option<(Data, Data)> {
    let Some((before, after)) = text.split_once("->").or_else(|| text.split_once('→')) else {
        let problem = Problem::at(Kind::BadValue, place, "write a change as `before -> after`");
        problems.push(problem.help(format!("to check only the final value, use `state: {{{path}: {text}}}`")));
        return None;
    };
    Some((values.read_text(before, place, problems)?, values.read_text(after, place, problems)?))
}

fn read_both(node: &Node, values: &ValueReader<'_>, problems: &mut Vec<Problem>) -> Option<(Data, Data)> {
    let mut keys = Fields::of("a change", node, problems)?;
    let (before, after) = (keys.required("before"), keys.required("after"));
    keys.finish();
    Some((values.read(before?, problems)?, values.read(after?, problems)?))
}

/// Reads one side of a recorded change: a scalar, or a list or map in flow style.
fn plain_value(text: &str) -> Option<Data> {
    let text = text.trim();
    match text.starts_with(['[', '{', '"', '\'']) {
        true => yaml::read(&SourceFile::new("change", text)).ok().map(|node| node.to_data()),
        false => Some(yaml::resolve(text)),
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

fn read_answer(
    node: &Node,
    steps: &[String],
    values: &ValueReader<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Expectation> {
    let mut keys = Fields::of("`answers`", node, problems)?;
    let step = keys.required("step");
    let (is, includes, excludes) = (keys.optional("is"), keys.list("includes"), keys.list("excludes"));
    keys.finish();
    let number = read_step(step?, steps, problems)?;
    let mut data = |nodes: &[Node]| nodes.iter().map(|node| values.read(node, problems)).collect::<Option<Vec<_>>>();
    let (includes, excludes) = (data(includes)?, data(excludes)?);
    let is = match is {
        Some(node) => Some(values.read(node, problems)?),
        None => None,
    };
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
