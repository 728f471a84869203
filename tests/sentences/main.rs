//! Every sentence that a document can contain: some run makes it true and the documents have it, another run makes it
//! false and they do not.

mod garden;
mod literals;
mod truth;

use std::collections::BTreeSet;

use garden::Garden;
use truthsayer::report::terminal;

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

/// Words that every set of documents has: headings, the heads of tables, and who wrote them.
const FIXED: &[&str] = &[
    "# Rule",
    "# Verification Summary",
    "# Verification of",
    "## By category",
    "## Code Flow",
    "## Conclusion",
    "## Detailed Verification",
    "## Edge Cases",
    "## Excluded clauses",
    "## Recommendations",
    "## Related Rules",
    "## Rule Reference",
    "## Summary",
    "## Verification Checklist",
    "## Totals",
    "## What is wrong",
    "## What to do first",
    ". Written by `truthsayer report`, which also writes the summary of all games, [SUMMARY.md](../SUMMARY.md), and the page `index.html`.",
    "Played on",
    "the engine",
    "rules broken",
    "scenarios played",
    "… violated",
    "… conform",
    "… conform, but drift from their golden",
    "… deviate",
    "Written by `truthsayer report` from playing",
    "Written by `truthsayer report` from playing the scenarios below. Do not edit it: change a rule, a scenario or",
    "the engine, and write it again.",
];

/// No garden grows these: the first needs a cause that some claims confirm and most contradict, the others a clause that
/// holds under its own reading and fails only under another one.
const NOT_GROWN: &[&str] = &[
    "played differently",
    "claim under the clause's own reading something that fails without",
    "no claim under its own reading fails with it off",
];

#[test]
fn every_sentence_of_the_source_is_in_some_documents_and_not_in_others() {
    let runs: Vec<String> =
        garden::every_run().into_iter().map(|(_, garden)| literals::plain(&garden.documents())).collect();
    let (mut missing, mut everywhere) = (BTreeSet::new(), BTreeSet::new());
    let mut looked_for = 0;
    for (path, from) in SOURCES {
        for words in literals::sentences(path, from) {
            looked_for += 1;
            let said = runs.iter().filter(|documents| documents.contains(&words)).count();
            if said == 0 && !NOT_GROWN.contains(&words.as_str()) {
                missing.insert(format!("{path}: {words}"));
            }
            if said == runs.len() && !FIXED.contains(&words.as_str()) {
                everywhere.insert(format!("{path}: {words}"));
            }
        }
    }
    assert!(missing.is_empty(), "{} of {looked_for} were never said:\n{missing:#?}", missing.len());
    assert!(everywhere.is_empty(), "whatever the run is, these are said:\n{everywhere:#?}");
    assert!(looked_for > 150, "{looked_for}");
}

#[test]
fn documents_say_what_is_true_of_their_run_and_nothing_else() {
    colored::control::set_override(false);
    let mut counts = truth::Counts::new();
    // The checks know no readings; `tests/judging/readings.rs` has those.
    for (name, garden) in garden::every_run().into_iter().filter(|(name, _)| !name.starts_with("low sun")) {
        garden.look(|findings, documents| {
            truth::check(name, findings, documents, &mut counts);
            if findings.gaps.is_empty() {
                truth::check_terminal(name, findings, &terminal::verify(findings, false, true), &mut counts);
            }
        });
    }
    truth::assert_both(&counts);
}

#[test]
fn the_hash_is_that_of_the_rulebook_and_of_nothing_else() {
    let hash = |garden: Garden| garden.look(|findings, _| findings.suite.book.hash("garden"));
    assert_eq!(hash(Garden::new()), hash(Garden::new().without_switches()));
    assert_ne!(hash(Garden::new()), hash(Garden::new().with_weeds()), "it has more rules");
    let summary = |garden: Garden| garden.look(|_, documents| documents["SUMMARY.md"].clone());
    assert_eq!(summary(Garden::new()), summary(Garden::new()), "two runs write the same bytes");
}

#[test]
fn nothing_is_said_about_mutants_that_were_not_run() {
    let words = ["**With `", "turning it off", "one by one.", "so that it fails without", "add a switch", "proven"];
    let healthy = Garden::new().documents();
    assert!(words[..1].iter().all(|words| healthy.contains(words)), "{healthy}");
    for garden in [Garden::new().without(&["rose"]), Garden::new().without_switches()] {
        let documents = garden.documents();
        for words in words {
            assert!(!documents.contains(words), "`{words}` is in\n{documents}");
        }
    }
}
