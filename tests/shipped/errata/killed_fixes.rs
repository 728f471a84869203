//! A repair that is killed at any write and then run again has the same result as one that was not killed.

use std::io;

use truthsayer_oracle::errata::journal;
use truthsayer_oracle::errata::journal::FileWriter;
use truthsayer_oracle::errata::journal::ProjectWriter;
use truthsayer_oracle::errata::journal::Unfinished;
use truthsayer_oracle::errata::repair;
use truthsayer_oracle::errata::repair::Accepted;

use super::project_copy::Copy;

const RULES: &str = "# Rules\nTIES: A tie is a draw.\nBoth players lose a card.\nBoth players lose a card.\nWINNING: The winner gains 2 spice.\n";

/// A small game whose catalog has no quotes, so a moved address cannot be recognised by its text.
fn small() -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    copy.write("rules/dune/r.md", RULES);
    copy.write(
        "rules/dune/catalog.yaml",
        "categories: [All]\nrules:\n  - {rule: 1, title: Ties, category: All, lines: [dune/r.md:2]}\n  - {rule: 2, title: Cards, category: All, lines: [dune/r.md:3-4]}\n  - {rule: 3, title: End, category: All, lines: [dune/r.md:5], related: [dune/r.md:3]}\n",
    );
    for number in 1..=3 {
        let claim = "  - cite: dune/r.md:4\n    quote: Both players lose a card\n    then: {events: [battle_won]}\n";
        copy.write(
            &format!("scenarios/dune/a/s{number}.yaml"),
            &format!("scenario: Number {number}\ngame: dune\ngiven: {{}}\nwhen: []\nclaims:\n{claim}"),
        );
    }
    copy.run(&["errata", "--fix"]).exits(0);
    copy.edit("rules/dune/r.md", |lines| lines.insert(1, "A game has two players.".to_owned()));
    copy
}

/// Fails from one write on, like a power failure.
struct Dying<'r> {
    hand: ProjectWriter<'r>,
    left: usize,
}

impl Dying<'_> {
    fn tick(&mut self) -> io::Result<()> {
        self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("killed"))?;
        Ok(())
    }
}

impl FileWriter for Dying<'_> {
    fn check(&self, path: &str) -> io::Result<()> {
        self.hand.check(path)
    }

    fn write(&mut self, path: &str, text: &str) -> io::Result<()> {
        self.tick()?;
        self.hand.write(path, text)
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.tick()?;
        self.hand.remove(path)
    }
}

#[test]
fn killed_at_every_write_it_never_moves_an_address_twice() {
    let whole = small();
    whole.run(&["errata", "--fix"]).exits(0);
    let expected = whole.files();
    assert!(expected["rules/dune/catalog.yaml"].contains("[dune/r.md:4-5]"), "{expected:?}");
    assert!(expected["rules/dune/catalog.yaml"].contains("[dune/r.md#WINNING]"));
    let writes = repair::plan(&small().suite(), &Accepted::default()).writes.len() + 2;
    assert_eq!(writes, 7, "a journal, three scenarios, a catalog, a lock, and the journal goes");
    for death in 0..writes {
        let copy = small();
        let suite = copy.suite();
        let plan = repair::plan(&suite, &Accepted::default());
        let mut hand = Dying { hand: ProjectWriter { root: copy.root() }, left: death };
        journal::carry_out(plan.writes, "rules", &mut hand).expect_err("it was killed");
        if death > 0 {
            copy.run(&["lint"]).exits(3).says("was interrupted");
            // Kills it again while it finishes.
            let mut again = Dying { hand: ProjectWriter { root: copy.root() }, left: 1 };
            let unfinished = Unfinished::read(&copy.suite().project).expect("readable").expect("a journal");
            let _ = unfinished.finish("rules", &mut again);
        }
        copy.run(&["errata", "--fix"]).exits(0);
        assert_eq!(copy.files(), expected, "killed at write {death}");
        copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
        assert_eq!(copy.files(), expected);
    }
}

#[test]
fn a_file_changed_in_the_meantime_is_not_overwritten() {
    let copy = small();
    let plan = repair::plan(&copy.suite(), &Accepted::default());
    let mut hand = Dying { hand: ProjectWriter { root: copy.root() }, left: 1 };
    journal::carry_out(plan.writes, "rules", &mut hand).expect_err("it was killed");
    copy.edit("scenarios/dune/a/s2.yaml", |lines| lines[0] = "scenario: Mine".to_owned());
    let before = copy.files();
    copy.run(&["errata", "--fix"]).exits(3).says("`scenarios/dune/a/s2.yaml` was changed after");
    assert_eq!(copy.files(), before);
}
