//! The GitHub step summary, in Markdown.

use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Weight;
use crate::report::markdown::rule_report::scope;
use crate::report::text::escape;
use crate::report::text::grammar::count;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::text;

/// Maximum size of a summary in bytes. GitHub drops summaries of more than 1 MiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SummaryLimit(pub usize);

impl SummaryLimit {
    pub(crate) const WHOLE: SummaryLimit = SummaryLimit(1024 * 1024);
}

/// Maximum number of findings listed.
const MOST: usize = 50;

/// The summary of a run, cut to the limit.
pub(crate) fn summary(command: &str, findings: &Findings<'_>, entries: &[Entry], room: SummaryLimit) -> String {
    let mut text = format!("## truthsayer {command}\n\n{}", figures(findings));
    let coverage = grades(findings);
    if findings.is_whole() && !coverage.is_empty() {
        text.push_str(&format!("| clauses | grade |\n|---:|---|\n{coverage}\n"));
    }
    text.push_str(&list(entries));
    fitted(text, room)
}

/// The summary of a run that stopped before it finished.
pub(crate) fn stopped(command: &str, entries: &[Entry], room: SummaryLimit) -> String {
    let head = format!("## truthsayer {command}\n\nNo scenario was judged.\n\n");
    fitted(head + &list(entries), room)
}

fn figures(findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let rows = [
        (tally.passed, "✅ passed"),
        (findings.unloaded, "❌ could not be loaded"),
        (tally.failing, "❌ failed"),
        (tally.crashed, "❌ crashed"),
        (tally.invalid, "❌ invalid"),
        (tally.no_answer, "❌ got no answer"),
        (tally.drifted, "❌ drifted from their golden"),
        (tally.without_golden, "❌ without golden"),
        (tally.unreadable_goldens, "❌ with an unreadable golden"),
        (tally.gaps, "⚠️ known gaps"),
        (tally.unsupported, "➖ unsupported"),
        (tally.unobserved, "➖ unobserved"),
    ];
    let rows = rows.into_iter().filter(|(number, _)| *number > 0);
    let rows: String = rows.map(|(number, word)| format!("| {number} | {word} |\n")).collect();
    format!("| scenarios | |\n|---:|---|\n{rows}\n{}{}", observation(findings), proof(findings))
}

/// Sentences about facts that the engine does not show.
fn observation(findings: &Findings<'_>) -> String {
    let mut sentences = scope::observation(findings);
    sentences.extend(scope::never_shown(findings, None));
    if sentences.is_empty() { String::new() } else { format!("{}\n\n", sentences.join(" ")) }
}

fn proof(findings: &Findings<'_>) -> String {
    let all = findings.mutants().count();
    if all == 0 {
        return String::new();
    }
    let specific = findings.mutants().filter(|mutant| mutant.is_specific()).count();
    format!("{specific} of {} proven.\n\n", count(all, "switch"))
}

fn grades(findings: &Findings<'_>) -> String {
    let all = Grade::ALL.iter().map(|grade| (findings.coverage.count(*grade), grade));
    let rows = all.filter(|(number, _)| *number > 0);
    rows.map(|(number, grade)| format!("| {number} | {} {} |\n", grade.mark(), grade.name())).collect()
}

fn list(entries: &[Entry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let mut text = format!("### {}\n\n", count(entries.len(), "finding"));
    for entry in entries.iter().take(MOST) {
        text.push_str(&item(entry));
    }
    if entries.len() > MOST {
        text.push_str(&format!("\n{} more\n", entries.len() - MOST));
    }
    text
}

fn item(entry: &Entry) -> String {
    const LONGEST: usize = 2000;
    let mark = match entry.sort.weight() {
        Weight::Error => "❌",
        Weight::Warning => "⚠️",
        Weight::Note => "➖",
    };
    let place = entry.place.as_ref().map_or(String::new(), |place| format!(" {}", escape::code(&place.to_string())));
    let head = format!("- {mark} **{}**{place}\n", escape::escape(&entry.title));
    let excuse = entry.excuse.iter().map(String::as_str);
    let message = text::abridged(&entry.message, LONGEST);
    let lines = excuse.chain(message.lines()).filter(|line| !line.is_empty());
    head + &lines.map(|line| format!("  <br>{}\n", escape::escape(line))).collect::<String>()
}

/// Cuts the text at the end of a line, so that it fits.
fn fitted(mut text: String, SummaryLimit(room): SummaryLimit) -> String {
    const REST: &str = "\nThe rest is left out, because GitHub limits the size of a summary.\n";
    text.push('\n');
    if text.len() <= room {
        return text;
    }
    let most = text.floor_char_boundary(room.saturating_sub(REST.len()));
    let end = text[..most].rfind('\n').map_or(0, |at| at + 1);
    text.truncate(end);
    if end > 0 {
        text.push_str(REST);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::machine::entries::Sort;

    #[test]
    fn a_summary_fits_and_ends_with_a_whole_line() {
        let entries: Vec<Entry> =
            (0..80).map(|n| Entry::new(Sort::Fail, format!("ünmber {n}"), "wörds ".repeat(100))).collect();
        let whole = stopped("verify", &entries, SummaryLimit::WHOLE);
        assert!(whole.contains("ünmber 49") && !whole.contains("ünmber 50") && whole.contains("\n30 more"));
        for room in [0, 10, 100, 1000, 5000, whole.len() - 1, whole.len()] {
            let text = stopped("verify", &entries, SummaryLimit(room));
            assert!(text.len() <= room && (text.is_empty() || text.ends_with('\n')), "{room}: {}", text.len());
            assert_eq!(text == whole, room == whole.len());
        }
    }

    #[test]
    fn user_text_never_becomes_markup() {
        let entry = Entry::new(Sort::Fail, "<img src=x> **loud** [a](b)", "`tick` | <b>");
        let text = stopped("verify", &[entry], SummaryLimit::WHOLE);
        assert!(!text.contains("<img") && !text.contains("<b>") && !text.contains("[a](b)"), "{text}");
    }
}
