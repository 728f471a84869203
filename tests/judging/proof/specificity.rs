//! The conditions for a specific mutant, one by one, on an engine whose script defines the effect of each switch.

use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_oracle::evidence::specificity::Test;

use crate::support::scripted_engine::Scripted;
use crate::support::scripted_engine::played_without;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

pub(crate) const PAYS: &str = "{act: {by: costs, sets: {coins: 3}}}";

pub(crate) fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

pub(crate) fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

/// A scenario that contains its name, so that the engine can identify it.
pub(crate) fn named(name: &str, when: &str, claims: &[String]) -> (String, String) {
    (name.to_owned(), format!("given: {{name: {name}}}\nwhen: [{when}]\nclaims:\n{}", claims.concat()))
}

pub(crate) fn table(scenarios: &[(String, String)], engine: Scripted) -> TestProject {
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
    TestProject::new(&scenarios, "").played_by(engine)
}

/// The result of the mutant of a switch for its first clause.
pub(crate) fn reported(table: &TestProject, switch: &str) -> String {
    table.mutant(switch, |mutant| {
        let of = |specificity: &Specificity<'_>| match specificity {
            Specificity::Specific(witness) => {
                format!("specific by {}#{} {:?}", witness.scenario.id, witness.claim, witness.others)
            }
            Specificity::Unspecific { witness, test, why } => {
                format!("({}) by {}#{}: {why}", test.letter(), witness.scenario.id, witness.claim)
            }
            Specificity::Survived => "survived".to_owned(),
            Specificity::Unjudged(why) => format!("unjudged: {why}"),
            Specificity::OtherReading => "other reading".to_owned(),
            Specificity::Untried => "untried".to_owned(),
            Specificity::Idle => "idle".to_owned(),
        };
        of(&mutant.specificities[&mutant.clauses[0]])
    })
}

/// A scenario in which `count` other switches fire; the claim on the cost fails without each of the first few.
fn with_others(count: usize, spoilers: usize) -> TestProject {
    others_of(count, spoilers, |engine| engine)
}

/// Like `with_others`, with a changed engine.
fn others_of(count: usize, spoilers: usize, engine: fn(Scripted) -> Scripted) -> TestProject {
    let names: Vec<String> = (0..count).map(|number| format!("l{number}")).collect();
    let acts: Vec<String> = names.iter().map(|name| format!("{{act: {{by: {name}, sets: {{mark: 1}}}}}}")).collect();
    let spoil = format!("{{spoil: {{off: [{}], sets: {{coins: 5}}}}}}", names[..spoilers].join(", "));
    let when = format!("{PAYS}, {}, {spoil}", acts.join(", "));
    // The tested switch, scenario and claim are not the first ones, so that a wrong index shows.
    let mut switches: Vec<&str> = names.iter().map(String::as_str).collect();
    switches.extend(["pull", "costs"]);
    let pulls = named("a", "{act: {by: pull, sets: {mark: 1}}}", &[claim(2, "forbidden", "changes: {mark: 0 -> 1}")]);
    table(&[pulls, named("one", &when, &[lights_never(), costs()])], engine(Scripted::new(&switches)))
}

#[test]
fn the_claim_must_pass_without_half_of_six_other_switches() {
    assert_eq!(reported(&with_others(6, 0), "costs"), "specific by toy/case/one#1 (6, 6, 6)");
    assert_eq!(reported(&with_others(6, 3), "costs"), "specific by toy/case/one#1 (3, 6, 6)");
    let why = "the claim also fails without 4 of 6 other switches";
    assert_eq!(reported(&with_others(6, 4), "costs"), format!("(e) by toy/case/one#1: {why}"));
    let why = "the claim also fails without 6 of 6 other switches";
    assert_eq!(reported(&with_others(6, 6), "costs"), format!("(e) by toy/case/one#1: {why}"));
}

#[test]
fn others_of_an_engine_that_hides_what_took_effect_are_those_that_change_the_outcome() {
    // `pull` is tried as well, and changes nothing in that scenario.
    let why = "the claim also fails without 4 of 6 other switches";
    let table = others_of(6, 4, Scripted::hiding_firings);
    assert_eq!(reported(&table, "costs"), format!("(e) by toy/case/one#1: {why}"));
    assert!(
        reported(&others_of(6, 3, Scripted::hiding_firings), "costs").starts_with("specific by toy/case/one#1 (3, ")
    );
}

#[test]
fn half_of_an_odd_number_is_the_larger_half() {
    assert!(reported(&with_others(7, 3), "costs").starts_with("specific"));
    let why = "the claim also fails without 4 of 7 other switches";
    assert_eq!(reported(&with_others(7, 4), "costs"), format!("(e) by toy/case/one#1: {why}"));
}

#[test]
fn fewer_than_six_others_decide_nothing() {
    let reported = reported(&with_others(5, 5), "costs");
    assert!(reported.starts_with("specific by toy/case/one#1 (0, "), "{reported}");
    assert!(reported.ends_with(", 5)"), "{reported}");
}

#[test]
fn others_are_those_that_took_effect_in_that_very_scenario() {
    // There are six other switches, but none fired together with the costs: the claim would fail without each of them.
    let names = ["l0", "l1", "l2", "l3", "l4", "l5"];
    let acts: Vec<String> = names.map(|name| format!("{{act: {{by: {name}, sets: {{light: on}}}}}}")).to_vec();
    let spoil = format!("{{spoil: {{off: [{}], sets: {{coins: 5}}}}}}", names.join(", "));
    let scenarios = [named("a", &format!("{PAYS}, {spoil}"), &[costs()]), named("b", &acts.join(", "), &[lights()])];
    let switches = [&["costs"], names.as_slice()].concat();
    assert_eq!(reported(&table(&scenarios, Scripted::new(&switches)), "costs"), "specific by toy/case/a#0 (0, 0, 0)");
}

#[test]
fn a_standstill_does_not_kill_but_a_silent_change_does() {
    let still = named("one", &format!("{PAYS}, {{end: {{off: [costs], with: still}}}}"), &[costs()]);
    let why = "without it the log is empty and the state does not change";
    assert_eq!(reported(&table(&[still], Scripted::new(&["costs"])), "costs"), format!("(d) by toy/case/one#0: {why}"));
    let silent = "{act: {by: costs, sets: {coins: 3}, silent: true}}";
    let moved = named("one", &format!("{silent}, {{spoil: {{off: [costs], sets: {{mark: 1}}}}}}"), &[costs()]);
    assert!(reported(&table(&[moved], Scripted::new(&["costs"])), "costs").starts_with("specific"));
    let spoken = named("one", PAYS, &[costs()]);
    assert!(
        reported(&table(&[spoken], Scripted::new(&["costs"])), "costs").starts_with("specific"),
        "it tells something"
    );
}

#[test]
fn an_unrepeatable_run_proves_nothing() {
    let chance = named("one", &format!("{PAYS}, {{end: {{off: [costs], with: chance}}}}"), &[costs()]);
    let why = "repetition 1 of the run without it has another outcome";
    assert_eq!(
        reported(&table(&[chance], Scripted::new(&["costs"])), "costs"),
        format!("(a) by toy/case/one#0: {why}")
    );
}

#[test]
fn a_scenario_in_which_it_did_not_take_effect_has_to_stay_as_it_is() {
    let leak = "{act: {by: light, sets: {light: on}}}, {spoil: {off: [costs], sets: {mark: 1}}}";
    let scenarios = [named("a", PAYS, &[costs()]), named("b", leak, &[lights()])];
    let table = table(&scenarios, Scripted::new(&["costs", "light"]));
    let why = "toy/case/b changes, although the switch did not fire in it";
    assert_eq!(reported(&table, "costs"), format!("(c) by toy/case/a#0: {why}"));
    table.mutant("costs", |mutant| {
        assert_eq!(mutant.leaks.iter().map(|scenario| scenario.id.as_str()).collect::<Vec<_>>(), ["toy/case/b"]);
        assert_eq!(mutant.tried, 1, "a control is no try");
    });
    assert!(reported(&table, "light").starts_with("specific"), "{}", reported(&table, "light"));
}

#[test]
fn controls_are_three_and_come_from_everywhere() {
    // The control scenario of the table is the last of nine.
    let quiet = |number: usize| named(&format!("q{number}"), "{act: {by: light, sets: {light: on}}}", &[lights()]);
    let mut scenarios = vec![named("a", PAYS, &[costs()])];
    scenarios.extend((1..=8).map(quiet));
    let engine = Scripted::new(&["costs", "light"]);
    let asked = engine.asked();
    let table = table(&scenarios, engine);
    assert!(reported(&table, "costs").starts_with("specific"));
    let mut played = played_without(asked, "costs");
    played.retain(|name| name != "a");
    let third = |name: &String| name.trim_start_matches('q').parse::<usize>().map_or(2, |number| (number - 1) / 3);
    assert_eq!(played.iter().map(third).collect::<Vec<_>>(), [0, 1, 2], "{played:?}");
}

#[test]
fn two_scenarios_are_controls_both() {
    for leaking in ["b", "c"] {
        let light = |name: &str| {
            let spoil = if name == leaking { ", {spoil: {off: [costs], sets: {mark: 1}}}" } else { "" };
            named(name, &format!("{{act: {{by: light, sets: {{light: on}}}}}}{spoil}"), &[lights()])
        };
        let scenarios = [named("a", PAYS, &[costs()]), light("b"), light("c")];
        let reported = reported(&table(&scenarios, Scripted::new(&["costs", "light"])), "costs");
        assert!(reported.starts_with(&format!("(c) by toy/case/a#0: toy/case/{leaking} ")), "{reported}");
    }
}

/// The switch `always` fires in every run and pays. `spares` are the claims of the second scenario.
fn everywhere(spares: &[String]) -> TestProject {
    let pays = "{act: {by: always, sets: {coins: 3}}}, {act: {by: light, sets: {light: on}}}";
    let scenarios = [named("a", pays, &[costs()]), named("b", pays, spares)];
    table(&scenarios, Scripted::new(&["always", "light"]))
}

#[test]
fn a_switch_that_fires_everywhere_must_leave_another_claim_passing() {
    let none = "(c) by toy/case/a#0: it fires everywhere, and no claim on another clause passes without it";
    assert!(reported(&everywhere(&[lights()]), "always").starts_with("specific"));
    assert_eq!(reported(&everywhere(&[costs()]), "always"), none, "a claim on its own clause is none");
    let own = claim(1, "costs 2 coins", "state: {light: on}");
    assert_eq!(reported(&everywhere(&[own]), "always"), none, "not even one that holds");
    let shared = claim(1, "light on. Each press costs", "state: {light: on}");
    assert_eq!(reported(&everywhere(&[shared]), "always"), none, "nor one that is also on its own");
    let negative = claim(1, "turns the light on", "unchanged: [mark]");
    assert_eq!(reported(&everywhere(&[negative]), "always"), none, "nor is one that says what does not happen");
    let spoilt = claim(1, "turns the light on", "state: {coins: 3}");
    assert_eq!(reported(&everywhere(&[spoilt]), "always"), none, "nor is one that fails");
}

#[test]
fn an_unaffected_claim_is_found_at_any_position() {
    let pays = "{act: {by: always, sets: {coins: 3}}}, {act: {by: light, sets: {light: on}}}";
    let own = |number: usize| named(&format!("a{number:02}"), pays, &[claim(3, "Waiting", "state: {coins: 3}")]);
    let mut scenarios: Vec<(String, String)> = (0..20).map(own).collect();
    scenarios.insert(0, named("a", pays, &[costs()]));
    scenarios.push(named("z", pays, &[lights()]));
    let engine = Scripted::new(&["always", "light"]);
    let asked = engine.asked();
    let found = table(&scenarios, engine);
    assert!(reported(&found, "always").starts_with("specific"), "{}", reported(&found, "always"));
    assert!(played_without(asked, "always").contains(&"z".to_owned()));
    scenarios.pop();
    assert!(reported(&table(&scenarios, Scripted::new(&["always", "light"])), "always").starts_with("(c)"));
}

#[test]
fn the_simplest_claim_that_fails_is_the_witness() {
    let busy = format!("{PAYS}, {{act: {{by: light, sets: {{light: on}}}}}}");
    let longer = format!("{PAYS}, {{wait: {{}}}}");
    let scenarios = [
        named("a", &busy, &[costs()]),
        named("b", &longer, &[costs()]),
        named("c", PAYS, &[lights_never(), costs(), costs()]),
        named("d", PAYS, &[costs()]),
    ];
    let engine = || Scripted::new(&["costs", "light"]);
    // Prefers fewer switches, then fewer steps, then the first scenario.
    assert!(reported(&table(&scenarios, engine()), "costs").starts_with("specific by toy/case/c#1 "));
    assert!(reported(&table(&scenarios[..2], engine()), "costs").starts_with("specific by toy/case/b#0 "));
    assert!(reported(&table(&scenarios[..1], engine()), "costs").starts_with("specific by toy/case/a#0 "));
}

fn lights_never() -> String {
    claim(1, "turns the light on", "unchanged: [light]")
}

#[test]
fn up_to_six_claims_are_tried_for_specificity() {
    let still = |number: usize| {
        named(&format!("a{number}"), &format!("{PAYS}, {{end: {{off: [costs], with: still}}}}"), &[costs()])
    };
    let longer = named("z", &format!("{PAYS}, {{wait: {{}}}}, {{wait: {{}}}}"), &[costs()]);
    for (others, expected) in
        [(1, "specific by toy/case/z#0 "), (5, "specific by toy/case/z#0 "), (6, "(d) by toy/case/a0#0")]
    {
        let mut scenarios: Vec<(String, String)> = (0..others).map(still).collect();
        scenarios.push(longer.clone());
        let reported = reported(&table(&scenarios, Scripted::new(&["costs"])), "costs");
        assert!(reported.starts_with(expected), "{others}: {reported}");
    }
}

/// Copies of a scenario under different ids.
fn copies(count: usize, name: &str, when: &str, claims: &[String]) -> Vec<(String, String)> {
    let (_, body) = named(name, when, claims);
    (0..count).map(|number| (format!("{name}-{number:02}"), body.clone())).collect()
}

#[test]
fn equal_scenarios_are_asked_once() {
    let still = format!("{PAYS}, {{end: {{off: [costs], with: still}}}}");
    let mut scenarios = copies(40, "a", &still, &[costs()]);
    scenarios.push(named("z", &format!("{PAYS}, {{wait: {{}}}}, {{wait: {{}}}}"), &[costs()]));
    let reported = reported(&table(&scenarios, Scripted::new(&["costs"])), "costs");
    assert!(reported.starts_with("specific by toy/case/z#0 "), "{reported}");
}

#[test]
fn equal_tasks_with_other_claims_are_not_equal_scenarios() {
    // The first claim needs each of six other switches; the second needs none of them.
    let names = ["l0", "l1", "l2", "l3", "l4", "l5"];
    let acts: Vec<String> = names.map(|name| format!("{{act: {{by: {name}, sets: {{{name}: 1}}}}}}")).to_vec();
    let when = format!("{PAYS}, {}", acts.join(", "));
    let needy = claim(1, "costs 2 coins", "state: {coins: 3, l0: 1, l1: 1, l2: 1, l3: 1, l4: 1, l5: 1}");
    let mut scenarios = copies(40, "a", &when, &[needy]);
    scenarios.extend(copies(1, "a", &when, &[costs()]).into_iter().map(|(_, body)| ("z".to_owned(), body)));
    let switches = [&["costs"], names.as_slice()].concat();
    let reported = reported(&table(&scenarios, Scripted::new(&switches)), "costs");
    assert!(reported.starts_with("specific by toy/case/z#0 "), "{reported}");
}

#[test]
fn scenarios_in_which_other_switches_took_effect_are_asked_before_more_of_one_kind() {
    // Forty scenarios that differ in a number and change nothing without the switch, and one in which another switch
    // fired.
    let still = |number: usize| {
        named(&format!("a{number:02}"), &format!("{PAYS}, {{end: {{off: [costs], with: still}}}}"), &[costs()])
    };
    let mut scenarios: Vec<(String, String)> = (0..40).map(still).collect();
    scenarios.push(named("z", &format!("{PAYS}, {{act: {{by: light, sets: {{light: on}}}}}}"), &[costs()]));
    let reported = reported(&table(&scenarios, Scripted::new(&["costs", "light"])), "costs");
    assert!(reported.starts_with("specific by toy/case/z#0 "), "{reported}");
}

#[test]
fn the_reason_why_no_claim_fails_is_reported() {
    let engine = || Scripted::new(&["costs", "light"]);
    let light = "{act: {by: light, sets: {light: on}}}";
    let idle = table(&[named("a", light, &[lights()])], engine());
    assert_eq!(reported(&idle, "costs"), "idle");
    let elsewhere = table(&[named("a", &format!("{PAYS}, {light}"), &[lights()])], engine());
    assert_eq!(reported(&elsewhere, "costs"), "idle", "it took effect where nobody cites the clause");
    let survived = claim(1, "costs 2 coins", "events: [{acted: {by: light}}]");
    let survived = table(&[named("a", &format!("{PAYS}, {light}"), &[survived])], engine());
    assert_eq!(reported(&survived, "costs"), "survived");
    let ends = |how: &str| named("a", &format!("{PAYS}, {{end: {{off: [costs], with: {how}}}}}"), &[costs()]);
    assert!(reported(&table(&[ends("invalid")], engine()), "costs").starts_with("unjudged: invalid: "));
    assert!(reported(&table(&[ends("died")], engine()), "costs").starts_with("unjudged: no answer: "));
}

#[test]
fn a_clause_without_a_killing_claim_is_searched_in_all_scenarios() {
    // The claim on the cost is where the switch fired, but a claim on another clause of another scenario kills the
    // mutant.
    let scenarios = [
        named("a", &format!("{PAYS}, {{act: {{by: light, sets: {{light: on}}}}}}"), &[lights()]),
        named("b", PAYS, &[claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}")]),
    ];
    let table = table(&scenarios, Scripted::new(&["costs", "light"]));
    table.mutant("costs", |mutant| {
        assert_eq!(mutant.tried, 2);
        let killed_by: Vec<&str> = mutant.killed_by.iter().map(|notice| notice.scenario.id.as_str()).collect();
        assert_eq!(killed_by, ["toy/case/b"]);
        assert!(!mutant.survives() && !mutant.is_specific());
    });
}

#[test]
fn both_clauses_of_a_switch_need_a_specific_kill() {
    let pays = "{act: {by: both, sets: {coins: 3, light: on}}}";
    let engine = || Scripted::new(&["both"]);
    let one = table(&[named("a", pays, &[costs()])], engine());
    one.mutant("both", |mutant| assert!(!mutant.is_specific()));
    let other = table(&[named("a", pays, &[lights()])], engine());
    other.mutant("both", |mutant| assert!(!mutant.is_specific()));
    let two = table(&[named("a", pays, &[costs(), lights()])], engine());
    two.mutant("both", |mutant| assert!(mutant.is_specific()));
}

#[test]
fn the_witness_shows_the_failure_of_its_own_claim() {
    let both = named(
        "one",
        "{act: {by: costs, sets: {coins: 3, mark: 2}}}",
        &[claim(3, "Waiting", "changes: {mark: 0 -> 2}"), costs()],
    );
    table(&[both], Scripted::new(&["costs"])).mutant("costs", |mutant| {
        let specificity = &mutant.specificities[&mutant.clauses[0]];
        let witness = specificity.witness().expect("a claim that fails");
        assert_eq!((witness.claim, witness.mismatch.subject.as_str()), (1, "coins"));
    });
    let idle = named("one", "{act: {by: light, sets: {light: on}}}", &[lights()]);
    table(&[idle], Scripted::new(&["costs", "light"])).mutant("costs", |mutant| {
        assert!(mutant.specificities[&mutant.clauses[0]].witness().is_none());
    });
}

#[test]
fn each_test_has_its_letter() {
    let letters = [Test::Repeatable, Test::Control, Test::Moves, Test::Specific].map(Test::letter);
    assert_eq!(letters, ['a', 'c', 'd', 'e']);
}

#[test]
fn the_reason_why_no_claim_fails_is_about_the_requested_switch_and_clause() {
    // The tested switch, scenario and claim are not the first ones.
    let light = "{act: {by: light, sets: {light: on}}}";
    let acted = || claim(1, "costs 2 coins", "events: [{acted: {by: light}}]");
    let ends = format!("{light}, {PAYS}, {{end: {{off: [costs], with: invalid}}}}");
    let first = named("a", light, &[lights()]);
    let engine = || Scripted::new(&["light", "costs"]);
    let survived = named("c", &format!("{light}, {PAYS}"), &[lights(), acted()]);
    assert_eq!(reported(&table(&[first.clone(), survived.clone()], engine()), "costs"), "survived");
    // One judged claim is enough, at any position.
    let unjudged = named("b", &ends, &[lights(), acted()]);
    assert_eq!(reported(&table(&[first.clone(), unjudged.clone(), survived], engine()), "costs"), "survived");
    assert!(reported(&table(&[first, unjudged], engine()), "costs").starts_with("unjudged: invalid: "));
}

#[test]
fn the_witness_shows_the_first_failure() {
    let when = "{act: {by: costs, sets: {coins: 3, mark: 2}}}";
    let both = claim(1, "costs 2 coins", "changes: {coins: 5 -> 3, mark: 0 -> 2}");
    table(&[named("one", when, &[both])], Scripted::new(&["costs"])).mutant("costs", |mutant| {
        let witness = mutant.specificities[&mutant.clauses[0]].witness().expect("a claim that fails");
        assert_eq!(witness.mismatch.subject, "coins");
    });
}

#[test]
fn an_unrepeatable_run_proves_nothing_even_if_all_else_is_known() {
    let chance = named("one", &format!("{PAYS}, {{end: {{off: [costs], with: chance}}}}"), &[costs()]);
    table(&[chance], Scripted::new(&["costs"])).proof(true, |_, proof| {
        let specificity = proof.mutants[0].specificities.values().next().expect("a clause");
        assert!(matches!(specificity, Specificity::Unspecific { test: Test::Repeatable, .. }), "{specificity:?}");
    });
}

#[test]
fn an_unjudged_claim_does_not_count_as_passing() {
    let pays = "{act: {by: always, sets: {coins: 3}}}, {act: {by: light, sets: {light: on}}}";
    let ends = format!("{pays}, {{end: {{off: [always], with: invalid}}}}");
    let scenarios = [named("a", pays, &[costs()]), named("b", &ends, &[lights()])];
    let reported = reported(&table(&scenarios, Scripted::new(&["always", "light"])), "always");
    assert!(reported.starts_with("(c) by toy/case/a#0: it fires everywhere"), "{reported}");
}

/// Six other switches fired together with the costs, each with a claim elsewhere that kills its mutant.
fn with_known_others(spoilers: usize, how: &str) -> String {
    let names = ["l0", "l1", "l2", "l3", "l4", "l5"];
    let act = |name: &str| format!("{{act: {{by: {name}, sets: {{light: on}}}}}}");
    let acts: Vec<String> = names.map(act).to_vec();
    let when = format!("{PAYS}, {}, {{{how}: {{off: [{}", acts.join(", "), names[..spoilers].join(", "));
    let when =
        if how == "spoil" { format!("{when}], sets: {{coins: 5}}}}}}") } else { format!("{when}], with: invalid}}}}") };
    let mut scenarios = vec![named("z", &when, &[costs()])];
    scenarios.extend(names.map(|name| named(&format!("a{name}"), &act(name), &[lights()])));
    let switches = [names.as_slice(), &["costs"]].concat();
    reported(&table(&scenarios, Scripted::new(&switches)), "costs")
}

#[test]
fn others_are_asked_until_half_of_them_leave_the_claim_alone() {
    assert_eq!(with_known_others(0, "spoil"), "specific by toy/case/z#0 (3, 3, 6)", "the first half is enough");
    assert_eq!(with_known_others(1, "spoil"), "specific by toy/case/z#0 (3, 4, 6)", "it is not, so one more is asked");
    assert_eq!(with_known_others(3, "spoil"), "specific by toy/case/z#0 (3, 6, 6)");
    let why = "the claim also fails without 4 of 6 other switches";
    assert_eq!(with_known_others(4, "spoil"), format!("(e) by toy/case/z#0: {why}"));
    assert_eq!(
        with_known_others(4, "end"),
        format!("(e) by toy/case/z#0: {why}"),
        "what could not be judged does not hold"
    );
}

#[test]
fn any_claim_may_be_the_passing_one() {
    assert!(reported(&everywhere(&[costs(), lights()]), "always").starts_with("specific"));
    assert!(reported(&everywhere(&[lights(), costs()]), "always").starts_with("specific"));
}

#[test]
fn the_reason_for_an_unspecific_mutant_is_short() {
    let shortcoming = |scenarios: &[(String, String)]| {
        let engine = Scripted::new(&["costs", "light"]);
        table(scenarios, engine).mutant("costs", |mutant| mutant.specificities[&mutant.clauses[0]].shortcoming())
    };
    let ends = |how: &str| named("a", &format!("{PAYS}, {{end: {{off: [costs], with: {how}}}}}"), &[costs()]);
    assert_eq!(shortcoming(&[named("a", PAYS, &[costs()])]), "");
    assert_eq!(shortcoming(&[ends("still")]), "(d) without it the log is empty and the state does not change");
    assert_eq!(shortcoming(&[ends("invalid")]), "nothing could be judged without it (invalid: no such step)");
    let blind = claim(1, "costs 2 coins", "unchanged: [mark]");
    assert_eq!(shortcoming(&[named("a", PAYS, &[blind])]), "no claim on the clause fails without it");
    let idle = named("a", "{act: {by: light, sets: {light: on}}}", &[lights()]);
    assert_eq!(shortcoming(&[idle]), "it fires in no scenario that cites the clause");
}

#[test]
fn a_switch_that_is_listed_as_taking_effect_twice_counts_once_among_the_others() {
    let again = "{act: {by: light, sets: {light: on}}}";
    let when = format!("{again}, {PAYS}, {again}, {again}, {again}, {again}, {again}, {again}");
    let table = table(&[named("a", &when, &[costs()])], Scripted::new(&["costs", "light"]));
    assert_eq!(reported(&table, "costs"), "specific by toy/case/a#0 (1, 1, 1)");
}

#[test]
fn the_passing_claim_is_searched_without_that_switch() {
    // The claim on the light fails without the first switch and holds without the second.
    let pays = "{act: {by: always, sets: {coins: 3}}}, {act: {by: light, sets: {light: on}}}";
    let table = table(&[named("a", pays, &[costs(), lights()])], Scripted::new(&["light", "always"]));
    assert!(reported(&table, "always").starts_with("specific"), "{}", reported(&table, "always"));
}

#[test]
fn the_witness_of_an_unspecific_mutant_shows_the_failure_without_that_switch() {
    let light = "{act: {by: light, sets: {light: on}}}";
    let when = format!("{light}, {PAYS}, {{end: {{off: [costs], with: still}}}}");
    let scenarios = [named("a", light, &[lights()]), named("b", &when, &[costs()])];
    let table = table(&scenarios, Scripted::new(&["light", "costs"]));
    table.mutant("costs", |mutant| {
        let specificity = &mutant.specificities[&mutant.clauses[0]];
        assert!(matches!(specificity, Specificity::Unspecific { test: Test::Moves, .. }), "{specificity:?}");
        let mismatch = &specificity.witness().expect("a claim that fails").mismatch;
        assert_eq!((mismatch.subject.as_str(), mismatch.actual.as_str()), ("coins", "5, unchanged"));
    });
}
