//! `compare`: engines or saved results side by side, rule by rule.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::CompareArguments;
use crate::cli::arguments::CompareFormat;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Playing;
use crate::cli::exit_code::ExitCode;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::oracle::account::Account;
use crate::oracle::comparison;
use crate::oracle::comparison::Comparison;
use crate::oracle::comparison::outcomes;
use crate::oracle::comparison::outcomes::OutcomeGroup;
use crate::oracle::comparison::outcomes::PlayedSide;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::run::Run;
use crate::oracle::trial::Keep;
use crate::protocol::Reply;
use crate::protocol::text;
use crate::report;
use crate::report::comparison::ComparedWords;
use crate::report::json;

pub(crate) fn run(
    options: &CompareArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (mut sides, mut told) = (Vec::new(), Told::default());
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    for name in &options.sides {
        sides.push(side(name, &mut told, &playing, arguments, surroundings, output)?);
    }
    let accounts: Vec<Account> = sides.iter().map(|side| side.account.clone()).collect();
    let mut comparison = comparison::compare(&accounts);
    if comparison.common == 0 {
        return Err(Stop::Nothing("there is no scenario that all of them played".to_owned()));
    }
    comparison.outcomes = outcome_groups(&comparison, &sides);
    let words = words(&sides);
    match options.format {
        CompareFormat::Pretty => output.result(&report::comparison::pretty(&comparison, &words, output.verbose)),
        CompareFormat::Markdown => output.copied(&report::comparison::markdown(&comparison)),
        CompareFormat::Html => output.copied(&report::comparison::html(&comparison)),
    }
    let unanswered = accounts.iter().flat_map(|account| &account.scenarios).any(|s| s.verdict == "unanswered");
    Ok(match (unanswered, comparison.is_empty()) {
        (true, _) => ExitCode::EngineFault,
        (false, _) if told.counts => ExitCode::BadInput,
        (false, true) => ExitCode::Conforms,
        (false, false) => ExitCode::Deviates,
    })
}

/// What is wrong with the suite, which is the same for every engine that plays it: it is told once.
#[derive(Default)]
pub(super) struct Told {
    problems: Vec<Problem>,
    /// Whether any of it is about the game that is compared.
    counts: bool,
}

impl Told {
    fn tell(
        &mut self,
        setting: &Setting,
        filters: &Filters,
        selection: &Selection<'_>,
        output: &Output,
    ) -> Result<(), Stop> {
        if setting.problems != self.problems {
            self.counts |= !neighbours::tell_or_stop(Purpose::Plays, setting, filters, selection, output)?.is_empty();
            self.problems = setting.problems.clone();
        }
        Ok(())
    }
}

/// One of those that are compared.
pub(super) struct ComparedSide {
    pub(super) account: Account,
    /// All that it answered; none for a saved result.
    pub(super) played: Option<PlayedSide>,
    /// The sentences of the rulebook, by clause.
    sentences: BTreeMap<String, String>,
}

/// An engine is played as far as `playing` says; a saved result is read.
pub(super) fn side(
    name: &str,
    told: &mut Told,
    playing: &Playing,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ComparedSide, Stop> {
    if is_saved(name, arguments, surroundings) {
        let account = read_saved(Path::new(name), surroundings)?;
        return Ok(ComparedSide { account, played: None, sentences: BTreeMap::new() });
    }
    let (text, played, sentences) = play(name, told, playing, arguments, surroundings, output)?;
    Ok(ComparedSide { account: account(name, &text)?, played: Some(played), sentences })
}

/// What differs where the claims come to the same; of more than two, the first and the last are looked at.
fn outcome_groups(comparison: &Comparison<'_>, sides: &[ComparedSide]) -> Vec<OutcomeGroup> {
    let (Some(first), Some(last)) = (sides.first(), sides.last()) else { return Vec::new() };
    let alike = comparison.scenarios_alike().into_iter();
    match (&first.played, &last.played) {
        (Some(one), Some(other)) => outcomes::of_played(one, other, alike),
        _ => outcomes::of_saved(&first.account, &last.account, alike),
    }
}

/// What a reader is shown besides: the sentences of clauses, and boards.
fn words(sides: &[ComparedSide]) -> ComparedWords<'_> {
    let sentences = sides.iter().map(|side| &side.sentences).find(|sentences| !sentences.is_empty());
    let played: Vec<&PlayedSide> = sides.iter().filter_map(|side| side.played.as_ref()).collect();
    ComparedWords { sentences, last: played.last().copied() }
}

pub(super) fn bad_input(message: String) -> Stop {
    Stop::BadInput(vec![Problem::new(Kind::Unreadable, message)])
}

/// Whether a side names a file. A file whose name does not end in `.json` is one unless an engine has that name.
fn is_saved(name: &str, arguments: &Arguments, surroundings: &Surroundings) -> bool {
    let is_engine = || {
        let project = setting::project(arguments, surroundings);
        engines::by_name(name).is_some() || project.is_ok_and(|project| project.engines.contains_key(name))
    };
    name.ends_with(".json") || (surroundings.folder.join(name).is_file() && !is_engine())
}

/// Reads a result that `--json` saved.
pub(super) fn read_saved(path: &Path, surroundings: &Surroundings) -> Result<Account, Stop> {
    let name = text::spelled_out(&path.display().to_string());
    let text = disk::read_saved(&surroundings.folder.join(path), &name);
    let text = text.map_err(|problem| Stop::BadInput(vec![problem]))?;
    Account::load(&name, &text).map_err(|why| bad_input(format!("`{name}`: {why}")))
}

fn account(name: &str, text: &str) -> Result<Account, Stop> {
    Account::read(name, text).map_err(|why| bad_input(format!("`{name}`: {why}")))
}

/// What an engine made of its game: the result in the form in which it would be saved, its answers, and the sentences
/// of the rulebook.
type EngineResult = (String, PlayedSide, BTreeMap<String, String>);

fn play(
    name: &str,
    told: &mut Told,
    playing: &Playing,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<EngineResult, Stop> {
    let playing = Playing {
        engine: vec![name.to_owned()],
        timeout: playing.timeout,
        jobs: playing.jobs,
        readings: playing.readings.clone(),
        ..Playing::default()
    };
    let mut setting = Setting::open(&playing, arguments, surroundings, output)?;
    let game = setting.names.iter().find(|(_, own)| *own == name).map(|(game, _)| game.clone()).unwrap_or_default();
    setting.makers.retain(|other, _| *other == game);
    let filters = Filters { game: vec![game], ..Filters::default() };
    let selection = selection::select_all(&setting.suite, &filters)?;
    told.tell(&setting, &filters, &selection, output)?;
    let chosen = selection.without_drafts()?;
    let findings = Run { chosen, keep: Keep::Outcomes, ..setting.run(output) }.findings();
    let text = json::findings("verify", &findings, &ExitCode::numbers(&findings), None);
    let played = played(&findings, &findings.engines.keys().next().cloned().unwrap_or_default());
    let book = &setting.suite.book;
    let sentences = book.clauses().map(|id| (id.to_string(), book.clause_text(&id).to_owned())).collect();
    Ok((text, played, sentences))
}

/// All that the engine of one game answered.
pub(super) fn played(findings: &Findings<'_>, game: &str) -> PlayedSide {
    let profile = findings.engines.get(game).cloned().unwrap_or_default();
    let mut replies = BTreeMap::new();
    for judged in findings.judged.iter().filter(|judged| judged.scenario.game == game) {
        if let Some(outcome) = &judged.outcome {
            let task = judged.scenario.task(&[]);
            replies.insert(judged.scenario.id.clone(), (task, Ok(Reply::Played(outcome.clone()))));
        }
    }
    PlayedSide { profile, replies }
}
