//! Engines, and makers of engines.

use std::sync::Arc;

use crate::Fault;
use crate::Outcome;
use crate::Profile;
use crate::Reply;
use crate::Task;

/// An engine. It may keep a process or a cache, but a task must never depend on an earlier one.
pub trait Engine {
    /// Plays one task. `Err` means that there is no answer; every answer of an engine is a [`Reply`].
    fn play(&mut self, task: &Task) -> Result<Reply, Fault>;

    /// Takes back an outcome that is no longer needed. An engine can reuse its memory; answers must not depend on it.
    fn recycle(&mut self, outcome: Box<Outcome>) {
        drop(outcome);
    }

    /// Returns whether it writes every number of an outcome as [`Decimal`](crate::decimal::Decimal) prints it. Otherwise
    /// numbers are rewritten after each task.
    fn writes_plain_numbers(&self) -> bool {
        false
    }
}

/// Makes engines: one for every job.
///
/// You need no own implementation: [`playing`] makes one from a function, and [`Maker`] from a type.
pub trait EngineMaker: Send + Sync {
    /// Returns the description of its engines.
    fn profile(&self) -> &Profile;

    /// Returns a new engine.
    fn engine(&self) -> Box<dyn Engine>;

    /// Returns a new engine that shares nothing with the others, such as a new process.
    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.engine()
    }

    /// Returns why it cannot play at all, if that is known before the first task.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// Returns whether its engines are slow, such as other processes, so that two should run at the same time.
    fn waits(&self) -> bool {
        false
    }
}

/// Shares one maker between several owners.
impl<M: EngineMaker + ?Sized> EngineMaker for Arc<M> {
    fn profile(&self) -> &Profile {
        self.as_ref().profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        self.as_ref().engine()
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.as_ref().fresh_engine()
    }

    fn fault(&self) -> Option<Fault> {
        self.as_ref().fault()
    }

    fn waits(&self) -> bool {
        self.as_ref().waits()
    }
}

/// Makes engines from a profile and a constructor, such as `Nim::default` or `|| Nim`.
#[derive(Debug, Clone)]
pub struct Maker<F> {
    profile: Profile,
    make: F,
}

impl<F> Maker<F> {
    /// Creates a maker from a profile and a constructor.
    pub fn new<E>(profile: Profile, make: F) -> Maker<F>
    where
        F: Fn() -> E + Send + Sync,
        E: Engine + 'static,
    {
        Maker { profile, make }
    }
}

impl<F, E> EngineMaker for Maker<F>
where
    F: Fn() -> E + Send + Sync,
    E: Engine + 'static,
{
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new((self.make)())
    }
}

/// Returns a maker from a profile and a function that plays one task. The function has no state, so no task can depend
/// on an earlier one. It returns a [`Reply`], or a `Result` of an [`Outcome`](crate::Outcome) and a
/// [`Complaint`](crate::Complaint).
pub fn playing<R: Into<Reply> + 'static>(
    profile: Profile,
    play: impl Fn(&Task) -> R + Send + Sync + 'static,
) -> impl EngineMaker {
    let play = Arc::new(play);
    Maker::new(profile, move || Function(Arc::clone(&play)))
}

struct Function<F>(Arc<F>);

impl<R: Into<Reply>, F: Fn(&Task) -> R> Engine for Function<F> {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok((self.0)(task).into())
    }
}
