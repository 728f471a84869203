//! The other side of a table. An engine that keeps one waiting plays in a thread of its own, so that both sides play at
//! the same time; for one that answers at once, handing over a task would take longer than playing it.

use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread::Scope;

use crate::oracle::trial;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Reply;
use crate::protocol::Task;

/// What came back for a task.
pub(super) type ReplyOrFault = Result<Reply, Fault>;

pub(super) enum Opponent {
    Here(Box<dyn Engine>),
    Beside(OpponentThread),
}

pub(super) struct OpponentThread {
    tasks: Sender<Task>,
    replies: Receiver<ReplyOrFault>,
    /// What it was asked and nobody has heard the reply to.
    begun: Option<Task>,
}

impl Opponent {
    /// `waits` says whether one of the two sides keeps the other waiting.
    pub(super) fn new<'scope, 'env>(
        maker: &'env dyn EngineMaker,
        waits: bool,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Opponent {
        if !waits {
            return Opponent::Here(maker.engine());
        }
        let (tasks, asked) = mpsc::channel::<Task>();
        let (answer, replies) = mpsc::channel();
        scope.spawn(move || {
            let mut engine = maker.engine();
            while let Ok(task) = asked.recv() {
                if answer.send(trial::play(engine.as_mut(), &task)).is_err() {
                    return;
                }
            }
        });
        Opponent::Beside(OpponentThread { tasks, replies, begun: None })
    }

    /// Lets it begin with a task that it will most likely be asked to play, where it can.
    pub(super) fn begin(&mut self, task: impl FnOnce() -> Task) {
        if let Opponent::Beside(beside) = self {
            beside.begin(task());
        }
    }

    pub(super) fn play(&mut self, task: &Task) -> ReplyOrFault {
        match self {
            Opponent::Here(engine) => trial::play(engine.as_mut(), task),
            Opponent::Beside(beside) => beside.play(task),
        }
    }
}

impl OpponentThread {
    fn begin(&mut self, task: Task) {
        // What nobody wants to know any more.
        if self.begun.take().is_some() {
            let _ = self.reply();
        }
        if self.tasks.send(task.clone()).is_ok() {
            self.begun = Some(task);
        }
    }

    fn play(&mut self, task: &Task) -> ReplyOrFault {
        if self.begun.as_ref() != Some(task) {
            self.begin(task.clone());
        }
        self.begun = None;
        self.reply()
    }

    fn reply(&self) -> ReplyOrFault {
        let gone = || Err(Fault::Died { how: "its thread ended".to_owned(), last_words: String::new() });
        self.replies.recv().unwrap_or_else(|_| gone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::Condvar;
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;
    use crate::oracle::hunt::contest::Contest;
    use crate::oracle::hunt::contest::Side;
    use crate::oracle::hunt::contest::Table;
    use crate::protocol::Data;
    use crate::protocol::Outcome;
    use crate::protocol::Profile;

    /// How many have begun with a task, and a bell for when that changes.
    type Begun = Arc<(Mutex<usize>, Condvar)>;

    /// Plays only once the other side has begun as well.
    struct Companion {
        profile: Profile,
        begun: Begun,
    }

    impl EngineMaker for Companion {
        fn profile(&self) -> &Profile {
            &self.profile
        }

        fn engine(&self) -> Box<dyn Engine> {
            Box::new(Waiting(Arc::clone(&self.begun)))
        }

        fn waits(&self) -> bool {
            true
        }
    }

    struct Waiting(Begun);

    impl Engine for Waiting {
        fn play(&mut self, task: &Task) -> ReplyOrFault {
            let (count, bell) = &*self.0;
            let mut begun = count.lock().expect("a count");
            *begun += 1;
            bell.notify_all();
            let round = begun.div_ceil(2) * 2;
            let patience = Duration::from_secs(300);
            let (_begun, waited) = bell.wait_timeout_while(begun, patience, |now| *now < round).expect("a count");
            assert!(!waited.timed_out(), "the other side has not begun");
            Ok(Reply::Played(Box::new(Outcome::new(Data::Null, task.given.clone()))))
        }
    }

    fn task(number: usize) -> Task {
        Task::new(Data::from(number), Vec::new())
    }

    #[test]
    fn both_sides_play_at_the_same_time() {
        let begun = Begun::default();
        let makers = ["one", "other"].map(|name| {
            let profile = Profile::new(name, "1", "game");
            Companion { profile, begun: Arc::clone(&begun) }
        });
        let [one, other] = makers.each_ref().map(|maker| Side {
            name: maker.profile.name.clone(),
            engine: maker.profile.name.clone(),
            maker,
            without: Vec::new(),
        });
        let contest = Contest::Engines { one, other };
        let lens = contest.lens([].iter());
        std::thread::scope(|scope| {
            let mut table = Table::new(&contest, &lens, scope);
            for number in 1..=3 {
                let given = |reply: &ReplyOrFault| match reply {
                    Ok(Reply::Played(outcome)) => outcome.after.clone(),
                    other => panic!("{other:?}"),
                };
                assert_eq!(table.replies(&task(number), 0).each_ref().map(given), [Data::from(number), number.into()]);
            }
            assert_eq!(table.plays, 6);
        });
    }

    #[test]
    fn what_was_begun_for_nothing_is_no_reply_to_another_task() {
        let profile = Profile::new("echo", "1", "game");
        let echo = crate::protocol::playing(profile, |task: &Task| {
            Reply::Played(Box::new(Outcome::new(Data::Null, task.given.clone())))
        });
        std::thread::scope(|scope| {
            for waits in [true, false] {
                let mut opponent = Opponent::new(&echo, waits, scope);
                for (begun, asked) in [(vec![], 1), (vec![2, 3], 4), (vec![4], 4), (vec![], 4)] {
                    begun.into_iter().for_each(|number| opponent.begin(|| task(number)));
                    let Ok(Reply::Played(outcome)) = opponent.play(&task(asked)) else { panic!("no play") };
                    assert_eq!(outcome.after, Data::from(asked), "waits: {waits}");
                }
            }
        });
    }
}
