//! Engines with an archive: one that saves its replies, and one that only looks them up.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;

use super::Archive;
use crate::engines::process::sanitize;
use crate::suite::shard::Shard;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::wire;
use truthsayer_protocol::wire::Greeting;

/// An engine whose replies are saved. Replies in an archive of earlier runs are reused.
pub struct SavingEngineMaker {
    pub maker: Box<dyn EngineMaker>,
    /// The name under which replies are saved.
    pub name: String,
    pub known: Option<Arc<Archive>>,
    pub archive: Arc<Archive>,
    /// The shard, if this is `prove`: it saves only its part of the runs with every switch on.
    pub proving: Option<Shard>,
}

impl EngineMaker for SavingEngineMaker {
    fn profile(&self) -> &Profile {
        self.maker.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        let (engine, name, known) = (self.maker.engine(), self.name.clone(), self.known.clone());
        Box::new(SavingEngine { engine, name, known, archive: Arc::clone(&self.archive), proving: self.proving })
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.maker.fresh_engine()
    }

    fn fault(&self) -> Option<Fault> {
        self.maker.fault()
    }

    fn waits(&self) -> bool {
        self.maker.waits()
    }
}

struct SavingEngine {
    engine: Box<dyn Engine>,
    name: String,
    known: Option<Arc<Archive>>,
    archive: Arc<Archive>,
    proving: Option<Shard>,
}

impl Engine for SavingEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let known = self.known.as_ref().and_then(|known| known.answer(&self.name, task));
        let answer = known.unwrap_or_else(|| self.engine.play(task));
        match self.proving {
            Some(shard) => self.archive.keep_own(shard, &self.name, task, &answer),
            None => self.archive.keep(&self.name, task, &answer),
        }
        answer
    }

    fn recycle(&mut self, outcome: Box<Outcome>) {
        self.engine.recycle(outcome);
    }
}

/// An engine that answers only from an archive.
pub struct SavedEngineMaker {
    pub profile: Profile,
    /// The name under which replies were saved.
    pub name: String,
    pub archive: Arc<Archive>,
}

impl EngineMaker for SavedEngineMaker {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(SavedRepliesEngine { name: self.name.clone(), archive: Arc::clone(&self.archive) })
    }
}

struct SavedRepliesEngine {
    name: String,
    archive: Arc<Archive>,
}

impl Engine for SavedRepliesEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        self.archive.answer(&self.name, task).unwrap_or_else(|| {
            let without =
                if task.without.is_empty() { String::new() } else { format!(" without {}", task.without.join(", ")) };
            Err(Fault::NotStarted {
                command: self.name.clone(),
                why: format!("the saved run does not contain this scenario{without}"),
            })
        })
    }
}

/// A saved profile of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProfile {
    hello: Greeting,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    external: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    ignored_fields: BTreeMap<String, Vec<String>>,
}

impl SavedProfile {
    pub fn of(profile: &Profile) -> SavedProfile {
        let (hello, ignored_fields) = (Greeting::of(profile), profile.ignored_fields.clone());
        SavedProfile { hello, external: profile.is_external, ignored_fields }
    }

    /// Returns the profile, or why it is invalid.
    pub fn profile(&self) -> Result<Profile, String> {
        if let Some(entry) = sanitize::entry(&self.hello) {
            return Err(entry);
        }
        let hello = self.hello.clone();
        let hides_firings = !hello.switches.is_empty() && !hello.supports(wire::FIRED);
        let mut profile =
            Profile::new(sanitize::reason(&hello.engine.name), sanitize::reason(&hello.engine.version), hello.game)
                .with_switches(hello.switches)
                .with_events(hello.events)
                .with_board(hello.board.filter(BoardNote::is_drawable))
                .with_readings(hello.readings)
                .with_observes(hello.observes);
        profile.hides_firings = hides_firings;
        profile.is_external = self.external;
        profile.ignored_fields = self.ignored_fields.clone();
        Ok(profile)
    }
}
