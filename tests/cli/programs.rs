//! Checks the list of commands that start a program in `docs/reference/security.md`: each runs with an engine that
//! leaves a trace.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::project::run_in;

const ENGINE: &str = include_str!("../fixtures/engines/tariff.sh");
const TRACE: &str = "touch \"$1.trace\"\nexec sh tariff.sh \"$1\"\n";
const PLAYED: &str = "scenarios/tariff/floor/small.yaml";

fn project() -> Project {
    let engine = |name: &str| format!("  {name}: {{game: tariff, command: [sh, trace.sh, {name}]}}\n");
    let engines = [engine("honest"), engine("uncapped")].concat();
    let project = Project::new();
    fs::remove_dir_all(project.path("rules/dune")).expect("the other rules");
    let project = project
        .file("truthsayer.yaml", format!("games: {{tariff: {{engine: honest}}}}\nengines:\n{engines}"))
        .file("trace.sh", TRACE)
        .file("tariff.sh", ENGINE)
        .file("rules/tariff/the fees.md", "CAP: A fee is at most 20.\nFLOOR: A fee is at least 5.\n")
        .file("docs/said.md", "| says | played by |\n|---|---|\n| x | `tariff/floor/small` |\n");
    let scenario = |line: usize, quote: &str, amount: u32, fee: u32| {
        format!(
            "scenario: A fee\ngame: tariff\ngiven: {{amount: {amount}}}\nwhen: [pay: {{}}]\nclaims:\n  - {{cite: \"tariff/the fees.md:{line}\", quote: {quote}, then: {{changes: {{fee: 0 -> {fee}}}}}}}\n"
        )
    };
    project.write(PLAYED, scenario(2, "at least 5", 3, 5));
    project.write("scenarios/tariff/cap/large.yaml", scenario(1, "at most 20", 30, 20));
    for command in [
        ["bless"].as_slice(),
        &["errata", "--fix"],
        &["verify", "--shard", "1/1", "--json", "verified.json"],
        &["prove", "--shard", "1/1", "--json", "proven.json"],
        &["engine", "check", "--", "sh", "tariff.sh", "honest"],
    ] {
        project.run(command);
    }
    run_in(&project.path(""), &["verify", "--engine", "uncapped", "--shard", "1/1", "--json", "other.json"], &[])
        .exits(1);
    project
}

/// The arguments of each command on the page, and whether it starts the reference engine.
fn commands() -> BTreeMap<&'static str, Vec<(bool, &'static [&'static str])>> {
    let starts = |command: &'static [&'static str]| vec![(true, command)];
    let starts_none = |command: &'static [&'static str]| vec![(false, command)];
    BTreeMap::from([
        ("verify", starts(&["verify"])),
        ("prove", starts(&["prove"])),
        ("prove --baseline", starts(&["prove", "--baseline", "verified.json"])),
        ("gate", starts(&["gate"])),
        ("coverage", starts(&["coverage"])),
        ("report", starts(&["report"])),
        ("audit", starts(&["audit", "docs/said.md"])),
        ("explain", starts(&["explain", "tariff/floor/small"])),
        ("bless", starts(&["bless"])),
        ("review", starts(&["review", "--list"])),
        ("watch", vec![]),
        ("lint", starts(&["lint"])),
        ("list switches", starts(&["list", "switches"])),
        ("schema --game", starts(&["schema", "scenario", "--game", "tariff"])),
        (
            "compare",
            vec![(true, &["compare", "honest", "uncapped"]), (false, &["compare", "verified.json", "other.json"])],
        ),
        ("hunt", starts(&["hunt", "honest", "uncapped", "--plays", "2", "--dry-run"])),
        ("errata", vec![]),
        ("engine check", starts(&["engine", "check", "--", "sh", "trace.sh", "honest"])),
        (
            "--from",
            vec![
                (false, &["verify", "--from", "verified.json"]),
                (false, &["prove", "--from", "proven.json"]),
                (false, &["gate", "--from", "proven.json"]),
                (false, &["coverage", "--from", "proven.json"]),
                (false, &["report", "--from", "proven.json"]),
                (false, &["explain", "tariff/floor/small", "--from", "verified.json"]),
                (false, &["audit", "docs/said.md", "--from", "verified.json"]),
                (false, &["bless", "--from", "verified.json"]),
                (false, &["review", "--list", "--from", "verified.json"]),
                (true, &["verify", "--from", "other.json"]),
            ],
        ),
        ("merge", vec![(false, &["merge", "verified.json"]), (true, &["merge", "other.json"])]),
        ("errata --fix", starts_none(&["errata", "--fix"])),
        ("errata --accept", starts_none(&["errata", "--accept", "--all", "--reason", "seen"])),
        ("bless --prune", starts_none(&["bless", "--prune"])),
        ("explain --expanded", starts_none(&["explain", "tariff/floor/small", "--expanded"])),
        ("list", starts_none(&["list", "clauses"])),
        ("new", starts_none(&["new", "tariff/the fees.md:1", "--stdout"])),
        ("init", starts_none(&["init", "sub", "--engine", "none"])),
        ("schema", starts_none(&["schema", "scenario"])),
        ("engine replay", starts_none(&["engine", "replay", "verified.json"])),
        ("engine perft", starts_none(&["engine", "perft", "--depth", "1"])),
        ("completions", starts_none(&["completions", "bash"])),
        ("man", starts_none(&["man"])),
        // Without an editor on stdin, the server ends before it starts an engine.
        ("lsp", starts_none(&["lsp"])),
        ("help", starts_none(&["help"])),
    ])
}

fn is_started(project: &Project, command: &[&str]) -> bool {
    let _ = fs::remove_file(project.path("honest.trace"));
    project.run(command);
    project.exists("honest.trace")
}

/// The section of the page, between its heading and the next.
fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/security.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, section) = page.split_once("## Which commands start a program\n").expect("the section");
    section.split("\n## ").next().expect("its text").to_owned()
}

#[test]
fn the_page_lists_every_command_and_says_whether_it_starts_a_program() {
    let page = page();
    let rows: Vec<(&str, &str)> = page.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ")).collect();
    let known = commands();
    let mut listed: Vec<&str> = Vec::new();
    for (names, what) in &rows {
        let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        for name in &names {
            let runs = known.get(name).unwrap_or_else(|| panic!("the test does not know `{name}`"));
            if what.starts_with("nothing") && !what.contains(';') {
                assert!(runs.iter().all(|(starts, _)| !starts), "{name}");
            }
        }
        listed.extend(names);
    }
    let missing: Vec<&&str> = known.keys().filter(|name| !listed.contains(name)).collect();
    assert!(missing.is_empty(), "the page does not list {missing:?}");
    // Every command that there is, by its first word.
    let project = project();
    let help = project.run(&["help"]).exits(0).stdout;
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|word| word.chars().all(|c| c.is_ascii_lowercase())).collect();
    assert!(commands.len() > 15, "{help}");
    for command in commands {
        let is_listed = listed.iter().any(|name| name.split(' ').next() == Some(command));
        assert!(is_listed || project.run(&[command, "--help"]).code != Some(0), "`{command}` is not on the page");
    }
}

#[test]
fn the_page_about_started_programs_is_true() {
    let project = project();
    for (name, runs) in commands() {
        for (starts, command) in runs {
            assert_eq!(is_started(&project, command), starts, "{name}: {command:?}");
        }
    }
    // A changed rulebook is graded.
    assert!(!is_started(&project, &["errata"]));
    project.write("rules/tariff/the fees.md", "CAP: A fee is at most 20.\nFLOOR: A fee is never below 5.\n");
    assert!(is_started(&project, &["errata"]));
    assert!(!is_started(&project, &["errata", "--accept", "--all", "--reason", "seen"]));
}
