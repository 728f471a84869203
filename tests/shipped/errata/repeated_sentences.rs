//! Sentences that the rulebook says more than once: each citation follows its own copy, or the repair asks.

use super::project_copy::Copy;

const RULES: &str = "rules/dune/r.md";
const COPIED: &str = "Identifiers must comprise only letters.";

/// A rulebook with one rule per line and the same sentence on two lines, and a claim on each copy.
fn two_copies() -> Copy {
    copies(&[
        "A name is given once and kept.",
        "A pre-release follows the name after a hyphen. Identifiers must comprise only letters. It comes before the release.",
        "Build metadata is added after a plus sign. Identifiers must comprise only letters. It is ignored in every order.",
        "The order of two names is that of their letters.",
    ])
}

fn copies(lines: &[&str]) -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    write(&copy, lines);
    let cited = lines.iter().enumerate().filter(|(_, line)| line.contains(COPIED));
    for (number, (at, _)) in cited.enumerate() {
        let claim =
            format!("  - cite: dune/r.md:{}\n    quote: {COPIED}\n    then: {{events: [battle_won]}}\n", at + 1);
        copy.write(
            &scenario(number),
            &format!("scenario: S{number}\ngame: dune\ngiven: {{}}\nwhen: []\nclaims:\n{claim}"),
        );
    }
    copy
}

fn write(copy: &Copy, lines: &[&str]) {
    copy.write(RULES, &(lines.join("\n") + "\n"));
}

fn scenario(number: usize) -> String {
    format!("scenarios/dune/a/s{number}.yaml")
}

fn cited(copy: &Copy, number: usize) -> String {
    let text = copy.read(&scenario(number));
    let line = text.lines().find_map(|line| line.trim().strip_prefix("- cite: ")).expect("a citation");
    line.to_owned()
}

/// Edits the rules after locking, repairs, and returns the citations of the two claims.
fn followed(edit: impl FnOnce(&mut Vec<String>)) -> [String; 2] {
    let copy = two_copies();
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit(RULES, edit);
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
    [cited(&copy, 0), cited(&copy, 1)]
}

fn lines(first: usize, second: usize) -> [String; 2] {
    [format!("dune/r.md:{first}"), format!("dune/r.md:{second}")]
}

#[test]
fn each_copy_is_followed_with_its_paragraph() {
    let new = || "A rule that nobody has read before.".to_owned();
    assert_eq!(followed(|rules| rules.insert(0, new())), lines(3, 4));
    assert_eq!(followed(|rules| rules.insert(2, new())), lines(2, 4));
    assert_eq!(followed(|rules| rules.insert(3, new())), lines(2, 3));
    assert_eq!(followed(|rules| rules.swap(1, 2)), lines(3, 2));
    assert_eq!(followed(|rules| rules.swap(0, 2)), lines(2, 1));
    let copied = |rules: &mut Vec<String>| rules.insert(4, format!("Anything else is a comment. {COPIED}"));
    assert_eq!(followed(copied), lines(2, 3));
    let copied_first = |rules: &mut Vec<String>| rules.insert(0, format!("Anything else is a comment. {COPIED}"));
    assert_eq!(followed(copied_first), lines(3, 4));
}

#[test]
fn paragraphs_that_were_swapped_and_edited_keep_their_citations() {
    let swapped = followed(|rules| {
        rules.swap(1, 2);
        rules[1] = rules[1].replace("every order", "any order");
        rules[2] = rules[2].replace("a hyphen", "one hyphen");
    });
    assert_eq!(swapped, lines(3, 2));
}

#[test]
fn a_section_takes_its_copy_with_it() {
    let copy = copies(&["# One", COPIED, "# Two", COPIED]);
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &["# New", COPIED, "# Two", COPIED, "# One", COPIED]);
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!([cited(&copy, 0), cited(&copy, 1)], lines(6, 4));
}

#[test]
fn a_copy_in_another_file_is_another_rule() {
    let copy = copies(&["A name is given once.", COPIED]);
    copy.write("rules/dune/s.md", "Quite another text begins here.\n");
    copy.run(&["errata", "--fix"]).exits(0);
    copy.write("rules/dune/a.md", &format!("A copy in a file that comes first.\n{COPIED}\n"));
    copy.edit(RULES, |rules| rules.insert(0, "A rule that nobody has read before.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(cited(&copy, 0), "dune/r.md:3");
}

#[test]
fn copies_between_the_same_lines_keep_their_order() {
    let copy = copies(&["First of all.", COPIED, "In between.", COPIED, "Last of all."]);
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &["A rule that nobody has read before.", "First of all.", COPIED, COPIED, "Last of all."]);
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!([cited(&copy, 0), cited(&copy, 1)], lines(3, 4));
}

#[test]
fn a_copy_that_is_gone_is_not_the_other_one() {
    for gone in [1, 2] {
        let copy = two_copies();
        copy.run(&["errata", "--fix"]).exits(0);
        copy.edit(RULES, |rules| rules[gone] = rules[gone].replace(&format!("{COPIED} "), ""));
        let repair = copy.run(&["errata", "--fix"]).exits(3).says("no longer exists, but is still used here");
        repair.says(&scenario(gone - 1)).does_not_say(&scenario(2 - gone));
        assert_eq!([cited(&copy, 0), cited(&copy, 1)], lines(2, 3));
    }
}

/// The edited lines after which the repair must ask about the first citation.
#[track_caller]
fn asks(before: &[&str], after: &[&str], candidates: &str) -> Copy {
    let copy = copies(before);
    copy.run(&["errata", "--fix"]).exits(0);
    let lock = copy.read("rules/dune/rules.lock");
    let was = cited(&copy, 0);
    write(&copy, after);
    copy.run(&["lint"]).exits(3).says("the quote is ambiguous").says(&format!("it occurs at {candidates}\n"));
    let repair = copy.run(&["errata", "--fix"]).exits(3).says("is ambiguous: the rule has several copies");
    repair.says(&format!("it occurs at {candidates}\n")).says("truthsayer errata --accept dune/r.md:");
    assert_eq!(cited(&copy, 0), was);
    assert_eq!(copy.read("rules/dune/rules.lock"), lock, "nothing is recorded before it is decided");
    copy
}

#[test]
fn a_repair_that_cannot_know_the_copy_asks() {
    let (first, last) = ("First of all.", "Last of all.");
    asks(&[first, COPIED, last], &[first, COPIED, COPIED, last], "dune/r.md:2.1, dune/r.md:3.1");
    asks(&[first, COPIED, "In between.", COPIED, last], &[first, COPIED, last], "dune/r.md:2.1");
    let (one, two) = ("One stands here.", "Two stands there.");
    asks(&[one, COPIED, two, COPIED, last], &[one, COPIED, last, COPIED, two], "dune/r.md:2.1, dune/r.md:4.1");
    let moved = ["Something else. ", COPIED].concat();
    asks(&[&[COPIED, " It ends here."].concat(), &moved], &[&moved, "It ends here.", COPIED], "dune/r.md:3.1");
}

#[test]
fn a_person_decides_by_citing_the_copy_and_accepting_it() {
    let (first, last) = ("First of all.", "Last of all.");
    let copy = asks(&[first, COPIED, last], &[first, COPIED, COPIED, last], "dune/r.md:2.1, dune/r.md:3.1");
    copy.write(&scenario(0), &copy.read(&scenario(0)).replace("r.md:2", "r.md:3"));
    copy.run(&["errata", "--accept", "dune/r.md:3", "--reason", "the second one"]).exits(0);
    assert_eq!(cited(&copy, 0), "dune/r.md:3");
    copy.run(&["errata"]).exits(0).says("has not changed since its last review");
    // A citation that keeps its address can be accepted without an edit.
    let copy = asks(&[first, COPIED, last], &[first, COPIED, COPIED, last], "dune/r.md:2.1, dune/r.md:3.1");
    copy.run(&["errata", "--accept", "dune/r.md:3", "--reason", "not this one"]).exits(3);
    copy.run(&["errata", "--accept", "--all", "--reason", "the first one"]).exits(0);
    assert_eq!(cited(&copy, 0), "dune/r.md:2");
}

#[test]
fn more_quoted_words_distinguish_copies() {
    let (first, last) = ("First of all.", "Last of all.");
    let copy = copies(&[first, COPIED, last]);
    copy.write(
        &scenario(0),
        &copy.read(&scenario(0)).replace("r.md:2", "r.md:2-3").replace("only letters.", "only letters. Last of all."),
    );
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &[first, COPIED, COPIED, last]);
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(cited(&copy, 0), "dune/r.md:3-4");
}

#[test]
fn an_address_without_a_quote_asks_too() {
    let copy = copies(&["First of all.", "A rule.", "Last of all."]);
    let project = "games:\n  dune: {engine: dune}\nengines:\n  dune:\n    gaps:\n      - clause: dune/r.md:2.1\n        reason: known\n        until: 2099-01-01\n";
    copy.write("truthsayer.yaml", project);
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &["First of all.", "A rule.", "A rule.", "Last of all."]);
    copy.run(&["errata", "--fix"])
        .exits(3)
        .says("truthsayer.yaml:6")
        .says("it occurs at dune/r.md:2.1, dune/r.md:3.1\n");
    copy.run(&["errata", "--accept", "dune/r.md:2", "--reason", "the first"]).exits(0);
    assert_eq!(copy.read("truthsayer.yaml"), project);
}

#[test]
fn without_a_lock_nothing_is_guessed() {
    let copy = two_copies();
    copy.edit(RULES, |rules| rules.insert(0, "A rule that nobody has read before.".to_owned()));
    copy.run(&["errata", "--fix"])
        .exits(3)
        .says("`dune/r.md:2` is ambiguous: the rule has several copies")
        .says("r.md:3, dune/r.md:4");
    // One copy is left, and another claim cites it, so there may have been two.
    let copy = two_copies();
    copy.edit(RULES, |rules| rules[1] = rules[1].replace(COPIED, ""));
    let repair = copy.run(&["errata", "--fix"]).exits(3);
    repair.says("`dune/r.md:2` has moved to `dune/r.md:3`, or it cited a copy that was removed").says(&scenario(1));
    assert_eq!([cited(&copy, 0), cited(&copy, 1)], lines(2, 3));
}

#[test]
fn the_last_rule_of_a_file_does_not_become_the_first_of_the_next() {
    let copy = copies(&["First of all.", "Between them is this rule.", COPIED]);
    copy.write("rules/dune/s.md", "Quite another text begins here.\nIt ends at once.\n");
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &["First of all.", "Between them is this rule."]);
    copy.write("rules/dune/s.md", "Quite another text starts now.\nIt ends at once.\n");
    copy.run(&["errata", "--fix"]).exits(3).says("no longer exists, but is still used here");
    assert_eq!(cited(&copy, 0), "dune/r.md:3");
}

#[test]
fn a_rule_that_is_gone_does_not_become_a_new_one_under_the_next_heading() {
    let copy = copies(&["# One", "First of all.", COPIED, "# Two", "Last of all."]);
    copy.run(&["errata", "--fix"]).exits(0);
    write(&copy, &["# One", "First of all.", "# Two", "Quite another text begins here.", "Last of all."]);
    copy.run(&["errata"]).exits(1).says("removed dune/r.md:3").says("added dune/r.md:4").does_not_say("reworded");
    copy.run(&["errata", "--fix"]).exits(3).says("no longer exists, but is still used here");
    // A copy with other words is not cited for the old words.
    write(&copy, &["# One", "First of all.", "Quite another text begins here.", "# Two", "Last of all."]);
    copy.run(&["lint"]).exits(3).says("the rule at `dune/r.md:3` no longer exists");
    copy.run(&["errata", "--fix"]).exits(3).says("no longer exists, but is still used here");
}
