//! Seeds that have to be played first: outcomes, conversations, saved results.

use serde_json::json;
use truthsayer::engines;
use truthsayer::engines::process::recorder::TITLE;
use truthsayer::oracle::datapath;
use truthsayer::oracle::run::Makers;
use truthsayer::oracle::run::Run;
use truthsayer::oracle::run::Silent;
use truthsayer::oracle::scenario::Scenario;
use truthsayer::oracle::suite::Suite;
use truthsayer::protocol::Data;
use truthsayer::protocol::Outcome;
use truthsayer::protocol::Reply;
use truthsayer::protocol::wire;
use truthsayer::protocol::wire::Answer;
use truthsayer::protocol::wire::Greeting;
use truthsayer::protocol::wire::Question;
use truthsayer::report::json;

fn reply(scenario: &Scenario) -> Option<Reply> {
    engines::by_name(&scenario.game)?.engine().play(&scenario.task(&[])).ok()
}

fn outcome(scenario: &Scenario) -> Option<Outcome> {
    match reply(scenario)? {
        Reply::Played(outcome) => Some(*outcome),
        _ => None,
    }
}

/// What a golden is rendered of.
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
        let note = engines::by_name(&scenario.game)?.profile().board.clone()?;
        let Outcome { before, after, .. } = outcome(scenario)?;
        Some(
            json!({"note": note, "before": {"board": before["board"]}, "after": {"board": after["board"]}}).to_string(),
        )
    };
    scenarios.iter().filter_map(drawing).collect()
}

/// The answer to a scenario, as an engine in another process would say it.
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
    talks.push(r#"{"misposed":{"id":1,"at":"when[0].plan","why":"`x` is no leader"}}"#.to_owned());
    talks.push(r#"{"unsupported":{"id":1,"why":"no storms"}}"#.to_owned());
    talks.push(r#"{"unknown":{"why":"what?"}}"#.to_owned());
    talks.push(
        "{\"hello\":{\"protocol\":1}}\n{\"play\":{\"id\":7,\"given\":{},\"when\":[]}}\n{\"bye\":{}}\n".to_owned(),
    );
    talks
}

/// Without the long lists that every engine has.
fn greetings() -> Vec<String> {
    let greeting = |name: &str| {
        let mut greeting = Greeting::of(engines::by_name(name)?.profile());
        greeting.switches.truncate(2);
        greeting.events.truncate(2);
        Some(Answer::Hello(Box::new(greeting)).line())
    };
    engines::names().filter_map(greeting).collect()
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

/// What `verify --json` saves about a few scenarios, with its long lists cut.
pub(super) fn accounts(suite: &Suite, scenarios: &[&Scenario]) -> Vec<String> {
    let account = |chosen: &[&Scenario]| {
        let game = &chosen.first()?.game;
        let chosen: Vec<&Scenario> = chosen.iter().copied().filter(|scenario| scenario.game == *game).collect();
        let (makers, references) = (Makers::from([(game.clone(), engines::by_name(game)?)]), Makers::new());
        let findings = Run { chosen, ..Run::new(suite, &makers, &references, 1, &Silent) }.findings();
        let mut document: Data = serde_json::from_str(&json::findings("verify", &findings, &[0], None)).ok()?;
        for list in ["catalog", "clauses"] {
            document[list].as_array_mut()?.truncate(3);
        }
        Some(document.to_string())
    };
    let single: Vec<String> = scenarios.chunks(2).filter_map(account).collect();
    let pairs = single.windows(2).map(|pair| format!("{}\n%% other\n{}", pair[0], altered(&pair[0])));
    single.iter().cloned().chain(pairs).collect()
}

/// The same result on another day, when less held.
fn altered(account: &str) -> String {
    account.replacen("conforms", "deviates", 1).replacen("\"holds\":true", "\"holds\":false", 1)
}
