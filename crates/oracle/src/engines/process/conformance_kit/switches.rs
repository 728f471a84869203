//! Checks switches: each removes its clause and nothing else.

use std::collections::BTreeSet;

use super::Kit;
use super::crash;
use super::difference;
use super::understand;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::wire::Greeting;

const OFF: &str = "a switch turned off";
const ALONE: &str = "the effect of one switch only";

/// Maximum number of switches that are turned off, and of tasks that each must not change.
const MOST_SWITCHES: usize = 4;
const CONTROLS: usize = 2;

const PLAYABLE: &str = "the game must still work without the clause of a switch";
const SMALLEST: &str =
    "a switch must guard only the behaviour of its clause; everything else must stay the same without it";

/// A switch with a task in which it fired.
struct SwitchTrial<'t> {
    switch: String,
    task: &'t Task,
    usual: &'t Outcome,
}

impl Kit<'_> {
    /// Turns off a few switches that fired.
    pub(super) fn switches(&mut self, greeting: &Greeting, tasks: &[Task]) {
        if !greeting.can_be_proven() || greeting.switches.is_empty() {
            self.untried(OFF, "it has no switches");
            return self.untried(ALONE, "it has no switches");
        }
        let usual: Vec<(&Task, Outcome)> =
            tasks.iter().zip(self.outcomes(tasks)).filter_map(|(task, outcome)| Some((task, outcome?))).collect();
        let trials = trials(&usual);
        if trials.is_empty() {
            self.untried(OFF, "no switch fired in any scenario here");
            return self.untried(ALONE, "no switch fired in any scenario here");
        }
        match self.turn_off(&trials) {
            Ok(seen) => self.pass(OFF, seen),
            // Without runs on mutants, there is nothing to compare.
            Err((seen, advice)) => {
                self.fix(OFF, seen, advice);
                return self.untried(ALONE, "turning a switch off does not work");
            }
        }
        match self.leaves_alone(&trials, &usual) {
            Ok(seen) => self.pass(ALONE, seen),
            Err(seen) => self.fix(ALONE, seen, SMALLEST),
        }
    }

    /// Returns the outcome of each task; `None` if it did not run.
    pub(super) fn outcomes(&self, tasks: &[Task]) -> Vec<Option<Outcome>> {
        let asked: Vec<(u64, &Task)> = tasks.iter().map(|task| (1, task)).collect();
        let lines = self.conversation(&asked).unwrap_or_default();
        lines.iter().map(|line| played(line)).collect()
    }

    /// Runs each switch's task twice without the switch: both outcomes must be equal, without the switch, and not
    /// empty.
    fn turn_off(&self, trials: &[SwitchTrial<'_>]) -> Result<String, (String, &'static str)> {
        let mut standstill = 0;
        for SwitchTrial { switch, task, usual } in trials {
            let off = (*task).clone().with_off([switch.clone()]);
            let answers = self.conversation(&[(1, &off), (1, &off)]);
            let lines =
                answers.map_err(|why| (format!("without `{switch}` the engine did not answer: {why}"), PLAYABLE))?;
            if let [first, second] = lines.as_slice()
                && first != second
            {
                let seen = format!(
                    "without `{switch}` the same task has two different answers: {}",
                    difference(first, second)
                );
                return Err((seen, "use no clock and no randomness in an answer"));
            }
            let outcome = match lines.first().map(|line| understand(line, 1)) {
                Some(Ok(Reply::Played(outcome))) => outcome,
                Some(Ok(Reply::Invalid(complaint))) => {
                    return Err((format!("without `{switch}` the task is invalid: {}", complaint.why), PLAYABLE));
                }
                Some(Ok(Reply::Crashed(failure))) => {
                    return Err((format!("without `{switch}` {}", crash(&failure)), PLAYABLE));
                }
                _ => return Err((format!("without `{switch}` the task did not run"), PLAYABLE)),
            };
            if outcome.fired.iter().any(|firing| firing.switch == **switch) {
                let advice = "a switch that is turned off must not fire and must not be in `fired`";
                return Err((format!("`{switch}` fired although it was in `without`"), advice));
            }
            standstill += usize::from(does_nothing(&outcome) && !does_nothing(usual));
        }
        let first = &trials[0].switch;
        if standstill == trials.len() {
            let seen = format!("without `{first}`, or any other tried switch, the log is empty and nothing changes");
            return Err((seen, "a switch must remove only one clause; the rest of the game must work as before"));
        }
        Ok(format!("`{first}` fires, and does not when it is turned off"))
    }

    /// Checks that tasks in which a switch did not fire do not change without it. A switch that fires everywhere must
    /// leave some part of an outcome unchanged.
    fn leaves_alone(&self, trials: &[SwitchTrial<'_>], usual: &[(&Task, Outcome)]) -> Result<String, String> {
        let mut compared = 0;
        for SwitchTrial { switch, .. } in trials {
            let fired = |outcome: &Outcome| outcome.fired.iter().any(|firing| firing.switch == **switch);
            let (affected, untouched): (Vec<_>, Vec<_>) = usual.iter().partition(|(_, outcome)| fired(outcome));
            let chosen =
                if untouched.is_empty() { affected } else { untouched.iter().copied().take(CONTROLS).collect() };
            let off: Vec<Task> = chosen.iter().map(|(task, _)| (*task).clone().with_off([switch.clone()])).collect();
            let without = self.outcomes(&off);
            let pairs = || chosen.iter().map(|(_, outcome)| outcome).zip(without.iter().flatten());
            if untouched.is_empty() && !pairs().any(|(one, other)| has_something_left(one, other)) {
                return Err(format!("`{switch}` fires in every task, and without it everything changes"));
            }
            if !untouched.is_empty() && pairs().count() < chosen.len() {
                return Err(format!("`{switch}` did not fire in a task, but without it that task does not run"));
            }
            if !untouched.is_empty() && pairs().any(|(one, other)| !is_same(one, other)) {
                return Err(format!("`{switch}` did not fire in a task, but turning it off changes that task"));
            }
            compared += chosen.len();
        }
        let plural =
            |number: usize, noun: &str, many: &str| format!("{number} {}", if number == 1 { noun } else { many });
        let switches = plural(trials.len(), "switch", "switches");
        Ok(format!("{switches}, compared in {}", plural(compared, "task", "tasks")))
    }
}

/// Returns a few switches, each with the first task in which it fired.
fn trials<'t>(usual: &'t [(&'t Task, Outcome)]) -> Vec<SwitchTrial<'t>> {
    let mut seen = BTreeSet::new();
    let mut trials = Vec::new();
    for (task, usual) in usual {
        // One switch per task, so that they are spread.
        let new = usual.fired.iter().find(|firing| !seen.contains(&*firing.switch));
        if let Some(firing) = new.filter(|_| trials.len() < MOST_SWITCHES) {
            seen.insert(firing.switch.to_string());
            trials.push(SwitchTrial { switch: firing.switch.to_string(), task, usual });
        }
    }
    trials
}

fn played(line: &str) -> Option<Outcome> {
    match understand(line, 1) {
        Ok(Reply::Played(outcome)) => Some(*outcome),
        _ => None,
    }
}

fn does_nothing(outcome: &Outcome) -> bool {
    outcome.log.is_empty() && outcome.before == outcome.after
}

fn is_same(one: &Outcome, other: &Outcome) -> bool {
    (&one.before, &one.after, &one.log) == (&other.before, &other.after, &other.log)
}

/// Returns whether an entry of the final state or of the log is equal in both.
fn has_something_left(one: &Outcome, other: &Outcome) -> bool {
    let entries = |data: &Data| data.as_object().cloned().unwrap_or_default();
    let after = entries(&other.after);
    entries(&one.after).iter().any(|(key, value)| after.get(key) == Some(value))
        || one.log.iter().any(|event| other.log.contains(event))
}
