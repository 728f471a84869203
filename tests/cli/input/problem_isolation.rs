//! Problems and drafts do not block other scenarios: valid scenarios run, and problems elsewhere are counted in one
//! line.

use std::fs;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::run_in;

const TYPO: &str = "scenario: x\ngame: dune\ntags: [odd]\nclams: []\nclaims:\n  - {cite: \"dune/battle.md:3\", quote: the Aggressor wins, then: {unchanged: [turn]}}\n";
const FAILS: &str = "claims:\n  - cite: dune/battle.md:2\n    quote: The higher total wins\n    then:\n      events: [battle_won: {winner: emperor}]\n";

/// The duel with other claims.
fn duel_with(claims: &str) -> String {
    format!("{}{claims}", &DUEL[..DUEL.find("claims:").expect("claims")])
}

/// Two duels: a valid one and one with invalid YAML.
fn valid_and_invalid() -> Project {
    Project::with_duel().file("scenarios/dune/other/typo.yaml", TYPO)
}

#[test]
fn valid_scenarios_run_and_the_exit_code_is_bad_input() {
    let project = valid_and_invalid().file("scenarios/dune/other/broken.yaml", "scenario: [\n");
    let run = project.run(&["verify"]).exits(3);
    let run = run.says("2 could not be loaded; 1 of 3 scenarios ran");
    assert_eq!(run.stdout.lines().last(), Some("2 could not be loaded; 1 of 3 scenarios ran"));
    run.complains("a scenario has no key `clams`").complains("invalid YAML").complains("2 problems");
    // It also fails: the more severe code wins, and both are reported.
    project.write("scenarios/dune/duel/plain.yaml", duel_with(FAILS));
    let run = project.run(&["verify"]).exits(3).complains("no key `clams`").says("1 failed");
    assert!(!run.stderr.contains("no scenario ran"), "{}", run.stderr);
    project.run(&["bless"]).exits(3).says("1 refused");
}

#[test]
fn a_run_says_how_many_scenarios_ran_of_how_many() {
    let project = valid_and_invalid();
    let last = |arguments: &[&str], code: i32| {
        let run = project.run(arguments).exits(code);
        run.stdout.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last(&["verify"], 3), "1 could not be loaded; 1 of 2 scenarios ran");
    assert_eq!(last(&["verify", "dune/duel"], 0), "1 of 2 scenarios ran", "the problem is outside the filter");
    project.write("scenarios/dune/other/typo.yaml", format!("{TYPO}examples: [{{}}, {{}}, {{}}]\n"));
    assert_eq!(
        last(&["verify"], 3),
        "3 could not be loaded; 1 of 4 scenarios ran",
        "each row of a table is a scenario"
    );
    project.write("scenarios/dune/other/typo.yaml", format!("draft: true\n{TYPO}"));
    assert_eq!(last(&["verify"], 0), "1 scenario passed", "a draft does not count");
    let run = project.run(&["verify", "--format", "json"]).exits(0);
    assert!(run.stdout.contains("\"unloaded\": 0"), "{}", run.stdout);
}

#[test]
fn valid_scenarios_prove_and_invalid_ones_still_cite() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), &["init", "--engine", "none"], &[]).exits(0);
    let path = folder.path().join("scenarios/nim/taking/broken.yaml");
    let claim = "{cite: \"nim/nim.md#WINNING\", quote: takes the last stone wins, then: {unchanged: [turn]}}";
    fs::write(path, format!("scenario: x\ngame: nim\nclams: []\nclaims: [{claim}]\n")).expect("a file");
    run_in(folder.path(), &["prove"], &[]).exits(3).complains("no key `clams`").says("4 of 4 switches proven");
    run_in(folder.path(), &["coverage"], &[]).exits(3).complains("no key `clams`").says("4 proven, 1 cited");
    run_in(folder.path(), &["coverage", "--missing"], &[]).exits(3).says("run the scenarios that cite it: one was not");
    run_in(folder.path(), &["explain", "nim/nim.md#LIMIT"], &[]).exits(0).complains("1 problem outside the filter");
    run_in(folder.path(), &["explain", "nim/nim.md#WINNING"], &[]).exits(3).says("takes the last stone");
}

#[test]
fn a_problem_outside_the_filter_is_one_counted_line_and_changes_nothing() {
    let project = valid_and_invalid().file("scenarios/dune/other/broken.yaml", "scenario: [\n");
    for filter in [["dune/duel"].as_slice(), &["dune/duel/*"], &["--rule", "dune/battle.md:2"]] {
        for command in ["verify", "bless"] {
            let run = project.run(&[&[command], filter].concat());
            // The citations of a file with invalid YAML are unknown.
            match filter[0] {
                "--rule" => run.exits(3).complains("1 problem;").complains("1 problem outside the filter"),
                _ => {
                    let run = run.exits(0).complains("2 problems outside the filter; `truthsayer lint` lists them");
                    assert!(!run.stderr.contains("clams"), "{}", run.stderr);
                    run
                }
            };
        }
    }
    project.run(&["explain", "dune/duel"]).exits(0).complains("2 problems outside");
    project.run(&["verify", "--tag", "odd"]).exits(3).complains("no scenario ran");
    project
        .run(&["verify", "dune/other/typo"])
        .exits(3)
        .complains("no key `clams`")
        .complains("1 problem; no scenario ran");
    project.run(&["verify", "dune/other/typos"]).exits(5).complains("did you mean `dune/other/typo`?");
    let quiet = project.run(&["verify", "--quiet", "dune/duel"]).exits(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
}

#[test]
fn a_filter_that_names_scenarios_or_files_reads_no_other_file() {
    let project = valid_and_invalid()
        .file("scenarios/dune/other/broken.yaml", "scenario: [\n")
        .file("golden/dune/gone/away.yaml", "log: []\nchanges: {}\n")
        .file("scenarios/dune/duel/rows.yaml", format!("{DUEL}examples: {{first: {{}}, second: {{}}}}\n"));
    project.run(&["bless", "dune/duel/rows"]).exits(0).says("2");
    let last = |arguments: &[&str]| {
        let run = project.run(arguments).exits(0);
        assert_eq!(run.stderr, "", "{arguments:?}");
        run.stdout.lines().last().unwrap_or_default().to_owned()
    };
    let one = "1 scenario ran; only files that the filter names were read";
    for name in ["dune/duel/plain", "scenarios/dune/duel/plain.yaml", "./scenarios/dune/duel/plain.yaml"] {
        assert_eq!(last(&["verify", name]), one);
    }
    assert_eq!(last(&["verify", "dune/duel/rows[second]"]), one);
    let three = one.replace("1 scenario", "3 scenarios");
    assert_eq!(last(&["verify", "dune/duel/rows", "dune/duel/plain"]), three);
    last(&["explain", "dune/duel/plain"]);
    // A problem in a named file is reported, and so is a golden that its table no longer has.
    project.run(&["verify", "dune/duel/plain", "dune/other/typo"]).exits(3).complains("no key `clams`");
    project.write("golden/dune/duel/rows[third].yaml", "log: []\nchanges: {}\n");
    project.run(&["verify", "dune/duel/rows"]).exits(3).complains("rows[third].yaml` has no scenario");
    // A result for other programs describes the whole suite, and so does the error about an unknown name.
    project.run(&["verify", "dune/duel/plain", "--format", "json"]).exits(0).complains("outside the filter");
    project.run(&["verify", "dune/duel/plain/x"]).exits(5).complains("did you mean `dune/duel/plain`?");
}

#[test]
fn a_gap_elsewhere_is_neither_lost_nor_closed_when_only_a_part_is_read() {
    let project = Project::with_duel();
    let gaps = "[{scenario: dune/other/far, reason: later, until: 2999-01-01}]";
    project.write("scenarios/dune/other/far.yaml", duel_with(FAILS));
    project
        .write("truthsayer.yaml", format!("games: {{dune: {{engine: dune}}}}\nengines: {{dune: {{gaps: {gaps}}}}}\n"));
    let run = project.run(&["verify", "dune/duel/plain"]).exits(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_fixture_an_orphan_and_a_rulebook_concern_those_who_need_them() {
    let project = Project::with_duel()
        .file("scenarios/dune/fixtures/bad.yaml", "fixture: bad\ngivn: {}\n")
        .file("scenarios/dune/other/uses.yaml", DUEL.replacen("given:\n", "given:\n  use: bad\n", 1))
        .file("golden/dune/gone/away.yaml", "log: []\nchanges: {}\n");
    assert!(project.read("scenarios/dune/other/uses.yaml").contains("use: bad"));
    project
        .run(&["verify"])
        .exits(3)
        .says("1 could not be loaded; 1 of 2 scenarios ran")
        .complains("no key `givn`")
        .complains("has no scenario");
    project.run(&["verify", "dune/duel"]).exits(0).complains("2 problems outside the filter");
    project.run(&["verify", "dune/other"]).exits(3).complains("no key `givn`").complains("no scenario ran");
    project.run(&["verify", "--game", "dune"]).exits(3).complains("has no scenario");
    project.write("rules/dune/catalog.yaml", "rulez: []\n");
    project.run(&["verify", "dune/duel"]).exits(3).complains("no key `rulez`").says("1 scenario passed");
}

#[test]
fn an_unreadable_draft_is_reported_and_fails_nothing() {
    let project = Project::with_duel().file("scenarios/dune/other/begun.yaml", format!("draft: true\n{TYPO}"));
    let run = project.run(&["verify"]).exits(0).says("1 scenario passed");
    run.complains("a scenario has no key `clams`").complains("1 problem in drafts, which fail nothing");
    project.run(&["verify", "dune/other/begun"]).exits(5).complains("no key `clams`");
    project.run(&["lint"]).exits(3);
    // A draft's failure hides no other one.
    project.write("scenarios/dune/duel/plain.yaml", duel_with(FAILS));
    project.run(&["verify"]).exits(1).complains("no key `clams`").says("1 failed");
}

#[test]
fn documents_are_not_written_while_something_cannot_be_read() {
    let project = valid_and_invalid();
    let run = project.run(&["report"]).exits(3).complains("no key `clams`").complains("no scenario ran");
    run.complains("no document is written until these problems are fixed");
    assert!(!project.exists("verification"));
}

#[test]
fn the_documents_of_a_game_need_only_that_game_and_no_draft() {
    let project = Project::with_dune_rules().file("scenarios/dune/other/begun.yaml", format!("draft: true\n{TYPO}"));
    project.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n  cotulenh: {engine: cotulenh}\n");
    project.write("scenarios/cotulenh/other/broken.yaml", "scenario: [\n");
    project.write("rules/cotulenh/rules.md", "A rule.\n");
    project.run(&["report", "--check"]).exits(3).complains("invalid YAML").complains("no scenario ran");
    // Here the switches of the other game have no rulebook, which this test does not check.
    project.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    let run = project.run(&["report", "--game", "dune"]).exits(0).complains("1 problem outside the filter");
    run.complains("2 problems in drafts, which fail nothing");
    assert!(project.exists("verification/dune/README.md"));
}

#[test]
fn engines_are_compared_on_what_they_can_play() {
    let project = valid_and_invalid();
    let run = project.run(&["compare", "dune", "dune"]).exits(3).says("1 scenario");
    let run = run.complains("no key `clams`").complains("1 problem; all other scenarios run");
    assert_eq!(run.stderr.matches("clams").count(), 2, "reported once, as message and as line\n{}", run.stderr);
    project.write("scenarios/dune/other/typo.yaml", format!("draft: true\n{TYPO}"));
    project.run(&["compare", "dune", "dune"]).exits(0).complains("1 problem in drafts, which fail nothing");
}

#[test]
fn a_document_is_audited_as_far_as_its_scenarios_can_be_played() {
    let project = valid_and_invalid().file("scenarios/dune/other/begun.yaml", format!("draft: true\n{DUEL}"));
    project.write("said.md", "| what | plays |\n|---|---|\n| The higher wins | `dune/duel/plain` |\n");
    project
        .run(&["audit", "said.md"])
        .exits(0)
        .says("☑️ holds in 1 scenario")
        .complains("1 problem outside the filter");
    let row = "| Something else | `dune/other/typo` |\n";
    project.write("said.md", format!("{}{row}", project.read("said.md")));
    let run = project.run(&["audit", "said.md"]).exits(3).complains("no key `clams`").says("☑️ holds in 1 scenario");
    run.says("could not be judged: `dune/other/typo` cannot run").says("1 could not be judged");
    project.run(&["audit", "said.md", "--out", "audit.md"]).exits(3);
    project.run(&["audit", "said.md", "--out", "audit.md", "--check"]).exits(3);
    project.write("said.md", "| a | `dune/other/begun` |\n| b | `dune/duel/plain#9` |\n| c | `dune/duel/plan` |\n");
    let run = project.run(&["audit", "said.md"]).exits(3).complains("`dune/other/begun` is a draft");
    run.complains("`dune/duel/plain` has no claim 9").complains("did you mean `dune/duel/plain`?");
}
