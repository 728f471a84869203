//! The call of the program, as far as the commands that it suggests repeat it.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Command;
use crate::cli::arguments::Playing;
use crate::cli::saved::Asked;
use crate::cli::surroundings::Surroundings;
use crate::oracle::suggestion;
use crate::oracle::suggestion::Call;

/// Makes every suggested command repeat the options of this call.
pub(crate) fn announce(arguments: &Arguments, surroundings: &Surroundings) {
    let playing = playing(&arguments.command);
    let is_saved = matches!(arguments.command, Command::Merge(_)) || playing.is_some_and(|it| it.from.is_some());
    // A saved result says which engine played.
    if !is_saved {
        set(playing.map(words).unwrap_or_default(), arguments, surroundings);
    }
}

/// The same for a saved result: suggested commands play on the engine that played then.
pub(crate) fn announce_saved(asked: &Asked, arguments: &Arguments, surroundings: &Surroundings) {
    let named = asked.engines.values().filter(|engine| engine.foreign).filter_map(|engine| engine.named.clone());
    let playing = Playing { engine: named.collect(), ..Playing::default() };
    set(words(&playing), arguments, surroundings);
}

fn set(playing: Vec<String>, arguments: &Arguments, surroundings: &Surroundings) {
    let project = arguments.project.as_ref().map(|folder| folder.display().to_string());
    suggestion::set(Call { project, playing, in_ci: surroundings.in_ci });
}

fn playing(command: &Command) -> Option<&Playing> {
    Some(match command {
        Command::Verify(options) => &options.playing,
        Command::Watch(options) => &options.playing,
        Command::Prove(options) => &options.playing,
        Command::Coverage(options) => &options.playing,
        Command::Report(options) => &options.playing,
        Command::Audit(options) => &options.playing,
        Command::Bless(options) => &options.playing,
        Command::Review(options) => &options.playing,
        Command::Explain(options) => &options.playing,
        Command::Gate(options) => &options.playing,
        _ => return None,
    })
}

/// The options that choose who plays, and how. Not what is written besides, and not how many play at once.
fn words(playing: &Playing) -> Vec<String> {
    let Playing { engine, engine_command, timeout, readings, from: _, record: _, jobs: _ } = playing;
    let option = |name: &str, value: &str| match value.starts_with('-') {
        true => vec![format!("{name}={value}")],
        false => vec![name.to_owned(), value.to_owned()],
    };
    let mut words: Vec<String> = engine.iter().flat_map(|engine| option("--engine", engine)).collect();
    words.extend(engine_command.iter().flat_map(|command| option("--engine-command", command)));
    words.extend(timeout.iter().flat_map(|time| option("--timeout", &format!("{}ms", time.as_millis()))));
    words.extend(readings.iter().flat_map(|reading| option("--readings", reading)));
    words
}
