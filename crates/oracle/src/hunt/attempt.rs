//! One attempt: creates a task from the corpus, runs it on both sides, and compares the replies.

use std::collections::BTreeSet;

use crate::compare::difference;
use crate::compare::difference::Difference;
use crate::hunt::attempt_result::Lead;
use crate::hunt::attempt_result::Report;
use crate::hunt::cause;
use crate::hunt::corpus::Member;
use crate::hunt::memory::Memory;
use crate::hunt::mutation;
use crate::hunt::mutation::Stock;
use crate::hunt::mutation::delta;
use crate::hunt::mutation::delta::Delta;
use crate::hunt::mutation::repair;
use crate::hunt::mutation::steps;
use crate::hunt::novelty;
use crate::hunt::rng::Rng;
use crate::hunt::sides::Sides;
use crate::hunt::sides::Table;
use crate::hunt::target::Target;
use crate::judge::memory_budget::MemoryBudget;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Data;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Maximum number of repairs of a task that the engine rejects.
const REPAIRS: usize = 4;
/// A switch that was tried this often without effect is tried less often.
const EAGER: u32 = 200;
/// Maximum number of answers kept from one run.
const MOST_ANSWERS: usize = 60;

/// Maximum number of decisions of one walk.
const LONGEST_WALK: usize = 6;

/// One task in this many is followed although the task that it was made from shows the same difference.
const INHERITED: usize = 16;

/// Number of replies that share the memory budget for learning.
const LEARNT: usize = 128;

/// Context of an attempt.
pub(crate) struct Attempt<'a, 't> {
    pub contest: &'a Sides<'a>,
    pub memory: &'t Memory,
    pub table: &'t mut Table<'a>,
    pub rng: Rng,
    /// Slow tasks are skipped. Then timing influences the findings, so this is set only in timed hunts.
    pub in_a_hurry: bool,
}

impl Attempt<'_, '_> {
    /// Runs a task of the suite unchanged.
    pub(crate) fn of_suite(mut self, task: Task, origin: &str) -> Report {
        let start = self.table.plays;
        let mut report = self.examine(task, origin, None);
        report.plays = self.table.plays - start;
        report
    }

    /// Creates a new task by mutation and runs it.
    pub(crate) fn mutated(mut self) -> Report {
        let start = self.table.plays;
        let memory = self.memory;
        let Some(member) = memory.pool.choose(&memory.target, &mut self.rng) else { return Report::default() };
        let stock = Stock { vocabulary: &memory.vocabulary, pool: &memory.pool, target: &memory.target };
        let mut task = member.task.clone();
        let mut used = Vec::new();
        let complaint = member.complaint.as_ref().filter(|_| !self.rng.once_in(4));
        if complaint.is_none_or(|complaint| !repair::repair(&mut task, complaint, &stock, &mut self.rng)) {
            used = mutation::mutate(&mut task, member, &stock, &memory.luck, &mut self.rng);
        }
        if mutation::walks(&used) {
            self.walk(&mut task, &stock);
        }
        let mut report = self.examine(task, &member.origin, Some(member));
        report.used = used;
        report.plays = self.table.plays - start;
        report
    }

    /// Appends decisions that the engine offers: it answers a question, and one of its answers becomes the next step.
    fn walk(&mut self, task: &mut Task, stock: &Stock<'_>) {
        let Some(question) = stock.vocabulary.question(&mut self.rng).cloned() else { return };
        for _ in 0..=self.rng.below(LONGEST_WALK) {
            let mut asked = task.clone();
            asked.when.push(question.clone());
            let Ok(Reply::Played(outcome)) = self.table.play_home(&mut asked) else { return };
            let offered: Vec<Data> =
                answers(&outcome).into_iter().filter(|it| it.0 == asked.when.len()).map(|it| it.1).collect();
            let Some(answer) = self.rng.one(&offered).cloned() else { return };
            let Some(step) = steps::deciding(&answer, stock, &mut self.rng) else { return };
            task.when.push(step);
            if task.when.len() >= mutation::MOST_STEPS {
                return;
            }
        }
        // Often both sides show in the answer itself what differs.
        if self.rng.once_in(2) {
            task.when.push(question);
        }
    }

    /// Runs a task on both sides. `parent` is the member that it was made from; `None` for a task of the suite.
    fn examine(&mut self, mut task: Task, origin: &str, parent: Option<&Member>) -> Report {
        let is_own = parent.is_none();
        task.when.retain(is_step);
        if !self.contest.is_by_switch() {
            self.table.begin_rival(&task, 0);
        }
        let mut report = Report::default();
        let reply = self.play_home(&mut task, parent, &mut report);
        report.is_playable = matches!(reply, Ok(Reply::Played(_)));
        if self.in_a_hurry && self.table.was_slow() {
            return report;
        }
        let memory = self.memory;
        // Targets are sorted by name.
        let is_sought = |switch: &str| memory.target.binary_search_by(|it| it.name.as_str().cmp(switch)).is_ok();
        let mut signs = novelty::signs(&task, &reply, &is_sought);
        match self.contest {
            Sides::Engines { .. } => {
                let other = self.table.play_rival(&mut task, 0);
                // If one engine gives the same reply twice, there is nothing more to find.
                if !self.table.comparable.one_engine || difference::differ(&reply, &other, self.table.comparable) {
                    let theirs = novelty::signs(&task, &other, &is_sought);
                    signs.extend(theirs.iter().map(|sign| sign.rotate_left(32)));
                }
                self.compare(&task, &reply, &other, parent, &mut report);
                report.unsupported = [&reply, &other].map(unsupported);
                report.fault = given_up(&reply).or_else(|| given_up(&other));
            }
            Sides::Switches { .. } => {
                self.switch_off(&mut task, &reply, &mut report);
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

    /// Runs the task on the first side. Repairs a rejected task as far as the complaint allows; if the other engine
    /// accepts it, that is a difference.
    fn play_home(&mut self, task: &mut Task, parent: Option<&Member>, report: &mut Report) -> Result<Reply, Fault> {
        let memory = self.memory;
        let stock = Stock { vocabulary: &memory.vocabulary, pool: &memory.pool, target: &memory.target };
        let mut reply = self.table.play_home(task);
        let is_rejected = matches!(reply, Ok(Reply::Invalid(_))) && parent.is_some();
        if is_rejected && !self.contest.is_by_switch() && !self.table.comparable.one_engine {
            let other = self.table.play_rival(task, 0);
            self.compare(task, &reply, &other, parent, report);
        }
        for _ in 0..REPAIRS {
            let Ok(Reply::Invalid(complaint)) = &reply else { break };
            if parent.is_none() || !repair::repair(task, complaint, &stock, &mut self.rng) {
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
            Ok(Reply::Invalid(complaint)) => Some(complaint.clone()),
            _ => None,
        };
        let differs = report.groups.clone();
        report.member = Some(Member { task, origin: origin.to_owned(), answers, complaint, differs });
        // Very long replies are not kept, because a round has many.
        let is_short = !matches!(&reply, Ok(reply) if !MemoryBudget::of_each(LEARNT).holds_reply(reply));
        report.reply = (is_short && !signs.is_empty()).then_some(reply);
        report.signs = signs;
    }

    /// Compares two engines and returns the first unknown difference.
    fn compare(
        &mut self,
        task: &Task,
        one: &Result<Reply, Fault>,
        other: &Result<Reply, Fault>,
        parent: Option<&Member>,
        report: &mut Report,
    ) {
        let comparable = self.table.comparable;
        if !difference::differ(one, other, comparable) {
            return;
        }
        let mut task = task.clone();
        task.without.clear();
        let mut found = difference::between(&task, one, other, comparable);
        report.groups.extend(found.iter().map(|it| it.group.clone()));
        for _ in 0..2 {
            if found.is_empty() {
                return;
            }
            if let Some(new) = found.iter().find(|it| !self.memory.known.contains(&it.group)) {
                report.leads.push(Lead::new(0, task, new.clone()));
                return;
            }
            self.repeat(&task, &found[0], parent, report);
            // A known difference hides later ones: the step that causes it is dropped.
            if !self.rng.once_in(3) {
                return;
            }
            let first = self.table.first_step(&task, 0, false);
            let Some(step) = first.and_then(|(step, _)| step.checked_sub(1)) else { return };
            task.when.remove(step);
            found = self.table.differences(&task, 0);
        }
    }

    /// Keeps a difference of a known group, unless its change, or a task of its shape, was followed before.
    fn repeat(&mut self, task: &Task, difference: &Difference, parent: Option<&Member>, report: &mut Report) {
        let (memory, group) = (self.memory, &difference.group);
        if !report.leads.is_empty() {
            return;
        }
        let mut lead = Lead { is_repeated: true, ..Lead::new(0, task.clone(), difference.clone()) };
        match parent {
            // The task inherits the difference, so only shrinking can show another cause.
            Some(parent) if parent.differs.contains(group) => {
                if !self.rng.once_in(INHERITED) {
                    return;
                }
                lead.shape = cause::shape(task, &memory.vocabulary);
                lead.place = format!("inherited {group}");
            }
            Some(parent) => {
                let words = &memory.vocabulary;
                if memory.followed.contains(&Delta::between(&parent.task, task, words).sign(group)) {
                    return;
                }
                let mut keeps = |task: &Task| self.table.differences(task, 0).iter().any(|it| it.group == *group);
                lead.task = delta::reduced(&parent.task, lead.task, words, &mut keeps);
                let delta = Delta::between(&parent.task, &lead.task, words);
                lead.shape = delta.sign(group);
                lead.place = format!("{group}; {}", delta.place());
            }
            None => lead.shape = cause::shape(task, &memory.vocabulary),
        }
        if !memory.followed.contains(&lead.shape) {
            report.leads.push(lead);
        }
    }

    /// Turns off each target switch that fired, on one engine.
    fn switch_off(&mut self, task: &mut Task, reply: &Result<Reply, Fault>, report: &mut Report) {
        let Ok(Reply::Played(outcome)) = reply else { return };
        let memory = self.memory;
        let hides = self.contest.home().maker.profile().hides_firings;
        let fired: BTreeSet<&str> = outcome.fired.iter().map(|firing| &*firing.switch).collect();
        for Target { rival, name, .. } in &memory.target {
            if !hides && !fired.contains(name.as_str()) {
                continue;
            }
            let tries = memory.tries[*rival];
            if tries > EAGER && !self.rng.once_in((tries / EAGER) as usize) {
                continue;
            }
            report.tried.push(*rival);
            let other = self.table.play_rival(task, *rival);
            if difference::differ(reply, &other, self.table.comparable) {
                let mut plain = task.clone();
                plain.without.clear();
                let found = difference::between(&plain, reply, &other, self.table.comparable);
                report.leads.extend(found.into_iter().next().map(|it| Lead::new(*rival, plain, it)));
            }
        }
    }
}

/// Returns whether a step is a map with one key. Other steps cannot be written as a scenario.
fn is_step(step: &Data) -> bool {
    step.as_object().is_some_and(|map| map.len() == 1)
}

/// Returns the switches that fired, each once.
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

/// Returns the answers to questions. Items of a list count individually.
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
