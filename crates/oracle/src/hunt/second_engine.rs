//! The second engine of a table. A slow engine runs in its own thread, so that both sides run at the same time; for a
//! fast one, passing a task to a thread would take longer than running it.

use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread::Scope;

use crate::judge::play_and_judge;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Task;

use crate::compare::difference::ReplyOrFault;

pub(super) enum SecondEngine {
    Here(Box<dyn Engine>),
    Threaded(OpponentThread),
}

pub(super) struct OpponentThread {
    tasks: Sender<Task>,
    replies: Receiver<ReplyOrFault>,
    /// A task that was started and whose reply was not read.
    begun: Option<Task>,
}

impl SecondEngine {
    /// `waits` says whether one of the sides is slow.
    pub(super) fn new<'scope, 'env>(
        maker: &'env dyn EngineMaker,
        waits: bool,
        scope: &'scope Scope<'scope, 'env>,
    ) -> SecondEngine {
        if !waits {
            return SecondEngine::Here(maker.engine());
        }
        let (tasks, asked) = mpsc::channel::<Task>();
        let (answer, replies) = mpsc::channel();
        scope.spawn(move || {
            let mut engine = maker.engine();
            while let Ok(task) = asked.recv() {
                if answer.send(play_and_judge::play(engine.as_mut(), &task)).is_err() {
                    return;
                }
            }
        });
        SecondEngine::Threaded(OpponentThread { tasks, replies, begun: None })
    }

    /// Starts a task that will probably be needed, if the engine has its own thread.
    pub(super) fn begin(&mut self, task: impl FnOnce() -> Task) {
        if let SecondEngine::Threaded(engine) = self {
            engine.begin(task());
        }
    }

    pub(super) fn play(&mut self, task: &Task) -> ReplyOrFault {
        match self {
            SecondEngine::Here(engine) => play_and_judge::play(engine.as_mut(), task),
            SecondEngine::Threaded(engine) => engine.play(task),
        }
    }
}

impl OpponentThread {
    fn begin(&mut self, task: Task) {
        // The reply is no longer needed.
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
    use truthsayer_protocol::Reply;

    use std::sync::Arc;
    use std::sync::Condvar;
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;
    use crate::hunt::sides::Side;
    use crate::hunt::sides::Sides;
    use crate::hunt::sides::Table;
    use truthsayer_protocol::Data;
    use truthsayer_protocol::Outcome;
    use truthsayer_protocol::Profile;

    /// Number of engines that have started a task, and a condition variable for changes.
    type Begun = Arc<(Mutex<usize>, Condvar)>;

    /// Runs only after the other side has started as well.
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
        let contest = Sides::Engines { one, other };
        let comparable = contest.comparable([].iter());
        std::thread::scope(|scope| {
            let mut table = Table::new(&contest, &comparable, scope);
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
    fn the_reply_to_an_abandoned_task_is_discarded() {
        let profile = Profile::new("echo", "1", "game");
        let echo = truthsayer_protocol::playing(profile, |task: &Task| {
            Reply::Played(Box::new(Outcome::new(Data::Null, task.given.clone())))
        });
        std::thread::scope(|scope| {
            for waits in [true, false] {
                let mut second_engine = SecondEngine::new(&echo, waits, scope);
                for (begun, asked) in [(vec![], 1), (vec![2, 3], 4), (vec![4], 4), (vec![], 4)] {
                    begun.into_iter().for_each(|number| second_engine.begin(|| task(number)));
                    let Ok(Reply::Played(outcome)) = second_engine.play(&task(asked)) else { panic!("no play") };
                    assert_eq!(outcome.after, Data::from(asked), "waits: {waits}");
                }
            }
        });
    }
}
