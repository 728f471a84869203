//! Every sentence that a document can contain, seen in the documents of small runs: what no run can bring about does
//! not stand in the source either.

mod garden;
mod literals;

use std::collections::BTreeSet;

use garden::Garden;

/// The files that hold the words of documents, and where those words begin in a file that holds others too.
const SOURCES: &[(&str, &str)] = &[
    ("src/report/document.rs", "/// The whole document."),
    ("src/report/document/cause.rs", ""),
    ("src/report/document/clause.rs", ""),
    ("src/report/document/edge.rs", ""),
    ("src/report/document/evidence.rs", ""),
    ("src/report/document/problem.rs", ""),
    ("src/report/document/summary.rs", ""),
    ("src/report/document/code_flow.rs", ""),
    ("src/report/document/tried.rs", ""),
    ("src/report/verification.rs", "/// The index of one game."),
    ("src/report/verification/headline.rs", ""),
    ("src/report/verification/summary.rs", ""),
    ("src/report/expectation.rs", ""),
    ("src/report/coverage.rs", "/// What would make turning off a switch"),
    ("src/report/terminal/causes.rs", "/// How much of what hangs on it fails"),
    ("src/oracle/cause.rs", ""),
    ("src/oracle/proof/question.rs", ""),
    ("src/oracle/proof/specificity.rs", ""),
    ("src/oracle/standing.rs", ""),
];

#[test]
fn every_sentence_of_the_source_stands_in_some_document() {
    let documents = garden::every_run();
    let said = literals::plain(&documents);
    let mut missing = BTreeSet::new();
    let mut looked_for = 0;
    for (path, from) in SOURCES {
        for words in literals::sentences(path, from) {
            looked_for += 1;
            if !said.contains(&words) {
                missing.insert(format!("{path}: {words}"));
            }
        }
    }
    assert!(missing.is_empty(), "{} of {looked_for} were never said:\n{missing:#?}", missing.len());
    assert!(looked_for > 150, "{looked_for}");
}

#[test]
fn nothing_is_said_about_knock_outs_that_did_not_happen() {
    let words = ["Knock-out", "turning it off", "one by one and", "so that it fails without", "add a switch", "proven"];
    let healthy = Garden::new().documents();
    assert!(words[..1].iter().all(|words| healthy.contains(words)), "{healthy}");
    for garden in [Garden::new().without(&["rose"]), Garden::new().without_switches()] {
        let documents = garden.documents();
        for words in words {
            assert!(!documents.contains(words), "`{words}` is in\n{documents}");
        }
    }
}
