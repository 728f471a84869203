//! Weak evidence: suites that look proven but have claims that prove nothing.

use truthsayer_oracle::NoProgress;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::WeakEvidence;
use truthsayer_oracle::gate;
use truthsayer_oracle::gate::GateInput;
use truthsayer_oracle::gate::RefusalKind;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::weak_kind::WeakKind;
use truthsayer_protocol::EngineMaker;

use crate::support::scripted_engine::Scripted;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

/// A claim with a reason for passing without its clause.
fn limited(line: usize, quote: &str, then: &str) -> String {
    format!("{}    limit: it is the limit\n", claim(line, quote, then))
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

/// A claim on the light that cites the price of a press.
fn miscited() -> String {
    claim(1, "costs 2 coins", "state: {light: on}")
}

/// A table with scenarios of one press, and one in which no switch fires: without it, nothing is proven.
fn pressed(presses: &[(&str, &[String])], files: &[(&str, &str)]) -> TestProject {
    let waits = scenario("{wait: {}}", &[claim(3, "Waiting does nothing", "unchanged: [coins]")]);
    let presses = presses.iter().map(|(name, claims)| (*name, scenario("{press: {}}", claims)));
    let all: Vec<(&str, String)> = presses.chain([("wait", waits)]).collect();
    let all: Vec<(&str, &str)> = all.iter().map(|(name, body)| (*name, body.as_str())).collect();
    TestProject::with_files(&all, files)
}

fn found<R>(
    table: &TestProject,
    engine: impl EngineMaker + 'static,
    everything: bool,
    then: impl FnOnce(&Findings<'_>) -> R,
) -> R {
    let seats = Seats::from([("toy".to_owned(), Seat::reference(Box::new(engine)))]);
    let proving = Some(Proving { weak: true, everything, ..Proving::default() });
    let run = Run { proving, keep: Retention::Firings, ..Run::new(&table.suite, &seats, 1, &NoProgress) };
    then(&run.findings())
}

fn weak<R>(table: &TestProject, then: impl FnOnce(&WeakEvidence) -> R) -> R {
    found(table, Toy::new(), false, |findings| then(findings.weak.as_ref().expect("mutants ran")))
}

/// The unexplained claims: kind, scenario, number of the claim and the clauses that it depends on.
fn claims(table: &TestProject) -> Vec<String> {
    let line = |entry: &WeakEntry| {
        let on: Vec<String> = entry.depends_on.iter().map(ToString::to_string).collect();
        format!("{} {} {}", entry.kind.name(), entry.claim_name(), on.join(" ")).trim_end().to_owned()
    };
    weak(table, |weak| weak.unexplained().filter(|entry| entry.kind.is_of_claims()).map(line).collect())
}

/// The unexplained entries of a kind.
fn of_kind(table: &TestProject, kind: WeakKind) -> Vec<String> {
    weak(table, |weak| weak.unexplained().filter(|entry| entry.kind == kind).map(WeakEntry::subject).collect())
}

#[test]
fn a_claim_that_cites_the_wrong_sentence_is_listed_although_its_clause_is_proven() {
    let table = TestProject::with("{press: {}}", &[costs(), miscited()]);
    assert_eq!(table.grade("toy/light.md:1.2", true), "proven");
    assert_eq!(claims(&table), ["passes-without-its-clause claim 2 of toy/case/one toy/light.md:1.1"]);
}

#[test]
fn a_claim_that_no_switch_fails_is_listed() {
    let idle = claim(2, "forbidden", "unchanged: [box]");
    let refusal = claim(2, "forbidden", "refused: {step: 1, code: no_pulling}");
    assert_eq!(claims(&TestProject::with("{pull: {}}", &[refusal, idle])), ["never-fails claim 2 of toy/case/one"]);
    // The engine has no switch for waiting, so only a claim that nothing fails is listed.
    let waits = [claim(3, "Waiting does nothing", "state: {light: on}"), claim(3, "Waiting", "unchanged: [box]")];
    assert_eq!(claims(&TestProject::with("{press: {}}", &waits)), ["never-fails claim 2 of toy/case/one"]);
}

#[test]
fn every_claim_of_a_dishonest_suite_is_listed() {
    let (presses, pulls) = ("{press: {}}", "{pull: {}}");
    let lit = claim(1, "turns the light on", "state: {light: on}");
    let wrong =
        [claim(2, "forbidden", "state: {light: on}"), claim(1, "turns the light on", "changes: {coins: 5 -> 3}")];
    let idle = [claim(1, "turns the light on", "unchanged: [box]"), claim(1, "costs 2 coins", "unchanged: [box]")];
    let refused = claim(1, "costs 2 coins", "refused: {step: 1, code: no_pulling}");
    let table = TestProject::new(
        &[
            ("honest", &scenario(presses, &[lit, costs()])),
            ("idle", &scenario(presses, &idle)),
            ("pull", &scenario(pulls, &[refused])),
            ("wrong", &scenario(presses, &wrong)),
        ],
        "",
    );
    assert_eq!(
        claims(&table),
        [
            "passes-without-its-clause claim 1 of toy/case/pull toy/light.md:2.1",
            "passes-without-its-clause claim 1 of toy/case/wrong toy/light.md:1.1",
            "passes-without-its-clause claim 2 of toy/case/wrong toy/light.md:1.2",
            "never-fails claim 1 of toy/case/idle",
            "never-fails claim 2 of toy/case/idle",
        ]
    );
}

#[test]
fn a_limit_explains_a_claim_and_is_out_of_date_when_the_claim_fails() {
    let limit = limited(1, "costs 2 coins", "unchanged: [box]");
    let table = TestProject::with("{press: {}}", &[costs(), limit]);
    assert_eq!(claims(&table), [] as [&str; 0]);
    weak(&table, |weak| {
        let reasons: Vec<&str> = weak.reasons().filter(|(entry, _)| entry.claim == Some(1)).map(|it| it.1).collect();
        assert_eq!(reasons, ["it is the limit"]);
        assert!(weak.outdated.is_empty(), "{:?}", weak.outdated);
    });
    let needless = limited(1, "costs 2 coins", "changes: {coins: 5 -> 3}");
    weak(&TestProject::with("{press: {}}", &[needless]), |weak| {
        let [outdated] = weak.outdated.as_slice() else { panic!("{:?}", weak.outdated) };
        assert!(outdated.message.contains("`limit` is out of date"), "{}", outdated.message);
        assert!(outdated.kind.is_warning());
    });
}

#[test]
fn a_row_is_explained_by_another_row_of_the_same_claim() {
    let claims_of = |then: &str| claim(1, "turns the light on", then);
    let table = |rows: &str| {
        let body = scenario("{\"${step}\": {}}", &[claims_of("\"${key}\": [lit]")]);
        TestProject::new(&[("rows", &format!("{body}examples:\n{rows}"))], "")
    };
    let press = "  press: {step: press, key: events}\n";
    let wait = "  wait: {step: wait, key: no_events}\n";
    assert_eq!(claims(&table(&format!("{press}{wait}"))), [] as [&str; 0]);
    assert_eq!(claims(&table(wait)), ["never-fails claim 1 of toy/case/rows[wait]"]);
    // Two claims of one scenario are not rows of one claim.
    let beside = TestProject::with("{press: {}}", &[claims_of("events: [lit]"), claims_of("unchanged: [box]")]);
    assert_eq!(claims(&beside), ["never-fails claim 2 of toy/case/one"]);
}

const CATALOG: &str = "categories: [All]\nrules:\n  - {rule: 1, title: All, category: All, lines: [toy/light.md:1-3, \
                       {cite: toy/light.md:1, quote: costs 2 coins, thin: it has one case}]}\n";

#[test]
fn a_single_failing_claim_is_thin_unless_the_catalog_gives_a_reason() {
    let one = [costs()];
    assert_eq!(of_kind(&pressed(&[("one", &one)], &[]), WeakKind::Thin), ["toy/light.md:1.2"]);
    let files = [("rules/toy/catalog.yaml", CATALOG)];
    let explained = pressed(&[("one", &one)], &files);
    assert_eq!(of_kind(&explained, WeakKind::Thin), [] as [&str; 0]);
    weak(&explained, |weak| assert!(weak.reasons().any(|(_, reason)| reason == "it has one case")));
    assert_eq!(explained.suite.catalog[0].lines.len(), 1, "the row repeats a line of the rule");
    let two = pressed(&[("one", &one), ("two", &one)], &files);
    assert_eq!(of_kind(&two, WeakKind::Thin), [] as [&str; 0]);
    weak(&two, |weak| {
        let [outdated] = weak.outdated.as_slice() else { panic!("{:?}", weak.outdated) };
        assert!(outdated.message.contains("`thin` is out of date"), "{}", outdated.message);
    });
}

const GOLDEN: &str =
    "log:\n  - pressed: {coins: 3, times: 1}\n  - lit: {}\nchanges:\n  coins: 5 -> 3\n  light: off -> on\n";

#[test]
fn facts_of_goldens_that_no_claim_expects_are_listed() {
    let unclaimed = |then: &str| {
        let one = scenario("{press: {}}", &[claim(1, "costs 2 coins", then)]);
        of_kind(
            &TestProject::with_files(&[("one", &one)], &[("golden/toy/case/one.yaml", GOLDEN)]),
            WeakKind::Unclaimed,
        )
    };
    let paths = ["toy: path coins", "toy: path light"];
    assert_eq!(
        unclaimed("events: [pressed: {coins: 3}]"),
        [&["toy: event lit", "toy: field pressed.times"], &paths[..]].concat()
    );
    assert_eq!(unclaimed("events: [pressed: {coins: 3, times: 1}, lit]"), paths);
    let state = "events: [lit], changes: {coins: 5 -> 3}, state: {light: on}";
    assert_eq!(unclaimed(state), ["toy: event pressed"], "an event includes its fields");
    let negative = "changes: {coins: 5 -> 3}, no_events: [lit: {by: x}], unchanged: [box], holds_before: {light: off}";
    assert_eq!(unclaimed(negative), ["toy: event lit", "toy: event pressed", "toy: path light"], "nothing is expected");
}

#[test]
fn a_proof_with_few_other_switches_and_words_that_no_claim_quotes_are_listed() {
    let table = pressed(&[("one", &[costs()])], &[]);
    assert_eq!(of_kind(&table, WeakKind::SpecificityUntested), ["toy/light.md:1.2"]);
    weak(&table, |weak| {
        let words = weak.entries.iter().find(|entry| entry.kind == WeakKind::Unquoted).expect("words").what.clone();
        assert_eq!(words, ["Each press"]);
    });
    let whole = [claim(1, "Each press costs 2 coins", "changes: {coins: 5 -> 3}")];
    let all = pressed(&[("one", &whole)], &[]);
    assert_eq!(of_kind(&all, WeakKind::Unquoted), [] as [&str; 0]);
}

#[test]
fn a_switch_that_always_takes_another_one_along_is_listed() {
    let taken = |when: &str| {
        let claims = [costs(), claim(1, "turns the light on", "state: {light: on}")];
        let scenarios = [
            ("one", scenario(when, &claims)),
            ("two", scenario("{ask: {}}", &[claim(3, "Waiting", "unchanged: [mark]")])),
        ];
        let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
        found(&TestProject::new(&scenarios, ""), Scripted::new(&["costs", "light"]), true, |findings| {
            let weak = findings.weak.as_ref().expect("mutants ran");
            let along = weak.entries.iter().filter(|entry| entry.kind == WeakKind::TakesOthersAlong);
            along.map(|entry| entry.what.join(" ")).collect::<Vec<_>>()
        })
    };
    let acts = "{act: {by: costs, sets: {coins: 3}}}, {act: {by: light, sets: {light: on}}}";
    assert_eq!(taken(acts), [] as [&str; 0]);
    assert_eq!(taken(&format!("{acts}, {{end: {{off: [costs], with: still}}}}")), ["costs light"]);
}

#[test]
fn the_gate_refuses_the_kinds_that_the_project_lists() {
    let refused = |kinds: &str| {
        let project = format!("games: {{toy: {{engine: toy}}}}\ngate: {{weak: [{kinds}]}}\n");
        let one = scenario("{press: {}}", &[costs(), miscited()]);
        let table = TestProject::with_files(&[("one", &one)], &[("truthsayer.yaml", &project)]);
        found(&table, Toy::new(), false, |findings| {
            let refusals = gate::refusals(findings, &GateInput::default());
            let weak = refusals.into_iter().find(|refusal| refusal.ground == RefusalKind::Weak);
            weak.map_or(Vec::new(), |refusal| refusal.items)
        })
    };
    assert_eq!(refused(""), [] as [&str; 0]);
    assert_eq!(refused("never-fails"), [] as [&str; 0]);
    let item = "passes-without-its-clause: claim 2 of toy/case/one, on toy/light.md:1.2";
    assert_eq!(refused("never-fails, passes-without-its-clause"), [item]);
}
