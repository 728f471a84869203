//! Engines beside an archive: one that plays and keeps what it plays, and one that only looks it up.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;

use super::Archive;
use crate::engines::process::words;
use crate::protocol::BoardNote;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::wire;
use crate::protocol::wire::Greeting;

/// An engine whose plays are kept. What an archive of earlier plays holds is taken from there.
pub(crate) struct Keeping {
    pub maker: Box<dyn EngineMaker>,
    /// Under which name its plays are kept.
    pub name: String,
    pub known: Option<Arc<Archive>>,
    pub archive: Arc<Archive>,
}

impl EngineMaker for Keeping {
    fn profile(&self) -> &Profile {
        self.maker.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        self.keeping(self.maker.engine())
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        self.keeping(self.maker.fresh_engine())
    }

    fn fault(&self) -> Option<Fault> {
        self.maker.fault()
    }

    fn waits(&self) -> bool {
        self.maker.waits()
    }
}

impl Keeping {
    fn keeping(&self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        let (name, known, archive) = (self.name.clone(), self.known.clone(), Arc::clone(&self.archive));
        Box::new(KeepingEngine { engine, name, known, archive })
    }
}

struct KeepingEngine {
    engine: Box<dyn Engine>,
    name: String,
    known: Option<Arc<Archive>>,
    archive: Arc<Archive>,
}

impl Engine for KeepingEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let known = self.known.as_ref().and_then(|known| known.answer(&self.name, task));
        let answer = known.unwrap_or_else(|| self.engine.play(task));
        self.archive.keep(&self.name, task, &answer);
        answer
    }
}

/// An engine that is not there: it knows what was kept of it, and nothing else.
pub(crate) struct KeptEngineMaker {
    pub profile: Profile,
    /// Under which name its plays were kept.
    pub name: String,
    pub archive: Arc<Archive>,
}

impl EngineMaker for KeptEngineMaker {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(KeptEngine { name: self.name.clone(), archive: Arc::clone(&self.archive) })
    }
}

struct KeptEngine {
    name: String,
    archive: Arc<Archive>,
}

impl Engine for KeptEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        self.archive.answer(&self.name, task).unwrap_or_else(|| {
            let without =
                if task.without.is_empty() { String::new() } else { format!(" without {}", task.without.join(", ")) };
            Err(Fault::NotStarted {
                command: self.name.clone(),
                why: format!("what was saved does not hold this play{without}"),
            })
        })
    }
}

/// What an engine tells about itself, as it is saved with its plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProfile {
    hello: Greeting,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    external: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    ignored_fields: BTreeMap<String, Vec<String>>,
}

impl SavedProfile {
    pub(crate) fn of(profile: &Profile) -> SavedProfile {
        let (hello, ignored_fields) = (Greeting::of(profile), profile.ignored_fields.clone());
        SavedProfile { hello, external: profile.is_external, ignored_fields }
    }

    /// The profile again, or why it cannot be worked with.
    pub fn profile(&self) -> Result<Profile, String> {
        if let Some(trouble) = words::trouble(&self.hello) {
            return Err(trouble);
        }
        let hello = self.hello.clone();
        let hides_firings = !hello.switches.is_empty() && !hello.supports(wire::FIRED);
        let mut profile =
            Profile::new(words::reason(&hello.engine.name), words::reason(&hello.engine.version), hello.game)
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
