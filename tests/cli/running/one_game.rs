//! Commands about one game or rule run only that game, with the same output as after a run of all games.

use crate::authoring::moved_source::garden;
use crate::project::Project;
use crate::reporting::documents;

/// Two games: in one the claim holds, in the other it does not.
fn two_games() -> Project {
    let garden = garden();
    let project = documents::project();
    for path in [
        "engine/garden.sh",
        "engine/rules.py",
        "rules/garden/plants.md",
        "rules/garden/catalog.yaml",
        "scenarios/garden/rose/grows.yaml",
    ] {
        project.write(path, garden.read(path));
    }
    let engines = "engines: {sh: {game: garden, command: [sh, engine/garden.sh]}}\nsources: [engine]\n";
    project.write("truthsayer.yaml", format!("games: {{dune: {{engine: dune}}, garden: {{engine: sh}}}}\n{engines}"));
    let failing = project.read("scenarios/dune/duel/plain.yaml").replace("4 -> 0", "4 -> 1");
    project.write("scenarios/dune/duel/plain.yaml", failing);
    project.run(&["bless", "garden/*"]);
    project
}

#[test]
fn another_failing_game_neither_runs_nor_is_reported() {
    let project = two_games();
    project.run(&["coverage"]).exits(1);
    project.run(&["coverage", "--game", "dune"]).exits(1).does_not_say("Rule 1: Rose");
    project.run(&["coverage", "--game", "garden"]).exits(0).says("Rule 1: Rose (1.1 holds)");
    project.run(&["coverage", "--rule", "garden/plants.md:1"]).exits(0).says("holds    garden/plants.md:1.1");
    project.run(&["report", "--out", "one", "--game", "garden"]).exits(0);
    project.run(&["report", "--out", "two", "--rule", "1"]).exits(0);
    project.run(&["report", "--out", "all"]).exits(1);
    let document = "garden/rule-01-rose.md";
    for folder in ["one", "two"] {
        assert_eq!(project.read(&format!("{folder}/{document}")), project.read(&format!("all/{document}")), "{folder}");
    }
    assert_eq!(project.read("one/garden/README.md"), project.read("all/garden/README.md"));
}
