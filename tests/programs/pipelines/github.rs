//! GitHub Actions: a small runner for only those actions and expressions that the page uses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use serde_yaml::Value;

use super::file_of_page;
use super::repository::Repository;
use super::repository::Step;
use super::repository::copy_folder;
use super::repository::matching;
use super::repository::sh;
use super::text;

type Names = BTreeMap<String, String>;

/// One job on one machine.
struct Job<'r> {
    repository: &'r Repository,
    workspace: PathBuf,
    /// The values of expressions such as `matrix.shard` or `inputs.command`.
    meanings: Names,
    /// The environment of its steps.
    variables: Names,
    failed: bool,
    log: String,
}

impl<'r> Job<'r> {
    fn new(repository: &'r Repository, name: &str, meanings: Names, env: Option<&Value>) -> Job<'r> {
        let workspace = repository.checkout(name);
        let temporary = repository.folder.path().join(format!("temporary-{name}"));
        fs::create_dir(&temporary).expect("a folder");
        let mut variables = Names::new();
        for (variable, value) in [("CI", "true"), ("GITHUB_ACTIONS", "true")] {
            variables.insert(variable.to_owned(), value.to_owned());
        }
        variables.insert("GITHUB_WORKSPACE".to_owned(), workspace.display().to_string());
        variables.insert("RUNNER_TEMP".to_owned(), temporary.display().to_string());
        for variable in ["GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"] {
            let file = temporary.join(variable);
            fs::write(&file, "").expect("a file");
            variables.insert(variable.to_owned(), file.display().to_string());
        }
        let mut job = Job { repository, workspace, meanings, variables, failed: false, log: String::new() };
        job.add(env);
        job
    }

    fn add(&mut self, env: Option<&Value>) {
        for (name, value) in env.and_then(Value::as_mapping).into_iter().flatten() {
            let value = self.meant(value.as_str().unwrap_or_default());
            self.variables.insert(name.as_str().expect("a name").to_owned(), value);
        }
    }

    /// Fills in expressions. An unknown expression is a mistake of the page.
    fn meant(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut meant = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (expression, rest) = part.split_once("}}").expect("an end");
            let expression = expression.trim();
            let known = self.meanings.get(expression).cloned();
            let held = expression.strip_prefix("vars.").and_then(|name| self.repository.variables.get(name).cloned());
            meant += &known.or(held).unwrap_or_else(|| panic!("nobody knows `{expression}`"));
            meant += rest;
        }
        meant
    }

    fn artifacts(&self) -> PathBuf {
        self.repository.folder.path().join("artifacts")
    }

    fn step(&mut self, step: &Value) {
        // A step runs if nothing failed before it, or if its `if` says so.
        let always = text(step, "if").is_some_and(|when| when.contains("!cancelled()"));
        if self.failed && !always {
            return;
        }
        let outer = self.variables.clone();
        self.add(step.get("env"));
        match (text(step, "uses"), text(step, "run")) {
            (Some(action), None) => self.action(action, step.get("with")),
            (None, Some(script)) => self.script(script, step),
            _ => panic!("a step uses an action or runs a script: {step:?}"),
        }
        self.variables = outer;
    }

    fn script(&mut self, script: &str, step: &Value) {
        let mut variables = self.variables.clone();
        let added = fs::read_to_string(&variables["GITHUB_PATH"]).expect("a file");
        let path = std::env::var("PATH").expect("a path");
        variables.insert("PATH".to_owned(), added.lines().rev().chain([path.as_str()]).collect::<Vec<_>>().join(":"));
        let Step { code, reported } = sh(&self.meant(script), &self.workspace, &variables);
        self.log += &format!("$ {script}\n{reported}");
        self.failed |= code != 0;
        if let Some(id) = text(step, "id") {
            let outputs = fs::read_to_string(&variables["GITHUB_OUTPUT"]).expect("a file");
            for (name, value) in outputs.lines().filter_map(|line| line.split_once('=')) {
                self.meanings.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
            }
        }
    }

    fn action(&mut self, action: &str, with: Option<&Value>) {
        let input = |name: &str| with.and_then(|with| text(with, name)).map(|value| self.meant(value));
        match action.split('@').next().unwrap_or_default() {
            "actions/checkout" => {}
            "actions/upload-artifact" => {
                let folder = self.artifacts().join(input("name").expect("a name"));
                fs::create_dir_all(&folder).expect("a folder");
                for path in input("path").expect("a path").lines() {
                    fs::copy(self.workspace.join(path), folder.join(path))
                        .unwrap_or_else(|_| panic!("{path}\n{}", self.log));
                }
            }
            "actions/download-artifact" => {
                let wanted = input("pattern").or(input("name")).expect("which");
                let found = matching(&self.artifacts(), &wanted);
                assert!(!found.is_empty(), "there is no artifact `{wanted}`");
                found.iter().for_each(|folder| copy_folder(folder, &self.workspace));
            }
            "github/codeql-action/upload-sarif" => {
                let file = self.workspace.join(input("sarif_file").expect("a file"));
                let sarif = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{}\n{}", file.display(), self.log));
                assert!(sarif.contains("\"version\": \"2.1.0\""));
            }
            "./" => self.composite(with),
            other => panic!("nobody knows `{other}`"),
        }
    }

    /// The action of this repository.
    fn composite(&mut self, with: Option<&Value>) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let action: Value =
            serde_yaml::from_str(&fs::read_to_string(root.join("action.yml")).expect("the action")).expect("YAML");
        let inputs = action["inputs"].as_mapping().expect("inputs");
        for given in with.and_then(Value::as_mapping).into_iter().flatten() {
            assert!(inputs.contains_key(given.0), "the action has no input {:?}", given.0);
        }
        for (name, input) in inputs {
            let name = name.as_str().expect("a name");
            let value =
                with.and_then(|with| text(with, name)).or(text(input, "default")).unwrap_or_default().to_owned();
            self.meanings.insert(format!("inputs.{name}"), value);
        }
        self.meanings.insert("github.action_path".to_owned(), root.display().to_string());
        for step in action["runs"]["steps"].as_sequence().expect("steps") {
            assert_eq!(text(step, "shell"), Some("bash"), "a step of an action names its shell");
            self.step(step);
        }
    }

    fn summary(&self) -> String {
        fs::read_to_string(&self.variables["GITHUB_STEP_SUMMARY"]).expect("a summary")
    }
}

/// Runs a job on every machine that its matrix asks for.
fn run<'r>(repository: &'r Repository, workflow: &Value, name: &str) -> Vec<Job<'r>> {
    let job = &workflow["jobs"][name];
    let shards: Vec<u64> = job["strategy"]["matrix"]["shard"]
        .as_sequence()
        .map(|shards| shards.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default();
    let machines = if shards.is_empty() { vec![None] } else { shards.iter().copied().map(Some).collect() };
    let total = machines.len().to_string();
    let on = |shard: Option<u64>| {
        let mut meanings = Names::from([("strategy.job-total".to_owned(), total.clone())]);
        meanings.extend(shard.map(|shard| ("matrix.shard".to_owned(), shard.to_string())));
        let machine = shard.map_or(name.to_owned(), |shard| format!("{name}-{shard}"));
        let mut own = Job::new(repository, &machine, meanings, workflow.get("env"));
        job["steps"].as_sequence().expect("steps").iter().for_each(|step| own.step(step));
        own
    };
    machines.into_iter().map(on).collect()
}

#[test]
fn a_project_that_keeps_its_rules_passes_every_job() {
    needs_interpreters!();
    let repository = Repository::new();
    let workflow = file_of_page(".github/workflows/rules.yml");
    for name in ["verify", "merge", "prove", "gate"] {
        for job in run(&repository, &workflow, name) {
            assert!(!job.failed, "{name}:\n{}", job.log);
            assert!(job.summary().contains("## truthsayer"), "{name}: {}", job.summary());
        }
    }
    let names: Vec<&str> = workflow["jobs"].as_mapping().expect("jobs").keys().filter_map(Value::as_str).collect();
    assert_eq!(names, ["verify", "merge", "prove", "gate"], "every job was run");
}

#[test]
fn a_claim_that_fails_shows_where_it_stands_and_fails_the_jobs_that_see_it() {
    needs_interpreters!();
    let repository = Repository::broken();
    let workflow = file_of_page(".github/workflows/rules.yml");
    let shards = run(&repository, &workflow, "verify");
    assert_eq!(shards.iter().filter(|job| job.failed).count(), 1, "one shard holds the scenario");
    let merged = run(&repository, &workflow, "merge").remove(0);
    assert!(merged.failed);
    let place = "::error file=scenarios/nim/taking/stones-are-taken.yaml,line=";
    assert!(merged.log.contains(place), "{}", merged.log);
    assert!(merged.summary().contains("❌ fail"), "{}", merged.summary());
}

#[test]
fn the_action_of_this_repository_runs_what_it_is_asked_for() {
    needs_interpreters!();
    let repository = Repository::new();
    let workflow = file_of_page(".github/workflows/small.yml");
    let program = Path::new(env!("CARGO_BIN_EXE_truthsayer")).parent().expect("a folder").display().to_string();
    let step = |repository: &Repository, arguments: &str| {
        let steps = &workflow["jobs"]["gate"]["steps"];
        let mut step = steps[1].clone();
        if !arguments.is_empty() {
            step["with"]["arguments"] = arguments.into();
        }
        let mut job = Job::new(repository, &format!("gate-{}", arguments.len()), Names::new(), None);
        fs::write(&job.variables["GITHUB_PATH"], &program).expect("a file");
        job.step(&step);
        (
            job.failed,
            job.meanings.get("steps.run.outputs.exit-code").cloned(),
            job.workspace.join("gate.xml").exists(),
            job.log,
        )
    };
    let (failed, code, written, log) = step(&repository, "");
    assert!(!failed && written, "{log}");
    assert_eq!(code.as_deref(), Some("0"));
    let (failed, code, _, _) = step(&repository, "--no-such-option\nwith blanks; $(false)");
    assert!(failed);
    assert_eq!(code.as_deref(), Some("2"));
}

/// A `cargo` that installs the built program where `cargo install` would, and refuses any other call.
fn installer(folder: &Path) -> PathBuf {
    const SCRIPT: &str = r#"#!/bin/sh
[ "$1" = install ] || exit 9
root=$CARGO_HOME
while [ $# -gt 0 ]; do
  case $1 in
    --path | --git) [ -f "$2/Cargo.toml" ] || exit 8 ;;
    --root) root=$2 ;;
  esac
  shift
done
mkdir -p "$root/bin" && ln -sf '@PROGRAM@' "$root/bin/truthsayer"
"#;
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).expect("a folder");
    fs::write(tools.join("cargo"), SCRIPT.replace("@PROGRAM@", env!("CARGO_BIN_EXE_truthsayer"))).expect("a file");
    assert_eq!(sh("chmod +x cargo", &tools, &Names::new()).code, 0);
    tools
}

/// The file that `init --ci github` writes, in a repository that has nothing of Truthsayer but a project.
#[test]
fn ten_lines_are_enough_in_a_foreign_repository() {
    needs_interpreters!();
    let workflow = file_of_page(".github/workflows/gate.yml");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let written = fs::read_to_string(root.join("src/cli/commands/init/github.yml")).expect("the template");
    assert_eq!(serde_yaml::from_str::<Value>(&written).expect("YAML"), workflow, "the page shows what `init` writes");
    for (mut repository, passes) in [(Repository::new(), true), (Repository::broken(), false)] {
        repository.variables.insert("TRUTHSAYER".to_owned(), root.display().to_string());
        let mut job = Job::new(&repository, "gate", Names::new(), None);
        let home = repository.folder.path().join("cargo-home");
        job.variables.insert("CARGO_HOME".to_owned(), home.display().to_string());
        let path = format!("{}\n{}\n", home.join("bin").display(), installer(repository.folder.path()).display());
        fs::write(&job.variables["GITHUB_PATH"], path).expect("a file");
        workflow["jobs"]["gate"]["steps"].as_sequence().expect("steps").iter().for_each(|step| job.step(step));
        assert_eq!(job.failed, !passes, "{}", job.log);
        assert!(job.log.contains(if passes { "PASS: " } else { "FAIL: " }), "{}", job.log);
    }
}

/// The job for pull requests, on a change of a limit and on a change of a comment. The search is short.
#[test]
fn a_pull_request_gets_a_comment_on_what_it_changes() {
    needs_interpreters!();
    let workflow = file_of_page(".github/workflows/change.yml");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (old, new, fails) in [("stones > 3", "stones > 4", true), ("OTHER = {", "# The players.\nOTHER = {", false)] {
        let mut repository = Repository::new();
        repository.variables.insert("TRUTHSAYER".to_owned(), root.display().to_string());
        let meanings = [("github.base_ref", "main"), ("github.event.number", "7"), ("github.token", "none")]
            .map(|(a, b)| (a.to_owned(), b.to_owned()));
        let mut job = Job::new(&repository, "compare", meanings.into_iter().collect(), None);
        let commit = "git init -q && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm one && git update-ref refs/remotes/origin/main HEAD";
        assert_eq!(sh(commit, &job.workspace, &Names::new()).code, 0);
        let engine = fs::read_to_string(job.workspace.join("engine.py")).expect("an engine");
        assert!(engine.contains(old), "{engine}");
        fs::write(job.workspace.join("engine.py"), engine.replacen(old, new, 1)).expect("a file");
        let home = repository.folder.path().join("cargo-home");
        job.variables.insert("CARGO_HOME".to_owned(), home.display().to_string());
        let tools = installer(repository.folder.path());
        fs::write(
            tools.join("gh"),
            "#!/bin/sh\n[ \"$1 $2 $3 $4\" = 'pr comment 7 --body-file' ] && cp \"$5\" posted.md\n",
        )
        .expect("a file");
        assert_eq!(sh("chmod +x gh", &tools, &Names::new()).code, 0);
        let path = format!("{}\n{}\n", home.join("bin").display(), tools.display());
        fs::write(&job.variables["GITHUB_PATH"], path).expect("a file");
        for step in workflow["jobs"]["compare"]["steps"].as_sequence().expect("steps") {
            let mut step = step.clone();
            if let Some(script) = text(&step, "run") {
                step["run"] = script.replace("--hunt 60s", "--plays 30").into();
            }
            job.step(&step);
        }
        assert_eq!(job.failed, fails, "{}", job.log);
        let posted = fs::read_to_string(job.workspace.join("posted.md")).unwrap_or_else(|_| panic!("{}", job.log));
        assert!(posted.starts_with("## Rules: python3 old/engine.py → python3 engine.py\n"), "{posted}");
        assert_eq!(posted.contains("### Affected clauses"), fails, "{posted}");
        assert_eq!(posted.contains("- Search: no difference in "), !fails, "{posted}");
    }
}

#[test]
fn the_action_builds_the_program_from_its_own_source_in_a_foreign_repository() {
    needs_interpreters!();
    let repository = Repository::new();
    let workflow = file_of_page(".github/workflows/small.yml");
    let mut job = Job::new(&repository, "foreign", Names::new(), None);
    let tools = installer(repository.folder.path()).display().to_string();
    fs::write(&job.variables["GITHUB_PATH"], tools).expect("a file");
    job.step(&workflow["jobs"]["gate"]["steps"][1]);
    assert!(!job.failed, "{}", job.log);
    let built = Path::new(&job.variables["RUNNER_TEMP"]).join("truthsayer/bin/truthsayer");
    assert!(built.exists(), "{}", job.log);
    assert!(job.workspace.join("gate.xml").exists(), "{}", job.log);
}
