//! `--engine-command`: how a command that was typed becomes the words of a command.

use std::fs;
use std::os::unix::fs::symlink;

use crate::project::Project;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// A project that contains the binary under another name, and the path of that copy.
fn project(name: &str) -> (Project, String) {
    let project = Project::with_duel();
    let path = project.path(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    symlink(BINARY, &path).expect("a link");
    let path = path.display().to_string();
    (project, path)
}

#[track_caller]
fn plays(project: &Project, command: &str) {
    project.run(&["verify", "--engine-command", command]).exits(0).says("1 scenario");
}

#[test]
fn words_are_parted_by_white_space_of_any_length() {
    let (project, path) = project("engine");
    for command in
        [format!("{path} engine dune"), format!("  {path}   engine\t dune  "), format!("{path} engine\ndune\n")]
    {
        plays(&project, &command);
    }
}

#[test]
fn quotes_of_both_kinds_keep_words_together() {
    let (project, path) = project("my own/engine");
    plays(&project, &format!("'{path}' engine dune"));
    plays(&project, &format!("\"{path}\" \"engine\" 'dune'"));
    let (folder, rest) = path.split_once("my own").expect("the folder");
    plays(&project, &format!("{folder}'my own'{rest} engine d\"un\"e"));
    // Without quotes it is two words, and there is no such program.
    project.run(&["verify", "--engine-command", &format!("{path} engine dune")]).exits(4);
}

#[test]
fn a_quote_of_the_other_kind_is_a_letter_inside_quotes() {
    let (apostrophe, path) = project("it's here/engine");
    plays(&apostrophe, &format!("\"{path}\" engine dune"));
    let (inches, path) = project("5\" wide/engine");
    plays(&inches, &format!("'{path}' engine dune"));
}

#[test]
fn an_empty_word_is_a_word() {
    let (project, path) = project("engine");
    // The engine would have an empty name, and no engine has one.
    project.run(&["verify", "--engine-command", &format!("{path} engine ''")]).exits(4);
    project.run(&["verify", "--engine-command", &format!("{path} engine dune ''")]).exits(4);
}

#[test]
fn there_is_no_shell() {
    let (project, path) = project("engine");
    for more in ["; touch made", "&& touch made", "| touch made", "> made", "$(touch made)", "`touch made`"] {
        project.run(&["verify", "--engine-command", &format!("{path} engine dune {more}")]).exits(4);
        assert!(!project.exists("made"), "{more}");
    }
}

#[test]
fn an_open_quote_and_an_empty_command_are_wrong_usage() {
    let project = Project::with_duel();
    for open in ["node 'engine.mjs", "node \"engine.mjs", "node engine.mjs'", "'a' \"b"] {
        project.run(&["verify", "--engine-command", open]).exits(2).complains("open quote");
    }
    for empty in ["", "   "] {
        project.run(&["verify", "--engine-command", empty]).exits(2).complains("is empty");
    }
}
