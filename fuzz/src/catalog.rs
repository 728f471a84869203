//! The catalog and the exclusions of a game: parts `catalog`, `exclusions` and the rulebook `rules`.

use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::catalog;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::rulebook::exclusion;
use truthsayer_oracle::rulebook::exclusion::Exclusion;

use super::folder;
use super::harmless;
use super::part::parts;
use super::part::text;
use super::problems;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let parts = parts(&text);
    let part = |name: &str| parts.iter().find(|part| part.name == name).map_or("", |part| part.text);
    let (own, rules) = (part("catalog"), part("rules"));
    let mut book = Rulebook::default();
    book.add("g/r.md", SourceFile::new("rules/g/r.md", rules));
    let files = [("rules/g/catalog.yaml", own.as_bytes()), ("rules/g/exclusions.yaml", part("exclusions").as_bytes())];
    folder::with(&files, |root| {
        let mut found: Vec<Problem> = Vec::new();
        let rules = catalog::load(root, "rules", "g", &book, &mut found).rules;
        let exclusions = exclusion::load(root, "rules", "g", &book, &mut found);
        problems::check(&found);
        look_at_rules(&rules, &book);
        look_at_exclusions(&exclusions, &book, found.is_empty());
    });
}

/// Checks that the lines of every catalog rule exist.
fn look_at_rules(rules: &[CatalogRule], book: &Rulebook) {
    for rule in rules {
        for address in rule.lines.iter().chain(&rule.related) {
            assert!(book.clauses().any(|clause| address.holds(&clause)), "no rule stands at {address}");
        }
    }
}

fn look_at_exclusions(exclusions: &[Exclusion], book: &Rulebook, sound: bool) {
    for exclusion in exclusions {
        assert!(!sound || !exclusion.clauses.is_empty(), "{exclusion:?} excludes nothing");
        assert!(!sound || !exclusion.reason.trim().is_empty(), "{exclusion:?} has no reason");
        for clause in &exclusion.clauses {
            assert!(book.line(&clause.file, clause.line).is_some(), "{clause} stands nowhere");
        }
    }
}
