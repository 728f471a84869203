//! `prove` skips runs that cannot decide. The skipped runs must not change any grade.
//!
//! The whole product takes minutes and is `make prove-all`; usually every switch is tried in a fixed part of the suite.

use std::collections::BTreeMap;
use std::path::Path;

use truthsayer::builtin_engines;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::Project;

/// Runs every n-th scenario; `EVERY=1` runs all of them.
fn every() -> usize {
    std::env::var("EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(5).max(1)
}

/// The grade of every clause, and how many plays it took.
fn grades(suite: &Suite, seats: &Seats, everything: bool) -> (BTreeMap<ClauseId, Grade>, usize) {
    let chosen = suite.scenarios.iter().step_by(every()).collect();
    let proving = Some(Proving { everything, ..Proving::default() });
    let run = Run::new(suite, seats, 2, &NoProgress);
    let findings = Run { chosen, proving, keep: Retention::Firings, ..run }.findings();
    let plays = findings.proofs.iter().flatten().map(|proof| proof.matrix.plays()).sum();
    (findings.coverage.entries.into_iter().map(|(id, entry)| (id, entry.grade)).collect(), plays)
}

#[test]
fn grades_are_the_same_as_with_everything_played() {
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, 2);
    assert!(problems.is_empty(), "{problems:?}");
    let seats = builtin_engines::seats();
    let (thrifty, few) = grades(&suite, &seats, false);
    let (whole, many) = grades(&suite, &seats, true);
    assert_eq!(thrifty, whole);
    assert!(thrifty.values().any(|grade| *grade == Grade::Proven), "something is proven in this part of the suite");
    assert!(few * 5 < many, "{few} plays in place of {many}");
}
