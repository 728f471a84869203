//! Scenarios, steps and logs in the words of a document.

use crate::oracle::judge;
use crate::oracle::scenario::Scenario;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::report::wording;

/// Text that comes from people or engines stays text: nothing in it is taken for markup.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // A table ends its cell at a bar and its row at a line feed.
            '\n' => escaped.push(' '),
            '*' | '_' | '`' | '[' | ']' | '|' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A name or a value as code. Only a backtick or a line feed could end it.
pub(crate) fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace('\n', " "))
}

/// Text between tags of HTML, where markdown is not read.
pub(super) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', " ")
}

/// Several lines as they are. The fence is longer than anything inside that looks like one.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// A value as code inside a table. A bar needs its backslash there, even between backticks.
pub(super) fn code_cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// The script in one sentence: who does what, in order.
pub(super) fn steps(scenario: &Scenario) -> String {
    let steps: Vec<String> = scenario.steps().iter().map(|step| self::step(&step.to_data())).collect();
    format!("**When** {}", steps.join("; "))
}

/// The kind of the step stands out; everything else is text.
fn step(data: &Data) -> String {
    let words = wording::step(data);
    let (kind, rest) = words.split_at(words.find([' ', ':']).unwrap_or(words.len()));
    format!("**{}**{}", escape(kind), escape(rest))
}

/// The log around the moments, each marked with an arrow; its end where no moment is known.
pub(super) fn log(outcome: &Outcome, moments: &[usize]) -> String {
    const AROUND: usize = 1;
    const LAST: usize = 3;
    let length = outcome.log.len();
    let near = |index: usize| match moments {
        [] => index + LAST >= length,
        _ => moments.iter().any(|moment| index + AROUND >= *moment && index <= *moment + AROUND),
    };
    let mut text = String::new();
    let mut last = None;
    for (index, event) in outcome.log.iter().enumerate().filter(|(index, _)| near(*index)) {
        // What is left out shows in the numbers; a gap in the middle is marked as well.
        if last.is_some_and(|last| last + 1 < index) {
            text.push_str("      …\n");
        }
        last = Some(index);
        let mark = if moments.contains(&index) { "→" } else { " " };
        text.push_str(&format!("{mark} {:>3} {}\n", index + 1, judge::shown(event)));
    }
    fenced("text", &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn markup_in_a_title_stays_text() {
        assert_eq!(escape("<script>*x*</script>"), "&lt;script&gt;\\*x\\*&lt;/script&gt;");
    }

    #[test]
    fn nothing_that_people_write_breaks_a_table() {
        assert_eq!(escape("this | that\nor else"), "this \\| that or else");
        assert_eq!(code_cell("`a|b`"), "`'a\\|b'`");
        assert_eq!(escape("a\\|b"), "a\\\\\\|b", "a backslash cannot free the bar behind it");
    }

    #[test]
    fn nothing_leaves_its_fence() {
        assert_eq!(fenced("rust", "a\n```\n# Forged\n"), "````rust\na\n```\n# Forged\n````\n");
        assert_eq!(fenced("", "plain"), "```\nplain\n```\n");
    }

    #[test]
    fn a_step_reads_as_somebody_doing_something() {
        let data = json!({"plan": {"by": "harkonnen", "dial": 2, "leader": "feyd_rautha"}});
        assert_eq!(step(&data), "**plan** by harkonnen: dial 2, leader feyd\\_rautha");
        assert_eq!(step(&json!({"stop": {}})), "**stop**");
        assert_eq!(step(&json!({"draw": {"storm": 3}})), "**draw**: storm 3");
    }
}
