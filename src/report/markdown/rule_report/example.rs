//! One example run of a clause, folded: set-up, steps, result, log, and the result with a switch off.

use crate::report::markdown::rule_report::clause_table;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::mismatch;
use crate::report::markdown::rule_report::run_text;
use crate::report::markdown::rule_report::switch_lines;
use crate::report::text::board;
use crate::report::text::escape;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::html;
use crate::report::text::expectation;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::judge::board_squares::BoardSquares;
use truthsayer_oracle::judge::document_facts::DocumentFacts;
use truthsayer_oracle::judge::observability::ExpectationLine;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::suite::claim::Claim;
use truthsayer_oracle::suite::expectation::Expectation;
use truthsayer_protocol::BoardNote;

/// The example of a clause, with or without its board.
pub(super) struct ExampleBlock<'f> {
    text: String,
    board: Option<(&'f BoardNote, &'f BoardSquares)>,
}

impl ExampleBlock<'_> {
    /// Number of lines without the board.
    pub(super) fn length(&self) -> usize {
        self.text.lines().count() + END.lines().count()
    }

    /// Empty if the engine describes no board.
    pub(super) fn board(&self) -> String {
        let drawn = self.board.map(|(note, squares)| board::drawn(note, squares));
        drawn.map_or(String::new(), |drawn| format!("\n{}", escape::fenced("text", &drawn)))
    }

    pub(super) fn write(self, board: &str) -> String {
        self.text + board + END
    }
}

/// The end of every example.
const END: &str = "</details>\n";

/// The example of a clause. `None` if no scenario that cites the clause was judged and no switch was tried.
pub(super) fn block<'f>(
    entry: &CoverageEntry,
    status: &RuleStatus<'_>,
    context: &ReportContext<'f, '_>,
) -> Option<ExampleBlock<'f>> {
    if entry.reason.is_some() {
        return None;
    }
    let shown = shown_claim(entry, context.findings);
    let id = shown.map_or("", |(judged, _)| judged.scenario.id.as_str());
    let run = shown.map_or(String::new(), |(judged, claim)| run(entry, (judged, claim), context));
    let items = run + &switch_lines::items(entry, id, context);
    if items.is_empty() {
        return None;
    }
    let title = shown.map_or("", |(judged, _)| judged.scenario.title.trim_end_matches('.'));
    let (mark, address) = (entry.grade.mark(), html(&clause_table::address(entry, status)));
    let board = shown.and_then(|(judged, _)| board_of(judged, context.findings));
    Some(ExampleBlock {
        text: format!("<details><summary>{mark} <b>{address}</b> {}</summary>\n\n{items}", html(title)),
        board,
    })
}

/// The run as list items.
fn run(entry: &CoverageEntry, (judged, index): (&Judged<'_>, usize), context: &ReportContext<'_, '_>) -> String {
    let scenario = judged.scenario;
    let Some(claim) = scenario.claims.get(index) else { return String::new() };
    let mut text = format!("- **Scenario:** {}\n", context.scenario(scenario));
    if let Some(set_up) = run_text::set_up(scenario) {
        text.push_str(&format!("- **Set-up:** {set_up}\n"));
    }
    text.push_str(&format!("- **Steps:** {}\n", run_text::steps(scenario)));
    if let Some(facts) = &judged.document_facts {
        text.push_str(&format!("- {}\n", result((judged, index), claim, facts)));
        for note in &judged.notes {
            text.push_str(&format!("- **Note of the engine:** {}\n", escape(&note.text)));
        }
        if !facts.log.is_empty() {
            text.push_str(&format!("- **Log:** {}\n", run_text::log(&facts.log, &moments(entry, judged))));
        }
    } else if judged.is_too_long {
        text.push_str("- The answer of the engine is too long to show.\n");
    }
    text
}

fn board_of<'f>(judged: &'f Judged<'_>, findings: &'f Findings<'_>) -> Option<(&'f BoardNote, &'f BoardSquares)> {
    let note = findings.engines.get(&judged.scenario.game)?.board.as_ref()?;
    Some((note, judged.document_facts.as_ref()?.board.as_ref()?))
}

/// The claim that the example shows. Of failing claims the shortest that fails because of this clause, as far as that is
/// known; otherwise the shortest that fails with the clause off; otherwise the first that passes.
pub(crate) fn shown_claim<'f, 'a>(
    entry: &CoverageEntry,
    findings: &'f Findings<'a>,
) -> Option<(&'f Judged<'a>, usize)> {
    let length = |claim: &&ClaimRef| findings.suite.scenario(&claim.scenario).map_or(usize::MAX, |s| s.step_count());
    let judged =
        |wanted: bool| entry.claims.iter().filter(move |(_, holds)| *holds == Some(wanted)).map(|(claim, _)| claim);
    let is_elsewhere =
        |claim: &&ClaimRef| findings.judged(&claim.scenario).is_some_and(|judged| judged.elsewhere.contains(&entry.id));
    // A claim that another clause explains fails as a side effect.
    let is_side_effect = |claim: &&ClaimRef| {
        let causes = findings.diagnosis.explained.get(claim);
        causes.is_some_and(|causes| findings.diagnosis.cause_of(&entry.id).is_none_or(|own| !causes.contains(&own)))
    };
    let failing = judged(false).min_by_key(|claim| (is_side_effect(claim), length(claim)));
    let specific = entry.switches.iter().filter_map(|switch| match &switch.showing {
        Showing::Specific { witness, .. } => Some(witness),
        _ => None,
    });
    let witnesses = || entry.switches.iter().flat_map(|switch| &switch.witnesses);
    let witness = specific.min_by_key(length);
    let witness = witness.or_else(|| witnesses().min_by_key(|claim| (is_elsewhere(claim), length(claim))));
    let ClaimRef { scenario, claim } = failing.or(witness).or_else(|| judged(true).next())?;
    Some((findings.judged(scenario)?, *claim))
}

/// The expectations of a passing claim, or expected and actual of a failing one.
fn result((judged, index): (&Judged<'_>, usize), claim: &Claim, facts: &DocumentFacts) -> String {
    if judged.holds(index) != Some(true) {
        let own = judged.verdict.mismatches().iter().filter(|mismatch| mismatch.claim == Some(index));
        let failures: Vec<String> = own.map(mismatch::expected_and_actual).collect();
        return format!("**Fails:** {}", failures.join("; "));
    }
    let expectations = claim.then.iter().enumerate().map(|(at, then)| {
        let lines = (0..then.lines()).map(|line| ExpectationLine { claim: index, expectation: at, line });
        let hidden = match lines.filter(|line| judged.hidden.contains(*line)).count() {
            0 => "",
            number if number == then.lines() => " (not shown by the engine)",
            _ => " (not fully shown by the engine)",
        };
        let was = match then {
            Expectation::State { path, .. } => {
                format!(" (it was {})", code(facts.before(path).unwrap_or("nothing")))
            }
            _ => String::new(),
        };
        format!("{}{was}{hidden}", expectation::words(then))
    });
    format!("**Result:** {}", expectations.collect::<Vec<_>>().join("; "))
}

/// The log entries at which a switch of the clause took effect.
pub(super) fn moments(entry: &CoverageEntry, judged: &Judged<'_>) -> Vec<usize> {
    let own = |switch: &str| entry.switches.iter().any(|evidence| evidence.name == switch);
    let length = judged.document_facts.as_ref().map_or(0, |facts| facts.log.len());
    let mut moments: Vec<usize> = judged
        .fired
        .iter()
        .filter(|firing| own(&firing.switch))
        .filter_map(|firing| Some(firing.event()?.min(length.saturating_sub(1))))
        .collect();
    moments.sort_unstable();
    moments.dedup();
    moments
}
