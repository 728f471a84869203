//! Emphasis and code of a rule line as HTML. All other Markdown stays text.

use crate::report::page::escape;

/// Maximum length of a text that is searched for marks; the search is not linear.
const LONGEST: usize = 4_000;

/// Marks come in pairs within one clause; a single one is text.
pub(super) fn rendered(text: &str) -> String {
    if text.len() <= LONGEST { marked(text) } else { escape(text) }
}

fn marked(text: &str) -> String {
    const MARKS: [(&str, &str); 5] = [("`", "code"), ("**", "strong"), ("__", "strong"), ("*", "em"), ("_", "em")];
    let found = MARKS.iter().filter_map(|(mark, tag)| Some((pair(text, mark)?, *mark, *tag)));
    // The first mark in the text; of two at the same place the longer one.
    let first = found.min_by_key(|((start, _), mark, _)| (*start, usize::MAX - mark.len()));
    let Some(((start, end), mark, tag)) = first else { return escape(text) };
    let inner = &text[start + mark.len()..end];
    let inner = if tag == "code" { escape(inner) } else { marked(inner) };
    format!("{}<{tag}>{inner}</{tag}>{}", escape(&text[..start]), marked(&text[end + mark.len()..]))
}

/// The positions of a pair of marks. It opens before a word and closes after one.
fn pair(text: &str, mark: &str) -> Option<(usize, usize)> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let opens = text.match_indices(mark).map(|(at, _)| at).find(|at| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + mark.len()..].chars().next());
        mark == "`" || !is_word(before) && after.is_some_and(|c| !c.is_whitespace() && !mark.contains(c))
    })?;
    let from = opens + mark.len();
    let closes = text[from..].match_indices(mark).map(|(at, _)| from + at).find(|at| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + mark.len()..].chars().next());
        *at > from && (mark == "`" || before.is_some_and(|c| !c.is_whitespace()) && !is_word(after))
    })?;
    Some((opens, closes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_and_code_are_rendered_and_nothing_else() {
        assert_eq!(rendered("its mark is `x`."), "its mark is <code>x</code>.");
        assert_eq!(rendered("**never** and *only* <b>"), "<strong>never</strong> and <em>only</em> &lt;b&gt;");
        assert_eq!(rendered("`<i>*a*`"), "<code>&lt;i&gt;*a*</code>");
        assert_eq!(rendered("`_`"), "<code>_</code>");
        for text in ["2 * 3 * 4", "a_b_c", "one ` alone", "**", "``"] {
            assert_eq!(rendered(text), text);
        }
    }

    #[test]
    fn many_marks_take_no_long_time() {
        for marks in ["*a ", "*a* ", "`"] {
            assert!(!rendered(&marks.repeat(1_000)).is_empty());
            assert_eq!(rendered(&marks.repeat(5_000)), marks.repeat(5_000));
        }
    }
}
