//! `list`, and filters by a part of a name.

use serde_json::Value;

use crate::project::Project;
use crate::project::shipped;

#[test]
fn scenarios_clauses_switches_and_engines_are_listed() {
    shipped(&["list"]).exits(0).says("dune/survival/leader-stays-alone  ");
    shipped(&["list", "scenarios", "--rule", "dune/battle.md:23"]).exits(0).does_not_say("cotulenh/");
    shipped(&["list", "clauses", "SURVIVING LEADERS"]).exits(0).says("dune/battle.md:23.2 SURVIVING LEADERS");
    shipped(&["list", "clauses", "--game", "cotulenh"]).exits(0).does_not_say("dune/");
    shipped(&["list", "switches", "weapon_or_*"]).exits(0).says("weapon_or_defense_alone  dune/battle.md");
    shipped(&["list", "engines"]).exits(0).says("dune  plays dune, reference engine");
    let data: Value =
        serde_json::from_str(&shipped(&["list", "engines", "--format", "json"]).exits(0).stdout).expect("JSON");
    assert_eq!(data["list"]["engines"][0]["name"], "cotulenh");
    assert_eq!(data["list"]["engines"][0]["reference"], true);
}

#[test]
fn a_filter_that_matches_nothing_suggests_a_name() {
    shipped(&["list", "engines", "dnue"]).exits(5).complains("did you mean `dune`?");
    shipped(&["list", "switches", "weapon_or_defence_alone"]).exits(5).complains("`weapon_or_defense_alone`?");
    shipped(&["list", "--game", "chess"]).exits(2).complains("the games are: cotulenh, dune");
    shipped(&["list", "clauses", "--tag", "x"]).exits(2).complains("only scenarios have tags");
}

#[test]
fn a_part_of_an_id_is_tried_last() {
    let project = Project::with_duel();
    project.run(&["verify", "PLAI"]).exits(0).says("1 scenario passed");
    project.run(&["explain", "plain"]).exits(0).says("The higher total wins");
    project.run(&["verify", "plian"]).exits(5).complains("did you mean `dune/duel/plain`?");
    // An exact folder is not a part of other ids.
    let other = project.read("scenarios/dune/duel/plain.yaml");
    project.write("scenarios/dune/duellists/plain.yaml", other);
    project.run(&["list", "scenarios", "dune/duel"]).exits(0).says("1 scenario\n");
    project.run(&["list", "scenarios", "duel"]).exits(0).says("2 scenarios\n");
}

#[test]
fn a_rule_is_found_by_its_name() {
    let project = Project::with_duel();
    project.run(&["explain", "NO TIES"]).exits(0).says("dune/battle.md:3");
    project.run(&["explain", "no ties"]).exits(0).says("dune/battle.md:3");
    project.run(&["verify", "--rule", "NO TEIS"]).exits(2).complains("did you mean `NO TIES`?");
    project.run(&["explain", "NO TEIS"]).exits(5).complains("did you mean `NO TIES`?");
}
