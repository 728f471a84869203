//! Checks every sentence that a document can contain: some run makes it true and prints it, and another run makes it
//! false and does not.

mod expected_sentences;
mod literals;
mod sample_suite;

use std::collections::BTreeSet;

use self::sample_suite::Garden;
use truthsayer::report::terminal;

/// The files with the sentences of documents, and where these begin in a file with other texts.
const SOURCES: &[(&str, &str)] = &[
    ("src/report/markdown/rule_report.rs", "/// The whole report."),
    ("src/report/markdown/rule_report/cause.rs", ""),
    ("src/report/markdown/rule_report/clause_table.rs", ""),
    ("src/report/markdown/rule_report/code_path.rs", ""),
    ("src/report/markdown/rule_report/edge_cases.rs", ""),
    ("src/report/markdown/rule_report/example.rs", ""),
    ("src/report/markdown/rule_report/mismatch.rs", ""),
    ("src/report/markdown/rule_report/problem.rs", ""),
    ("src/report/markdown/rule_report/run_text.rs", ""),
    ("src/report/markdown/rule_report/scope.rs", ""),
    ("src/report/markdown/rule_report/switch_lines.rs", ""),
    ("src/report/markdown/rule_report/verdict.rs", ""),
    ("src/report/markdown/rule_report/weak_evidence.rs", ""),
    ("src/report/markdown/report_folder.rs", "/// The index of one game."),
    ("src/report/markdown/report_folder/headline.rs", ""),
    ("src/report/markdown/report_folder/summary.rs", ""),
    ("src/report/text/expectation.rs", ""),
    ("src/report/text/next_step.rs", "/// The step that makes a switch prove its clause"),
    ("src/report/text/cause.rs", "/// How many of the expectations that depend on the cause fail"),
    ("crates/oracle/src/evidence/cause.rs", ""),
    ("crates/oracle/src/evidence/proof/question.rs", ""),
    ("crates/oracle/src/evidence/proof/other_switches.rs", ""),
    ("crates/oracle/src/evidence/rule_status.rs", ""),
];

/// Words in every set of documents: headings, table headers, and the name of the writer.
const FIXED: &[&str] = &[
    "# Rule",
    "# Verification Summary",
    "# Verification of",
    "## By category",
    "## Clauses",
    "## Excluded clauses",
    "## Recommendations",
    "## Totals",
    "## What is wrong",
    "## What to do first",
    "**Claims**: how many claims on the clause pass.",
    "- **Category:**",
    "- **Related:**",
    "- **Source:**",
    ". Written by `truthsayer report`, like the summary of all games, [SUMMARY.md](../SUMMARY.md), and the HTML report `index.html`.",
    "<sub>Written by `truthsayer report`. Do not edit: change a rule, a scenario or the engine and run it again.</sub>",
    "Implemented in",
    "Rule text",
    "Scenarios ran on",
    "Written by `truthsayer report` from a run of",
    "ran on",
    "rules violated",
    "the engine",
    "… violated",
    "… pass",
    "… pass, but drift from their golden",
    "… fail",
];

/// Sentences that no sample suite produces. The first needs a cause that some claims confirm and most contradict. The
/// others need a clause that holds under its own reading and fails only under another one.
const NOT_GROWN: &[&str] = &[
    "done differently",
    "add a claim, under the reading that the clause is graded under, that fails with",
    "no claim under its own reading fails without it",
];

#[test]
fn every_sentence_of_the_source_is_in_some_documents_and_not_in_others() {
    let runs: Vec<String> =
        sample_suite::every_run().into_iter().map(|(_, garden)| literals::plain(&garden.documents())).collect();
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
    let mut counts = expected_sentences::Counts::new();
    // The checks cover neither readings (`tests/judging/readings.rs` does) nor limits.
    let is_checked = |name: &str| !name.starts_with("low sun") && !["jungle", "reasons"].contains(&name);
    for (name, garden) in sample_suite::every_run().into_iter().filter(|(name, _)| is_checked(name)) {
        garden.look(|findings, documents| {
            expected_sentences::check(name, findings, documents, &mut counts);
            if findings.gaps.is_empty() {
                expected_sentences::check_terminal(
                    name,
                    findings,
                    &terminal::verify(findings, false, true),
                    &mut counts,
                );
            }
        });
    }
    expected_sentences::assert_both(&counts);
}

#[test]
fn no_report_is_longer_than_400_lines_and_each_says_how_much_it_leaves_out() {
    for (name, garden) in sample_suite::every_run() {
        garden.look(|_, documents| {
            for (path, text) in documents {
                assert!(text.lines().count() <= 400, "{name}: {path} has {} lines", text.lines().count());
            }
            if name != "jungle" {
                return;
            }
            let jungle = &documents["garden/rule-02-jungle.md"];
            let rows = jungle.lines().filter(|line| line.contains("| [2.")).count();
            assert!(
                jungle.contains(&format!("\n{} more clauses: `truthsayer coverage --rule ", 160 - rows)),
                "{jungle}"
            );
            let examples = jungle.matches("</summary>\n\n- **Scenario:**").count();
            assert!(jungle.contains(&format!("\n{} more examples: `truthsayer verify -v", 60 - examples)), "{jungle}");
            let scenarios = jungle.lines().filter(|line| line.starts_with("  - ")).count();
            assert!(
                jungle.contains(&format!("\n- {} more scenarios: `truthsayer verify -v", 61 - scenarios)),
                "{jungle}"
            );
            assert!(rows == 150 && examples > 5 && scenarios > 20, "{rows} {examples} {scenarios}");
        });
    }
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
fn documents_do_not_mention_mutants_that_did_not_run() {
    let words = [
        "**With `",
        "Fail without it",
        "off in turn.",
        "so that it fails without",
        "add a switch",
        "proven",
        "judged with the clause off",
    ];
    let healthy = Garden::new().documents();
    assert!(words[..3].iter().all(|words| healthy.contains(words)), "{healthy}");
    for garden in [Garden::new().without(&["rose"]), Garden::new().without_switches()] {
        let documents = garden.documents();
        for words in words {
            assert!(!documents.contains(words), "`{words}` is in\n{documents}");
        }
    }
}
