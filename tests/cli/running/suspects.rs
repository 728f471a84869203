//! The first screen of a failing run: which sentence is probably broken, and where to look.

use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;

/// Lines and columns of a small terminal.
const SCREEN: (usize, usize) = (24, 80);

/// The first screen of a run. No line about suspects may be wider than the terminal.
#[track_caller]
fn first_screen(run: &Run) -> String {
    let lines: Vec<&str> = run.stdout.lines().take(SCREEN.0).collect();
    let mut suspects = lines.iter().take_while(|line| !line.is_empty());
    assert!(suspects.all(|line| line.chars().count() <= SCREEN.1), "{}", run.stdout);
    lines.join("\n")
}

fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn replace(folder: &Path, file: &str, old: &str, new: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("a file");
    assert_eq!(text.matches(old).count(), 1, "{file} must contain once: {old}");
    fs::write(folder.join(file), text.replace(old, new)).expect("a file");
}

/// In a project of `init`, the user's engine is the reference engine. The test breaks a rule in each language.
#[test]
fn a_broken_rule_is_named_on_the_first_screen_of_a_new_project() {
    needs_interpreters!();
    let broken = [
        ("python", "engine.py", "self.turn = OTHER[self.turn]", "self.turn = self.turn", "6.1 TURN"),
        ("python", "engine.py", "self.heap - stones", "self.heap - 1", "3.1 TAKING"),
        // The rule refuses too much, so claims on other rules fail. The refusal names its rule.
        ("python", "engine.py", "stones > 3", "stones > 2", "4.1 LIMIT"),
        ("node", "engine.mjs", "stones > 3", "stones > 4", "4.1 LIMIT"),
        ("rust", "engine/src/main.rs", "stones > self.heap &&", "stones > self.heap + 1 &&", "5.1 EMPTY"),
    ];
    for (language, file, old, new, clause) in broken {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run_in(folder.path(), &["init", "--engine", language], &[]).exits(0);
        replace(folder.path(), file, old, new);
        let built = concat!(env!("CARGO_TARGET_TMPDIR"), "/init-broken");
        let environment =
            [("CARGO_NET_OFFLINE", "true"), ("CARGO_TARGET_DIR", built), ("PYTHONDONTWRITEBYTECODE", "1")];
        let run = run_in(folder.path(), &["verify"], &environment).exits(1);
        let screen = first_screen(&run);
        assert!(screen.contains(&format!(" 1. nim/nim.md:{clause}: ")), "{language}: {}", run.stdout);
        let words = fs::read_to_string(folder.path().join("rules/nim/nim.md")).expect("the rules");
        let name = clause.split(' ').nth(1).expect("a name");
        let words = words.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).expect("the rule");
        assert!(screen.contains(words), "{language}: {}", run.stdout);
        assert!(screen.contains("see nim/taking/"), "{language}: {}", run.stdout);
    }
}

/// A copy of Pig whose engine ends a turn at 2 instead of 1, and never ends a game.
fn broken_pig() -> Project {
    let project = Project::pig();
    let engine = project.read("engine.py");
    let old = "        if shows == 1:\n";
    assert!(engine.contains(old));
    project.write("engine.py", engine.replace(old, "        if shows == 2:\n"));
    project
}

#[test]
fn failing_scenarios_are_listed_and_the_first_one_is_shown_in_full() {
    needs_interpreters!();
    let project = broken_pig();
    let run = project.run_in_ci(&["verify"]).exits(1);
    let failing = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.ends_with("scenarios fail:")).skip(1);
        let lines = lines.take_while(|line| line.starts_with("  pig/") || line.starts_with("    "));
        let lines = lines.filter(|line| line.starts_with("  pig/"));
        lines.map(|line| line.split_whitespace().next().expect("an id").to_owned()).collect()
    };
    let listed = failing(&run.stdout);
    let data = json(&project.run_in_ci(&["verify", "--format", "json"]).exits(1));
    let mut wrong: Vec<String> = data["scenarios"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|scenario| scenario["verdict"] == "fail")
        .map(|scenario| scenario["id"].as_str().expect("an id").to_owned())
        .collect();
    assert!(wrong.len() > 1, "{wrong:?}");
    let first = data["suspects"][0]["scenario"].as_str().expect("a scenario");
    assert_eq!(listed[0], first, "in the order of the suspects: {}", run.stdout);
    let run = run.says(&format!("fail {first}\n")).says("expected ").says("; got ");
    assert_eq!(run.stdout.matches("\nfail pig/").count(), 1, "only one in full: {}", run.stdout);
    let mut sorted = listed;
    sorted.sort();
    wrong.sort();
    assert_eq!(sorted, wrong, "every failing scenario is listed");
    let verbose = project.run_in_ci(&["verify", "-v"]).exits(1);
    assert_eq!(verbose.stdout.matches("fail pig/").count(), wrong.len(), "{}", verbose.stdout);
    // The best suspect explains something, and all failing claims together are explained.
    let suspects = data["suspects"].as_array().expect("a list");
    assert!(suspects[0]["failing"].as_u64() > Some(0) && suspects[0]["score"].as_f64() > Some(0.0), "{suspects:?}");
    let explained: usize = suspects.iter().map(|it| it["explains"].as_array().expect("a list").len()).sum();
    let failing_claims: usize = data["scenarios"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|scenario| scenario["claims"].as_array().expect("claims"))
        .filter(|claim| claim["holds"] == false)
        .count();
    assert_eq!(explained, failing_claims, "{suspects:?}");
}

#[test]
fn only_what_failed_last_time_runs_again() {
    needs_interpreters!();
    let project = broken_pig();
    project.run(&["verify", "--failed"]).exits(5).complains("no scenario failed last time");
    project.run(&["verify"]).exits(1);
    let failed = project.read(".truthsayer/failed.txt");
    assert!(failed.lines().count() > 1, "{failed}");
    assert_eq!(project.read(".truthsayer/.gitignore"), "*\n");
    let number = failed.lines().count();
    project.run(&["verify", "--failed"]).exits(1).says(&format!("{number} of "));
    // When one scenario is fixed, its id leaves the list as soon as it passes; the others stay.
    let first = failed.lines().next().expect("an id").to_owned();
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace("        if shows == 2:\n", "        if shows == 1:\n"));
    project.run(&["verify", &first]).exits(0);
    assert!(!project.read(".truthsayer/failed.txt").lines().any(|id| id == first));
    assert_eq!(project.read(".truthsayer/failed.txt").lines().count(), number - 1);
    project.run(&["verify", "--failed"]).exits(0).says(&format!("{} of ", number - 1));
    assert!(!project.path(".truthsayer/failed.txt").exists());
    project.run(&["verify", "--failed"]).exits(5);
    // In CI nothing is written.
    let project = broken_pig();
    project.run_in_ci(&["verify"]).exits(1);
    assert!(!project.path(".truthsayer").exists());
}

#[test]
fn a_run_stops_after_the_first_failure_if_asked() {
    needs_interpreters!();
    let project = broken_pig();
    let ids = |jobs: &str| {
        let data = json(&project.run_in_ci(&["verify", "--fail-fast", "--jobs", jobs, "--format", "json"]).exits(1));
        let scenarios = data["scenarios"].as_array().expect("a list").clone();
        let last = scenarios.last().expect("a scenario").clone();
        assert_eq!(last["verdict"], "fail");
        assert!(scenarios[..scenarios.len() - 1].iter().all(|scenario| scenario["verdict"] == "pass"));
        scenarios.iter().map(|scenario| scenario["id"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids("1"), ids("4"), "whatever the number of jobs");
    project.run_in_ci(&["verify", "--fail-fast"]).exits(1).says(" of ").says(" scenarios ran\n");
}

#[test]
fn a_crash_shows_the_last_lines_of_the_trace() {
    needs_interpreters!();
    let project = Project::pig();
    let old = "        if shows == 1:\n";
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace(old, &format!("        [][shows]\n{old}")));
    let run = project.run_in_ci(&["verify"]).exits(1);
    run.says("the engine's trace ends with:").says(": [][shows]\n").says("crash in the same way");
    let data = json(&project.run_in_ci(&["verify", "--format", "json"]).exits(1));
    assert_eq!(data["crashes"].as_array().map(Vec::len), Some(1), "{}", data["crashes"]);
    let trace = data["crashes"][0]["trace"].as_array().expect("a trace");
    assert!(
        trace.last().and_then(|line| line.as_str()).is_some_and(|line| line.starts_with("engine.py:")),
        "{trace:?}"
    );
}

/// The engine of Pig with other words for the same facts: numbers as text, names in capitals, another refusal code.
#[test]
fn a_mapping_for_other_spellings_is_printed_and_accepts_them_when_pasted() {
    needs_interpreters!();
    let project = Project::pig();
    let folder = project.path("");
    let state =
        r#"return {"turn": self.turn, "turn_total": self.turn_total, "scores": self.scores, "winner": self.winner}"#;
    let spelled = r#"scores = {name: str(score) for name, score in self.scores.items()}
        winner = self.winner and self.winner.upper()
        return {"turn": self.turn.upper(), "turn_total": str(self.turn_total), "scores": scores, "winner": winner}"#;
    replace(&folder, "engine.py", state, spelled);
    replace(&folder, "engine.py", r#""nothing_to_hold", "roll"#, r#""NO_POINTS", "roll"#);
    let run = project.run_in_ci(&["verify"]).exits(1);
    let run = run.says("spelled differently by the engine of pig").does_not_say("Suspects");
    run.says("refusal code `nothing_to_hold` is `NO_POINTS`").says("numbers are text").says("nothing else differs");
    let data = json(&project.run_in_ci(&["verify", "--format", "json"]).exits(1));
    let mapping = data["spellings"][0]["mapping"].as_str().expect("a mapping");
    let pasted = mapping.strip_prefix("engines:\n  python:\n").expect("the entry of this engine");
    let entry = "  python: {game: pig, command: [python3, -S, engine.py], timeout: 2s}\n";
    let block = format!("  python:\n    game: pig\n    command: [python3, -S, engine.py]\n{pasted}");
    replace(&folder, "truthsayer.yaml", entry, &block);
    project.run_in_ci(&["verify"]).exits(0);
    // A wrong value is still wrong.
    replace(&folder, "engine.py", "self.turn_total += shows", "self.turn_total += 1");
    project.run_in_ci(&["verify"]).exits(1).says(" 1. pig/pig.md:8");
}

#[test]
fn a_refusal_for_another_reason_is_not_another_spelling() {
    needs_interpreters!();
    let project = Project::pig();
    replace(&project.path(""), "engine.py", r#""nothing_to_hold", "roll"#, r#""not_your_turn", "roll"#);
    let run = project.run_in_ci(&["verify"]).exits(1);
    run.does_not_say("spelled differently").says(" 1. pig/pig.md:11.1 NOTHING TO HOLD");
}

#[test]
fn a_bad_mapping_is_reported_with_its_place() {
    let project = Project::pig();
    let bad = "    refusals: {a: X, b: X}\n    values: {numbers_as_text: 5, wrds: {}}\n";
    let entry = "  python: {game: pig, command: [python3, -S, engine.py], timeout: 2s}\n";
    let block = format!("  python:\n    game: pig\n    command: [python3, -S, engine.py]\n{bad}");
    replace(&project.path(""), "truthsayer.yaml", entry, &block);
    let run = project.run_in_ci(&["lint"]).exits(3);
    let run = run.complains("`X` cannot mean both `a` and `b`");
    run.complains("`numbers_as_text` must be true or false").complains("`wrds`").complains("words");
}
