//! Typical edits of rulebooks, each followed by one repair. After the repair, only addresses differ.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use truthsayer_oracle::errata::repair;
use truthsayer_oracle::errata::repair::Accepted;
use truthsayer_oracle::suite::Suite;

use super::address_mentions;
use super::project_copy::Copy;

const BATTLE: &str = "rules/dune/battle.md";
const CAPTURES: &str = "rules/cotulenh/captures.md";
const NEW_RULE: &str = "Nobody looks twice at a square that stands empty.";

/// Repairs once and checks that only addresses changed and nothing is left to report or repair.
fn follow(copy: &Copy, edit: impl FnOnce(&Copy)) {
    static TITLES: OnceLock<Titles> = OnceLock::new();
    let (before, titles) = (copy.files(), TITLES.get_or_init(|| titles(&copy.load().0)));
    edit(copy);
    copy.run(&["errata", "--fix"]).exits(0);
    only_addresses_differ(&before, &copy.files());
    let (suite, problems) = copy.load();
    assert!(problems.is_empty(), "{problems:?}");
    assert!(suite.book.past().is_none(), "the lock says what the rulebook says");
    assert!(repair::plan(&suite, &Accepted::default()).is_empty(), "there is nothing to repair");
    for (title, words) in self::titles(&suite) {
        let known = &titles[&title];
        assert!(known.is_subset(&words), "{title} has lost {:?}", known.difference(&words));
        let more: Vec<_> = words.difference(known).filter(|words| *words != NEW_RULE).collect();
        assert!(more.is_empty(), "{title} has gained {more:?}");
    }
}

type Titles = BTreeMap<String, BTreeSet<String>>;

/// The rule text of each catalog entry.
fn titles(suite: &Suite) -> Titles {
    let mut titles = Titles::new();
    for rule in &suite.catalog {
        let words = suite.book.clauses().filter(|id| rule.holds(id)).map(|id| suite.book.clause_text(&id).to_owned());
        titles.entry(format!("{} {}", rule.game, rule.title)).or_default().extend(words);
    }
    titles
}

fn only_addresses_differ(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
    for (path, text) in after.iter().filter(|(path, _)| !path.ends_with("rules.lock")) {
        let old = before.get(path).unwrap_or_else(|| panic!("{path} is new"));
        for (old, new) in old.lines().zip(text.lines()).filter(|(old, new)| old != new) {
            assert_eq!(without_addresses(old), without_addresses(new), "{path}");
        }
        assert_eq!(old.lines().count(), text.lines().count(), "{path}");
    }
}

/// Returns a line with a dot for every address, and for every number of a table row that is one.
fn without_addresses(line: &str) -> String {
    let mut plain = String::new();
    let mut seen = 0;
    for file in address_mentions::files(line) {
        let rest = &line[file.end..];
        let length = address_mentions::number(rest).max(address_mentions::name(rest, '#'));
        plain.push_str(&line[seen..file.start]);
        plain.push('•');
        seen = file.end + length;
    }
    plain.push_str(&line[seen..]);
    if let Some(at) = plain.find("line: ").map(|at| at + "line: ".len()) {
        let digits = plain[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(plain.len() - at);
        plain.replace_range(at..at + digits, "•");
    }
    // Lines that are no longer adjacent need several addresses.
    while plain.contains("•, •") {
        plain = plain.replace("•, •", "•");
    }
    plain.replace("\"•\"", "•")
}

#[test]
fn a_line_at_the_top() {
    follow(&Copy::unplayed(), |copy| copy.edit(BATTLE, |lines| lines.insert(0, NEW_RULE.to_owned())));
}

/// Proven clauses stay proven, because the repair also follows the citations of switches.
#[test]
fn many_edits_at_once_leave_everything_proven() {
    let copy = Copy::shipped();
    follow(&copy, |copy| {
        in_the_middle_of_each_game(copy);
        split_and_joined(copy);
        in_two_files(copy);
    });
    copy.run(&["prove"]).exits(0);
    copy.run(&["errata"]).exits(0);
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
}

fn in_the_middle_of_each_game(copy: &Copy) {
    copy.edit(BATTLE, |lines| lines.insert(60, NEW_RULE.to_owned()));
    copy.edit(CAPTURES, |lines| lines.insert(20, NEW_RULE.to_owned()));
}

#[test]
fn a_line_in_the_middle_of_each_game() {
    follow(&Copy::unplayed(), in_the_middle_of_each_game);
}

#[test]
fn a_line_at_the_end() {
    follow(&Copy::unplayed(), |copy| copy.edit(BATTLE, |lines| lines.push(NEW_RULE.to_owned())));
}

#[test]
fn a_blank_line_and_a_heading() {
    follow(&Copy::unplayed(), |copy| {
        copy.edit(BATTLE, |lines| lines.insert(8, String::new()));
        copy.edit("rules/cotulenh/pieces.md", |lines| lines.insert(4, "## The small ones".to_owned()));
    });
}

#[test]
fn an_uncited_line_is_deleted() {
    let copy = Copy::battles();
    copy.edit(BATTLE, |lines| lines.insert(3, NEW_RULE.to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    follow_deleting(&copy);
}

fn follow_deleting(copy: &Copy) {
    let before = copy.files();
    copy.edit(BATTLE, |lines| {
        lines.remove(3);
        let comment = lines.iter().position(|line| line.starts_with("<!--")).expect("a comment");
        lines.remove(comment);
    });
    copy.run(&["lint"]).exits(3).says("`dune/battle.md` has changed since it was reviewed");
    copy.run(&["errata", "--fix"]).exits(0);
    only_addresses_differ(&before, &copy.files());
    copy.run(&["lint"]).exits(0);
    copy.run(&["verify"]).exits(0);
}

#[test]
fn two_lines_are_swapped() {
    follow(&Copy::unplayed(), |copy| {
        copy.edit(BATTLE, |lines| lines.swap(18, 19));
        copy.edit(BATTLE, |lines| lines.swap(10, 23));
        copy.edit("rules/cotulenh/pieces.md", |lines| lines.swap(4, 6));
    });
}

#[test]
fn a_section_moves() {
    follow(&Copy::unplayed(), |copy| {
        copy.edit(CAPTURES, |lines| {
            let section: Vec<String> = lines.drain(11..17).collect();
            lines.extend(section);
        });
        copy.edit(BATTLE, |lines| {
            let section: Vec<String> = lines.drain(149..157).collect();
            lines.splice(46..46, section);
        });
    });
}

#[test]
fn a_section_moves_to_another_file() {
    follow(&Copy::unplayed(), |copy| {
        let mut section = Vec::new();
        copy.edit(BATTLE, |lines| section = lines.drain(149..157).collect());
        copy.edit("rules/dune/phases.md", |lines| lines.extend(section));
    });
}

#[test]
fn a_file_is_renamed() {
    follow(&Copy::unplayed(), |copy| {
        for (from, to) in [(BATTLE, "rules/dune/fights.md"), (CAPTURES, "rules/cotulenh/taking.md")] {
            copy.write(to, &copy.read(from));
            copy.remove(from);
        }
    });
}

fn in_two_files(copy: &Copy) {
    let mut rest = Vec::new();
    copy.edit(BATTLE, |lines| rest = lines.split_off(31));
    copy.write("rules/dune/advanced.md", &(rest.join("\n") + "\n"));
}

#[test]
fn a_file_is_split_in_two() {
    follow(&Copy::unplayed(), in_two_files);
}

fn split_and_joined(copy: &Copy) {
    copy.edit(BATTLE, |lines| {
        let at = lines[21].find("The winner is paid").expect("line 22");
        let rest = lines[21].split_off(at);
        lines.insert(22, rest);
    });
    copy.edit("rules/cotulenh/terrain.md", |lines| {
        let next = lines.remove(4);
        let next = next.split_once(": ").map_or(next.clone(), |(_, words)| words.to_owned());
        lines[3] = format!("{} {next}", lines[3]);
    });
}

#[test]
fn a_line_is_split_into_two_and_two_are_joined() {
    follow(&Copy::unplayed(), split_and_joined);
}

#[test]
fn a_line_ends_in_the_middle_of_a_sentence() {
    let copy = Copy::battles();
    copy.edit(BATTLE, |lines| {
        let at = lines[22].find("on the losing side").expect("line 23");
        let rest = lines[22].split_off(at);
        lines.insert(23, rest);
    });
    copy.run(&["errata"]).exits(1).says("split dune/battle.md:23 → dune/battle.md:23 and dune/battle.md:24");
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["lint"]).exits(0);
    copy.run(&["verify"]).exits(0);
}

#[test]
fn one_inserted_line_is_one_problem() {
    let copy = Copy::shipped();
    let mut last = 0;
    copy.edit(BATTLE, |lines| {
        last = lines.len();
        lines.insert(3, NEW_RULE.to_owned());
    });
    let moved = format!("lines 4-{last} moved down by one line");
    copy.run(&["lint"]).exits(3).says(&moved).says("\n1 problem found\n");
    copy.run(&["verify"]).exits(3).says("1 problem");
}
