//! A reworded clause is stale until you accept it.

use super::project_copy::Copy;

const BATTLE: &str = "rules/dune/battle.md";

/// Line 8 is reworded, and an inserted line has moved it to 9.
fn reworded() -> Copy {
    let copy = Copy::battles();
    copy.edit(BATTLE, |lines| {
        lines[7] = lines[7].replace("Where three or more players", "Where four or more players");
        lines.insert(3, "Nobody looks twice at a square that stands empty.".to_owned());
    });
    copy
}

#[test]
fn a_repair_leaves_reworded_clauses_stale_and_names_them() {
    let copy = reworded();
    copy.run(&["errata"])
        .exits(1)
        .says("reworded dune/battle.md:9.1 MULTIPLE BATTLES (change of number")
        .says("was: Where three or more");
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["lint"])
        .exits(3)
        .says("\n2 problems found\n")
        .says("no catalog rule contains `dune/battle.md:4`")
        .says("`dune/battle.md:9.1` has changed since its review");
    copy.run(&["verify"]).exits(0).says("stale");
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
    copy.run(&["explain", "dune/battle.md:9"])
        .exits(0)
        .says("the reviewed words:")
        .says("Where three or more players share a Territory, the Aggressor picks")
        .says("grade once accepted: proven");
    let page = {
        copy.run(&["report"]).exits(0);
        copy.read("verification/index.html")
    };
    assert!(
        page.contains("data-grade=\"stale\"")
            && page.contains("Where three or more players share a Territory, the Aggressor picks")
    );
    assert!(copy.read("verification/SUMMARY.md").contains("stale"));
    copy.run(&["coverage", "--format", "json", "--rule", "dune/battle.md:9"]).exits(0).says("\"grade\": \"stale\"");
}

#[test]
fn accepting_is_typed_has_a_reason_and_is_kept() {
    let copy = reworded();
    copy.run(&["errata", "--accept"]).exits(2).says("name what you accept");
    copy.run(&["errata", "--accept", "dune/battle.md:10"]).exits(5).says("there is nothing to accept");
    let refuses_what_is_not_there = || {
        for (cite, why) in [
            ("dune/battle.md:9999", "there is no rule at `dune/battle.md:9999`"),
            ("dune/battle.md:9.40", "`dune/battle.md:9` has no such clause"),
            ("dune/batle.md:9", "did you mean `dune/battle.md`?"),
        ] {
            copy.run(&["errata", "--accept", cite]).exits(5).says(why);
        }
    };
    refuses_what_is_not_there();
    copy.run_with(&["errata", "--accept", "--all"], &[("CI", "true")]).exits(2).says("do not run in CI");
    copy.run_with(&["errata", "--fix"], &[("CI", "true")]).exits(2).says("do not run in CI");
    copy.run(&["errata", "--accept", "dune/battle.md#MULTIPLE BATTLES", "--reason", "the same in other words"])
        .exits(0);
    assert!(copy.read("rules/dune/rules.lock").contains("# accepted MULTIPLE BATTLES: the same in other words"));
    // Only the new line is left, which the catalog does not contain.
    copy.run(&["lint"]).exits(3).says("\n1 problem found\n").says("no catalog rule contains `dune/battle.md:4`");
    copy.run(&["prove", "--rule", "dune/battle.md:9"]).exits(0);
    copy.run(&["errata"]).exits(0).says("has not changed since its last review");
    refuses_what_is_not_there();
}

#[test]
fn everything_can_be_accepted_at_once() {
    let copy = reworded();
    copy.edit(BATTLE, |lines| lines[3 + 14] = lines[3 + 14].replace("Both plans are", "The two plans are"));
    copy.run(&["errata", "--accept", "--all", "--reason", "read"]).exits(0);
    // Only the new line is left, which the catalog does not contain.
    copy.run(&["lint"]).exits(3).says("\n1 problem found\n").says("no catalog rule contains `dune/battle.md:4`");
}

#[test]
fn stale_never_covers_a_failing_claim() {
    let copy = reworded();
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["verify", "-v", "--without", "aggressor_picks_opponent"]).exits(1).says("violated");
    let json = copy.run(&["verify", "--without", "aggressor_picks_opponent", "--format", "json"]).exits(1).text;
    let result: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let clauses = result["clauses"].as_array().expect("clauses");
    let own = clauses.iter().find(|clause| clause["id"] == "dune/battle.md:9.1").expect("the clause");
    assert_eq!(own["grade"], "violated");
    assert_eq!(
        own["reworded"]["was"],
        "Where three or more players share a Territory, the Aggressor picks which of them to fight first and which after that."
    );
}

#[test]
fn the_note_and_the_json_say_the_same() {
    let copy = reworded();
    copy.run(&["errata", "--format", "markdown"])
        .exits(1)
        .says("## Reworded: dune/battle.md:9.1")
        .says("aggressor\\_picks\\_opponent")
        .says("verification/dune/rule-");
    let json = copy.run(&["errata", "--format", "json"]).exits(1).text;
    let result: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let first = &result["errata"]["changes"][0];
    assert_eq!(first["kind"], "reworded");
    assert_eq!(first["touches"]["switches"][0], "aggressor_picks_opponent");
    assert_eq!(first["touches"]["grades"]["dune/battle.md:9.1"], "stale, proven once accepted");
    let pretty = copy.run(&["errata"]).exits(1).text;
    let longest = pretty.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}");
}

#[test]
fn a_rule_that_is_gone_while_something_stands_on_it_stops_the_repair() {
    let copy = Copy::unplayed();
    copy.edit(BATTLE, |lines| {
        lines.remove(18);
    });
    let before = copy.files();
    copy.run(&["errata", "--fix"]).exits(3).says("the rule at `dune/battle.md:19` no longer exists");
    assert_eq!(copy.files(), before);
}
