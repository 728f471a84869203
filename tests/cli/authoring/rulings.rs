//! `hunt --readings` asks which value of a reading is meant, and `bless --ruling` records the answer.

use serde_json::Value;

use crate::project::Project;
use crate::project::shipped;

fn project() -> Project {
    let text = "scenario: The Ghola brings back the Kwisatz Haderach\ngame: dune\ndraft: true\n";
    Project::with_dune_rules().file("scenarios/dune/plain/ghola.yaml", text)
}

/// The bar: every reading of the shipped games has a question.
#[test]
fn every_shipped_reading_has_a_deciding_question() {
    let run = shipped(&["hunt", "--readings", "--all", "--format", "json"]).exits(0);
    let data: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let questions = data["readings"]["questions"].as_array().expect("questions");
    let steps = |it: &Value| it["scenario"]["when"].as_array().expect("a scenario").len();
    let games = |game: &str| questions.iter().filter(|it| it["game"] == game).count();
    assert!(games("dune") >= 18 && games("cotulenh") >= 8, "{} and {}", games("dune"), games("cotulenh"));
    let short = questions.iter().filter(|it| steps(it) <= 4).count();
    assert!(short >= 20, "only {short} of {} have at most four steps", questions.len());
    for it in questions {
        let [one, other] = [0, 1].map(|at| it["answers"][at]["says"].as_str().expect("an answer"));
        assert!(!one.is_empty() && one != other, "{it}");
        // The question does not contain its answer.
        let name = it["reading"].as_str().expect("a name");
        assert!(it["scenario"]["given"]["readings"].get(name).is_none(), "{it}");
    }
}

#[test]
fn a_question_shows_the_words_the_situation_and_the_command() {
    let run = shipped(&["hunt", "--readings", "ghola_elites", "--game", "dune"]).exits(0);
    run.says("question dune ghola_elites: ")
        .says("  dune/battle.md:214.")
        .says("  dune/readings.md:18.1 (states one_per_turn) ")
        .says("  The situation (1 step; ")
        .says("    1. ghola by emperor")
        .says("  Under any: ")
        .says("  Under one_per_turn: ")
        .says("  Which is meant? Record the answer with one of these commands:\n")
        .says("    truthsayer bless --ruling ghola_elites=one_per_turn --game dune\n")
        .says("1 question, at most 1 step\n");
    shipped(&["hunt", "--readings", "ghola_elite", "--game", "dune"])
        .exits(2)
        .complains("did you mean `ghola_elites`?");
    shipped(&["hunt", "--readings", "ghola_*", "--game", "dune"]).exits(0).says("2 questions");
    shipped(&["hunt", "--readings", "sight", "--all"]).exits(2).complains("not both");
}

#[test]
fn a_ruling_is_recorded_and_holds_from_then_on() {
    let project = project();
    let before = project.read("truthsayer.yaml");
    let command = ["bless", "--ruling", "ghola_kwisatz_haderach=yes", "--game", "dune"];
    project.run(&command).exits(0).says("dune: `ghola_kwisatz_haderach` is `yes` from now on, in truthsayer.yaml");
    let after = project.read("truthsayer.yaml");
    assert!(after.contains("readings: {ghola_kwisatz_haderach: \"yes\"}"), "{after}");
    assert_ne!(before, after);
    project.run(&command).exits(0).says("already is `yes`");
    let run = project.run(&["hunt", "--readings", "ghola_kwisatz_haderach", "--game", "dune", "--plays", "1"]);
    run.says("ruled: yes, in truthsayer.yaml");
    project.run(&["bless", "--ruling", "ghola_kwisatz_haderach=no"]).exits(0).says("is `no` instead of `yes`");
    assert!(project.read("truthsayer.yaml").contains("{ghola_kwisatz_haderach: \"no\"}"));
}

#[test]
fn a_wrong_ruling_changes_nothing() {
    let project = project();
    let before = project.read("truthsayer.yaml");
    let ruling = |text: &str| project.run(&["bless", "--ruling", text, "--game", "dune"]).exits(2);
    ruling("face_down=maybe").complains("it has: by_deaths, always_waits");
    ruling("facedown=by_deaths").complains("did you mean `face_down`?");
    ruling("face_down").complains("write reading=value");
    project.run(&["bless", "--ruling", "face_down=by_deaths", "--game", "chess"]).exits(2).complains("no game `chess`");
    project.run_in_ci(&["bless", "--ruling", "face_down=by_deaths"]).exits(2);
    assert_eq!(before, project.read("truthsayer.yaml"));
}
