//! Results of earlier rounds. A scenario is not played again where nothing has changed on which its result depends.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::cli::arguments::Playing;
use crate::cli::setting::Setting;
use crate::oracle::findings::Findings;
use crate::oracle::scenario::Scenario;
use crate::oracle::stamp::Stamp;
use crate::oracle::trial::JudgedPlay;
use crate::source::SourceFile;

#[derive(Default)]
pub(super) struct Results {
    /// By the id of the scenario.
    kept: HashMap<String, (ResultBasis, JudgedPlay)>,
    /// On what the results rest that this round will bring.
    awaited: HashMap<String, ResultBasis>,
}

/// On what a result rests.
struct ResultBasis {
    /// The very text that was read: a scenario that was read again, for whatever reason, is played again.
    file: Arc<SourceFile>,
    player: String,
    golden: Option<Golden>,
}

#[derive(PartialEq)]
struct Golden {
    path: String,
    stamp: Stamp,
}

impl Results {
    /// What is known of scenarios, by id.
    pub(super) fn known(
        &mut self,
        setting: &Setting,
        playing: &Playing,
        chosen: &[&Scenario],
    ) -> HashMap<String, JudgedPlay> {
        self.kept.retain(|id, _| setting.suite.scenario(id).is_some());
        self.awaited.clear();
        let mut known = HashMap::new();
        for scenario in chosen {
            let Some(player) = player(setting, playing, &scenario.game) else { continue };
            let Some(basis) = ResultBasis::of(setting, scenario, player) else { continue };
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

    /// Keeps what a round has brought.
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
    /// None where nobody can tell later whether it is still the same.
    fn of(setting: &Setting, scenario: &Scenario, player: String) -> Option<ResultBasis> {
        let golden = match setting.goldens(&scenario.game) {
            Some(goldens) => {
                let path = goldens.path(&scenario.id);
                let stamp = Stamp::settled(&goldens.root.join(&path))?;
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

/// Who plays a game, and how: the same words mean the same answers. None for an engine that is not built in: its source
/// may lie anywhere, so it is always asked again.
fn player(setting: &Setting, playing: &Playing, game: &str) -> Option<String> {
    let project = &setting.suite.project;
    let name = setting.names.get(game).filter(|_| playing.engine_command.is_none())?;
    let entry = project.engines.get(name);
    let built_in = entry.is_none_or(|entry| entry.command.is_empty()) && !setting.foreign.contains_key(game);
    let (events, readings) = (entry.map(|entry| &entry.events), setting.suite.readings.get(game));
    built_in.then(|| format!("{name} {events:?} {readings:?}"))
}
