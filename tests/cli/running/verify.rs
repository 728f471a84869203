//! `verify`: filters, formats, and what a failure looks like.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::shipped;

fn two_scenarios() -> Project {
    let other =
        DUEL.replace("tags: [duel, basic]", "tags: [other]").replace("dune/battle.md:6", "dune/battle.md:7").replace(
            "quote: Every Force of the loser in the Territory goes to the Tanks",
            "quote: The winner loses only the number of Forces dialed",
        );
    let other = other.replace("factions.emperor.forces.arrakeen: 4 -> 0", "factions.harkonnen.forces.arrakeen: 5 -> 2");
    let project = Project::with_duel().file("scenarios/dune/winning/dialed.yaml", other);
    project.run(&["bless"]).exits(0);
    project
}

#[test]
fn a_mismatch_can_be_understood_without_opening_a_file() {
    let project = Project::with_duel().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    let run = project.run(&["verify"]).exits(1);
    for words in [
        "fail dune/duel/plain",
        "The higher total wins",
        "dune/battle.md:6 LOSING: «Every Force of the loser in the Territory goes to\n  the Tanks».",
        "--> scenarios/dune/duel/plain.yaml:23:43",
        "factions.emperor.forces.arrakeen",
        "expected  4 -> 1",
        "actual    4 -> 0",
        "forces_lost",
    ] {
        assert!(run.stdout.contains(words), "`{words}` is missing:\n{}", run.stdout);
    }
}

#[test]
fn filters_choose_by_glob_folder_path_tag_rule_and_clause() {
    let project = two_scenarios();
    let count = |arguments: &[&str]| {
        let run = project.run(&[&["verify"], arguments].concat()).exits(0);
        run.stdout.lines().find(|line| line.contains("scenario")).expect("a summary").to_owned()
    };
    assert!(count(&[]).starts_with("2 scenarios"));
    for one in [
        &["dune/winning/*"][..],
        &["dune/winning"],
        &["**/dialed"],
        &["scenarios/dune/winning/dialed.yaml"],
        &["--tag", "other"],
        &["--rule", "dune/battle.md:7"],
        &["--rule", "dune/battle.md:7.1"],
        &["--game", "dune", "--tag", "duel"],
    ] {
        assert!(count(one).starts_with("1 scenario passed"), "{one:?}: {}", count(one));
    }
}

#[test]
fn json_holds_verdicts_clauses_and_what_was_read() {
    let project = Project::with_duel().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    let run = project.run(&["verify", "--format", "json"]).exits(1);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["scenarios"][0]["verdict"], "fail");
    assert_eq!(data["scenarios"][0]["failures"][0]["actual"], "4 -> 0");
    assert_eq!(data["scenarios"][0]["failures"][0]["claim"], 2);
    assert_eq!(data["read"]["scenarios"], 1);
    let clause = |id: &str| {
        data["clauses"].as_array().expect("clauses").iter().find(|c| c["id"] == id).expect("a clause").clone()
    };
    assert_eq!(clause("dune/battle.md:6.1")["grade"], "violated");
    assert_eq!(clause("dune/battle.md:2.2")["grade"], "holds");
    assert_eq!(clause("dune/battle.md:2.1")["grade"], "uncited");
}

#[test]
fn a_claim_that_was_already_true_is_refused_as_vacuous() {
    let vacuous = DUEL.replace("changes:", "state:").replace("4 -> 0", "4").replace("0 -> 4", "0");
    let project = Project::new().file("scenarios/dune/duel/vacuous.yaml", vacuous);
    project.run(&["verify"]).exits(3).says("invalid").says("so this claim is vacuous").says("vacuous.yaml:23:43");
}

#[test]
fn an_unexpected_refusal_never_passes_in_silence() {
    let refused = DUEL.replace("dial: 3", "dial: 99");
    let project = Project::new().file(
        "scenarios/dune/duel/refused.yaml",
        refused.replace("  - plan: {by: emperor, dial: 2, leader: bashar}\n", ""),
    );
    project.run(&["verify"]).exits(1).says("no claim is about this").says("dial_too_high");
}

#[test]
fn a_refusal_is_reported_even_if_the_script_no_longer_fits() {
    let project = Project::new().file("scenarios/dune/duel/refused.yaml", DUEL.replace("dial: 3", "dial: 99"));
    project.run(&["verify"]).exits(3).says("invalid").says("step 2 was refused with `dial_too_high`");
}

#[test]
fn a_file_with_another_ending_is_not_passed_over_in_silence() {
    let project = Project::with_duel().file("scenarios/dune/duel/other.yml", DUEL);
    project.run(&["verify"]).exits(3).complains("other.yml` is ignored because of its extension");
}

#[test]
fn quiet_says_only_what_is_wrong_and_verbose_everything() {
    let project = Project::with_duel();
    assert_eq!(project.run(&["verify", "--quiet"]).exits(0).stdout, "");
    project.run(&["verify", "--verbose"]).exits(0).says("pass dune/duel/plain");
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let project = Project::with_duel();
    project.run(&["verify"]).exits(0).does_not_say("\u{1b}[");
    project.run(&["verify", "--color", "always"]).exits(0).says("\u{1b}[");
    project.run(&["verify", "--color", "never"]).exits(0).does_not_say("\u{1b}[");
}

#[test]
fn every_run_ends_with_its_counts_and_a_verbose_one_says_what_was_read() {
    let project = Project::with_duel();
    let run = project.run(&["verify"]).exits(0).does_not_say("read 2 files");
    assert_eq!(run.stdout.lines().last(), Some("1 scenario passed"));
    let run = project.run(&["verify", "-v"]).exits(0).says("read 2 files, 9 clauses, 1 scenario; ignored 0 files\n");
    assert_eq!(run.stdout.lines().last(), Some("1 scenario passed"));
}

/// Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_fails_the_run() {
    let project = Project::with_duel();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .args(["verify", "--format", "json"])
        .current_dir(project.path(""))
        .stdout(full)
        .output()
        .expect("truthsayer starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout: no space left on device"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    use std::process::Command;
    use std::process::Stdio;
    let project = Project::with_duel();
    let mut child = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .args(["verify", "--verbose", "--project"])
        .arg(project.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn many_failures_are_short_and_verbose_lists_all() {
    let run = shipped(&["verify", "--without", "seed-engine"]).exits(1);
    let list = run.stdout.strip_prefix("Suspects (fix the first, then run again):\n").expect("suspects come first");
    let rows: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    assert!(rows.len() <= 22, "they fit on a small screen: {list}");
    assert!(rows[0].starts_with(" 1. ") && rows[0].contains(" claims fail"), "{list}");
    assert!(rows[1].starts_with("    “"), "{list}");
    assert!(rows.last().is_some_and(|row| row.ends_with(" more; use -v to list them")), "{list}");
    // The last lines repeat the answer, because a terminal shows the end of a long output.
    let end: Vec<&str> = run.stdout.lines().rev().take(8).collect();
    assert!(end.iter().any(|line| line.starts_with("Most likely broken: ")), "{end:?}");
    let all = shipped(&["verify", "--without", "seed-engine", "-v"]).exits(1);
    assert!(all.stdout.matches("fail dune/").count() > 100 && all.stdout.contains("cause dune/battle.md:23.1"));
}

#[test]
fn a_stretch_of_the_log_is_shown_once() {
    let scenario = "dune/survival/survivors-of-both-sides-stay";
    let run = shipped(&["verify", scenario, "--without", "losers_survivors_stay"]).exits(1);
    let mut heads: Vec<&str> =
        run.stdout.lines().filter(|line| line.trim_start().starts_with("log entries ")).collect();
    heads.retain(|line| line.contains(" to "));
    assert!(!heads.is_empty(), "{}", run.stdout);
    let before = heads.len();
    heads.sort_unstable();
    heads.dedup();
    assert_eq!(before, heads.len(), "{}", run.stdout);
}

/// A sample suite in which the rose grows to another height than in its golden; the leaf may change, too.
#[cfg(unix)]
fn overgrown(leaf: &str) -> Project {
    let project = crate::authoring::moved_source::garden();
    project.run(&["bless"]).exits(0);
    let engine = crate::authoring::moved_source::ENGINE;
    project
        .write("engine/garden.sh", engine.replace(r#""after":{"rose":1}"#, &format!(r#""after":{{"rose":2{leaf}}}"#)));
    project
}

#[test]
#[cfg(unix)]
fn a_failing_scenario_is_shown_once_and_its_golden_adds_only_what_claims_leave_out() {
    let run = overgrown("").run(&["verify"]).exits(1);
    let run = run.says("fail garden/rose/grows").says("0 of 1 scenario passed, 1 failed\n");
    run.does_not_say("drift").does_not_say("golden").does_not_say("no claim is about this");
    let project = overgrown(r#","leaf":1"#);
    let run = project.run(&["verify", "--sarif", "out/a.sarif", "--junit", "out/a.xml"]).exits(1);
    let rest = run.stdout.split("its golden also differs in:").nth(1).expect("what the claim leaves out");
    let rest = rest.split("\n\n").next().unwrap_or_default();
    assert!(rest.contains("leaf") && !rest.contains("rose"), "{}", run.stdout);
    run.does_not_say("drifts ").does_not_say("bless");
    // Result files do not list it twice.
    for path in ["out/a.sarif", "out/a.xml"] {
        let text = project.read(path);
        assert!(!text.contains("drifts") && !text.contains("bless"), "{path}:\n{text}");
    }
}

#[test]
#[cfg(unix)]
fn a_failing_scenario_without_a_golden_is_not_offered_for_acceptance() {
    let project = crate::authoring::moved_source::garden();
    let engine = crate::authoring::moved_source::ENGINE;
    project.run(&["verify"]).exits(1).says("1 scenario without a golden").says("1 has no golden");
    project.write("engine/garden.sh", engine.replace(r#""after":{"rose":1}"#, r#""after":{"rose":2}"#));
    project.run(&["verify"]).exits(1).says("fail garden/rose/grows").does_not_say("golden");
}

#[test]
fn durations_go_to_stderr_and_never_into_the_result() {
    let project = Project::with_duel();
    let plain = project.run(&["verify"]).exits(0);
    let timed = project.run(&["verify", "--durations"]).exits(0);
    assert_eq!(plain.stdout, timed.stdout);
    timed.complains(" ms  dune/duel/plain\n").complains("1 scenario in all");
}
