//! Escaping for Markdown and HTML: untrusted text never becomes markup.

use std::borrow::Cow;

use truthsayer_protocol::text;

/// Escapes text for Markdown, so it creates no markup, link, image, HTML, table cell or heading. Words that a forge would
/// turn into a link become code.
pub(crate) fn escape(text: &str) -> String {
    let text = one_line(text);
    if !text.bytes().any(is_markup) && !may_link(&text) {
        return begin_nothing(text.into_owned());
    }
    let mut escaped = String::with_capacity(text.len() + 8);
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
    push_replaced(text, escaped, |at, byte| match byte {
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'&' if is_entity(&text[at..]) => Some("&amp;"),
        b'*' => Some("\\*"),
        b'_' => Some("\\_"),
        b'`' => Some("\\`"),
        b'[' => Some("\\["),
        b']' => Some("\\]"),
        b'|' => Some("\\|"),
        b'\\' => Some("\\\\"),
        b'~' => Some("\\~"),
        b'$' => Some("\\$"),
        _ => None,
    });
}

/// The text on one line without hidden characters.
fn one_line(text: &str) -> Cow<'_, str> {
    if text::is_one_line(text) { Cow::Borrowed(text) } else { Cow::Owned(text::one_line(text)) }
}

/// Appends a text in which some ASCII characters are replaced. `replacement` gets the position and the character.
fn push_replaced(text: &str, target: &mut String, replacement: impl Fn(usize, u8) -> Option<&'static str>) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(new) = replacement(at, byte) {
            target.push_str(&text[from..at]);
            target.push_str(new);
            from = at + 1;
        }
    }
    target.push_str(&text[from..]);
}

/// Whether a text begins with an HTML entity, such as `&lt;`.
fn is_entity(text: &str) -> bool {
    let name = text.strip_prefix('&').and_then(|rest| rest.split_once(';')).map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
}

fn is_markup(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'&' | b'*' | b'_' | b'`' | b'[' | b']' | b'|' | b'\\' | b'~' | b'$')
}

/// Whether a text may contain a word that a forge turns into a link. Most texts have none of the marks.
fn may_link(text: &str) -> bool {
    let has_www =
        |at: usize| text.as_bytes()[..at].last_chunk().is_some_and(|it: &[u8; 3]| it.eq_ignore_ascii_case(b"www"));
    text.contains(['@', ':']) || text.match_indices('.').any(|(at, _)| has_www(at))
}

/// Whether a forge turns a word into a link: URLs, mail addresses and @mentions.
fn becomes_link(word: &str) -> bool {
    if !may_link(word) {
        return false;
    }
    let word = word.to_ascii_lowercase();
    let is_mention = word.match_indices('@').any(|(at, _)| {
        let (before, after) = (&word[..at], &word[at + 1..]);
        let is_mail = !before.is_empty() && after.contains('.');
        after.starts_with(|c: char| c.is_ascii_alphanumeric()) && (is_mail || !before.ends_with(char::is_alphanumeric))
    });
    is_mention || ["://", "www.", "mailto:", "xmpp:"].iter().any(|mark| word.contains(mark))
}

/// Escapes the start of a line that would begin a heading, a list or a quotation.
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

/// A name or a value as inline code. Backticks become quotes, because they would end the code.
pub(crate) fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len() + 2);
    code.push('`');
    push_replaced(&one_line(text), &mut code, |_, byte| (byte == b'`').then_some("'"));
    code.push_str(if code.len() == 1 { " `" } else { "`" });
    code
}

/// Escapes text for HTML, between tags or in a double-quoted attribute.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_replaced(&one_line(text), &mut html, |_, byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        _ => None,
    });
    html
}

/// A code block. The fence is longer than any run of backticks inside.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    let text = text::harmless(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// A table row, from cells that are Markdown. Escapes bars, because a bar ends a cell even inside backticks.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_title_stays_text() {
        assert_eq!(escape("<script>*x*</script>"), "&lt;script&gt;\\*x\\*&lt;/script&gt;");
    }

    #[test]
    fn user_text_does_not_break_a_table() {
        assert_eq!(escape("this | that\nor else"), "this \\| that or else");
        assert_eq!(escape("a\\|b"), "a\\\\\\|b", "a backslash cannot free the bar behind it");
        assert_eq!(row([code("`a|b`"), escape("a|b")]), "| `'a\\|b'` | a\\|b |\n");
        assert_eq!(row([code("a\\|b")]), "| `a\\|b` |\n", "in a table this backslash is the bar's");
    }

    #[test]
    fn text_that_a_forge_would_link_becomes_code() {
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
}
