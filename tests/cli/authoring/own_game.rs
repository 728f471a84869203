//! `init --game` and `new --uncited`: a project for your own rules, from nothing to a proven clause.

use std::fs;
use std::path::Path;

use crate::project::Run;
use crate::project::run_in;

const TARIFF: &str = "# Tariff\n\nHOUR: Each hour costs 3.50. Part of an hour counts as a whole hour.\nCAP: A day costs at most 18.\n\
                      A lost ticket costs 25.\n";

fn empty() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> Run {
    run_with(folder, arguments, concat!(env!("CARGO_TARGET_TMPDIR"), "/init-example"))
}

/// The Rust engine is built from already downloaded crates, in a build folder that belongs to one test.
#[track_caller]
fn run_with(folder: &Path, arguments: &[&str], built: &str) -> Run {
    let environment = [("CARGO_NET_OFFLINE", "true"), ("CARGO_TARGET_DIR", built), ("PYTHONDONTWRITEBYTECODE", "1")];
    run_in(folder, arguments, &environment)
}

#[track_caller]
fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[test]
fn everything_is_named_after_the_game_and_the_gate_passes() {
    needs_interpreters!();
    for language in ["python", "javascript", "rust"] {
        let folder = empty();
        let at = folder.path();
        run(at, &["init", "--game", "tariff", "--engine", language]).exits(0).says("rules/tariff/tariff.md");
        for path in
            ["rules/tariff/catalog.yaml", "scenarios/tariff/example/too-expensive.yaml", ".gitignore", "AGENTS.md"]
        {
            assert!(at.join(path).exists(), "{language}: {path}");
        }
        assert!(read(at, "truthsayer.yaml").contains("tariff: {engine: tariff}"), "{language}");
        assert!(read(at, "AGENTS.md").contains("scenarios/tariff/"));
        run(at, &["lint"]).exits(0);
        run(at, &["prove"]).exits(0).says("2 of 2 switches proven");
        // The gate names the one command that makes it pass.
        run(at, &["gate"]).exits(1).says("FAIL: 1 reason").says("→ truthsayer gate --raise");
        run(at, &["gate", "--raise"]).exits(0);
        run(at, &["gate"]).exits(0).says("PASS: 2 clauses");
        assert!(!at.join("golden/tariff/example/too-expensive.pending.yaml").exists());
    }
}

#[test]
fn a_rulebook_gives_one_draft_per_rule_and_an_engine_that_runs() {
    needs_interpreters!();
    let run = |folder: &Path, arguments: &[&str]| {
        run_with(folder, arguments, concat!(env!("CARGO_TARGET_TMPDIR"), "/init-rulebook"))
    };
    for language in ["python", "javascript", "rust"] {
        let folder = empty();
        let at = folder.path();
        write(at, "given/TARIFF.md", TARIFF);
        let init = ["init", "project", "--game", "parking", "--engine", language, "--rules", "given/TARIFF.md"];
        run(at, &init).exits(0).says("3 drafts in scenarios/parking/");
        let project = at.join("project");
        assert_eq!(read(&project, "rules/parking/TARIFF.md"), TARIFF);
        let hour = read(&project, "scenarios/parking/hour/each-hour-costs-3-50.yaml");
        assert_eq!(hour.matches("cite: parking/TARIFF.md#HOUR").count(), 2, "a claim for each clause\n{hour}");
        run(&project, &["lint"]).exits(0);
        run(&project, &["coverage"]).exits(0).says("Rule 3: A lost ticket costs 25");
        run(&project, &["list", "scenarios", "hour"]).exits(0).says("draft").says("1 scenario");
        // Nothing is judged yet: the gate names the draft to finish.
        run(&project, &["gate"]).exits(5).complains("finish a draft").complains("truthsayer bless parking/");
    }
}

/// From an empty folder to a proven clause of your own game in at most eight commands.
#[test]
fn from_nothing_to_a_proven_clause_in_five_commands() {
    needs_interpreters!();
    let folder = empty();
    let at = folder.path();
    write(at, "tariff.md", TARIFF);
    run(at, &["init", "--rules", "tariff.md", "--engine", "python"]).exits(0);
    let engine = read(at, "engine.py");
    let engine = engine
        .replace("        # \"cap\": (", "        \"cap\": (")
        .replace("        self.total += data.decimal(0, 1_000_000)\n", "        self.total += data.decimal(0, 1_000_000)\n        if self.total > 18 and self.upholds(\"cap\"):\n            self.total = 18\n");
    assert!(engine.contains("        \"cap\": (\"tariff/tariff.md#CAP\", \"A day costs at most 18.\"),\n"), "{engine}");
    write(at, "engine.py", &engine);
    let path = "scenarios/tariff/cap/a-day-costs-at-most-18.yaml";
    let draft = read(at, path)
        .replace("draft: true      # take this out when the claims are written\n", "")
        .replace("given: {}  ", "given: {total: 10.50}  ")
        .replace("when: []  ", "when: [add: 10.50]  ")
        .replace("then: {}  ", "then: {changes: {total: 10.5 -> 18}}  ");
    write(at, path, &draft);
    // A second scenario, in which the clause does not matter, shows that the switch is specific.
    let below = draft.replace("10.50", "5").replace("10.5 -> 18", "5 -> 10");
    write(at, "scenarios/tariff/cap/below-the-cap.yaml", &below);
    run(at, &["verify"]).exits(1).says("no golden");
    run(at, &["bless"]).exits(0);
    run(at, &["coverage", "--rule", "CAP"]).exits(0).says("1 clause: 1 proven");
    run(at, &["gate", "--raise"]).exits(0);
    run(at, &["gate"]).exits(0).says("PASS");
}

#[test]
fn names_that_are_words_of_the_language_work() {
    needs_interpreters!();
    for (language, names) in [("python", ["none", "game", "class"]), ("javascript", ["game", "object", "class"])] {
        for name in names {
            let folder = empty();
            run(folder.path(), &["init", "--game", name, "--engine", language]).exits(0);
            run(folder.path(), &["verify"]).exits(0).says("2 scenarios passed");
        }
    }
    let folder = empty();
    run(folder.path(), &["init", "--game", "self", "--engine", "rust"]).exits(0);
    assert!(read(folder.path(), "engine/src/main.rs").contains("struct SelfEngine {"));
}

#[test]
fn invalid_names_and_unreadable_files_are_rejected_with_a_fix() {
    let folder = empty();
    let at = folder.path();
    let init = |arguments: &[&str]| run(at, &[&["init", "--engine", "python"], arguments].concat());
    init(&["--game", "My Tariff"]).exits(2).complains("such as --game my-tariff");
    init(&["--game", "../tariff"]).exits(2).complains("invalid game name");
    for name in ["true", "false", "null"] {
        init(&["--game", name]).exits(2).complains("YAML does not read it as a text");
    }
    init(&["--rules", "gone.md"]).exits(3).complains("gone.md");
    write(at, "empty.md", "# Nothing\n");
    init(&["--rules", "empty.md"]).exits(2).complains("contains no rules");
    run(at, &["init", "--game", "tariff", "--engine", "none"]).exits(2).complains("--engine python");
    assert!(!at.join("truthsayer.yaml").exists(), "nothing was written");
    // Existing files of a repository are kept.
    write(at, ".gitignore", "mine\n");
    init(&["--game", "tariff", "--ci", "gitlab"]).exits(0).says("kept your .gitignore");
    assert_eq!(read(at, ".gitignore"), "mine\n");
    assert!(read(at, ".gitlab-ci.yml").contains("apt-get install -y -qq python3"));
}

#[test]
fn a_ci_file_has_ten_lines() {
    for (service, path) in [("github", ".github/workflows/rules.yml"), ("gitlab", ".gitlab-ci.yml")] {
        let folder = empty();
        let init = ["init", "--game", "tariff", "--engine", "python", "--ci", service];
        run(folder.path(), &init).exits(0).says("TRUTHSAYER");
        let text = read(folder.path(), path);
        assert!(text.lines().count() <= 10, "{text}");
        assert!(text.contains("truthsayer gate"), "{text}");
    }
}

#[test]
fn every_uncited_clause_gets_a_draft_once() {
    let folder = empty();
    let at = folder.path();
    run(at, &["init", "--engine", "none"]).exits(0);
    write(
        at,
        "rules/nim/nim.md",
        &(read(at, "rules/nim/nim.md") + "DRAW: A game is never drawn. A player may not pass.\n"),
    );
    let printed = run(at, &["new", "--uncited", "--format", "json", "--stdout"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&printed.stdout).expect("JSON");
    assert_eq!(data["drafts"].as_array().map(Vec::len), Some(3), "{data:#}");
    let written = run(at, &["new", "--uncited"]).exits(0);
    written.says("wrote scenarios/nim/winning/").says("wrote scenarios/nim/draw/a-player-may-not-pass.yaml");
    run(at, &["new", "--uncited"]).exits(5).complains("every clause is cited or excluded");
    run(at, &["new"]).exits(2);
}

#[test]
fn a_text_as_published_is_read_as_markdown() {
    let folder = empty();
    let at = folder.path();
    write(
        at,
        "law.md",
        "# Law\n\nA parking ticket is valid\nfor one day.\n\n- It names the car.\n- It names the day.\n",
    );
    run(at, &["init", "--rules", "law.md", "--engine", "python"]).exits(0).says("3 drafts");
    assert!(read(at, "truthsayer.yaml").contains("law: {engine: law, rulebook: markdown}"));
    run(at, &["list", "clauses"]).exits(0).says("A parking ticket is valid for one day.").says("3 clauses");
}

/// Only the order and the words of a published text are reviewed, not its lines.
#[test]
fn a_text_that_is_wrapped_in_another_way_needs_no_review() {
    needs_interpreters!();
    let folder = empty();
    let at = folder.path();
    let law = |first: &str, second: &str| format!("# Law\n\n{first}\n\n{second}\n");
    let (ticket, car) = ("A parking ticket is valid\nfor one day.", "A ticket names\nthe car.");
    write(at, "law.md", &law(ticket, car));
    run(at, &["init", "--rules", "law.md", "--engine", "python"]).exits(0);
    // Addresses by line number would have to follow their block.
    fs::remove_dir_all(at.join("scenarios/law/line-6")).expect("the second draft");
    fs::remove_file(at.join("rules/law/catalog.yaml")).expect("the catalog");
    let rules = "rules/law/law.md";
    run(at, &["lint"]).exits(0);
    write(at, rules, &law("A parking ticket\nis valid\nfor one day.", car));
    run(at, &["lint"]).exits(0);
    write(at, rules, &law(car, ticket));
    run(at, &["lint"]).exits(3).says("1 address has to be rewritten");
    write(at, rules, &law(&ticket.replace("one day", "two days"), car));
    run(at, &["lint"]).exits(3).says("a change of number");
}

#[test]
fn a_lead_in_gets_no_draft_of_its_own() {
    let folder = empty();
    let at = folder.path();
    let long = "less with a card that the council gave to a resident of the town in the last twelve months";
    write(at, "law.md", &format!("# 1 Law\n\nA visitor pays\n\n- (a) half with a badge, or\n- (b) {long}.\n"));
    run(at, &["init", "--rules", "law.md", "--engine", "python"]).exits(0).says("2 drafts");
    let lint = run(at, &["lint"]);
    assert!(!lint.stdout.contains("must be a list") && !lint.stderr.contains("must be a list"));
    run(at, &["list", "clauses"]).exits(0).says(&format!("A visitor pays (b) {long}.\n"));
}
