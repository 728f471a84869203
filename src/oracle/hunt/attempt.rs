//! One attempt: make a task out of the pool, let both sides play it, and look at what they say.

use std::collections::BTreeSet;

use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::contest::Table;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::difference;
use crate::oracle::hunt::difference::Difference;
use crate::oracle::hunt::memory::Memory;
use crate::oracle::hunt::mutation;
use crate::oracle::hunt::mutation::Stock;
use crate::oracle::hunt::mutation::repair;
use crate::oracle::hunt::novelty;
use crate::oracle::hunt::pool::Member;
use crate::oracle::hunt::report::Lead;
use crate::oracle::hunt::report::Report;
use crate::oracle::hunt::sought::Sought;
use crate::oracle::room::Room;
use crate::protocol::ANSWERED;
use crate::protocol::Data;
use crate::protocol::Fault;
use crate::protocol::Outcome;
use crate::protocol::Reply;
use crate::protocol::Task;

/// How often a task is repaired that the engine cannot make sense of.
const REPAIRS: usize = 4;
/// A switch that was tried so often without effect is tried less often.
const EAGER: u32 = 200;
/// How many answers of a play are kept.
const MOST_ANSWERS: usize = 60;

/// How many replies have room to be learnt from.
const LEARNT: usize = 128;

/// What an attempt works with.
pub(crate) struct Attempt<'a, 't> {
    pub contest: &'a Contest<'a>,
    pub memory: &'t Memory,
    pub table: &'t mut Table<'a>,
    pub dice: Dice,
    /// What takes long is left alone. Then the clock has a say in what is found, so it is so only where it has anyway.
    pub in_a_hurry: bool,
}

impl Attempt<'_, '_> {
    /// A task of the suite as it stands.
    pub(crate) fn of_suite(mut self, task: Task, origin: &str) -> Report {
        let start = self.table.plays;
        let mut report = self.examine(task, origin, true);
        report.plays = self.table.plays - start;
        report
    }

    /// A task that nobody has written.
    pub(crate) fn mutated(mut self) -> Report {
        let start = self.table.plays;
        let memory = self.memory;
        let Some(member) = memory.pool.choose(&memory.sought, &mut self.dice) else { return Report::default() };
        let stock = Stock { vocabulary: &memory.vocabulary, pool: &memory.pool, sought: &memory.sought };
        let mut task = member.task.clone();
        let mut used = Vec::new();
        let complaint = member.complaint.as_ref().filter(|_| !self.dice.once_in(4));
        if complaint.is_none_or(|complaint| !repair::repair(&mut task, complaint, &stock, &mut self.dice)) {
            used = mutation::mutate(&mut task, member, &stock, &memory.luck, &mut self.dice);
        }
        let mut report = self.examine(task, &member.origin, false);
        report.used = used;
        report.plays = self.table.plays - start;
        report
    }

    fn examine(&mut self, mut task: Task, origin: &str, is_own: bool) -> Report {
        task.when.retain(is_step);
        if !self.contest.is_by_switch() {
            self.table.begin_rival(&task, 0);
        }
        let reply = self.play_home(&mut task, is_own);
        let mut report = Report { is_playable: matches!(reply, Ok(Reply::Played(_))), ..Report::default() };
        if self.in_a_hurry && self.table.was_slow() {
            return report;
        }
        let memory = self.memory;
        // They stand in the order of their names.
        let is_sought = |switch: &str| memory.sought.binary_search_by(|it| it.name.as_str().cmp(switch)).is_ok();
        let mut signs = novelty::signs(&task, &reply, &is_sought);
        match self.contest {
            Contest::Engines { .. } => {
                let other = self.table.play_rival(&mut task, 0);
                // One engine that says the same twice has nothing more to show.
                if !self.table.lens.one_engine || difference::differ(&reply, &other, self.table.lens) {
                    let theirs = novelty::signs(&task, &other, &is_sought);
                    signs.extend(theirs.iter().map(|sign| sign.rotate_left(32)));
                }
                self.compare(&task, &reply, &other, &mut report);
                report.unsupported = [&reply, &other].map(unsupported);
                report.fault = given_up(&reply).or_else(|| given_up(&other));
            }
            Contest::Switches { .. } => {
                self.knock_out(&mut task, &reply, &mut report);
                report.unsupported = [unsupported(&reply), None];
                report.fault = given_up(&reply);
            }
        }
        for lead in &mut report.leads {
            (lead.origin, lead.is_own) = (origin.to_owned(), is_own);
        }
        task.without.clear();
        self.keep(task, reply, signs, origin, &mut report);
        report
    }

    /// The first side plays the task; what it cannot make sense of is repaired as far as its complaint helps.
    fn play_home(&mut self, task: &mut Task, is_own: bool) -> Result<Reply, Fault> {
        let memory = self.memory;
        let stock = Stock { vocabulary: &memory.vocabulary, pool: &memory.pool, sought: &memory.sought };
        let mut reply = self.table.play_home(task);
        for _ in 0..REPAIRS {
            let Ok(Reply::Misposed(complaint)) = &reply else { break };
            if is_own || !repair::repair(task, complaint, &stock, &mut self.dice) {
                break;
            }
            task.when.retain(is_step);
            reply = self.table.play_home(task);
        }
        reply
    }

    fn keep(&self, task: Task, reply: Result<Reply, Fault>, signs: Vec<u64>, origin: &str, report: &mut Report) {
        let signs = self.memory.pool.new_signs(&signs);
        let comes_near = !report.tried.is_empty();
        if signs.is_empty() && !comes_near {
            return;
        }
        let answers = match &reply {
            Ok(Reply::Played(outcome)) => answers(outcome),
            _ => Vec::new(),
        };
        if let (Ok(Reply::Played(outcome)), true) = (&reply, self.contest.is_by_switch()) {
            report.fired = fired(outcome);
        }
        let complaint = match &reply {
            Ok(Reply::Misposed(complaint)) => Some(complaint.clone()),
            _ => None,
        };
        report.member = Some(Member { task, origin: origin.to_owned(), answers, complaint });
        // What is very long is nothing to learn from, and a round brings many.
        let is_short = !matches!(&reply, Ok(reply) if !Room::of_each(LEARNT).holds_reply(reply));
        report.reply = (is_short && !signs.is_empty()).then_some(reply);
        report.signs = signs;
    }

    /// Two engines: the first difference that is not known.
    fn compare(&mut self, task: &Task, one: &Result<Reply, Fault>, other: &Result<Reply, Fault>, report: &mut Report) {
        let lens = self.table.lens;
        if !difference::differ(one, other, lens) {
            return;
        }
        let mut task = task.clone();
        task.without.clear();
        let mut found = difference::between(&task, one, other, lens);
        for _ in 0..2 {
            if found.is_empty() {
                return;
            }
            if let Some(new) = found.iter().find(|it| !self.memory.known.contains(&it.group)) {
                report.leads.push(lead(0, task, new.clone()));
                return;
            }
            // What is known hides what comes after it: the step that shows it is left out.
            if !self.dice.once_in(3) {
                return;
            }
            let first = self.table.first_step(&task, 0, false);
            let Some(step) = first.and_then(|(step, _)| step.checked_sub(1)) else { return };
            task.when.remove(step);
            found = self.table.differences(&task, 0);
        }
    }

    /// One engine: each sought switch that took effect is turned off.
    fn knock_out(&mut self, task: &mut Task, reply: &Result<Reply, Fault>, report: &mut Report) {
        let Ok(Reply::Played(outcome)) = reply else { return };
        let memory = self.memory;
        let hides = self.contest.home().maker.profile().hides_firings;
        let fired: BTreeSet<&str> = outcome.fired.iter().map(|firing| &*firing.switch).collect();
        for Sought { rival, name, .. } in &memory.sought {
            if !hides && !fired.contains(name.as_str()) {
                continue;
            }
            let tries = memory.tries[*rival];
            if tries > EAGER && !self.dice.once_in((tries / EAGER) as usize) {
                continue;
            }
            report.tried.push(*rival);
            let other = self.table.play_rival(task, *rival);
            if difference::differ(reply, &other, self.table.lens) {
                let mut plain = task.clone();
                plain.without.clear();
                let found = difference::between(&plain, reply, &other, self.table.lens);
                report.leads.extend(found.into_iter().next().map(|it| lead(*rival, plain, it)));
            }
        }
    }
}

/// A step is a map with one key; nobody could write down anything else.
fn is_step(step: &Data) -> bool {
    step.as_object().is_some_and(|map| map.len() == 1)
}

fn lead(rival: usize, task: Task, difference: Difference) -> Lead {
    Lead { rival, task, difference, origin: String::new(), is_own: false, after: 0 }
}

/// The switches that took effect, each once.
fn fired(outcome: &Outcome) -> Vec<String> {
    let mut names: Vec<String> = outcome.fired.iter().map(|firing| firing.switch.to_string()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn unsupported(reply: &Result<Reply, Fault>) -> Option<String> {
    match reply {
        Ok(Reply::Unsupported(why)) => Some(why.clone()),
        _ => None,
    }
}

fn given_up(reply: &Result<Reply, Fault>) -> Option<Fault> {
    match reply {
        Err(fault @ (Fault::GivenUp { .. } | Fault::NotStarted { .. } | Fault::Changed { .. })) => Some(fault.clone()),
        _ => None,
    }
}

/// What questions were answered: each member of a list by itself.
fn answers(outcome: &Outcome) -> Vec<(usize, Data)> {
    let mut found = Vec::new();
    for event in outcome.log.iter().filter(|event| event.name == ANSWERED) {
        let step = event.data.get("step").and_then(Data::as_u64).and_then(|step| usize::try_from(step).ok());
        let Some((step, answer)) = step.zip(event.data.get("answer")) else { continue };
        match answer {
            Data::Array(items) => found.extend(items.iter().map(|item| (step, item.clone()))),
            Data::Object(map) => found.extend(map.keys().map(|key| (step, Data::from(key.as_str())))),
            other => found.push((step, other.clone())),
        }
    }
    found.truncate(MOST_ANSWERS);
    found
}
