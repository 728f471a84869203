//! `merge`: put the shards of a run together, and tell what the whole run would have told.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::MergeArguments;
use crate::cli::arguments::Playing;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::outputs::Telling;
use crate::cli::prove;
use crate::cli::saved::Asked;
use crate::cli::saved::SavedResult;
use crate::cli::saved::complete;
use crate::cli::saved::union;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;

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
    let playing = Playing { jobs: options.jobs, ..Playing::default() };
    let setting = Setting::of_saved(saved, &playing, arguments, surroundings)?;
    for (name, asked, part) in &parts {
        complete::check_part(name, asked, part, &setting)?;
    }
    setting.refuse_incomplete()?;
    match asked.command.as_str() {
        "verify" => verify::tell(&setting, asked, options.outputs.wants_json(), output, telling),
        _ => prove::tell(&setting, asked, &playing, output, telling),
    }
}
