//! Sentences of several reports: reasons of the gate, surviving mutants, how to accept an outcome.

use crate::report::text::grammar::count;
use truthsayer_oracle::base::suggestion::Call;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::gate::RefusalKind;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::review::outcome;
use truthsayer_oracle::suite::gate_entry::Concern;

/// The reason with the number of its items.
pub(crate) fn gate_headline(refusal: &Refusal) -> String {
    let many = |noun: &str| count(refusal.items.len(), noun);
    match refusal.ground {
        RefusalKind::NoAnswer => format!("{} without an answer", many("run")),
        RefusalKind::Wrong => format!("{} in files", many("problem")),
        RefusalKind::Crashed => format!("the engine crashes in {}", many("way")),
        RefusalKind::Fail => format!("claims fail ({})", many("suspect")),
        RefusalKind::Concern(Concern::Floor) => format!("{} below the floor", many("clause")),
        RefusalKind::Weak => format!("{} of weak evidence", many("place")),
        RefusalKind::Unlisted => format!("{} without a floor", many("clause")),
        RefusalKind::Concern(Concern::Observed) => "fewer expectations are observed than the floor requires".to_owned(),
        RefusalKind::Concern(Concern::Gaps) => format!("{} expired", many("known gap")),
        RefusalKind::Concern(Concern::Stale) => format!("{} not reviewed", many("rulebook change")),
        RefusalKind::Concern(Concern::Drafts) => many("draft"),
        RefusalKind::Concern(Concern::Orphans) => format!("{} without a scenario", many("golden")),
        RefusalKind::Concern(Concern::Pending) => format!("{} not accepted", many("outcome")),
        RefusalKind::Concern(Concern::Documents) => format!("{} out of date", many("document")),
        RefusalKind::Concern(Concern::Survivors) => many("surviving mutant"),
        RefusalKind::Concern(Concern::Specificity) => format!("{} not specific", many("mutant")),
    }
}

/// How to accept an outcome; none if it cannot be accepted.
pub(crate) fn how_to_accept(judged: &Judged<'_>) -> Option<String> {
    outcome::waits(judged).then(|| accept_with(|call| call.accepts(&["bless", &judged.scenario.id])))
}

/// How to accept something with a command. CI accepts nothing.
pub(crate) fn accept_with(command: impl Fn(&Call) -> Option<String>) -> String {
    let here = command(this_call()).map(|command| format!("accept it with `{command}`"));
    here.unwrap_or_else(|| {
        let elsewhere = Call { in_ci: false, ..this_call().clone() };
        format!("accept it on your machine with `{}`", command(&elsewhere).unwrap_or_default())
    })
}

/// Why a mutant survived, and what to do about it.
pub(crate) fn survival(mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    let what = match mutant.tried {
        0 => "the switch takes effect in no passing scenario".to_owned(),
        tried => format!("with the switch off, no claim of {} fails", count(tried, "passing scenario")),
    };
    if let Some(failing) = findings.failing_scenario(&mutant.clauses) {
        let explain = this_call().plays(&["explain", &failing.scenario.id]);
        return format!("{what}; a scenario that cites its clause does not pass: run `{explain}`");
    }
    if mutant.tried > 0 {
        return format!("{what}; claim more, or the clause has no effect");
    }
    let hunt = mutant.clauses.first().and_then(|it| findings.hunt(&mutant.switch.name, it, this_call()));
    let hunt = hunt.map_or(String::new(), |hunt| format!(" (`{hunt}` searches for one)"));
    format!("{what}; write a scenario in which it does{hunt}")
}
