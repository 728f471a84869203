//! Very many small items, in files and in engine output.

use std::fs;
use std::path::Path;

use serde_json::Value;
use serde_json::json;

use crate::fixtures::PLAIN;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::watch;

#[test]
fn the_first_of_many_project_file_mistakes_are_reported() {
    let keys: String = (0..20_000).map(|number| format!("k{number}: b\n")).collect();
    let project = Project::new().file("truthsayer.yaml", format!("games: {{dune: {{engine: dune}}}}\n{keys}"));
    let seen = watch(&project, &["lint"]).exits(3).says("no key `k99`").says("at least 19900 more problems");
    seen.does_not_say("k100");
}

#[test]
fn the_first_of_many_switches_without_a_quote_are_reported() {
    let switch = |number| json!({"name": format!("s{number}"), "cite": "dune/battle.md:99", "quote": "no such words"});
    let switches: Vec<Value> = (0..10_000).map(switch).collect();
    let hello =
        json!({"hello": {"protocol": 1, "game": "dune", "supports": ["without", "fired"], "switches": switches}});
    let project = Project::new().file(PLAIN, DUEL).file("said/hello", format!("{hello}\n"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines/says.sh");
    project.write("says.sh", fs::read(script).expect("the script"));
    let config = "games: {dune: {engine: parrot}}\nengines: {parrot: {game: dune, command: [sh, says.sh, said]}}\n";
    project.write("truthsayer.yaml", config);
    for command in ["lint", "prove"] {
        watch(&project, &[command]).exits(3).says("at least 9900 more problems").does_not_say("`s100`");
    }
}

/// Looking for each rule among all others would take minutes.
#[test]
fn saved_results_of_very_many_rules_are_compared() {
    let project = Project::with_duel();
    watch(&project, &["verify", "--json", "saved.json"]).exits(0);
    let mut saved: Value = serde_json::from_str(&project.read("saved.json")).expect("JSON");
    let rule = |number| json!({"game": "dune", "number": number, "title": "A rule", "category": "All", "clauses": []});
    saved["catalog"] = (0..200_000).map(rule).collect();
    project.write("many.json", truthsayer_oracle::base::digest::seal(&saved.to_string()));
    watch(&project, &["compare", "many.json", "many.json", "-v"]).exits(0).says("dune 199999: A rule");
}
