//! Options of this call that suggested commands repeat.

use crate::cli::args::Command;
use crate::cli::args::Playing;
use crate::cli::context::Context;
use crate::cli::session::saved_plays::RunRequest;
use truthsayer_oracle::base::suggestion;
use truthsayer_oracle::base::suggestion::Call;

/// Makes every suggested command repeat the options of this call.
pub(crate) fn announce(context: &Context<'_>) {
    let playing = playing(&context.arguments.command);
    let is_saved =
        matches!(context.arguments.command, Command::Merge(_)) || playing.is_some_and(|it| it.from.is_some());
    // A saved result names its engine.
    if !is_saved {
        set(playing.map(words).unwrap_or_default(), context);
    }
}

/// Makes every suggested command use the engine of a saved result.
pub(crate) fn announce_saved(asked: &RunRequest, context: &Context<'_>) {
    let named = asked.engines.values().filter(|engine| engine.foreign).filter_map(|engine| engine.named.clone());
    let playing = Playing { engine: named.collect(), ..Playing::default() };
    set(words(&playing), context);
}

fn set(playing: Vec<String>, context: &Context<'_>) {
    let project = context.arguments.project.as_ref().map(|folder| folder.display().to_string());
    suggestion::set(Call { project, playing, in_ci: context.environment.in_ci });
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

/// The options that select the engine and its readings. Not `--record`, not `--jobs`.
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
