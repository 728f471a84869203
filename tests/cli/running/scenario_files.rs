//! Files with several scenarios, and games without goldens.

use crate::project::Project;

const ENGINE: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps({"hello": {"protocol": 1, "engine": {"name": "shop", "version": "1"}, "game": "toy"}}), flush=True)
    elif "play" in message:
        play = message["play"]
        price = play["given"].get("base", 1) * play["given"]["count"]
        print(json.dumps({"played": {"id": play["id"], "before": {"price": 0}, "after": {"price": price},
                                     "log": [{"sold": {"price": price}}]}}), flush=True)
    else:
        break
"#;

const SCENARIOS: &str = "\
game: toy
given: {base: 10}
when: [{buy: {}}]
cite: toy/toy.md:1
scenarios:
  one-thing:
    given: {count: 1}
    claims: [{quote: a fixed price, then: {changes: {price: 0 -> 10}}}]
  other-base:
    scenario: A thing with another base
    given: {count: 2, base: 3}
    claims: [{quote: a fixed price, then: {changes: {price: 0 -> 6}}}]
  table:
    given: {count: \"${count}\"}
    claims: [{cite: toy/toy.md:2, quote: twice the price, then: {changes: {price: 0 -> = 10 * count}}}]
    examples: [{count: 2}, {count: 3}]
";

const RULES: &str = "Every thing has a fixed price.\nTwo things cost twice the price.\n";

fn project(settings: &str) -> Project {
    Project::new()
        .file("truthsayer.yaml", format!("games:\n  toy: {{engine: shop{settings}}}\nengines:\n  shop: {{game: toy, command: [python3, -S, engine.py]}}\n"))
        .file("rules/toy/toy.md", RULES)
        .file("engine.py", ENGINE)
        .file("scenarios/toy/shop/prices.yaml", SCENARIOS)
}

#[test]
fn each_entry_is_a_scenario_with_what_the_file_shares() {
    needs_interpreters!();
    let project = project("");
    project.run(&["bless"]).exits(0).says("4");
    for golden in ["one-thing", "other-base", "table[1]", "table[2]"] {
        assert!(project.read(&format!("golden/toy/shop/prices/{golden}.yaml")).contains("price: 0 ->"));
    }
    project.run(&["verify"]).exits(0).says("4 scenarios passed");
    project.run(&["verify", "toy/shop/prices"]).exits(0).says("4");
    project.run(&["verify", "toy/shop/prices/table[2]"]).exits(0).says("1 scenario");
    project.run(&["verify", "scenarios/toy/shop/prices.yaml"]).exits(0).says("4");
    project.run(&["lint"]).exits(0);
    project.run(&["explain", "toy/shop/prices/one-thing"]).exits(0).says("one thing");
    project.run(&["explain", "toy/shop/prices/other-base"]).exits(0).says("A thing with another base");
    project.run(&["explain", "--expanded", "toy/shop/prices/other-base"]).exits(0).says("base: 3");
    for shard in ["1/2", "2/2"] {
        project.run(&["verify", "--shard", shard, "--json", &format!("{}.json", shard.replace('/', "-"))]).exits(0);
    }
    project.run(&["merge", "1-2.json", "2-2.json"]).exits(0).says("4");
}

#[test]
fn mistakes_in_such_a_file_are_reported_once_at_their_place() {
    let run = |from: &str, to: &str| {
        let project = project("").file("scenarios/toy/shop/prices.yaml", SCENARIOS.replacen(from, to, 1));
        project.run(&["verify"]).exits(3)
    };
    run("cite: toy/toy.md:1", "cite: toy/toy.md:9").complains("toy.md:9");
    run("  one-thing:", "  one thing:").complains("the name `one thing` becomes a file name");
    run("  other-base:", "  One-thing:").complains("differ only by case");
    run("given: {base: 10}", "givne: {base: 10}").complains("a file of scenarios has no key `givne`");
    run("game: toy\n", "").complains("a file of scenarios needs the key `game`");
    let duplicate = "scenario: x\ngame: toy\ngiven: {count: 1}\nclaims: [{cite: toy/toy.md:1, quote: price, then: {events: [sold]}}]\n";
    let project = project("").file("scenarios/toy/shop/prices/one-thing.yaml", duplicate);
    project.run(&["verify"]).exits(3).complains("another file has a scenario with the id `toy/shop/prices/one-thing`");
}

#[test]
fn the_scenarios_of_a_file_without_problems_run() {
    needs_interpreters!();
    let run = |from: &str, to: &str| {
        let text = SCENARIOS.replacen(from, to, 1);
        project(", goldens: off").file("scenarios/toy/shop/prices.yaml", text).run(&["verify"]).exits(3)
    };
    run("0 -> 6", "0 -> = 6 * n").complains("called `n`").says("1 could not be loaded; 3 of 4 scenarios ran");
    run("= 10 * count", "= 10 * n").complains("called `n`").says("2 could not be loaded; 2 of 4 scenarios ran");
    run("quote: twice", "qoute: twice").complains("`qoute`").says("2 of 4 scenarios ran");
    // A mistake in the part that all share stops all of them.
    run("buy: {}", "buy: {}, sell: {}").complains("exactly one key").complains("no scenario ran");
    run("given: {base: 10}", "givne: {base: 10}").complains("`givne`").complains("no scenario ran");
}

#[test]
fn a_shared_citation_that_is_never_used_is_a_mistake() {
    let own = SCENARIOS.replace("[{quote: a fixed", "[{cite: toy/toy.md:1, quote: a fixed");
    let project = project("").file("scenarios/toy/shop/prices.yaml", own);
    project.run(&["verify"]).exits(3).complains("so this one is never used");
}

#[test]
fn errata_rewrites_a_shared_address_once() {
    needs_interpreters!();
    let project = project(", goldens: off");
    project.run(&["errata", "--fix"]).exits(0);
    project.write("rules/toy/toy.md", format!("A shop sells things.\n{RULES}"));
    project.run(&["errata", "--fix"]).exits(0);
    let text = project.read("scenarios/toy/shop/prices.yaml");
    assert!(text.contains("\ncite: toy/toy.md:2\n") && text.contains("cite: toy/toy.md:3,"), "{text}");
    project.run(&["verify"]).exits(0);
}

#[test]
fn a_shared_address_becomes_the_file_if_its_sentences_part() {
    needs_interpreters!();
    let both = "Every thing has a fixed price. The shop opens at nine.\nTwo things cost twice the price.\n";
    let text = SCENARIOS.replace(
        "quote: a fixed price, then: {changes: {price: 0 -> 6}}",
        "quote: opens at nine, then: {changes: {price: 0 -> 6}}",
    );
    let project = project(", goldens: off").file("rules/toy/toy.md", both).file("scenarios/toy/shop/prices.yaml", text);
    project.run(&["errata", "--fix"]).exits(0);
    project.write("rules/toy/toy.md", both.replace(" The shop", "\nThe shop"));
    project.run(&["errata", "--fix"]).exits(0);
    let text = project.read("scenarios/toy/shop/prices.yaml");
    assert!(text.contains("\ncite: toy/toy.md\n"), "{text}");
    project.run(&["verify"]).exits(0);
}

#[test]
fn a_game_can_do_without_goldens() {
    needs_interpreters!();
    let project = project(", goldens: off");
    let run = project.run(&["verify"]).exits(0);
    assert!(!run.stdout.contains("golden"), "{}", run.stdout);
    project.run(&["lint"]).exits(0);
    project.run(&["bless"]).exits(2).complains("goldens: off");
    assert!(!project.path("golden").exists());
}
