//! Merges shards. They must be all shards of one run, each once, with the same files and engines.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::RunRequest;
use super::SavedResult;
use crate::cli::cli_error::CliError;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::engines::archive::Archive;
use truthsayer_oracle::engines::archive::MOST_PLAYS;
use truthsayer_oracle::evidence::judged_mutants::JudgedMutants;

/// Merges all shards into one result.
pub fn join(mut parts: Vec<SavedResult>) -> Result<SavedResult, CliError> {
    let problems = problems(&parts);
    if !problems.is_empty() {
        return Err(CliError::BadInput(problems));
    }
    parts.sort_by_key(|part| part.asked.shard);
    let length = parts.iter().map(|part| part.length).sum();
    let others = parts.len().saturating_sub(1);
    let archive = Archive::default();
    let is_proof = parts.iter().any(|part| part.mutants.is_some());
    let mutants = is_proof.then(JudgedMutants::default);
    let (mut all, mut first) = (Vec::new(), None);
    // Each shard is freed as soon as it is merged.
    for SavedResult { name, asked, part, archive: own, mutants: judged, .. } in parts {
        archive.add(&own).map_err(|why| bad_result(&name, format!("its runs cannot be read: {why}")))?;
        if let (Some(mutants), Some(judged)) = (&mutants, judged.and_then(Arc::into_inner)) {
            mutants.add(judged);
        }
        all.extend(part);
        first.get_or_insert((name, asked));
    }
    all.sort();
    let Some((name, asked)) = first else { return Err(CliError::Usage("there is nothing to merge".to_owned())) };
    let name = if others == 0 { name } else { format!("{name} and {others} more") };
    let asked = RunRequest { shard: (1, 1), ..asked };
    Ok(SavedResult { name, asked, part: all, archive: Arc::new(archive), mutants: mutants.map(Arc::new), length })
}

/// Maximum size of all shards together. Parsed results need several times as much memory.
const MOST_TOGETHER: usize = 128 * 1024 * 1024;

/// Checks the size of the next file before it is read.
pub(crate) fn has_room(parts: &[SavedResult]) -> Result<(), CliError> {
    let long = parts.iter().map(|part| part.length).sum::<usize>() > MOST_TOGETHER;
    let many = parts.iter().map(runs).sum::<usize>() > 2 * MOST_PLAYS;
    match parts.last().filter(|_| long || many) {
        Some(last) => {
            let why = format!(
                "with those before it, it holds more than {} MiB or {MOST_PLAYS} plays; a part of the suite has fewer",
                MOST_TOGETHER / 1024 / 1024
            );
            Err(last.refuse(why))
        }
        None => Ok(()),
    }
}

fn runs(part: &SavedResult) -> usize {
    part.archive.tasks() + part.mutants.as_ref().map_or(0, |mutants| mutants.count()) + part.part.len()
}

fn bad_result(name: &str, why: String) -> CliError {
    CliError::BadInput(vec![Problem::new(Kind::BadValue, format!("`{name}`: {why}"))])
}

/// Returns why these are not the shards of one run.
fn problems(parts: &[SavedResult]) -> Vec<Problem> {
    let Some(first) = parts.first() else { return Vec::new() };
    let mut problems = Vec::new();
    let mut tell = |name: &str, why: String| problems.push(Problem::new(Kind::BadValue, format!("`{name}`: {why}")));
    for part in &parts[1..] {
        if let Some(why) = difference(&first.asked, &part.asked) {
            tell(&part.name, format!("{why}, other than `{}`", first.name));
        }
    }
    let of = first.asked.shard.1;
    let mut seen: BTreeMap<usize, &str> = BTreeMap::new();
    for part in parts.iter().filter(|part| part.asked.shard.1 == of) {
        let number = part.asked.shard.0;
        if let Some(other) = seen.insert(number, &part.name) {
            tell(&part.name, format!("this is shard {number}/{of} as well as `{other}`"));
        }
    }
    let missing: Vec<String> =
        (1..=of).filter(|number| !seen.contains_key(number)).map(|number| format!("{number}/{of}")).collect();
    if !missing.is_empty() {
        let shown = missing.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > 12 { format!(" and {} more", missing.len() - 12) } else { String::new() };
        problems.push(Problem::new(Kind::BadValue, format!("shards are missing: {shown}{more}")));
    }
    problems
}

/// Returns how two runs differ, apart from the shard.
fn difference(one: &RunRequest, other: &RunRequest) -> Option<&'static str> {
    let differ = [
        (one.program != other.program, "it was saved by another version of Truthsayer"),
        (one.command != other.command, "it was saved by another command"),
        (one.shard.1 != other.shard.1, "its run has another number of shards"),
        (one.suite != other.suite, "it was made of other rules or scenarios"),
        (one.engines != other.engines, "it was played by another engine"),
        (one.readings != other.readings, "it was played under other readings"),
        (one.without != other.without, "it was played with other switches off"),
        (one.filters != other.filters || one.proving != other.proving, "other things were asked for"),
    ];
    differ.into_iter().find(|(differs, _)| *differs).map(|(_, why)| why)
}
