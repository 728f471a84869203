//! `hunt`: differences between two engines are found, shrunk and written as drafts.

use std::fs;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;

/// A small start: one duel, and the rules of Dune as they ship.
fn project() -> Project {
    let claims = DUEL.find("claims:").expect("claims");
    let duel = format!(
        "{}claims:\n  - cite: dune/battle.md:2\n    quote: a battle is resolved in every Territory\n    then: {{events: [battle_won: {{}}]}}\n",
        &DUEL[..claims]
    );
    let project = Project::with_dune_rules().file("scenarios/dune/duel/plain.yaml", duel);
    project.run(&["bless"]).exits(0);
    project
}

/// The drafts that were written, by id.
fn drafts(project: &Project) -> Vec<String> {
    let entries = fs::read_dir(project.path("scenarios/dune/found")).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().trim_end_matches(".yaml").to_owned();
    let mut ids: Vec<String> = entries.map(|entry| format!("dune/found/{}", name(entry))).collect();
    ids.sort();
    ids
}

fn hunt(project: &Project, more: &[&str]) -> Run {
    let whole = ["hunt", "dune", "dune --without dialed_forces_are_lost", "--plays", "300"];
    project.run(&[&whole, more].concat())
}

#[test]
fn a_difference_is_found_made_small_and_laid_down() {
    let project = project();
    let run = hunt(&project, &[]).exits(1).says("differs").says("wrote scenarios/dune/found/");
    let ids = drafts(&project);
    assert!(!ids.is_empty(), "{}", run.stdout);
    let text = project.read(&format!("scenarios/{}.yaml", ids[0]));
    assert!(text.contains("draft: true") && text.contains("# What differs: "), "{text}");
    assert!(text.contains("# Clauses that fired") && !text.contains("claims:"), "{text}");
    // A draft is read, run and listed, and affects no verdict.
    project.run(&["verify"]).exits(0).says(&format!("draft {}: no claims yet", ids[0]));
    project.run(&["explain", &ids[0]]).exits(0).says("events");
}

/// Both engines run a draft and differ in the same group as the finding. The draft cannot be shrunk further.
#[test]
fn a_draft_replays_to_the_same_difference() {
    let project = project();
    project.run(&["hunt", "dune", "dune --without dialed_forces_are_lost", "--plays", "1000"]).exits(1);
    let ids = drafts(&project);
    assert!(!ids.is_empty());
    for id in ids {
        let text = project.read(&format!("scenarios/{id}.yaml"));
        let group = text.lines().find_map(|line| line.strip_prefix("# What differs: ")).expect("a group");
        let again = ["hunt", "dune", "dune --without dialed_forces_are_lost", "--plays", "1", "--all", "--dry-run"];
        let run = project.run(&[&again[..], &["--from", &id]].concat()).exits(1).says(&format!("differs {group}\n"));
        // Another shrink gives the same scenario, and the same name.
        run.says(&format!("found in {id}\n")).says(&format!("would write scenarios/{id}.yaml"));
        // An engine that does not lack the clause does not differ.
        let same = ["hunt", "dune", "dune", "--plays", "1", "--all", "--dry-run", "--from", &id];
        project.run(&same).exits(0).says("0 findings");
    }
}

/// The hunt searches for the surviving mutants of `prove` only.
#[test]
fn a_scenario_is_found_for_switches_that_survive() {
    let project = project();
    project.run(&["prove"]).exits(1).says("survives").says("dialed_forces_are_lost");
    let run = project.run(&["hunt", "--survivors", "--plays", "1500"]).exits(1);
    run.says("matters without dialed_forces_are_lost").says("wrote scenarios/dune/found/without-");
    let found = drafts(&project);
    assert!(found.iter().all(|id| id.starts_with("dune/found/without-")), "{found:?}");
    assert!(found.len() >= 10, "only {} were found", found.len());
    // The drafts are readable: their median length is at most six steps.
    let steps = |id: &String| {
        let text = project.read(&format!("scenarios/{id}.yaml"));
        let when = text.split("\nwhen:").nth(1).expect("a script").to_owned();
        when.lines().filter(|line| line.starts_with("  - ")).count()
    };
    let mut steps: Vec<usize> = found.iter().map(steps).collect();
    steps.sort_unstable();
    assert!(steps[steps.len() / 2] <= 6, "{steps:?}");
    assert!(steps.iter().any(|count| *count > 0), "{steps:?}");
    project.run(&["verify"]).exits(0);
    project.run(&["review", "--list"]).exits(0).says(&format!("draft  {}", found[0]));
}

#[test]
fn known_findings_are_reported_again_only_on_request() {
    let project = project();
    let first = drafts_after(&project, &[]);
    hunt(&project, &[]).says("already known");
    // Differences hidden by known ones may be found now; the known ones are not written again.
    let group = |id: &String| id.rsplit_once('-').map(|(group, _)| group.to_owned());
    let again = drafts(&project).into_iter().filter(|id| !first.contains(id));
    let again: Vec<String> = again.filter(|id| first.iter().any(|known| group(known) == group(id))).collect();
    assert!(again.is_empty(), "the same differences were laid down again: {again:?}");
    hunt(&project, &["--all", "--dry-run"]).exits(1).says("would write");
}

fn drafts_after(project: &Project, more: &[&str]) -> Vec<String> {
    hunt(project, more).exits(1);
    drafts(project)
}

/// A difference that an earlier draft shows is reported as such.
#[test]
fn a_switch_of_an_earlier_draft_is_reported_as_known() {
    let project = project();
    let target = ["hunt", "--switch", "dialed_forces_are_lost", "--plays", "300"];
    project.run(&target).exits(1).says("matters without dialed_forces_are_lost");
    let ids = drafts(&project);
    let again = project.run(&target).exits(0);
    again
        .says(&format!("known without dialed_forces_are_lost: {} already shows it", ids[0]))
        .does_not_say("changed nothing");
    project.run(&[&target[..], &["--all", "--dry-run"]].concat()).exits(1).says("matters without");
}

#[test]
fn valid_scenarios_are_hunted_and_invalid_ones_are_bad_input() {
    let project = project().file("scenarios/dune/duel/broken.yaml", "scenario: [\n");
    let run = hunt(&project, &["--dry-run"]).exits(3).says("differs").complains("invalid YAML");
    run.complains("all other scenarios run");
    // Problems outside the selection do not matter.
    hunt(&project, &["--dry-run", "--from", "dune/duel/plain"]).exits(1).complains("1 problem outside the filter");
    // A project with fixtures and no scenario can be hunted.
    let bare =
        Project::with_dune_rules().file("scenarios/dune/fixtures/odd.yaml", "fixture: x\ngiven: {advanced: true}\n");
    bare.run(&["hunt", "dune", "dune", "--plays", "64"]).exits(0).says("64 scenarios generated");
}

#[test]
fn machines_read_one_document() {
    let project = project();
    let run = hunt(&project, &["--format", "json", "--dry-run"]).exits(1);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON and nothing else");
    assert_eq!((&document["truthsayer"], &document["command"]), (&1.into(), &"hunt".into()));
    let reported = &document["hunt"];
    assert_eq!(
        (&reported["exit"], &reported["written"], &reported["made_up"]),
        (&1.into(), &false.into(), &300.into())
    );
    let first = &reported["findings"][0];
    assert_eq!(first["sides"][1]["engine"], "dune --without dialed_forces_are_lost");
    assert!(first["given"].is_object() && first["when"].as_array().is_some_and(|steps| !steps.is_empty()), "{first}");
    assert_eq!(run.stdout, hunt(&project, &["--format", "json", "--dry-run", "--jobs", "3"]).stdout);
}

#[test]
fn nothing_is_written_in_a_dry_run_or_in_ci() {
    let project = project();
    hunt(&project, &["--dry-run"]).exits(1).says("would write scenarios/dune/found/");
    let arguments = ["hunt", "dune", "dune --without dialed_forces_are_lost", "--plays", "300"];
    project.run_in_ci(&arguments).exits(1).says("would write");
    assert!(!project.exists("scenarios/dune/found"));
}

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_jobs() {
    let project = project();
    let reported = |more: &[&str]| hunt(&project, &[more, &["--dry-run", "-v"]].concat()).stdout;
    let one = reported(&["--jobs", "1"]);
    assert_eq!(one, reported(&["--jobs", "3"]));
    assert_ne!(one, reported(&["--jobs", "1", "--seed", "2"]));
}

#[test]
fn an_engine_does_not_differ_from_itself() {
    project().run(&["hunt", "dune", "dune", "--plays", "500"]).exits(0).says("0 findings; 500 scenarios generated");
}

#[test]
fn a_play_is_found_in_which_a_clause_matters() {
    let project = project();
    let run = project.run(&["hunt", "--switch", "dial*", "--plays", "3000"]).exits(1);
    let run = run.says("matters without dial_within_forces").says("matters without dialed_forces_are_lost");
    let found: Vec<String> = drafts(&project);
    assert!(found.iter().any(|id| id.starts_with("dune/found/without-dial-within-forces-")), "{}", run.stdout);
    // With a claim, the found scenario kills the mutant.
    project.run(&["verify"]).exits(0);
}

#[test]
fn impossible_hunts_are_reported() {
    let project = project();
    project.run(&["hunt", "dune"]).exits(2);
    project
        .run(&["hunt", "dune", "dnue"])
        .exits(2)
        .complains("did you mean `dune`?")
        .complains("a command needs a path or an argument");
    project.run(&["hunt", "dune", "cotulenh"]).exits(2).complains("the engines play different games");
    project.run(&["hunt", "dune", "dune --without dial_within_force"]).exits(2).complains("dial_within_forces");
    project.run(&["hunt", "--switch", "nothing_like_it"]).exits(2).complains("has no switch `nothing_like_it`");
    project.run(&["hunt", "dune", "dune", "--from", "dune/nowhere"]).exits(5);
    project.run(&["hunt", "dune", "dune 'x"]).exits(2).complains("open quote");
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_started_ends_the_hunt() {
    project().run(&["hunt", "dune", "./nowhere/engine"]).exits(4).complains("could not be started");
    let run = project().run(&["hunt", "dune", "sh -c 'echo no such module >&2; exit 1'"]).exits(4);
    run.complains("the engine died (exit status: 1); its log ends with: no such module");
}
