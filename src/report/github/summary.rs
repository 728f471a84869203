//! The summary of a step: a page of markdown that GitHub shows below the run.

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::protocol::text;
use crate::report::document;
use crate::report::document::tried;
use crate::report::trouble::Trouble;
use crate::report::trouble::Weight;
use crate::report::wording::count;

/// How many bytes fit into a summary. GitHub takes one of at most 1 MiB and drops a longer one altogether.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SummaryLimit(pub usize);

impl SummaryLimit {
    pub(crate) const WHOLE: SummaryLimit = SummaryLimit(1024 * 1024);
}

/// So many troubles are told; more than that is for the files that machines read.
const MOST: usize = 50;

/// What a run found, in as many bytes as there is room for.
pub(crate) fn summary(command: &str, findings: &Findings<'_>, troubles: &[Trouble], room: SummaryLimit) -> String {
    let mut text = format!("## truthsayer {command}\n\n{}", figures(findings));
    let ledger = grades(findings);
    if findings.judged.len() == findings.suite.scenarios.len() && !ledger.is_empty() {
        text.push_str(&format!("| clauses | grade |\n|---:|---|\n{ledger}\n"));
    }
    text.push_str(&list(troubles));
    fitted(text, room)
}

/// Why a run ended before its work was done.
pub(crate) fn stopped(command: &str, troubles: &[Trouble], room: SummaryLimit) -> String {
    let head = format!("## truthsayer {command}\n\nNothing was judged.\n\n");
    fitted(head + &list(troubles), room)
}

fn figures(findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let rows = [
        (tally.conforms, "✅ conform"),
        (findings.unloaded, "❌ could not be loaded"),
        (tally.deviates, "❌ deviate"),
        (tally.misposed, "❌ misposed"),
        (tally.unanswered, "❌ unanswered"),
        (tally.drifted, "❌ drift from their golden"),
        (tally.without_golden, "❌ without golden"),
        (tally.unreadable_goldens, "❌ with an unreadable golden"),
        (tally.gaps, "⚠️ deviate as known"),
        (tally.unsupported, "➖ unsupported"),
        (tally.unobserved, "➖ unobserved"),
    ];
    let rows = rows.into_iter().filter(|(number, _)| *number > 0);
    let rows: String = rows.map(|(number, word)| format!("| {number} | {word} |\n")).collect();
    format!("| scenarios | |\n|---:|---|\n{rows}\n{}{}", observation(findings), proof(findings))
}

/// What could not be judged, and what is never shown.
fn observation(findings: &Findings<'_>) -> String {
    let mut sentences = tried::observation(findings);
    sentences.extend(tried::never_shown(findings, None));
    if sentences.is_empty() { String::new() } else { format!("{}\n\n", sentences.join(" ")) }
}

fn proof(findings: &Findings<'_>) -> String {
    let all = findings.knockouts().count();
    if all == 0 {
        return String::new();
    }
    let isolating = findings.knockouts().filter(|knockout| knockout.isolates()).count();
    format!("{isolating} of {} isolate their clauses.\n\n", count(all, "switch"))
}

fn grades(findings: &Findings<'_>) -> String {
    let all = Grade::ALL.iter().map(|grade| (findings.ledger.count(*grade), grade));
    let rows = all.filter(|(number, _)| *number > 0);
    rows.map(|(number, grade)| format!("| {number} | {} {} |\n", grade.mark(), grade.name())).collect()
}

fn list(troubles: &[Trouble]) -> String {
    if troubles.is_empty() {
        return String::new();
    }
    let mut text = format!("### {}\n\n", count(troubles.len(), "finding"));
    for trouble in troubles.iter().take(MOST) {
        text.push_str(&item(trouble));
    }
    if troubles.len() > MOST {
        text.push_str(&format!("\nand {} more\n", troubles.len() - MOST));
    }
    text
}

fn item(trouble: &Trouble) -> String {
    const LONGEST: usize = 2000;
    let mark = match trouble.sort.weight() {
        Weight::Error => "❌",
        Weight::Warning => "⚠️",
        Weight::Note => "➖",
    };
    let place =
        trouble.place.as_ref().map_or(String::new(), |place| format!(" {}", document::code(&place.to_string())));
    let head = format!("- {mark} **{}**{place}\n", document::escape(&trouble.title));
    let excuse = trouble.excuse.iter().map(String::as_str);
    let message = text::abridged(&trouble.message, LONGEST);
    let lines = excuse.chain(message.lines()).filter(|line| !line.is_empty());
    head + &lines.map(|line| format!("  <br>{}\n", document::escape(line))).collect::<String>()
}

/// Cut at the end of a line, so that it fits.
fn fitted(mut text: String, SummaryLimit(room): SummaryLimit) -> String {
    const REST: &str = "\nThere is no room for more.\n";
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
    use crate::report::trouble::Sort;

    #[test]
    fn a_summary_fits_and_ends_with_a_whole_line() {
        let troubles: Vec<Trouble> =
            (0..80).map(|n| Trouble::new(Sort::Deviates, format!("ünmber {n}"), "wörds ".repeat(100))).collect();
        let whole = stopped("verify", &troubles, SummaryLimit::WHOLE);
        assert!(whole.contains("ünmber 49") && !whole.contains("ünmber 50") && whole.contains("and 30 more"));
        for room in [0, 10, 100, 1000, 5000, whole.len() - 1, whole.len()] {
            let text = stopped("verify", &troubles, SummaryLimit(room));
            assert!(text.len() <= room && (text.is_empty() || text.ends_with('\n')), "{room}: {}", text.len());
            assert_eq!(text == whole, room == whole.len());
        }
    }

    #[test]
    fn nothing_that_somebody_wrote_becomes_markup() {
        let trouble = Trouble::new(Sort::Deviates, "<img src=x> **loud** [a](b)", "`tick` | <b>");
        let text = stopped("verify", &[trouble], SummaryLimit::WHOLE);
        assert!(!text.contains("<img") && !text.contains("<b>") && !text.contains("[a](b)"), "{text}");
    }
}
