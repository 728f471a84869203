//! The citations and comments in the built-in engines do not depend on line numbers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use truthsayer::builtin_engines;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::address::Spot;
use truthsayer_oracle::rulebook::normalized_text::Wording;
use walkdir::WalkDir;

use super::address_mentions;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rulebook() -> Rulebook {
    Rulebook::load(root(), "rules", &Arc::default()).0
}

#[test]
fn every_quote_of_an_engine_stands_once_in_its_file_and_once_in_its_game() {
    let book = rulebook();
    for game in ["dune", "cotulenh"] {
        let maker = builtin_engines::by_name(game).expect("on the roster");
        let switches = maker.profile().switches.iter().map(|note| (&note.name, &note.cite, &note.quote));
        let readings = maker.profile().readings.iter().map(|note| (&note.name, &note.cite, &note.quote));
        for (name, cite, quote) in switches.chain(readings) {
            let address = Address::parse(cite).unwrap_or_else(|| panic!("{name}: {cite}"));
            assert_eq!(address.spot, Spot::Anywhere, "{name} cites {cite}");
            let places = |file: &str| {
                let file = book.file(file).unwrap_or_else(|| panic!("{name}: no {file}"));
                let quote = Wording::of(quote);
                file.lines_with(&quote).iter().map(|line| line.wording.occurrences(&quote).len()).sum::<usize>()
            };
            assert_eq!(places(&address.file), 1, "{name}: “{quote}” in {cite}");
            let all: usize = book.files().filter(|file| file.game() == game).map(|file| places(&file.name)).sum();
            assert_eq!(all, 1, "{name}: “{quote}” in all files");
        }
    }
}

/// The source files of the engines.
fn sources() -> Vec<(String, String)> {
    let files = ["crates/dune/src", "crates/cotulenh/src"].map(|folder| WalkDir::new(root().join(folder)));
    let files = files.into_iter().flat_map(|walk| walk.into_iter().flatten()).filter(|it| it.file_type().is_file());
    files.map(|it| (it.path().display().to_string(), fs::read_to_string(it.path()).expect("a text"))).collect()
}

#[test]
fn no_engine_cites_the_number_of_a_line() {
    for (path, text) in sources() {
        for file in address_mentions::files(&text) {
            assert_eq!(address_mentions::number(&text[file.end..]), 0, "{path}: {}", &text[file.start..file.end + 4]);
        }
    }
}

#[test]
fn every_rule_that_an_engine_names_has_that_name() {
    let book = rulebook();
    let mut seen = BTreeSet::new();
    for (path, text) in sources() {
        let game = if path.contains("crates/dune") { "dune" } else { "cotulenh" };
        // A name may run on in the next line of a comment.
        let text =
            text.lines().map(|line| line.trim().trim_start_matches(['/', '!']).trim()).collect::<Vec<_>>().join(" ");
        for file in address_mentions::files(&text) {
            let rest = &text[file.end..];
            let name = text[file.clone()].rsplit('/').next().unwrap_or_default();
            let lines = |rule: &str| book.file(&format!("{game}/{name}")).map(|file| file.named(rule).len());
            // A name in an address must be unique in its file; in a comment or a sentence it only has to occur.
            if let Some(rule) = rest.strip_prefix('#').and_then(|rest| Some(rest.split_once('"')?.0)) {
                assert_eq!(lines(rule), Some(1), "{path}: {name}#{rule}");
                seen.insert(rule.to_owned());
            }
            let length = address_mentions::name(rest, ' ');
            if length > 0 {
                let rule = &rest[1..length];
                assert!(lines(rule).is_some_and(|count| count > 0), "{path}: {name} {rule}");
                seen.insert(rule.to_owned());
            }
        }
    }
    assert!(seen.len() > 100, "{}: {seen:?}", seen.len());
}
