//! The profile `seed-engine`: its switches are the causes, their clauses are violated, and nothing else is.

use std::collections::BTreeSet;

use truthsayer::builtin_engines;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::grade::Grade;

use super::shipped_game::SUITE;

#[test]
fn the_seed_engine_lacks_exactly_the_clauses_of_its_profile() {
    let off = &SUITE.project.profiles["seed-engine"].without;
    let seats = builtin_engines::seats();
    let findings = Run { without: off.clone(), ..Run::new(&SUITE, &seats, 2, &NoProgress) }.findings();
    let causes = &findings.diagnosis.causes;
    let named: BTreeSet<&String> = causes.iter().flat_map(|cause| &cause.switches).collect();
    assert_eq!(named, off.iter().collect());
    assert_eq!(causes.len(), off.len(), "none of them looks like another");
    let entries = || findings.coverage.entries.values();
    let violated: BTreeSet<_> = entries().filter(|entry| entry.grade == Grade::Violated).map(|e| &e.id).collect();
    assert_eq!(violated, causes.iter().flat_map(|cause| &cause.clauses).collect());
    let failing = entries().filter(|entry| entry.claims.iter().any(|(_, holds)| *holds == Some(false)));
    for entry in failing.filter(|entry| !violated.contains(&entry.id)) {
        assert_eq!(entry.grade, Grade::Blocked, "{}", entry.id);
        assert!(!entry.causes.is_empty(), "{} names what blocks it", entry.id);
        assert!(entry.causes.iter().all(|at| causes[*at].blocks.contains(&entry.id)), "{}", entry.id);
    }
    assert!(findings.diagnosis.unexplained.is_empty(), "{:?}", findings.diagnosis.unexplained);
}
