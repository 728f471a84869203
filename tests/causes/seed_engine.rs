//! The profile `seed-engine`: its switches are the causes, their clauses are violated, and nothing else is.

use std::collections::BTreeSet;

use truthsayer::engines;
use truthsayer::oracle::grade::Grade;
use truthsayer::oracle::run::Makers;
use truthsayer::oracle::run::Run;
use truthsayer::oracle::run::Silent;

use crate::shipped_game::SUITE;

#[test]
fn the_seed_engine_lacks_exactly_the_clauses_of_its_profile() {
    let off = &SUITE.project.profiles["seed-engine"].without;
    let names = ["dune", "cotulenh"];
    let makers: Makers = names.map(|name| (name.to_owned(), engines::by_name(name).expect("an engine"))).into();
    let none = Makers::new();
    let findings = Run { without: off.clone(), ..Run::new(&SUITE, &makers, &none, 2, &Silent) }.findings();
    let causes = &findings.diagnosis.causes;
    let named: BTreeSet<&String> = causes.iter().flat_map(|cause| &cause.switches).collect();
    assert_eq!(named, off.iter().collect());
    assert_eq!(causes.len(), off.len(), "none of them looks like another");
    let entries = || findings.ledger.entries.values();
    let violated: BTreeSet<_> = entries().filter(|entry| entry.grade == Grade::Violated).map(|e| &e.id).collect();
    assert_eq!(violated, causes.iter().flat_map(|cause| &cause.clauses).collect());
    let failing = entries().filter(|entry| entry.claims.iter().any(|(_, holds)| *holds == Some(false)));
    for entry in failing.filter(|entry| !violated.contains(&entry.id)) {
        assert_eq!(entry.grade, Grade::Obscured, "{}", entry.id);
        assert!(!entry.causes.is_empty(), "{} names what obscures it", entry.id);
        assert!(entry.causes.iter().all(|at| causes[*at].obscures.contains(&entry.id)), "{}", entry.id);
    }
    assert!(findings.diagnosis.unexplained.is_empty(), "{:?}", findings.diagnosis.unexplained);
}
