//! Drafts: unfinished scenarios are checked, run and listed, and fail nothing.

use crate::project::DUEL;
use crate::project::Project;

/// The duel as an unfinished draft.
fn begun(claims: &str) -> String {
    let head = &DUEL[..DUEL.find("claims:").expect("claims")];
    head.replace("game: dune\n", "game: dune\ndraft: true\n") + claims
}

const WRONG: &str = "claims:\n  - cite: dune/battle.md:2\n    quote: The higher total wins\n    then:\n      events: [battle_won: {winner: emperor}]\n";

#[test]
fn a_draft_may_lack_claims_and_fails_nothing() {
    let project = Project::with_duel().file("scenarios/dune/duel/begun.yaml", begun(""));
    project.run(&["verify"]).exits(0).says("draft dune/duel/begun: no claims yet");
    project.run(&["verify", "-v"]).exits(0).says("1 draft, 1 scenario; ignored 0 files");
    project.write("scenarios/dune/duel/begun.yaml", begun(WRONG));
    project.run(&["verify"]).exits(0).says("draft dune/duel/begun: fail");
    project.run(&["verify", "dune/duel/begun"]).exits(5).says("fail").says("no scenario was judged");
    // Nothing is proposed or accepted for it.
    assert!(!project.exists("golden/dune/duel/begun.pending.yaml"));
    project.run(&["bless"]).exits(0);
    project.run(&["bless", "dune/duel/begun"]).exits(5).complains("`dune/duel/begun` is a draft");
    assert!(!project.exists("golden/dune/duel/begun.yaml"));
    project.run(&["explain", "dune/duel/begun"]).exits(0).says("events");
}

#[test]
fn a_draft_is_checked_as_far_as_it_goes() {
    let project = Project::with_duel().file("scenarios/dune/duel/begun.yaml", begun("clams: []\n"));
    project.run(&["verify"]).exits(0).complains("a scenario has no key `clams`");
    project.write("scenarios/dune/duel/begun.yaml", begun(&WRONG.replace("The higher total", "The lower total")));
    project.run(&["verify"]).exits(0).complains("1 problem in drafts");
    // Without `draft: true` it is an ordinary scenario.
    project.write("scenarios/dune/duel/begun.yaml", begun("").replace("draft: true", "draft: maybe"));
    project.run(&["verify"]).exits(3).complains("`draft` must be true or false");
}

#[test]
fn a_scenario_with_a_golden_cannot_be_a_draft() {
    let project = Project::with_duel();
    project.write("scenarios/dune/duel/plain.yaml", begun(""));
    project.run(&["verify"]).exits(3).complains("a scenario with a golden cannot be a draft");
}
