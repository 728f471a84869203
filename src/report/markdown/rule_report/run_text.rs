//! The set-up, the steps and the log of a run, each as one line of Markdown.

use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::grammar;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::judge::text_list::TextList;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Data;

/// Maximum number of values that a set-up lists.
const MOST_VALUES: usize = 12;
/// Maximum number of log entries.
const MOST_EVENTS: usize = 9;

/// The titles of the fixtures, then the values that the scenario sets. `None` if it sets nothing.
pub(super) fn set_up(scenario: &Scenario) -> Option<String> {
    let own = scenario.own_given();
    let leaves = datapath::leaves(&own).into_iter().filter(|(path, _)| path != "use" && !path.is_empty());
    let values: Vec<String> =
        leaves.map(|(path, value)| code(&format!("{path}: {}", yaml_flow::line(value)))).collect();
    let titles = scenario.fixture_titles().map(|title| escape(title.trim_end_matches('.')));
    let more = values.len().saturating_sub(MOST_VALUES);
    let more = (more > 0).then(|| grammar::count(more, "more value"));
    let parts: Vec<String> = titles.chain(values.into_iter().take(MOST_VALUES)).chain(more).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The numbered steps.
pub(super) fn steps(scenario: &Scenario) -> String {
    let steps = (1..).zip(scenario.steps()).map(|(number, step)| format!("{number}. {}", self::step(&step)));
    steps.collect::<Vec<_>>().join("<br>")
}

fn step(data: &Data) -> String {
    let words = grammar::step(data);
    let (kind, rest) = words.split_at(words.find([' ', ':']).unwrap_or(words.len()));
    format!("**{}**{}", escape(kind), escape(rest))
}

/// The log entries around the moments, which are bold; the last entries if there is no moment.
pub(super) fn log(entries: &TextList, moments: &[usize]) -> String {
    const AROUND: usize = 1;
    const LAST: usize = 3;
    let length = entries.len();
    let near = |index: usize| match moments {
        [] => index + LAST >= length,
        _ => moments.iter().any(|moment| index + AROUND >= *moment && index <= *moment + AROUND),
    };
    let chosen: Vec<usize> = (0..length).filter(|index| near(*index)).collect();
    let mut text = String::new();
    let mut last = None;
    for index in chosen.iter().copied().take(MOST_EVENTS) {
        match last {
            None => {}
            Some(last) if last + 1 == index => text.push_str(" → "),
            Some(_) => text.push_str(" → … → "),
        }
        last = Some(index);
        let event = format!("{} {}", index + 1, code(entries.get(index).unwrap_or_default()));
        text.push_str(&if moments.contains(&index) { format!("**{event}**") } else { event });
    }
    if chosen.len() > MOST_EVENTS { text + " → …" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_step_names_its_kind_its_actor_and_its_values() {
        let data = json!({"plan": {"by": "harkonnen", "dial": 2, "leader": "feyd_rautha"}});
        assert_eq!(step(&data), "**plan** by harkonnen: dial 2, leader feyd\\_rautha");
        assert_eq!(step(&json!({"stop": {}})), "**stop**");
        assert_eq!(step(&json!({"draw": {"storm": 3}})), "**draw**: storm 3");
    }
}
