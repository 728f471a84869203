//! The sides of a hunt: one engine and its rivals, which run the same tasks.

use std::thread::Scope;
use std::time::Duration;
use std::time::Instant;

use crate::compare::comparable::Comparable;
use crate::compare::difference;
use crate::compare::difference::Difference;
use crate::hunt::finding::DifferentReading;
use crate::hunt::second_engine::SecondEngine;
use crate::hunt::target::Target;
use crate::judge::play_and_judge;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// One side: an engine, and the switches that are off on it.
pub struct Side<'a> {
    /// The name that the user typed.
    pub name: String,
    /// The name without the switches that are off: two sides with equal names are one engine.
    pub engine: String,
    pub maker: &'a dyn EngineMaker,
    pub without: Vec<String>,
}

/// The compared engines.
pub enum Sides<'a> {
    /// Two engines.
    Engines { one: Side<'a>, other: Side<'a> },
    /// One engine compared with itself, with one of these switches off at a time.
    Switches { side: Side<'a>, switches: Vec<String> },
}

impl<'a> Sides<'a> {
    pub fn home(&self) -> &Side<'a> {
        match self {
            Sides::Engines { one, .. } => one,
            Sides::Switches { side, .. } => side,
        }
    }

    pub(crate) fn away(&self) -> &Side<'a> {
        match self {
            Sides::Engines { other, .. } => other,
            Sides::Switches { side, .. } => side,
        }
    }

    /// Returns the number of rivals.
    pub fn rivals(&self) -> usize {
        match self {
            Sides::Engines { .. } => 1,
            Sides::Switches { switches, .. } => switches.len(),
        }
    }

    /// Returns the name of a rival.
    pub fn rival_name(&self, rival: usize) -> String {
        match self {
            Sides::Engines { other, .. } => other.name.clone(),
            Sides::Switches { switches, .. } => format!("without {}", switches.get(rival).map_or("", String::as_str)),
        }
    }

    /// Returns the index of the target switch.
    pub(crate) fn switch(&self, name: &str) -> Option<usize> {
        match self {
            Sides::Engines { .. } => None,
            Sides::Switches { switches, .. } => switches.binary_search_by(|own| own.as_str().cmp(name)).ok(),
        }
    }

    /// Returns the targets, if switches are compared.
    pub(crate) fn target(&self) -> Vec<Target> {
        match self {
            Sides::Engines { .. } => Vec::new(),
            Sides::Switches { side, switches } => {
                let all = &side.maker.profile().switches;
                (0..).zip(switches).map(|(rival, name)| Target::new(rival, name, all)).collect()
            }
        }
    }

    pub fn is_by_switch(&self) -> bool {
        matches!(self, Sides::Switches { .. })
    }

    /// Returns the rules for comparing replies to these and similar tasks.
    pub(crate) fn comparable<'t>(&self, tasks: impl Iterator<Item = &'t Task>) -> Comparable {
        let (home, away) = (self.home(), self.away());
        let comparable = Comparable::new(home.maker.profile(), away.maker.profile(), tasks);
        comparable.of_one_engine(home.engine == away.engine)
    }

    /// Returns the readings that both sides have, with different defaults.
    pub(crate) fn different_readings(&self) -> Vec<DifferentReading> {
        let [home, away] = [self.home(), self.away()].map(|side| &side.maker.profile().readings);
        let same_name = |note: &ReadingNote| away.iter().find(|other| other.name == note.name).cloned();
        let pairs = home.iter().filter_map(|note| Some((note, same_name(note)?)));
        let different = pairs.filter(|(one, other)| one.default != other.default && one.values == other.values);
        let named = |(one, other): (&ReadingNote, ReadingNote)| DifferentReading {
            name: one.name.clone(),
            values: [one.default.clone(), other.default],
        };
        different.map(named).collect()
    }

    fn switches_off(&self, rival: usize) -> Vec<String> {
        match self {
            Sides::Engines { other, .. } => other.without.clone(),
            Sides::Switches { side, switches } => side.without.iter().chain(switches.get(rival)).cloned().collect(),
        }
    }
}

/// The engines of one thread. They are started once.
pub(crate) struct Table<'a> {
    contest: &'a Sides<'a>,
    pub comparable: &'a Comparable,
    home: Box<dyn Engine>,
    away: SecondEngine,
    /// Number of tasks that ran on either side.
    pub plays: usize,
    /// An engine was cut off: the run was interrupted, or the engine's identity changed. Later replies are meaningless.
    pub is_cut_off: bool,
    /// Total run time of the first side, and the time of the last task.
    spent: Duration,
    last: Duration,
}

/// Runs below this time are never slow.
const QUICK: Duration = Duration::from_millis(100);
/// A run is slow if it takes this many times the average.
const SLOW: u32 = 10;

impl<'a> Table<'a> {
    pub(crate) fn new<'scope>(
        contest: &'a Sides<'a>,
        comparable: &'a Comparable,
        scope: &'scope Scope<'scope, 'a>,
    ) -> Table<'a> {
        let makers = [contest.home().maker, contest.away().maker];
        let away = SecondEngine::new(makers[1], makers.iter().any(|maker| maker.waits()), scope);
        let home = makers[0].engine();
        let (plays, is_cut_off) = (0, false);
        Table { contest, comparable, home, away, plays, is_cut_off, spent: Duration::ZERO, last: Duration::ZERO }
    }

    /// Runs a task on the first side.
    pub(crate) fn play_home(&mut self, task: &mut Task) -> Result<Reply, Fault> {
        self.plays += 1;
        task.without.clone_from(&self.contest.home().without);
        let begun = Instant::now();
        let reply = play_and_judge::play(self.home.as_mut(), task);
        self.last = begun.elapsed();
        self.spent += self.last;
        self.noted(reply)
    }

    fn noted(&mut self, reply: Result<Reply, Fault>) -> Result<Reply, Fault> {
        self.is_cut_off |= matches!(reply, Err(Fault::Interrupted | Fault::Changed { .. }));
        reply
    }

    /// Returns whether the last run of the first side was slow.
    pub(crate) fn was_slow(&self) -> bool {
        let plays = u32::try_from(self.plays).unwrap_or(u32::MAX).max(1);
        self.last > QUICK.max(self.spent / plays * SLOW)
    }

    /// Runs a task on a rival.
    pub(crate) fn play_rival(&mut self, task: &mut Task, rival: usize) -> Result<Reply, Fault> {
        self.plays += 1;
        task.without = self.contest.switches_off(rival);
        let reply = self.away.play(task);
        self.noted(reply)
    }

    /// Starts a task on a rival while the first side runs it. If the first side rejects the task and another one
    /// replaces it, this run does not count.
    pub(crate) fn begin_rival(&mut self, task: &Task, rival: usize) {
        self.away.begin(|| {
            let mut task = task.clone();
            task.without = self.contest.switches_off(rival);
            task
        });
    }

    /// Returns the replies of both sides to a task.
    pub(crate) fn replies(&mut self, task: &Task, rival: usize) -> [Result<Reply, Fault>; 2] {
        let mut task = task.clone();
        self.begin_rival(&task, rival);
        let one = self.play_home(&mut task);
        [one, self.play_rival(&mut task, rival)]
    }

    /// Returns the differences of both sides on a task.
    pub(crate) fn differences(&mut self, task: &Task, rival: usize) -> Vec<Difference> {
        let [one, other] = self.replies(task, rival);
        difference::between(task, &one, &other, self.comparable)
    }

    /// Returns the first step after which the sides differ, counted from 1 (0 for the set-up), and the difference.
    /// `None` if no prefix of the script shows it. Differences of the set-up are skipped unless `with_set_up`.
    pub(crate) fn first_step(&mut self, task: &Task, rival: usize, with_set_up: bool) -> Option<(usize, Difference)> {
        (0..=task.when.len()).find_map(|length| {
            let part = Task::new(task.given.clone(), task.when[..length].to_vec());
            let found = self.differences(&part, rival);
            Some((length, found.into_iter().find(|it| with_set_up || !it.is_set_up)?))
        })
    }
}
