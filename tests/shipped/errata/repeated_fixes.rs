//! Repeated repairs: the reviewed words of an unaccepted clause are kept through every later change.

use super::project_copy::Copy;

const RULES: &str = "rules/dune/r.md";
const LOCK: &str = "rules/dune/rules.lock";

/// A small locked rulebook whose second line was reworded after the lock.
fn reworded(claim: &str, words: &str) -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    copy.write(RULES, "# Rules\nA tie goes to the Aggressor. Nobody draws.\nThe winner gains 2 spice.\n");
    let claim = format!("  - {claim}\n    then: {{events: [battle_won]}}\n");
    copy.write("scenarios/dune/a/s.yaml", &format!("scenario: S\ngame: dune\ngiven: {{}}\nwhen: []\nclaims:\n{claim}"));
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit(RULES, |lines| lines[1] = words.to_owned());
    copy.run(&["errata", "--fix"]).exits(0);
    copy
}

fn gains() -> &'static str {
    "cite: dune/r.md:3\n    quote: The winner gains 2 spice"
}

#[test]
fn words_are_kept_through_what_happens_to_their_line() {
    let copy = reworded(gains(), "A tie goes to nobody. Nobody draws.");
    let lock = copy.read(LOCK);
    assert!(lock.contains("- 1 A tie goes to the Aggressor.\n| A tie goes to nobody. Nobody draws.\n"), "{lock}");
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
    assert_eq!(copy.read(LOCK), lock);
    // The clause moves and is then reworded again: the first words are still the reviewed ones.
    copy.edit(RULES, |lines| lines.insert(1, "Something quite new stands first.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["errata"]).exits(1).says("reworded dune/r.md:3.1").says("was: A tie goes to the Aggressor.");
    copy.edit(RULES, |lines| lines[2] = "A tie goes to both. Nobody draws.".to_owned());
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["errata"]).exits(1).says("was: A tie goes to the Aggressor.").says("is:  A tie goes to both.");
    copy.run(&["errata", "--accept", "dune/r.md:3", "--reason", "read"]).exits(0);
    assert!(!copy.read(LOCK).contains("\n- "), "{}", copy.read(LOCK));
    copy.run(&["errata"]).exits(0).says("has not changed since its last review");
}

#[test]
fn reverted_words_are_not_a_change() {
    let other = "Whoever holds the high ground keeps it until dusk. Nobody draws.";
    let copy = reworded(gains(), other);
    copy.run(&["errata"]).exits(1);
    copy.edit(RULES, |lines| {
        lines[1] = "A tie goes to the Aggressor. Nobody draws.".to_owned();
        lines.insert(1, "Something quite new stands first.".to_owned());
    });
    copy.run(&["errata"]).exits(1).does_not_say("reworded");
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["errata"]).exits(0).says("has not changed since its last review");
}

#[test]
fn clauses_moved_to_their_own_lines_keep_their_reviewed_words() {
    let copy = reworded(gains(), "A tie goes to nobody; nobody draws.");
    copy.edit(RULES, |lines| lines[1] = "A tie goes to nobody.".to_owned());
    copy.edit(RULES, |lines| lines.insert(2, "Nobody draws.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    let lock = copy.read(LOCK);
    assert!(lock.contains("A tie goes to the Aggressor.\n| A tie goes to nobody.\n"), "{lock}");
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
}

#[test]
fn a_quote_of_unaccepted_words_is_followed() {
    let copy =
        reworded("cite: dune/r.md:3\n    quote: The winner gains 2 spice", "A tie goes to nobody. Nobody draws.");
    copy.write(
        "scenarios/dune/a/s.yaml",
        &copy
            .read("scenarios/dune/a/s.yaml")
            .replace("r.md:3", "r.md:2")
            .replace("The winner gains 2 spice", "goes to nobody"),
    );
    copy.run(&["verify"]).does_not_say("stands");
    copy.edit(RULES, |lines| {
        lines.insert(1, "A feint goes to nobody at all.".to_owned());
    });
    copy.run(&["errata", "--fix"]).exits(0);
    let scenario = copy.read("scenarios/dune/a/s.yaml");
    assert!(scenario.contains("cite: dune/r.md:3"), "{scenario}");
}

#[test]
fn old_words_without_their_line_or_clause_are_reported() {
    let copy = reworded(gains(), "A tie goes to nobody. Nobody draws.");
    let lock = copy.read(LOCK);
    let broken = |from: &str, to: &str, reported: &str| {
        assert!(lock.contains(from), "{lock}");
        copy.write(LOCK, &lock.replace(from, to));
        copy.run(&["lint"]).exits(3).says(reported);
        copy.run(&["errata", "--fix"]).exits(3).says(reported);
    };
    broken("- 1 A", "- 7 A", "has reviewed words of `dune/r.md:2.7`");
    broken("- 1 A", "- 1 B\n- 1 A", "duplicate reviewed words of this clause");
    broken("==> dune/r.md\n", "==> dune/r.md\n==> dune/r.md\n", "duplicate file in the lock");
    broken("==> dune/r.md\n", "==> dune/r.md\n==> chess/r.md\n", "a lock contains only the rule files of its own game");
    broken("- 1 A", "- one A", "reviewed words follow a dash and the number of their clause");
    broken("| A tie", "\n| A tie", "reviewed words must be followed by a rule line");
    broken("| The winner gains 2 spice.\n", "- 1 The end.\n", "reviewed words must be followed by a rule line");
}

#[test]
fn a_word_that_is_replaced_in_every_line_rewords_every_line() {
    let rules = |word: &str| -> String {
        (0..400).map(|number| format!("Rule {number}: the {word} player pays {number} spice and waits.\n")).collect()
    };
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    copy.write(RULES, &rules("first"));
    copy.run(&["errata", "--fix"]);
    copy.write(RULES, &rules("second"));
    let reported = copy.run(&["errata"]).text;
    assert_eq!((reported.matches("reworded dune").count(), reported.matches("removed").count()), (400, 0));
    copy.write(RULES, &("A line that is new.\n".repeat(3) + &rules("second")));
    let reported = copy.run(&["errata"]).text;
    assert_eq!((reported.matches("reworded dune").count(), reported.matches("removed").count()), (400, 0));
}

/// Changes a rulebook several times, with a repair after each change. Returns the reviewed words in the lock.
fn one_after_the_other(rules: &[&str]) -> Vec<String> {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    for rules in rules {
        copy.write(RULES, &format!("# Rules\n{rules}\nThe winner gains 2 spice.\n"));
        copy.run(&["errata", "--fix"]);
        let lock = copy.read(LOCK);
        copy.run(&["errata", "--fix"]).says("nothing to repair");
        assert_eq!(copy.read(LOCK), lock);
    }
    copy.read(LOCK).lines().filter(|line| line.starts_with("- ")).map(str::to_owned).collect()
}

#[test]
fn a_capital_letter_that_makes_a_sentence_loses_no_words() {
    let (first, second) =
        ("LIMIT: Take three at once. Nobody passes twice.", "LIMIT: Take three at once. Nobody passes once.");
    let joined = "LIMIT: Take three at once. nobody passes once.";
    assert_eq!(one_after_the_other(&[first, second]), ["- 2 Nobody passes twice."]);
    assert_eq!(one_after_the_other(&[first, second, joined]), ["- 1 Take three at once. Nobody passes twice."]);
    assert!(!one_after_the_other(&[first, second, joined, second]).is_empty());
    assert_eq!(one_after_the_other(&[first, second, joined, second, first]), Vec::<String>::new());
}

#[test]
fn a_sentence_that_is_split_and_joined_again_keeps_its_reviewed_words() {
    let (first, second) =
        ("A tie goes to the Aggressor and nobody draws.", "A tie goes to the Defender and nobody draws.");
    let cut = "A tie goes to the Defender\nand nobody draws.";
    let old = "- 1 A tie goes to the Aggressor and nobody draws.";
    assert_eq!(one_after_the_other(&[first, second, cut]), [old, old]);
    assert_eq!(one_after_the_other(&[first, second, cut, second]), [old]);
    assert_eq!(one_after_the_other(&[first, second, cut, second, first]), Vec::<String>::new());
    let cut_back = "A tie goes to the Aggressor\nand nobody draws.";
    assert_eq!(one_after_the_other(&[first, second, cut, cut_back]), Vec::<String>::new());
}

#[test]
fn lines_with_the_same_name_are_the_same_rule() {
    let first =
        "LIMIT: Nobody takes more than three stones at once.\nEMPTY: No player removes more pieces than there are.";
    let other = "LIMIT: Ten is the most that anybody might lift.\nEMPTY: Five pebbles have to remain always.";
    let old = ["- 1 Nobody takes more than three stones at once.", "- 1 No player removes more pieces than there are."];
    assert_eq!(one_after_the_other(&[first, other]), old);
}

#[test]
fn joined_and_reworded_clauses_keep_the_reviewed_words_of_both() {
    let first = "LIMIT: Nobody takes more than three stones. Nobody passes twice.";
    let second = "LIMIT: Nobody takes more than three stones. Nobody passes once.";
    let joined = "LIMIT: Nobody takes more than four stones, and nobody passes once.";
    let old = "Nobody takes more than three stones. Nobody passes twice.";
    assert_eq!(one_after_the_other(&[first, second, joined]), [format!("- 1 {old}")]);
    assert_eq!(one_after_the_other(&[first, second, joined, second]), [format!("- 1 {old}"), format!("- 2 {old}")]);
    assert_eq!(one_after_the_other(&[first, second, joined, second, first]), Vec::<String>::new());
    assert_eq!(one_after_the_other(&[first, joined, first]), Vec::<String>::new());
    // A sentence unlike its neighbour counts as removed.
    assert_eq!(
        one_after_the_other(&[first, "LIMIT: Nobody takes more than four stones."]),
        ["- 1 Nobody takes more than three stones."]
    );
}
