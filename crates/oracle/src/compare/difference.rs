//! The first difference between the replies of two engines to one task.

use crate::base::tolerance::Tolerance;
use crate::base::yaml_flow;
use crate::compare::comparable;
use crate::compare::comparable::Comparable;
use crate::compare::difference_text;
use crate::compare::difference_text::shortened;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::text;

/// A reply, or the fault if there is none.
pub(crate) type ReplyOrFault = Result<Reply, Fault>;

/// The first difference between two replies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The difference without names and numbers: findings of the same group count as one fault.
    pub group: String,
    /// The difference is in the set-up, before the first step.
    pub is_set_up: bool,
    /// The step, counted from 1, of the first differing event, if the event names it.
    pub step: Option<usize>,
    /// A side has no reply: it died, was too late, or wrote nonsense. Repeating that is expensive.
    pub is_fault: bool,
    /// The differing values of both sides.
    pub sides: [String; 2],
}

const SET_UP: &str = "set-up";

/// Returns whether two replies may differ: numbers are compared exactly. Fast, because most replies do not differ.
pub(crate) fn differ(one: &ReplyOrFault, other: &ReplyOrFault, comparable: &Comparable) -> bool {
    match (one, other) {
        (Ok(Reply::Played(one)), Ok(Reply::Played(other))) => {
            one.after != other.after || one.log != other.log || one.before != other.before
        }
        (Ok(Reply::Unsupported(_)), _) | (_, Ok(Reply::Unsupported(_))) => false,
        (Ok(Reply::Invalid(_)), _) | (_, Ok(Reply::Invalid(_))) if comparable.one_engine => false,
        _ if [one, other].into_iter().any(is_gone) => false,
        _ => kind(one) != kind(other),
    }
}

/// Returns whether an engine no longer answers. That says nothing about the task.
fn is_gone(reply: &ReplyOrFault) -> bool {
    let fault = reply.as_ref().err();
    fault.is_some_and(|fault| {
        matches!(fault, Fault::GivenUp { .. } | Fault::NotStarted { .. } | Fault::Changed { .. } | Fault::Interrupted)
    })
}

/// Returns the first difference: in the set-up, the log, or the final state.
pub(crate) fn between(
    task: &Task,
    one: &ReplyOrFault,
    other: &ReplyOrFault,
    comparable: &Comparable,
) -> Vec<Difference> {
    if !differ(one, other, comparable) {
        return Vec::new();
    }
    match (one, other) {
        (Ok(Reply::Played(one)), Ok(Reply::Played(other))) if comparable.is_clear() => {
            outcomes(task, one, other, comparable)
        }
        (Ok(Reply::Played(one)), Ok(Reply::Played(other))) => {
            outcomes(task, &comparable.seen(task, one), &comparable.seen(task, other), comparable)
        }
        (Ok(Reply::Played(played)), Ok(Reply::Invalid(complaint)))
        | (Ok(Reply::Invalid(complaint)), Ok(Reply::Played(played)))
            if refuses_the_same(played, complaint) =>
        {
            Vec::new()
        }
        _ => {
            let group = format!("reply: {} | {}", kind_and_reason(task, one), kind_and_reason(task, other));
            let sides = [reply_text(one), reply_text(other)];
            let is_fault = one.is_err() || other.is_err();
            vec![Difference { group, is_set_up: false, step: None, is_fault, sides }]
        }
    }
}

/// Returns whether one side refuses the step that the other one calls invalid: both reject it, in other words.
fn refuses_the_same(played: &Outcome, complaint: &Complaint) -> bool {
    let number = complaint.at.strip_prefix("when[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    number.is_some_and(|index| played.log.iter().any(|it| it.name == REFUSED && step_of(it) == Some(index + 1)))
}

fn outcomes(task: &Task, one: &Outcome, other: &Outcome, comparable: &Comparable) -> Vec<Difference> {
    let mut found = Vec::new();
    found.extend(states(SET_UP, &one.before, &other.before, comparable));
    found.extend(logs(task, one, other, comparable));
    if found.is_empty() {
        found.extend(states("after", &one.after, &other.after, comparable));
    }
    found
}

/// Returns the kind of a reply.
fn kind(answer: &ReplyOrFault) -> &str {
    match answer {
        Ok(Reply::Played(_)) => "played",
        Ok(Reply::Invalid(_)) => "invalid",
        Ok(Reply::Unsupported(_)) => "unsupported",
        Ok(Reply::Crashed(_)) => "failed",
        Ok(_) => "unknown",
        Err(fault) => fault.name(),
    }
}

/// Returns the kind of a reply, and why there is no outcome.
fn kind_and_reason(task: &Task, answer: &ReplyOrFault) -> String {
    let reason = match answer {
        Ok(Reply::Invalid(complaint)) => difference_text::complaint(task, complaint),
        Ok(Reply::Crashed(failure)) => difference_text::reason(task, &failure.why),
        _ => String::new(),
    };
    text::one_line(format!("{} {reason}", kind(answer)).trim())
}

fn reply_text(answer: &ReplyOrFault) -> String {
    let words = match answer {
        Ok(Reply::Played(_)) => "ran it".to_owned(),
        Ok(Reply::Invalid(complaint)) => format!("invalid at {}: {}", complaint.at, complaint.why),
        Ok(Reply::Crashed(failure)) => format!("crashed: {}", failure.why),
        Ok(_) => "did not run it".to_owned(),
        Err(fault) => fault.to_string(),
    };
    shortened(&words)
}

/// Returns the difference of two states.
fn states(moment: &str, one: &Data, other: &Data, comparable: &Comparable) -> Option<Difference> {
    let mut found = Vec::new();
    changes(one, other, "", "", &comparable.tolerance, &mut found);
    let is_set_up = moment == SET_UP;
    (!found.is_empty()).then(|| Difference {
        group: format!("{moment}: {}", shapes(&found, comparable)),
        is_set_up,
        step: None,
        is_fault: false,
        sides: values(&found),
    })
}

/// Returns the first differing values of both sides.
fn values(found: &[DifferingValue]) -> [String; 2] {
    const SHOWN: usize = 4;
    let mut lines = [Vec::new(), Vec::new()];
    for DifferingValue { path, one, other, .. } in found.iter().take(SHOWN) {
        let both = difference_text::contrasted(one, other);
        let named = |value: String| if path.is_empty() { value } else { format!("{path}: {value}") };
        both.into_iter().zip(&mut lines).for_each(|(value, lines)| lines.push(named(value)));
    }
    lines.map(|lines| shortened(&lines.join(", ")))
}

/// One differing value.
struct DifferingValue {
    path: String,
    /// The path without names.
    shape: String,
    one: Data,
    other: Data,
}

fn shapes(found: &[DifferingValue], comparable: &Comparable) -> String {
    let shape = |change: &DifferingValue| {
        let DifferingValue { shape, one, other, .. } = change;
        format!("{shape} {}", contrast(one, other, comparable)).trim().to_owned()
    };
    let mut shapes: Vec<String> = found.iter().map(shape).collect();
    shapes.sort_unstable();
    shapes.dedup();
    text::one_line(&shapes.join(", "))
}

/// Returns the difference of two values without names and numbers.
fn contrast(one: &Data, other: &Data, comparable: &Comparable) -> String {
    if let (Data::Array(one), Data::Array(other)) = (one, other) {
        let more = one.iter().any(|item| !other.contains(item));
        let less = other.iter().any(|item| !one.contains(item));
        return match (more, less) {
            (true, false) => "more",
            (false, true) => "less",
            (true, true) => "others",
            (false, false) => "order",
        }
        .to_owned();
    }
    let value = |data: &Data| match data {
        Data::Null => "none".to_owned(),
        Data::Bool(flag) => flag.to_string(),
        Data::String(word) if comparable.is_reason(word) => word.clone(),
        _ => "*".to_owned(),
    };
    let (one, other) = (value(one), value(other));
    if one == other { String::new() } else { format!("{one}|{other}") }
}

fn changes(one: &Data, other: &Data, path: &str, shape: &str, tolerance: &Tolerance, found: &mut Vec<DifferingValue>) {
    if tolerance.same(one, other) {
        return;
    }
    let (Data::Object(first), Data::Object(second)) = (one, other) else {
        let (path, shape) = (path.to_owned(), shape.to_owned());
        found.push(DifferingValue { path, shape, one: one.clone(), other: other.clone() });
        return;
    };
    let open = is_open(first) || is_open(second);
    let mut keys: Vec<&String> = first.keys().chain(second.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let dot = if path.is_empty() { "" } else { "." };
        let name = if open { "*" } else { key.as_str() };
        let (path, shape) = (format!("{path}{dot}{key}"), format!("{shape}{dot}{name}"));
        let null = Data::Null;
        let (one, other) = (first.get(key).unwrap_or(&null), second.get(key).unwrap_or(&null));
        changes(one, other, &path, &shape, tolerance, found);
    }
}

/// Returns whether the keys of a map are names, such as squares or players: then all values have the same shape.
fn is_open(map: &serde_json::Map<String, Data>) -> bool {
    let mut values = map.values();
    let Some(first) = values.next().filter(|_| map.len() > 3) else { return false };
    values.all(|value| match (first, value) {
        (Data::Object(one), Data::Object(other)) => one.keys().eq(other.keys()),
        _ => std::mem::discriminant(first) == std::mem::discriminant(value),
    })
}

/// Returns the first differing event.
fn logs(task: &Task, first: &Outcome, second: &Outcome, comparable: &Comparable) -> Option<Difference> {
    let length = first.log.len().max(second.log.len());
    let is_same = |at: usize| match (first.log.get(at), second.log.get(at)) {
        (Some(one), Some(other)) => one.name == other.name && comparable.tolerance.same(&one.data, &other.data),
        _ => false,
    };
    let at = (0..length).find(|at| !is_same(*at))?;
    let (one, other) = (first.log.get(at), second.log.get(at));
    let name = |event: Option<&Event>| event.map_or_else(|| "-".to_owned(), |event| named(task, event));
    let step = one.and_then(step_of).or_else(|| other.and_then(step_of));
    if let (Some(one), Some(other)) = (one, other)
        && name(Some(one)) == name(Some(other))
    {
        let mut found = Vec::new();
        changes(&one.data, &other.data, "", "", &comparable.tolerance, &mut found);
        let group = format!("{}: {}", named(task, one), shapes(&found, comparable));
        let sides = values(&found).map(|values| format!("{}: {{{values}}}", one.name));
        return Some(Difference { group, is_set_up: false, step, is_fault: false, sides });
    }
    let side = |event: Option<&Event>| match event {
        Some(event) => shortened(&format!("{}: {}", event.name, yaml_flow::line(&event.data))),
        None => "nothing more happens".to_owned(),
    };
    let group = format!("{} | {}", name(one), name(other));
    Some(Difference { group, is_set_up: false, step, is_fault: false, sides: [side(one), side(other)] })
}

/// Returns the step that an event of the protocol names.
fn step_of(event: &Event) -> Option<usize> {
    event.data.get("step").and_then(Data::as_u64).and_then(|step| usize::try_from(step).ok())
}

/// Returns an event by name; a refusal with its code, an answer with its question.
fn named(task: &Task, event: &Event) -> String {
    let name = match &*event.name {
        REFUSED => format!("refused {}", event.data.get("code").and_then(Data::as_str).unwrap_or_default()),
        ANSWERED => format!("answered {}", comparable::question(task, event)),
        name => name.to_owned(),
    };
    text::one_line(name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Observes;
    use truthsayer_protocol::Profile;
    use truthsayer_protocol::Refusals;

    fn task() -> Task {
        Task::new(json!({"players": ["ann", "bob"]}), vec![json!({"ask": {"moves": {"of": "ann"}}})])
    }

    fn played(after: Data, log: Vec<Event>) -> ReplyOrFault {
        let mut outcome = Outcome::new(json!({}), after);
        outcome.log = log;
        Ok(Reply::from(outcome))
    }

    fn groups(one: &ReplyOrFault, other: &ReplyOrFault, profiles: [Profile; 2]) -> Vec<String> {
        let comparable = Comparable::new(&profiles[0], &profiles[1], [task()].iter());
        between(&task(), one, other, &comparable).into_iter().map(|it| it.group).collect()
    }

    fn two() -> [Profile; 2] {
        [Profile::new("a", "1", "g"), Profile::new("b", "1", "g")]
    }

    #[test]
    fn a_fault_has_the_same_group_for_every_player() {
        let won = |by: &str, why: &str| played(json!({}), vec![Event::new("won", json!({"by": by, "why": why}))]);
        let group = groups(&won("ann", "points"), &won("bob", "points"), two());
        assert_eq!(group, ["won: by"]);
        assert_eq!(group, groups(&won("bob", "points"), &won("ann", "points"), two()));
        // A reason is not a name: it distinguishes faults.
        assert_eq!(groups(&won("ann", "points"), &won("ann", "mate"), two()), ["won: why points|mate"]);
        let board = |square: &str| played(json!({"board": {"a1": "x", "a2": "x", "a3": "x", "a4": square}}), vec![]);
        assert_eq!(groups(&board("X"), &board("O"), two()), ["after: board.*"]);
    }

    #[test]
    fn answers_are_grouped_by_question_and_by_the_longer_list() {
        let answer = |moves: Data| played(json!({}), vec![Event::answered(1, moves)]);
        assert_eq!(groups(&answer(json!(["a", "b"])), &answer(json!(["a"])), two()), ["answered moves: answer more"]);
        assert_eq!(groups(&answer(json!([])), &answer(json!(["a"])), two()), ["answered moves: answer less"]);
        assert_eq!(groups(&answer(json!([1, 2])), &answer(json!([2, 1])), two()), ["answered moves: answer order"]);
    }

    #[test]
    fn facts_that_only_one_side_shows_are_not_a_difference() {
        let refused = played(json!({"x": 1}), vec![Event::refused(1, "no", "r.md:1"), Event::new("noted", json!({}))]);
        let bare = played(json!({}), vec![Event::refused(1, "illegal", "")]);
        let mut profiles = two();
        assert!(!groups(&refused, &bare, profiles.clone()).is_empty());
        profiles[1].observes = Some(Observes::everything().events(["moved"]).refusals(Refusals::Bare).state(["board"]));
        assert_eq!(groups(&refused, &bare, profiles.clone()), [] as [String; 0]);
        let nothing = played(json!({}), vec![]);
        assert_eq!(groups(&refused, &nothing, profiles), ["refused | -"]);
    }

    #[test]
    fn replies_of_different_kinds_differ_unless_the_engine_is_one() {
        let invalid: ReplyOrFault = Ok(Reply::Invalid(truthsayer_protocol::Complaint::new("given", "no")));
        let fine = played(json!({}), vec![]);
        assert_eq!(groups(&fine, &invalid, two()), ["reply: played | invalid given: no"]);
        // Two engines may have the same name.
        let profile = Profile::new("a", "1", "g");
        assert_eq!(groups(&fine, &invalid, [profile.clone(), profile.clone()]), ["reply: played | invalid given: no"]);
        let one_engine = Comparable::new(&profile, &profile, [].iter()).of_one_engine(true);
        assert!(between(&task(), &fine, &invalid, &one_engine).is_empty());
        // A step that both reject is not a difference, whatever they call it.
        let refused = played(json!({}), vec![Event::refused(1, "no", "")]);
        let malformed = |at: &str| -> ReplyOrFault { Ok(Reply::Invalid(Complaint::new(at, "no"))) };
        assert_eq!(groups(&refused, &malformed("when[0].ask"), two()), [] as [String; 0]);
        assert_eq!(groups(&malformed("when[1]"), &refused, two()), ["reply: invalid when[]: no | played"]);
        let unsupported: ReplyOrFault = Ok(Reply::Unsupported("no".to_owned()));
        assert_eq!(groups(&fine, &unsupported, two()), [] as [String; 0]);
    }
}
