//! The words of a difference: the values of both sides, reduced to the parts that differ, and reasons without values.

use crate::base::data_tree;
use crate::base::yaml_flow;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;
use truthsayer_protocol::text;

/// Maximum length of the values of one side.
const LONGEST: usize = 200;
/// Texts and lists above this size are reduced to what differs.
const LONG_TEXT: usize = 60;
const LONG_LIST: usize = 6;
/// Characters shown on each side of the first difference of two long texts.
const AROUND: usize = 16;
/// Maximum length of a reason in a group.
const LONGEST_REASON: usize = 80;
/// Shorter texts of a task are too common to be recognised in a reason.
const SHORTEST_QUOTE: usize = 3;

/// Returns two differing values. Long texts and lists show only what differs.
pub(crate) fn contrasted(one: &Data, other: &Data) -> [String; 2] {
    match (one, other) {
        (Data::Array(first), Data::Array(second)) if first.len().max(second.len()) > LONG_LIST => {
            [only_in(first, second), only_in(second, first)]
        }
        (Data::String(first), Data::String(second))
            if first.chars().count().max(second.chars().count()) > LONG_TEXT =>
        {
            let same = first.chars().zip(second.chars()).take_while(|(one, other)| one == other).count();
            [first, second].map(|text| yaml_flow::line(&Data::from(around(text, same))))
        }
        _ => [one, other].map(yaml_flow::line),
    }
}

/// Returns the items that only one list has, or the first items that are in another order.
fn only_in(own: &[Data], others: &[Data]) -> String {
    let only: Vec<&Data> = own.iter().filter(|item| !others.contains(item)).collect();
    let line = |items: &[&Data]| items.iter().map(|item| yaml_flow::line(item)).collect::<Vec<_>>().join(", ");
    let is_same_set = only.is_empty() && others.iter().all(|item| own.contains(item));
    match only.len() {
        0 if is_same_set => {
            let first = own.iter().zip(others).position(|(one, other)| one != other).unwrap_or(0);
            let items: Vec<&Data> = own.iter().skip(first).take(3).collect();
            format!("[{} items, from item {}: {}]", own.len(), first + 1, line(&items))
        }
        0 => format!("[{} items, none of its own]", own.len()),
        _ => format!("[{} items, only here: {}]", own.len(), line(&only)),
    }
}

/// Returns the part of a text around a position.
fn around(text: &str, at: usize) -> String {
    let from = at.saturating_sub(AROUND);
    let part: String = text.chars().skip(from).take(2 * AROUND).collect();
    let start = if from > 0 { "…" } else { "" };
    let end = if text.chars().count() > from + 2 * AROUND { "…" } else { "" };
    format!("{start}{part}{end} ({} characters)", text.chars().count())
}

/// Returns where and why an engine rejects a task, without the values of the task.
pub(crate) fn complaint(task: &Task, complaint: &Complaint) -> String {
    let at: String = complaint.at.chars().filter(|c| !c.is_ascii_digit()).collect();
    format!("{at}: {}", reason(task, &complaint.why)).trim_end_matches([':', ' ']).to_owned()
}

/// Returns a reason without quoted texts, numbers and texts of the task, so that one fault has one reason.
pub(crate) fn reason(task: &Task, why: &str) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for root in std::iter::once(&task.given).chain(&task.when) {
        data_tree::visit(root, "", &mut |_, value| texts.extend(value.as_str()));
    }
    texts.retain(|text| text.chars().count() >= SHORTEST_QUOTE);
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    // Adapters append the steps before; only the first part is the reason.
    let mut words = why.lines().next().unwrap_or_default().split("; ").next().unwrap_or_default().to_owned();
    texts.iter().for_each(|text| words = words.replace(text, ""));
    let mut plain = String::new();
    for (number, part) in words.split(['`', '"', '\'']).enumerate() {
        if number % 2 == 0 {
            plain.extend(part.chars().filter(|c| !c.is_ascii_digit()));
        }
    }
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    text::one_line(&plain).chars().take(LONGEST_REASON).collect::<String>().trim().to_owned()
}

/// Returns a text on one line, cut if it is too long.
pub(crate) fn shortened(text: &str) -> String {
    let text = text::one_line(text);
    if text.chars().count() > LONGEST { text.chars().take(LONGEST).collect::<String>() + "…" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_lists_and_texts_show_only_what_differs() {
        let moves: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
        let [one, other] = contrasted(&json!(moves[1..]), &json!(moves));
        assert_eq!(one, "[19 items, none of its own]");
        assert_eq!(other, "[20 items, only here: m0]");
        let turned: Vec<&String> = moves.iter().rev().collect();
        assert!(contrasted(&json!(moves), &json!(turned))[1].starts_with("[20 items, from item 1: m19, m18"));
        let text = "a".repeat(200);
        let [one, other] = contrasted(&json!(text), &json!(format!("{}b{}", &text[..100], &text[..99])));
        assert!(one.len() < 80 && other.contains('b') && other.contains("200 characters"), "{one} {other}");
        assert_eq!(contrasted(&json!([1, 2]), &json!([1])), ["[1, 2]", "[1]"]);
    }

    #[test]
    fn a_reason_has_no_values() {
        let task = Task::new(json!({"fen": "8/8 w"}), vec![]);
        assert_eq!(reason(&task, "expected 8 rows in 'x y': 8/8 w"), "expected rows in :");
        assert_eq!(reason(&task, "`ann` has 12 coins; step 2 was refused"), "has coins");
        let complaint = complaint(&task, &Complaint::new("when[3].set_up", "no `king`"));
        assert_eq!(complaint, "when[].set_up: no");
    }
}
