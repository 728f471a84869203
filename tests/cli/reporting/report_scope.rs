//! The first lines of a document state the scope of the run.

use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::reporting::documents::project;

/// Every document that a run wrote, by its path, and the exit code.
fn documents(project: &Project, arguments: &[&str], code: i32) -> Vec<(String, String)> {
    project.run(&[&["report", "--format", "md", "--out", "reported"], arguments].concat()).exits(code);
    let files = walkdir::WalkDir::new(project.path("reported")).sort_by_file_name().into_iter().flatten();
    let texts = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "md"));
    texts.map(|file| (file.path().display().to_string(), fs::read_to_string(file.path()).expect("a text"))).collect()
}

/// The text before the second heading.
fn first_lines(text: &str) -> String {
    let end = text.find("\n## ").unwrap_or(text.len());
    text[..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn each_begins_with(documents: &[(String, String)], words: &str) {
    assert!(documents.len() >= 3, "a summary, an index and a rule: {documents:?}");
    for (path, text) in documents {
        assert!(first_lines(text).contains(words), "{path} does not begin with `{words}`:\n{text}");
    }
}

#[track_caller]
fn none_says(documents: &[(String, String)], words: &[&str]) {
    for (path, text) in documents {
        for words in words {
            assert!(!text.contains(words), "{path} says `{words}`:\n{text}");
        }
    }
}

fn bad_engine(name: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines").join(name);
    format!("sh '{}' '{}'", script.display(), env!("CARGO_BIN_EXE_truthsayer"))
}

#[test]
fn a_healthy_run_lists_everything_and_excuses_nothing() {
    let documents = documents(&project(), &[], 0);
    none_says(&documents, &["Run with ", "Only ", "no switches", "could not be judged", "no answer"]);
    let text: String = documents.into_iter().map(|(_, text)| text).collect();
    for words in [" off in turn.", "**With `", "rules verified", "Fail without it"] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
}

#[test]
fn an_altered_engine_lists_its_switches_and_no_mutant() {
    let documents = documents(&project(), &["--without", "leader_strength_counts"], 0);
    each_begins_with(&documents, "Run with 1 switch off: `leader_strength_counts`.");
    none_says(&documents, &["**With `", "so that it fails without", "proven", "verified"]);
}

#[test]
#[cfg(unix)]
fn an_engine_without_switches_gets_a_good_report_for_holds() {
    let documents = documents(&project(), &["--engine-command", &bad_engine("no_switches.sh")], 0);
    each_begins_with(&documents, "The engine has no switches, so the best possible grade is “holds”.");
    none_says(&documents, &["proven", "**With `", "verified", "add a switch", "Fail without it", "off in turn"]);
    let text: String = documents.into_iter().map(|(_, text)| text).collect();
    assert!(text.contains("| ☑️ holds |") && text.contains("| rules that hold | 0 of 1 |"), "{text}");
}

#[test]
fn only_the_fault_of_a_dying_engine_is_reported() {
    let documents = documents(&project(), &["--engine-command", "false"], 4);
    none_says(
        &documents,
        &[
            "**With `",
            "pass in all",
            "pass in the only",
            "☑️ holds",
            "No claim that was judged fails",
            "not at the state",
        ],
    );
    let text: String = documents.into_iter().map(|(_, text)| text).collect();
    for words in ["no answer: ", "`dune/duel/plain` could not be judged", "… without an answer | 1"] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
}

#[test]
fn a_filter_of_documents_changes_none_of_them() {
    let project = project();
    let all = documents(&project, &[], 0);
    let some = documents(&project, &["--rule", "8"], 0);
    assert!(some.iter().all(|document| all.contains(document)), "{some:?}");
}
