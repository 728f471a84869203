//! A contest: one engine and those it is compared with, playing the same tasks.

use std::thread::Scope;
use std::time::Duration;
use std::time::Instant;

use crate::oracle::hunt::difference;
use crate::oracle::hunt::difference::Difference;
use crate::oracle::hunt::lens::Lens;
use crate::oracle::hunt::opponent::Opponent;
use crate::oracle::hunt::sought::Sought;
use crate::oracle::trial;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Reply;
use crate::protocol::Task;

/// One side: an engine, and the switches that are off on it.
pub struct Side<'a> {
    /// As the user called it.
    pub name: String,
    /// The same without the switches that are off: two sides with equal words are one engine.
    pub engine: String,
    pub maker: &'a dyn EngineMaker,
    pub without: Vec<String>,
}

/// Who is compared with whom.
pub enum Contest<'a> {
    /// Two engines.
    Engines { one: Side<'a>, other: Side<'a> },
    /// One engine with itself, with one of these switches off at a time.
    Switches { side: Side<'a>, switches: Vec<String> },
}

impl<'a> Contest<'a> {
    pub(crate) fn home(&self) -> &Side<'a> {
        match self {
            Contest::Engines { one, .. } => one,
            Contest::Switches { side, .. } => side,
        }
    }

    fn away(&self) -> &Side<'a> {
        match self {
            Contest::Engines { other, .. } => other,
            Contest::Switches { side, .. } => side,
        }
    }

    /// How many rivals the first side is compared with.
    pub fn rivals(&self) -> usize {
        match self {
            Contest::Engines { .. } => 1,
            Contest::Switches { switches, .. } => switches.len(),
        }
    }

    /// A rival in a word.
    pub fn rival_name(&self, rival: usize) -> String {
        match self {
            Contest::Engines { other, .. } => other.name.clone(),
            Contest::Switches { switches, .. } => format!("without {}", switches.get(rival).map_or("", String::as_str)),
        }
    }

    /// Which switch a hunt is for, by its number.
    pub(crate) fn switch(&self, name: &str) -> Option<usize> {
        match self {
            Contest::Engines { .. } => None,
            Contest::Switches { switches, .. } => switches.binary_search_by(|own| own.as_str().cmp(name)).ok(),
        }
    }

    /// What is sought, where switches are.
    pub(crate) fn sought(&self) -> Vec<Sought> {
        match self {
            Contest::Engines { .. } => Vec::new(),
            Contest::Switches { side, switches } => {
                let all = &side.maker.profile().switches;
                (0..).zip(switches).map(|(rival, name)| Sought::new(rival, name, all)).collect()
            }
        }
    }

    pub(crate) fn is_by_switch(&self) -> bool {
        matches!(self, Contest::Switches { .. })
    }

    /// What of the replies to these tasks, and to others like them, can be compared.
    pub(crate) fn lens<'t>(&self, tasks: impl Iterator<Item = &'t Task>) -> Lens {
        let (home, away) = (self.home(), self.away());
        let lens = Lens::new(home.maker.profile(), away.maker.profile(), tasks);
        lens.of_one_engine(home.engine == away.engine)
    }

    fn switches_off(&self, rival: usize) -> Vec<String> {
        match self {
            Contest::Engines { other, .. } => other.without.clone(),
            Contest::Switches { side, switches } => side.without.iter().chain(switches.get(rival)).cloned().collect(),
        }
    }
}

/// The engines of one thread. They are started once and kept.
pub(crate) struct Table<'a> {
    contest: &'a Contest<'a>,
    pub lens: &'a Lens,
    home: Box<dyn Engine>,
    away: Opponent,
    /// How many tasks were played on either side.
    pub plays: usize,
    /// Whether an engine was cut off: the run was interrupted, or it is not the engine any more that it was. What either
    /// side said since then says nothing about the rules.
    pub is_cut_off: bool,
    /// How long the first side took for all of them, and for the last.
    spent: Duration,
    last: Duration,
}

/// A play that takes less is never slow.
const QUICK: Duration = Duration::from_millis(100);
/// A play that takes so many times as long as the others is slow.
const SLOW: u32 = 10;

impl<'a> Table<'a> {
    pub(crate) fn new<'scope>(contest: &'a Contest<'a>, lens: &'a Lens, scope: &'scope Scope<'scope, 'a>) -> Table<'a> {
        let makers = [contest.home().maker, contest.away().maker];
        let away = Opponent::new(makers[1], makers.iter().any(|maker| maker.waits()), scope);
        let home = makers[0].engine();
        let (plays, is_cut_off) = (0, false);
        Table { contest, lens, home, away, plays, is_cut_off, spent: Duration::ZERO, last: Duration::ZERO }
    }

    /// The first side plays a task.
    pub(crate) fn play_home(&mut self, task: &mut Task) -> Result<Reply, Fault> {
        self.plays += 1;
        task.without.clone_from(&self.contest.home().without);
        let begun = Instant::now();
        let reply = trial::play(self.home.as_mut(), task);
        self.last = begun.elapsed();
        self.spent += self.last;
        self.noted(reply)
    }

    fn noted(&mut self, reply: Result<Reply, Fault>) -> Result<Reply, Fault> {
        self.is_cut_off |= matches!(reply, Err(Fault::Interrupted | Fault::Changed { .. }));
        reply
    }

    /// Whether the last play of the first side took much longer than others do: nothing is gained by more of its kind.
    pub(crate) fn was_slow(&self) -> bool {
        let plays = u32::try_from(self.plays).unwrap_or(u32::MAX).max(1);
        self.last > QUICK.max(self.spent / plays * SLOW)
    }

    /// A rival plays a task.
    pub(crate) fn play_rival(&mut self, task: &mut Task, rival: usize) -> Result<Reply, Fault> {
        self.plays += 1;
        task.without = self.contest.switches_off(rival);
        let reply = self.away.play(task);
        self.noted(reply)
    }

    /// A rival may begin with a task while the first side plays it. Where the first side cannot make sense of it and
    /// another is played in its place, that was for nothing and does not count.
    pub(crate) fn begin_rival(&mut self, task: &Task, rival: usize) {
        self.away.begin(|| {
            let mut task = task.clone();
            task.without = self.contest.switches_off(rival);
            task
        });
    }

    /// What both say to a task.
    pub(crate) fn replies(&mut self, task: &Task, rival: usize) -> [Result<Reply, Fault>; 2] {
        let mut task = task.clone();
        self.begin_rival(&task, rival);
        let one = self.play_home(&mut task);
        [one, self.play_rival(&mut task, rival)]
    }

    /// In what the two sides differ on a task.
    pub(crate) fn differences(&mut self, task: &Task, rival: usize) -> Vec<Difference> {
        let [one, other] = self.replies(task, rival);
        difference::between(task, &one, &other, self.lens)
    }

    /// The first step after which anything differs, counted from 1, and what does; 0 where it does so before any step.
    /// None where no part of the script shows it by itself. What the set-ups differ in is passed over on demand.
    pub(crate) fn first_step(&mut self, task: &Task, rival: usize, with_set_up: bool) -> Option<(usize, Difference)> {
        (0..=task.when.len()).find_map(|length| {
            let part = Task::new(task.given.clone(), task.when[..length].to_vec());
            let found = self.differences(&part, rival);
            Some((length, found.into_iter().find(|it| with_set_up || !it.is_set_up)?))
        })
    }
}
