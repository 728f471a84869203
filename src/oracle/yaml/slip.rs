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
    indentation(line, above).into_iter().collect()
}

/// `path: [shield] -> []`: what begins as a list is one, and nothing may follow it.
fn arrow(line: &str) -> Option<String> {
    let (path, change) = line.trim().split_once(": ")?;
    let (before, after) = change.split_once("->")?;
    let (before, after) = (before.trim(), after.split(" #").next().unwrap_or_default().trim());
    let is_bracketed = before.starts_with(['[', '{', '"', '\'']);
    is_bracketed.then(|| {
        format!("write `{path}: {{before: {before}, after: {after}}}`, or put the whole change in quotation marks")
    })
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

/// A line that begins at a column at which nothing above it begins.
fn indentation(line: &str, above: &[&str]) -> Option<String> {
    let depth = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let own = depth(line);
    let written = above.iter().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let mut columns: Vec<usize> = Vec::new();
    for line in written {
        let column = depth(line);
        if columns.last().is_none_or(|least| column < *least) {
            columns.push(column);
        }
        // The columns of a list's items and of the keys in them.
        if line.trim_start().starts_with("- ") && !columns.contains(&(column + 2)) && columns.len() < 20 {
            columns.insert(columns.len() - 1, column + 2);
        }
    }
    if columns.is_empty() || columns.contains(&own) {
        return None;
    }
    let near = columns.iter().min_by_key(|column| (column.abs_diff(own), **column))?;
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
    }

    #[test]
    fn a_line_out_of_line_is_told_with_the_column_it_belongs_to() {
        let told = help("when:\n  - roll: 1\n   - hold: 2\n");
        assert!(told.contains("after 3 spaces") && told.contains("after 2 spaces"), "{told}");
        let told = help("scenario: x\n claims: []\n");
        assert!(told.contains("after 1 space,") && told.contains("after 0 spaces"), "{told}");
    }

    #[test]
    fn a_text_with_a_sign_of_yaml_wants_quotation_marks() {
        assert!(help("scenario: Rule 13: no leader\n").contains("`scenario: \"Rule 13: no leader\"`"));
        assert!(help("a: 1\nquote: @home\n").contains("quotation marks"));
    }
}
