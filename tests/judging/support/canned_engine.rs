//! An engine with the replies that a test sets.

use serde_json::json;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;

pub(crate) type CannedReply = Result<Reply, Fault>;

pub(crate) struct CannedEngine {
    profile: Profile,
    says: fn(&Task) -> CannedReply,
}

impl CannedEngine {
    /// Creates an engine with these switches, each given as name, rule line and quote.
    pub(crate) fn new(switches: &[(&str, &str, &str)], says: fn(&Task) -> CannedReply) -> CannedEngine {
        let note = |(name, cite, quote): &(&str, &str, &str)| SwitchNote::new(*name, *cite, *quote);
        CannedEngine::with_profile(Profile::new("puppet", "", "").with_switches(switches.iter().map(note)), says)
    }

    /// Sets its profile.
    pub(crate) fn with_profile(profile: Profile, says: fn(&Task) -> CannedReply) -> CannedEngine {
        CannedEngine { profile, says }
    }

    /// Declares that the engine shows only these facts.
    pub(crate) fn observes(&mut self, observes: Observes) {
        self.profile.observes = Some(observes);
    }
}

impl EngineMaker for CannedEngine {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(CannedPlayer(self.says))
    }
}

struct CannedPlayer(fn(&Task) -> CannedReply);

impl Engine for CannedPlayer {
    fn play(&mut self, task: &Task) -> CannedReply {
        (self.0)(task)
    }
}

pub(crate) fn outcome(before: Data, after: Data, log: &[(&'static str, Data)]) -> Outcome {
    let mut outcome = Outcome::new(before, after);
    outcome.log = log.iter().map(|(name, data)| Event::new(*name, data.clone())).collect();
    outcome
}

/// An outcome in which a press costs two coins, unless the switch `costs` is off, and waiting costs nothing.
pub(crate) fn pressed(task: &Task) -> Outcome {
    if task.when.iter().any(|step| step.get("wait").is_some()) {
        return outcome(json!({"coins": 5}), json!({"coins": 5}), &[("waited", json!({}))]);
    }
    let is_off = task.without.iter().any(|switch| switch == "costs");
    outcome(json!({"coins": 5}), json!({"coins": if is_off { 5 } else { 3 }}), &[("pressed", json!({}))])
}

/// Switches that fired, each with its source location. Waiting fires none.
pub(crate) fn fired(mut outcome: Outcome, places: &[(&'static str, &'static str, u32)]) -> Outcome {
    let firing = |(switch, file, line): &(&'static str, &'static str, u32)| Firing::new(*switch, 0).at(*file, *line);
    if !outcome.log.iter().any(|event| event.name == "waited") {
        outcome.fired = places.iter().map(firing).collect();
    }
    outcome
}

pub(crate) fn played(outcome: Outcome) -> CannedReply {
    Ok(Reply::Played(Box::new(outcome)))
}

pub(crate) fn invalid(at: &str, why: &str) -> CannedReply {
    Ok(Reply::Invalid(Complaint::new(at, why)))
}

pub(crate) fn died() -> CannedReply {
    Err(Fault::Died { how: "the fuse blew".to_owned(), last_words: String::new() })
}
