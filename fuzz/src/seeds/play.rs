//! Seeds that need a run first: outcomes, conversations, saved results.

use serde_json::json;
use truthsayer::builtin_engines;
use truthsayer::report::machine::run_result;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::engines::process::recorder::TITLE;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::wire;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Greeting;
use truthsayer_protocol::wire::Question;

fn reply(scenario: &Scenario) -> Option<Reply> {
    builtin_engines::by_name(&scenario.game)?.engine().play(&scenario.task(&[])).ok()
}

fn outcome(scenario: &Scenario) -> Option<Outcome> {
    match reply(scenario)? {
        Reply::Played(outcome) => Some(*outcome),
        _ => None,
    }
}

/// Outcomes from which goldens are rendered.
pub(super) fn outcomes(scenarios: &[&Scenario]) -> Vec<String> {
    scenarios.iter().filter_map(|scenario| serde_json::to_string(&outcome(scenario)?).ok()).collect()
}

/// Two states, and the paths in which they differ.
pub(super) fn states(scenarios: &[&Scenario]) -> Vec<String> {
    let lines = |outcome: Outcome| {
        let paths = datapath::differences(&outcome.before, &outcome.after).into_iter().map(|found| found.0);
        [outcome.before.to_string(), outcome.after.to_string()].into_iter().chain(paths).collect::<Vec<_>>().join("\n")
    };
    scenarios.iter().filter_map(|scenario| outcome(scenario).map(lines)).collect()
}

pub(super) fn boards(scenarios: &[&Scenario]) -> Vec<String> {
    let drawing = |scenario: &&Scenario| {
        let note = builtin_engines::by_name(&scenario.game)?.profile().board.clone()?;
        let Outcome { before, after, .. } = outcome(scenario)?;
        Some(
            json!({"note": note, "before": {"board": before["board"]}, "after": {"board": after["board"]}}).to_string(),
        )
    };
    scenarios.iter().filter_map(drawing).collect()
}

/// The answer to a scenario, as an external engine would send it.
pub(super) fn answer(scenario: &Scenario) -> Option<String> {
    Some(Answer::of(1, reply(scenario)?).line())
}

/// A question and its answer.
pub(super) fn talks(scenarios: &[&Scenario]) -> Vec<String> {
    let mut talks: Vec<String> = greetings();
    for scenario in scenarios {
        let Some(said) = answer(scenario) else { continue };
        talks.push(wire::play_line(1, &scenario.task(&[])));
        talks.push(said);
    }
    talks.push(Question::hello().line());
    talks.push(r#"{"invalid":{"id":1,"at":"when[0].plan","why":"`x` is no leader"}}"#.to_owned());
    talks.push(r#"{"unsupported":{"id":1,"why":"no storms"}}"#.to_owned());
    talks.push(r#"{"unknown":{"why":"what?"}}"#.to_owned());
    talks.push(
        "{\"hello\":{\"protocol\":1}}\n{\"play\":{\"id\":7,\"given\":{},\"when\":[]}}\n{\"bye\":{}}\n".to_owned(),
    );
    talks
}

/// The hellos of the engines, without their long lists.
fn greetings() -> Vec<String> {
    let greeting = |name: &str| {
        let mut greeting = Greeting::of(builtin_engines::by_name(name)?.profile());
        greeting.switches.truncate(2);
        greeting.events.truncate(2);
        Some(Answer::Hello(Box::new(greeting)).line())
    };
    builtin_engines::names().filter_map(greeting).collect()
}

pub(super) fn recordings(scenarios: &[&Scenario]) -> Vec<String> {
    let hello = format!("{TITLE}\n1 > {}\n1 < {{\"hello\":{{\"protocol\":1}}}}\n", Question::hello().line());
    let recording = |scenario: &&Scenario| {
        let asked = wire::play_line(1, &scenario.task(&[]));
        Some(format!("{hello}1 > {asked}\n1 < {}\n1 > {{\"bye\":{{}}}}\n", answer(scenario)?))
    };
    let mut found: Vec<String> = scenarios.iter().filter_map(recording).collect();
    let task = r#"{"play":{"id":4,"given":{},"when":[],"without":[]}}"#;
    found.push(format!("{hello}2 > {task}\n1 > {task}\n2 < {{\"unsupported\":{{\"id\":4,\"why\":\"no\"}}}}\n1 < x\n"));
    found.push(format!("{hello}1 > {task}\n1 | it is dark here\n1 ! died: the engine died (exit status: 3)\n"));
    found.push(format!("{hello}1 > {task}\n1 ! timed-out: the engine gave no answer\n"));
    found
}

/// The results that `verify --json` saves for a few scenarios, with shortened lists.
pub(super) fn saved_runs(suite: &Suite, scenarios: &[&Scenario]) -> Vec<String> {
    let saved_run = |chosen: &[&Scenario]| {
        let game = &chosen.first()?.game;
        let chosen: Vec<&Scenario> = chosen.iter().copied().filter(|scenario| scenario.game == *game).collect();
        let seats = Seats::from([(game.clone(), Seat::reference(builtin_engines::by_name(game)?))]);
        let findings = Run { chosen, ..Run::new(suite, &seats, 1, &NoProgress) }.findings();
        let mut result = run_result::of("verify", &findings, &[0], None);
        result.catalog.truncate(3);
        result.clauses.truncate(3);
        serde_json::to_string(&result).ok()
    };
    let single: Vec<String> = scenarios.chunks(2).filter_map(saved_run).collect();
    let pairs = single.windows(2).map(|pair| format!("{}\n%% other\n{}", pair[0], altered(&pair[0])));
    single.iter().cloned().chain(pairs).collect()
}

/// The same result with fewer passing claims.
fn altered(saved_run: &str) -> String {
    saved_run.replacen("pass", "fail", 1).replacen("\"holds\":true", "\"holds\":false", 1)
}
