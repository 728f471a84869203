//! Every kind of bad input, and its message.
//!
//! A case is a folder under `tests/fixtures/bad-input/`: `scenario.yaml`, the other files that it needs, and
//! `expected.txt`. Cases of CoTuLenh have names that begin with `cotulenh-`. To rewrite the expected texts, run
//! `UPDATE=1 cargo test --test cli bad_input`, and read the diff before you commit it.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use crate::project::Project;

/// A rulebook of the game with a board, for cases that are about its words.
const CAPTURES: &str = include_str!("../../fixtures/rules/captures.md");

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bad-input");
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("a case").path()).collect();
    cases.sort();
    cases
}

#[test]
fn every_kind_of_bad_input_prints_its_recorded_message_and_exits_3() {
    let mut wrong = Vec::new();
    for case in cases() {
        let name = case.file_name().expect("a name").to_string_lossy().into_owned();
        let printed = printed(&case, &name);
        let expected = case.join("expected.txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expected, &printed).expect("the text can be written");
        }
        let recorded = fs::read_to_string(&expected).unwrap_or_default();
        if recorded != printed {
            wrong.push(format!("{name}\n--- recorded\n{recorded}\n--- printed\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn printed(case: &Path, name: &str) -> String {
    let game = if name.starts_with("cotulenh-") { "cotulenh" } else { "dune" };
    let project = match game {
        "cotulenh" => Project::new()
            .file("truthsayer.yaml", "games:\n  cotulenh: {engine: cotulenh}\n  dune: {engine: dune}\n")
            .file("rules/cotulenh/captures.md", CAPTURES),
        _ => Project::new(),
    };
    for entry in fs::read_dir(case).expect("a case") {
        let path = entry.expect("a file").path();
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let target = match file.as_str() {
            "expected.txt" => continue,
            "scenario.yaml" => format!("scenarios/{game}/case/{name}.yaml"),
            _ => format!("scenarios/{game}/fixtures/{file}"),
        };
        project.write(&target, fs::read(&path).expect("a file"));
    }
    // Invalid scenarios are printed with the verdicts; all other problems are printed before the run.
    let run = project.run_in_ci(&["verify", "--quiet"]).exits(3);
    format!("{}{}", run.stdout, run.stderr)
}

#[test]
fn there_is_a_case_for_every_kind_that_the_design_names() {
    let names: Vec<String> =
        cases().iter().map(|case| case.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    for kind in [
        "unknown-key",
        "duplicate-key",
        "wrong-type",
        "tab",
        "alias-bomb",
        "over-deep",
        "not-utf-8",
        "empty-file",
        "empty-then",
        "vacuous",
        "fixture-circle",
        "citation-moved",
        "citation-ambiguous",
        "citation-changed-number",
        "citation-changed-modality",
        "citation-changed-wording",
        "citation-lost",
    ] {
        assert!(names.iter().any(|name| name == kind), "no case `{kind}`");
    }
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let project = Project::new().file("scenarios/dune/case/long.yaml", "# x\n".repeat(400_000));
    project.run(&["verify"]).exits(3).complains("is longer than 1024 KiB");
}

#[test]
fn all_problems_of_a_suite_are_reported_and_valid_scenarios_run() {
    let project = Project::with_duel()
        .file("scenarios/dune/case/one.yaml", "scenario: One\ngame: dune\nwhne: []\nclaims: []\n")
        .file("scenarios/dune/case/two.yaml", "scenario: [Two]\ngame: chess\n");
    let run = project
        .run(&["verify"])
        .exits(3)
        .complains("did you mean `when`?")
        .complains("two.yaml:1:11")
        .says("2 could not be loaded; 1 of 3 scenarios ran");
    assert!(!run.stderr.contains("no scenario ran"), "{}", run.stderr);
}

#[test]
fn a_folder_that_may_not_be_read_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::with_duel().file("scenarios/dune/secret/a.yaml", "x: 1\n");
    let folder = project.path("scenarios/dune/secret");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).expect("permissions can be set");
    let readable = fs::read_dir(&folder).is_ok();
    let run = project.run(&["verify"]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("permissions can be set");
    // Root can read the file anyway; it is bad input in both cases.
    let run = run.exits(3);
    assert!(readable || run.stderr.contains("permission denied"), "{}", run.stderr);
}
