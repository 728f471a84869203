//! Whoever plays, and whoever makes players.

use std::sync::Arc;

use crate::Fault;
use crate::Profile;
use crate::Reply;
use crate::Task;

/// Whatever plays. An engine may keep a process or a cache, but a task must never see an earlier one.
pub trait Engine {
    /// Plays one task. `Err` means that nobody answered; everything an engine has to say is a [`Reply`].
    fn play(&mut self, task: &Task) -> Result<Reply, Fault>;
}

/// Something that makes engines: one for every job that plays.
///
/// An engine needs no maker of its own: [`playing`] makes one out of a function, and [`Maker`] out of a type.
pub trait EngineMaker: Sync {
    /// What its engines tell about themselves.
    fn profile(&self) -> &Profile;

    /// A new engine.
    fn engine(&self) -> Box<dyn Engine>;

    /// A new engine that shares nothing with the others, such as a process that has just been started.
    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.engine()
    }

    /// Why it cannot play at all, where that is known before anything is played.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// Whether its engines keep one waiting, as another process does, so that two are better asked at the same time.
    fn waits(&self) -> bool {
        false
    }
}

/// One maker that is asked for engines in several places.
impl<M: EngineMaker + Send + ?Sized> EngineMaker for Arc<M> {
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

/// A maker out of a profile and a way to make one engine, such as `Nim::default` or `|| Nim`.
#[derive(Debug, Clone)]
pub struct Maker<F> {
    profile: Profile,
    make: F,
}

impl<F> Maker<F> {
    /// Engines that tell this about themselves and are made like this.
    pub fn new<E>(profile: Profile, make: F) -> Maker<F>
    where
        F: Fn() -> E + Sync,
        E: Engine + 'static,
    {
        Maker { profile, make }
    }
}

impl<F, E> EngineMaker for Maker<F>
where
    F: Fn() -> E + Sync,
    E: Engine + 'static,
{
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new((self.make)())
    }
}

/// A maker out of a profile and a function that plays one task. Nothing can be left over from an earlier task, as the
/// function keeps nothing. It may give a [`Reply`], or a `Result` of an [`Outcome`](crate::Outcome) and a
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
