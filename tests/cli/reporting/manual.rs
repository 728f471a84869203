//! Help in groups, topics, man pages and the completions of shells.

use std::fs;
use std::process::Command;

use crate::project::Project;
use crate::project::run_in;

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

fn run(arguments: &[&str]) -> crate::project::Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), arguments, &[])
}

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).exits(0).stdout;
    let rows = help
        .lines()
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|row| !row.starts_with([' ', '-']));
    rows.filter_map(|row| row.split(' ').next().map(str::to_owned)).collect()
}

#[test]
fn help_lists_the_commands_by_what_they_are_for() {
    let help = run(&["--help"]).exits(0).stdout;
    let at = |words: &str| help.find(words).unwrap_or_else(|| panic!("`{words}` is not in\n{help}"));
    let order = [
        "\nAuthor:",
        "  new ",
        "\nCheck:",
        "  verify ",
        "\nReport:",
        "  explain ",
        "\nEngines and shell:",
        "  schema ",
        "\nOptions:",
    ];
    assert!(order.map(at).is_sorted(), "{help}");
    run(&["help"]).exits(0).says("Check:");
    assert!(commands().len() >= 15, "{:?}", commands());
}

#[test]
fn help_knows_every_command_and_three_topics() {
    for command in commands() {
        run(&["help", &command]).exits(0).says(&format!("Usage: truthsayer {command}"));
    }
    run(&["help", "engine", "check"]).exits(0).says("Usage: truthsayer engine check");
    run(&["help", "citations"]).exits(0).says("moved").says("errata --fix");
    run(&["help", "expectations"]).exits(0).says("events_in_any_order");
    run(&["help", "exit-codes"]).exits(0).says("  130  interrupted");
    run(&["help", "citation"]).exits(2).complains("did you mean `citations`?");
    run(&["help", "engine", "chek"]).exits(2).complains("no topic `engine chek`; did you mean `check`?");
    run(&["help", "quux"]).exits(2).complains("`truthsayer help` lists the commands");
}

/// The topic describes every key of a claim.
#[test]
fn the_topic_on_expectations_leaves_nothing_out() {
    let project = Project::with_duel();
    let claim = "claims:\n  - cite: dune/battle.md:2\n    quote: The higher total wins\n    then: {zzzz: 1}\n";
    let head = crate::project::DUEL.split("claims:").next().expect("a head").to_owned();
    project.write("scenarios/dune/duel/odd.yaml", head + claim);
    let reported = project.run(&["verify"]).exits(3).stderr;
    let line = reported.lines().find(|line| line.contains("events_in_any_order")).expect("the keys are listed");
    let keys: Vec<&str> =
        line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|it| !it.is_empty()).collect();
    let topic = run(&["help", "expectations"]).exits(0).stdout;
    for key in keys.iter().skip_while(|word| **word != "changes") {
        assert!(topic.contains(key), "`{key}` is not in the topic; `verify` says {line}");
    }
}

#[test]
fn completions_of_every_shell_contain_every_command() {
    for shell in SHELLS {
        let script = run(&["completions", shell]).exits(0).stdout;
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        assert!(script.contains("engine-command"), "{shell} does not know --engine-command");
    }
    run(&["completions", "tcsh"]).exits(2).complains("bash, zsh, fish, powershell");
}

/// Runs the completion script only in Bash, because the other shells may not be installed.
#[cfg(unix)]
#[test]
fn bash_completes_commands_and_options() {
    let script = run(&["completions", "bash"]).exits(0).stdout;
    let complete = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let last = words.len() - 1;
        let asked = format!(
            "{script}\nCOMP_WORDS=({line})\nCOMP_CWORD={last}\n_truthsayer truthsayer '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
            words[last],
            words[last - 1]
        );
        let output = Command::new("bash").args(["--norc", "-c", &asked]).output().expect("bash");
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete("truthsayer ver"), ["verify"]);
    assert_eq!(complete("truthsayer engine rep"), ["replay"]);
    assert_eq!(complete("truthsayer coverage --miss"), ["--missing"]);
    assert_eq!(complete("truthsayer verify --format j"), ["json"]);
}

#[test]
fn the_man_page_is_printed_and_all_are_written() {
    run(&["man"]).exits(0).says(".TH truthsayer 1").says("truthsayer\\-verify(1)");
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), &["man", "--out", "share/man1"], &[]).exits(0).says("pages written to share/man1");
    let pages = folder.path().join("share/man1");
    for command in commands() {
        let page = fs::read_to_string(pages.join(format!("truthsayer-{command}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH truthsayer-{command} 1")), "{page}");
    }
    // Every page that another page refers to exists.
    for entry in fs::read_dir(&pages).expect("pages") {
        let text = fs::read_to_string(entry.expect("a page").path()).expect("a page").replace('\\', "");
        for name in text.split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            assert!(pages.join(format!("{name}.1")).exists(), "{name}(1) has no page");
        }
    }
}

#[test]
fn man_pages_go_over_nothing_but_man_pages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = || run_in(folder.path(), &["man", "--out", "."], &[]);
    run().exits(0);
    run().exits(0);
    fs::write(folder.path().join("truthsayer-verify.1"), "my notes\n").expect("a file");
    run().exits(3).complains("is not a man page of Truthsayer");
    assert_eq!(fs::read_to_string(folder.path().join("truthsayer-verify.1")).expect("notes"), "my notes\n");
}
