//! Advice for an engine that does not answer.

use std::fs;
use std::path::Path;

use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::suite::engine_entry::EngineEntry;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Fault;
use truthsayer_protocol::nearest::nearest;

/// Programs that engines are usually started with.
const PROGRAMS: [&str; 11] =
    ["python3", "python", "node", "cargo", "deno", "bun", "java", "ruby", "dotnet", "go", "truthsayer"];

/// The command of the engine in the project file, and what would be right. None if nothing is known.
pub(crate) fn of(fault: &Fault, game: &str, project: &Project) -> Option<(Option<Place>, String)> {
    match fault {
        Fault::NotStarted { command, .. } => {
            let is_own = |(_, entry): &(&String, &EngineEntry)| joined(entry) == *command;
            let name = project.engines.iter().find(is_own).map(|(name, _)| name.as_str());
            let program = command.split(' ').next().unwrap_or(command);
            let near = nearest(program, PROGRAMS).filter(|near| *near != program);
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Some((place(name, project), format!("install `{program}`, or correct the command of the engine{near}")))
        }
        Fault::Garbled { why, .. } if why.contains("JSON") => {
            let plays = |name: &&String| project.games.get(game) == Some(*name);
            let name = project.engines.keys().find(plays).map(String::as_str);
            let help = "print only answers on stdout; print everything else on stderr";
            Some((place(name, project), help.to_owned()))
        }
        Fault::Died { .. } => missing_file(game, project),
        _ => None,
    }
}

/// A file in the command of the engine that does not exist, such as `enginee.py`.
fn missing_file(game: &str, project: &Project) -> Option<(Option<Place>, String)> {
    let name = project.games.get(game)?;
    let entry = project.engines.get(name)?;
    let folder = project.root.join(&entry.dir);
    let is_file_name = |word: &&String| !word.starts_with('-') && Path::new(word).extension().is_some();
    let missing = entry.command.iter().skip(1).filter(is_file_name).find(|word| !folder.join(word).exists())?;
    let names = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = names.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.sort();
    let near = nearest(missing, names.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Some((place(Some(name), project), format!("there is no file `{missing}`: correct the command of the engine{near}")))
}

fn joined(entry: &EngineEntry) -> String {
    entry.command.join(" ")
}

fn place(engine: Option<&str>, project: &Project) -> Option<Place> {
    project.place(&["engines", engine?, "command"])
}
