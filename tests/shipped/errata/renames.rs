//! Renamed folders and files, and quotes over several lines: unchanged text counts as moved.

use super::project_copy::Copy;

const RULES: &str = "# Rules\nA tie goes to the Aggressor.\nThe winner gains 2 spice.\nThe loser must leave.\nHe pays 3 spice to the bank.\n";
const CATALOG: &str = "categories: [All]\nrules:\n  - {rule: 1, title: T, category: All, lines: [dune/r.md:2-5]}\n";
const LONG: &str = "must leave. He pays 3 spice";

fn game(is_locked: bool) -> Copy {
    let copy = Copy::empty();
    copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    copy.write("rules/dune/r.md", RULES);
    copy.write("rules/dune/catalog.yaml", CATALOG);
    copy.write("scenarios/dune/a/s.yaml", &scenario("dune/r.md:3", "dune/r.md:4-5"));
    if is_locked {
        copy.run(&["errata", "--fix"]).exits(0);
    }
    copy
}

fn scenario(short: &str, long: &str) -> String {
    let claim =
        |cite: &str, quote: &str| format!("  - cite: {cite}\n    quote: {quote}\n    then: {{events: [battle_won]}}\n");
    let claims = claim(short, "The winner gains 2 spice") + &claim(long, LONG);
    format!("scenario: S\ngame: dune\ngiven: {{}}\nwhen: []\nclaims:\n{claims}")
}

#[test]
fn a_quote_over_two_lines_is_moved_with_its_range() {
    for is_locked in [true, false] {
        let copy = game(is_locked);
        copy.write("rules/dune/r.md", &RULES.replace("# Rules\n", "# Rules\nAnother rule comes first now.\n"));
        copy.run(&["lint"]).exits(3).does_not_say("a change of");
        copy.run(&["errata", "--fix"]).exits(0);
        assert_eq!(copy.read("scenarios/dune/a/s.yaml"), scenario("dune/r.md:4", "dune/r.md:5-6"), "{is_locked}");
    }
}

#[test]
fn a_quote_whose_lines_are_cut_in_another_way_is_moved() {
    for is_locked in [true, false] {
        let copy = game(is_locked);
        copy.write("rules/dune/r.md", &RULES.replace("leave.\nHe pays 3 spice to", "leave. He pays\n3 spice to"));
        copy.run(&["errata", "--fix"]).exits(0);
        assert_eq!(copy.read("scenarios/dune/a/s.yaml"), scenario("dune/r.md:3", "dune/r.md:4-5"));
        copy.write("rules/dune/r.md", &RULES.replace("leave.\nHe", "leave. He"));
        copy.run(&["errata", "--fix"]).exits(0);
        copy.run(&["lint"]).does_not_say("a change of").does_not_say("moved");
    }
}

#[test]
fn a_renamed_file_is_followed() {
    for is_locked in [true, false] {
        let copy = game(is_locked);
        copy.write("rules/dune/s.md", RULES);
        copy.remove("rules/dune/r.md");
        if !is_locked {
            copy.remove("rules/dune/catalog.yaml");
        }
        copy.run(&["lint"]).exits(3).does_not_say("a change of");
        copy.run(&["errata", "--fix"]).exits(0);
        assert_eq!(copy.read("scenarios/dune/a/s.yaml"), scenario("dune/s.md:3", "dune/s.md:4-5"));
    }
}

#[test]
fn the_renamed_folder_of_a_game_is_followed() {
    for (is_locked, edit) in [(true, ""), (false, ""), (true, "Another rule comes first now.\n")] {
        let copy = game(is_locked);
        copy.write("truthsayer.yaml", "games:\n  arrakis: {engine: dune}\n");
        copy.rename("rules/dune", "rules/arrakis");
        copy.rename("scenarios/dune", "scenarios/arrakis");
        copy.write("rules/arrakis/r.md", &RULES.replace("# Rules\n", &format!("# Rules\n{edit}")));
        copy.write(
            "scenarios/arrakis/a/s.yaml",
            &copy.read("scenarios/arrakis/a/s.yaml").replace("game: dune", "game: arrakis"),
        );
        copy.run(&["errata", "--fix"]).exits(0);
        let (short, long, rows) = match edit {
            "" => ("arrakis/r.md:3", "arrakis/r.md:4-5", "arrakis/r.md:2-5"),
            _ => ("arrakis/r.md:4", "arrakis/r.md:5-6", "arrakis/r.md:3-6"),
        };
        let expected = scenario(short, long).replace("game: dune", "game: arrakis");
        assert_eq!(copy.read("scenarios/arrakis/a/s.yaml"), expected, "{is_locked} {edit}");
        assert_eq!(copy.read("rules/arrakis/catalog.yaml"), CATALOG.replace("dune/r.md:2-5", rows));
        assert!(copy.read("rules/arrakis/rules.lock").contains("==> arrakis/r.md\n"));
        copy.run(&["errata", "--fix"]).exits(0).says("nothing to repair");
    }
}

#[test]
fn a_renamed_folder_of_rules_is_not_a_change_of_words() {
    let copy = game(false);
    copy.rename("rules/dune", "rules/arrakis");
    let lint = copy.run(&["lint"]).exits(3).does_not_say("a change of");
    lint.says("the quote has moved from `dune/r.md:3` to `arrakis/r.md:3`").says("to `arrakis/r.md:4-5`");
}
