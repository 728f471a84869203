//! Ranges, tolerances and computed expectations, from the scenario to the verdict.

use crate::project::Project;

/// An engine that computes a tax: a part of the salary, with the rounding of a program that uses floats.
const ENGINE: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print(json.dumps({"hello": {"protocol": 1, "engine": {"name": "tax", "version": "1"}, "game": "toy"}}), flush=True)
    elif "play" in message:
        play = message["play"]
        tax = play["given"]["salary"] * float(sys.argv[1]) + float(sys.argv[3])
        before = {"tax": 0, "quota": 0.5}
        after = {"tax": tax, "quota": 0.5 + float(sys.argv[2])}
        log = [{"taxed": {"tax": tax, "rate": float(sys.argv[1])}}]
        if play["when"] and "ask" in play["when"][0]:
            log = [{"answered": {"step": 1, "answer": tax}}]
        print(json.dumps({"played": {"id": play["id"], "before": before, "after": after, "log": log}}), flush=True)
    else:
        break
"#;

/// A project with these game settings. Its engines use this rate and this change of the quota; the second one adds a
/// cent to the tax.
fn project(settings: &str, rate: &str, drift: &str) -> Project {
    let engine = |name: &str, added: &str| {
        format!("  {name}: {{game: toy, command: [python3, -S, engine.py, '{rate}', '{drift}', '{added}']}}\n")
    };
    let engines = format!("engines:\n{}{}", engine("one", "0"), engine("two", "0.01"));
    let goldens = if settings.contains("goldens") { "" } else { ", goldens: off" };
    Project::new()
        .file("truthsayer.yaml", format!("games:\n  toy: {{engine: one{settings}{goldens}}}\n{engines}"))
        .file("rules/toy/toy.md", "TAX: The tax is 15 % of the salary.\n")
        .file("engine.py", ENGINE)
}

fn scenario(salary: &str, then: &str) -> String {
    format!(
        "scenario: A tax\ngame: toy\ngiven: {{salary: {salary}, persons: {{ann: {{age: 42}}}}}}\nwhen: [{{pay: {{}}}}]\n\
         claims:\n  - cite: toy/toy.md:1\n    quote: 15 % of the salary\n    then: {then}\n"
    )
}

#[test]
fn ranges_work_wherever_a_number_may_appear() {
    needs_interpreters!();
    for (then, passes) in [
        ("{state: {tax: {within: 0.01, of: 15.05}}}", true),
        ("{state: {tax: {within: 0.01, of: 15.07}}}", false),
        ("{state: {tax: {within: 1%, of: 15}}}", true),
        ("{changes: {tax: {before: 0, after: {between: [15, 16]}}}}", true),
        ("{changes: {tax: \"0 -> {between: [15, 16]}\"}}", true),
        ("{changes: {tax: {before: 0, after: {between: [16, 17]}}}}", false),
        ("{events: [taxed: {tax: {between: [15, 16]}, rate: {within: 0, of: 0.15}}]}", true),
        ("{events: [taxed: {tax: {between: [16, 17]}}]}", false),
        ("{no_events: [taxed: {tax: {between: [15, 16]}}]}", false),
        ("{once: [taxed: {tax: {between: [15, 16]}}]}", true),
        ("{holds_before: {quota: {between: [0, 1]}}, events: [taxed]}", true),
        ("{holds_before: {quota: {between: [1, 2]}}, events: [taxed]}", false),
    ] {
        let project = project("", "0.15", "0").file("scenarios/toy/t/a.yaml", scenario("100.35", then));
        project.run(&["verify"]).exits(i32::from(!passes));
    }
    for (is, passes) in [("{within: 0.01, of: 15.05}", true), ("{within: 0.01, of: 14}", false)] {
        let asked =
            scenario("100.35", &format!("{{answers: {{step: 1, is: {is}}}}}")).replace("{pay: {}}", "{ask: tax}");
        project("", "0.15", "0").file("scenarios/toy/t/a.yaml", asked).run(&["verify"]).exits(i32::from(!passes));
    }
}

#[test]
fn a_range_that_held_before_or_without_a_change_is_vacuous() {
    needs_interpreters!();
    let run = |settings: &str, drift: &str, then: &str| {
        project(settings, "0.15", drift).file("scenarios/toy/t/a.yaml", scenario("100.35", then)).run(&["verify"])
    };
    run("", "0", "{state: {tax: {between: [0, 600]}}}").exits(3).says("so this claim is vacuous");
    run("", "0", "{changes: {tax: {before: 0, after: {between: [0, 600]}}}}")
        .exits(3)
        .complains("can be the same value");
    let message = "before and after are the same within the tolerance of 0.01";
    run(", tolerance: 0.01", "0.005", "{changes: {quota: 0.5 -> 0.505}}").exits(3).complains(message);
    run(", tolerance: 0.01", "0.005", "{state: {quota: 0.505}}").exits(3).says("so this claim is vacuous");
    // The claimed values are further apart than the tolerance, and one value is within it of both.
    run(", tolerance: 0.01", "0.009", "{changes: {quota: 0.495 -> 0.509}}").exits(1);
    run("", "0.009", "{changes: {quota: 0.5 -> 0.509}}").exits(0);
    run(", tolerance: 0.01", "0.009", "{unchanged: [quota], events: [taxed]}").exits(0);
    run(", tolerance: 0.001", "0.009", "{unchanged: [quota], events: [taxed]}").exits(1);
}

#[test]
fn an_expectation_is_computed_from_columns_and_the_set_up() {
    needs_interpreters!();
    let run =
        |then: &str| project("", "0.15", "0").file("scenarios/toy/t/a.yaml", scenario("3000", then)).run(&["verify"]);
    run("{changes: {tax: 0 -> = salary * 0.15}}").exits(0);
    run("{changes: {tax: 0 -> = salary * 0.16}}").exits(1).says("480");
    run("{state: {tax: \"= max(salary * 0.15, given.persons.ann.age)\"}}").exits(0);
    run("{state: {tax: {within: = salary / 1000, of: = persons.ann.age * 10 + 28}}}").exits(0);
    run("{events: [taxed: {tax: = salary * 0.15}]}").exits(0);
    run("{state: {tax: = slary * 0.15}}")
        .exits(3)
        .complains("called `slary`")
        .complains("did you mean `salary`?")
        .complains(":8:27");
    run("{changes: {tax: 0 -> = salary * (0.15}}").exits(3).complains("expected `)`").complains(":8:48");
    let table = scenario("\"${salary}\"", "{state: {tax: \"= round(salary * rate / 100, 2)\"}}")
        + "examples:\n  - {salary: 2000, rate: 15}\n  - {salary: 999.9, rate: 15}\n";
    // 999.9 × 0.15 is 149.985, which rounds to 149.99; the engine does not round.
    let project = project("", "0.15", "0").file("scenarios/toy/t/a.yaml", table);
    project.run(&["verify"]).exits(1).says("149.99").says("149.98499999999999").says("1 of 2");
}

#[test]
fn a_tolerance_is_the_same_in_verify_goldens_compare_and_hunt() {
    needs_interpreters!();
    let tolerant = project(", goldens: on, tolerance: 0.05", "0.15", "0");
    tolerant.write("scenarios/toy/t/a.yaml", scenario("100.5", "{state: {tax: 15.05}}"));
    tolerant.run(&["bless"]).exits(0);
    tolerant.run(&["verify"]).exits(0);
    let golden = tolerant.read("golden/toy/t/a.yaml");
    assert!(golden.contains("15.075"), "{golden}");
    let shifted = golden.replace("15.075", "15.115");
    assert_ne!(golden, shifted);
    tolerant.write("golden/toy/t/a.yaml", shifted.clone());
    tolerant.run(&["verify"]).exits(0);
    tolerant.write("golden/toy/t/a.yaml", golden.replace("15.075", "15.135"));
    tolerant.run(&["verify"]).exits(1).says("drifted");
    tolerant.write("golden/toy/t/a.yaml", golden.replacen("changes:\n", "changes:\n  quota: 0.5 -> 0.52\n", 1));
    tolerant.run(&["verify"]).exits(0);
    tolerant.write("golden/toy/t/a.yaml", golden);
    tolerant.run(&["compare", "one", "two"]).exits(0);
    tolerant.run(&["hunt", "one", "two", "--plays", "2"]).exits(0);
    let exact = tolerant.read("truthsayer.yaml").replace(", tolerance: 0.05", "");
    tolerant.write("truthsayer.yaml", exact);
    tolerant.write("scenarios/toy/t/a.yaml", scenario("100.5", "{events: [taxed]}"));
    tolerant.run(&["compare", "one", "two"]).exits(1);
    tolerant.run(&["hunt", "one", "two", "--plays", "2", "--dry-run"]).exits(1);
}

#[test]
fn a_bad_tolerance_and_a_bad_golden_setting_are_mistakes() {
    for (settings, message) in [
        (", tolerance: -1", "`tolerance` must be a number that is not negative, or a percentage"),
        (", goldens: sometimes", "`goldens` must be `on` or `off`"),
    ] {
        project(settings, "0.15", "0").run(&["verify"]).exits(3).complains(message);
    }
}
