//! One clause in detail: what was claimed, what happened, where in the source, and what turning it off did.

use crate::oracle::claim::Claim;
use crate::oracle::datapath;
use crate::oracle::findings::Findings;
use crate::oracle::flow_style;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::knockout::Notice;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::BoardNote;
use crate::protocol::Outcome;
use crate::report::board;
use crate::report::document::telling;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::wording::count;

pub(super) fn section(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let words = findings.suite.book.clause_text(&entry.id);
    let mut text = format!("### {}.{} {}\n\n", entry.id.line, entry.id.clause, escape(words));
    text.push_str(&format!("**Status**: {} **{}**\n\n", entry.grade.mark(), entry.grade.name()));
    if let Some(rewording) = &entry.rewording {
        text.push_str(&format!(
            "✏️ Its words changed ({}) since they were reviewed, and nobody has accepted that yet. It said: “{}” \
             What stands below was written for those words.\n\n",
            rewording.erratum.class.name(),
            escape(&rewording.was)
        ));
    }
    if let Some(reason) = &entry.reason {
        text.push_str(&format!("Excluded: {}.\n", escape(reason)));
        return text;
    }
    if let Some(gap) = &entry.gap {
        text.push_str(&format!("⚠️ {}.\n\n", escape(&gap.sentence())));
    }
    if let Some(why) = &entry.unsupported {
        text.push_str(&format!("The engine does not support a scenario that cites this clause: {}.\n\n", escape(why)));
    }
    if entry.claims.is_empty() {
        text.push_str("No scenario cites this clause, so nothing was played for it.\n");
        return text;
    }
    if entry.grade == Grade::Obscured {
        text.push_str(&obscured(entry, findings));
    }
    text.push_str(&claims(entry, findings));
    text.push_str(&violations(entry, findings));
    if let Some((judged, claim)) = shown(entry, findings) {
        let board = findings.engines.get(&judged.scenario.game).and_then(|engine| engine.board.as_ref());
        text.push_str(&example(entry, judged, claim, board));
    }
    text.push_str(&implementation(entry, findings));
    text.push_str(&knockouts(entry, findings));
    text
}

/// Which missing clause keeps this one from being judged.
fn obscured(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let causes = entry.causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at));
    let clauses: Vec<String> =
        causes.flat_map(|cause| &cause.clauses).map(|clause| code(&clause.to_string())).collect();
    format!("Could not be judged: the claims that fail here fail because of {}.\n\n", clauses.join(", "))
}

fn claims(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    const MOST: usize = 12;
    let mut text = format!("**Claims** ({}):\n\n", entry.claims.len());
    for (claim, holds) in entry.claims.iter().take(MOST) {
        let title = findings.suite.scenario(&claim.scenario).map_or("", |scenario| scenario.title.as_str());
        let word = match holds {
            Some(true) => "holds",
            Some(false) => "**fails**",
            None => "was not judged",
        };
        text.push_str(&format!("- `{}` {word}: {}\n", claim.scenario, escape(title)));
    }
    if entry.claims.len() > MOST {
        text.push_str(&format!("- and {} more\n", entry.claims.len() - MOST));
    }
    text + "\n"
}

/// What does not hold, claim by claim.
fn violations(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for (claim, holds) in &entry.claims {
        let Some(judged) = findings.judged(&claim.scenario).filter(|_| *holds == Some(false)) else { continue };
        let Verdict::Deviates(deviations) = &judged.verdict else { continue };
        text.push_str(&format!("**Deviation** in `{}`:\n\n", claim.scenario));
        for deviation in deviations.iter().filter(|deviation| deviation.claim == Some(claim.claim)) {
            text.push_str(&expected_and_actual(deviation));
        }
        text.push('\n');
    }
    text
}

fn expected_and_actual(deviation: &Deviation) -> String {
    let subject = &deviation.subject;
    format!("- {}: expected {}, actual {}\n", escape(subject), code(&deviation.expected), code(&deviation.actual))
}

/// The scenario that shows the clause best: the shortest of those whose claim noticed the knock-out, otherwise the
/// first that holds.
fn shown<'f, 'a>(entry: &LedgerEntry, findings: &'f Findings<'a>) -> Option<(&'f Judged<'a>, &'f Claim)> {
    let length = |claim: &&ClaimRef| findings.suite.scenario(&claim.scenario).map_or(usize::MAX, |s| s.steps().len());
    let witness = entry.switches.iter().flat_map(|switch| &switch.witnesses).min_by_key(length);
    let first = entry.claims.iter().find(|(_, holds)| *holds == Some(true)).map(|(claim, _)| claim);
    let ClaimRef { scenario, claim } = witness.or(first)?;
    let judged = findings.judged(scenario)?;
    Some((judged, judged.scenario.claims.get(*claim)?))
}

fn example(entry: &LedgerEntry, judged: &Judged<'_>, claim: &Claim, board: Option<&BoardNote>) -> String {
    let scenario = judged.scenario;
    let mut text = format!("**Shown by** `{}`: {}.\n\n", scenario.id, escape(scenario.title.trim_end_matches('.')));
    text.push_str(&telling::steps(scenario));
    if let Some(outcome) = &judged.outcome {
        text.push('\n');
        if let Some(note) = board {
            text.push_str(&telling::fenced("text", &board::before_and_after(note, outcome, false)));
            text.push('\n');
        }
        text.push_str(&before_and_after(claim, outcome));
        for note in &judged.notes {
            text.push_str(&format!("**Remark of the engine**: {}\n\n", escape(&note.text)));
        }
        let moments = moments(entry, judged);
        if !outcome.log.is_empty() {
            text.push_str("What happened");
            text.push_str(if moments.is_empty() {
                ":\n\n"
            } else {
                ", with the moment marked at which the clause took effect:\n\n"
            });
            text.push_str(&telling::log(outcome, &moments));
        }
        text.push('\n');
    }
    text
}

/// The values that the claim speaks of, before and after.
fn before_and_after(claim: &Claim, outcome: &Outcome) -> String {
    let mut rows = String::new();
    for path in claim.then.iter().filter_map(|then| then.path()) {
        let value = |state| datapath::find(state, path).map_or("nothing".to_owned(), flow_style::line);
        rows.push_str(&format!(
            "| {} | {} | {} |\n",
            telling::code_cell(path),
            telling::code_cell(&value(&outcome.before)),
            telling::code_cell(&value(&outcome.after))
        ));
    }
    if rows.is_empty() {
        return String::new();
    }
    format!("| state | before | after |\n|---|---|---|\n{rows}\n")
}

/// The entries of the log that came next when a switch of the clause took effect.
fn moments(entry: &LedgerEntry, judged: &Judged<'_>) -> Vec<usize> {
    let own = |switch: &str| entry.switches.iter().any(|evidence| evidence.name == switch);
    let length = judged.outcome.as_ref().map_or(0, |outcome| outcome.log.len());
    let mut moments: Vec<usize> = judged
        .fired
        .iter()
        .filter(|firing| own(&firing.switch))
        .filter_map(|firing| Some(firing.event?.min(length.saturating_sub(1))))
        .collect();
    moments.sort_unstable();
    moments.dedup();
    moments
}

fn implementation(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    const MOST: usize = 3;
    let places: Vec<_> = entry.switches.iter().flat_map(|switch| &switch.code).collect();
    let excerpts: Vec<_> = places.iter().filter_map(|place| findings.code.get(place)).take(MOST).collect();
    let mut text = String::new();
    for excerpt in excerpts {
        text.push_str(&format!(
            "**Implemented in** {} lines {}-{}\n\n{}\n",
            code(&excerpt.file),
            excerpt.first,
            excerpt.last,
            telling::fenced(language(&excerpt.file), &excerpt.text)
        ));
    }
    text
}

/// What markdown calls the language of a source file.
fn language(file: &str) -> &str {
    match file.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "rs" => "rust",
        "py" => "python",
        "mjs" | "js" => "javascript",
        "ts" => "typescript",
        other if other.chars().all(|c| c.is_ascii_alphanumeric()) => other,
        _ => "",
    }
}

fn knockouts(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for switch in &entry.switches {
        let knockout = findings.knockout(&switch.name);
        let notices: Vec<&Notice<'_>> = knockout.map(|knockout| knockout.witnesses(&entry.id)).unwrap_or_default();
        text.push_str(&format!("**Knock-out** of {}: ", code(&switch.name)));
        if let Some(notice) = notices.first() {
            let number = notices.len();
            text.push_str(&format!(
                "{} on this clause {}. In `{}`:\n\n",
                count(number, "claim"),
                if number == 1 { "fails" } else { "fail" },
                notice.scenario.id
            ));
            text.push_str(&expected_and_actual(&notice.deviation));
        }
        text.push_str(&specific(&switch.showing, notices.is_empty()));
        text.push('\n');
    }
    // Where the game was not played, nobody can say what its engine has.
    let is_played = findings.engines.contains_key(entry.id.game());
    if entry.switches.is_empty() && findings.proofs.is_some() && is_played {
        text.push_str("The engine has no switch for this clause, so it could not be turned off.\n\n");
    }
    text
}

/// Whether turning it off was specific, and if not, why.
fn specific(showing: &Showing, unnoticed: bool) -> String {
    match showing {
        Showing::Isolates { others: (holds, tried, all), .. } if *all >= ENOUGH_OTHERS => {
            format!("\nThe claim needs this switch and holds without {holds} of {tried} others that were tried.\n")
        }
        Showing::Isolates { .. } => String::new(),
        Showing::Unspecific { letter, why } => {
            format!("\nIt does not isolate the clause ({letter}): {}.\n", escape(why))
        }
        Showing::Unjudged(why) => format!("nothing that cites this clause could be judged, {}.\n", escape(why)),
        Showing::Idle if unnoticed => "it took effect in no scenario that cites this clause.\n".to_owned(),
        Showing::Unnoticed | Showing::Idle => "no claim on this clause noticed.\n".to_owned(),
    }
}
