//! Scenarios, steps and logs in the words of a document.

use crate::oracle::judge;
use crate::oracle::scenario::Scenario;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::text;
use crate::report::wording;

/// Text that people or engines wrote, as Markdown that shows just this text: no markup, link, image, HTML, table cell or
/// heading comes of it. What a forge would turn into a link by itself is shown as code.
pub(crate) fn escape(text: &str) -> String {
    let text = text::one_line(text);
    let mut escaped = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '|']) {
        let (word, end) = word.split_at(word.trim_end_matches([' ', '|']).len());
        match becomes_link(word) {
            true => escaped.push_str(&code(word)),
            false => push_escaped(word, &mut escaped),
        }
        push_escaped(end, &mut escaped);
    }
    begin_nothing(escaped)
}

fn push_escaped(text: &str, escaped: &mut String) {
    for (at, c) in text.char_indices() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' if is_entity(&text[at..]) => escaped.push_str("&amp;"),
            '*' | '_' | '`' | '[' | ']' | '|' | '\\' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
}

/// Whether a text begins with a character that is written by its number or its name, such as `&lt;`.
fn is_entity(text: &str) -> bool {
    let name = text.strip_prefix('&').and_then(|rest| rest.split_once(';')).map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
}

/// Whether a forge makes a link of a word without any markup: addresses of the web, of mail, and of people.
fn becomes_link(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let names_somebody = word.match_indices('@').any(|(at, _)| {
        let (before, after) = (&word[..at], &word[at + 1..]);
        let is_mail = !before.is_empty() && after.contains('.');
        after.starts_with(|c: char| c.is_ascii_alphanumeric()) && (is_mail || !before.ends_with(char::is_alphanumeric))
    });
    names_somebody || ["://", "www.", "mailto:", "xmpp:"].iter().any(|mark| word.contains(mark))
}

/// A heading, a list, a rule or a quotation begins with the first characters of a line.
fn begin_nothing(text: String) -> String {
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut rest = text[number..].chars();
    let at = match (rest.next(), rest.next()) {
        (Some('#' | '+' | '-' | '='), _) if number == 0 => 0,
        (Some('.' | ')'), None | Some(' ')) if number > 0 => number,
        _ => return text,
    };
    format!("{}\\{}", &text[..at], &text[at..])
}

/// A name or a value as code. Only a backtick or a line feed could end it.
pub(crate) fn code(text: &str) -> String {
    let text = text::one_line(text).replace('`', "'");
    if text.is_empty() { "` `".to_owned() } else { format!("`{text}`") }
}

/// Text between tags of HTML, where Markdown is not read, or in an attribute between double quotes.
pub(crate) fn html(text: &str) -> String {
    let text = text::one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// Several lines as they are. The fence is longer than anything inside that looks like one.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let text = text::harmless(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// A row of a table, from cells that are Markdown. A bar ends a cell wherever it stands, also between backticks, unless it
/// has a backslash.
pub(crate) fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell_text(cell.as_ref())).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn cell_text(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut is_escaped = false;
    for c in markdown.chars() {
        if c == '|' && !is_escaped {
            text.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        text.push(c);
    }
    text
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
        assert_eq!(escape("a\\|b"), "a\\\\\\|b", "a backslash cannot free the bar behind it");
        assert_eq!(row([code("`a|b`"), escape("a|b")]), "| `'a\\|b'` | a\\|b |\n");
        assert_eq!(row([code("a\\|b")]), "| `a\\|b` |\n", "in a table this backslash is the bar's");
    }

    #[test]
    fn what_a_forge_would_link_is_code() {
        assert_eq!(escape("see https://a.b/c_d now"), "see `https://a.b/c_d` now");
        for text in ["www.a.b", "(HTTP://a)", "a@b.c", "@a", "(@a)", "mailto:a", "<https://a.b>", "x|ftp://a|y"] {
            let shown = escape(text);
            let word = text.split('|').find(|word| becomes_link(word)).unwrap();
            assert!(shown.contains(&format!("`{word}`")), "{shown}");
        }
    }

    #[test]
    fn nothing_begins_a_heading_a_list_or_a_rule_and_no_entity_is_read() {
        for (text, shown) in
            [("# a", "\\# a"), ("- a", "\\- a"), ("12. a", "12\\. a"), ("1) a", "1\\) a"), ("---", "\\---")]
        {
            assert_eq!(escape(text), shown);
        }
        for plain in ["12 a", "0.1.0", "a - b", "F@e7", "F&e4 & g;", "it's @"] {
            assert_eq!(escape(plain), plain);
        }
        assert_eq!(escape("&#x202e; &lt;"), "&amp;#x202e; &amp;lt;");
        assert_eq!(escape("a\u{202e}b\u{1b}[1mc"), "abc");
        assert_eq!(escape("~~gone~~ $x$"), "\\~\\~gone\\~\\~ \\$x\\$");
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
