//! One clause in detail: how it stands, where it takes effect, what turning it off did, and one run that shows it.

use std::collections::BTreeSet;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::isolation::Isolation;
use crate::oracle::isolation::Witness;
use crate::oracle::judge;
use crate::oracle::knockout::Knockout;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::SwitchEvidence;
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
        told.extend(entry.switches.iter().filter_map(|switch| mutant(switch, entry, sheet)));
        told.extend(without_switch(entry, sheet.findings));
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
    let named = implemented_in(entry, sheet);
    let more = named.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown: Vec<String> = named.into_iter().take(MOST).collect();
    (!shown.is_empty()).then(|| format!("It takes effect in {}{more}.", shown.join(", ")))
}

/// Where the switches of a clause took effect: functions by name, or files if that is all that is known. Never lines,
/// which the next edit moves.
pub(super) fn implemented_in(entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for switch in &entry.switches {
        let files: BTreeSet<&String> = switch.code.iter().map(|(file, _)| file).collect();
        for file in files {
            match sheet.findings.code.get(&(switch.name.clone(), file.clone())) {
                None => drop(named.insert(code(source_name(file)))),
                Some(functions) if functions.is_empty() => drop(named.insert(sheet.source(file, file))),
                Some(functions) => named.extend(functions.iter().map(|function| sheet.source(file, function))),
            }
        }
    }
    named
}

/// A file as a document names it: a path that leads out of the project says only on which machine it was.
pub(crate) fn source_name(file: &str) -> &str {
    let is_elsewhere = file.starts_with(['/', '\\', '~']) || file.contains(":\\") || file.contains("..");
    if is_elsewhere { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file }
}

/// What is not as it should be, and what is there instead, as a clause of a sentence.
pub(super) fn should_be(deviation: &Deviation) -> String {
    let Deviation { subject, expected, actual, .. } = deviation;
    if subject != "event" {
        let subject = if subject.contains(' ') { escape(subject) } else { code(subject) };
        let part = answer_part(expected).filter(|_| deviation.subject.starts_with(judge::ANSWER));
        let expected = part.unwrap_or_else(|| format!("be {}", code(expected)));
        return format!("{subject} should {expected}, was {}", code(actual));
    }
    if let Some(pattern) = expected.strip_prefix("no ") {
        return format!("event {} should not be logged; the log has {}", code(pattern), code(actual));
    }
    if let Some(pattern) = expected.strip_suffix(", once") {
        return format!("event {} should be logged once, was logged {}", code(pattern), escape(actual));
    }
    let event = format!("event {} should be logged", code(expected));
    match actual.as_str() {
        judge::NO_SUCH_EVENT => format!("{event}, was not"),
        judge::NO_FURTHER_EVENT => format!("{event} once more, was not"),
        judge::HAPPENED_EARLIER => format!("{event} in the order claimed, was logged earlier"),
        other => format!("{event}; the log has {}", code(other)),
    }
}

/// What a list that was answered should have or not have; none if all of it is expected.
fn answer_part(expected: &str) -> Option<String> {
    let includes = |list: &str| format!("include {}", code(list));
    let leaves_out = |list: &str| format!("leave out {}", code(list));
    if let Some(list) = expected.strip_prefix(judge::WITHOUT) {
        return Some(leaves_out(list));
    }
    let list = expected.strip_prefix(judge::ALSO)?;
    Some(match list.split_once(&format!(", {}", judge::WITHOUT)) {
        Some((more, less)) => format!("{} and {}", includes(more), leaves_out(less)),
        None => includes(list),
    })
}

/// What the run shows about one switch of the clause; nothing if the switch was not part of the run.
fn mutant(switch: &SwitchEvidence, entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> Option<String> {
    let knockout = sheet.findings.knockout(&switch.name, &entry.id)?;
    let name = code(&switch.name);
    Some(match knockout.isolations.get(&entry.id)? {
        Isolation::Isolates(witness) => {
            format!("{}{}", killed(witness, knockout, entry, sheet), specificity(witness))
        }
        Isolation::Unspecific { witness, test, why } => {
            let (killed, letter) = (killed(witness, knockout, entry, sheet), test.letter());
            format!("{killed} This is not specific ({letter}): {}.", escape(why))
        }
        Isolation::Unnoticed => format!("**With {name} off**, no claim on this clause fails."),
        Isolation::Unjudged(why) => {
            format!("**With {name} off**, no scenario that cites this clause could be judged: {}.", escape(why))
        }
        Isolation::OtherReading => {
            format!("**With {name} off**, no claim under the clause's own reading fails.")
        }
        Isolation::Untried => format!("The switch {name} takes effect in no passing scenario that cites this clause."),
        Isolation::Idle => format!("The switch {name} takes effect in no scenario that cites this clause."),
    })
}

/// How many claims fail without the switch, and how the one fails that was looked at.
fn killed(witness: &Witness<'_>, knockout: &Knockout<'_>, entry: &LedgerEntry, sheet: &Sheet<'_, '_>) -> String {
    let number = knockout.witnesses(&entry.id).len();
    format!(
        "**With {} off**, {} on this clause {}. In {}, {}.",
        code(&knockout.switch.name),
        count(number, "claim"),
        if number == 1 { "fails" } else { "fail" },
        sheet.scenario(witness.scenario),
        should_be(&witness.deviation)
    )
}

/// With how many other switches off the claim passes; nothing where too few take effect to say so.
fn specificity(witness: &Witness<'_>) -> String {
    match witness.others {
        (holds, tried, all) if all >= ENOUGH_OTHERS => {
            format!(" That claim passes with {holds} of {tried} other switches off.")
        }
        _ => String::new(),
    }
}

/// Why the clause was not turned off, if that is because the engine has no switch for it.
fn without_switch(entry: &LedgerEntry, findings: &Findings<'_>) -> Option<String> {
    let has_none = findings.engines.contains_key(entry.id.game()) && !findings.has_switch(&entry.id);
    (findings.proofs.is_some() && has_none)
        .then(|| "The engine has no switch for this clause, so it could not be turned off.".to_owned())
}
