//! Each reading of a built-in engine has a name, a clause per option, and scenarios that fail under the other option.

use std::collections::BTreeMap;
use std::path::Path;

use truthsayer::builtin_engines;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::readings::Readings;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Data;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::ReadingNote;

fn suite() -> Suite {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    suite
}

fn makers() -> Vec<Box<dyn EngineMaker>> {
    builtin_engines::names().map(|name| builtin_engines::by_name(name).expect("on the roster")).collect()
}

/// The value of a reading in a set-up.
fn chosen(given: &Data, note: &ReadingNote) -> String {
    let value = given.get("readings").and_then(|readings| readings.get(&note.name));
    value.and_then(Data::as_str).unwrap_or(&note.default).to_owned()
}

/// Whether a scenario fails if one of its readings has another value.
fn notices(scenario: &Scenario, maker: &dyn EngineMaker, note: &ReadingNote, value: &str) -> bool {
    let mut task = scenario.task(&[]);
    let readings = task
        .given
        .as_object_mut()
        .expect("a map")
        .entry("readings")
        .or_insert_with(|| Data::Object(Default::default()));
    readings.as_object_mut().expect("a map").insert(note.name.clone(), value.into());
    let reply = maker.engine().play(&task);
    judge::judge(scenario, &reply, &Observability::of_own_engine(maker.profile())).verdict != Verdict::Pass
}

#[test]
fn scenarios_of_both_readings_fail_under_the_other() {
    let suite = suite();
    for maker in makers() {
        let profile = maker.profile();
        let own: Vec<&Scenario> = suite.scenarios.iter().filter(|scenario| scenario.game == profile.game).collect();
        for note in &profile.readings {
            for value in &note.values {
                let others: Vec<&String> = note.values.iter().filter(|other| *other != value).collect();
                let on_this_side = own.iter().filter(|scenario| chosen(&scenario.task(&[]).given, note) == *value);
                let witness = on_this_side
                    .into_iter()
                    .find(|scenario| others.iter().any(|other| notices(scenario, maker.as_ref(), note, other)));
                assert!(witness.is_some(), "{}: nobody notices when `{}: {value}` changes", profile.game, note.name);
            }
        }
    }
}

/// Scenarios choose the readings that they test, so choosing a reading for all of them fails none.
#[test]
fn every_reading_can_be_chosen_for_the_whole_suite() {
    let mut suite = suite();
    for maker in makers() {
        let game = maker.profile().game.clone();
        for note in &maker.profile().readings {
            for value in &note.values {
                let chosen = Readings::from([(note.name.clone(), value.clone())]);
                suite.choose(BTreeMap::from([(game.clone(), chosen)]));
                let mut engine = maker.engine();
                for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == game) {
                    let reply = engine.play(&scenario.task(&[]));
                    let verdict =
                        judge::judge(scenario, &reply, &Observability::of_own_engine(maker.profile())).verdict;
                    assert_eq!(verdict, Verdict::Pass, "{} under {}: {value}", scenario.id, note.name);
                }
            }
        }
    }
}

#[test]
fn every_reading_says_both_sides_and_names_its_clause() {
    let suite = suite();
    for maker in makers() {
        let profile = maker.profile();
        assert!(!profile.readings.is_empty(), "{} has no readings", profile.name);
        let page =
            std::fs::read_to_string(format!("docs/reference/{}.md", profile.game)).expect("the page of the engine");
        for note in &profile.readings {
            let ReadingNote { name, values, default, about, .. } = note;
            assert!(values.len() > 1 && values.first() == Some(default), "{name}: {values:?}, {default}");
            assert!(about.ends_with('.') && about.contains(" or "), "{name}: {about}");
            assert_eq!(clauses(note, &suite).len(), 1, "{name} names one clause");
            let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let row = row.unwrap_or_else(|| panic!("docs/reference/{}.md has no row for {name}", profile.game));
            assert!(values.iter().all(|value| row.contains(&format!("`{value}`"))), "{row}");
        }
    }
}

fn clauses(note: &ReadingNote, suite: &Suite) -> Vec<ClauseId> {
    let address = Address::parse(&note.cite).unwrap_or_else(|| panic!("{} is no citation", note.cite));
    let found = Citation::new(address, &note.quote).clauses(&suite.book);
    found.unwrap_or_else(|problem| panic!("{}: {}", note.name, problem.message))
}

#[test]
fn either_side_of_a_reading_can_be_turned_off() {
    let suite = suite();
    for maker in makers() {
        let profile = maker.profile();
        let (switches, problems) = switch_clauses::resolve(profile, &suite.book);
        assert!(problems.is_empty(), "{problems:?}");
        let has_switch = |clause: &ClauseId| switches.values().any(|clauses| clauses.contains(clause));
        for note in &profile.readings {
            assert!(clauses(note, &suite).iter().all(has_switch), "{}: its clause has no switch", note.name);
        }
        let file = format!("{}/readings.md", profile.game);
        let others = suite.book.clauses().filter(|clause| *clause.file == file);
        let others: Vec<ClauseId> = others.collect();
        assert!(others.len() >= profile.readings.len(), "{file} has too few clauses");
        assert!(others.iter().all(has_switch), "a clause of {file} has no switch");
    }
}
