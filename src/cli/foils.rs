//! The foils that `prove` plays: those that the project file declares, or the ones that were asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cli::arguments::Playing;
use crate::cli::choice::Picker;
use crate::cli::setting::PlaySource;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::engines::archive::Keeping;
use crate::engines::archive::KeptEngineMaker;
use crate::engines::archive::SavedProfile;
use crate::oracle::foil::Foil;
use crate::oracle::foil_entry::FoilEntry;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::protocol::EngineMaker;

/// Every declared foil of the games that are played; with `asked`, only those of these engines.
pub(super) fn foils(setting: &Setting, playing: &Playing, asked: &[String]) -> Result<Vec<Foil>, Stop> {
    let project = &setting.suite.project;
    for name in asked {
        if !is_reference(setting, name) && !project.foils.iter().any(|entry| entry.engine == *name) {
            return Err(Stop::Usage(format!(
                "`{name}` is not declared as a foil; say what it lacks: `foils: [{{engine: {name}, lacks: [file:line.clause]}}]`"
            )));
        }
    }
    let picker = Picker::new(project, playing);
    let wanted = |entry: &&FoilEntry| asked.is_empty() || asked.contains(&entry.engine);
    let mut foils = Vec::new();
    let mut problems = Vec::new();
    for entry in project.foils.iter().filter(wanted) {
        match foil(entry, &picker, setting) {
            Ok(foil) if setting.makers.contains_key(&foil.game) => foils.push(foil),
            Ok(_) => {}
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.is_empty() { Ok(foils) } else { Err(Stop::BadInput(problems)) }
}

/// Whether the game's own engine with a clause off serves as a foil: it does unless others were asked for.
pub(super) fn with_reference(setting: &Setting, asked: &[String]) -> bool {
    asked.is_empty() || asked.iter().any(|name| is_reference(setting, name))
}

/// Whether `games:` names this engine for a game in which another one plays.
fn is_reference(setting: &Setting, name: &str) -> bool {
    setting.references.keys().any(|game| setting.suite.project.games.get(game).is_some_and(|own| own == name))
}

fn foil(entry: &FoilEntry, picker: &Picker<'_>, setting: &Setting) -> Result<Foil, Box<Problem>> {
    let bad = |message: String| Box::new(Problem::at(Kind::BadValue, &entry.place, message));
    let name = match entry.without.is_empty() {
        true => entry.engine.clone(),
        false => format!("{} without {}", entry.engine, entry.without.join(", ")),
    };
    let suite = &setting.suite;
    let live = || picker.named(&entry.engine).ok_or_else(|| bad(format!("there is no engine `{}`", entry.engine)));
    let kept_as = format!("foil {name}");
    let maker: Box<dyn EngineMaker> = match &setting.plays {
        PlaySource::Live => live()?,
        PlaySource::Kept { archive, known } => {
            let (known, archive) = (known.clone(), Arc::clone(archive));
            Box::new(Keeping { maker: live()?, name: kept_as, known, archive })
        }
        PlaySource::Saved(saved) => {
            let profile = saved.asked.foils.get(&name).map(SavedProfile::profile);
            let profile = profile.unwrap_or_else(|| Err("it holds no play of it".to_owned()));
            let profile = profile.map_err(|why| bad(format!("of the foil `{name}`, `{}` says: {why}", saved.name)))?;
            Box::new(KeptEngineMaker { profile, name: kept_as, archive: Arc::clone(&saved.archive) })
        }
    };
    let game = picker.game_of(&entry.engine, maker.as_ref());
    let mut lacks = BTreeSet::new();
    for (rule, _) in &entry.lacks {
        let own = rule.clauses(&suite.book);
        if own.is_empty() {
            return Err(bad(format!("this foil lacks `{rule}`, and there is no such clause")));
        }
        lacks.extend(own);
    }
    lacks.extend(of_switches(entry, maker.as_ref(), suite)?);
    Ok(Foil { name, game, maker, without: entry.without.clone(), lacks })
}

/// The clauses of the switches that are off.
fn of_switches(entry: &FoilEntry, maker: &dyn EngineMaker, suite: &Suite) -> Result<Vec<ClauseId>, Box<Problem>> {
    let (clauses, _) = switch_clauses::resolve(maker.profile(), &suite.book);
    let mut lacks = Vec::new();
    for name in &entry.without {
        let Some(own) = clauses.get(name) else {
            let message = format!("the engine `{}` has no switch `{name}`", entry.engine);
            let problem = Problem::at(Kind::BadValue, &entry.place, message);
            return Err(Box::new(problem.nearest(name, clauses.keys().map(String::as_str))));
        };
        lacks.extend(own.iter().cloned());
    }
    Ok(lacks)
}
