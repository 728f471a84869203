//! `init`: from an empty folder to a project that passes, and then to the user's own first clause.

use std::fs;
use std::path::Path;

use crate::project::Run;
use crate::project::run_in;

fn empty() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> Run {
    run_in(folder, arguments, &[])
}

/// The files below a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let all = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = all.filter(|entry| entry.file_type().is_file());
    files.map(|file| file.path().strip_prefix(folder).expect("below").display().to_string()).collect()
}

/// Checks that every command passes on the new project and writes no further file.
#[track_caller]
fn passes(folder: &Path) {
    run(folder, &["lint"]).exits(0).says("no problem");
    run(folder, &["verify"]).exits(0).says("2 scenarios passed");
    run(folder, &["prove"]).exits(0).says("4 of 4 switches proven");
    run(folder, &["coverage"]).exits(0).says("4 proven, 1 uncited");
    run_in(folder, &["verify"], &[("CI", "true")]).exits(0);
    assert!(!files(folder).iter().any(|file| file.contains("pending")), "{:?}", files(folder));
}

#[test]
fn a_new_project_passes_from_the_first_run_without_any_interpreter() {
    let folder = empty();
    let run_of_init = run(folder.path(), &["init", "game", "--engine", "none"]).exits(0).says("cd game");
    let project = folder.path().join("game");
    run_of_init.says(&format!("wrote {} files", files(&project).len()));
    let expected = [
        ".gitignore",
        "AGENTS.md",
        "engine.txt",
        "golden/nim/taking/stones-are-taken.yaml",
        "golden/nim/taking/too-many-stones.yaml",
        "rules/nim/catalog.yaml",
        "rules/nim/nim.md",
        "rules/nim/rules.lock",
        "scenarios/nim/taking/stones-are-taken.yaml",
        "scenarios/nim/taking/too-many-stones.yaml",
        "schemas/catalog.json",
        "schemas/exclusions.json",
        "schemas/fixture.json",
        "schemas/floor.json",
        "schemas/project.json",
        "schemas/scenario.json",
        "truthsayer.yaml",
    ];
    assert_eq!(files(&project), expected);
    passes(&project);
    // With an empty PATH, no interpreter is found, and `init` chooses the same default.
    let other = empty();
    run_in(other.path(), &["init"], &[("PATH", "")]).exits(0).says("engine.txt");
    assert_eq!(files(other.path()), expected);
}

#[test]
fn existing_files_are_listed_and_not_overwritten() {
    let folder = empty();
    let rules = folder.path().join("rules/nim");
    fs::create_dir_all(&rules).expect("a folder");
    fs::write(rules.join("nim.md"), "Mine.\n").expect("a file");
    run(folder.path(), &["init", "--engine", "none"]).exits(2).complains("`rules/nim/nim.md`");
    assert_eq!(files(folder.path()), ["rules/nim/nim.md"]);
    assert_eq!(fs::read_to_string(rules.join("nim.md")).expect("it"), "Mine.\n");
    // A file where `init` needs a folder, and a target that is a file.
    fs::write(folder.path().join("scenarios"), "").expect("a file");
    run(folder.path(), &["init", "--engine", "none"]).exits(2);
    run(folder.path(), &["init", "rules/nim/nim.md"]).exits(3).complains("cannot write");
    // Other files are ignored.
    let beside = empty();
    fs::write(beside.path().join("README.md"), "Mine.\n").expect("a file");
    run(beside.path(), &["init", "--engine", "none"]).exits(0);
    run(beside.path(), &["init", "--engine", "none"]).exits(2).complains("`truthsayer.yaml`");
    run(beside.path(), &["init", "--engine", "cobol"])
        .exits(2)
        .complains("possible values: python, javascript, rust, none");
    run(beside.path(), &["init", "--engine", "node", "--example", "chess"]).exits(2);
    run(beside.path(), &["--project", ".", "init"]).exits(2).complains("leave out --project");
}

#[test]
fn the_chess_project_passes_as_it_was_recorded() {
    let folder = empty();
    run(folder.path(), &["init", "--example", "chess"]).exits(0);
    run(folder.path(), &["lint"]).exits(0);
    run(folder.path(), &["verify", "--quiet"]).exits(0);
    run(folder.path(), &["verify", "--quiet", "--engine", "recorded-chess.js"]).exits(0);
}

#[test]
fn every_language_passes_and_the_recording_says_what_they_say() {
    needs_interpreters!();
    for language in ["python", "javascript", "rust"] {
        let folder = empty();
        run(folder.path(), &["init", "--engine", language]).exits(0);
        // The dependencies of the Rust engine are downloaded already. The next test run reuses the build folder.
        let built = concat!(env!("CARGO_TARGET_TMPDIR"), "/init");
        let environment =
            [("CARGO_NET_OFFLINE", "true"), ("CARGO_TARGET_DIR", built), ("PYTHONDONTWRITEBYTECODE", "1")];
        for command in [["lint"].as_slice(), &["verify"], &["prove"]] {
            run_in(folder.path(), command, &environment).exits(0);
        }
        run(folder.path(), &["init", "none", "--engine", "none"]).exits(0);
        fs::copy(folder.path().join("none/engine.txt"), folder.path().join("engine.txt")).expect("a copy");
        let recorded = "truthsayer engine replay engine.txt";
        let project = fs::read_to_string(folder.path().join("truthsayer.yaml")).expect("the project file");
        let also = format!("  recorded: {{game: nim, command: [{}]}}\n\n# The folders", recorded.replace(' ', ", "));
        fs::write(folder.path().join("truthsayer.yaml"), project.replacen("\n# The folders", &also, 1)).expect("it");
        run_in(folder.path(), &["compare", "mine", "recorded"], &environment).exits(0);
    }
}

/// From nothing to a proven clause: three commands and two files written by hand.
#[test]
fn from_an_empty_folder_to_a_first_proven_clause_of_ones_own() {
    needs_interpreters!();
    let folder = empty();
    run(folder.path(), &["init", "--engine", "python"]).exits(0);
    let new = ["new", "nim/nim.md#WINNING", "--id", "nim/end/last-stone"];
    run(folder.path(), &new).exits(0).says("wrote scenarios/nim/end/last-stone.yaml");
    edit(
        folder.path(),
        "scenarios/nim/end/last-stone.yaml",
        &[
            ("draft: true      # take this out when the claims are written\n", ""),
            ("given: {}        # the set-up, or `use: <fixture>`", "given: {heap: 2}"),
            ("when: []         # the scripted decisions, in order", "when: [take: 2]"),
            ("then: {}     # what", "then: {events: [won: {by: ann}]}     # what"),
        ],
    );
    edit(
        folder.path(),
        "engine.py",
        &[
            (
                "    }\n    events = {",
                "        \"last_stone_wins\": (\"nim/nim.md#WINNING\", \"takes the last stone wins\"),\n    }\n    events = {\"won\": [\"by\"], ",
            ),
            (
                "        if self.upholds(\"turn_passes\")",
                "        if self.heap == 0 and self.upholds(\"last_stone_wins\"):\n            self.tell(\"won\", by=self.turn)\n        if self.upholds(\"turn_passes\")",
            ),
        ],
    );
    let proven = run_in(folder.path(), &["coverage", "--rule", "3"], &[("PYTHONDONTWRITEBYTECODE", "1")]);
    proven.exits(0).says("✅").says("1 clause: 1 proven");
}

#[track_caller]
fn edit(folder: &Path, path: &str, changes: &[(&str, &str)]) {
    let path = folder.join(path);
    let mut text = fs::read_to_string(&path).expect("a file");
    for (old, new) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old:?} in\n{text}");
        text = text.replace(old, new);
    }
    fs::write(&path, text).expect("a file");
}

#[test]
fn without_a_catalog_each_rule_line_is_a_rule_and_without_a_scenario_each_is_blank() {
    let folder = empty();
    run(folder.path(), &["init", "--engine", "none"]).exits(0);
    fs::remove_file(folder.path().join("rules/nim/catalog.yaml")).expect("it was there");
    run(folder.path(), &["lint"]).exits(0);
    let reported = run(folder.path(), &["coverage"]).exits(0);
    reported.says("nim: Nim\n").says("Rule 1: TAKING").says("⬜     0/1  Rule 5: WINNING");
    run(folder.path(), &["report"]).exits(0);
    assert!(folder.path().join("verification/nim/rule-05-winning.md").exists(), "{:?}", files(folder.path()));
    for path in ["scenarios", "golden"] {
        fs::remove_dir_all(folder.path().join(path)).expect("it was there");
    }
    let blank = run(folder.path(), &["coverage"]).exits(0);
    assert_eq!(blank.stdout.matches("⬜").count(), 5, "{}", blank.stdout);
    blank.says("5 clauses: 5 uncited");
    run(folder.path(), &["verify"]).exits(5).complains("`truthsayer new nim/nim.md:3.1`");
    run(folder.path(), &["lint"]).exits(3).says("no scenario");
}
