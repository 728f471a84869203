//! Sharded runs: every part runs once, and the merged result equals that of one run.

use std::fs;

use serde_json::Value;
use truthsayer_oracle::base::digest::seal;

use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;
use crate::project::shipped;

/// A folder outside every project.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file can be written");
    }
}

/// Runs every shard and returns the arguments of `merge`.
fn shards(folder: &Folder, of: usize, run: impl Fn(&[&str]) -> Run, arguments: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    for number in 1..=of {
        let (shard, file) = (format!("{number}/{of}"), folder.path(&format!("{}-{number}.json", arguments[0])));
        run(&[arguments, &["--shard", &shard, "--json", &file]].concat());
        files.push(file);
    }
    files
}

fn merge(run: impl Fn(&[&str]) -> Run, files: &[String], more: &[&str]) -> Run {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&[&["merge"], files.as_slice(), more].concat())
}

/// A result in every format: the output and the files.
fn forms(run: impl Fn(&[&str]) -> Run, folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let (junit, sarif) = (folder.path("reported.xml"), folder.path("reported.sarif"));
    let pretty = run(&[arguments, &["-v", "--junit", &junit, "--sarif", &sarif]].concat());
    let json = run(&[arguments, &["--format", "json"]].concat());
    let code = format!("{:?}", pretty.code);
    vec![code, pretty.stdout, json.stdout, folder.read("reported.xml"), folder.read("reported.sarif")]
}

#[track_caller]
fn same(run: impl Fn(&[&str]) -> Run, of: usize, arguments: &[&str]) {
    let folder = Folder::new();
    let files = shards(&folder, of, &run, arguments);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let merged = forms(&run, &folder, &[&["merge"], files.as_slice()].concat());
    let single = forms(&run, &folder, arguments);
    for (merged, single) in merged.iter().zip(&single) {
        assert!(merged == single, "{arguments:?} differ:\n{merged:.2000}\n---\n{single:.2000}");
    }
}

/// Seven shards of the shipped suites give the same bytes as one run, in every format.
#[test]
fn seven_shards_give_the_result_of_one_run() {
    same(shipped, 7, &["verify", "--without", "seed-engine"]);
}

#[test]
fn seven_shards_of_a_proof_give_the_result_of_one_proof() {
    same(shipped, 7, &["prove", "dune/survival", "dune/losing", "cotulenh/check"]);
}

/// A project with some shipped scenarios and their goldens.
fn part_of_the_suite() -> Project {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut project = Project::with_dune_rules();
    for folder in ["scenarios/dune/fixtures", "scenarios/dune/survival", "golden/dune/survival"] {
        for file in walkdir::WalkDir::new(root.join(folder)).into_iter().flatten().filter(|it| it.file_type().is_file())
        {
            let path = file.path().strip_prefix(root).expect("below").display().to_string();
            project = project.file(&path, fs::read(file.path()).expect("a file"));
        }
    }
    project
}

#[test]
fn a_merged_result_is_as_good_as_an_engine() {
    let (project, folder) = (part_of_the_suite(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments);
    let files = shards(&folder, 3, run, &["prove"]);
    let whole = folder.path("whole.json");
    let single = run(&["prove"]);
    assert_eq!(merge(run, &files, &["--json", &whole]).stdout, single.stdout);
    run(&["report"]).exits(0);
    run(&["report", "--check", "--from", &whole]).exits(0).says("documents");
    for command in ["gate", "coverage", "verify"] {
        let (from, played) = (run(&[command, "--from", &whole]), run(&[command]));
        assert_eq!((from.code, from.stdout), (played.code, played.stdout), "{command}");
    }
    // With `--from` nothing runs, so scenarios outside the saved result are missing.
    run(&["verify", "--from", &whole, "--without", "survivors_stay"]).exits(2).complains("no effect on a saved run");
    // Without mutants there is nothing to prove.
    let verified = folder.path("verified.json");
    run(&["verify", "--shard", "1/1", "--json", &verified]);
    for command in ["gate", "coverage", "prove", "report"] {
        run(&[command, "--from", &verified]).exits(3).complains("without mutants");
    }
}

/// Every shard of `prove` runs all scenarios with every switch on, and lists its part of them.
#[test]
fn the_shards_of_a_proof_divide_scenarios_and_clauses() {
    let (project, folder) = (part_of_the_suite(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments);
    let files = shards(&folder, 3, run, &["prove"]);
    let ids = |data: &Value, list: &str| -> Vec<String> {
        let items = data[list].as_array().expect("a list").iter();
        items.map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
    };
    let whole: Value = serde_json::from_str(&run(&["prove", "--format", "json"]).stdout).expect("JSON");
    let mut listed = Vec::new();
    for number in 1..=3 {
        let data: Value = serde_json::from_str(&folder.read(&format!("prove-{number}.json"))).expect("JSON");
        assert_eq!(data["tally"], whole["tally"]);
        listed.extend(ids(&data, "scenarios"));
        let clauses = ids(&data, "clauses");
        assert!(clauses.len() < ids(&whole, "clauses").len() / 2, "{clauses:?}");
        let mutants = data["mutants"].as_array().expect("a list").iter();
        let own: Vec<&str> =
            mutants.flat_map(|mutant| mutant["clauses"].as_array()).flatten().flat_map(Value::as_str).collect();
        assert!(!own.is_empty() && own.iter().all(|clause| clauses.iter().any(|id| id == clause)), "{own:?}");
    }
    listed.sort();
    let mut all = ids(&whole, "scenarios");
    all.sort();
    assert_eq!(listed, all);
    // The file of a shard may be overwritten like any other result.
    run(&["prove", "--shard", "1/3", "--json", &files[0]]).exits(1).says("This is shard 1/3");
}

/// With `--baseline`, `prove` does not repeat the runs of `verify`, and the result is the same.
#[test]
fn a_baseline_spares_the_shards_of_a_proof_the_first_play() {
    let (project, folder) = (part_of_the_suite(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments);
    let files = shards(&folder, 2, run, &["verify"]);
    let baseline = folder.path("baseline.json");
    merge(run, &files, &["--json", &baseline]);
    let files = shards(&folder, 2, run, &["prove", "--baseline", &baseline]);
    let single = run(&["prove", "--format", "json"]);
    assert_eq!(merge(run, &files, &["--format", "json"]).stdout, single.stdout);
    // A baseline with other scenarios is rejected.
    let one = project.read("scenarios/dune/survival/bystander-of-an-explosion.yaml");
    project.write("scenarios/dune/survival/more.yaml", one);
    run(&["prove", "--baseline", &baseline]).exits(3).complains("other rules or scenarios");
}

fn small() -> Project {
    let project = Project::with_duel();
    let duel = project.read("scenarios/dune/duel/plain.yaml");
    for name in ["one", "two", "three"] {
        project.write(&format!("scenarios/dune/duel/{name}.yaml"), &duel);
    }
    project.run(&["bless"]).exits(0);
    project
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let (project, folder) = (small(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments);
    let files = shards(&folder, 3, run, &["verify"]);
    merge(run, &files, &[]).exits(0).says("4 scenarios passed");
    merge(run, &files[..2], &[]).exits(3).complains("shards are missing: 3/3");
    let twice = [files.clone(), vec![files[0].clone()]].concat();
    merge(run, &twice, &[]).exits(3).complains("this is shard 1/3 as well");
    let other = Folder::new();
    let others = shards(&other, 2, run, &["verify"]);
    merge(run, &[files[0].clone(), others[0].clone()], &[]).exits(3).complains("another number of shards");
    let others = shards(&other, 3, run, &["verify", "--without", "leader_strength_counts"]);
    let mixed = [files[0].clone(), files[1].clone(), others[2].clone()];
    merge(run, &mixed, &[]).exits(3).complains("played with other switches off");
    // The rulebook changed between two shards.
    let rules = project.read("rules/dune/battle.md");
    project.write("rules/dune/battle.md", format!("{rules}\nAnother rule.\n"));
    merge(run, &files, &[]).exits(3).complains("other rules or scenarios");
    let anew = folder.path("anew.json");
    project.run(&["verify", "--shard", "3/3", "--json", &anew]);
    merge(run, &[files[0].clone(), files[1].clone(), anew], &[]).exits(3).complains("made of other rules or scenarios");
}

#[test]
fn a_forged_shard_is_rejected() {
    let (project, folder) = (small(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments);
    let files = shards(&folder, 2, run, &["verify"]);
    let text = folder.read("verify-1.json");
    let mut data: Value = serde_json::from_str(&text).expect("JSON");
    let first = data["whole"]["part"].as_array().expect("a list").first().expect("a scenario").clone();
    data["whole"]["part"] = serde_json::json!([]);
    folder.write("verify-1.json", &seal(&data.to_string()));
    merge(run, &files, &[]).exits(3).complains("does not hold").complains(first.as_str().expect("text"));
    data["whole"]["part"] = serde_json::json!([first, "dune/duel/nowhere"]);
    folder.write("verify-1.json", &seal(&data.to_string()));
    merge(run, &files, &[]).exits(3).complains("dune/duel/nowhere");
    // A result without one of its runs is rejected.
    let mut data: Value = serde_json::from_str(&text).expect("JSON");
    data["whole"]["plays"]["answers"] = serde_json::json!({});
    folder.write("verify-1.json", &seal(&data.to_string()));
    merge(run, &files, &[]).exits(3).complains("it does not hold the play of");
    // A single shard is not a result of the suite.
    run(&["verify", "--from", &files[1]]).exits(3).complains("it holds shard 2/2 only");
}

#[test]
fn an_incomplete_result_is_rejected() {
    let (project, folder) = (small(), Folder::new());
    let file = folder.path("file.json");
    project.run(&["verify", "--shard", "1/1", "--json", &file]).exits(0);
    let whole = folder.read("file.json");
    let numbered = |shard: &str| {
        let numbered = whole.replace("\"shard\":[1,1]", &format!("\"shard\":{shard}"));
        assert_ne!(numbered, whole);
        seal(&numbered)
    };
    for (text, words) in [
        ("", "not a result"),
        ("{}", "not a result"),
        ("[1, 2", "not a result"),
        (r#"{"truthsayer": 2}"#, "saved in format 2"),
        (r#"{"truthsayer": 1}"#, "verdicts and no plays"),
        (r#"{"truthsayer": 1, "whole": {"asked": 3}}"#, "not a result"),
        (&numbered("[0, 3]"), "there is no shard 0 of 3"),
        (&numbered("[1, 1000000000000000000]"), "there is no shard 1 of 1000000000000000000"),
    ] {
        folder.write("file.json", text);
        project.run(&["merge", &file]).exits(3).complains(words);
        project.run(&["verify", "--from", &file]).exits(3).complains(words);
    }
    project.run(&["merge", "/nowhere.json"]).exits(3).complains("cannot read `/nowhere.json`");
    project.run(&["merge"]).exits(2).complains("FILE");
    for bad in ["0/3", "4/3", "x", "1/0"] {
        project.run(&["verify", "--shard", bad]).exits(2).complains("shard");
    }
}

/// The same document without the value at a path.
fn without(data: &Value, path: &[&str]) -> String {
    let (last, above) = path.split_last().expect("a path");
    let mut data = data.clone();
    let place = above.iter().fold(&mut data, |place, key| &mut place[*key]);
    match place {
        Value::Array(items) => drop(items.remove(last.parse().expect("a number"))),
        place => drop(place.as_object_mut().expect("a map").remove(*last).expect("a value")),
    }
    data.to_string()
}

/// Returns every path of two keys, and the paths of one game, one scenario, one clause and one run.
fn paths(data: &Value) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    for (key, value) in data.as_object().expect("a map") {
        paths.push(vec![key.as_str()]);
        paths.extend(value.as_object().into_iter().flatten().map(|(below, _)| vec![key.as_str(), below.as_str()]));
        paths.extend(value.as_array().filter(|items| !items.is_empty()).map(|_| vec![key.as_str(), "0"]));
    }
    if let Some(asked) = data["whole"]["asked"].as_object() {
        paths.extend(asked.keys().map(|key| vec!["whole", "asked", key]));
        paths.push(vec!["whole", "asked", "engines", "dune"]);
        paths.push(vec!["whole", "part", "0"]);
        let answers = data["whole"]["plays"]["answers"].as_object().expect("plays");
        paths.push(vec!["whole", "plays", "answers", answers.keys().next().expect("a play")]);
    }
    paths
}

/// A failing result must not pass after any part of it is removed.
#[test]
fn a_result_from_which_something_was_removed_is_refused() {
    let (project, folder) = (small(), Folder::new());
    let run = |arguments: &[&str]| project.run_in_ci(arguments);
    let [whole, lean, odd] = ["whole.json", "lean.json", "odd.json"].map(|name| folder.path(name));
    let failing = ["--without", "leader_strength_counts"];
    run(&[&["verify", "--shard", "1/1", "--json", &whole], &failing[..]].concat()).exits(1);
    run(&[&["verify", "--json", &lean], &failing[..]].concat()).exits(1);
    run(&["verify", "--from", &whole]).exits(1);
    run(&["compare", &lean, "dune"]).exits(1);
    let saved: Value = serde_json::from_str(&folder.read("whole.json")).expect("JSON");
    // Another layout has another digest.
    folder.write("odd.json", &format!("{saved:#}"));
    run(&["verify", "--from", &odd]).exits(3).complains("was changed after it was saved");
    for path in paths(&saved) {
        folder.write("odd.json", &without(&saved, &path));
        for command in [["verify", "--from", &odd].as_slice(), &["merge", &odd]] {
            let refused = run(command);
            assert_eq!(refused.code, Some(3), "{command:?} without {path:?}: {}", refused.stdout);
        }
    }
    let saved: Value = serde_json::from_str(&folder.read("lean.json")).expect("JSON");
    for path in paths(&saved) {
        folder.write("odd.json", &without(&saved, &path));
        let refused = run(&["compare", &odd, "dune"]);
        assert_eq!(refused.code, Some(3), "compare without {path:?}: {}", refused.stdout);
    }
    folder.write("odd.json", &without(&saved, &["engines"]));
    run(&["compare", &lean, &odd]).exits(3).complains("engines");
    folder.write("odd.json", &without(&saved, &["scenarios", "0"]));
    run(&["compare", &lean, &odd]).exits(3).complains("`scenarios` was changed");
}

/// The digest detects accidents; a forged result is checked against the suite.
#[test]
fn a_result_that_lacks_a_part_of_the_suite_is_refused() {
    let (project, folder) = (part_of_the_suite(), Folder::new());
    let run = |arguments: &[&str]| project.run_in_ci(arguments);
    let [whole, odd] = ["whole.json", "odd.json"].map(|name| folder.path(name));
    run(&["prove", "--shard", "1/1", "--json", &whole]);
    let saved: Value = serde_json::from_str(&folder.read("whole.json")).expect("JSON");
    let lacking = |path: &[&str]| folder.write("odd.json", &seal(&without(&saved, path)));
    lacking(&["whole", "asked", "engines", "dune"]);
    for command in [["prove"].as_slice(), &["verify"], &["gate"], &["coverage"], &["report", "--check"]] {
        let refused = run(&[command, &["--from", &odd]].concat()).exits(3);
        refused.complains("it does not name the engine of the game `dune`");
    }
    lacking(&["whole", "part", "0"]);
    let first = saved["whole"]["part"][0].as_str().expect("a switch");
    run(&["prove", "--from", &odd]).exits(3).complains(&format!("it does not hold `{first}`"));
    let mut none = saved.clone();
    none["whole"]["plays"]["answers"] = serde_json::json!({});
    folder.write("odd.json", &seal(&none.to_string()));
    run(&["gate", "--from", &odd]).exits(3).complains("it does not hold the play of `dune/survival/");
    // A result that is only shown beside another one must be complete as well.
    run(&["verify", "--json", &folder.path("lean.json")]).exits(0);
    let lean: Value = serde_json::from_str(&folder.read("lean.json")).expect("JSON");
    folder.write("odd.json", &without(&lean, &["scenarios", "0"]));
    run(&["report", "--check", "--compare", &odd]).exits(3).complains("`scenarios` was changed");
}

/// A shard saves its mutants as they were judged: no answer of a mutant, and results that fit the scenarios.
#[test]
fn a_judged_mutant_must_fit_its_scenario() {
    let (project, folder) = (part_of_the_suite(), Folder::new());
    let run = |arguments: &[&str]| project.run_in_ci(arguments);
    let [whole, odd] = ["whole.json", "odd.json"].map(|name| folder.path(name));
    let proven = run(&["prove", "--shard", "1/1", "--json", &whole]);
    let saved: Value = serde_json::from_str(&folder.read("whole.json")).expect("JSON");
    let scenarios = saved["scenarios"].as_array().expect("a list").len();
    let answers = saved["whole"]["plays"]["answers"].as_object().expect("a map");
    let times = answers.values().flat_map(|entries| entries.as_array().expect("a list")).map(|entry| &entry["times"]);
    assert_eq!(times.map(|times| times.as_u64().expect("a number")).sum::<u64>(), scenarios as u64);
    let cells = saved["whole"]["mutants"]["cells"].as_object().expect("a map");
    let failing = |(scenario, runs): (&String, &Value)| {
        let mut runs = runs.as_object().into_iter().flatten();
        let (switch, _) = runs.find(|(_, cell)| cell["played"].get("mismatches").is_some())?;
        Some((scenario.clone(), switch.clone()))
    };
    let (scenario, switch) = cells.iter().find_map(failing).expect("a failing claim");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut data = saved.clone();
        change(&mut data["whole"]["mutants"]["cells"][&scenario][&switch]);
        folder.write("odd.json", &seal(&data.to_string()));
        [run(&["merge", &odd]), run(&["merge", &odd, "--format", "json"])]
    };
    for key in ["claim", "expectation", "unreached"] {
        let [_, merged] = changed(&|cell| cell["played"]["mismatches"][0][key] = 99.into());
        merged.exits(1).says("the saved run belongs to another scenario");
    }
    let text = "\u{1b}[95mX\n::error::forged\u{202e}";
    for (key, kind) in [("subject", "played"), ("expected", "played"), ("actual", "played"), ("", "crashed")] {
        let [shown, data] = changed(&|cell| match kind {
            "played" => cell["played"]["mismatches"][0][key] = text.into(),
            _ => *cell = serde_json::json!({kind: text}),
        });
        assert!(!shown.stdout.contains(['\u{1b}', '\u{202e}']) && !shown.stdout.contains("\n::"), "{}", shown.stdout);
        assert!(!data.stdout.contains("\\u001b") && !data.stdout.contains("\\u202e"), "{}", data.stdout);
    }
    // Without its result, the mutant has no answer.
    let mut lacking = saved.clone();
    lacking["whole"]["mutants"]["cells"][&scenario].as_object_mut().expect("a map").remove(&switch);
    folder.write("odd.json", &seal(&lacking.to_string()));
    run(&["merge", &odd]).exits(4).says("the saved run does not contain this scenario without");
    let again = run(&["merge", &whole]);
    assert_eq!((again.code, again.stdout), (proven.code, proven.stdout));
}

/// A result says nothing about an engine that has changed since.
#[test]
fn a_result_of_an_engine_that_has_changed_is_refused() {
    let (project, folder) = (small(), Folder::new());
    let run = |arguments: &[&str]| project.run_in_ci(arguments);
    let [whole, odd] = ["whole.json", "odd.json"].map(|name| folder.path(name));
    run(&["verify", "--shard", "1/1", "--json", &whole]).exits(0);
    let saved: Value = serde_json::from_str(&folder.read("whole.json")).expect("JSON");
    let change = |pointer: &str, value: &str| {
        let mut data = saved.clone();
        *data.pointer_mut(pointer).expect("a value") = value.into();
        folder.write("odd.json", &seal(&data.to_string()));
    };
    change("/whole/asked/program", "0.0.1");
    run(&["verify", "--from", &odd]).exits(3).complains("Truthsayer 0.0.1 saved it");
    run(&["prove", "--baseline", &odd]).exits(3);
    for pointer in ["/engine/version", "/engine/name", "/switches/0/quote"] {
        change(&format!("/whole/asked/engines/dune/hello{pointer}"), "another");
        run(&["verify", "--from", &odd]).exits(3).complains("the engine of `dune` has changed");
    }
    // A saved result identifies the engine of a project by its command and by the files that the command names.
    let binary = env!("CARGO_BIN_EXE_truthsayer");
    let engine = |argument: &str| {
        let command = format!("[sh, engine.sh, '{binary}', {argument}]");
        let entry =
            format!("games: {{dune: {{engine: mine}}}}\nengines: {{mine: {{game: dune, command: {command}}}}}\n");
        project.write("truthsayer.yaml", entry);
    };
    let script = "exec \"$1\" engine dune\n";
    engine("one");
    project.write("engine.sh", script);
    run(&["verify", "--shard", "1/1", "--json", &whole]).exits(0);
    run(&["verify", "--from", &whole]).exits(0);
    project.write("engine.sh", format!("# Fixed.\n{script}"));
    run(&["verify", "--from", &whole]).exits(3).complains("`engine.sh` was changed");
    project.write("engine.sh", script);
    engine("two");
    run(&["verify", "--from", &whole]).exits(3).complains("the project file starts it in another way");
    // Judging a saved result does not need the engine.
    engine("one");
    fs::remove_file(project.path("engine.sh")).expect("gone");
    run(&["verify", "--from", &whole]).exits(0);
}

/// A lean result has no runs; only a shard keeps them.
#[test]
fn a_result_without_a_shard_is_lean() {
    let (project, folder) = (small(), Folder::new());
    let (lean, whole) = (folder.path("lean.json"), folder.path("whole.json"));
    project.run(&["verify", "--json", &lean]).exits(0);
    project.run(&["verify", "--shard", "1/1", "--json", &whole]).exits(0);
    assert!(!folder.read("lean.json").contains("\"whole\""));
    project.run(&["verify", "--from", &whole]).exits(0).says("4 scenarios passed");
    project.run(&["merge", &lean]).exits(3).complains("`--shard 1/1 --json FILE` saves a whole result");
}

#[test]
fn more_shards_than_scenarios_leave_some_without_work() {
    let (project, folder) = (small(), Folder::new());
    let run = |arguments: &[&str]| project.run(arguments).exits(0);
    let files = shards(&folder, 9, run, &["verify"]);
    merge(run, &files, &[]).says("4 scenarios passed");
}

/// Bazel and GitLab set the shard in environment variables.
#[test]
fn a_test_runner_says_its_shard_in_the_environment() {
    let (project, folder) = (small(), Folder::new());
    let status = folder.path("status");
    let mut played = 0;
    for index in 0..3 {
        let index = index.to_string();
        let bazel =
            [("TEST_SHARD_INDEX", index.as_str()), ("TEST_TOTAL_SHARDS", "3"), ("TEST_SHARD_STATUS_FILE", &status)];
        let run = run_in(&project.path(""), &["verify", "--format", "json"], &bazel).exits(0);
        let data: Value = serde_json::from_str(&run.stdout).expect("JSON");
        played += data["scenarios"].as_array().map_or(0, Vec::len);
        assert!(folder.0.path().join("status").exists());
    }
    assert_eq!(played, 4);
    let gitlab = [("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "3")];
    run_in(&project.path(""), &["verify"], &gitlab).exits(0).says("This is shard 2/3");
    // An option has priority over the environment.
    run_in(&project.path(""), &["verify", "--shard", "1/1"], &gitlab).exits(0).says("4 scenarios");
    run_in(&project.path(""), &["verify"], &[("CI_NODE_INDEX", "7"), ("CI_NODE_TOTAL", "3")]).exits(2);
    let only = [("TESTBRIDGE_TEST_ONLY", "dune/duel/t*")];
    run_in(&project.path(""), &["verify"], &only).exits(0).says("2 scenarios passed");
    run_in(&project.path(""), &["verify", "dune/duel/one"], &only).exits(0).says("1 scenario");
}

/// An engine without `fired` runs every scenario with every mutant, in every shard.
#[test]
fn an_engine_that_hides_where_switches_take_effect_can_be_sharded_too() {
    needs_interpreters!();
    let (project, folder) = (Project::pig(), Folder::new());
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace("    switches = ", "    fires = False\n    switches = "));
    project.run_in_ci(&["prove"]).says("proven");
    let run = |arguments: &[&str]| project.run_in_ci(arguments);
    let files = shards(&folder, 3, run, &["prove"]);
    let merged = merge(run, &files, &["--format", "json"]);
    let single = run(&["prove", "--format", "json"]);
    assert_eq!((merged.code, merged.stdout), (single.code, single.stdout));
}
