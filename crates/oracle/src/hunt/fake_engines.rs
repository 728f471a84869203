//! Whole hunts against small engines with known faults.

use std::sync::atomic::AtomicBool;

use serde_json::json;

use crate::base::source::SourceFile;
use crate::base::tolerance::Tolerance;
use crate::base::yaml;
use crate::hunt::Hunt;
use crate::hunt::HuntObserver;
use crate::hunt::Start;
use crate::hunt::budget::Budget;
use crate::hunt::finding::Catch;
use crate::hunt::finding::Finding;
use crate::hunt::shrink::default_values::Plain;
use crate::hunt::sides::Side;
use crate::hunt::sides::Sides;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

static NEVER: AtomicBool = AtomicBool::new(false);

struct Silent;

impl HuntObserver for Silent {
    fn progress(&self, _: &Catch, _: Option<(u64, u64)>) {}
}

/// Hunts with two engines of their own names, from these tasks; `known` of them are known differences.
fn hunt(makers: [&dyn EngineMaker; 2], tasks: &[Task], known: usize, plays: usize, tolerance: Tolerance) -> Catch {
    hunt_by_rules(makers, tasks, known, plays, (tolerance, &[]))
}

/// The same with the clauses of a rulebook.
fn hunt_by_rules(
    makers: [&dyn EngineMaker; 2],
    tasks: &[Task],
    known: usize,
    plays: usize,
    (tolerance, clauses): (Tolerance, &[&str]),
) -> Catch {
    let [one, other] = makers.map(|maker| {
        let name = maker.profile().name.clone();
        Side { engine: name.clone(), name, maker, without: Vec::new() }
    });
    let start = |(index, task): (usize, &Task)| Start {
        id: format!("game/start-{index}"),
        task: task.clone(),
        is_known: index < known,
    };
    let hunt = Hunt {
        contest: Sides::Engines { one, other },
        start: tasks.iter().enumerate().map(start).collect(),
        plain: Plain::default(),
        words: Data::Null,
        clauses: clauses.iter().map(|clause| (*clause).to_owned()).collect(),
        tolerance,
        seed: 1,
        jobs: 1,
        budget: Budget::new(None, Some(plays), &NEVER),
        watch: &Silent,
    };
    hunt.run()
}

fn profile(name: &str) -> Profile {
    Profile::new(name, "1", "game")
}

/// An engine that decides each step, and shows the decisions in its log.
fn engine(name: &str, decide: impl Fn(&str, &Data) -> Event + Send + Sync + 'static) -> impl EngineMaker {
    truthsayer_protocol::playing(profile(name), move |task: &Task| {
        let mut outcome = Outcome::new(json!({}), json!({}));
        for (index, step) in task.when.iter().enumerate() {
            let Some((kind, body)) = step.as_object().and_then(|map| map.iter().next()) else { continue };
            let mut event = decide(kind, body);
            if let Some(data) = event.data.as_object_mut()
                && event.name == "refused"
            {
                data.insert("step".to_owned(), json!(index + 1));
            }
            outcome.log.push(event);
        }
        Reply::Played(Box::new(outcome))
    })
}

fn accepted(is_accepted: bool) -> Event {
    if is_accepted { Event::new("accepted", json!({})) } else { Event::new("refused", json!({"code": "no"})) }
}

fn is_version(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// A validator with four faults: a leading letter, white space at the end, long texts, and large numbers.
fn lenient(text: &str) -> bool {
    let own = text.strip_prefix('v').unwrap_or(text).trim_end();
    let is_large = |part: &str| part.parse::<u128>().is_ok_and(|number| number > 9_007_199_254_740_991);
    is_version(own) && text.chars().count() <= 256 && !own.split('.').any(is_large)
}

fn validators() -> [Box<dyn EngineMaker>; 2] {
    let read = |is_valid: fn(&str) -> bool| move |_: &str, body: &Data| accepted(body.as_str().is_some_and(is_valid));
    [Box::new(engine("strict", read(is_version))), Box::new(engine("lenient", read(lenient)))]
}

fn reading(text: &str) -> Task {
    Task::new(json!({}), vec![json!({"read": text})])
}

fn texts(catch: &Catch) -> Vec<&str> {
    catch.findings.iter().filter_map(|finding| finding.task.when.last()?.get("read")?.as_str()).collect()
}

#[test]
fn each_fault_of_a_validator_is_its_own_finding_with_its_boundary() {
    let [one, other] = validators();
    let starts = [reading("1.2.3"), reading("10.20.30")];
    let catch = hunt([&*one, &*other], &starts, 0, 12_000, Tolerance::default());
    let (texts, notes) = (texts(&catch), catch.findings.iter().flat_map(Finding::notes).collect::<Vec<_>>());
    assert!(texts.contains(&"v0.0.0"), "{texts:?}");
    assert!(texts.iter().any(|text| text.ends_with(char::is_whitespace)), "{texts:?}");
    for note in [
        "`read`: differs from 257 characters on; 256 give the same",
        "`read`: differs from 9007199254740992 on; 9007199254740991 gives the same",
    ] {
        assert!(notes.iter().any(|it| it == note), "{notes:?}");
    }
    assert!(catch.findings.len() <= 12, "{texts:?}");
}

#[test]
fn a_difference_that_only_shrinking_shows_is_followed() {
    let one = engine("one", |_, _| accepted(true));
    let other = engine("other", |_, body| match body.as_str().unwrap_or_default() {
        text if text.len() > 10 => Event::new("long", json!({})),
        text if text.ends_with('-') => Event::new("open", json!({})),
        _ => accepted(true),
    });
    let catch = hunt([&one, &other], &[reading("abcdefghijkl-")], 0, 0, Tolerance::default());
    let groups: Vec<&str> = catch.findings.iter().map(|finding| finding.difference.group.as_str()).collect();
    assert_eq!(groups, ["accepted | long", "accepted | open"], "{:?}", texts(&catch));
}

#[test]
fn a_known_difference_hides_only_its_own_cause() {
    let [one, other] = validators();
    let starts = [reading("v7.1.0"), reading("1.2.3")];
    let catch = hunt([&*one, &*other], &starts, 1, 12_000, Tolerance::default());
    let texts = texts(&catch);
    assert!(!texts.contains(&"v0.0.0") && catch.known.len() == 1, "{texts:?}");
    assert!(texts.iter().any(|text| text.ends_with(char::is_whitespace)), "{texts:?}");
}

#[test]
fn the_values_that_do_not_matter_are_named() {
    let send =
        |limit: i64| move |_: &str, body: &Data| accepted(body["coins"].as_i64().is_some_and(|coins| coins < limit));
    let (one, other) = (engine("one", send(10)), engine("other", send(12)));
    let leaders = ["chani", "duncan", "feyd", "hawat"];
    let start = leaders.map(|leader| Task::new(json!({}), vec![json!({"send": {"leader": leader, "coins": 9}})]));
    let catch = hunt([&one, &other], &start, 0, 3000, Tolerance::default());
    let notes = catch.findings.iter().flat_map(Finding::notes).collect::<Vec<_>>();
    assert!(notes.iter().any(|it| it == "`coins`: differs from 10 on; 9 gives the same"), "{notes:?}");
    assert_eq!(catch.findings.len(), 1, "{notes:?}");
}

#[test]
fn another_notation_of_an_equal_value_is_not_a_finding() {
    let show = |text: &'static str| {
        move |_: &str, _: &Data| Event::new("paid", json!({"sum": serde_json::from_str::<Data>(text).unwrap()}))
    };
    let starts = [Task::new(json!({}), vec![json!({"pay": 1})])];
    let found = |one: &'static str, other: &'static str, tolerance: Tolerance| {
        let (one, other) = (engine("one", show(one)), engine("other", show(other)));
        hunt([&one, &other], &starts, 0, 64, tolerance).findings.len()
    };
    assert_eq!(found("0", "0.0", Tolerance::default()), 0);
    assert_eq!(found("0", "-0.0", Tolerance::default()), 0);
    assert_eq!(found("1600", "1.6e3", Tolerance::default()), 0);
    assert_eq!(found("0.5", "0.505", Tolerance::default()), 1);
    let node = yaml::read(&SourceFile::new("a.yaml", "tolerance: 0.01")).unwrap();
    let tolerance = Tolerance::read(node.get("tolerance").unwrap(), &mut Vec::new());
    assert_eq!(found("0.5", "0.505", tolerance), 0);
}

#[test]
fn a_difference_of_readings_is_named_as_that() {
    let reader = |name: &str, default: &'static str| {
        let mut note = ReadingNote::default();
        (note.name, note.default) = ("sight".to_owned(), default.to_owned());
        note.values = vec!["near".to_owned(), "far".to_owned()];
        truthsayer_protocol::playing(profile(name).with_readings([note]), move |task: &Task| {
            let sight = task.given["readings"]["sight"].as_str().unwrap_or(default);
            Reply::Played(Box::new(Outcome::new(json!({}), json!({"sees": sight == "far"}))))
        })
    };
    let starts = [Task::new(json!({"square": "a1"}), Vec::new())];
    let catch = hunt([&reader("one", "near"), &reader("other", "far")], &starts, 0, 64, Tolerance::default());
    let notes = catch.findings.iter().flat_map(Finding::notes).collect::<Vec<_>>();
    assert_eq!(notes, ["only the reading `sight` differs: near | far; with equal readings both sides agree"]);
    let catch = hunt([&reader("one", "far"), &reader("other", "far")], &starts, 0, 64, Tolerance::default());
    assert!(catch.findings.is_empty());
}

/// Rooms in a row; each answer to `ask` names the next room. The fault is behind four doors with long names.
#[test]
fn walks_reach_what_only_the_answers_of_the_engine_name() {
    const ROOMS: [&str; 6] = ["start", "kq7f1x", "m2zz9p", "w8rt5c", "y3hb6d", "end"];
    let walker = |name: &str, is_faulty: bool| {
        truthsayer_protocol::playing(profile(name), move |task: &Task| {
            let (mut at, mut outcome) = (0, Outcome::new(json!({}), json!({})));
            for (number, step) in (1..).zip(&task.when) {
                if step.get("ask").is_some() {
                    outcome.log.push(Event::answered(number, json!([ROOMS[(at + 1).min(5)]])));
                } else if step["go"] == ROOMS[(at + 1).min(5)] {
                    at = (at + 1).min(5);
                    outcome.log.push(Event::new("went", json!({})));
                } else {
                    outcome.log.push(Event::refused(number, "door", ""));
                }
            }
            outcome.after = json!({"won": at == 4 && !is_faulty});
            Reply::Played(Box::new(outcome))
        })
    };
    let starts = [Task::new(json!({}), vec![json!({"ask": "doors"}), json!({"go": "kq7f1x"})])];
    let catch = hunt([&walker("one", false), &walker("other", true)], &starts, 0, 2000, Tolerance::default());
    let steps: Vec<usize> = catch.findings.iter().map(|finding| finding.task.when.len()).collect();
    assert_eq!(steps, [4]);
}

/// Returns the findings that a set-up shows.
fn set_ups(catch: &Catch) -> Vec<&str> {
    catch.findings.iter().filter_map(|finding| finding.task.given.get("board")?.as_str()).collect()
}

#[test]
fn a_set_up_that_only_the_first_side_rejects_is_a_finding() {
    let loader = |name: &str, is_strict: bool| {
        truthsayer_protocol::playing(profile(name), move |task: &Task| {
            let board = task.given["board"].as_str().unwrap_or_default();
            let is_crowded = board.contains('q') && board.ends_with(" w");
            match is_strict && is_crowded {
                true => Reply::Invalid(Complaint::new("given.board", "too many pieces")),
                false => Reply::Played(Box::new(Outcome::new(json!({}), json!({"loaded": true})))),
            }
        })
    };
    let starts = [json!({"board": "kK6/8 w"}), json!({"board": "q7/k7 b"})];
    let starts = starts.map(|given| Task::new(given, Vec::new()));
    let catch = hunt([&loader("strict", true), &loader("lenient", false)], &starts, 0, 6000, Tolerance::default());
    assert!(set_ups(&catch).iter().any(|board| board.contains('q')), "{:?}", set_ups(&catch));
    assert_eq!(catch.findings[0].difference.group, "reply: invalid given.board: too many pieces | played");
}

#[test]
fn a_fault_in_one_field_is_found_although_every_start_shows_another_one() {
    // Only the step `set_up` is strict.
    let loader = |name: &'static str, is_strict: bool| {
        engine(name, move |kind: &str, body: &Data| {
            let board = body.as_str().unwrap_or_default();
            let fields: Vec<&str> = board.split(' ').collect();
            let is_odd = board.contains('R') || fields.get(2).is_some_and(|field| field.contains('e'));
            accepted(kind != "set_up" || fields.len() == 3 && !(is_strict && is_odd))
        })
    };
    let board = |key: &str, text: &str| Task::new(json!({}), vec![json!({key: text})]);
    let starts = [
        board("set_up", "kR6/8 w -"),
        board("set_up", "4R3/k7 b -"),
        board("set_up", "1R6/2k5 w -"),
        board("show", "k7/8 w e3"),
    ];
    let makers = [loader("strict", true), loader("lenient", false)];
    let catch = hunt([&makers[0], &makers[1]], &starts, 0, 20_000, Tolerance::default());
    let found: Vec<&str> =
        catch.findings.iter().filter_map(|finding| finding.task.when.last()?.get("set_up")?.as_str()).collect();
    assert!(found.iter().any(|text| text.contains('R')), "{found:?}");
    assert!(found.iter().any(|text| !text.contains('R') && text.contains('e')), "{found:?}");
    assert!(found.len() <= 6, "{found:?}");
}

/// A tax with three faults: at the threshold, on the last day before a fee, and in the rounding.
#[test]
fn the_numbers_and_days_of_the_rulebook_are_tried() {
    let office = |name: &'static str, is_faulty: bool| {
        engine(name, move |_: &str, body: &Data| {
            let income = body["income"].as_f64().unwrap_or_default();
            let on = body["on"].as_str().unwrap_or_default();
            let taxed = if is_faulty { income >= 12_000.0 } else { income > 12_000.0 };
            let fee = if is_faulty { on >= "2025-12-31" } else { on > "2025-12-31" };
            let cents = income * 100.0;
            let rounded = if is_faulty && cents.fract() == 0.5 { cents.floor() } else { cents.round() };
            Event::new("assessed", json!({"taxed": taxed, "fee": fee, "rounded": rounded / 100.0}))
        })
    };
    let starts = [Task::new(json!({}), vec![json!({"assess": {"income": 700, "on": "2024-06-30"}})])];
    let rules = ["Income above 12,000 is taxed.", "From 1 January 2026 on, there is a fee."];
    let engines = [office("one", false), office("other", true)];
    let makers: [&dyn EngineMaker; 2] = [&engines[0], &engines[1]];
    let catch = hunt_by_rules(makers, &starts, 0, 20_000, (Tolerance::default(), &rules));
    let notes = catch.findings.iter().flat_map(Finding::notes).collect::<Vec<_>>();
    for note in ["`income`: differs at 12000", "`on`: differs at 2025-12-31"] {
        assert!(notes.iter().any(|it| it.starts_with(note)), "{notes:?}");
    }
    assert!(catch.findings.iter().any(|finding| finding.difference.group == "assessed: rounded"), "{notes:?}");
}
