//! Cache of results of earlier rounds. A scenario runs again only if something that its result depends on has changed.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::cli::args::Playing;
use crate::cli::session::Session;
use truthsayer_oracle::base::file_stamp::FileStamp;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::JudgedPlay;
use truthsayer_oracle::suite::scenario::Scenario;

#[derive(Default)]
pub(super) struct Results {
    /// Results by scenario id.
    kept: HashMap<String, (ResultBasis, JudgedPlay)>,
    /// Dependencies of the results of this round.
    awaited: HashMap<String, ResultBasis>,
}

/// The inputs of a result.
struct ResultBasis {
    /// The loaded scenario: a scenario that was read again also runs again.
    file: Arc<SourceFile>,
    player: String,
    golden: Option<Golden>,
}

#[derive(PartialEq)]
struct Golden {
    path: String,
    stamp: FileStamp,
}

impl Results {
    /// Known results by scenario id.
    pub(super) fn known(
        &mut self,
        session: &Session,
        playing: &Playing,
        chosen: &[&Scenario],
    ) -> HashMap<String, JudgedPlay> {
        self.kept.retain(|id, _| session.suite.scenario(id).is_some());
        self.awaited.clear();
        let mut known = HashMap::new();
        for scenario in chosen {
            let Some(player) = player(session, playing, &scenario.game) else { continue };
            let Some(basis) = ResultBasis::of(session, scenario, player) else { continue };
            match self.kept.get(&scenario.id) {
                Some((before, play)) if before.is_same_as(&basis) => {
                    known.insert(scenario.id.clone(), play.clone());
                }
                _ => {
                    self.awaited.insert(scenario.id.clone(), basis);
                }
            }
        }
        known
    }

    /// Stores the results of a round.
    pub(super) fn keep(&mut self, findings: &Findings<'_>) {
        let mut awaited = mem::take(&mut self.awaited);
        for judged in &findings.judged {
            if let Some(basis) = awaited.remove(&judged.scenario.id) {
                self.kept.insert(judged.scenario.id.clone(), (basis, judged.play.clone()));
            }
        }
    }
}

impl ResultBasis {
    /// None if a later round cannot detect changes.
    fn of(session: &Session, scenario: &Scenario, player: String) -> Option<ResultBasis> {
        let golden = match session.goldens(&scenario.game) {
            Some(goldens) => {
                let path = goldens.path(&scenario.id);
                let stamp = FileStamp::settled(&goldens.root.join(&path))?;
                Some(Golden { path, stamp })
            }
            None => None,
        };
        Some(ResultBasis { file: Arc::clone(&scenario.place.file), player, golden })
    }

    fn is_same_as(&self, other: &ResultBasis) -> bool {
        Arc::ptr_eq(&self.file, &other.file) && self.player == other.player && self.golden == other.golden
    }
}

/// A key of the engine and its settings: equal keys mean equal answers. None for an external engine, because its source
/// may change unnoticed, so it always runs again.
fn player(session: &Session, playing: &Playing, game: &str) -> Option<String> {
    let project = &session.suite.project;
    let seat = session.seats.get(game)?;
    let name = seat.name.as_ref().filter(|_| playing.engine_command.is_none())?;
    let entry = project.engines.get(name);
    let built_in = entry.is_none_or(|entry| entry.command.is_empty()) && seat.is_reference();
    let (events, readings) = (entry.map(|entry| &entry.words), session.suite.readings.get(game));
    built_in.then(|| format!("{name} {events:?} {readings:?}"))
}
