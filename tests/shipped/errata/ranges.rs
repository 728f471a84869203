//! Ranges of a catalog after a change of the rulebook: outdated ranges are updated, and correct ones stay.

use super::project_copy::Copy;

const RULES: &str = "rules/dune/r.md";
const CATALOG: &str = "rules/dune/catalog.yaml";
const NEW: &str = "Nobody has read this sentence before.";

fn catalog(rows: &[&str]) -> String {
    let rule = |(number, row): (usize, &&str)| {
        format!("  - {{rule: {number}, title: T{number}, category: All, lines: [dune/r.md:{row}]}}\n")
    };
    let rules: String = (1..).zip(rows).map(rule).collect();
    format!("categories: [All]\nrules:\n{rules}")
}

/// A heading and eight rules, in two ranges, locked.
fn locked(rows: &[&str], after: &str) -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let rules: String = names.iter().map(|name| format!("Player {name} pays for the {name} of them.\n")).collect();
    copy.write(RULES, &format!("# Rules\n{rules}{after}"));
    copy.write(CATALOG, &catalog(rows));
    copy.run(&["errata", "--fix"]).exits(0);
    copy
}

/// Inserts a line before this one, writes the catalog, repairs, and compares the catalog.
#[track_caller]
fn becomes(before: &[&str], at: usize, written: &[&str], after: &[&str], trailer: &str) {
    let copy = locked(before, trailer);
    copy.edit(RULES, |lines| lines.insert(at - 1, NEW.to_owned()));
    copy.write(CATALOG, &catalog(written));
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(copy.read(CATALOG), catalog(after), "{before:?}, line {at}, {written:?}");
    copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
    assert_eq!(copy.read(CATALOG), catalog(after));
}

#[test]
fn a_range_that_was_widened_for_an_added_line_stays() {
    for trailer in ["", "\n<!-- the end -->\n"] {
        becomes(&["2-9"], 10, &["2-10"], &["2-10"], trailer);
        becomes(&["2-5", "6-9"], 10, &["2-5", "6-10"], &["2-5", "6-10"], trailer);
        becomes(&["2-5", "6-9"], 4, &["2-6", "7-10"], &["2-6", "7-10"], trailer);
        becomes(&["2-5", "6-9"], 6, &["2-6", "7-10"], &["2-6", "7-10"], trailer);
        becomes(&["2-5", "6-9"], 6, &["2-5", "6-10"], &["2-5", "6-10"], trailer);
    }
    // Only one of the two was corrected.
    becomes(&["2-5", "6-9"], 6, &["2-6", "6-9"], &["2-6", "7-10"], "");
    becomes(&["2-5", "6-9"], 4, &["2-5", "7-10"], &["2-6", "7-10"], "");
}

#[test]
fn a_range_that_was_not_corrected_follows() {
    becomes(&["2-5", "6-9"], 4, &["2-5", "6-9"], &["2-6", "7-10"], "");
    becomes(&["2-5", "6-9"], 2, &["2-5", "6-9"], &["3-6", "7-10"], "");
    becomes(&["2-5", "6-9"], 6, &["2-5", "6-9"], &["2-5", "7-10"], "");
    becomes(&["2-5", "6-9"], 10, &["2-5", "6-9"], &["2-5", "6-9"], "");
}

#[test]
fn the_shipped_range_of_readings_can_be_widened_by_hand() {
    let copy = Copy::unplayed();
    copy.edit("rules/dune/readings.md", |lines| lines.push("ONE MORE: Nobody ever reads one more reading.".to_owned()));
    let widened = copy.read(CATALOG).replace("dune/readings.md:4-21]", "dune/readings.md:4-22]");
    copy.write(CATALOG, &widened);
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(copy.read(CATALOG), widened);
    copy.run(&["lint"]).does_not_say("of the catalog");
}

#[test]
fn lint_names_the_lines_that_a_catalog_does_not_contain() {
    let copy = locked(&["2-5", "6-9"], "");
    copy.run(&["lint"]).does_not_say("of the catalog");
    copy.edit(RULES, |lines| lines.push(NEW.to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    let missing = "no catalog rule contains `dune/r.md:10`";
    copy.run(&["lint"]).exits(3).says(missing).says("add them to the `lines` of a rule, or to `outside`");
    // The line is excluded, and the repair updates the exclusion.
    copy.write(CATALOG, &format!("{}outside: [dune/r.md:10]\n", catalog(&["2-5", "6-9"])));
    copy.run(&["lint"]).does_not_say("of the catalog");
    copy.edit(RULES, |lines| lines.insert(3, "And this sentence is the last one.".to_owned()));
    copy.run(&["errata", "--fix"]).exits(0);
    assert_eq!(copy.read(CATALOG), format!("{}outside: [dune/r.md:11]\n", catalog(&["2-6", "7-10"])));
    copy.run(&["lint"]).does_not_say("of the catalog");
    // An excluded clause need not be in the catalog.
    copy.write(CATALOG, &catalog(&["2-6", "7-10"]));
    copy.run(&["lint"]).says("no catalog rule contains `dune/r.md:11`");
    let exclusion = format!("exclusions:\n  - {{cite: 'dune/r.md:11', quote: {NEW}, reason: none}}\n");
    copy.write("rules/dune/exclusions.yaml", &exclusion);
    copy.run(&["lint"]).does_not_say("of the catalog");
}

#[test]
fn a_file_without_a_catalogued_line_and_a_game_without_a_catalog_need_none() {
    let copy = locked(&["2-5", "6-9"], "");
    copy.write("rules/dune/other.md", "A text of its own.\n");
    copy.run(&["errata", "--fix"]).exits(0);
    copy.run(&["lint"]).does_not_say("of the catalog");
    copy.write(CATALOG, &catalog(&["2-5"]));
    copy.run(&["lint"]).says("no catalog rule contains lines 6, 7, 8, 9 of `dune/r.md`");
    copy.remove(CATALOG);
    copy.run(&["lint"]).does_not_say("of the catalog");
}
