//! Numbers from the scenario through the protocol to verdicts, goldens, saved results and comparisons. They are
//! compared by their exact decimal values, in any notation.

use serde_json::Value;

use crate::project::Project;

/// An engine that returns the number it was given, digit by digit or in another notation.
const ECHO: &str = r#"
import re, sys
mode = sys.argv[1]
for line in sys.stdin:
    if line.startswith('{"hello"'):
        print('{"hello":{"protocol":1,"engine":{"name":"%s","version":"1"},"game":"toy"}}' % mode, flush=True)
    elif line.startswith('{"play"'):
        number = re.search(r'"x":([^,}]*)', line).group(1)
        if mode == "point" and re.fullmatch(r"-?\d+", number):
            number += ".0"
        if mode == "huge":
            number = "1e99999999999"
        task = re.search(r'"id":(\d+)', line).group(1)
        said = '{"played":{"id":%s,"before":{"x":0},"after":{"x":%s},"log":[{"was":{"x":%s}}]}}'
        print(said % (task, number, number), flush=True)
    else:
        break
"#;

fn project() -> Project {
    let engine = |mode: &str| format!("  {mode}: {{game: toy, command: [python3, -S, echo.py, {mode}]}}\n");
    let engines: String = ["plain", "point", "huge"].into_iter().map(engine).collect();
    Project::new()
        .file("truthsayer.yaml", format!("games:\n  toy: {{engine: plain}}\nengines:\n{engines}"))
        .file("rules/toy/toy.md", "GO: The number becomes the number that is given.\n")
        .file("echo.py", ECHO)
}

fn scenario(given: &str, then: &str) -> String {
    format!(
        "scenario: A number\ngame: toy\ngiven: {{x: {given}}}\nwhen: [{{go: {{}}}}]\nclaims:\n  - cite: toy/toy.md:1\n    \
         quote: the number that is given\n    then: {then}\n"
    )
}

/// Every way in which a claim can contain a number.
fn claims(number: &str) -> [String; 4] {
    [
        format!("{{changes: {{x: 0 -> {number}}}}}"),
        format!("{{changes: {{x: {{before: 0.0, after: {number}}}}}}}"),
        format!("{{state: {{x: {number}}}}}"),
        format!("{{events: [was: {{x: {number}}}]}}"),
    ]
}

/// Returns the verdict and the remarks for each pair of a given and a claimed number, for every way to claim it.
fn verdicts(pairs: &[(&str, &str)]) -> Vec<(Vec<String>, Vec<String>)> {
    let project = project();
    for (number, (given, claimed)) in pairs.iter().enumerate() {
        for (way, then) in claims(claimed).iter().enumerate() {
            project.write(&format!("scenarios/toy/n/{number:02}-{way}.yaml"), scenario(given, then));
        }
    }
    let run = project.run(&["verify", "--format", "json"]);
    let result: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    let scenarios = result["scenarios"].as_array().expect("scenarios");
    assert_eq!(scenarios.len(), pairs.len() * 4, "{run:?}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    scenarios
        .chunks(4)
        .map(|ways| {
            let remarks = ways.iter().map(|it| text(&it["failures"][0]["remark"])).collect();
            (ways.iter().map(|it| text(&it["verdict"])).collect(), remarks)
        })
        .collect()
}

#[test]
fn equal_numbers_are_equal_in_any_notation() {
    needs_interpreters!();
    let pairs = [
        ("1600", "1600.0"),
        ("1600.0", "1600"),
        ("1.6e3", "1600"),
        ("1600", "+16E+2"),
        ("9007199254740993", "9007199254740993"),
        ("18446744073709551617", "18446744073709551617.0"),
        ("12345678901234567890123", "1.2345678901234567890123e22"),
        ("1e400", "10e399"),
        ("1e-400", "0.1e-399"),
        ("0.30000000000000004", "0.300000000000000040"),
        ("-1e1000000", "-10e999999"),
    ];
    for (pair, (verdicts, _)) in pairs.iter().zip(verdicts(&pairs)) {
        assert_eq!(verdicts, ["pass"; 4], "{pair:?}");
    }
}

#[test]
fn different_numbers_differ_and_rounding_differences_are_explained() {
    needs_interpreters!();
    const FLOAT: &str =
        "the numbers differ, but are equal as 64-bit floats; `{within: 0.0000001%, of: …}` accepts them";
    const NEAR: &str =
        "the numbers differ by less than 1e-9 of their value; `tolerance: 0.0000001%` for the game accepts them";
    let pairs = [
        ("9007199254740993", "9007199254740992"),
        ("18446744073709551617", "18446744073709551616"),
        ("12345678901234567890123", "12345678901234567890124"),
        ("0.30000000000000004", "0.3"),
        ("100000000.01", "100000000"),
        ("1e400", "1e401"),
        ("1e-400", "1e-401"),
        ("1600", "1601"),
    ];
    let remarks = [FLOAT, FLOAT, FLOAT, NEAR, NEAR, "", "", ""];
    for ((pair, remark), (verdicts, remarks)) in pairs.iter().zip(remarks).zip(verdicts(&pairs)) {
        assert_eq!(verdicts, ["fail"; 4], "{pair:?}");
        assert_eq!(remarks, [remark; 4], "{pair:?}");
    }
}

#[test]
fn a_claim_that_held_before_is_vacuous_in_any_notation() {
    needs_interpreters!();
    for (given, then) in [("5", "{state: {x: 0.0}}"), ("5", "{state: {x: -0}}"), ("5", "{state: {x: 0e7}}")] {
        let project = project().file("scenarios/toy/n/one.yaml", scenario(given, then));
        project.run(&["verify"]).exits(3).says("so this claim is vacuous");
    }
    let project = project().file("scenarios/toy/n/one.yaml", scenario("5", "{changes: {x: 1600 -> 1.6e3}}"));
    project.run(&["verify"]).exits(3).complains("before and after are the same");
}

#[test]
fn a_golden_holds_the_value_and_not_the_way_it_is_written() {
    needs_interpreters!();
    let project = project();
    let write = |given: &str| project.write("scenarios/toy/n/one.yaml", scenario(given, "{events: [was]}"));
    let golden = || project.read("golden/toy/n/one.yaml");
    write("12345678901234567890123.0");
    project.run(&["bless"]).exits(0);
    assert!(golden().contains("x: 0 -> 12345678901234567890123\n"), "{}", golden());
    write("1.2345678901234567890123E+22");
    project.run(&["verify"]).exits(0);
    project.write("golden/toy/n/one.yaml", golden().replace("0 -> 12", "-0.0 -> 12").replace("0123\n", "0123.00\n"));
    project.run(&["verify"]).exits(0);
    write("12345678901234567890124");
    project
        .run(&["verify"])
        .exits(1)
        .says("1 drifted from its golden")
        .says("the numbers differ, but are equal as 64-bit floats");
}

#[test]
fn engines_that_write_numbers_differently_do_not_differ() {
    needs_interpreters!();
    let project = project().file("scenarios/toy/n/one.yaml", scenario("1600", "{events: [was: {x: 1600}]}"));
    project.write("scenarios/toy/n/two.yaml", scenario("-7", "{changes: {x: 0 -> -7}}"));
    project.run(&["compare", "plain", "point"]).exits(0).says("no differences in 2 scenarios");
    project.run(&["hunt", "plain", "point", "--plays", "64", "--jobs", "1"]).exits(0).says("0 findings");
}

#[test]
fn a_number_outlives_being_saved_recorded_and_merged() {
    needs_interpreters!();
    let project = project();
    let exact = "0.1234567890123456789012345e-400";
    project.write("scenarios/toy/n/one.yaml", scenario(exact, &format!("{{changes: {{x: 0 -> {exact}}}}}")));
    project.run(&["bless"]).exits(0);
    project.run(&["verify", "--shard", "1/1", "--json", "saved.json"]).exits(0);
    project.run(&["verify", "--from", "saved.json"]).exits(0).says("1 scenario passed");
    project.run(&["merge", "saved.json"]).exits(0).says("1 scenario passed");
    project.run(&["verify", "--record", "talk.txt"]).exits(0);
    let binary = env!("CARGO_BIN_EXE_truthsayer");
    let replay = format!("'{binary}' engine replay talk.txt");
    project.run(&["verify", "--engine-command", &replay]).exits(0).says("1 scenario passed");
    // The same task in another notation.
    let rewritten =
        project.read("scenarios/toy/n/one.yaml").replace("{x: 0.1234", "{x: 0.01234").replace("e-400}\nw", "e-399}\nw");
    project.write("scenarios/toy/n/one.yaml", rewritten);
    project.run(&["verify", "--engine-command", &replay]).exits(0).says("1 scenario passed");
}

#[test]
fn a_number_beyond_the_limits_is_an_error_and_costs_nothing() {
    needs_interpreters!();
    let reported = "cannot be compared: its exponent is beyond 1000000";
    let project = project().file("scenarios/toy/n/one.yaml", scenario("1e99999999999", "{events: [was]}"));
    project.run(&["verify"]).exits(3).complains(reported).complains("scenarios/toy/n/one.yaml:3:12");
    project.write("scenarios/toy/n/one.yaml", scenario("1", "{changes: {x: 0 -> 1e-99999999999}}"));
    project.run(&["verify"]).exits(3).complains(reported);
    project.write("scenarios/toy/n/one.yaml", scenario(&"7".repeat(1001), "{events: [was]}"));
    project.run(&["verify"]).exits(3).complains("it has more than 1000 significant digits");
    project.write("scenarios/toy/n/one.yaml", scenario("\"1e99999999999\"", "{events: [was]}"));
    project.run(&["bless"]).exits(0);
    project.write("scenarios/toy/n/one.yaml", scenario("1", "{events: [was]}"));
    project.run(&["verify", "--engine", "huge"]).exits(4).says(reported);
}

#[test]
fn a_column_of_examples_keeps_its_numbers() {
    needs_interpreters!();
    let table = scenario("\"${x}\"", "{changes: {x: \"0 -> ${x}\"}}")
        + "examples:\n  - {x: 9007199254740993}\n  - {x: 1e400}\n  - {x: 0.30000000000000004}\n  - {x: 1.50}\n";
    let project = project().file("scenarios/toy/n/one.yaml", table);
    project.run(&["bless"]).exits(0);
    let golden = |row: usize| project.read(&format!("golden/toy/n/one[{row}].yaml"));
    for (row, text) in
        [(1, "0 -> 9007199254740993"), (2, "0 -> 1e400"), (3, "0 -> 0.30000000000000004"), (4, "0 -> 1.5\n")]
    {
        assert!(golden(row).contains(text), "{}", golden(row));
    }
}
