//! `hunt --readings`: the smallest scenario on which two values of a reading differ, as a question.

use std::sync::atomic::Ordering;

use crate::cli::args::Filters;
use crate::cli::args::Format;
use crate::cli::args::HuntArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::hunt;
use crate::cli::context::Context;
use crate::cli::env::interrupt;
use crate::cli::exit_code::ExitCode;
use crate::cli::session::Session;
use crate::cli::session::problem_filter::ProblemSplit;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report;
use crate::report::machine::reading_questions;
use crate::report::machine::reading_questions::DecidingScenario;
use crate::report::machine::reading_questions::ReadingQuestion;
use truthsayer_oracle::hunt::Start;
use truthsayer_oracle::hunt::budget::Budget;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::finding::Finding;
use truthsayer_oracle::hunt::readings::fixed_reading;
use truthsayer_oracle::hunt::readings::fixed_reading::FixedReading;
use truthsayer_oracle::hunt::sides::Side;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::judge::clause_readings;
use truthsayer_oracle::run::Progress;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::nearest::nearest;

/// Default number of generated scenarios, if the suite has no short scenario on which the values differ.
const USUAL: usize = 2000;
/// A scenario with at most this many steps is short: no more scenarios are generated.
const SHORT: usize = 4;

pub(crate) fn run(
    names: &[String],
    options: &HuntArguments,
    session: &Session,
    context: &Context<'_>,
) -> Result<ExitCode, CliError> {
    let chosen = chosen(names, options, session)?;
    let mut problems = false;
    let mut questions = Vec::new();
    let mut fault = None;
    for (game, notes) in &chosen {
        let Some(seat) = session.seats.get(game) else { continue };
        let (start, own_problems) = start(game, options, session, context)?;
        problems |= own_problems;
        let search = QuestionSearch { game, maker: seat.engine.as_ref(), start, options, session, context };
        for note in notes {
            for other in note.values.iter().filter(|value| **value != note.default) {
                let (question, own_fault) = search.question(note, other);
                fault = fault.or(own_fault);
                questions.push(question);
            }
        }
    }
    context.console.end();
    let stopped = interrupt::wait().load(Ordering::Relaxed);
    let code = match (&fault, stopped) {
        (Some(_), _) => ExitCode::EngineFault,
        (None, true) => ExitCode::Interrupted,
        (None, false) if problems => ExitCode::BadInput,
        (None, false) if questions.iter().any(|it| it.scenario.is_none()) => ExitCode::Fail,
        (None, false) => ExitCode::Pass,
    };
    match options.format {
        Format::Json => context.console.data(&reading_questions::json(&questions, code as u8, &session.suite)),
        Format::Pretty => context.console.result(&report::terminal::reading_question::text(&questions)),
    }
    match fault {
        Some(fault) => Err(CliError::fault(&fault)),
        None => Ok(code),
    }
}

/// The readings of each game: those that are named, or all.
fn chosen(
    names: &[String],
    options: &HuntArguments,
    session: &Session,
) -> Result<Vec<(String, Vec<ReadingNote>)>, CliError> {
    if let Some(game) = options.game.as_ref().filter(|game| !session.seats.contains_key(*game)) {
        return Err(CliError::Usage(format!("the project has no game `{game}`")));
    }
    if !names.is_empty() && options.all {
        return Err(CliError::Usage("`--all` means every reading; name readings or use `--all`, not both".to_owned()));
    }
    let seats = session.seats.iter().filter(|(game, _)| options.game.as_ref().is_none_or(|only| only == *game));
    let all: Vec<(&String, &ReadingNote)> =
        seats.flat_map(|(game, seat)| seat.profile().readings.iter().map(move |note| (game, note))).collect();
    let fits = |wanted: &String, note: &ReadingNote| *wanted == note.name || fast_glob::glob_match(wanted, &note.name);
    if let Some(lost) = names.iter().find(|wanted| !all.iter().any(|(_, note)| fits(wanted, note))) {
        return Err(CliError::Usage(unknown(lost, &all)));
    }
    let mut chosen: Vec<(String, Vec<ReadingNote>)> = Vec::new();
    for (game, note) in all.iter().filter(|(_, note)| names.is_empty() || names.iter().any(|name| fits(name, note))) {
        match chosen.last_mut().filter(|(last, _)| last == *game) {
            Some((_, notes)) => notes.push((*note).clone()),
            None => chosen.push(((*game).clone(), vec![(*note).clone()])),
        }
    }
    match chosen.is_empty() {
        true => Err(CliError::Nothing("the engine declares no readings".to_owned())),
        false => Ok(chosen),
    }
}

fn unknown(name: &str, all: &[(&String, &ReadingNote)]) -> String {
    let names: Vec<&str> = all.iter().map(|(_, note)| note.name.as_str()).collect();
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("no engine has the reading `{name}`; did you mean `{near}`?"),
        None if names.is_empty() => format!("no engine has the reading `{name}`; the engine declares no readings"),
        None => format!("no engine has the reading `{name}`; the readings are: {}", names.join(", ")),
    }
}

/// The starting points, shortest first, so that the first scenario that shows a difference is a short one. Also whether a
/// file of them has a problem.
fn start(
    game: &str,
    options: &HuntArguments,
    session: &Session,
    context: &Context<'_>,
) -> Result<(Vec<Start>, bool), CliError> {
    let filters = Filters { game: vec![game.to_owned()], ids: options.from.clone(), ..Filters::default() };
    let selection = match selection::select_all(&session.suite, &filters) {
        Err(CliError::Nothing(_)) if options.from.is_empty() => Selection::default(),
        selected => selected?,
    };
    let something_left = !(selection.chosen.is_empty() && selection.drafts.is_empty());
    let problems = ProblemSplit::of(session, &filters, &selection, false)?.report(something_left, context.console)?;
    let chosen = [selection.chosen, selection.drafts].concat();
    let mut start = hunt::start(&session.suite, game, &chosen, &[], true);
    start.sort_by_cached_key(|start| (start.task.when.len(), start.task.given.to_string().len()));
    Ok((start, !problems.is_empty()))
}

/// The search for the questions of one game.
struct QuestionSearch<'a> {
    game: &'a str,
    maker: &'a dyn EngineMaker,
    start: Vec<Start>,
    options: &'a HuntArguments,
    session: &'a Session,
    context: &'a Context<'a>,
}

impl QuestionSearch<'_> {
    /// The question that decides between the default and another value, and the fault that ended the search.
    fn question(&self, note: &ReadingNote, other: &str) -> (ReadingQuestion, Option<Fault>) {
        let values = [note.default.clone(), other.to_owned()];
        let (mut found, mut runs, mut fault) = (None, 0, None);
        for pass in [Pass::SameScript, Pass::AnyScript, Pass::Generated] {
            if is_short(found.as_ref()) || fault.is_some() {
                break;
            }
            let (finding, catch) = self.hunt(note, &values, pass);
            runs += catch.plays;
            fault = catch.fault;
            found = [found, finding].into_iter().flatten().min_by_key(size);
        }
        let scenario = found.map(|finding| self.scenario(&finding, note));
        let project = &self.session.suite.project;
        let ruled = project.readings.get(self.game).and_then(|own| own.map().get(&note.name).cloned());
        let book = &self.session.suite.book;
        let clauses = clause_readings::words(note, book);
        let question =
            ReadingQuestion { game: self.game.to_owned(), note: note.clone(), values, clauses, ruled, scenario, runs };
        (question, fault)
    }

    /// Returns the smallest scenario on which both values differ.
    fn hunt(&self, note: &ReadingNote, values: &[String; 2], pass: Pass) -> (Option<Finding>, Catch) {
        let fixed = values.each_ref().map(|value| FixedReading {
            maker: self.maker,
            name: note.name.clone(),
            value: value.clone(),
        });
        let engine = |value: &str| match pass {
            Pass::SameScript => self.maker.profile().name.clone(),
            Pass::AnyScript | Pass::Generated => value.to_owned(),
        };
        let side = |maker, value: &str| Side { name: String::new(), engine: engine(value), maker, without: Vec::new() };
        let contest = Sides::Engines { one: side(&fixed[0], &values[0]), other: side(&fixed[1], &values[1]) };
        let limits = (self.options.seed, pass.budget(self.options));
        let hunt = hunt::prepared(contest, self.start.clone(), self.game, limits, self.session, self.context.console);
        let mut catch = hunt.run();
        let smallest = (0..catch.findings.len()).min_by_key(|at| size(&catch.findings[*at]));
        let smallest = smallest.map(|at| catch.findings.swap_remove(at));
        let smallest = smallest.map(|finding| match is_short(Some(&finding)) {
            true => finding,
            false => hunt.with_fewer_steps(finding),
        });
        (smallest, catch)
    }

    fn scenario(&self, finding: &Finding, note: &ReadingNote) -> DecidingScenario {
        let mut given = finding.task.given.clone();
        fixed_reading::unset(&mut given, &note.name);
        DecidingScenario {
            given,
            when: finding.task.when.clone(),
            answers: finding.difference.sides.clone(),
            origin: finding.origin.clone(),
            is_own: finding.is_own,
        }
    }
}

/// A pass of the search. Later passes run only if the earlier ones find no short scenario.
#[derive(Clone, Copy)]
enum Pass {
    /// The suite, and only scripts that both values accept.
    SameScript,
    /// The suite, and also scripts that only one value accepts.
    AnyScript,
    /// Generated scenarios.
    Generated,
}

impl Pass {
    fn budget(self, options: &HuntArguments) -> Budget {
        let (time, plays) = match self {
            Pass::SameScript | Pass::AnyScript => (None, Some(0)),
            Pass::Generated => (options.time, options.plays.or(options.time.is_none().then_some(USUAL))),
        };
        Budget::new(time, plays, interrupt::wait())
    }
}

fn is_short(finding: Option<&Finding>) -> bool {
    finding.is_some_and(|finding| finding.task.when.len() <= SHORT)
}

/// The order of findings: short ones first, then those that run under both values, then fewer steps, then a smaller set-up.
fn size(finding: &Finding) -> (bool, bool, usize, usize) {
    let runs = finding.replies.iter().all(|reply| matches!(reply, Ok(Reply::Played(_))));
    (!is_short(Some(finding)), !runs, finding.task.when.len(), finding.task.given.to_string().len())
}
