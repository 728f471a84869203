//! One clause in detail: how it stands, where it takes effect, what turning it off did, and one run that shows it.

use std::collections::BTreeSet;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::knockout::Notice;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::verdict::Deviation;
use crate::report::document::evidence;
use crate::report::document::link::Sheet;
use crate::report::document::summary;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::wording::count;

/// How the clause is shown: with the board of its run, or where there is no room for one, without.
pub(super) fn section(entry: &LedgerEntry, sheet: &Sheet<'_, '_>, with_board: bool) -> String {
    let words = sheet.findings.suite.book.clause_text(&entry.id);
    let mut text = format!("### {}.{} {}\n\n", entry.id.line, entry.id.clause, escape(words));
    let note = match entry.grade {
        Grade::Obscured => obscured(entry, sheet.findings),
        _ => summary::note(entry),
    };
    let mut told = vec![format!("{} **{}**: {note}.", entry.grade.mark(), entry.grade.name())];
    if entry.reason.is_none() && !entry.claims.is_empty() {
        told.extend(functions(entry, sheet));
        told.extend(knockouts(entry, sheet));
    }
    text.push_str(&told.join(" "));
    text.push('\n');
    if entry.reason.is_none() {
        text.push_str(&evidence::details(entry, sheet, with_board));
    }
    text
}

/// Which missing clause keeps this one from being judged, as the rest of a sentence.
pub(super) fn obscured(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let causes = entry.causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at));
    let clauses: Vec<String> =
        causes.flat_map(|cause| &cause.clauses).map(|clause| code(&clause.to_string())).collect();
    let because =
        if clauses.is_empty() { "another clause is violated".to_owned() } else { format!("of {}", clauses.join(", ")) };
    format!("could not be judged: what fails on it likely fails because {because}")
}

/// The functions in which the clause takes effect.
fn functions(entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> Option<String> {
    const MOST: usize = 4;
    let places = entry.switches.iter().flat_map(|switch| &switch.code);
    let named: BTreeSet<String> = places.filter_map(|place| super::code_flow::function(place, sheet)).collect();
    let more = named.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown: Vec<String> = named.into_iter().take(MOST).collect();
    (!shown.is_empty()).then(|| format!("It takes effect in {}{more}.", shown.join(", ")))
}

/// What is not as it should be, and what is there instead.
pub(super) fn expected_and_actual(deviation: &Deviation) -> String {
    let Deviation { subject, expected, actual, .. } = deviation;
    format!("{}: expected {}, actual {}", self::subject(subject), code(expected), code(actual))
}

/// What a deviation is about: a path is data, anything else is words.
pub(super) fn subject(text: &str) -> String {
    if text.contains('.') && !text.contains(' ') { code(text) } else { escape(text) }
}

/// One paragraph for each switch that stands for the clause.
fn knockouts(entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> Vec<String> {
    let findings = sheet.findings;
    let mut told = Vec::new();
    for switch in &entry.switches {
        let knockout = findings.knockout(&switch.name);
        let notices: Vec<&Notice<'_>> = knockout.map(|knockout| knockout.witnesses(&entry.id)).unwrap_or_default();
        let mut text = format!("**Knock-out** of {}: ", code(&switch.name));
        // The run that is shown, where it is one of those that notice.
        let shown = evidence::shown_claim(entry, findings).map(|(judged, _)| judged.scenario.id.as_str());
        let notice = notices.iter().find(|notice| Some(notice.scenario.id.as_str()) == shown).or(notices.first());
        if let Some(notice) = notice {
            let number = notices.len();
            text.push_str(&format!(
                "{} on this clause {}. In {}, {}.",
                count(number, "claim"),
                if number == 1 { "fails" } else { "fail" },
                sheet.scenario(notice.scenario),
                expected_and_actual(&notice.deviation)
            ));
        }
        text.push_str(&specific(&switch.showing, notices.is_empty()));
        told.push(text);
    }
    // Where the game was not played, nobody can say what its engine has.
    let is_played = findings.engines.contains_key(entry.id.game());
    if entry.switches.is_empty() && findings.proofs.is_some() && is_played {
        told.push("The engine has no switch for this clause, so it could not be turned off.".to_owned());
    }
    told
}

/// Whether turning it off was specific, and if not, why.
fn specific(showing: &Showing, unnoticed: bool) -> String {
    match showing {
        Showing::Isolates { others: (holds, tried, all), .. } if *all >= ENOUGH_OTHERS => {
            format!(" The claim needs this switch and holds without {holds} of {tried} others that were tried.")
        }
        Showing::Isolates { .. } => String::new(),
        Showing::Unspecific { letter, why } => {
            format!(" It does not isolate the clause ({letter}): {}.", escape(why))
        }
        Showing::Unjudged(why) => format!("nothing that cites this clause could be judged, {}.", escape(why)),
        Showing::OtherReading if unnoticed => "no claim under the clause's own reading noticed.".to_owned(),
        Showing::OtherReading => " None of these claims is under the clause's own reading.".to_owned(),
        Showing::Idle if unnoticed => "it took effect in no scenario that cites this clause.".to_owned(),
        Showing::Unnoticed | Showing::Idle => "no claim on this clause noticed.".to_owned(),
    }
}
