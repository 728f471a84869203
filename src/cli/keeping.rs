//! Keeping the plays of a run, and how it was asked for, so that it can be put together with others.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use crate::cli::arguments::Filters;
use crate::cli::saved::Asked;
use crate::cli::saved::EngineOrigin;
use crate::cli::saved::PROGRAM;
use crate::cli::saved::Proving;
use crate::cli::saved::SavedEngine;
use crate::cli::saved::SavedResult;
use crate::cli::setting::PlaySource;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines::archive::Archive;
use crate::engines::archive::Keeping;
use crate::engines::archive::SavedProfile;
use crate::oracle::findings::Findings;
use crate::oracle::foil::Foil;
use crate::oracle::shard::Shard;
use crate::oracle::suite_print;

impl Setting {
    /// From now on every play is kept. What a run that was saved earlier holds is not played again; it must have been
    /// made of the same files by the same engines.
    pub(crate) fn keep_plays(&mut self, known: Option<&Path>, surroundings: &Surroundings) -> Result<(), Stop> {
        let known = known.map(|path| SavedResult::read(path, surroundings)).transpose()?;
        if let Some(saved) = &known {
            self.check_known(saved)?;
        }
        let known = known.map(|saved| saved.archive);
        let archive = Arc::new(Archive::default());
        for (game, maker) in mem::take(&mut self.makers) {
            let (name, known, archive) = (game.clone(), known.clone(), Arc::clone(&archive));
            self.makers.insert(game, Box::new(Keeping { maker, name, known, archive }));
        }
        self.plays = PlaySource::Kept { archive, known };
        Ok(())
    }

    fn check_known(&self, saved: &SavedResult) -> Result<(), Stop> {
        let why = if saved.asked.program != PROGRAM {
            "it was saved by another version of Truthsayer"
        } else if saved.asked.suite != suite_print::of(&self.suite) {
            "it was made of other rules or scenarios than those that are here"
        } else if saved.asked.engines != self.engines() {
            "it was played by another engine"
        } else if saved.asked.readings != self.suite.readings || !saved.asked.without.is_empty() {
            "it was played under other readings, or with switches off"
        } else {
            return Ok(());
        };
        Err(saved.refuse(why.to_owned()))
    }

    fn engines(&self) -> BTreeMap<String, SavedEngine> {
        let mut engines = BTreeMap::new();
        for (game, maker) in &self.makers {
            let foreign = self.foreign.get(game);
            let engine = SavedEngine {
                profile: SavedProfile::of(maker.profile()),
                named: self.names.get(game).cloned(),
                foreign: foreign.is_some(),
                golden: foreign.cloned().flatten(),
                origin: EngineOrigin::of(self.names.get(game), &self.suite.project),
            };
            engines.insert(game.clone(), engine);
        }
        engines
    }

    /// How a run was asked for.
    pub(crate) fn asked(&self, command: &str, shard: Option<Shard>, without: &[String], filters: &Filters) -> Asked {
        let shard = shard.map_or((1, 1), |shard| (shard.number, shard.of));
        // What is not saved need not be known again.
        let is_kept = !matches!(self.plays, PlaySource::Live);
        Asked {
            program: PROGRAM.to_owned(),
            command: command.to_owned(),
            shard,
            suite: if is_kept { suite_print::of(&self.suite) } else { String::new() },
            engines: if is_kept { self.engines() } else { BTreeMap::new() },
            foils: BTreeMap::new(),
            readings: self.suite.readings.clone(),
            without: without.to_vec(),
            filters: filters.clone(),
            proving: Proving::default(),
        }
    }

    /// A result that is saved, with every play of it where they were kept.
    pub(crate) fn result_with_plays(&self, asked: Asked, findings: &Findings<'_>, result: &str) -> String {
        let archive = match &self.plays {
            PlaySource::Live => return result.to_owned(),
            PlaySource::Kept { archive, .. } => archive,
            PlaySource::Saved(saved) => &saved.archive,
        };
        let part = match findings.proofs.is_some() {
            true => findings.knockouts().map(|knockout| knockout.switch.name.clone()).collect(),
            false => findings.judged.iter().map(|judged| judged.scenario.id.clone()).collect(),
        };
        SavedResult::text(asked, part, archive, result)
    }
}

/// What foils tell about themselves, by name.
pub(super) fn foil_profiles(foils: &[Foil]) -> BTreeMap<String, SavedProfile> {
    foils.iter().map(|foil| (foil.name.clone(), SavedProfile::of(foil.maker.profile()))).collect()
}
