//! Invalid dates, and arguments that are not numbers.

use crate::fixtures::PLAIN;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// A project whose engine has one known gap until a day.
fn with_gap(until: &str) -> Project {
    let gap = format!("{{scenario: dune/duel/plain, reason: r, until: {until}}}");
    let text = format!("games: {{dune: {{engine: dune}}}}\nengines: {{dune: {{gaps: [{gap}]}}}}\n");
    Project::with_duel().file("truthsayer.yaml", text)
}

#[test]
fn a_gap_lasts_until_a_day_of_the_calendar() {
    for until in [
        "2027-02-31",
        "2027-13-01",
        "2027-00-10",
        "0",
        "tomorrow",
        "2027-2-3",
        "99999-01-01",
        "-2027-01-01",
        "\"\"",
        "[]",
    ] {
        watch(&with_gap(until), &["verify"]).exits(3).says("truthsayer.yaml:2:");
    }
    let project = with_gap("2027-02-28");
    let on = |day: &str| Watch::new(&project, &["verify"]).variable("TRUTHSAYER_TODAY", day).run();
    on("2027-02-28").exits(3).says("this known gap no longer fails");
    on("2027-03-01").exits(3).says("this known gap expired");
}

#[test]
fn an_invalid_date_is_reported_before_anything_is_read() {
    let project = Project::with_duel();
    for day in ["0", "", "2027-02-31", "yesterday", "2027-01-01T00:00", "\u{1b}[95m", &"9".repeat(100_000)] {
        let seen = Watch::new(&project, &["verify"]).variable("TRUTHSAYER_TODAY", day).run();
        seen.exits(2).says("is not a date: write 2027-01-31");
    }
}

#[test]
fn invalid_numbers_and_names_are_reported() {
    let project = Project::with_duel();
    for arguments in [
        ["verify", "--jobs", "0"].as_slice(),
        &["verify", "--jobs", "99999999999999999999"],
        &["verify", "--timeout", "0s"],
        &["verify", "--timeout", "99999999999999999999m"],
        &["verify", "--rule", "dune/battle.md:0"],
        &["verify", "--rule", "dune/battle.md:99999999999999999999"],
        &["verify", "--rule", ":1"],
        &["verify", "--rule", "-1"],
        &["engine", "perft", "--depth", "0"],
        &["engine", "perft", "--depth", "1", "--fen", "x"],
        &["engine", "perft", "--depth", "1", "--fen", ""],
        &["report", "--out", ""],
        &["report", "--out", "/tmp"],
        &["report", "--out", ".."],
        &["report", "--out", "."],
        &["report", "--out", "scenarios/x"],
        &["new", "dune/battle.md:2.99999999999999999999"],
        &["compare", "dune"],
        &["nonsense"],
    ] {
        let seen = watch(&project, arguments);
        assert!(matches!(seen.code, 2 | 3), "{arguments:?}: {seen:?}");
    }
    for fen in ["/".repeat(100_000), "(".repeat(100_000), "99999999999/11/11".to_owned(), "+".repeat(100_000)] {
        let seen = watch(&project, &["engine", "perft", "--depth", "1", "--fen", &fen]);
        assert!(matches!(seen.code, 2 | 3), "{}", seen.code);
    }
    watch(&project, &["verify", "--jobs", "512"]).exits(0);
    assert!(project.exists(PLAIN));
}
