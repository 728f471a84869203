//! GitHub annotations, as workflow commands.

pub(crate) mod summary;

use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Weight;
use crate::report::text::grammar::count;
use truthsayer_protocol::text;

pub(crate) use summary::SummaryLimit;
pub(crate) use summary::stopped as stopped_summary;
pub(crate) use summary::summary;

/// Maximum number of errors, and of warnings, that GitHub shows per step.
const MOST_OF_A_WEIGHT: usize = 10;
/// Maximum annotation length.
const LONGEST_MESSAGE: usize = 4000;
const LONGEST_TITLE: usize = 200;

/// The most severe entries as annotations. `prefix` is the path from the repository to the project.
pub(crate) fn annotations(entries: &[Entry], prefix: &str) -> String {
    let of = |weight| entries.iter().filter(move |entry| entry.sort.weight() == weight).collect::<Vec<_>>();
    let mut lines = annotated("error", &of(Weight::Error), prefix);
    lines.extend(annotated("warning", &of(Weight::Warning), prefix));
    lines.concat()
}

/// One line for each entry. If there are too many, the last line says how many are left out.
fn annotated(command: &str, entries: &[&Entry], prefix: &str) -> Vec<String> {
    let shown = if entries.len() > MOST_OF_A_WEIGHT { MOST_OF_A_WEIGHT - 1 } else { entries.len() };
    let mut lines: Vec<String> = entries[..shown].iter().map(|entry| annotation(command, entry, prefix)).collect();
    let more = entries.len() - shown;
    if more > 0 {
        lines.push(format!("::{command} title=Truthsayer::{}\n", count(more, &format!("more {command}"))));
    }
    lines
}

fn annotation(command: &str, entry: &Entry, prefix: &str) -> String {
    let place = entry.place.as_ref().map(|place| {
        let (line, column) = place.line_and_column();
        format!("file={},line={line},col={column},", property(&format!("{prefix}{}", place.file.path)))
    });
    let title = property(&text::cut(&entry.title, LONGEST_TITLE));
    let message = data(&text::abridged(&entry.message, LONGEST_MESSAGE));
    format!("::{command} {}title={title}::{message}\n", place.unwrap_or_default())
}

/// Escapes a message for a workflow command, which ends at the end of the line.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    // GitHub reads the older form of a command anywhere in a line.
    text.replace("##[", "## [")
}

/// Escapes a property, which also ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Inserts spaces so that GitHub reads no line of the text as a command. GitHub ignores spaces at the start of a line.
pub(crate) fn defused(text: &str) -> String {
    let line = |line: &str| {
        let (margin, rest) = line.split_at(margin(line));
        let rest = rest.strip_prefix("::").map_or_else(|| rest.to_owned(), |rest| format!(": :{rest}"));
        format!("{margin}{}", rest.replace("##[", "## ["))
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Length of the spaces and colour codes at the start of a line. Colours are removed later.
fn margin(line: &str) -> usize {
    let rest = line.trim_start();
    let colour = rest.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
    let start = line.len() - rest.len();
    match colour {
        Some((_, after)) => line.len() - after.len() + margin(after),
        None => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::machine::entries::Sort;
    use truthsayer_oracle::base::source::Place;
    use truthsayer_oracle::base::source::SourceFile;

    fn failing(number: usize) -> Vec<Entry> {
        (0..number).map(|n| Entry::new(Sort::Fail, format!("number {n}"), "words")).collect()
    }

    #[test]
    fn a_workflow_command_is_escaped() {
        let file = SourceFile::new("a,b:c.yaml", "one\ntwo\n");
        let entry = Entry::new(Sort::Drifts, "50%: a, b", "100%\nsecond ::error::forged");
        let line = annotations(&[entry.at(&Place::new(&file, 5, 6))], "sub/");
        assert_eq!(
            line,
            "::error file=sub/a%2Cb%3Ac.yaml,line=2,col=2,title=50%25%3A a%2C b::100%25%0Asecond ::error::forged\n"
        );
    }

    #[test]
    fn ten_of_a_weight_are_all_and_of_eleven_nine_are_shown_and_two_counted() {
        assert_eq!(annotations(&failing(10), "").lines().count(), 10);
        let text = annotations(&failing(11), "");
        assert_eq!(text.lines().count(), 10);
        assert!(text.ends_with("::error title=Truthsayer::2 more errors\n"), "{text}");
        assert!(text.contains("number 8") && !text.contains("number 9"), "{text}");
    }

    #[test]
    fn warnings_have_a_limit_of_their_own_and_what_is_accepted_is_not_annotated() {
        let mut entries = failing(12);
        entries.extend((0..12).map(|n| Entry::new(Sort::Explained, format!("known {n}"), "words")));
        entries.push(Entry::new(Sort::Gap, "accepted", "words"));
        let text = annotations(&entries, "");
        assert_eq!(text.matches("::error").count(), 10);
        assert_eq!(text.matches("::warning").count(), 10);
        assert!(!text.contains("accepted"));
    }

    #[test]
    fn no_line_of_the_log_can_be_taken_for_a_command() {
        let log = "  ::add-mask::the\nplain :: text\n\t::error::x\na ##[group] b\n";
        assert_eq!(defused(log), "  : :add-mask::the\nplain :: text\n\t: :error::x\na ## [group] b\n");
        assert_eq!(defused("\u{1b}[1m \u{1b}[31m::error::x"), "\u{1b}[1m \u{1b}[31m: :error::x");
        assert_eq!(defused("no end"), "no end");
    }
}
