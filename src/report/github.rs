//! What GitHub shows beside the lines of a change: workflow commands, as many as it takes and no more.

use crate::protocol::text;
use crate::report::trouble::Trouble;
use crate::report::trouble::Weight;
use crate::report::wording::count;

mod summary;

pub(crate) use summary::SummaryLimit;
pub(crate) use summary::stopped as stopped_summary;
pub(crate) use summary::summary;

/// So many errors of one step are shown, and as many warnings; GitHub drops what comes after them.
const MOST_OF_A_WEIGHT: usize = 10;
/// More of a message nobody reads beside a line of code.
const LONGEST_MESSAGE: usize = 4000;
const LONGEST_TITLE: usize = 200;

/// The worst troubles as annotations. `prefix` leads from the repository to the project.
pub(crate) fn annotations(troubles: &[Trouble], prefix: &str) -> String {
    let of = |weight| troubles.iter().filter(move |trouble| trouble.sort.weight() == weight).collect::<Vec<_>>();
    let mut lines = annotated("error", &of(Weight::Error), prefix);
    lines.extend(annotated("warning", &of(Weight::Warning), prefix));
    lines.concat()
}

/// One line for each, or one less than fit and how many more there are.
fn annotated(command: &str, troubles: &[&Trouble], prefix: &str) -> Vec<String> {
    let shown = if troubles.len() > MOST_OF_A_WEIGHT { MOST_OF_A_WEIGHT - 1 } else { troubles.len() };
    let mut lines: Vec<String> = troubles[..shown].iter().map(|trouble| annotation(command, trouble, prefix)).collect();
    let more = troubles.len() - shown;
    if more > 0 {
        lines.push(format!("::{command} title=Truthsayer::and {}\n", count(more, &format!("more {command}"))));
    }
    lines
}

fn annotation(command: &str, trouble: &Trouble, prefix: &str) -> String {
    let place = trouble.place.as_ref().map(|place| {
        let (line, column) = place.line_and_column();
        format!("file={},line={line},col={column},", property(&format!("{prefix}{}", place.file.path)))
    });
    let title = property(&text::cut(&trouble.title, LONGEST_TITLE));
    let message = data(&text::abridged(&trouble.message, LONGEST_MESSAGE));
    format!("::{command} {}title={title}::{message}\n", place.unwrap_or_default())
}

/// A message as it stands in a command, whose end is the end of the line.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    // The older form of a command is read wherever it stands in a line.
    text.replace("##[", "## [")
}

/// A property, which also ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Text for the log of a step, in which no line can be taken for a command, whoever wrote it. A blank keeps apart what
/// would begin one; GitHub looks past blanks at the beginning of a line.
pub(crate) fn defused(text: &str) -> String {
    let line = |line: &str| {
        let (margin, rest) = line.split_at(margin(line));
        let rest = rest.strip_prefix("::").map_or_else(|| rest.to_owned(), |rest| format!(": :{rest}"));
        format!("{margin}{}", rest.replace("##[", "## ["))
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The length of the blanks and colours that a line begins with. Colours are taken out later.
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
    use crate::report::trouble::Sort;
    use crate::source::Place;
    use crate::source::SourceFile;

    fn deviating(number: usize) -> Vec<Trouble> {
        (0..number).map(|n| Trouble::new(Sort::Deviates, format!("number {n}"), "words")).collect()
    }

    #[test]
    fn a_command_ends_where_it_should_whatever_stands_in_it() {
        let file = SourceFile::new("a,b:c.yaml", "one\ntwo\n");
        let trouble = Trouble::new(Sort::Drifts, "50%: a, b", "100%\nsecond ::error::forged");
        let line = annotations(&[trouble.at(&Place::new(&file, 5, 6))], "sub/");
        assert_eq!(
            line,
            "::error file=sub/a%2Cb%3Ac.yaml,line=2,col=2,title=50%25%3A a%2C b::100%25%0Asecond ::error::forged\n"
        );
    }

    #[test]
    fn ten_of_a_weight_are_all_and_of_eleven_nine_are_shown_and_two_counted() {
        assert_eq!(annotations(&deviating(10), "").lines().count(), 10);
        let text = annotations(&deviating(11), "");
        assert_eq!(text.lines().count(), 10);
        assert!(text.ends_with("::error title=Truthsayer::and 2 more errors\n"), "{text}");
        assert!(text.contains("number 8") && !text.contains("number 9"), "{text}");
    }

    #[test]
    fn warnings_have_a_limit_of_their_own_and_what_is_accepted_is_not_annotated() {
        let mut troubles = deviating(12);
        troubles.extend((0..12).map(|n| Trouble::new(Sort::Explained, format!("known {n}"), "words")));
        troubles.push(Trouble::new(Sort::Gap, "accepted", "words"));
        let text = annotations(&troubles, "");
        assert_eq!(text.matches("::error").count(), 10);
        assert_eq!(text.matches("::warning").count(), 10);
        assert!(!text.contains("accepted"));
    }

    #[test]
    fn no_line_of_the_log_can_be_taken_for_a_command() {
        let told = "  ::add-mask::the\nplain :: text\n\t::error::x\na ##[group] b\n";
        assert_eq!(defused(told), "  : :add-mask::the\nplain :: text\n\t: :error::x\na ## [group] b\n");
        assert_eq!(defused("\u{1b}[1m \u{1b}[31m::error::x"), "\u{1b}[1m \u{1b}[31m: :error::x");
        assert_eq!(defused("no end"), "no end");
    }
}
