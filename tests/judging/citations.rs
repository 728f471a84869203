//! Citations: how an address and a quote are resolved, and the messages if they are not.

use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::citation::Resolution;

const FIGHT: &str = "# Fights\nThey fight. The winner gains 2 spice.\n\nThe loser must leave.\nHe leaves at once. He pays 3 spice.\n<!-- a note -->\nNobody may pass.\n";
const PEACE: &str = "They talk. They talk.\nA tie goes to nobody.\nNobody may pass.\nAll talk is only talk.\n";

fn book() -> Rulebook {
    let mut book = Rulebook::default();
    book.add("g/fight.md", SourceFile::new("rules/g/fight.md", FIGHT));
    book.add("g/peace.md", SourceFile::new("rules/g/peace.md", PEACE));
    book
}

fn cite(address: &str, quote: &str) -> Citation {
    Citation::new(Address::parse(address).expect("an address"), quote)
}

fn resolve(address: &str, quote: &str) -> Resolution {
    cite(address, quote).resolve(&book())
}

#[track_caller]
fn clauses(address: &str, quote: &str) -> Vec<String> {
    match resolve(address, quote) {
        Resolution::Ok(clauses) => clauses.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn problem(address: &str, quote: &str) -> Problem {
    match cite(address, quote).clauses(&book()) {
        Err(problem) => *problem,
        Ok(clauses) => panic!("{clauses:?}"),
    }
}

fn id(file: &str, line: usize) -> ClauseId {
    ClauseId { file: file.into(), line, clause: 1 }
}

#[test]
fn an_address_holds_the_lines_from_its_first_to_its_last() {
    let lines = |address: Address| address.lines(&book()).expect("lines");
    let address = lines(Address::parse("g/fight.md:4-6").expect("an address"));
    let held: Vec<usize> = (1..9).filter(|line| address.holds(&id("g/fight.md", *line))).collect();
    assert_eq!(held, [4, 5, 6]);
    assert!(!address.holds(&id("g/peace.md", 5)));
    let one = lines(Address::line("g/fight.md", 4));
    let held: Vec<usize> = (1..9).filter(|line| one.holds(&id("g/fight.md", *line))).collect();
    assert_eq!(held, [4]);
}

#[test]
fn an_address_is_written_as_it_is_read() {
    for text in ["g/fight.md:4", "g/fight.md:4-6", "g/a:b.md:12"] {
        assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
    }
    assert_eq!(Address::parse("g/fight.md:4-4").map(|address| address.to_string()).as_deref(), Some("g/fight.md:4"));
    for wrong in ["g/fight.md:04", "g/fight.md:6-4", "g/fight.md:-4", "g/fight.md:4-", ":4", "g/fight.md:4-0"] {
        assert_eq!(Address::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_quote_stands_for_the_clauses_it_touches() {
    assert_eq!(clauses("g/fight.md:2", "gains 2 spice"), ["g/fight.md:2.2"]);
    assert_eq!(clauses("g/fight.md:2", "fight. The winner"), ["g/fight.md:2.1", "g/fight.md:2.2"]);
    assert_eq!(clauses("g/fight.md:1-7", "must leave"), ["g/fight.md:4.1"]);
}

#[test]
fn a_quote_at_the_cited_line_is_meant_there_although_it_stands_elsewhere_too() {
    assert_eq!(clauses("g/peace.md:3", "nobody may pass"), ["g/peace.md:3.1"]);
    assert_eq!(clauses("g/fight.md:7", "nobody may pass"), ["g/fight.md:7.1"]);
}

#[test]
fn a_quote_may_run_on_from_line_to_line_of_the_cited_range() {
    assert_eq!(clauses("g/fight.md:4-5", "must leave. He leaves"), ["g/fight.md:4.1", "g/fight.md:5.1"]);
    assert_eq!(
        clauses("g/fight.md:2-5", "gains 2 spice. The loser must leave. He leaves at once."),
        ["g/fight.md:2.2", "g/fight.md:4.1", "g/fight.md:5.1"]
    );
    assert_eq!(
        clauses("g/fight.md:4-5", "leave. He leaves at once. He"),
        ["g/fight.md:4.1", "g/fight.md:5.1", "g/fight.md:5.2"]
    );
    // Text outside the range is not searched.
    assert!(!matches!(resolve("g/fight.md:4", "must leave. He leaves"), Resolution::Ok(_)));
    assert!(!matches!(resolve("g/fight.md:2-4", "must leave. He leaves"), Resolution::Ok(_)));
}

#[test]
fn a_quote_that_stands_twice_in_the_cited_lines_is_ambiguous() {
    let twice = Resolution::Ambiguous(vec!["g/peace.md:1.1".to_owned(), "g/peace.md:1.2".to_owned()]);
    assert_eq!(resolve("g/peace.md:1", "they talk"), twice);
    // A quote that occurs twice in one clause is not ambiguous.
    assert_eq!(clauses("g/peace.md:4", "talk"), ["g/peace.md:4.1"]);
}

#[test]
fn a_quote_that_stands_once_elsewhere_has_moved() {
    assert_eq!(resolve("g/fight.md:4", "gains 2 spice"), Resolution::Moved(Address::line("g/fight.md", 2)));
    assert_eq!(resolve("g/fight.md:4", "a tie goes"), Resolution::Moved(Address::line("g/peace.md", 2)));
    assert_eq!(resolve("g/gone.md:4", "a tie goes"), Resolution::Moved(Address::line("g/peace.md", 2)));
}

#[test]
fn a_quote_over_several_lines_moves_like_any_other() {
    let range = Address::parse("g/fight.md:4-5").expect("an address");
    for address in ["g/fight.md:2", "g/fight.md:2-4", "g/peace.md:1-2", "g/gone.md:1-2"] {
        assert_eq!(resolve(address, "must leave. He leaves"), Resolution::Moved(range.clone()), "{address}");
    }
}

#[test]
fn a_quote_that_only_another_game_has_is_lost() {
    let mut both = book();
    both.add("h/other.md", SourceFile::new("rules/h/other.md", "Pawns walk\nstraight on. They fight.\n"));
    for quote in ["Pawns walk", "walk straight on"] {
        assert_eq!(cite("g/fight.md:2", quote).resolve(&both), Resolution::Lost);
        let problem = cite("g/fight.md:2", quote).clauses(&both).expect_err("a problem");
        assert_eq!(problem.kind, Kind::CitationLost);
        assert!(problem.help[0].starts_with("the quote is in the rulebook of another game, at `h/other.md:1"));
    }
    // A similar sentence in another game does not count as a change in this game.
    assert_eq!(cite("g/fight.md:2", "Pawns walk straight").resolve(&book()), Resolution::Lost);
}

#[test]
fn a_sentence_that_is_not_close_is_lost() {
    for address in ["g/fight.md:2", "g/fight.md:2-7", "g/fight.md", "g/fight.md:1", "g/peace.md:2"] {
        for quote in ["the moon is made of cheese", "The sky is 3 times as blue", "All of the 2 may go to a bank"] {
            assert_eq!(resolve(address, quote), Resolution::Lost, "{address} {quote}");
        }
    }
    let problem = problem("g/fight.md:2", "the moon is made of cheese");
    assert_eq!(problem.message, "the quote is neither at `g/fight.md:2` nor elsewhere in this rulebook");
    assert_eq!(problem.help, ["that line is: They fight. The winner gains 2 spice."]);
}

#[test]
fn a_changed_quote_of_two_sentences_is_compared_with_both() {
    let quote = "The loser must leave. He leaves at last.";
    let Resolution::Changed(erratum) = resolve("g/fight.md:4-5", quote) else { panic!("it has changed") };
    assert_eq!(erratum.clause, id("g/fight.md", 4));
    assert_eq!(erratum.marked(), "The loser must leave. He leaves at [-last.-] {+once.+}");
}

#[test]
fn a_quote_that_stands_elsewhere_several_times_is_ambiguous() {
    let both = vec!["g/fight.md:7".to_owned(), "g/peace.md:3".to_owned()];
    assert_eq!(resolve("g/fight.md:2", "nobody may pass"), Resolution::Ambiguous(both.clone()));
    assert_eq!(resolve("g/gone.md:2", "nobody may pass"), Resolution::Ambiguous(both));
}

#[test]
fn a_moved_quote_is_reported_with_both_addresses() {
    let problem = problem("g/fight.md:4", "gains 2 spice");
    assert_eq!(problem.kind, Kind::CitationMoved);
    assert_eq!(problem.message, "the quote has moved from `g/fight.md:4` to `g/fight.md:2`");
    assert_eq!(problem.help, ["the quote is: gains 2 spice", "`truthsayer errata --fix` rewrites the address"]);
}

#[test]
fn an_ambiguous_quote_is_reported_with_its_candidates() {
    let problem = problem("g/fight.md:2", "nobody may pass");
    assert_eq!(problem.kind, Kind::CitationAmbiguous);
    assert_eq!(problem.message, "the quote is ambiguous at `g/fight.md:2`");
    let places = "it occurs at g/fight.md:7, g/peace.md:3";
    assert_eq!(problem.help, [places, "quote more words, or cite the line that you mean"]);
}

#[test]
fn a_changed_rule_is_reported_with_its_class_and_both_wordings() {
    let problem = problem("g/fight.md:2", "gains 3 spice");
    assert_eq!(problem.kind, Kind::CitationChanged);
    assert_eq!(problem.message, "the quote is not in the rulebook; closest: a change of number at `g/fight.md:2.2`");
    let advice = "read the rule again: if the claim is still right, quote the new words";
    assert_eq!(problem.help, ["quoted → rule: gains [-3-] {+2+} spice.", advice]);
}

#[test]
fn a_file_that_is_not_there_is_reported_with_the_nearest_or_with_all() {
    let near = problem("g/figth.md:2", "the moon is cheese");
    assert_eq!((near.kind, near.message.as_str()), (Kind::CitationLost, "there is no rule file `g/figth.md`"));
    assert_eq!(near.help, ["did you mean `g/fight.md`?"]);
    let far = problem("elsewhere/completely.md:2", "the moon is cheese");
    assert_eq!(far.help, ["the rule files are: g/fight.md, g/peace.md"]);
}

#[test]
fn a_line_that_is_not_a_rule_is_reported_with_its_text() {
    let lost = |line: usize| problem(&format!("g/fight.md:{line}"), "the moon is cheese");
    let message = "`g/fight.md:1` is not a rule, and the quote occurs nowhere else";
    assert_eq!((lost(1).kind, lost(1).message.as_str()), (Kind::CitationLost, message));
    assert_eq!(lost(1).help, ["that line is a heading or a comment: # Fights"]);
    assert_eq!(lost(3).help, ["that line is blank"]);
    assert_eq!(lost(6).help, ["that line is a heading or a comment: <!-- a note -->"]);
    assert_eq!(lost(8).help, ["the file has 7 lines"]);
    // Surrounding white space does not count.
    let mut spaced = Rulebook::default();
    spaced.add("g/fight.md", SourceFile::new("rules/g/fight.md", "They fight.\n   \n  <!-- a note -->  \n"));
    let help = |line: usize| {
        let lost = cite(&format!("g/fight.md:{line}"), "the moon is cheese").clauses(&spaced).expect_err("a problem");
        lost.help
    };
    assert_eq!(help(2), ["that line is blank"]);
    assert_eq!(help(3), ["that line is a heading or a comment: <!-- a note -->"]);
}

#[test]
fn a_problem_points_at_the_address_or_at_the_quote() {
    let file = SourceFile::new("scenarios/g/one.yaml", "cite quote");
    let placed = |address: &str, quote: &str| {
        let places = (Some(Place::new(&file, 0, 4)), Some(Place::new(&file, 5, 10)));
        let citation = Citation { cite_place: places.0, quote_place: places.1, ..cite(address, quote) };
        let problem = citation.clauses(&book()).expect_err("a problem");
        let unplaced = cite(address, quote).clauses(&book()).expect_err("a problem");
        assert_eq!((&problem.message, &problem.help), (&unplaced.message, &unplaced.help), "wherever it stands");
        problem.place.map(|place| place.text().to_owned()).unwrap_or_default()
    };
    assert_eq!(placed("g/fight.md:4", "gains 2 spice"), "cite");
    assert_eq!(placed("g/fight.md:2", "nobody may pass"), "quote");
    assert_eq!(placed("g/fight.md:2", "gains 3 spice"), "quote");
    assert_eq!(placed("g/fight.md:99", "the moon is cheese"), "cite");
    assert_eq!(placed("g/gone.md:1", "the moon is cheese"), "cite");
    // A citation inside an engine has no position in a file.
    assert_eq!(problem("g/fight.md:4", "gains 2 spice").place, None);
}

#[test]
fn the_stretch_of_a_quote_is_where_its_words_stand_in_the_line() {
    let book = book();
    let line = book.line("g/fight.md", 2).expect("a rule");
    let stretch = cite("g/fight.md:2", "Winner  GAINS").stretch(line).expect("a stretch");
    assert_eq!(&line.text[stretch], "winner gains");
    assert_eq!(cite("g/fight.md:2", "nothing").stretch(line), None);
    let twice = book.line("g/peace.md", 4).expect("a rule");
    assert_eq!(cite("g/peace.md:4", "talk").stretch(twice), Some(4..8));
}
