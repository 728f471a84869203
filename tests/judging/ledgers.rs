//! What the ledger makes of a diagnosis, of what was not shown, of foils, and where its clauses are found.

use serde_json::json;
use truthsayer::oracle::cause::Cause;
use truthsayer::oracle::cause::CauseKind;
use truthsayer::oracle::cause::Diagnosis;
use truthsayer::oracle::cause::Share;
use truthsayer::oracle::foil::Sharpened;
use truthsayer::oracle::foil::Sharpness;
use truthsayer::oracle::ledger::ClaimRef;
use truthsayer::oracle::ledger::Ledger;
use truthsayer::oracle::ledger::LedgerEntry;
use truthsayer::oracle::lock::Lock;
use truthsayer::oracle::rulebook::ClauseId;
use truthsayer::oracle::rulebook::Rulebook;
use truthsayer::oracle::standing;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::protocol::EngineMaker;
use truthsayer::protocol::Observes;
use truthsayer::protocol::Profile;
use truthsayer::source::SourceFile;

use crate::puppet;
use crate::puppet::Puppet;
use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;
use crate::toy::RULES;

const PRESS: &str = "{press: {}}";

fn clause(line: usize, clause: usize) -> ClauseId {
    ClauseId { file: "toy/light.md".into(), line, clause }
}

fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

fn wrong(line: usize, quote: &str) -> String {
    claim(line, quote, "state: {light: red}")
}

fn claim_ref(claim: usize) -> ClaimRef {
    ClaimRef { scenario: "toy/case/one".to_owned(), claim }
}

/// A diagnosis that blames one clause, and by it explains these claims.
fn diagnosis(blamed: ClauseId, explained: &[usize]) -> Diagnosis {
    let cause = Cause {
        game: "toy".to_owned(),
        switches: vec!["press_costs".to_owned()],
        clauses: vec![blamed],
        kind: CauseKind::NotPlayed,
        share: Share { decides: 1, fails: 1, alike: 1 },
        explains: explained.iter().map(|claim| claim_ref(*claim)).collect(),
        scenario: "toy/case/one".to_owned(),
        obscures: Vec::new(),
        holds_in: None,
    };
    let explained = explained.iter().map(|claim| (claim_ref(*claim), [0].into())).collect();
    Diagnosis { causes: vec![cause], explained, ..Diagnosis::default() }
}

fn tally(table: &Table, diagnosis: &Diagnosis, sharpened: Sharpened) -> Ledger {
    table.trial(|judged| Ledger::tally(&table.suite, &judged, &[], &[], diagnosis, sharpened))
}

fn shown(ledger: &Ledger) -> Vec<(String, &'static str, Vec<usize>)> {
    let of = |entry: &LedgerEntry| (entry.id.to_string(), entry.grade.name(), entry.causes.clone());
    ledger.entries.values().map(of).collect()
}

fn rows(rows: &[(&str, &'static str, &[usize])]) -> Vec<(String, &'static str, Vec<usize>)> {
    rows.iter().map(|(id, grade, causes)| (format!("toy/light.md:{id}"), *grade, causes.to_vec())).collect()
}

#[test]
fn what_a_cause_explains_could_not_be_judged_and_the_cause_is_violated() {
    // On the light one claim fails, which is explained, and one holds; on waiting one fails that nothing explains.
    let claims = [wrong(1, "turns the light on"), lights(), wrong(1, "costs 2 coins"), wrong(3, "Waiting")];
    let table = Table::with(PRESS, &claims);
    let ledger = tally(&table, &diagnosis(clause(1, 2), &[0, 2]), Sharpened::new());
    let expected = [
        ("1.1", "obscured", [0].as_slice()),
        ("1.2", "violated", &[0]),
        ("2.1", "uncited", &[]),
        ("3.1", "violated", &[]),
    ];
    assert_eq!(shown(&ledger), rows(&expected));
}

#[test]
fn a_clause_with_one_claim_that_nothing_explains_stays_violated() {
    let claims = [wrong(1, "turns the light on"), wrong(1, "A press"), wrong(1, "costs 2 coins")];
    let table = Table::with(PRESS, &claims);
    let ledger = tally(&table, &diagnosis(clause(1, 2), &[0, 2]), Sharpened::new());
    let first: Vec<_> = shown(&ledger).into_iter().take(2).collect();
    assert_eq!(first, rows(&[("1.1", "violated", &[]), ("1.2", "violated", &[0])]));
}

#[test]
fn what_holds_is_not_obscured_by_anything() {
    let table = Table::with(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let ledger = tally(&table, &diagnosis(clause(1, 2), &[0, 1]), Sharpened::new());
    assert_eq!(shown(&ledger)[0], rows(&[("1.1", "holds", &[])])[0]);
}

#[test]
fn a_clause_that_a_foil_breaks_is_sharp() {
    let table = Table::with(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let by = || Sharpness { foil: "an older one".to_owned(), claim: claim_ref(0) };
    let sharpened = Sharpened::from([(clause(1, 1), by()), (clause(1, 2), by()), (clause(3, 1), by())]);
    let ledger = tally(&table, &Diagnosis::default(), sharpened);
    let grades: Vec<&str> = ledger.entries.values().map(|entry| entry.grade.name()).collect();
    assert_eq!(grades, ["sharp", "violated", "uncited", "uncited"], "only what holds is sharpened");
}

#[test]
fn a_claim_that_was_not_chosen_still_says_whether_something_happens() {
    let quiet = claim(1, "costs 2 coins", "no_events: [pulled]");
    let table = Table::with(PRESS, &[lights(), quiet]);
    let ledger = Ledger::tally(&table.suite, &[], &[], &[], &Diagnosis::default(), Sharpened::new());
    let substance = |id: ClauseId| ledger.entries[&id].has_substance;
    assert_eq!((substance(clause(1, 1)), substance(clause(1, 2)), substance(clause(2, 1))), (true, false, false));
}

/// The grade of the cost, judged by an engine that shows only this of the state.
fn seen(paths: &[&str], claims: &[String]) -> (&'static str, usize) {
    let says =
        |_: &_| puppet::played(puppet::outcome(json!({"coins": 5}), json!({"coins": 3}), &[("pressed", json!({}))]));
    let mut stranger = Puppet::new(&[], says);
    stranger.observes(Observes::nothing().state(paths.iter().copied()));
    let own = Profile::new("own", "1", "toy");
    let table = Table::with(PRESS, claims);
    let chosen: Vec<_> = table.suite.scenarios.iter().collect();
    let trial = Trial { reference: Some(&own), ..Trial::of(&table.suite.project, Keep::Firings) };
    let maker: &dyn EngineMaker = &stranger;
    let judged = trial.run(&chosen, maker);
    let ledger = Ledger::tally(&table.suite, &judged, &[], &[], &Diagnosis::default(), Sharpened::new());
    let entry = &ledger.entries[&clause(1, 2)];
    (entry.grade.name(), entry.unobserved)
}

#[test]
fn what_is_not_shown_is_counted_and_neither_holds_nor_fails() {
    let hidden = || claim(1, "Each press", "state: {bank: 2}");
    assert_eq!(seen(&["coins"], &[costs()]), ("holds", 0));
    assert_eq!(seen(&["coins"], &[costs(), hidden()]), ("holds", 1));
    assert_eq!(seen(&["coins"], &[hidden(), costs(), hidden()]), ("holds", 2));
    assert_eq!(seen(&["coins"], &[hidden(), hidden()]), ("cited", 2), "nothing was seen");
}

#[test]
fn words_that_changed_make_a_clause_stale_unless_a_claim_on_it_fails() {
    let reviewed = RULES.replace("turns the light on", "dims the light").replace("costs 2 coins", "costs 3 coins");
    let mut book = Rulebook::default();
    book.add("toy/light.md", SourceFile::new("rules/toy/light.md", reviewed));
    let lock = Lock::of(&book, "toy").render();
    let one = scenario(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let table = Table::with_files(&[("one", &one)], &[("rules/toy/rules.lock", &lock)]);
    let ledger = table.ledger(false);
    let told = |id: ClauseId| {
        let entry = &ledger.entries[&id];
        let beneath = entry.rewording.as_ref().map(|rewording| rewording.beneath.name());
        (entry.grade.name(), beneath)
    };
    assert_eq!(told(clause(1, 1)), ("stale", Some("holds")));
    assert_eq!(told(clause(1, 2)), ("violated", Some("violated")), "it covers no claim that fails");
    assert_eq!(told(clause(2, 1)), ("uncited", None));
}

#[test]
fn clauses_are_found_by_their_lines() {
    let ledger = Table::with(PRESS, &[lights()]).ledger(false);
    let within = |file: &str, first: usize, last: usize| -> Vec<String> {
        ledger.within(file, first, last).map(|entry| format!("{}.{}", entry.id.line, entry.id.clause)).collect()
    };
    assert_eq!(within("toy/light.md", 1, 1), ["1.1", "1.2"]);
    assert_eq!(within("toy/light.md", 2, 3), ["2.1", "3.1"]);
    assert_eq!(within("toy/light.md", 3, 1), Vec::<String>::new());
    assert_eq!(within("toy/dark.md", 1, 3), Vec::<String>::new());
}

#[test]
fn a_rule_of_the_catalog_stands_by_each_of_its_clauses_once() {
    let catalog = "categories: [All]\nrules:\n  - rule: 1\n    title: Waiting and pressing\n    category: All\n    \
                   lines: [\"toy/light.md:3\", \"toy/light.md:1\", \"toy/light.md:1-2\"]\n  - rule: 2\n    title: \
                   Pressing\n    category: All\n    lines: [\"toy/light.md:1\"]\n";
    let one = scenario(PRESS, &[lights(), costs()]);
    let table = Table::with_files(&[("one", &one)], &[("rules/toy/catalog.yaml", catalog)]);
    let ledger = table.ledger(true);
    let rules = standing::rules(&table.suite.catalog, &ledger);
    let shown: Vec<(usize, Vec<String>, &str)> = rules
        .iter()
        .map(|standing| {
            let clause = |entry: &&LedgerEntry| format!("{}.{}", entry.id.line, entry.id.clause);
            (standing.rule.number, standing.entries.iter().map(clause).collect(), standing.mark.sign())
        })
        .collect();
    let all = ["1.1", "1.2", "2.1", "3.1"].map(str::to_owned).to_vec();
    assert_eq!(shown, [(1, all, "⚠️"), (2, ["1.1", "1.2"].map(str::to_owned).to_vec(), "✅")]);
}
