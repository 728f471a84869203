//! The three kinds of addresses, in every place that accepts one.

use super::project_copy::Copy;

const RULES: &str = "# Rules\nTIES: A tie goes to the Aggressor. Nobody draws.\nThe winner gains 2 spice.\nTWICE: One thing.\nTWICE: Another thing.\n";

fn game(cite: &str, quote: &str) -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    copy.write("rules/dune/r.md", RULES);
    let claim = format!("  - cite: {cite}   # stays\n    quote: {quote}\n    then: {{events: [battle_won]}}\n");
    copy.write("scenarios/dune/a/s.yaml", &format!("scenario: S\ngame: dune\ngiven: {{}}\nwhen: []\nclaims:\n{claim}"));
    copy
}

fn clauses(copy: &Copy) -> Vec<String> {
    copy.suite().scenarios[0].claims[0].clauses.iter().map(ToString::to_string).collect()
}

#[test]
fn a_citation_has_a_line_a_name_or_the_file_alone() {
    for cite in ["dune/r.md:2", "dune/r.md#TIES", "dune/r.md#ties", "dune/r.md", "\"dune/r.md#TIES\""] {
        assert_eq!(clauses(&game(cite, "Nobody draws")), ["dune/r.md:2.2"], "{cite}");
    }
    assert_eq!(clauses(&game("dune/r.md#TWICE", "Another thing")), ["dune/r.md:5.1"]);
    // A scenario with a wrong citation does not run; the others do.
    assert!(game("dune/r.md", "thing").suite().scenarios.is_empty());
    game("dune/r.md", "thing").run(&["lint"]).exits(3).says("the quote is ambiguous");
    game("dune/r.md#TEIS", "moon").run(&["lint"]).exits(3).says("no rule of `dune/r.md` has the name `TEIS`");
    // The rule exists; only the quote is wrong.
    let misquoted = game("dune/r.md#TIES", "moon").run(&["lint"]).exits(3);
    misquoted.says("the quote is neither at `dune/r.md#TIES` nor elsewhere").says("that rule is: TIES:");
}

#[test]
fn a_rule_is_picked_by_each_of_them() {
    let copy = Copy::shipped();
    for rule in ["dune/battle.md:19", "dune/battle.md#NO TIES", "dune/battle.md#NO TIES.1"] {
        copy.run(&["explain", rule]).exits(0).says("dune/battle.md:19.1").does_not_say("dune/battle.md:20.1");
        copy.run(&["verify", "--rule", rule]).exits(0);
    }
    copy.run(&["explain", "cotulenh/terrain.md"]).exits(0).says("cotulenh/terrain.md:4.1").says("terrain.md:10");
    copy.run(&["explain", "dune/battle.md#NO TEIS"]).exits(5).says("did you mean `NO TIES`?");
    copy.run(&["verify", "--rule", "dune/battle.md#ALLIANCE"]).exits(5).says("is ambiguous: lines");
}

#[test]
fn new_prefers_the_name_and_finds_a_clause_by_its_words() {
    let copy = game("dune/r.md", "Nobody draws");
    copy.run(&["new", "dune/r.md:2.2", "--stdout"]).exits(0).says("cite: dune/r.md#TIES\n").says("Nobody draws.");
    copy.run(&["new", "dune/r.md", "--quote", "gains 2", "--stdout"]).exits(0).says("cite: dune/r.md:3\n");
    copy.run(&["new", "dune/r.md#TWICE", "--quote", "another", "--stdout"]).exits(0).says("cite: dune/r.md:5\n");
    copy.run(&["new", "dune/r.md", "--stdout"]).exits(2).says("is a whole file");
}

#[test]
fn a_catalog_row_takes_names_and_quotes() {
    let copy = game("dune/r.md", "Nobody draws");
    let rows = "[dune/r.md#TIES, {cite: dune/r.md, quote: Another thing}]";
    let catalog = format!("categories: [All]\nrules:\n  - {{rule: 1, title: T, category: All, lines: {rows}}}\n");
    copy.write("rules/dune/catalog.yaml", &catalog);
    let lines: Vec<String> = copy.suite().catalog[0].lines.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["dune/r.md:2", "dune/r.md:5"]);
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit("rules/dune/r.md", |lines| lines.insert(1, "A new line.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(copy.read("rules/dune/catalog.yaml"), catalog, "stable addresses stay as they are");
    copy.write("rules/dune/catalog.yaml", &catalog.replace("Another", "An other"));
    copy.run(&["lint"]).exits(3).says("the quote is not in `dune/r.md`");
}

#[test]
fn a_row_whose_lines_say_something_else_than_the_lock_is_refused() {
    let copy = game("dune/r.md", "Nobody draws");
    copy.write(
        "rules/dune/catalog.yaml",
        "categories: [All]\nrules:\n  - rule: 1\n    title: T\n    category: All\n    lines:\n      - dune/r.md:2-3\n",
    );
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit("rules/dune/r.md", |lines| lines.insert(2, "OTHERS: A line of somebody else.".to_owned()));
    copy.edit("rules/dune/r.md", |lines| lines.swap(2, 4));
    copy.run(&["lint"]).exits(3).says("1 address has to be rewritten");
    copy.run(&["errata", "--fix"]).exits(0);
    assert!(
        copy.read("rules/dune/catalog.yaml").ends_with("    lines:\n      - dune/r.md#TIES\n      - dune/r.md:4\n")
    );
}

#[test]
fn a_gap_is_followed_in_the_project_file() {
    let copy = game("dune/r.md", "gains 2 spice");
    let project = |clause: &str| {
        format!(
            "games:\n  dune: {{engine: dune}}\nengines:\n  dune:\n    gaps:\n      - clause: {clause}\n        reason: known\n        until: 2099-01-01\n"
        )
    };
    copy.write("truthsayer.yaml", &project("dune/r.md:3.1 # mine"));
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit("rules/dune/r.md", |lines| lines.insert(1, "A new line.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(copy.read("truthsayer.yaml"), project("dune/r.md:4.1 # mine"));
}

#[test]
fn without_a_lock_quotes_are_followed_and_lint_suggests_one() {
    let copy = game("dune/r.md:4", "Nobody draws");
    copy.run(&["lint"]).says("the quote has moved from `dune/r.md:4` to `dune/r.md#TIES`").says("has no lock");
    copy.run(&["errata"]).exits(0).says("`truthsayer errata --fix` writes one");
    copy.run(&["errata", "--fix"]).exits(0).says("fixed scenarios/dune/a/s.yaml");
    assert!(copy.read("scenarios/dune/a/s.yaml").contains("cite: dune/r.md#TIES   # stays\n"));
    copy.run(&["lint"]).does_not_say("has no lock");
}

#[test]
fn an_address_that_happens_to_fit_elsewhere_is_followed_by_the_lock() {
    let copy = game("dune/r.md:4", "thing");
    copy.run(&["errata", "--fix"]).exits(0);
    // Line 5 now has the text of line 4, and the quote is on both.
    copy.edit("rules/dune/r.md", |lines| lines.insert(2, "No thing at all.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    assert!(copy.read("scenarios/dune/a/s.yaml").contains("cite: dune/r.md:5 "));
}

#[test]
fn rows_of_a_table_are_followed_where_they_stand() {
    let copy = game("dune/r.md:${line}", "\"${quote}\"");
    let table = "examples:\n  - {line: 2, quote: Nobody draws}\n  - {line: 3, quote: gains 2}\n";
    let scenario = copy.read("scenarios/dune/a/s.yaml");
    copy.write("scenarios/dune/a/s.yaml", &format!("{scenario}{table}"));
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit("rules/dune/r.md", |lines| lines.insert(1, "A new line.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    let moved = table.replace("line: 3", "line: 4").replace("line: 2", "line: 3");
    assert_eq!(copy.read("scenarios/dune/a/s.yaml"), format!("{scenario}{moved}"));
}
