//! Switches put through their paces: turned off, each takes away its clause, and nothing else.

use std::collections::BTreeSet;

use super::Kit;
use super::crash;
use super::difference;
use super::understand;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::wire::Greeting;

const OFF: &str = "a switch turned off";
const ALONE: &str = "what a switch leaves alone";

/// How many switches are turned off, and in how many tasks each has to leave everything alone.
const MOST_SWITCHES: usize = 4;
const CONTROLS: usize = 2;

const PLAYABLE: &str = "turning a switch off leaves a playable game without that clause";
const SMALLEST: &str = "a switch guards the smallest piece of behaviour that is its clause, and what it does not decide stays as \
                        it is without it";

/// A switch with the task in which it was seen to take effect.
struct SwitchTrial<'t> {
    switch: String,
    task: &'t Task,
    usual: &'t Outcome,
}

impl Kit<'_> {
    /// Turns off a few switches that took effect.
    pub(super) fn switches(&mut self, greeting: &Greeting, tasks: &[Task]) {
        if !greeting.can_be_proven() || greeting.switches.is_empty() {
            self.untried(OFF, "it has no switches");
            return self.untried(ALONE, "it has no switches");
        }
        let usual: Vec<(&Task, Outcome)> =
            tasks.iter().zip(self.outcomes(tasks)).filter_map(|(task, outcome)| Some((task, outcome?))).collect();
        let trials = trials(&usual);
        if trials.is_empty() {
            self.untried(OFF, "no switch took effect in any scenario here");
            return self.untried(ALONE, "no switch took effect in any scenario here");
        }
        match self.turn_off(&trials) {
            Ok(told) => self.pass(OFF, told),
            // Whoever cannot be played without a switch leaves nothing to compare.
            Err((seen, advice)) => {
                self.mend(OFF, seen, advice);
                return self.untried(ALONE, "a switch has to be turned off first");
            }
        }
        match self.leaves_alone(&trials, &usual) {
            Ok(told) => self.pass(ALONE, told),
            Err(seen) => self.mend(ALONE, seen, SMALLEST),
        }
    }

    /// What came of each task; none where it was not played.
    pub(super) fn outcomes(&self, tasks: &[Task]) -> Vec<Option<Outcome>> {
        let asked: Vec<(u64, &Task)> = tasks.iter().map(|task| (1, task)).collect();
        let lines = self.conversation(&asked).unwrap_or_default();
        lines.iter().map(|line| played(line)).collect()
    }

    /// Each switch is off, twice: it is played, in the same way, without the switch, and something happens.
    fn turn_off(&self, trials: &[SwitchTrial<'_>]) -> Result<String, (String, &'static str)> {
        let mut standing_still = 0;
        for SwitchTrial { switch, task, usual } in trials {
            let off = (*task).clone().with_off([switch.clone()]);
            let told = self.conversation(&[(1, &off), (1, &off)]);
            let lines = told.map_err(|why| (format!("without `{switch}` nobody answered: {why}"), PLAYABLE))?;
            if let [first, second] = lines.as_slice()
                && first != second
            {
                let seen =
                    format!("without `{switch}` the same task is answered in two ways: {}", difference(first, second));
                return Err((seen, "no clock and no chance in an answer, whatever is turned off"));
            }
            let outcome = match lines.first().map(|line| understand(line, 1)) {
                Some(Ok(Reply::Played(outcome))) => outcome,
                Some(Ok(Reply::Misposed(complaint))) => {
                    return Err((format!("without `{switch}` the task is invalid: {}", complaint.why), PLAYABLE));
                }
                Some(Ok(Reply::Failed(failure))) => {
                    return Err((format!("without `{switch}` {}", crash(&failure)), PLAYABLE));
                }
                _ => return Err((format!("without `{switch}` the task was not played"), PLAYABLE)),
            };
            if outcome.fired.iter().any(|firing| firing.switch == **switch) {
                let advice = "a switch that is turned off neither takes effect nor is listed in `fired`";
                return Err((format!("`{switch}` took effect although it was in `without`"), advice));
            }
            standing_still += usize::from(stands_still(&outcome) && !stands_still(usual));
        }
        let first = &trials[0].switch;
        if standing_still == trials.len() {
            let seen = format!("without `{first}`, or any other that was tried, the log is empty and nothing changes");
            return Err((seen, "a switch takes away one clause; the rest of the game is played as ever"));
        }
        Ok(format!("`{first}` takes effect, and does not when it is turned off"))
    }

    /// Tasks in which a switch did not take effect stay as they are without it. One that takes effect everywhere has to
    /// leave something as it was.
    fn leaves_alone(&self, trials: &[SwitchTrial<'_>], usual: &[(&Task, Outcome)]) -> Result<String, String> {
        let mut compared = 0;
        for SwitchTrial { switch, .. } in trials {
            let fired = |outcome: &Outcome| outcome.fired.iter().any(|firing| firing.switch == **switch);
            let (touched, untouched): (Vec<_>, Vec<_>) = usual.iter().partition(|(_, outcome)| fired(outcome));
            let chosen =
                if untouched.is_empty() { touched } else { untouched.iter().copied().take(CONTROLS).collect() };
            let off: Vec<Task> = chosen.iter().map(|(task, _)| (*task).clone().with_off([switch.clone()])).collect();
            let without = self.outcomes(&off);
            let pairs = || chosen.iter().map(|(_, outcome)| outcome).zip(without.iter().flatten());
            if untouched.is_empty() && !pairs().any(|(one, other)| has_something_left(one, other)) {
                return Err(format!("`{switch}` takes effect in every task, and without it nothing is as it was"));
            }
            if !untouched.is_empty() && pairs().count() < chosen.len() {
                return Err(format!(
                    "`{switch}` did not take effect in a task, and without it that task is not played"
                ));
            }
            if !untouched.is_empty() && pairs().any(|(one, other)| !is_same(one, other)) {
                return Err(format!("`{switch}` did not take effect in a task, and turning it off changes that task"));
            }
            compared += chosen.len();
        }
        let plural =
            |number: usize, noun: &str, many: &str| format!("{number} {}", if number == 1 { noun } else { many });
        let switches = plural(trials.len(), "switch", "switches");
        Ok(format!("{switches}, compared in {}", plural(compared, "task", "tasks")))
    }
}

/// A few switches, each with the first task in which it took effect.
fn trials<'t>(usual: &'t [(&'t Task, Outcome)]) -> Vec<SwitchTrial<'t>> {
    let mut seen = BTreeSet::new();
    let mut trials = Vec::new();
    for (task, usual) in usual {
        // One of each task, so that they are spread.
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

fn stands_still(outcome: &Outcome) -> bool {
    outcome.log.is_empty() && outcome.before == outcome.after
}

fn is_same(one: &Outcome, other: &Outcome) -> bool {
    (&one.before, &one.after, &one.log) == (&other.before, &other.after, &other.log)
}

/// Whether an entry of the state at the end, or of the log, is the same in both.
fn has_something_left(one: &Outcome, other: &Outcome) -> bool {
    let entries = |data: &Data| data.as_object().cloned().unwrap_or_default();
    let after = entries(&other.after);
    entries(&one.after).iter().any(|(key, value)| after.get(key) == Some(value))
        || one.log.iter().any(|event| other.log.contains(event))
}
