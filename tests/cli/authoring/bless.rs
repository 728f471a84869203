//! Goldens: proposed by a run, accepted by a person, never in CI.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::run_in;

const GOLDEN: &str = "golden/dune/duel/plain.yaml";
const PENDING: &str = "golden/dune/duel/plain.pending.yaml";

#[test]
fn verify_proposes_and_bless_accepts() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    project.run(&["verify"]).exits(1);
    assert!(project.exists(PENDING) && !project.exists(GOLDEN));
    project.run(&["bless"]).exits(0).says("accepted dune/duel/plain");
    assert!(project.exists(GOLDEN) && !project.exists(PENDING));
    project.run(&["verify"]).exits(0);
}

#[test]
fn a_golden_records_the_log_and_every_change() {
    let golden = Project::with_duel().read(GOLDEN);
    for line in [
        "log:",
        "changes:",
        "  factions.emperor.forces.arrakeen: 4 -> 0",
        "  factions.harkonnen.forces.arrakeen: 5 -> 2",
    ] {
        assert!(golden.lines().any(|found| found == line), "`{line}` is not in\n{golden}");
    }
    let changes: Vec<&str> = golden.lines().skip_while(|line| *line != "changes:").skip(1).collect();
    assert!(changes.is_sorted(), "{changes:?}");
}

#[test]
fn drift_is_shown_under_the_claim_it_touches_and_fails_the_run() {
    let project = Project::with_duel();
    let accepted =
        project.read(GOLDEN).replace("factions.emperor.forces.tanks: 0 -> 4", "factions.emperor.forces.tanks: 0 -> 3");
    let accepted =
        accepted.replace("factions.harkonnen.forces.arrakeen: 5 -> 2", "factions.harkonnen.forces.arrakeen: 5 -> 1");
    project.write(GOLDEN, &accepted);
    let run = project.run(&["verify"]).exits(1).says("drifts dune/duel/plain");
    let claim = run.stdout.find("LOSING: «Every Force").expect("the rule above");
    let affected = run.stdout.find("factions.emperor.forces.tanks").expect("the path");
    let rest = run.stdout.find("no claim is about this").expect("the rest");
    let untouched = run.stdout.find("factions.harkonnen.forces.arrakeen").expect("the other path");
    assert!(claim < affected && affected < rest && rest < untouched, "{}", run.stdout);
    assert_eq!(project.read(GOLDEN), accepted, "an accepted golden is not overwritten");
    assert!(project.exists(PENDING));
}

#[test]
fn bless_refuses_while_a_claim_fails() {
    let project = Project::with_duel().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    let before = project.read(GOLDEN);
    project.run(&["bless"]).exits(1).says("refused dune/duel/plain: its outcome cannot be accepted (fail)");
    assert_eq!(project.read(GOLDEN), before);
}

#[test]
fn in_ci_nothing_is_written_and_a_missing_golden_fails() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    project.run_in_ci(&["verify"]).exits(1);
    assert!(!project.exists(PENDING));
    project.run_in_ci(&["bless"]).exits(2);
    assert!(!project.exists(GOLDEN));
}

#[test]
fn an_orphan_is_an_error_until_it_is_pruned() {
    let project = Project::with_duel().file("golden/dune/duel/gone.yaml", "log: []\nchanges: {}\n");
    project.run(&["verify"]).exits(3).complains("the golden `golden/dune/duel/gone.yaml` has no scenario");
    project.run(&["lint"]).exits(3);
    project.run(&["bless"]).exits(3).says("orphan");
    project.run(&["explain", "dune/duel/plain"]).exits(0);
    project.run(&["bless", "--prune"]).exits(0).says("deleted golden/dune/duel/gone.yaml");
    project.run(&["verify"]).exits(0);
}

#[test]
fn pruning_accepts_nothing() {
    let project = Project::with_duel().file("golden/dune/duel/gone.yaml", "log: []\nchanges: {}\n");
    let drifted = project.read(GOLDEN).replace("5 -> 2", "5 -> 1");
    project.write(GOLDEN, &drifted);
    project.run(&["bless", "--prune"]).exits(0).says("deleted").says("0 outcomes accepted");
    assert_eq!(project.read(GOLDEN), drifted);
}

#[test]
fn the_golden_of_an_unreadable_scenario_is_not_an_orphan() {
    let project = Project::with_duel().file("scenarios/dune/duel/plain.yaml", "scenario: [\n");
    let run = project.run(&["verify"]).exits(3).complains("1 problem; no scenario ran");
    assert!(!run.stderr.contains("has no scenario"), "{}", run.stderr);
}

#[test]
fn a_golden_that_cannot_be_read_is_bad_input() {
    let project = Project::with_duel();
    project.write(GOLDEN, "log: {\n");
    project.run_in_ci(&["verify"]).exits(3).says("golden unreadable dune/duel/plain").says("invalid YAML");
    project.run(&["bless"]).exits(0).says("accepted again");
}

#[test]
fn each_row_of_an_example_table_has_a_golden_of_its_own() {
    let table = DUEL.replace("dial: 2,", "dial: \"${dial}\",").replace("emperor: 4}", "emperor: \"${total}\"}")
        + "examples:\n  - {dial: 2, total: 4}\n  - {dial: 1, total: 3}\n";
    let project = Project::new().file("scenarios/dune/duel/table.yaml", table);
    project.run(&["bless"]).exits(0).says("accepted dune/duel/table[1]").says("accepted dune/duel/table[2]");
    assert!(project.exists("golden/dune/duel/table[1].yaml") && project.exists("golden/dune/duel/table[2].yaml"));
    project.run(&["verify", "dune/duel/table[2]"]).exits(0).says("1 scenario passed");
    project.run(&["verify", "dune/duel/table"]).exits(0).says("2 scenarios passed");
}

/// The duel of `Project::with_duel`, accepted with a reason.
#[test]
fn the_reason_of_a_golden_is_kept_and_reported_when_its_rule_changes() {
    let project = Project::with_duel();
    let plain = project.read("golden/dune/duel/plain.yaml");
    let ann = |arguments: &[&str]| run_in(&project.path(""), arguments, &[("GIT_AUTHOR_NAME", "Ann\u{a0}Lee")]);
    ann(&["bless", "--reason", "9 against 4, by hand"]).exits(0).says("accepted again dune/duel/plain");
    let kept = project.read("golden/dune/duel/plain.yaml");
    let head: Vec<&str> = kept.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(head.len(), 4, "{kept}");
    assert_eq!(head[0], plain.lines().next().expect("a line"));
    assert!(head[1].starts_with("# accepted by Ann") && head[1].ends_with(": 9 against 4, by hand"), "{kept}");
    assert!(head[1].contains(", on dune "), "{kept}");
    assert_eq!(head[2], "# under dune/battle.md#BATTLE RESOLUTION: The higher total wins.");
    assert_eq!(kept.replace(&head[1..].iter().map(|line| format!("{line}\n")).collect::<String>(), ""), plain);
    project.run(&["verify"]).exits(0);
    project.run(&["lint"]).does_not_say("accepted for an older text");
    // Accepting an unchanged outcome writes nothing.
    project.run(&["bless"]).exits(0).says("1 unchanged");
    assert_eq!(project.read("golden/dune/duel/plain.yaml"), kept);
    // The quoted words stay; other words of the clause change.
    let rules =
        project.read("rules/dune/battle.md").replace("The higher total wins.", "The higher total wins at once.");
    project.write("rules/dune/battle.md", rules);
    let reported =
        project.run(&["lint"]).exits(3).says("accepted for an older text of `dune/battle.md#BATTLE RESOLUTION`");
    let reported = reported.says("golden/dune/duel/plain.yaml:3:1").says("old text: The higher total wins.");
    reported.says("new text: The higher total wins at once.");
    ann(&["bless", "--reason", "still right"]).exits(0);
    project.run(&["lint"]).does_not_say("accepted for an older text");
    project.run(&["bless", "--reason", " "]).exits(2).complains("is empty");
    project.run_in_ci(&["bless", "--reason", "x"]).exits(2);
}
