//! Stores the runs of a session with its options, so that shards can be merged.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::env::environment::Environment;
use crate::cli::session::PlaySource;
use crate::cli::session::Session;
use crate::cli::session::saved_plays::EngineOrigin;
use crate::cli::session::saved_plays::PROGRAM;
use crate::cli::session::saved_plays::ProveRequest;
use crate::cli::session::saved_plays::RunRequest;
use crate::cli::session::saved_plays::SavedEngine;
use crate::cli::session::saved_plays::SavedResult;
use truthsayer_oracle::engines::archive::Archive;
pub(crate) use truthsayer_oracle::engines::archive::SavedProfile;
use truthsayer_oracle::engines::archive::SavingEngineMaker;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::suite::shard::Shard;
use truthsayer_oracle::suite::suite_hash;

impl Session {
    /// Stores every run from now on.
    pub(crate) fn keep_plays(&mut self) {
        self.keep(None, None);
    }

    /// Stores the runs of this shard of `prove` from now on: the answers with every switch on, and the judged mutants.
    /// Runs of an earlier saved result are reused; it must have the same files and engines.
    pub(crate) fn keep_proof(
        &mut self,
        known: Option<&Path>,
        shard: Option<Shard>,
        environment: &Environment,
    ) -> Result<(), CliError> {
        let known = known.map(|path| SavedResult::read(path, environment)).transpose()?;
        if let Some(saved) = &known {
            self.check_known(saved)?;
        }
        self.keep(known.map(|saved| saved.archive), Some(shard.unwrap_or(Shard::WHOLE)));
        Ok(())
    }

    fn keep(&mut self, known: Option<Arc<Archive>>, proving: Option<Shard>) {
        let archive = Arc::new(Archive::default());
        let keeping = |(game, seat): (String, Seat)| {
            let (maker, name, known, archive) = (seat.engine, game.clone(), known.clone(), Arc::clone(&archive));
            (game, Seat { engine: Box::new(SavingEngineMaker { maker, name, known, archive, proving }), ..seat })
        };
        self.seats = mem::take(&mut self.seats).into_iter().map(keeping).collect();
        self.plays = PlaySource::Kept { archive, mutants: proving.map(|_| Arc::default()) };
    }

    fn check_known(&self, saved: &SavedResult) -> Result<(), CliError> {
        let why = if saved.asked.program != PROGRAM {
            "another version of Truthsayer saved it"
        } else if saved.asked.suite != suite_hash::of(&self.suite) {
            "it was saved with other rules or scenarios than the current ones"
        } else if saved.asked.engines != self.engines() {
            "another engine ran it"
        } else if saved.asked.readings != self.suite.readings || !saved.asked.without.is_empty() {
            "it ran with other readings, or with switches off"
        } else {
            return Ok(());
        };
        Err(saved.refuse(why.to_owned()))
    }

    fn engines(&self) -> BTreeMap<String, SavedEngine> {
        let engine = |seat: &Seat| SavedEngine {
            profile: SavedProfile::of(seat.profile()),
            named: seat.name.clone(),
            foreign: !seat.is_reference(),
            golden: seat.golden_folder().map(str::to_owned),
            origin: EngineOrigin::of(seat.name.as_ref(), &self.suite.project),
        };
        self.seats.iter().map(|(game, seat)| (game.clone(), engine(seat))).collect()
    }

    /// The options of a run.
    pub(crate) fn asked(
        &self,
        command: &str,
        shard: Option<Shard>,
        without: &[String],
        filters: &Filters,
    ) -> RunRequest {
        let shard = shard.map_or((1, 1), |shard| (shard.number, shard.of));
        // Without a saved result, the rest is not needed.
        let is_kept = !matches!(self.plays, PlaySource::Live);
        RunRequest {
            program: PROGRAM.to_owned(),
            command: command.to_owned(),
            shard,
            suite: if is_kept { suite_hash::of(&self.suite) } else { String::new() },
            engines: if is_kept { self.engines() } else { BTreeMap::new() },
            readings: self.suite.readings.clone(),
            without: without.to_vec(),
            filters: filters.clone(),
            proving: ProveRequest::default(),
        }
    }

    /// Returns the request and all runs; none if the runs were not stored.
    pub(crate) fn whole(&self, asked: &RunRequest, findings: &Findings<'_>) -> Option<Box<RawValue>> {
        let (archive, mutants) = match &self.plays {
            PlaySource::Live => return None,
            PlaySource::Kept { archive, mutants } => (archive, mutants),
            PlaySource::Saved(saved) => (&saved.archive, &saved.mutants),
        };
        let part: Vec<String> = match findings.proofs.is_some() {
            true => findings.mutants().map(|mutant| mutant.switch.name.clone()).collect(),
            false => findings.judged.iter().map(|judged| judged.scenario.id.clone()).collect(),
        };
        SavedResult::whole(asked, &part, archive, mutants.as_deref())
    }
}
