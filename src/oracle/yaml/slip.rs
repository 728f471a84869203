//! Slips that make a file no YAML: what the author most likely meant, beside what the parser says.

use crate::source::Place;

/// What would help at the place where the parser gave up.
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

/// `path: [shield] -> []`: what begins as a list is one, and nothing may follow it. It may stand in a map on the same
/// line.
fn arrow(line: &str) -> Option<String> {
    line.match_indices("->").find_map(|(at, _)| arrow_at(line, at))
}

fn arrow_at(line: &str, at: usize) -> Option<String> {
    let (begin, end) = (start_of_change(&line[..at]), at + end_of_change(&line[at..]));
    let (path, before) = line[begin..at].trim().trim_start_matches("- ").split_once(": ")?;
    let (before, after) = (before.trim(), line[at + 2..end].split(" #").next().unwrap_or_default().trim());
    let is_bracketed = before.starts_with(['[', '{', '"', '\'']);
    is_bracketed.then(|| {
        format!("write `{path}: {{before: {before}, after: {after}}}`, or put the whole change in quotation marks")
    })
}

/// Where the key begins whose change a text ends with: behind the bracket or comma that the text leaves open.
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

/// Where a change ends that a text begins with: at a comma or bracket that is not its own.
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

/// A bracket on an earlier line that nobody has closed: the parser gives up where the next key begins.
fn unclosed(above: &[&str]) -> Option<String> {
    let mut open: Vec<(char, usize)> = Vec::new();
    for (number, line) in (1..).zip(above) {
        let mut quote: Option<char> = None;
        // What stood before, blanks left out: a sign of YAML means something only where a value can begin.
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
    Some(format!("the `{bracket}` on line {line} is not closed: its `{close}` is missing"))
}

/// A text that holds `: ` or begins with a sign of YAML.
fn unquoted(line: &str, place: &Place) -> Option<String> {
    let (key, value) = line.trim().trim_start_matches("- ").split_once(": ")?;
    let value = value.trim();
    let quoted = value.starts_with(['"', '\'', '{', '[']) || value.contains('"');
    let column = place.line_and_column().1;
    let is_behind = column > line.chars().take_while(|c| *c == ' ').count() + key.chars().count();
    let sign =
        value.starts_with(['@', '`', '%', '*', '&', '!', '|', '>']) || value.contains(": ") || value.ends_with(':');
    (is_behind && sign && !quoted).then(|| format!("put the text in quotation marks: `{key}: \"{value}\"`"))
}

/// A line that begins at a column at which nothing above it begins. An item of a list belongs to items, a key to keys.
fn indentation(line: &str, above: &[&str]) -> Option<String> {
    let depth = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let (own, is_item) = (depth(line), line.trim_start().starts_with("- "));
    let (mut items, mut keys, mut least) = (Vec::new(), Vec::new(), usize::MAX);
    let written = above.iter().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    for line in written {
        let column = depth(line);
        // What stands further in than a line between is closed by that line.
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
        "this line begins after {}, and the lines above that it could belong to after {}: indent it as they are",
        spaces(own),
        spaces(*near)
    ))
}

#[cfg(test)]
mod tests {
    use crate::oracle::yaml;
    use crate::source::SourceFile;

    fn help(text: &str) -> String {
        let problems = yaml::read(&SourceFile::new("a.yaml", text)).expect_err("this is not YAML");
        problems[0].help.join("\n")
    }

    #[test]
    fn a_change_of_lists_is_shown_in_a_form_that_can_be_read() {
        let told = help("changes:\n  hand: [shield] -> []\n");
        assert!(told.starts_with("write `hand: {before: [shield], after: []}`"), "{told}");
        let told = help("then:\n  changes: {turn: a -> b, hand: [x, y] -> [], deck: 1 -> 2}\n");
        assert!(told.starts_with("write `hand: {before: [x, y], after: []}`"), "{told}");
    }

    #[test]
    fn a_bracket_that_nobody_closed_is_named_where_it_stands() {
        let told = help("scenario: it's [fine]\ngiven: {heap: [1, 2], turn: \"a]\"\nwhen:\n  - take: 3\n");
        assert_eq!(told, "the `{` on line 2 is not closed: its `}` is missing");
        let told = help("a: [1, 2\nb: 3\n");
        assert_eq!(told, "the `[` on line 1 is not closed: its `]` is missing");
    }

    #[test]
    fn a_line_out_of_line_is_told_with_the_column_it_belongs_to() {
        let told = help("when:\n  - roll: 1\n   - hold: 2\n");
        assert!(told.contains("after 3 spaces") && told.contains("after 2 spaces"), "{told}");
        // A key belongs to the keys of its item, not to the items.
        let told = help("claims:\n  - cite: a\n   quote: b\n    then: c\n");
        assert!(told.contains("after 3 spaces") && told.contains("after 4 spaces"), "{told}");
        let told = help("scenario: x\n claims: []\n");
        assert!(told.contains("after 1 space,") && told.contains("after 0 spaces"), "{told}");
    }

    #[test]
    fn a_text_with_a_sign_of_yaml_wants_quotation_marks() {
        assert!(help("scenario: Rule 13: no leader\n").contains("`scenario: \"Rule 13: no leader\"`"));
        assert!(help("a: 1\nquote: @home\n").contains("quotation marks"));
    }
}
