//! Words and numbers in sentences, for all reports.

use std::collections::BTreeSet;

use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::never_shown::NeverShownEntry;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Data;
use truthsayer_protocol::Observes;

/// `1 problem`, `1,735 problems`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {}", thousands(number), plural(noun)) }
}

/// A number with thousands separators: `1,735`.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The text with a small first letter.
pub(crate) fn with_small_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

pub(crate) fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// The grade as a predicate: `holds`, `is proven`.
pub(crate) fn grade_phrase(grade: Grade) -> String {
    match grade {
        Grade::Holds => "holds".to_owned(),
        Grade::Gap => "is a known gap".to_owned(),
        other => format!("is {}", other.name()),
    }
}

/// The grade as a predicate of several clauses: `hold`, `are proven`.
pub(crate) fn grade_phrase_plural(grade: Grade) -> String {
    match grade {
        Grade::Holds => "hold".to_owned(),
        Grade::Gap => "are known gaps".to_owned(),
        other => format!("are {}", other.name()),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The beginning of a text, cut at a space if possible, with `…` at the cut.
pub(crate) fn first_words(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short = String::new();
    for word in text.split(' ') {
        if short.chars().count() + word.chars().count() + 1 >= longest {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    match short.is_empty() {
        true => text.chars().take(longest.saturating_sub(1)).chain(['…']).collect(),
        false => format!("{} …", short.trim_end_matches([',', ';', ':'])),
    }
}

/// A step as text: `plan by harkonnen: dial 2, leader feyd_rautha`.
pub(crate) fn step(data: &Data) -> String {
    let Some((kind, fields)) = data.as_object().and_then(|map| map.iter().next()) else {
        return yaml_flow::line(data);
    };
    let Some(map) = fields.as_object() else { return format!("{kind}: {}", yaml_flow::line(fields)) };
    let doer = ["by", "aggressor"].into_iter().find(|key| map.get(*key).is_some_and(Data::is_string));
    let rest = map.iter().filter(|(key, _)| Some(key.as_str()) != doer);
    let rest: Vec<String> =
        rest.map(|(key, value)| format!("{} {}", key.replace('_', " "), yaml_flow::line(value))).collect();
    let by = doer.map_or(String::new(), |key| format!(" by {}", yaml_flow::line(&map[key])));
    if rest.is_empty() { format!("{kind}{by}") } else { format!("{kind}{by}: {}", rest.join(", ")) }
}

/// How many claims a proven clause has, and how many fail without it: `9 claims, 2 fail without it`.
pub(crate) fn evidence(entry: &CoverageEntry) -> Option<String> {
    let fails = match entry.failing_without().len() {
        1 => "1 fails".to_owned(),
        number => format!("{} fail", thousands(number)),
    };
    (entry.grade == Grade::Proven).then(|| format!("{}, {fails} without it", count(entry.claims.len(), "claim")))
}

/// The readings under which a clause is graded.
pub(crate) fn own_reading(entry: &CoverageEntry) -> String {
    match entry.readings.is_empty() {
        true => "the default readings".to_owned(),
        false => format!("the reading `{}`", readings(&entry.readings)),
    }
}

/// The readings that were chosen for a game: `sight: first_piece_too`.
pub(crate) fn readings(chosen: &std::collections::BTreeMap<String, String>) -> String {
    chosen.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
}

/// Breaks a long line at spaces. Colours do not count; words are never cut.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// The facts that an engine never shows, as text: `` `won` never has `by`: 47 expectations``. `quote` formats names.
pub(crate) fn never_shown(entry: &NeverShownEntry, quote: impl Fn(&str) -> String) -> String {
    format!("{}: {}", entry.what.sentence(quote), count(entry.expectations, "expectation"))
}

/// `observes` as one line of JSON, for `hello` and the adapters.
pub(crate) fn observes(observes: &Observes) -> String {
    // Serializing names and lists of names cannot fail.
    serde_json::to_string(observes).unwrap_or_default()
}

/// How much of the claims on a clause the engine showed; none if it showed everything.
pub(crate) fn observed(entry: &CoverageEntry) -> Option<String> {
    (!entry.observed.is_whole()).then(|| observed_text(entry.observed))
}

pub(crate) fn observed_text(Observed { shown, all, in_part }: Observed) -> String {
    let in_part = if in_part == 0 { String::new() } else { format!(", {in_part} in part") };
    format!("{shown} of {all} observed{in_part}")
}

/// A path as a relative URL, percent-encoded.
pub(crate) fn relative_address(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// `3 scenarios`, or `2 scenarios (9 runs)` if some have an examples table.
pub(crate) fn scenarios_and_runs<'s>(runs: impl IntoIterator<Item = &'s Scenario>) -> String {
    let (scenarios, number) = scenario_count(runs);
    match number == scenarios {
        true => count(scenarios, "scenario"),
        false => format!("{} ({} runs)", count(scenarios, "scenario"), thousands(number)),
    }
}

/// The number of scenarios and of runs. Every row of an examples table is a run.
pub(crate) fn scenario_count<'s>(runs: impl IntoIterator<Item = &'s Scenario>) -> (usize, usize) {
    let runs: Vec<&Scenario> = runs.into_iter().collect();
    let tables: BTreeSet<&str> = runs.iter().map(|scenario| table_of(scenario)).collect();
    (tables.len(), runs.len())
}

/// The id of a scenario without its row.
pub(crate) fn table_of(scenario: &Scenario) -> &str {
    let (id, path) = (&scenario.id, &scenario.place.file.path);
    let file = path.rsplit_once('.').map_or(path.as_str(), |(name, _)| name);
    let ends = id.match_indices('[').map(|(at, _)| &id[..at]);
    ends.filter(|_| id.ends_with(']')).find(|name| file.ends_with(name)).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_path_ends_its_address() {
        assert_eq!(relative_address("scenarios/a b/c(1)#é.yaml"), "scenarios/a%20b/c%281%29%23%C3%A9.yaml");
        assert_eq!(relative_address("rules/50%.md"), "rules/50%25.md");
    }

    #[test]
    fn one_is_singular_and_the_rest_plural() {
        assert_eq!(count(1, "clause"), "1 clause");
        assert_eq!(count(0, "clause"), "0 clauses");
        assert_eq!(count(2, "category"), "2 categories");
        assert_eq!(count(3, "switch"), "3 switches");
        assert_eq!(count(2, "play"), "2 plays");
        assert_eq!(count(1_234_567, "run"), "1,234,567 runs");
        assert_eq!([thousands(0), thousands(999), thousands(1000)], ["0", "999", "1,000"]);
    }

    #[test]
    fn a_list_ends_with_and() {
        let items = |n: usize| ["a", "b", "c"][..n].iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        assert_eq!(listed(&items(1)), "a");
        assert_eq!(listed(&items(2)), "a and b");
        assert_eq!(listed(&items(3)), "a, b and c");
    }

    #[test]
    fn a_text_is_cut_at_a_word() {
        assert_eq!(first_words("short", 10), "short");
        assert_eq!(first_words("one two, three four", 12), "one two …");
        assert_eq!(first_words("unbreakable word", 8), "unbreak…");
    }

    #[test]
    fn lines_break_at_spaces_and_colours_do_not_count() {
        assert_eq!(wrap("aa bb cc", 5), "aa bb\ncc");
        assert_eq!(wrap("\u{1b}[31maa\u{1b}[0m bb cc", 5), "\u{1b}[31maa\u{1b}[0m bb\ncc");
        assert_eq!(
            wrap("a-word-with-hyphens and/a/path/that/is/long", 8),
            "a-word-with-hyphens\nand/a/path/that/is/long"
        );
    }
}
