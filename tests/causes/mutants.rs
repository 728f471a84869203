//! Mutants of the built-in engines: one token of their rules is changed, no switch is touched. `tests/data/mutants/make.py`
//! made and recorded them, and decided from the source which switches the changed code stands for.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use serde_json::from_str;
use truthsayer::oracle::cause::Cause;
use truthsayer::oracle::judge;
use truthsayer::oracle::sight::Sight;
use truthsayer::oracle::trial::Judged;
use truthsayer::oracle::verdict::Verdict;
use truthsayer::protocol::Complaint;
use truthsayer::protocol::Data;
use truthsayer::protocol::Engine;
use truthsayer::protocol::Event;
use truthsayer::protocol::Fault;
use truthsayer::protocol::Outcome;
use truthsayer::protocol::Reply;

use crate::bench::Bench;
use crate::bench::benches;

/// A recorded mutant: what was changed, what it stands for, and by scenario what is otherwise.
struct Mutant {
    title: String,
    expects: Vec<String>,
    replies: BTreeMap<String, Value>,
}

fn recorded(game: &str) -> Vec<Mutant> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/mutants/{game}.json"));
    let text = std::fs::read_to_string(path).expect("recorded mutants");
    let word = |mutant: &Value, key: &str| mutant[key].as_str().expect("a text").to_owned();
    let of = |mutant: &Value| Mutant {
        title: format!(
            "{}: `{}`,{}to{}",
            word(mutant, "file"),
            word(mutant, "line"),
            word(mutant, "from"),
            word(mutant, "to")
        ),
        expects: serde_json::from_value(mutant["expects"].clone()).expect("switches"),
        replies: serde_json::from_value(mutant["replies"].clone()).expect("replies"),
    };
    from_str::<Vec<Value>>(&text).expect("JSON").iter().map(of).collect()
}

/// What the mutant said, from what the engine as it is says.
fn reply(engine: &mut dyn Engine, bench: &Bench, at: usize, otherwise: &Value) -> Result<Reply, Fault> {
    if let Some(complaint) = otherwise.get("misposed") {
        let word = |key: &str| complaint[key].as_str().unwrap_or_default().to_owned();
        return Ok(Reply::Misposed(Complaint::new(word("at"), word("why"))));
    }
    if otherwise.get("died").is_some() {
        return Err(Fault::Died { how: "it panicked".to_owned(), last_words: String::new() });
    }
    match engine.play(&bench.scenarios[at].task(&[])) {
        Ok(Reply::Played(mut outcome)) => {
            amend(&mut outcome, otherwise);
            Ok(Reply::Played(outcome))
        }
        other => other,
    }
}

fn amend(outcome: &mut Outcome, otherwise: &Value) {
    for (state, key) in [(&mut outcome.before, "before"), (&mut outcome.after, "after")] {
        for row in otherwise[key].as_array().into_iter().flatten() {
            enter(state, row[0].as_str().expect("a path"), row.get(1));
        }
    }
    if let Some([first, last, events]) = otherwise["log"].as_array().map(Vec::as_slice) {
        let place = |number: &Value| usize::try_from(number.as_u64().expect("a number")).expect("a place");
        let events: Vec<Event> = serde_json::from_value(events.clone()).expect("events");
        outcome.log.splice(place(first)..place(last), events);
    }
}

/// Gives an entry of the state another value, or takes it away.
fn enter(state: &mut Data, path: &str, value: Option<&Value>) {
    let Some((parent, key)) = path.rsplit_once('/') else {
        *state = value.cloned().unwrap_or_default();
        return;
    };
    let key = key.replace("~1", "/").replace("~0", "~");
    let map = state.pointer_mut(parent).and_then(Data::as_object_mut).expect("a map of the state");
    match value {
        Some(value) => map.insert(key, value.clone()),
        None => map.remove(&key),
    };
}

fn play(bench: &Bench, mutant: &Mutant) -> Vec<Judged<'static>> {
    let mut engine = bench.maker.engine();
    let mut judged = bench.play(&[]);
    for (at, judged) in judged.iter_mut().enumerate() {
        if let Some(otherwise) = mutant.replies.get(&judged.scenario.id) {
            let reply = reply(engine.as_mut(), bench, at, otherwise);
            let sight = Sight { profile: bench.maker.profile(), reference: None, passed_over: None };
            judged.verdict = judge::judge(judged.scenario, &reply, &sight).verdict;
        }
    }
    judged
}

/// What the diagnosis made of the mutants.
#[derive(Debug, Default)]
struct Score {
    /// The clause whose code was changed is named.
    named: usize,
    /// Nothing is named.
    unexplained: usize,
    /// Only other clauses are named.
    wrong: usize,
    /// Clauses that are named beside the right one.
    beside: usize,
    causes: usize,
}

/// Whether a cause names one of the clauses that the changed code stands for.
fn is_right(cause: &Cause, mutant: &Mutant, bench: &Bench) -> bool {
    let of_switch = |name: &String| bench.clauses().remove(name).unwrap_or_default();
    let clauses: BTreeSet<_> = mutant.expects.iter().flat_map(of_switch).collect();
    cause.clauses.iter().any(|clause| clauses.contains(clause))
}

fn enter_score(score: &mut Score, mutant: &Mutant, causes: &[Cause], bench: &Bench) {
    let right = causes.iter().filter(|cause| is_right(cause, mutant, bench)).count();
    let told: Vec<String> = causes
        .iter()
        .map(|cause| format!("{} ({}, {:?})", cause.switches.join("/"), cause.kind.name(), cause.share))
        .collect();
    let word = match (right, causes.is_empty()) {
        (0, true) => "nothing explains it",
        (0, false) => "WRONG",
        _ => "named",
    };
    println!("{word}: {} stands for {:?}: {told:?}", mutant.title, mutant.expects);
    score.causes += causes.len();
    match (right, causes.is_empty()) {
        (0, true) => score.unexplained += 1,
        (0, false) => score.wrong += 1,
        _ => {
            score.named += 1;
            score.beside += causes.len() - right;
        }
    }
}

#[test]
fn mutants_are_named_rightly_or_not_at_all() {
    let mut score = Score::default();
    for bench in benches().iter_mut() {
        let mutants = recorded(bench.game());
        assert_eq!(mutants.len(), 30);
        for mutant in mutants {
            let judged = play(bench, &mutant);
            let fails = judged.iter().any(|judged| matches!(judged.verdict, Verdict::Deviates(_)));
            assert!(fails, "{} breaks no claim: make the mutants again", mutant.title);
            let causes = bench.diagnose(&judged).causes;
            enter_score(&mut score, &mutant, &causes, bench);
        }
    }
    println!("{score:?}");
    assert!(score.wrong * 20 <= 60, "at most one in twenty may be named wrongly: {score:?}");
}
