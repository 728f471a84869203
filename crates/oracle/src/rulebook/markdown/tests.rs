//! Rules of published texts: their clauses, addresses and quotes.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::citation::Citation;
use crate::rulebook::citation::Resolution;
use crate::rulebook::history::lock::Lock;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;

const ACT: &str = "\
---
title: An act
---

The Allowance Act
=================

### 1 Title

This Act is the *Allowance*
Act, see [the notes](https://example.org/a.B).

### 2 Eligibility

(1) A person is eligible if—

(a) the person is resident; and

(b) the person

(i) is 18 or older; or

(ii) has a guardian.

(2) An appeal lies if (a) the notice was late; or (b) it was
wrong. It is free.

### 3 Offences

A person who

- makes a false statement; or
- fails to

  1. keep records, or
  2. show them,

commits an offence.

***

```text
Code. Not a rule.
```

<div>Not a rule.</div>

> Quoted text is a rule. It has `two; parts. Or` more.

| Band | Rate |
|------|-----:|
| Basic. One | 20 % |
| Higher | 40; 41 % |

[notes]: https://example.org
";

fn book(text: &str) -> Rulebook {
    let formats = BTreeMap::from([("g".to_owned(), RulebookFormat::markdown())]);
    let mut book = Rulebook::with_formats(Arc::new(formats));
    assert!(book.add("g/act.md", SourceFile::new("rules/g/act.md", text)));
    book
}

fn clauses(text: &str) -> Vec<String> {
    let book = book(text);
    book.clauses().map(|id| format!("{}.{} {}", id.line, id.clause, book.clause_text(&id))).collect()
}

fn cited(book: &Rulebook, address: &str, quote: &str) -> Vec<String> {
    match Citation::new(Address::parse(address).unwrap(), quote).resolve(book) {
        Resolution::Ok(clauses) => clauses.iter().map(|id| format!("{}.{}", id.line, id.clause)).collect(),
        other => panic!("{address} “{quote}”: {other:?}"),
    }
}

#[test]
fn every_clause_is_a_whole_sentence_an_item_with_its_lead_in_or_a_table_row() {
    assert_eq!(
        clauses(ACT),
        [
            "10.1 This Act is the Allowance Act, see the notes.",
            "17.1 (1) A person is eligible if— (a) the person is resident; and",
            "21.1 (1) A person is eligible if— (b) the person (i) is 18 or older; or",
            "23.1 (1) A person is eligible if— (b) the person (ii) has a guardian.",
            "25.1 (2) An appeal lies if (a) the notice was late; or",
            "25.2 (2) An appeal lies if (b) it was wrong.",
            "25.3 It is free.",
            "32.1 A person who makes a false statement; or",
            "35.1 A person who fails to keep records, or",
            "36.1 A person who fails to show them,",
            "38.1 A person who commits an offence.",
            "48.1 Quoted text is a rule.",
            "48.2 It has two; parts. Or more.",
            "52.1 Band | Rate: Basic. One | 20 %",
            "53.1 Band | Rate: Higher | 40; 41 %",
        ]
    );
}

#[test]
fn items_of_laws_keep_their_lead_in_however_they_are_set() {
    // Each pair is a text and its clauses.
    for (text, expected) in [
        (
            "1.   It is lawful if it applies:\n\n(a) consent;\n\n(b) it is necessary\n\n   (i) here; or\n\n   (ii) there.\n\n2.   It ends.\n",
            &[
                "3.1 It is lawful if it applies: (a) consent;",
                "7.1 It is lawful if it applies: (b) it is necessary (i) here; or",
                "9.1 It is lawful if it applies: (b) it is necessary (ii) there.",
                "11.1 It ends.",
            ][..],
        ),
        (
            "In this section—\n\n\"child\" means a person under 16; and\n\n\"week\" means seven days.\n\nIt ends.\n",
            &[
                "3.1 In this section— \"child\" means a person under 16; and",
                "5.1 In this section— \"week\" means seven days.",
                "7.1 It ends.",
            ],
        ),
        ("The rate is\n\n> 1. zero;\n> 2. one.\n", &["3.1 The rate is zero;", "4.1 The rate is one."]),
        (
            "It must be signed by—\n\n  (a) the owner; or\n  (b) a parent.\n",
            &["3.1 It must be signed by— (a) the owner; or", "3.2 It must be signed by— (b) a parent."],
        ),
        ("Term\n: One.\n: Two.\n\nText.\n", &["2.1 Term One.", "3.1 Term Two.", "5.1 Text."]),
        ("The fee is\n\n- - low, or\n  - high.\n", &["3.1 The fee is low, or", "4.1 The fee is high."]),
    ] {
        assert_eq!(clauses(text), expected, "{text}");
    }
}

#[test]
fn laws_number_their_sections_in_their_own_ways() {
    let eu = book("#### Article 6\n\n1.   It applies if:\n\n(a) one;\n\n(b) two.\n\n2.   It ends.\n");
    assert_eq!(cited(&eu, "g/act.md§6(1)(b)", "two"), ["7.1"]);
    assert_eq!(cited(&eu, "g/act.md§6(2)", "It ends"), ["9.1"]);
    let uk = book(
        "## Schedule 3\n\n4.—(1) A claim is made in writing.\n\n(2) It is signed.\n\n5. The form is free.\n\n6.—(1) It ends.\n",
    );
    assert_eq!(cited(&uk, "g/act.md§3.4(1)", "in writing"), ["3.1"]);
    assert_eq!(cited(&uk, "g/act.md§3.4(2)", "signed"), ["5.1"]);
    assert_eq!(cited(&uk, "g/act.md§3.5", "free"), ["7.1"]);
    assert_eq!(cited(&uk, "g/act.md§3.6(1)", "It ends"), ["9.1"]);
    let us = book(
        "# 26 U.S.C. § 32. Income\n\n(a)(1) The credit is\n\n(A) one, over\n\n(B) two.\n\n(2) It ends.\n\n(b) The rest.\n",
    );
    assert_eq!(cited(&us, "g/act.md§32(a)(1)(B)", "two"), ["7.1"]);
    assert_eq!(cited(&us, "g/act.md§32(a)(2)", "It ends"), ["9.1"]);
    assert_eq!(cited(&us, "g/act.md§32(b)", "The rest"), ["11.1"]);
    let headed = book("# § 32. Income\n\n## (a) Credit\n\n(1) It is due.\n");
    assert_eq!(cited(&headed, "g/act.md§32(a)(1)", "It is due"), ["5.1"]);
    let run_in = book("### 43 Amount\n\n(1) The rate is low; it is paid.\n(2) No rate is due. It ends.\n");
    assert_eq!(cited(&run_in, "g/act.md§43(2)", "No rate is due"), ["3.2"]);
}

#[test]
fn a_quote_of_the_source_may_have_links_footnotes_and_tasks() {
    let text = "See Section 3.2. of [RFC1] and [RFC2], or the fee[^1].\n\n- [ ] It must be done.\n\n[RFC1]: https://x.y\n[^1]: In EUR.\n";
    let book = book(text);
    for quote in ["of [RFC1] and [RFC2]", "of RFC1 and [RFC2], or the fee.", "the fee[^1]", "[ ] It must be done"] {
        assert!(matches!(cited(&book, "g/act.md", quote).as_slice(), [_]), "{quote}");
    }
}

#[test]
fn a_quote_matches_the_rendered_text_at_any_line_of_its_block_and_by_section() {
    let book = book(ACT);
    for address in ["g/act.md:10", "g/act.md:11", "g/act.md§1", "g/act.md#Title", "g/act.md#1 Title", "g/act.md"] {
        assert_eq!(cited(&book, address, "the Allowance Act, see the notes."), ["10.1"], "{address}");
    }
    assert_eq!(cited(&book, "g/act.md:10", "*Allowance*\nAct, see [the notes](https://example.org/a.B)"), ["10.1"]);
    assert_eq!(cited(&book, "g/act.md:48", "two; parts. Or"), ["48.2"]);
    assert_eq!(cited(&book, "g/act.md:48", "`two; parts. Or` more"), ["48.2"]);
    assert_eq!(cited(&book, "g/act.md§2(1)(b)(ii)", "has a guardian"), ["23.1"]);
    assert_eq!(cited(&book, "g/act.md§2.1.b.i", "18 or older"), ["21.1"]);
    assert_eq!(cited(&book, "g/act.md§2(1)", "is 18 or older"), ["21.1"]);
    assert_eq!(cited(&book, "g/act.md§2(2)(b)", "it was wrong"), ["25.2"]);
    assert_eq!(cited(&book, "g/act.md§3", "Higher | 40; 41 %"), ["53.1"]);
    assert_eq!(cited(&book, "g/act.md§3", "| Higher | 40; 41 % |"), ["53.1"]);
}

#[test]
fn words_of_a_lead_in_cite_all_of_its_items() {
    let book = book(ACT);
    assert_eq!(cited(&book, "g/act.md:15", "A person is eligible if"), ["17.1", "21.1", "23.1"]);
    assert_eq!(cited(&book, "g/act.md", "A person is eligible if"), ["17.1", "21.1", "23.1"]);
    assert_eq!(cited(&book, "g/act.md:17", "A person is eligible if"), ["17.1"]);
    assert_eq!(cited(&book, "g/act.md", "eligible if— (a) the person is resident"), ["17.1"]);
    assert_eq!(cited(&book, "g/act.md", "fails to show them"), ["36.1"]);
    assert_eq!(cited(&book, "g/act.md", "keep records, or show them, commits"), ["35.1", "36.1", "38.1"]);
    assert_eq!(cited(&book, "g/act.md§2(2)", "An appeal lies if"), ["25.1", "25.2"]);
}

#[test]
fn a_section_without_a_quote_is_all_of_its_lines() {
    let book = book(ACT);
    let lines = |address: &str| Address::parse(address).unwrap().lines(&book).map(|lines| lines.to_string());
    assert_eq!(lines("g/act.md§2"), Ok("g/act.md:15-25".into()));
    assert_eq!(lines("g/act.md§1-2"), Ok("g/act.md:10-25".into()));
    assert_eq!(lines("g/act.md§2(1)(b)"), Ok("g/act.md:19-23".into()));
    assert_eq!(lines("g/act.md:11"), Ok("g/act.md:10-11".into()));
    assert!(lines("g/act.md§9").unwrap_err().contains("has no section §9"));
    let twice = self::book("1. One.\n2. Two.\n\nText.\n\n1. Three.\n");
    let found = Address::parse("g/act.md§1").unwrap().lines(&twice);
    assert!(found.unwrap_err().contains("ambiguous: lines 1, 6"));
}

#[test]
fn wrapping_a_text_in_another_way_changes_no_clause_and_makes_nothing_stale() {
    let wrapped =
        "A tie goes to the\nAggressor. Both lose\ncards.\n\n1. The winner gains\n   2 spice.\n2. The loser leaves.\n";
    let joined =
        "A tie goes to the Aggressor. Both lose cards.\n\n1. The winner gains 2 spice.\n2. The loser leaves.\n";
    let lock = Lock::of(&book(wrapped), "g");
    let mut now = book(joined);
    let past = ReviewedRulebook::of([&lock], "rules", &now).expect("the lines have changed");
    assert!(now.clauses().all(|id| past.reworded(&id).is_none() && !past.is_new(&id)));
    now.remember(past);
    for (address, quote) in [("g/act.md:2", "both lose cards"), ("g/act.md:7", "the loser leaves")] {
        let found = Citation::new(Address::parse(address).unwrap(), quote).resolve(&now);
        assert!(matches!(found, Resolution::Followed { .. } | Resolution::Ok(_)), "{address}: {found:?}");
    }
    assert_eq!(cited(&now, "g/act.md§2", "the loser leaves"), ["4.1"]);
}

/// Checks what holds for every text: clauses follow each other, have places in the file, and lose no words.
fn check(text: &str) -> Result<(), TestCaseError> {
    let book = book(text);
    let Some(file) = book.file("g/act.md") else { return Ok(()) };
    let mut before = 0;
    for line in file.lines() {
        prop_assert!(line.number > before && line.number <= line.last, "{} after {before}", line.number);
        before = line.last;
        let mut end = line.own;
        for (number, clause) in (1..).zip(&line.clauses) {
            prop_assert_eq!(clause.own.start, end);
            end = clause.own.end;
            prop_assert!(line.clause(number).is_some_and(|words| !words.is_empty()));
            let place = file.clause_place(line, number);
            let (first, _) = place.expect("a place").line_and_column();
            prop_assert!((line.number..=line.last).contains(&first), "{first} of {}", line.number);
        }
        prop_assert!(end == line.text.len() || line.leads_to.is_some());
        let words: Vec<&str> = line.own_text().split_whitespace().collect();
        let quote = words.join(" ");
        let found = Citation::new(Address::line("g/act.md", line.number), &quote).clauses_as_written(&book);
        let is_short = crate::rulebook::normalized_text::Wording::of(&quote).is_empty();
        prop_assert!(!found.is_empty() || is_short || quote.contains("<!--"), "“{}” of line {}", quote, line.number);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,80}") {
        check(&text)?;
    }

    #[test]
    fn any_markdown_is_read(text in "(# |## 1\\.2 |- |  - |1\\. |   2\\. |\\(a\\) |> |\\| a \\| b \\|\n\\|--\\|--\\|\n\\| |```|    |\\*|_|`|\\\\|\\[x\\]\\(y\\)|!\\[i\\]\\(z\\)|<b>|\n|\n\n|[a-zA-Z0-9.;:,()&]{1,6}| ){0,40}") {
        check(&text)?;
    }

    #[test]
    fn wrapping_changes_no_clause(words in proptest::collection::vec("[a-z]{1,5}[.;,]?|[A-Z][a-z]{0,5}", 1..40), breaks in proptest::collection::vec(any::<bool>(), 40)) {
        let wrapped: String = words.iter().zip(&breaks).map(|(word, cut)| format!("{word}{}", if *cut { "\n" } else { " " })).collect();
        let of = |text: &str| {
            let book = book(text);
            book.clauses().map(|id| book.clause_text(&id).to_owned()).collect::<Vec<_>>()
        };
        prop_assert_eq!(of(&wrapped), of(&words.join(" ")));
    }
}
