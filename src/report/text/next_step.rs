//! The next step that raises the grade of a clause.

use crate::report::text::advice::Advice;
use crate::report::text::grammar;
use truthsayer_oracle::base::suggestion::Call;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::grade::Grade;

/// The next step. Empty if the run turned no switches off, because then a sharper claim may not be needed.
pub(crate) fn advice(entry: &CoverageEntry, findings: &Findings<'_>, call: &Call) -> Advice {
    let engine = findings.engines.get(entry.id.game());
    let untried = findings.proofs.is_none() || engine.is_some_and(|engine| engine.switches.is_empty());
    let is_untried = matches!(entry.grade, Grade::Holds | Grade::Sharp) && untried;
    if is_untried { Advice::default() } else { next(entry, findings, call) }
}

/// The simplest step that raises the grade of a clause.
pub(crate) fn next(entry: &CoverageEntry, findings: &Findings<'_>, call: &Call) -> Advice {
    let failing = findings.failing_scenario(std::slice::from_ref(&entry.id));
    let failing = failing.map(|judged| judged.scenario.id.as_str());
    steps(entry, failing, |switch| findings.hunt(switch, &entry.id, call), call)
}

/// The next step as text. `failing` is a scenario that cites the clause and does not pass; `hunts` says whether `hunt`
/// can run on the engine.
pub fn next_step(entry: &CoverageEntry, failing: Option<&str>, hunts: bool) -> String {
    let call = this_call();
    steps(entry, failing, |switch| hunts.then(|| call.hunt(switch, None)), call).plain()
}

fn steps(entry: &CoverageEntry, failing: Option<&str>, hunt: impl Fn(&str) -> Option<String>, call: &Call) -> Advice {
    match entry.grade {
        Grade::Proven | Grade::Excluded => Advice::default(),
        Grade::Uncited => {
            let new = Some(call.new_scenario(&entry.id.to_string()));
            Advice::words("cite it: ").suggest("", new, " writes a draft; or exclude the clause with a reason")
        }
        Grade::Violated => Advice::words("check whether the claim or the engine is wrong"),
        Grade::Blocked => Advice::words("fix the cause, then run again"),
        Grade::Gap => entry.gap.as_ref().map_or(Advice::default(), |gap| {
            Advice::words(format!("fix the engine by {}: {}", gap.until, gap.reason.trim_end_matches('.')))
        }),
        Grade::Stale => {
            let accept = call.writes(&["errata", "--accept", &entry.id.to_string(), "--reason", "WHY"]);
            Advice::words("compare its new words with its claims").suggest(", then run ", accept, "")
        }
        Grade::Cited if entry.unsupported.is_some() => Advice::words("run it on an engine that supports it"),
        Grade::Cited if entry.failed.is_some() => Advice::words("fix the engine fault, then run again"),
        Grade::Cited if !entry.observed.is_whole() => {
            Advice::words("make the engine show more, or claim something that it shows")
        }
        Grade::Cited if entry.claims.iter().any(|(_, holds)| holds.is_none()) => {
            Advice::words("run the scenarios that cite it: one was not judged")
        }
        Grade::Cited if entry.holds_only_elsewhere() => {
            Advice::words(format!("claim something on it under {}", grammar::own_reading(entry)))
        }
        Grade::Cited => Advice::words("add a claim that says what happens: so far they say only what does not"),
        Grade::Holds | Grade::Sharp if entry.switches.is_empty() => {
            Advice::words("add a switch for the clause to the engine")
        }
        Grade::Holds | Grade::Sharp => {
            let unproven = entry.switches.iter().find(|s| !matches!(s.showing, Showing::Specific { .. }));
            unproven.map_or(Advice::default(), |it| to_prove(&it.name, &it.showing, failing, hunt(&it.name), call))
        }
    }
}

/// The step that makes a switch prove its clause.
fn to_prove(switch: &str, showing: &Showing, failing: Option<&str>, hunt: Option<String>, call: &Call) -> Advice {
    match (showing, failing) {
        (Showing::Specific { .. }, _) => Advice::default(),
        (Showing::Unspecific { letter, .. }, _) => Advice::words("make ")
            .code(switch)
            .and(format!(" specific in the engine, or claim something that only it decides ({letter})")),
        // Only passing scenarios run with the switch off.
        (Showing::Survived | Showing::Untried | Showing::Idle, Some(failing)) => {
            let explain = Some(call.plays(&["explain", failing]));
            Advice::words("fix the failing scenario that cites it").suggest(": ", explain, " shows it")
        }
        (Showing::Survived, None) => Advice::words("add a claim that fails with the switch off: ")
            .code(switch)
            .suggest("; ", hunt, " searches for a scenario"),
        (Showing::Unjudged(_), _) => {
            Advice::words("make the engine answer with ").code(switch).and(" off, so that claims can be judged")
        }
        (Showing::OtherReading, _) => {
            Advice::words("add a claim, under the reading that the clause is graded under, that fails with ")
                .code(switch)
                .and(" off")
        }
        (Showing::Untried | Showing::Idle, None) => {
            Advice::words("write a scenario that cites the clause and in which ")
                .code(switch)
                .and(" takes effect")
                .suggest("; ", hunt, " searches for one")
        }
    }
}
