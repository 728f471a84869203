//! `lint`: problems that are found without a run, and `errata --fix`, which updates moved addresses.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::shipped;

#[test]
fn the_shipped_project_is_clean() {
    shipped(&["lint"]).exits(0).says("no problem").does_not_say("warning");
}

#[test]
fn no_shipped_rulebook_holds_a_dependent_clause() {
    for rules in
        ["examples/chess/rules/chess/chess.md", "examples/pig/rules/pig/pig.md", "src/cli/commands/init/nim/nim.md"]
    {
        let text = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(rules)).expect("the rules");
        Project::new().file("rules/dune/other.md", text).run(&["lint"]).does_not_say("warning");
    }
}

/// A valid suite whose rulebook holds two clauses that depend on the sentence before them.
fn with_dependent_clauses() -> Project {
    let extra = "PHASES: The storm moves. It destroys spice; such spice is lost.\nITEMS: Items are kept.\n";
    let project = with_rules()
        .file("scenarios/dune/duel/plain.yaml", scenario("dune/battle.md:18"))
        .file("rules/dune/extra.md", extra);
    project.run(&["bless"]).exits(0);
    project
}

#[test]
fn a_dependent_clause_is_a_warning() {
    let run = with_dependent_clauses().run(&["lint"]).exits(0);
    let run = run.says("warning: the clause `It destroys spice;` opens with \"It\"").says("rules/dune/extra.md:1:26");
    let run = run.says("the clause `such spice is lost.` opens with \"such\"").says("no problems, 2 warnings");
    run.says("name the subject, so that the clause makes sense when quoted alone").does_not_say("Items are kept");
}

#[test]
fn a_dependent_clause_is_in_the_json_of_lint() {
    let run = with_dependent_clauses().run(&["lint", "--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let problem = &data["problems"][0];
    assert_eq!(problem["kind"], "dependent-clause");
    assert_eq!(problem["severity"], "warning");
    assert_eq!(problem["at"], "rules/dune/extra.md:1:26");
}

#[test]
fn a_rulebook_may_allow_dependent_clauses() {
    let project = with_dependent_clauses();
    let lint = |value: &str| {
        let config = format!("games:\n  dune: {{engine: dune, lint: {{dependent_clauses: {value}}}}}\n");
        project.write("truthsayer.yaml", config);
        project.run(&["lint"])
    };
    lint("allow").exits(0).says("no problem").does_not_say("warning");
    lint("warn").exits(0).says("2 warnings");
    lint("alow").exits(3).complains("`dependent_clauses: alow` must be `allow` or `warn`").complains("`allow`?");
}

/// The real rulebook, so that the switches of the engine find their clauses.
fn with_rules() -> Project {
    let rules =
        |name: &str| std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the rules");
    Project::new()
        .file("rules/dune/battle.md", rules("rules/dune/battle.md"))
        .file("rules/dune/phases.md", rules("rules/dune/phases.md"))
        .file("rules/dune/readings.md", rules("rules/dune/readings.md"))
}

fn scenario(cite: &str) -> String {
    let start = DUEL.find("claims:").expect("claims");
    format!(
        "{}# a comment that stays\nclaims:\n  - cite:   {cite}   # here\n    quote: \"The higher total wins\"\n    then: {{events: [battle_won]}}\n",
        &DUEL[..start]
    )
}

#[test]
fn fix_rewrites_moved_citations_and_touches_no_other_byte() {
    for (old, new) in [
        ("dune/battle.md:3", "dune/battle.md#BATTLE RESOLUTION"),
        ("\"dune/battle.md:3\"", "\"dune/battle.md#BATTLE RESOLUTION\""),
        ("dune/phases.md:2", "dune/battle.md#BATTLE RESOLUTION"),
    ] {
        let project = with_rules().file("scenarios/dune/duel/moved.yaml", scenario(old));
        project.run(&["lint"]).exits(3).says("the quote has moved from");
        project.run(&["errata", "--fix"]).says("fixed scenarios/dune/duel/moved.yaml");
        assert_eq!(project.read("scenarios/dune/duel/moved.yaml"), scenario(new));
    }
}

#[test]
fn fix_rewrites_an_address_in_any_layout() {
    for written in ["dune/battle.md:3-3", "'dune/battle.md:2-4'"] {
        let project = with_rules().file("scenarios/dune/duel/moved.yaml", scenario(written));
        project.run(&["errata", "--fix"]);
        let right = scenario(&written.replace(":3-3", "#BATTLE RESOLUTION").replace(":2-4", "#BATTLE RESOLUTION"));
        assert_eq!(project.read("scenarios/dune/duel/moved.yaml"), right);
    }
}

#[test]
fn fix_repairs_exclusions_too_and_all_citations_of_a_file() {
    let two = scenario("dune/battle.md:3")
        + "  - cite: dune/battle.md:4\n    quote: When the totals are equal\n    then: {events: [battle_won]}\n";
    let excluded =
        "exclusions:\n  - cite: dune/battle.md:1\n    quote: Some weapons take away\n    reason: no such card\n";
    let project = with_rules().file("scenarios/dune/duel/moved.yaml", two).file("rules/dune/exclusions.yaml", excluded);
    project.run(&["errata", "--fix"]);
    assert!(project.read("scenarios/dune/duel/moved.yaml").contains("cite: dune/battle.md#NO TIES"));
    assert!(project.read("scenarios/dune/duel/moved.yaml").contains("cite:   dune/battle.md#BATTLE RESOLUTION "));
    assert!(project.read("rules/dune/exclusions.yaml").contains("cite: dune/battle.md:21"));
    project.run(&["bless"]).exits(0);
    project.run(&["lint"]).exits(0);
}

#[test]
fn a_changed_quote_is_not_repaired_but_shown() {
    let project =
        with_rules().file("scenarios/dune/duel/changed.yaml", scenario("dune/battle.md:18").replace("higher", "lower"));
    let before = project.read("scenarios/dune/duel/changed.yaml");
    project.run(&["lint"]).exits(3).says("a change of wording at `dune/battle.md:18.2`").says("[-lower-] {+higher+}");
    project.run(&["errata", "--fix"]).exits(0);
    assert_eq!(project.read("scenarios/dune/duel/changed.yaml"), before);
}

#[test]
fn a_switch_whose_clause_is_gone_is_a_problem() {
    let rules = with_rules().read("rules/dune/battle.md").replace("the Aggressor wins", "the Defender wins");
    let project = with_rules()
        .file("rules/dune/battle.md", rules)
        .file("scenarios/dune/duel/plain.yaml", scenario("dune/battle.md:18"));
    project.run(&["lint"]).exits(3).says("switch `").says("it quotes:");
    project.run(&["prove"]).exits(3).complains("switch `");
}

#[test]
fn an_excluded_clause_that_is_claimed_is_a_contradiction() {
    let excluded =
        "exclusions:\n  - cite: dune/battle.md:18\n    quote: The higher total wins\n    reason: not wanted\n";
    let project = with_rules()
        .file("scenarios/dune/duel/plain.yaml", scenario("dune/battle.md:18"))
        .file("rules/dune/exclusions.yaml", excluded);
    project.run(&["lint"]).exits(3).says("`dune/battle.md:18.2` is excluded, but dune/duel/plain claims it");
}

#[test]
fn a_catalog_is_checked() {
    let catalog = "categories: [Core]\nrules:\n  - {rule: 1, title: A, category: Cor, lines: [dune/battle.md:31]}\n  - {rule: 1, title: B, category: Core, lines: [dune/battle.md:3]}\n";
    let project = with_rules()
        .file("scenarios/dune/duel/plain.yaml", scenario("dune/battle.md:18"))
        .file("rules/dune/catalog.yaml", catalog);
    project.run(&["lint"]).exits(3).says("did you mean `Core`?").says("there is no rule at `dune/battle.md:31`");
}

#[test]
fn a_golden_that_names_another_scenario_is_reported() {
    let project = Project::with_duel();
    let golden = project.read("golden/dune/duel/plain.yaml");
    project.write("golden/dune/duel/plain.yaml", golden.replace("# dune/duel/plain:", "# dune/duel/old:"));
    project.run(&["verify"]).exits(0);
    let run = project.run(&["lint"]).exits(3);
    let run = run.says("this is the golden of `dune/duel/plain`, but its first line names another scenario");
    run.says("golden/dune/duel/plain.yaml:1:1");
}
