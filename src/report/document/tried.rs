//! What the run tried, so that a document claims nothing else.

use crate::oracle::findings::Findings;
use crate::oracle::findings::Tally;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::never_shown::NeverShown;
use crate::oracle::sight::Observed;
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

/// Whether some clause could have been proven: switches were turned off one by one.
pub(crate) fn can_prove(findings: &Findings<'_>) -> bool {
    findings.proofs.is_some() && findings.engines.values().any(|engine| !engine.switches.is_empty())
}

/// One sentence for each thing that was not as usual.
pub(crate) fn sentences(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let is_meant = |other: &str| game.is_none_or(|game| game == other);
    let tally = game.map_or_else(|| findings.tally(), |game| findings.tally_in(game));
    let mut sentences = observed(&tally);
    sentences.extend(never_shown(findings, game));
    if !findings.without.is_empty() {
        let off: Vec<String> = findings.without.iter().map(|name| code(name)).collect();
        let (switches, them) = (count(off.len(), "switch"), if off.len() == 1 { "it" } else { "them" });
        sentences.push(format!("Played with {switches} turned off: {}.", off.join(", ")));
        sentences.push(format!("This is about an engine without {them}, and nothing else was turned off one by one."));
    } else if findings.proofs.is_none() {
        sentences.push("Nothing was turned off one by one: what holds was seen to hold.".to_owned());
    } else if !can_prove(findings) {
        sentences.push(
            "The engine has no switches, so nothing could be turned off: what holds was seen to hold.".to_owned(),
        );
    }
    for (game, chosen) in findings.suite.readings.iter().filter(|(game, _)| is_meant(game)) {
        sentences.push(format!("The game {} was played by the readings {}.", code(game), code(&readings(chosen))));
    }
    let played = findings.judged.iter().filter(|judged| is_meant(&judged.scenario.game)).count();
    let all = findings.suite.scenarios.iter().filter(|scenario| is_meant(&scenario.game)).count();
    if played < all {
        let were = if played == 1 { "was" } else { "were" };
        sentences.push(format!("Only {played} of {} {were} played.", count(all, "scenario")));
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
        Showing::Unnoticed => Some("turning it off was not noticed".to_owned()),
        Showing::Unjudged(why) => Some(format!("with it off nothing could be judged, {why}")),
        Showing::Idle => Some("it took effect in no scenario that cites it".to_owned()),
    });
    reason.map_or(String::new(), |reason| format!(", but {}", super::escape(&reason)))
}
