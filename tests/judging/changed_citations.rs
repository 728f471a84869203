//! Citations of a rulebook that has changed since its review: by name, and of a whole file.

use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::citation::Resolution;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::rulebook::history::reviewed_rulebook::ReviewedRulebook;

const REVIEWED: &str = "They fight. The winner gains 2 spice.\nThe loser must leave.\nHe pays 3 spice at once.\n";

fn book(text: &str) -> Rulebook {
    let mut book = Rulebook::default();
    book.add("g/fight.md", SourceFile::new("rules/g/fight.md", text));
    book
}

/// A rulebook with this text now, and the text above when it was reviewed.
fn since(text: &str) -> Rulebook {
    let mut now = book(text);
    let past = ReviewedRulebook::of([&Lock::of(&book(REVIEWED), "g")], "rules", &now).expect("a change");
    now.remember(past);
    now
}

fn cite(address: &str, quote: &str) -> Citation {
    Citation::new(Address::parse(address).expect("an address"), quote)
}

/// Returns the resolution of a citation as text.
fn fate(book: &Rulebook, address: &str, quote: &str) -> String {
    let listed = |ids: &[truthsayer_oracle::rulebook::ClauseId]| -> String {
        ids.iter().map(|id| format!(" {}.{}", id.line, id.clause)).collect()
    };
    match cite(address, quote).resolve(book) {
        Resolution::Ok(clauses) => format!("ok{}", listed(&clauses)),
        Resolution::Moved(to) => format!("moved to {to}"),
        Resolution::Followed { to, clauses } => format!("followed to {to}{}", listed(&clauses)),
        Resolution::Ambiguous(places) => format!("ambiguous {}", places.join(" ")),
        Resolution::Changed(erratum) => format!("changed at {}", erratum.clause),
        Resolution::Lost => "lost".to_owned(),
    }
}

#[test]
fn a_quote_that_stood_on_its_line_is_followed_to_where_that_line_is_now() {
    let inserted = since(&format!("A new rule stands first.\n{REVIEWED}"));
    assert_eq!(fate(&inserted, "g/fight.md:2", "must leave"), "followed to g/fight.md:3 3.1");
    assert_eq!(fate(&inserted, "g/fight.md:1", "gains 2 spice"), "followed to g/fight.md:2 2.2");
    // These quotes are not on that line of the reviewed text, so they cite the new text.
    assert_eq!(fate(&inserted, "g/fight.md:1", "stands first"), "ok 1.1");
    assert_eq!(fate(&inserted, "g/fight.md:3", "must leave"), "ok 3.1");
}

#[test]
fn the_clause_that_was_meant_is_followed_although_the_words_stand_elsewhere_too() {
    let doubled = since(&format!("The loser must leave in another way.\n{REVIEWED}"));
    assert_eq!(fate(&doubled, "g/fight.md:2", "The loser must leave"), "followed to g/fight.md:3 3.1");
    // The quote is on the cited line, but in another clause than before.
    let swapped = since("They fight. The winner gains 2 spice.\nHe pays 3 spice at once.\nThe loser must leave.\n");
    assert_eq!(fate(&swapped, "g/fight.md:2", "must leave"), "followed to g/fight.md:3 3.1");
    let copied =
        REVIEWED.replace("The loser must leave.\n", "The loser must leave the house.\nThe loser must leave.\n");
    assert_eq!(fate(&since(&copied), "g/fight.md:2", "The loser must leave"), "followed to g/fight.md:3 3.1");
}

#[test]
fn a_quote_of_two_clauses_is_followed_with_both() {
    let inserted = since(&format!("A new rule stands first.\n{REVIEWED}"));
    assert_eq!(fate(&inserted, "g/fight.md:1", "They fight. The winner"), "followed to g/fight.md:2 2.1 2.2");
}

#[test]
fn changed_words_are_reported_and_a_removed_clause_is_lost() {
    let reworded = since(&REVIEWED.replace("gains 2 spice", "gains 4 spice"));
    assert_eq!(fate(&reworded, "g/fight.md:1", "gains 2 spice"), "changed at g/fight.md:1.2");
    assert_eq!(fate(&reworded, "g/fight.md:2", "must leave"), "ok 2.1");
    let gone = since("They fight. The winner gains 2 spice.\nHe pays 3 spice at once.\n");
    assert_eq!(fate(&gone, "g/fight.md:2", "The loser must leave"), "lost");
}

#[test]
fn words_that_changed_have_not_moved_to_another_rule_that_says_them_now() {
    let lent =
        format!("{}Whoever lends a card gains 2 spice for it.\n", REVIEWED.replace("gains 2 spice", "gains 4 spice"));
    assert_eq!(fate(&since(&lent), "g/fight.md:1", "gains 2 spice"), "changed at g/fight.md:1.2");
}

#[test]
fn the_first_of_two_changed_clauses_is_reported() {
    let reworded = since(&REVIEWED.replace("They fight. The winner gains 2", "They all fight. The winner gains 4"));
    assert_eq!(fate(&reworded, "g/fight.md:1", "They fight. The winner gains 2 spice"), "changed at g/fight.md:1.1");
}

#[test]
fn words_that_run_on_into_a_new_clause_stand_where_they_are_cited() {
    // The second clause moved away, and the quoted words now continue in a new clause.
    let moved = REVIEWED.replace("The winner gains 2 spice.", "The winner sits down and tells a long story.");
    let replaced = since(&format!("{moved}The winner gains 2 spice.\n"));
    assert_eq!(fate(&replaced, "g/fight.md:1", "They fight. The winner"), "ok 1.1 1.2");
}

#[test]
fn a_followed_citation_counts_for_its_clauses() {
    let inserted = since(&format!("A new rule stands first.\n{REVIEWED}"));
    let followed = cite("g/fight.md:2", "must leave");
    let clauses: Vec<String> = followed.clauses(&inserted).expect("clauses").iter().map(ToString::to_string).collect();
    assert_eq!(clauses, ["g/fight.md:3.1"]);
    let shown: Vec<usize> = followed.lines(&inserted).into_iter().map(|(_, line)| line.number).collect();
    assert_eq!(shown, [3]);
}

const NAMED: &str = "FIGHT: They fight. Both lose cards.\nPEACE: They talk. Both lose time.\nPEACE: They rest.\nThe loser\nmust leave.\n";

#[test]
fn a_name_or_the_file_alone_says_where_to_look() {
    let book = book(NAMED);
    assert_eq!(fate(&book, "g/fight.md#FIGHT", "lose cards"), "ok 1.2");
    assert_eq!(fate(&book, "g/fight.md#PEACE", "lose cards"), "moved to g/fight.md#FIGHT");
    assert_eq!(fate(&book, "g/fight.md", "lose time"), "ok 2.2");
    assert_eq!(fate(&book, "g/fight.md", "both lose"), "ambiguous g/fight.md:1.2 g/fight.md:2.2");
    // A quote may continue on the next line, in a file or a range, but not outside the cited lines.
    assert_eq!(fate(&book, "g/fight.md", "the loser must leave"), "ok 4.1 5.1");
    assert_eq!(fate(&book, "g/fight.md:4-5", "the loser must leave"), "ok 4.1 5.1");
    assert_ne!(fate(&book, "g/fight.md#PEACE", "the loser must leave"), "ok 4.1 5.1");
}

#[test]
fn a_quote_may_span_a_limited_number_of_lines() {
    let of_lines = |count: usize| {
        let text: String = (1..=count).map(|number| format!("word{number}\n")).collect();
        fate(&book(&text), &format!("g/fight.md:1-{count}"), "word1 word2")
    };
    assert_eq!(of_lines(2), "ok 1.1 2.1");
    assert_eq!(of_lines(100), "ok 1.1 2.1");
    assert!(!of_lines(101).starts_with("ok"));
    // The quote occurs twice in the range, so the citation is ambiguous.
    let twice = book("They rest at\nnight only.\nAll sleep at\nnight, too.\n");
    let places = "g/fight.md:1.1 g/fight.md:2.1 g/fight.md:3.1 g/fight.md:4.1";
    assert_eq!(fate(&twice, "g/fight.md:1-4", "at night"), format!("ambiguous {places}"));
}

#[test]
fn a_quote_is_looked_for_in_the_rules_of_its_own_game() {
    let mut both = book("They fight.\n");
    both.add("h/talk.md", SourceFile::new("rules/h/talk.md", "The loser must leave.\n"));
    assert!(!fate(&both, "g/fight.md:1", "must leave").starts_with("moved"), "what another game says is another rule");
    assert_eq!(fate(&both, "h/other.md:1", "must leave"), "moved to h/talk.md:1");
}

#[test]
fn the_lines_to_show_are_those_that_are_touched_or_else_those_that_are_cited() {
    let book = book(NAMED);
    let lines = |address: &str, quote: &str| -> Vec<usize> {
        cite(address, quote).lines(&book).into_iter().map(|(_, line)| line.number).collect()
    };
    assert_eq!(lines("g/fight.md:1-3", "They talk"), [2]);
    assert_eq!(lines("g/fight.md:4-5", "the loser must leave"), [4, 5]);
    assert_eq!(lines("g/fight.md:1-3", "the moon is cheese"), [1, 2, 3]);
    assert_eq!(lines("g/fight.md#PEACE", "the moon is cheese"), [2, 3]);
    assert_eq!(lines("g/fight.md", "the moon is cheese"), Vec::<usize>::new());
    assert_eq!(lines("g/gone.md:1", "the moon is cheese"), Vec::<usize>::new());
}

#[test]
fn a_citation_of_an_engine_counts_if_its_quote_is_unique() {
    let book = book(NAMED);
    let wherever = |address: &str, quote: &str| -> Option<Vec<String>> {
        let clauses = cite(address, quote).clauses_wherever(&book).ok()?;
        Some(clauses.iter().map(ToString::to_string).collect())
    };
    assert_eq!(wherever("g/fight.md:3", "lose cards"), Some(vec!["g/fight.md:1.2".to_owned()]));
    assert_eq!(wherever("g/fight.md:1", "lose cards"), Some(vec!["g/fight.md:1.2".to_owned()]));
    assert_eq!(wherever("g/fight.md:3", "both lose"), None);
    assert_eq!(wherever("g/fight.md:3", "the moon is cheese"), None);
}

#[test]
fn a_lost_quote_is_reported_by_the_kind_of_its_address() {
    let reported = |text: &str, address: &str| {
        let problem = cite(address, "the moon is cheese").clauses(&book(text)).expect_err("a problem");
        (problem.message.clone(), problem.help.clone())
    };
    let quote = vec!["the quote is: the moon is cheese".to_owned()];
    let none = "no rule of `g/fight.md` has the name `STORM`, and the quote does not occur";
    assert_eq!(reported(NAMED, "g/fight.md#STORM"), (none.to_owned(), quote.clone()));
    assert_eq!(reported(NAMED, "g/fight.md"), ("the quote is not in `g/fight.md`".to_owned(), quote));
    assert_eq!(reported("One line.\n", "g/fight.md:9").1, ["the file has one line"]);
    let gone = since("They fight. The winner gains 2 spice.\nHe pays 3 spice at once.\n");
    let problem = cite("g/fight.md:2", "The loser must leave").clauses(&gone).expect_err("a problem");
    assert_eq!(problem.message, "the rule at `g/fight.md:2` no longer exists");
    assert_eq!(problem.help, ["remove this citation, or cite the rule that applies now"]);
}
