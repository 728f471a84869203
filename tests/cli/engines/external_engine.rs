//! External engines: what a user sees if one fails, and that no process is left.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// Five duels, and an engine from `tests/fixtures/engines` to play them.
struct Arena {
    project: Project,
    /// A word on the command line of every process of this arena, used to find processes that are left.
    token: String,
}

impl Arena {
    fn new() -> Arena {
        let project = Project::new();
        for number in 1..=5 {
            project.write(&format!("scenarios/dune/duel/no-{number}.yaml"), DUEL);
        }
        project.run(&["bless"]).exits(0);
        let token = project.path("token").display().to_string();
        Arena { project, token }
    }

    /// The command of a bad engine, as a filter in front of a correct engine.
    fn command(&self, script: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines").join(script);
        // These scripts use only the standard library; -S skips the search for other packages, which takes most of the
        // start-up time.
        let interpreter = if script.ends_with(".py") { "python3 -S" } else { "sh" };
        // The path of the project folder is unique, so it identifies these processes.
        format!("{interpreter} '{}' '{BINARY}' --project '{}' engine dune", path.display(), self.token)
    }

    fn verify(&self, script: &str, more: &[&str]) -> Run {
        let command = self.command(script);
        // A short timeout for engines that never answer, a long one for all others.
        let silent = ["hangs.py", "ignores_sigterm.py", "never_reads.py"].contains(&script);
        let timeout = if silent { "1s" } else { "30s" };
        let mut arguments = vec!["verify", "--timeout", timeout, "--jobs", "1", "--engine-command", &command];
        arguments.extend(more);
        let run = self.project.run_in_ci(&arguments);
        self.nothing_is_left();
        for stream in [&run.stdout, &run.stderr] {
            assert!(!stream.contains(['\u{1b}', '\u{7}', '\r']), "something touched the terminal: {stream:?}");
        }
        run
    }

    /// Runs `verify` with an engine from the project file and a short startup time limit.
    fn verify_as_named(&self, interpreter: &str, script: &str) -> Run {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines").join(script);
        let command = format!("[{interpreter}, '{}', '{}']", path.display(), self.token);
        let engine = format!("mine: {{game: dune, command: {command}, startup: 3s}}");
        self.project.write("truthsayer.yaml", format!("games: {{dune: {{engine: mine}}}}\nengines:\n  {engine}\n"));
        let run = self.project.run_in_ci(&["verify"]);
        self.nothing_is_left();
        run
    }

    fn nothing_is_left(&self) {
        let mut left = Vec::new();
        // A killed process may exist for another moment.
        for _ in 0..100 {
            left = processes().into_iter().filter(|line| line.contains(&self.token)).collect();
            if left.is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("still running: {left:?}");
    }
}

/// The command lines of all processes.
fn processes() -> Vec<String> {
    #[cfg(target_os = "linux")]
    {
        let entries = std::fs::read_dir("/proc").expect("/proc");
        let lines = entries.flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).collect()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let output = Command::new("ps").args(["-axww", "-o", "command"]).output().expect("ps");
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
    }
}

#[test]
fn an_engine_that_cannot_be_started_is_named() {
    needs_interpreters!();
    let run = Arena::new().project.run_in_ci(&["verify", "--engine-command", "no-such-engine-anywhere"]).exits(4);
    run.says("`no-such-engine-anywhere` could not be started: no such file")
        .says("0 of 5 scenarios passed, 5 got no answer");
}

#[test]
fn an_engine_that_hangs_is_stopped_and_given_up_after_three_tasks() {
    needs_interpreters!();
    let run = Arena::new().verify("hangs.py", &[]).exits(4);
    run.says("gave no answer to the task within 1s and was stopped")
        .says("failed 3 times in a row")
        .says("5 got no answer");
}

#[test]
fn an_engine_that_hangs_on_hello_is_reported_with_its_log() {
    needs_interpreters!();
    let run = Arena::new().verify_as_named("sh", "hangs_on_hello.sh").exits(4);
    run.says("gave no answer to hello within 3s").says("| thinking about it").says("5 got no answer");
}

#[test]
fn an_engine_that_dies_at_once_is_reported_with_exit_code_and_log() {
    needs_interpreters!();
    let run = Arena::new().verify("dies_at_once.sh", &[]).exits(4);
    run.says("the engine died (exit status: 3)").says("| the spice must flow").says("5 got no answer");
}

#[test]
fn one_that_dies_on_the_third_task_is_started_again_and_the_task_is_named() {
    needs_interpreters!();
    let run = Arena::new().verify("dies_on_the_third_task.py", &[]).exits(4);
    run.says("no-answer dune/duel/no-3")
        .says("the engine died (exit status: 7)")
        .says("| out of melange")
        .says("4 of 5 scenarios passed, 1 got no answer");
}

#[test]
fn one_that_babbles_is_quoted_without_its_colours() {
    needs_interpreters!();
    let run = Arena::new().verify("babbles.py", &[]).exits(4);
    run.says("is invalid: it is not JSON").says("it wrote: hello there, I play games").says("5 got no answer");
}

#[test]
fn the_answer_to_another_task_is_refused() {
    needs_interpreters!();
    let run = Arena::new().verify("wrong_id.py", &[]).exits(4);
    run.says("it has the id 1001, but the task has 1").says("5 got no answer");
}

#[test]
fn a_second_answer_is_detected() {
    needs_interpreters!();
    let run = Arena::new().verify("answers_twice.py", &[]).exits(4);
    run.says("it answered the task before this one twice").says("3 of 5 scenarios passed, 2 got no answer");
}

#[test]
fn a_gigabyte_on_one_line_is_cut_off() {
    needs_interpreters!();
    Arena::new().verify("gigabyte.py", &[]).exits(4).says("a line is longer than 16 MiB").says("5 got no answer");
}

#[test]
fn one_that_closes_its_output_is_stopped() {
    needs_interpreters!();
    let run = Arena::new().verify("closes_stdout.py", &[]).exits(4);
    run.says("the engine died (it closed its output and was stopped)").says("5 got no answer");
}

#[test]
fn one_that_ignores_polite_signals_is_stopped() {
    needs_interpreters!();
    Arena::new()
        .verify("ignores_sigterm.py", &[])
        .exits(4)
        .says("gave no answer to the task within 1s")
        .says("5 got no answer");
}

#[test]
fn a_child_that_would_outlive_its_engine_is_stopped_too() {
    needs_interpreters!();
    let run = Arena::new().verify("leaves_a_child.py", &[]);
    run.exits(4).says("the engine died (exit status: 0)").says("5 got no answer");
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_was_sent_out_of_its_group_is_stopped_too() {
    needs_interpreters!();
    let run = Arena::new().verify("sends_a_child_away.py", &[]);
    run.exits(4).says("the engine died (exit status: 0)").says("5 got no answer");
}

#[test]
fn an_engine_that_writes_only_to_its_log_is_reported_with_it() {
    needs_interpreters!();
    let run = Arena::new().verify_as_named("python3", "stderr_only.py").exits(4);
    run.says("gave no answer to hello within 3s").says("| I heard {\"hello\"").says("5 got no answer");
}

#[test]
fn one_that_does_not_read_is_stopped() {
    needs_interpreters!();
    let run = Arena::new().verify("never_reads.py", &[]).exits(4);
    run.says("gave no answer to the task within 1s").says("5 got no answer");
}

#[test]
fn one_that_is_slow_but_in_time_passes() {
    needs_interpreters!();
    Arena::new().verify("slow.py", &[]).exits(0).says("5 scenarios passed");
}

#[test]
fn a_chatty_log_is_not_a_failure() {
    needs_interpreters!();
    Arena::new().verify("floods_stderr.py", &[]).exits(0).says("5 scenarios passed").does_not_say("chatter");
}

#[test]
fn another_protocol_is_refused() {
    needs_interpreters!();
    let run = Arena::new().verify("protocol_99.sh", &[]).exits(4);
    run.says("it has protocol 99, but this is protocol 1").says("5 got no answer");
}

/// The engine accepts every script and shows nothing: every claim must fail.
#[test]
fn an_engine_that_shrugs_passes_nothing() {
    needs_interpreters!();
    let run = Arena::new().verify("shrugs.py", &["dune/duel/no-1"]).exits(1);
    let run = run.says("fail dune/duel/no-1");
    assert_eq!(run.stdout.matches("expected").count(), 3, "{}", run.stdout);
}

/// Over the whole shipped suite: every scenario fails, and no clause holds.
#[test]
fn a_shrug_proves_nothing_of_the_shipped_suite() {
    needs_interpreters!();
    let arena = Arena::new();
    let command = arena.command("shrugs.py");
    let run = crate::project::shipped(&["verify", "--game", "dune", "--format", "json", "--engine-command", &command]);
    arena.nothing_is_left();
    assert_eq!(run.code, Some(1));
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["tally"]["pass"], 0, "{}", data["tally"]);
    assert_eq!(
        data["tally"]["fail"].as_u64(),
        Some(data["scenarios"].as_array().map_or(0, Vec::len) as u64),
        "{}",
        data["tally"]
    );
    let clauses = data["clauses"].as_array().expect("clauses");
    let held: Vec<&str> = clauses.iter().filter(|c| c["grade"] == "holds").filter_map(|c| c["id"].as_str()).collect();
    assert!(held.is_empty(), "these clauses hold on an engine that does nothing: {held:?}");
}

#[test]
fn unsupported_scenarios_neither_pass_nor_fail() {
    needs_interpreters!();
    let arena = Arena::new();
    let run = arena.verify("supports_half.py", &[]).exits(0);
    run.says("unsupported 2 scenarios")
        .says("the engine does not support it: no battles on even days")
        .says("3 of 5 scenarios passed, 2 unsupported");
    let run = arena.verify("supports_half.py", &["--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["tally"]["unsupported"], 2);
    assert_eq!(data["scenarios"][1]["verdict"], "unsupported");
    assert_eq!(data["scenarios"][1]["unsupported"], "no battles on even days");
    assert_eq!(data["scenarios"][1]["claims"][0]["holds"], serde_json::Value::Null);
    let clauses = data["clauses"].as_array().expect("clauses");
    let reported = clauses.iter().filter(|clause| clause["unsupported"] == "no battles on even days").count();
    assert_eq!(reported, 2, "{clauses:?}");
}

#[test]
fn names_that_would_touch_the_terminal_are_refused() {
    needs_interpreters!();
    for (old, new) in [
        (
            "        self.tell(\"rolled\"",
            "        self.log.append({\"rol\\x1b[2Jled\": {}})\n        self.tell(\"rolled\"",
        ),
        ("{\"turn\": self.turn,", "{\"tu\\x1b[2Jrn\": 1, \"turn\": self.turn,"),
    ] {
        let project = Project::pig();
        let engine = project.read("engine.py");
        assert!(engine.contains(old));
        project.write("engine.py", engine.replace(old, new));
        let run = project.run_in_ci(&["verify"]).exits(4).says("a name in it has control characters");
        assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
    }
}

/// Reports show `unsupported` with its reason. Such scenarios verify no rule.
#[test]
fn documents_list_unsupported_scenarios() {
    needs_interpreters!();
    let project = Project::pig();
    let engine = project.read("engine.py");
    let old = "        if shows == 1:\n";
    assert!(engine.contains(old));
    let new = format!("{old}            raise Unsupported(\"no ones yet\")\n");
    let engine = engine.replace("import Game,", "import Game, Unsupported,");
    project.write("engine.py", engine.replace(old, &new));
    project.run(&["report"]).exits(0);
    let document = project.read("verification/pig/rule-02-rolling.md");
    assert!(
        document.contains(" is cited: the engine does not support a scenario that cites it: no ones yet."),
        "{document}"
    );
    assert!(document.contains("not supported by the engine: no ones yet"), "{document}");
    assert!(document.contains("— ⚠️ incomplete\n"), "{document}");
    let summary = project.read("verification/SUMMARY.md");
    assert!(summary.contains("| … unsupported by the engine | 1 |"), "{summary}");
    assert!(summary.contains("could not be judged: the engine does not support it: no ones yet"), "{summary}");
    assert!(project.read("verification/index.html").contains("\"unsupported\":\"no ones yet\""));
}

/// The adapter answers `crashed`: the fault is the engine's, and never the author's mistake.
#[test]
fn an_exception_in_the_rules_is_a_crash_with_its_message() {
    needs_interpreters!();
    let project = Project::pig();
    let engine = project.read("engine.py");
    let old = "        if shows == 1:\n";
    assert!(engine.contains(old));
    project.write("engine.py", engine.replace(old, &format!("{old}            raise ValueError('no ones yet')\n")));
    let run = project.run_in_ci(&["verify"]).exits(1);
    run.says("pig/turn/a-one-loses-the-turn").says("ValueError: no ones yet").does_not_say("invalid");
}

/// The line of a file on which these words are, counted from 1.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).expect("these words") + 1
}

#[test]
fn a_crash_is_shown_with_file_line_and_step_and_equal_ones_once() {
    needs_interpreters!();
    let project = Project::pig();
    let old = "        if shows == 1:\n";
    let engine = project.read("engine.py").replace(old, &format!("        raise ValueError('no rolls yet')\n{old}"));
    project.write("engine.py", &engine);
    let at = format!("engine.py:{}", line_of(&engine, "no rolls yet"));
    let sentence = format!("the engine crashed at {at}: ValueError: no rolls yet");

    let run = project.run_in_ci(&["verify", "--junit", "junit.xml", "--sarif", "all.sarif"]).exits(1);
    let run =
        run.says("scenarios crash in the same way").says(&sentence).says("pig/turn/a-one-loses-the-turn (step 1)");
    assert_eq!(run.stdout.matches(&sentence).count(), 1, "{}", run.stdout);
    let junit = project.read("junit.xml");
    assert!(junit.contains(&at) && junit.contains("step 1"), "{junit}");
    let sarif = project.read("all.sarif");
    assert_eq!(sarif.matches("crash in the same way, first").count(), 1, "{sarif}");
    assert!(sarif.contains(&at), "{sarif}");

    let run = project.run_in_ci(&["verify", "--format", "json"]).exits(1);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let crashed: Vec<&serde_json::Value> =
        data["scenarios"].as_array().expect("a list").iter().filter(|it| it.get("crashed").is_some()).collect();
    assert!(crashed.len() > 1, "several scenarios roll");
    for scenario in &crashed {
        let expected =
            serde_json::json!({"why": "ValueError: no rolls yet", "at": at, "step": scenario["crashed"]["step"]});
        let mut crashed = scenario["crashed"].clone();
        assert!(crashed.as_object_mut().and_then(|it| it.remove("trace")).is_some(), "{crashed}");
        assert_eq!(crashed, expected);
        assert!(scenario["crashed"]["step"].as_u64().is_some_and(|step| step > 0), "{scenario}");
    }
    let crashes = data["crashes"].as_array().expect("a list");
    assert_eq!(crashes.len(), 1, "{crashes:?}");
    assert_eq!(crashes[0]["scenarios"].as_array().map(Vec::len), Some(crashed.len()));

    let run = project.run_in_ci(&["gate"]);
    run.says("the engine crashes in 1 way").says("crash in the same way, first");
    project.run(&["report"]).exits(1);
    let summary = project.read("verification/SUMMARY.md");
    assert_eq!(summary.matches("crash in the same way, first").count(), 1, "{summary}");
    assert!(summary.contains(&at), "{summary}");
    assert!(project.read("verification/index.html").contains("crash in the same way, first"));
    let document = project.read("verification/pig/rule-02-rolling.md");
    assert!(document.contains(&at), "{document}");
    let run = project.run(&["engine", "check", "--", "python3", "engine.py"]).exits(1);
    run.says(&format!("it crashed at {at}")).says("fix the crash");
}

#[test]
fn an_answer_of_the_wrong_shape_is_reported_in_plain_words() {
    needs_interpreters!();
    let hello = "read l; echo '{\"hello\":{\"protocol\":1}}'\nread l; echo";
    for (answer, words) in [
        ("{}", "it is not a map with one key out of played, invalid, unsupported, crashed"),
        ("[1]", "it is not a map with one key"),
        ("{\"won\":{}}", "it is not a map with one key"),
        ("{\"played\":{\"id\":1,\"before\":{}}}", "missing field `after`"),
        (
            "{\"played\":{\"id\":1,\"before\":{},\"after\":{},\"log\":[{}]}}",
            "an event must be a map with exactly one key",
        ),
        ("{\"unknown\":{\"why\":\"what?\"}}", "it did not understand the task: what?"),
        ("{\"hello\":{\"protocol\":1}}", "it sent hello again"),
    ] {
        let project = Project::with_duel().file("engine.sh", format!("{hello} '{answer}'\nread l\n"));
        project.run_in_ci(&["verify", "--engine-command", "sh engine.sh"]).exits(4).says(words);
    }
}

/// A switch that kills the engine is not a survivor.
#[test]
fn a_fault_while_a_switch_is_off_is_an_engine_fault() {
    needs_interpreters!();
    let project = Project::pig();
    let engine = project
        .read("engine.py")
        .replace("    def state(self):", "    def state(self):\n        if 'one_loses' in self.without: sys.exit(5)");
    project.write("engine.py", engine);
    let run = project.run_in_ci(&["prove"]).exits(4);
    run.says("no-answer one_loses").says("pig/turn/a-one-loses-the-turn").says("the engine died (exit status: 5)");
}

#[test]
fn an_engine_that_supports_no_scenario_judges_none() {
    needs_interpreters!();
    let arena = Arena::new();
    let script = "import json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n if 'play' in m: print(json.dumps({'unsupported':{'id':m['play']['id'],'why':'not yet'}}),flush=True)\n elif 'hello' in m: print(json.dumps({'hello':{'protocol':1}}),flush=True)\n else: break\n";
    arena.project.write("none.py", script);
    let run = arena.project.run_in_ci(&["verify", "--engine-command", &format!("{} none.py", "python3")]);
    run.exits(5).says("0 of 5 scenarios passed, 5 unsupported");
}

#[test]
fn an_interrupted_run_takes_its_engines_with_it() {
    needs_interpreters!();
    let arena = Arena::new();
    let command = arena.command("hangs.py");
    let mut child = Command::new(BINARY)
        .current_dir(arena.project.path(""))
        .args(["verify", "--timeout", "1m", "--engine-command", &command])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the binary runs");
    let is_playing = || processes().iter().filter(|line| line.contains(&arena.token)).count() > 1;
    for _ in 0..500 {
        if is_playing() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(is_playing(), "the engine never started");
    let killed = Command::new("sh").arg("-c").arg(format!("kill -INT {}", child.id())).status().expect("kill");
    assert!(killed.success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    arena.nothing_is_left();
}

#[test]
fn the_kit_names_what_to_fix() {
    needs_interpreters!();
    let arena = Arena::new();
    let check = |script: &str| {
        let command = arena.command(script);
        let words = command.split_whitespace().map(|word| word.trim_matches('\''));
        let mut arguments = vec!["engine", "check", "--timeout", "30s", "--"];
        arguments.extend(words);
        let run = arena.project.run(&arguments);
        arena.nothing_is_left();
        run
    };
    let run = check("forgetful.py").exits(1);
    run.says("fail     the same task twice").says("start every task from an empty state").says("pass     goodbye");
    let run = check("answers_twice.py").exits(1);
    run.says("answer every task once");
    check("dies_at_once.sh").exits(4).says("fail     the handshake").says("the spice must flow");
    let run = arena.project.run(&["engine", "check", "--", BINARY, "engine", "dune"]).exits(0);
    run.says("pass     tasks in another order").says(", 0 failed, 0 did not run");
}
