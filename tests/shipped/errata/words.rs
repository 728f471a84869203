//! `lint` detects the replacement of any word of a rule.

use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use truthsayer_oracle::suite::Suite;

use super::project_copy::Copy;

/// A deterministic random number generator.
struct Rng(u64);

impl Rng {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const OTHERS: [&str; 8] = ["sector", "never", "three", "may", "worm", "unless", "7", "all"];

/// The suite with one file of its rulebook replaced, as `lint` would see it.
fn changed(suite: &mut Suite, name: &str, text: &str) {
    let mut book = Rulebook::default();
    for file in suite.book.files() {
        let own = if *file.name == *name { text } else { file.source.text.as_str() };
        book.add(&file.name, SourceFile::new(file.source.path.clone(), own));
    }
    if let Some(past) = ReviewedRulebook::of(&suite.locks, &suite.project.rules, &book) {
        book.remember(past);
    }
    suite.book = book;
}

#[test]
fn every_one_of_two_hundred_replaced_words_is_detected() {
    let mut suite = Copy::unplayed().suite();
    assert!(suite.locks.iter().all(|lock: &Lock| lock.agrees(&suite.book)));
    let files: Vec<(String, String)> =
        suite.book.files().map(|file| (file.name.to_string(), file.source.text.clone())).collect();
    let mut rng = Rng(14);
    let mut killed_by = 0;
    while killed_by < 200 {
        let (name, text) = &files[rng.roll(files.len())];
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = rng.roll(lines.len());
        if lines[at].trim().is_empty() || lines[at].starts_with(['#', '<']) {
            continue;
        }
        let mut words: Vec<&str> = lines[at].split(' ').collect();
        let (word, other) = (rng.roll(words.len()), OTHERS[rng.roll(OTHERS.len())]);
        if words[word].trim_end_matches(['.', ',', ';', ':']).eq_ignore_ascii_case(other) {
            continue;
        }
        let was = words[word].to_owned();
        words[word] = other;
        lines[at] = words.join(" ");
        changed(&mut suite, name, &lines.join("\n"));
        let is_noticed = !pending_changes::unrecorded(&suite).is_empty() || !pending_changes::moved(&suite).is_empty();
        assert!(is_noticed, "{name}:{} `{was}` → `{other}` passes", at + 1);
        killed_by += 1;
    }
}

#[test]
fn a_changed_unquoted_word_makes_its_clause_stale() {
    let copy = Copy::battles();
    copy.edit("rules/dune/battle.md", |lines| lines[7] = lines[7].replace("share a Territory", "share a sector"));
    copy.run(&["lint"])
        .exits(3)
        .says("`dune/battle.md:8.1` has changed since its review: a change of wording")
        .says("players share a [-Territory,-] {+sector,+} the");
    copy.run(&["verify"]).exits(0).says("stale").says("dune/battle.md:8.1");
}
