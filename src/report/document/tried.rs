//! What the run tried, so that a document claims nothing else.

use crate::oracle::findings::Findings;
use crate::oracle::findings::Tally;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::never_shown::NeverShown;
use crate::oracle::sight::Observed;
use crate::oracle::trial;
use crate::protocol::Profile;
use crate::report::document::telling::code;
use crate::report::wording;
use crate::report::wording::count;
use crate::report::wording::readings;
use crate::report::wording::wrap;

const WIDTH: usize = 110;

/// What a reader has to know before the first table; nothing where everything was tried on the engine as it is. What is
/// about one game says nothing of others.
pub(crate) fn paragraph(findings: &Findings<'_>, game: Option<&str>) -> String {
    let sentences = sentences(findings, game);
    if sentences.is_empty() { String::new() } else { format!("**{}**\n", wrap(&sentences.join(" "), WIDTH)) }
}

/// One sentence for each thing that was not as usual.
pub(crate) fn sentences(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let is_meant = |other: &str| game.is_none_or(|game| game == other);
    let tally = game.map_or_else(|| findings.tally(), |game| findings.tally_in(game));
    let mut sentences = observed(&tally);
    sentences.extend(never_shown(findings, game));
    sentences.extend(turned_off(findings, game));
    for (game, chosen) in findings.suite.readings.iter().filter(|(game, _)| is_meant(game)) {
        sentences.push(format!("The game {} was played by the readings {}.", code(game), code(&readings(chosen))));
    }
    // Every row of an examples table is a run.
    let runs = findings.judged.iter().filter(|judged| is_meant(&judged.scenario.game)).count();
    let all = findings.suite.scenarios.iter().filter(|scenario| is_meant(&scenario.game)).count();
    if runs < all {
        let were = if runs == 1 { "was" } else { "were" };
        sentences.push(format!("Only {runs} of {} {were} done.", count(all, "run")));
    }
    sentences
}

/// One sentence for each engine that never shows something that claims fail because of.
pub(crate) fn never_shown(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let sentence = |never: &NeverShown| {
        let entries: Vec<String> = never.entries.iter().map(|entry| wording::never_shown(entry, code)).collect();
        format!("Claims fail because of something that the engine never shows: {}.", entries.join("; "))
    };
    let is_meant = |never: &&NeverShown| game.is_none_or(|game| game == never.game);
    findings.never_shown.iter().filter(is_meant).map(sentence).collect()
}

/// What was turned off, and what that leaves unknown. Switches of other games are not named.
fn turned_off(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let engines = findings.engines.iter().filter(|(own, _)| game.is_none_or(|game| game == own.as_str()));
    let engines: Vec<(&String, &Profile)> = engines.collect();
    let is_own = |name: &&String| {
        engines.iter().any(|(_, engine)| !trial::own_switches(std::slice::from_ref(*name), engine).is_empty())
    };
    let off: Vec<String> = findings.without.iter().filter(is_own).map(|name| code(name)).collect();
    if !off.is_empty() {
        let (switches, them) = (count(off.len(), "switch"), if off.len() == 1 { "it" } else { "them" });
        return vec![
            format!("Played with {switches} turned off: {}.", off.join(", ")),
            format!("This is about an engine without {them}; no other switch of it was turned off."),
        ];
    }
    if findings.proofs.is_none() {
        return vec!["Nothing was turned off one by one: what holds was seen to hold.".to_owned()];
    }
    let bare: Vec<&str> =
        engines.iter().filter(|(_, engine)| engine.switches.is_empty()).map(|(game, _)| game.as_str()).collect();
    let is_only = engines.len() == 1;
    let sentence = |game: &str| {
        let of = if is_only { String::new() } else { format!(" of {}", code(game)) };
        format!("The engine{of} has no switches, so nothing could be turned off: what holds was seen to hold.")
    };
    bare.into_iter().map(sentence).collect()
}

/// What could not be judged, because the engine does not play or show it.
pub(crate) fn observation(findings: &Findings<'_>) -> Vec<String> {
    observed(&findings.tally())
}

fn observed(tally: &Tally) -> Vec<String> {
    let mut sentences = Vec::new();
    if !tally.observed.is_whole() {
        let Observed { shown, all, in_part } = tally.observed;
        let nothing = match tally.unobserved {
            0 => String::new(),
            number => format!(", and of {} it shows nothing", count(number, "scenario")),
        };
        let rest = if shown < all { ": the engine does not show the rest" } else { "" };
        let in_part = match in_part {
            0 => String::new(),
            number => format!(" Of {}, it shows only some fields.", count(number, "event")),
        };
        sentences.push(format!("Judged on {shown} of {all} expectations{rest}{nothing}.{in_part}"));
    }
    if tally.unsupported > 0 {
        sentences.push(format!("The engine does not support {}.", count(tally.unsupported, "scenario")));
    }
    sentences
}

/// Why a clause that holds is not proven, as the end of a sentence; nothing where nothing was tried.
pub(crate) fn unproven(entry: &LedgerEntry) -> String {
    let reason = entry.switches.iter().find_map(|switch| match &switch.showing {
        Showing::Isolates { .. } => None,
        Showing::Unspecific { why, .. } => Some(format!("turning it off is not specific: {why}")),
        Showing::Unnoticed => Some("with it turned off, no claim on it fails".to_owned()),
        Showing::Unjudged(why) => Some(format!("with it turned off, no scenario that cites it could be judged: {why}")),
        Showing::OtherReading => Some("no claim under its own reading fails with it off".to_owned()),
        Showing::Untried => Some("its switch takes effect in no passing scenario that cites it".to_owned()),
        Showing::Idle => Some("its switch takes effect in no scenario that cites it".to_owned()),
    });
    reason.map_or(String::new(), |reason| format!(", but {}", super::escape(&reason)))
}
