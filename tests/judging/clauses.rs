//! Rule lines cut into clauses: at the end of a sentence, at `;`, around a parenthesised sentence, and nowhere else.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use truthsayer_oracle::rulebook::clause_split;

fn clauses(line: &str) -> Vec<&str> {
    clause_split::split(line).into_iter().map(|range| line[range].trim()).collect()
}

#[track_caller]
fn cut(line: &str, expected: &[&str]) {
    assert_eq!(clauses(line), expected, "{line}");
}

#[track_caller]
fn whole(line: &str) {
    cut(line, &[line]);
}

#[test]
fn a_point_an_exclamation_or_a_question_mark_ends_a_sentence() {
    cut("They fight. Who wins? The stronger! It ends.", &["They fight.", "Who wins?", "The stronger!", "It ends."]);
    cut("Who wins?! The stronger.", &["Who wins?!", "The stronger."]);
    cut("Who wins?… The stronger.", &["Who wins?…", "The stronger."]);
}

#[test]
fn white_space_after_a_clause_belongs_to_it() {
    let line = "One is here;  two is there.  Three is gone. ";
    let ranges = clause_split::split(line);
    let pieces: Vec<&str> = ranges.into_iter().map(|range| &line[range]).collect();
    assert_eq!(pieces, ["One is here;  ", "two is there.  ", "Three is gone. "]);
}

#[test]
fn a_sentence_continues_without_a_space_or_a_new_word() {
    whole("Pay 1.5 spice at dune.Example and go.");
    whole("Pay at 3.Then leave the board.");
    whole("They shout Stop! and go on.");
    for mark in [",", ";", ":", ".", ")"] {
        whole(&format!("They shout Stop! {mark}"));
    }
    for mark in [",", ":", ")"] {
        whole(&format!("They shout Stop! {mark} They go."));
    }
}

#[test]
fn a_sentence_may_begin_with_a_number_a_quote_a_bracket_or_emphasis() {
    cut("It ends. 2 spice are paid.", &["It ends.", "2 spice are paid."]);
    for opener in ["\"Then\"", "“Then”", "'Then'", "‘Then’", "(Then)", "[Then]", "*Then*", "_Then_"] {
        let second = format!("{opener} it begins.");
        cut(&format!("It ends. {second}"), &["It ends.", &second]);
        let lower = format!("It ends. {} it begins.", opener.to_lowercase());
        assert_eq!(clauses(&lower).len(), 1, "{lower}");
    }
}

#[test]
fn a_closing_mark_after_a_full_stop_belongs_to_the_sentence() {
    for closed in ["\"It ends.\"", "“It ends.”", "'It ends.'", "‘It ends.’", "[It ends.]", "*It ends.*", "_It ends._"]
    {
        cut(&format!("{closed} Then it begins."), &[closed, "Then it begins."]);
    }
    cut("It ends here (and there.) Then it begins.", &["It ends here (and there.)", "Then it begins."]);
    cut("**It ends.** **It begins.**", &["**It ends.**", "**It begins.**"]);
}

#[test]
fn straight_quotes_keep_sentences_and_semicolons_together() {
    whole("Call \"Stop; go. Now! Who? Me\" at once.");
    cut("Call \"Stop; go\" now; then wait.", &["Call \"Stop; go\" now;", "then wait."]);
    // After the quote, sentences end as usual.
    cut("Call \"Stop. Go\" now. Then wait.", &["Call \"Stop. Go\" now.", "Then wait."]);
}

#[test]
fn curly_quotes_keep_sentences_and_semicolons_together() {
    whole("Call “Stop; go. Now! Who? Me” at once.");
    cut("Call “Stop; go” now; then wait.", &["Call “Stop; go” now;", "then wait."]);
    cut("Call “Stop. Go” now. Then wait.", &["Call “Stop. Go” now.", "Then wait."]);
    cut("He says “Stop.” Then it ends; so be it.", &["He says “Stop.”", "Then it ends;", "so be it."]);
    // Another closing mark does not close the quote.
    whole("Call “Go *now.* Then stay” at once.");
    whole("Call “Go (or stay.) Then stay” at once.");
}

#[test]
fn a_quote_inside_a_quote_closes_with_the_sentence_it_ends() {
    cut("He says “She says “Stop.”” Then it ends.", &["He says “She says “Stop.””", "Then it ends."]);
    cut("He says “She says \"Stop.\"” Then it ends.", &["He says “She says \"Stop.\"”", "Then it ends."]);
}

#[test]
fn after_a_quoted_sentence_nothing_is_quoted_any_more() {
    cut("“Stop.” A is first; b is second. C is third.", &["“Stop.”", "A is first;", "b is second.", "C is third."]);
    cut("\"Stop.\" A is first; b is second.", &["\"Stop.\"", "A is first;", "b is second."]);
}

#[test]
fn a_single_straight_quote_is_not_a_quotation() {
    cut("A 5\" board is small; so be it. It is played.", &["A 5\" board is small;", "so be it.", "It is played."]);
    // Three quotation marks do not form pairs.
    cut("Call \"Stop\" on a 5\" board; go.", &["Call \"Stop\" on a 5\" board;", "go."]);
}

#[test]
fn a_semicolon_inside_a_parenthesis_cuts_nothing_and_after_it_does() {
    whole("A leader (first; second) dies.");
    cut("A leader (first; second) dies; so be it.", &["A leader (first; second) dies;", "so be it."]);
    whole("A leader (first (of all; or not) and; second) dies.");
    cut("A (b) c; d (e; f) g; h.", &["A (b) c;", "d (e; f) g;", "h."]);
}

#[test]
fn a_sentence_inside_a_parenthesis_does_not_end_the_one_around_it() {
    whole("Leaders stay (Chani first. Jamis second) until the end.");
    whole("Leaders stay (see line 3. And line 4. Or not) until the end.");
    whole("Leaders stay (some of them (as said.) Others not) until the end.");
}

#[test]
fn a_parenthesis_without_a_partner_holds_nothing() {
    cut("A leader ( dies; so be it. It ends.", &["A leader ( dies;", "so be it.", "It ends."]);
    cut("A leader ) dies; so be it. It ends.", &["A leader ) dies;", "so be it.", "It ends."]);
    cut("One (two; three. Four (five) six.", &["One (two;", "three.", "Four (five) six."]);
}

#[test]
fn a_parenthesised_sentence_is_a_clause_anywhere() {
    cut("(Nobody dies.) They stay.", &["(Nobody dies.)", "They stay."]);
    cut("They stay (Nobody dies.) They wait.", &["They stay", "(Nobody dies.)", "They wait."]);
    cut("They stay (Nobody dies!) They wait.", &["They stay", "(Nobody dies!)", "They wait."]);
    cut("They stay (Does nobody die?) They wait.", &["They stay", "(Does nobody die?)", "They wait."]);
    cut("They stay. (Nobody dies!)", &["They stay.", "(Nobody dies!)"]);
    cut("They stay. (Does nobody die?) They wait.", &["They stay.", "(Does nobody die?)", "They wait."]);
    cut("They stay. (“Nobody dies.”) They wait.", &["They stay.", "(“Nobody dies.”)", "They wait."]);
    cut("They stay. (Nobody dies ...) They wait.", &["They stay.", "(Nobody dies ...)", "They wait."]);
    cut("They stay. (One dies. Two wait.) Go.", &["They stay.", "(One dies.", "Two wait.)", "Go."]);
}

#[test]
fn a_parenthesis_without_a_sentence_is_not_a_clause() {
    // It begins in lower case.
    cut("They stay (as nobody dies.) They wait.", &["They stay (as nobody dies.)", "They wait."]);
    // It has no full stop.
    cut("They stay. (Nobody dies) They wait.", &["They stay.", "(Nobody dies) They wait."]);
    // The sentence around it goes on.
    whole("They stay (Nobody dies.) and wait.");
    whole("They stay (Nobody dies.), and wait.");
    whole("They stay () and wait.");
}

#[test]
fn a_parenthesis_that_ends_with_its_sentence_holds_nothing_after_it() {
    cut("They stay (if alive.) They wait; all is well.", &["They stay (if alive.)", "They wait;", "all is well."]);
}

#[test]
fn titles_initials_and_counted_words_are_abbreviations() {
    for title in ["e.g", "i.e", "cf", "vs", "Dr", "mr", "Mrs", "ms", "Prof", "capt", "St", "ca", "approx", "viz"] {
        whole(&format!("It is {title}. Yueh who counts."));
        // Only a point can belong to an abbreviation.
        assert_eq!(clauses(&format!("It is {title}! Yueh counts.")).len(), 2, "{title}");
    }
    cut("It is e.g.! Yueh counts.", &["It is e.g.!", "Yueh counts."]);
    whole("Ask J. Smith about it.");
    for counted in ["No", "nos", "p", "pp", "fig", "figs", "sec", "ch", "vol", "art", "par", "max", "min", "nr"] {
        whole(&format!("See {counted}. 5 of it."));
        cut(&format!("See {counted}. Then go."), &[&format!("See {counted}."), "Then go."]);
    }
}

#[test]
fn a_word_that_only_ends_like_an_abbreviation_is_none() {
    cut("They go past. Then they stay.", &["They go past.", "Then they stay."]);
    cut("Follow plan b. Then stay.", &["Follow plan b.", "Then stay."]);
    cut("Pay 1. Then stay.", &["Pay 1.", "Then stay."]);
    cut("He owns A4. Then he stays.", &["He owns A4.", "Then he stays."]);
    cut("Take all. 5 of them stay.", &["Take all.", "5 of them stay."]);
    cut("Call it xapprox. Then stay.", &["Call it xapprox.", "Then stay."]);
    // A closing mark separates the word from the number.
    cut("They say \"No.\" 5 of them go.", &["They say \"No.\"", "5 of them go."]);
}

#[test]
fn an_ellipsis_ends_nothing() {
    whole("Dial one .. Or two.");
    whole("Dial one ... Or two.");
    whole("Dial one …. Or two.");
    whole("Dial one … Or two.");
    cut("Dial one. … Or two.", &["Dial one.", "… Or two."]);
    // Of several marks in a row the first one decides, and it is an ellipsis.
    whole("Dial one ..! Or two.");
    whole("Dial one ..? Or two.");
    whole("Dial one!..! Or two.");
    whole("They shout Stop! ... and go on.");
}

#[test]
fn a_list_marker_is_not_a_sentence() {
    whole("3. Every Force counts.");
    whole("12. Every Force counts.");
    whole("3) Every Force counts.");
    cut("  3. Every Force counts.", &["3. Every Force counts."]);
    // Without the space, it is a decimal number.
    whole("3.5 spice are paid.");
}

#[test]
fn the_name_begins_after_a_list_marker() {
    let name = |line: &str| clause_split::name(line).map(|(_, name)| name);
    for marker in ["", "- ", "* ", "+ ", "3. ", "12. ", "3) ", "  - ", "  7. "] {
        assert_eq!(name(&format!("{marker}NO TIES: They fight.")).as_deref(), Some("NO TIES"), "`{marker}`");
    }
    for nothing in ["-", "3.", ". ", ") ", "3- ", "3* "] {
        let line = format!("{nothing}NO TIES: They fight.");
        let expected = format!("{}NO TIES", nothing.replace('*', ""));
        assert_eq!(name(&line), Some(expected), "`{nothing}` is no list marker");
    }
}

#[test]
fn a_name_has_two_letters_at_least_and_no_small_one() {
    let name = |line: &str| clause_split::name(line).map(|(_, name)| name);
    assert_eq!(name("NO: They fight."), Some("NO".to_owned()));
    assert_eq!(name("A: They fight."), None);
    assert_eq!(name("7: They fight."), None);
    assert_eq!(name("RULE 7: They fight."), Some("RULE 7".to_owned()));
    assert_eq!(name("NO TIEs: They fight."), None);
    assert_eq!(name("_NO_ TIES : They fight."), Some("NO TIES".to_owned()));
    assert_eq!(name("NO TIES They fight."), None);
}

#[test]
fn the_text_begins_after_the_colon_and_its_emphasis() {
    let body = |line: &'static str| clause_split::name(line).map(|(end, _)| &line[end..]);
    assert_eq!(body("NO TIES: They fight."), Some(" They fight."));
    assert_eq!(body("**NO TIES:** They fight."), Some(" They fight."));
    assert_eq!(body("**NO TIES**: They fight."), Some(" They fight."));
    assert_eq!(body("NO TIES:"), Some(""));
    assert_eq!(body("**NO TIES:**"), Some(""));
}

#[test]
fn a_name_belongs_to_the_first_clause_and_is_none_itself() {
    cut("NO TIES: They fight. They win.", &["NO TIES: They fight.", "They win."]);
    whole("NO TIES:");
    whole("NO TIES: !");
    // A punctuation mark after a name is not a clause.
    whole("NO TIES: ! They fight.");
    whole("NO TIES: (Nobody draws.)");
    cut("NO TIES: (Nobody draws.) They fight.", &["NO TIES: (Nobody draws.)", "They fight."]);
    // A semicolon or a full stop in a name does not end a clause.
    whole("NO. TIES; EVER: They fight.");
}

#[test]
fn marks_without_words_belong_to_the_clause_before_them() {
    cut("They fight. ! They win.", &["They fight. !", "They win."]);
    cut("They fight;; they win.", &["They fight;;", "they win."]);
    cut("They fight; ;", &["They fight; ;"]);
    whole("! They fight.");
    whole("; They fight.");
    whole(". They fight.");
    whole("...");
    assert_eq!(clause_split::split("").first(), Some(&(0..0)));
}

#[test]
fn a_parenthesised_sentence_stands_alone_also_where_no_sentence_ends_before_it() {
    cut("They stay (Effects cannot kill them.)", &["They stay", "(Effects cannot kill them.)"]);
    cut("They stay (He said \"Stop.\") Then they go.", &["They stay", "(He said \"Stop.\")", "Then they go."]);
    cut("(They stay.)They go.", &["(They stay.)", "They go."]);
}

#[test]
fn a_semicolon_cuts_where_no_space_follows_it() {
    cut("They go;they stay.", &["They go;", "they stay."]);
}

#[test]
fn a_mark_after_an_abbreviation_ends_the_sentence() {
    cut("Ask the Dr.! Then go.", &["Ask the Dr.!", "Then go."]);
    cut("Really?! Then go.", &["Really?!", "Then go."]);
}

#[test]
fn marks_inside_a_name_end_no_clause() {
    whole("STAY; GO: They go.");
    cut("STOP! NOW: They go. They stay.", &["STOP! NOW: They go.", "They stay."]);
    // A bracket or quote that opens in a name does not join the clauses after the name.
    cut("STAY (A: They go; they stay) now.", &["STAY (A: They go;", "they stay) now."]);
    cut("STAY \"A: They go; they stay\" now.", &["STAY \"A: They go;", "they stay\" now."]);
    assert_eq!(clause_split::name("iPAD: They go."), None, "every letter counts");
    assert_eq!(clause_split::name("STAY; GO: They go.").map(|name| name.1), Some("STAY; GO".to_owned()));
}

/// Pieces of rule lines; most combinations of them are difficult to split.
const PIECES: &[&str] = &[
    "Leaders ",
    "die",
    "5",
    ". ",
    ".",
    "! ",
    "?",
    "; ",
    ";",
    "(",
    ")",
    "(Nobody dies.) ",
    "\"",
    "“",
    "”",
    "e.g. ",
    "No. ",
    "J. ",
    "…",
    "... ",
    "*",
    "NAME: ",
    "- ",
    "3. ",
    ", ",
    "½",
    "ß",
];

proptest! {
    #[test]
    fn the_clauses_of_any_line_follow_each_other_without_a_gap(pieces in vec(select(PIECES), 0..24)) {
        let line = pieces.concat();
        let ranges = clause_split::split(&line);
        prop_assert_eq!(ranges.first().map(|range| range.start), Some(0));
        prop_assert_eq!(ranges.last().map(|range| range.end), Some(line.len()));
        prop_assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{:?}", ranges);
        prop_assert!(ranges.len() == 1 || ranges.iter().all(|range| line[range.clone()].contains(char::is_alphanumeric)));
    }
}
