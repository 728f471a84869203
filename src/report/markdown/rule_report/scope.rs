//! The scope of the run: sentences about everything that differs from a complete run of the engine as it is.

use crate::report::text::escape;
use crate::report::text::escape::code;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::readings;
use crate::report::text::grammar::wrap;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::findings::Tally;
use truthsayer_oracle::evidence::never_shown::NeverShown;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::judge::play_and_judge;
use truthsayer_protocol::Profile;

const WIDTH: usize = 110;

/// The sentences as one paragraph. Empty for a complete run of the engine as it is. With `game`, other games are not
/// mentioned.
pub(crate) fn paragraph(findings: &Findings<'_>, game: Option<&str>) -> String {
    let sentences = sentences(findings, game);
    if sentences.is_empty() { String::new() } else { format!("**{}**\n", wrap(&sentences.join(" "), WIDTH)) }
}

/// One sentence for each difference from a complete run.
pub(crate) fn sentences(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let is_meant = |other: &str| game.is_none_or(|game| game == other);
    let tally = game.map_or_else(|| findings.tally(), |game| findings.tally_in(game));
    let mut sentences = observed(&tally);
    sentences.extend(never_shown(findings, game));
    sentences.extend(turned_off(findings, game));
    for (game, chosen) in findings.suite.readings.iter().filter(|(game, _)| is_meant(game)) {
        sentences.push(format!("The game {} ran under the readings {}.", code(game), code(&readings(chosen))));
    }
    // Each row of an examples table is one run.
    let runs = findings.judged.iter().filter(|judged| is_meant(&judged.scenario.game)).count();
    let all = findings.suite.scenarios.iter().filter(|scenario| is_meant(&scenario.game)).count();
    if runs < all {
        let are = if runs == 1 { "is" } else { "are" };
        sentences.push(format!("Only {runs} of {} {are} included.", count(all, "run")));
    }
    sentences
}

/// One sentence for each engine that never shows something that claims expect.
pub(crate) fn never_shown(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let sentence = |never: &NeverShown| {
        let entries: Vec<String> = never.entries.iter().map(|entry| grammar::never_shown(entry, code)).collect();
        format!("Claims fail because the engine never shows what they expect: {}.", entries.join("; "))
    };
    let is_meant = |never: &&NeverShown| game.is_none_or(|game| game == never.game);
    findings.never_shown.iter().filter(is_meant).map(sentence).collect()
}

/// Which switches were off, and what the run cannot show because of it. Switches of other games are not named.
fn turned_off(findings: &Findings<'_>, game: Option<&str>) -> Vec<String> {
    let engines = findings.engines.iter().filter(|(own, _)| game.is_none_or(|game| game == own.as_str()));
    let engines: Vec<(&String, &Profile)> = engines.collect();
    let is_own = |name: &&String| {
        engines.iter().any(|(_, engine)| !play_and_judge::own_switches(std::slice::from_ref(*name), engine).is_empty())
    };
    let off: Vec<String> = findings.without.iter().filter(is_own).map(|name| code(name)).collect();
    if !off.is_empty() {
        let (switches, them) = (count(off.len(), "switch"), if off.len() == 1 { "it" } else { "them" });
        return vec![
            format!("Run with {switches} off: {}.", off.join(", ")),
            format!("The results describe the engine without {them}; no other switch was turned off."),
        ];
    }
    if findings.proofs.is_none() {
        return vec!["No switch was turned off in this run, so the best possible grade is “holds”.".to_owned()];
    }
    let bare: Vec<&str> =
        engines.iter().filter(|(_, engine)| engine.switches.is_empty()).map(|(game, _)| game.as_str()).collect();
    let is_only = engines.len() == 1;
    let sentence = |game: &str| {
        let of = if is_only { String::new() } else { format!(" of {}", code(game)) };
        format!("The engine{of} has no switches, so the best possible grade is “holds”.")
    };
    bare.into_iter().map(sentence).collect()
}

/// Sentences about scenarios and claims that were not judged, because the engine does not support or show something.
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

/// Why a clause that holds is not proven. `None` if no switch of the clause was tried.
pub(crate) fn unproven(entry: &CoverageEntry) -> Option<String> {
    entry.switches.iter().find_map(|switch| match &switch.showing {
        Showing::Specific { .. } => None,
        Showing::Unspecific { why, .. } => Some(format!("its mutant is not specific: {}", escape::escape(why))),
        Showing::Survived => Some("no claim fails without it".to_owned()),
        Showing::Unjudged(why) => {
            Some(format!("without it, no scenario that cites it could be judged: {}", escape::escape(why)))
        }
        Showing::OtherReading => Some("no claim under its own reading fails without it".to_owned()),
        Showing::Untried => Some("its switch takes effect in no passing scenario that cites it".to_owned()),
        Showing::Idle => Some("its switch takes effect in no scenario that cites it".to_owned()),
    })
}
