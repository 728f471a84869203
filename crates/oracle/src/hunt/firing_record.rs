//! Records which switches take effect while an engine runs.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Makes engines that record the switches that fire.
pub struct FiringRecord<'a> {
    maker: &'a dyn EngineMaker,
    fired: Arc<Mutex<BTreeSet<String>>>,
}

impl<'a> FiringRecord<'a> {
    pub fn new(maker: &'a dyn EngineMaker) -> FiringRecord<'a> {
        FiringRecord { maker, fired: Arc::default() }
    }

    /// Returns the switches that fired so far.
    pub fn fired(&self) -> BTreeSet<String> {
        self.fired.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl EngineMaker for FiringRecord<'_> {
    fn profile(&self) -> &Profile {
        self.maker.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        let (engine, all) = (self.maker.engine(), Arc::clone(&self.fired));
        Box::new(RecordedEngine { engine, all, own: BTreeSet::new() })
    }

    fn fault(&self) -> Option<Fault> {
        self.maker.fault()
    }

    fn waits(&self) -> bool {
        self.maker.waits()
    }
}

struct RecordedEngine {
    engine: Box<dyn Engine>,
    all: Arc<Mutex<BTreeSet<String>>>,
    /// The switches that this engine has already recorded. Most runs need no lock.
    own: BTreeSet<String>,
}

impl Engine for RecordedEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let reply = self.engine.play(task);
        if let Ok(Reply::Played(outcome)) = &reply {
            for firing in outcome.fired.iter().filter(|firing| !task.without.iter().any(|off| *off == *firing.switch)) {
                if !self.own.contains(&*firing.switch) {
                    self.own.insert(firing.switch.to_string());
                    self.all.lock().unwrap_or_else(PoisonError::into_inner).insert(firing.switch.to_string());
                }
            }
        }
        reply
    }
}
