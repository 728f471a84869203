//! `merge`: put the shards of a run together, and tell what the whole run would have told.

use std::collections::BTreeSet;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::MergeArguments;
use crate::cli::arguments::Playing;
use crate::cli::call;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::outputs::Telling;
use crate::cli::prove;
use crate::cli::saved::Asked;
use crate::cli::saved::SavedResult;
use crate::cli::saved::union;
use crate::cli::selection;
use crate::cli::setting::PlaySource;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;
use crate::oracle::shard::Shard;
use crate::oracle::shard::parts;

pub(crate) fn run(
    options: &MergeArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    Telling::of("merge", &options.outputs, surroundings, output, |telling| {
        merge(options, arguments, surroundings, output, telling)
    })
}

fn merge(
    options: &MergeArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let mut shards = Vec::new();
    for path in &options.files {
        shards.push(SavedResult::read(path, surroundings)?);
        union::has_room(&shards)?;
    }
    let parts: Vec<(String, Asked, Vec<String>)> =
        shards.iter().map(|it| (it.name.clone(), it.asked.clone(), it.part.clone())).collect();
    let saved = union::join(shards)?;
    let asked = saved.asked.clone();
    call::announce_saved(&asked, arguments, surroundings);
    let playing = Playing { jobs: options.jobs, ..Playing::default() };
    let setting = Setting::of_saved(saved, &playing, arguments, surroundings)?;
    for (name, asked, part) in &parts {
        check_part(name, asked, part, &setting)?;
    }
    match asked.command.as_str() {
        "verify" => verify::tell(&setting, asked, options.outputs.wants_json(), output, telling),
        _ => prove::tell(&setting, asked, &playing, output, telling),
    }
}

/// A shard must have done just its part: numbers alone could lie.
fn check_part(name: &str, asked: &Asked, part: &[String], setting: &Setting) -> Result<(), Stop> {
    let (number, of) = asked.shard;
    let refuse = |why: String| match &setting.plays {
        PlaySource::Saved(saved) => SavedResult::refuse(saved, format!("`{name}` {why}")),
        _ => Stop::Usage(why),
    };
    let shard = Shard::new(number, of).map_err(&refuse)?;
    let (chosen, _) = selection::select_with_drafts(&setting.suite, &asked.filters)?;
    let expected: BTreeSet<String> = match asked.command.as_str() {
        "verify" => parts::scenarios(shard, chosen).into_iter().map(|scenario| scenario.id.clone()).collect(),
        _ => {
            let own = setting.makers.values().flat_map(|maker| {
                let switches = &maker.profile().switches;
                let numbers = parts::switches(shard, maker.profile(), &setting.suite);
                numbers.into_iter().map(|at| switches[at].name.clone())
            });
            own.collect()
        }
    };
    let extra = part.iter().find(|name| !expected.contains(*name));
    let part: BTreeSet<&String> = part.iter().collect();
    // A part of the suite answers only for the switches that it cites, so those of others may be left out.
    let missing = expected.iter().find(|name| asked.command == "verify" && !part.contains(name));
    match (extra, missing) {
        (Some(name), _) => Err(refuse(format!("holds `{name}`, which belongs to another shard"))),
        (None, Some(name)) => Err(refuse(format!("does not hold `{name}`, which belongs to it"))),
        (None, None) => Ok(()),
    }
}
