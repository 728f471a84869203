//! Engines in processes of their own: what a user sees when one fails, and that nothing is left of it.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// Five duels, and an engine from `tests/fixtures/engines` to play them.
struct Arena {
    project: Project,
    /// A word on the command line of every process of this arena, by which the survivors are found.
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

    /// The command of a bad engine, with the honest one behind it.
    fn command(&self, script: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines").join(script);
        // They need nothing that is installed on the machine; looking for that (-S leaves it out) takes most of a start.
        let interpreter = if script.ends_with(".py") { format!("{} -S", python()) } else { "sh".to_owned() };
        // The project folder is known to nobody else, so it tells these processes from all others.
        format!("{interpreter} '{}' '{BINARY}' --project '{}' engine dune", path.display(), self.token)
    }

    fn verify(&self, script: &str, more: &[&str]) -> Run {
        let command = self.command(script);
        // Who never answers is not waited for long; all others have time enough on the slowest machine.
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

    /// The same with an engine that the project file names, and little patience for its first word.
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
        // What was killed may take a moment to be buried.
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

/// The bad engines are scripts; without their interpreter nothing would be tested.
fn python() -> &'static str {
    static FOUND: LazyLock<bool> =
        LazyLock::new(|| Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()));
    assert!(*FOUND, "these tests need python3 (its standard library is enough); `.ci/run` installs it");
    "python3"
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
    let run = Arena::new().project.run_in_ci(&["verify", "--engine-command", "no-such-engine-anywhere"]).exits(4);
    run.says("`no-such-engine-anywhere` could not be started: no such file")
        .says("5 scenarios: 0 conform, 5 unanswered");
}

#[test]
fn one_that_hangs_is_stopped_and_given_up_after_three_tasks() {
    let run = Arena::new().verify("hangs.py", &[]).exits(4);
    run.says("gave no answer to the task within 1s and was stopped")
        .says("failed 3 times in a row and was given up")
        .says("5 unanswered");
}

#[test]
fn one_that_hangs_on_hello_is_told_with_the_end_of_its_log() {
    let run = Arena::new().verify_as_named("sh", "hangs_on_hello.sh").exits(4);
    run.says("gave no answer to hello within 3s").says("| thinking about it").says("5 unanswered");
}

#[test]
fn one_that_dies_at_once_is_told_with_its_exit_code_and_the_end_of_its_log() {
    let run = Arena::new().verify("dies_at_once.sh", &[]).exits(4);
    run.says("the engine died (exit status: 3)").says("| the spice must flow").says("5 unanswered");
}

#[test]
fn one_that_dies_on_the_third_task_is_started_again_and_the_task_is_named() {
    let run = Arena::new().verify("dies_on_the_third_task.py", &[]).exits(4);
    run.says("unanswered dune/duel/no-3")
        .says("the engine died (exit status: 7)")
        .says("| out of melange")
        .says("5 scenarios: 4 conform, 1 unanswered");
}

#[test]
fn one_that_babbles_is_quoted_without_its_colours() {
    let run = Arena::new().verify("babbles.py", &[]).exits(4);
    run.says("makes no sense: it is not JSON").says("it wrote: hello there, I play games").says("5 unanswered");
}

#[test]
fn the_answer_to_another_task_is_refused() {
    let run = Arena::new().verify("wrong_id.py", &[]).exits(4);
    run.says("it carries the id 1001, and the task is 1").says("5 unanswered");
}

#[test]
fn a_second_answer_is_noticed() {
    let run = Arena::new().verify("answers_twice.py", &[]).exits(4);
    run.says("it answered the task before this one twice").says("3 conform, 2 unanswered");
}

#[test]
fn a_gigabyte_on_one_line_is_cut_off() {
    Arena::new().verify("gigabyte.py", &[]).exits(4).says("a line is longer than 16 MiB").says("5 unanswered");
}

#[test]
fn one_that_closes_its_output_is_stopped() {
    let run = Arena::new().verify("closes_stdout.py", &[]).exits(4);
    run.says("the engine died (it closed its output and was stopped)").says("5 unanswered");
}

#[test]
fn one_that_ignores_polite_signals_is_stopped() {
    Arena::new()
        .verify("ignores_sigterm.py", &[])
        .exits(4)
        .says("gave no answer to the task within 1s")
        .says("5 unanswered");
}

#[test]
fn a_child_that_would_outlive_its_engine_is_stopped_too() {
    let run = Arena::new().verify("leaves_a_child.py", &[]);
    run.exits(4).says("the engine died (exit status: 0)").says("5 unanswered");
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_was_sent_out_of_its_group_is_stopped_too() {
    let run = Arena::new().verify("sends_a_child_away.py", &[]);
    run.exits(4).says("the engine died (exit status: 0)").says("5 unanswered");
}

#[test]
fn one_that_speaks_only_to_its_log_is_told_with_it() {
    let run = Arena::new().verify_as_named(python(), "stderr_only.py").exits(4);
    run.says("gave no answer to hello within 3s").says("| I heard {\"hello\"").says("5 unanswered");
}

#[test]
fn one_that_does_not_read_is_stopped() {
    let run = Arena::new().verify("never_reads.py", &[]).exits(4);
    run.says("gave no answer to the task within 1s").says("5 unanswered");
}

#[test]
fn one_that_is_slow_but_in_time_conforms() {
    Arena::new().verify("slow.py", &[]).exits(0).says("5 scenarios: 5 conform");
}

#[test]
fn a_log_full_of_chatter_is_no_failure() {
    Arena::new().verify("floods_stderr.py", &[]).exits(0).says("5 conform").does_not_say("chatter");
}

#[test]
fn another_protocol_is_refused() {
    let run = Arena::new().verify("protocol_99.sh", &[]).exits(4);
    run.says("it speaks protocol 99, and this is protocol 1").says("5 unanswered");
}

/// Plays anything and observes nothing: every claim has to deviate.
#[test]
fn an_engine_that_shrugs_conforms_to_nothing() {
    let run = Arena::new().verify("shrugs.py", &["dune/duel/no-1"]).exits(1);
    let run = run.says("deviates dune/duel/no-1");
    assert_eq!(run.stdout.matches("expected").count(), 3, "{}", run.stdout);
}

/// Over the whole shipped suite: every scenario deviates, and no clause holds.
#[test]
fn a_shrug_proves_nothing_of_the_shipped_suite() {
    let arena = Arena::new();
    let command = arena.command("shrugs.py");
    let run = crate::project::shipped(&["verify", "--game", "dune", "--format", "json", "--engine-command", &command]);
    arena.nothing_is_left();
    assert_eq!(run.code, Some(1));
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["tally"]["conforms"], 0, "{}", data["tally"]);
    assert_eq!(
        data["tally"]["deviates"].as_u64(),
        Some(data["scenarios"].as_array().map_or(0, Vec::len) as u64),
        "{}",
        data["tally"]
    );
    let clauses = data["clauses"].as_array().expect("clauses");
    let held: Vec<&str> = clauses.iter().filter(|c| c["grade"] == "holds").filter_map(|c| c["id"].as_str()).collect();
    assert!(held.is_empty(), "these clauses hold on an engine that does nothing: {held:?}");
}

#[test]
fn what_an_engine_does_not_support_is_neither_a_pass_nor_a_failure() {
    let arena = Arena::new();
    let run = arena.verify("supports_half.py", &[]).exits(0);
    run.says("unsupported 2 scenarios")
        .says("the engine does not support it: no battles on even days")
        .says("5 scenarios: 3 conform, 2 unsupported");
    let run = arena.verify("supports_half.py", &["--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["tally"]["unsupported"], 2);
    assert_eq!(data["scenarios"][1]["verdict"], "unsupported");
    assert_eq!(data["scenarios"][1]["unsupported"], "no battles on even days");
    assert_eq!(data["scenarios"][1]["claims"][0]["holds"], serde_json::Value::Null);
    let clauses = data["clauses"].as_array().expect("clauses");
    let told = clauses.iter().filter(|clause| clause["unsupported"] == "no battles on even days").count();
    assert_eq!(told, 2, "{clauses:?}");
}

#[test]
fn names_that_would_touch_the_terminal_are_refused() {
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
        let run = project.run_in_ci(&["verify"]).exits(4).says("a name in it holds control characters");
        assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
    }
}

/// `unsupported` and its reason stand in the documents and on the page, and no rule is verified by it.
#[test]
fn documents_tell_what_is_unsupported() {
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
        document.contains("⚠️ cited | the engine does not support a scenario that cites it: no ones yet"),
        "{document}"
    );
    assert!(document.contains("not supported by the engine: no ones yet"), "{document}");
    assert!(document.contains("⚠️ NOT FULLY VERIFIED"), "{document}");
    let summary = project.read("verification/SUMMARY.md");
    assert!(summary.contains("| … unsupported by the engine | 1 |"), "{summary}");
    assert!(summary.contains("could not be judged: the engine does not support it: no ones yet"), "{summary}");
    assert!(project.read("verification/index.html").contains("\"unsupported\":\"no ones yet\""));
}

/// The adapter answers `crashed`: the fault is the engine's, and never the author's mistake.
#[test]
fn what_the_rules_of_an_engine_throw_is_a_deviation_with_its_words() {
    let project = Project::pig();
    let engine = project.read("engine.py");
    let old = "        if shows == 1:\n";
    assert!(engine.contains(old));
    project.write("engine.py", engine.replace(old, &format!("{old}            raise ValueError('no ones yet')\n")));
    let run = project.run_in_ci(&["verify"]).exits(1);
    run.says("pig/turn/a-one-loses-the-turn").says("ValueError: no ones yet").does_not_say("misposed");
}

/// The line of a file on which these words are, counted from 1.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).expect("these words") + 1
}

#[test]
fn a_crash_is_shown_with_file_line_and_step_and_equal_ones_once() {
    let project = Project::pig();
    let old = "        if shows == 1:\n";
    let engine = project.read("engine.py").replace(old, &format!("        raise ValueError('no rolls yet')\n{old}"));
    project.write("engine.py", &engine);
    let at = format!("engine.py:{}", line_of(&engine, "no rolls yet"));
    let sentence = format!("the engine crashed at {at}: ValueError: no rolls yet");

    let run = project.run_in_ci(&["verify", "--junit", "junit.xml", "--sarif", "all.sarif"]).exits(1);
    let run = run.says("scenarios crash alike").says(&sentence).says("pig/turn/a-one-loses-the-turn (step 1)");
    assert_eq!(run.stdout.matches(&sentence).count(), 1, "{}", run.stdout);
    let junit = project.read("junit.xml");
    assert!(junit.contains(&at) && junit.contains("step 1"), "{junit}");
    let sarif = project.read("all.sarif");
    assert_eq!(sarif.matches("crash alike, first").count(), 1, "{sarif}");
    assert!(sarif.contains(&at), "{sarif}");

    let run = project.run_in_ci(&["verify", "--format", "json"]).exits(1);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let crashed: Vec<&serde_json::Value> =
        data["scenarios"].as_array().expect("a list").iter().filter(|it| it.get("crashed").is_some()).collect();
    assert!(crashed.len() > 1, "several scenarios roll");
    for scenario in &crashed {
        let expected =
            serde_json::json!({"why": "ValueError: no rolls yet", "at": at, "step": scenario["crashed"]["step"]});
        assert_eq!(scenario["crashed"], expected);
        assert!(scenario["crashed"]["step"].as_u64().is_some_and(|step| step > 0), "{scenario}");
    }
    let crashes = data["crashes"].as_array().expect("a list");
    assert_eq!(crashes.len(), 1, "{crashes:?}");
    assert_eq!(crashes[0]["scenarios"].as_array().map(Vec::len), Some(crashed.len()));

    let run = project.run_in_ci(&["gate"]);
    run.says("the engine crashes in 1 way").says("crash alike, first");
    project.run(&["report"]).exits(1);
    let summary = project.read("verification/SUMMARY.md");
    assert_eq!(summary.matches("crash alike, first").count(), 1, "{summary}");
    assert!(summary.contains(&at), "{summary}");
    assert!(project.read("verification/index.html").contains("crash alike, first"));
    let document = project.read("verification/pig/rule-02-rolling.md");
    assert!(document.contains(&at), "{document}");
    let run = project.run(&["engine", "check", "--", "python3", "engine.py"]).exits(1);
    run.says(&format!("it crashed at {at}")).says("fix the exception");
}

#[test]
fn an_answer_of_the_wrong_shape_is_told_in_plain_words() {
    let hello = "read l; echo '{\"hello\":{\"protocol\":1}}'\nread l; echo";
    for (answer, words) in [
        ("{}", "it is not a map with one key out of played, invalid, unsupported, crashed"),
        ("[1]", "it is not a map with one key"),
        ("{\"won\":{}}", "it is not a map with one key"),
        ("{\"played\":{\"id\":1,\"before\":{}}}", "missing field `after`"),
        ("{\"played\":{\"id\":1,\"before\":{},\"after\":{},\"log\":[{}]}}", "an event is a map with exactly one key"),
        ("{\"unknown\":{\"why\":\"what?\"}}", "it did not understand the task: what?"),
        ("{\"hello\":{\"protocol\":1}}", "it said hello again"),
    ] {
        let project = Project::with_duel().file("engine.sh", format!("{hello} '{answer}'\nread l\n"));
        project.run_in_ci(&["verify", "--engine-command", "sh engine.sh"]).exits(4).says(words);
    }
}

/// A switch that kills the engine is no switch that nobody noticed.
#[test]
fn a_fault_while_a_switch_is_off_is_an_engine_fault() {
    let project = Project::pig();
    let engine = project
        .read("engine.py")
        .replace("    def state(self):", "    def state(self):\n        if 'one_loses' in self.without: sys.exit(5)");
    project.write("engine.py", engine);
    let run = project.run_in_ci(&["prove"]).exits(4);
    run.says("unanswered one_loses").says("pig/turn/a-one-loses-the-turn").says("the engine died (exit status: 5)");
}

#[test]
fn nothing_supported_is_nothing_judged() {
    let arena = Arena::new();
    let script = "import json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n if 'play' in m: print(json.dumps({'unsupported':{'id':m['play']['id'],'why':'not yet'}}),flush=True)\n elif 'hello' in m: print(json.dumps({'hello':{'protocol':1}}),flush=True)\n else: break\n";
    arena.project.write("none.py", script);
    let run = arena.project.run_in_ci(&["verify", "--engine-command", &format!("{} none.py", python())]);
    run.exits(5).says("5 scenarios: 0 conform, 5 unsupported");
}

#[test]
fn an_interrupted_run_takes_its_engines_with_it() {
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
fn the_kit_names_what_to_mend() {
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
    run.says("mend     the same task twice").says("begin every task from nothing").says("passes   goodbye");
    let run = check("answers_twice.py").exits(1);
    run.says("every task has to be answered once");
    check("dies_at_once.sh").exits(4).says("mend     the handshake").says("the spice must flow");
    let run = arena.project.run(&["engine", "check", "--", BINARY, "engine", "dune"]).exits(0);
    run.says("passes   tasks in another order").says(", 0 to mend, 0 untried");
}
