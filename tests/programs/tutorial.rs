//! Follows the tutorial: writes every file, makes every change and runs every command, in order.

use std::fs;
use std::path::Path;
use std::process::Command;

const TUTORIAL: &str = include_str!("../../docs/tutorial/first-project.md");

/// One fenced block: its language, the file that the line above it names, and its lines.
struct Block<'t> {
    language: &'t str,
    file: Option<&'t str>,
    text: String,
}

fn blocks() -> Vec<Block<'static>> {
    let mut found = Vec::new();
    let mut above = "";
    let mut lines = TUTORIAL.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(language) => {
                let text: String =
                    lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
                // The last name in the paragraph above, which ends with a colon.
                let file = above.strip_suffix(':').and_then(|text| text.rsplit('`').nth(1));
                found.push(Block { language, file, text });
            }
            None if !line.is_empty() => above = line,
            None => {}
        }
    }
    found
}

/// Applies a diff. The removed text must occur once.
fn patch(folder: &Path, file: &str, diff: &str) {
    let side = |sign: char| -> String {
        let own = diff.lines().filter(|line| line.starts_with([' ', sign]));
        own.map(|line| format!("{}\n", &line[1..])).collect()
    };
    let (old, new) = (side('-'), side('+'));
    let text = fs::read_to_string(folder.join(file)).expect("a file");
    assert_eq!(text.matches(&old).count(), 1, "{file} does not hold\n{old}\nbut\n{text}");
    fs::write(folder.join(file), text.replace(&old, &new)).expect("a file");
}

/// Runs the commands of a block. Every shown line must be in the output of the last one.
fn run(folder: &Path, text: &str) {
    let mut reported = String::new();
    for line in text.lines() {
        let Some(command) = line.strip_prefix("$ truthsayer ") else {
            assert!(reported.contains(line), "`{line}` is not in\n{reported}");
            continue;
        };
        let (command, remark) = command.split_once("  # ").unwrap_or((command, "exits 0"));
        let words = command.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        });
        let output = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
            .current_dir(folder)
            .env_remove("CI")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .args(words)
            .output()
            .expect("the binary runs");
        reported = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(
            Some(remark),
            output.status.code().map(|code| format!("exits {code}")).as_deref(),
            "{command}\n{reported}"
        );
    }
}

#[test]
fn the_tutorial_works_as_it_stands() {
    needs_interpreters!();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = folder.path().join("nim");
    let blocks = blocks();
    assert!(blocks.len() > 12, "only {} blocks", blocks.len());
    for Block { language, file, text } in blocks {
        let inside = if project.exists() { project.as_path() } else { folder.path() };
        match (language, file) {
            ("console", _) => run(inside, &text),
            ("diff", Some(file)) => patch(inside, file, &text),
            ("yaml", Some(file)) => fs::write(inside.join(file), text).expect("a file"),
            (language, file) => panic!("a block of {language} for {file:?}"),
        }
    }
}
