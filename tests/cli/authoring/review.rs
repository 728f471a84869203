//! `review` without a screen: lists, shows, accepts and rejects items by id.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::RULES;
use crate::project::run_in;

pub(crate) const GOLDEN: &str = "golden/dune/duel/plain.yaml";
pub(crate) const PENDING: &str = "golden/dune/duel/plain.pending.yaml";
pub(crate) const DRAFT: &str = "dune/found/differs-123456";

/// A project whose golden differs from the outcome.
pub(crate) fn drifted() -> Project {
    let project = Project::with_duel();
    let golden = project.read(GOLDEN);
    let other = golden.replace("4 -> 0", "4 -> 1");
    assert_ne!(golden, other);
    project.write(GOLDEN, other);
    project
}

/// A draft as a hunt writes it.
pub(crate) fn found() -> Project {
    let script = DUEL[DUEL.find("given:").expect("given")..DUEL.find("claims:").expect("claims")].to_owned();
    let head = "# Found by a hunt: dune and other differ. Decide which one is right.\n\
                # What differs: forces_lost | -\n#   dune: forces_lost: {forces: 3}\n#   other: nothing more happens\n\
                # Clauses that fired; cite those that decide:\n#   dune/battle.md \"The higher total wins\"\n\
                scenario: dune and other differ\ngame: dune\ndraft: true\ntags: [found]\n";
    Project::with_duel().file(&format!("scenarios/{DRAFT}.yaml"), format!("{head}{script}"))
}

/// A project with a reworded rule.
pub(crate) fn reworded() -> Project {
    let project = Project::with_duel();
    project.run(&["errata", "--fix"]).exits(0);
    let other = RULES.replace("The higher total wins", "The higher total wins, always");
    assert_ne!(other, RULES);
    project.write("rules/dune/battle.md", other);
    project
}

#[test]
fn an_empty_review_prints_a_message() {
    Project::with_duel().run(&["review", "--list"]).exits(0).says("nothing to review");
}

#[test]
fn without_a_terminal_it_says_what_can_be_done() {
    drifted().run(&["review"]).exits(2).complains("needs a terminal").complains("--accept ID");
}

/// The header of a golden contains who accepted it and why, as `bless --reason` writes it.
#[test]
fn the_reason_of_an_accepted_outcome_is_kept() {
    let project = drifted();
    let accept = ["review", "--accept", "dune/duel/plain", "--reason", "the errata of June"];
    run_in(&project.path(""), &accept, &[("GIT_AUTHOR_NAME", "Chani")]).exits(0);
    let golden = project.read("golden/dune/duel/plain.yaml");
    assert!(golden.contains("# accepted by Chani, on dune 0.1.0: the errata of June\n"), "{golden}");
    project.run_in_ci(&["verify"]).exits(0);
}

#[test]
fn an_outcome_is_listed_shown_and_accepted() {
    let project = drifted();
    project.run(&["verify"]).exits(1);
    assert!(project.exists(PENDING));
    project.run(&["review", "--list"]).exits(0).says("drifts  dune/duel/plain").says("1 item to review");
    let shown = project.run(&["review", "--diff", "dune/duel/plain"]).exits(0);
    shown.says("«The higher total wins»").says("- 4 -> 1").says("+ 4 -> 0");
    project.run(&["review", "--accept", "dune/duel/plain"]).exits(0).says("accepted dune/duel/plain");
    assert!(!project.exists(PENDING));
    project.run(&["verify"]).exits(0);
}

#[test]
fn a_rejected_outcome_is_neither_accepted_nor_proposed() {
    let project = drifted();
    let golden = project.read(GOLDEN);
    project.run(&["verify"]).exits(1);
    project.run(&["review", "--reject", "dune/duel/plain"]).exits(0).says("rejected dune/duel/plain");
    assert!(!project.exists(PENDING));
    assert_eq!(project.read(GOLDEN), golden);
    project.run(&["verify"]).exits(1).says("drifts");
}

#[test]
fn a_missing_golden_waits_and_a_failing_scenario_does_not() {
    let project = Project::new()
        .file("scenarios/dune/duel/new.yaml", DUEL)
        .file("scenarios/dune/duel/wrong.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    let list = project.run(&["review", "--list"]).exits(0).says("no golden  dune/duel/new").does_not_say("wrong");
    list.says("1 item to review");
    project.run(&["review", "--diff", "dune/duel/new"]).exits(0).says("+ battle_won: ");
    project
        .run(&["review", "--accept", "dune/duel/wrong"])
        .exits(5)
        .complains("no open item has the id `dune/duel/wrong`");
    project.run(&["review", "--accept", "dune/duel/nwe"]).exits(5).complains("did you mean `dune/duel/new`?");
    assert!(!project.exists("golden"));
}

#[test]
fn new_words_of_a_rule_are_accepted_as_errata_does() {
    let project = reworded();
    let list = project.run(&["review", "--list"]).exits(0).says("stale  dune/battle.md:2.2");
    list.says("a change of modality");
    project.run(&["review", "--diff", "dune/battle.md:2.2"]).exits(0).says("{+always").says("dune/duel/plain");
    project.run(&["review", "--reject", "dune/battle.md:2.2"]).exits(1).says("edit the rulebook");
    let accept = ["review", "--accept", "dune/battle.md:2.2", "--reason", "the errata of June"];
    project.run(&accept).exits(0).says("the new words are in the lock");
    let lock = project.read("rules/dune/rules.lock");
    assert!(lock.contains("The higher total wins, always") && lock.contains("the errata of June"), "{lock}");
    project.run(&["errata"]).exits(0);
}

#[test]
fn a_draft_of_a_hunt_is_kept_or_deleted() {
    let project = found();
    project.run(&["review", "--list"]).exits(0).says(&format!("draft  {DRAFT}"));
    let shown = project.run(&["review", "--diff", DRAFT]).exits(0).says("What differs: forces_lost | -");
    shown.says("dune: forces_lost: {forces: 3}").says("other: nothing more happens").says("«The higher total wins»");
    let path = format!("scenarios/{DRAFT}.yaml");
    let before = project.read(&path);
    project.run(&["review", "--accept", DRAFT]).exits(0);
    assert_eq!(project.read(&path), before.replace("tags: [found]", "tags: [found, kept]"));
    project.run(&["review", "--list"]).exits(0).says("nothing to review");
    project.run(&["verify", "--tag", "kept"]).exits(5).says(&format!("draft {DRAFT}"));
    project.write(&path, &before);
    project.run(&["review", "--reject", DRAFT]).exits(0).says("the draft is deleted");
    assert!(!project.exists(&path));
}

/// Files that a person wrote are not deleted.
#[test]
fn an_edited_draft_is_not_deleted() {
    let project = found();
    let path = format!("scenarios/{DRAFT}.yaml");
    let claims = &DUEL[DUEL.find("claims:").expect("claims")..];
    let begun = project.read(&path) + claims;
    project.write(&path, &begun);
    project.run(&["review", "--reject", DRAFT]).exits(1).says("delete it by hand");
    assert_eq!(project.read(&path), begun);
    project.write(&path, project.read(&path).replace("# Found by a hunt: ", "# "));
    project.run(&["review", "--reject", DRAFT]).exits(5);
    assert!(project.exists(&path));
}

#[test]
fn with_ci_set_nothing_is_accepted_or_removed() {
    for (project, id) in [(drifted(), "dune/duel/plain"), (found(), DRAFT), (reworded(), "dune/battle.md:2.2")] {
        project.run_in_ci(&["review", "--list"]).exits(0).says(id);
        project.run_in_ci(&["review", "--diff", id]).exits(0).says(id);
        project.run_in_ci(&["review", "--accept", id]).exits(2).complains("in CI");
        project.run_in_ci(&["review", "--reject", id]).exits(2).complains("in CI");
        project.run(&["review", "--list"]).exits(0).says(id);
    }
}

#[test]
fn wrong_arguments_are_reported_before_anything_is_written() {
    let project = drifted();
    let golden = project.read(GOLDEN);
    project.run(&["review", "--accept", "dune/duel/plain", "--accept", "dune/duel/none"]).exits(5);
    let both = ["review", "--accept", "dune/duel/plain", "--reject", "dune/duel/plain"];
    project.run(&both).exits(2).complains("both accepted and rejected");
    assert_eq!(project.read(GOLDEN), golden);
    project.run(&["review", "--list", "dune/nowhere"]).exits(5);
    project.run(&["review", "--list", "--accept", "x"]).exits(2);
    project.run(&["review", "--list", "dune/duel"]).exits(0).says("1 item");
}

/// Broken files are counted; all other scenarios can be reviewed.
#[test]
fn broken_files_do_not_keep_the_rest_from_being_reviewed() {
    let project = drifted().file("scenarios/dune/duel/broken.yaml", "scenario: [\n");
    project.run(&["review", "--list"]).exits(0).says("drifts  dune/duel/plain").says("1 problem");
    project.run(&["review", "--accept", "dune/duel/plain"]).exits(0);
}
