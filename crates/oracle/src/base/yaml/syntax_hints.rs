//! Hints for common YAML syntax mistakes, in addition to the parser's message.

use crate::base::source::Place;

/// Returns hints for the position at which the parser failed.
pub(super) fn hints(place: &Place) -> Vec<String> {
    let number = place.line_and_column().0;
    let lines: Vec<&str> = place.file.lines().take(number).collect();
    let Some((line, above)) = lines.split_last() else { return Vec::new() };
    if let Some(hint) = arrow(line) {
        return vec![hint];
    }
    if let Some(hint) = unquoted(line, place) {
        return vec![hint];
    }
    unclosed(above).or_else(|| indentation(line, above)).into_iter().collect()
}

/// Finds `path: [shield] -> []`: the value starts as a list, so nothing may follow it. It may be in a flow map.
fn arrow(line: &str) -> Option<String> {
    line.match_indices("->").find_map(|(at, _)| arrow_at(line, at))
}

fn arrow_at(line: &str, at: usize) -> Option<String> {
    let (begin, end) = (start_of_change(&line[..at]), at + end_of_change(&line[at..]));
    let (path, before) = line[begin..at].trim().trim_start_matches("- ").split_once(": ")?;
    let (before, after) = (before.trim(), line[at + 2..end].split(" #").next().unwrap_or_default().trim());
    let is_bracketed = before.starts_with(['[', '{', '"', '\'']);
    is_bracketed.then(|| format!("write `{path}: {{before: {before}, after: {after}}}`, or quote the whole change"))
}

/// Returns the start of the key of the last change in a text: after the last open bracket or comma.
fn start_of_change(text: &str) -> usize {
    let mut closed = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ']' | '}' => closed += 1,
            '[' | '{' if closed == 0 => return at + 1,
            ',' if closed == 0 => return at + 1,
            '[' | '{' => closed -= 1,
            _ => {}
        }
    }
    0
}

/// Returns the end of the change at the start of a text: at a comma or bracket outside it.
fn end_of_change(text: &str) -> usize {
    let mut open = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' => open += 1,
            ']' | '}' | ',' if open == 0 => return at,
            ']' | '}' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Finds an unclosed bracket on an earlier line. The parser fails at the next key.
fn unclosed(above: &[&str]) -> Option<String> {
    let mut open: Vec<(char, usize)> = Vec::new();
    for (number, line) in (1..).zip(above) {
        let mut quote: Option<char> = None;
        // The last character that is not a space: a YAML sign has a meaning only where a value can start.
        let mut before = ' ';
        for (at, c) in line.char_indices() {
            let begins = matches!(before, ' ' | ':' | ',' | '[' | '{' | '-');
            match (quote, c) {
                (Some(own), c) if c == own => quote = None,
                (Some(_), _) => {}
                (None, '#') if line[..at].ends_with([' ', '\t']) || at == 0 => break,
                (None, '"' | '\'') if begins => quote = Some(c),
                (None, '[' | '{') if begins || !open.is_empty() => open.push((c, number)),
                (None, ']' | '}') if !open.is_empty() => {
                    open.pop();
                }
                _ => {}
            }
            before = if c == ' ' { before } else { c };
        }
    }
    let (bracket, line) = open.first()?;
    let close = if *bracket == '{' { '}' } else { ']' };
    Some(format!("the `{bracket}` on line {line} has no closing `{close}`"))
}

/// Finds an unquoted text that contains `: ` or starts with a YAML sign.
fn unquoted(line: &str, place: &Place) -> Option<String> {
    let (key, value) = line.trim().trim_start_matches("- ").split_once(": ")?;
    let value = value.trim();
    let quoted = value.starts_with(['"', '\'', '{', '[']) || value.contains('"');
    let column = place.line_and_column().1;
    let is_behind = column > line.chars().take_while(|c| *c == ' ').count() + key.chars().count();
    let sign =
        value.starts_with(['@', '`', '%', '*', '&', '!', '|', '>']) || value.contains(": ") || value.ends_with(':');
    (is_behind && sign && !quoted).then(|| format!("quote the text: `{key}: \"{value}\"`"))
}

/// Finds a line whose indentation matches no line above it. List items match items, and keys match keys.
fn indentation(line: &str, above: &[&str]) -> Option<String> {
    let depth = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let (own, is_item) = (depth(line), line.trim_start().starts_with("- "));
    let (mut items, mut keys, mut least) = (Vec::new(), Vec::new(), usize::MAX);
    let written = above.iter().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    for line in written {
        let column = depth(line);
        // A line with less indentation ends the deeper ones above it.
        if column < least {
            match line.trim_start().starts_with("- ") {
                true => {
                    items.push(column);
                    keys.push(column + 2);
                }
                false => keys.push(column),
            }
            least = column;
        }
    }
    if keys.contains(&own) || items.contains(&own) {
        return None;
    }
    let fitting = if is_item && !items.is_empty() { &items } else { &keys };
    let near = fitting.iter().min_by_key(|column| (column.abs_diff(own), **column))?;
    let spaces = |number: usize| if number == 1 { "1 space".to_owned() } else { format!("{number} spaces") };
    Some(format!(
        "this line is indented by {}; indent it by {}, like the lines above that it belongs to",
        spaces(own),
        spaces(*near)
    ))
}

#[cfg(test)]
mod tests {
    use crate::base::source::SourceFile;
    use crate::base::yaml;

    fn help(text: &str) -> String {
        let problems = yaml::read(&SourceFile::new("a.yaml", text)).expect_err("this is not YAML");
        problems[0].help.join("\n")
    }

    #[test]
    fn a_change_of_lists_is_shown_in_a_form_that_can_be_read() {
        let hint = help("changes:\n  hand: [shield] -> []\n");
        assert!(hint.starts_with("write `hand: {before: [shield], after: []}`"), "{hint}");
        let hint = help("then:\n  changes: {turn: a -> b, hand: [x, y] -> [], deck: 1 -> 2}\n");
        assert!(hint.starts_with("write `hand: {before: [x, y], after: []}`"), "{hint}");
    }

    #[test]
    fn an_unclosed_bracket_is_reported_at_its_position() {
        let hint = help("scenario: it's [fine]\ngiven: {heap: [1, 2], turn: \"a]\"\nwhen:\n  - take: 3\n");
        assert_eq!(hint, "the `{` on line 2 has no closing `}`");
        let hint = help("a: [1, 2\nb: 3\n");
        assert_eq!(hint, "the `[` on line 1 has no closing `]`");
    }

    #[test]
    fn a_misaligned_line_is_reported_with_the_right_column() {
        let hint = help("when:\n  - roll: 1\n   - hold: 2\n");
        assert!(hint.contains("by 3 spaces") && hint.contains("by 2 spaces"), "{hint}");
        // A key is aligned with the keys of its item, not with the items.
        let hint = help("claims:\n  - cite: a\n   quote: b\n    then: c\n");
        assert!(hint.contains("by 3 spaces") && hint.contains("by 4 spaces"), "{hint}");
        let hint = help("scenario: x\n claims: []\n");
        assert!(hint.contains("by 1 space;") && hint.contains("by 0 spaces"), "{hint}");
    }

    #[test]
    fn a_text_with_a_sign_of_yaml_wants_quotation_marks() {
        assert!(help("scenario: Rule 13: no leader\n").contains("`scenario: \"Rule 13: no leader\"`"));
        assert!(help("a: 1\nquote: @home\n").contains("quote the text"));
    }
}
