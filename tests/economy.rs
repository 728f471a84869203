//! `prove` plays only what can decide. What it leaves out must not change a single grade.
//!
//! The whole product takes minutes and is `make prove-all`; usually every switch is tried in a fixed part of the suite.

mod allocator;

use std::collections::BTreeMap;
use std::path::Path;

use truthsayer::engines;
use truthsayer::oracle::grade::Grade;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::rulebook::ClauseId;
use truthsayer::oracle::run::Makers;
use truthsayer::oracle::run::Run;
use truthsayer::oracle::run::Silent;
use truthsayer::oracle::suite::Suite;
use truthsayer::oracle::trial::Keep;

/// Of all scenarios every so many are played; `EVERY=1` plays all of them.
fn every() -> usize {
    std::env::var("EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(12).max(1)
}

/// The grade of every clause, and how many plays it took.
fn grades(suite: &Suite, makers: &Makers, everything: bool) -> (BTreeMap<ClauseId, Grade>, usize) {
    let none = Makers::new();
    let chosen = suite.scenarios.iter().step_by(every()).collect();
    let run = Run::new(suite, makers, &none, 2, &Silent);
    let findings = Run { chosen, proves: true, everything, keep: Keep::Firings, ..run }.findings();
    let plays = findings.proofs.iter().flatten().map(|proof| proof.matrix.plays()).sum();
    (findings.ledger.entries.into_iter().map(|(id, entry)| (id, entry.grade)).collect(), plays)
}

#[test]
fn grades_are_the_same_as_with_everything_played() {
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, 2);
    assert!(problems.is_empty(), "{problems:?}");
    let makers: Makers =
        engines::names().map(|name| (name.to_owned(), engines::by_name(name).expect("an engine"))).collect();
    let (thrifty, few) = grades(&suite, &makers, false);
    let (whole, many) = grades(&suite, &makers, true);
    assert_eq!(thrifty, whole);
    assert!(thrifty.values().any(|grade| *grade == Grade::Proven), "something is proven in this part of the suite");
    assert!(few * 5 < many, "{few} plays in place of {many}");
}
