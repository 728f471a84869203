//! Separates problems inside the filter, which fail a run, from problems elsewhere, which are only counted.

use std::collections::BTreeSet;

use colored::Colorize;

use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::selection;
use crate::cli::session::selection::IdFilter;
use crate::cli::session::selection::Selection;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::diagnostic;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::unplayable::Broken;

/// The way in which a command uses the suite.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It compares goldens, so an orphaned golden is a problem.
    ComparesGoldens,
    /// It runs scenarios and ignores goldens.
    Runs,
    /// It prints a report even if no scenario can run, and ignores goldens.
    Reports,
}

/// The problems of a suite, split by the filter.
pub(crate) struct ProblemSplit {
    /// They make the exit code 3.
    pub inside: Vec<Problem>,
    /// Problems in drafts: reported, but they fail nothing.
    drafts: Vec<Problem>,
    /// Number of problems outside the filter; 0 if only a part of the suite was read.
    elsewhere: usize,
}

impl ProblemSplit {
    /// Splits the problems of the suite. Includes orphaned goldens if `goldens` is set.
    pub(crate) fn of(
        session: &Session,
        filters: &Filters,
        selection: &Selection<'_>,
        orphans: bool,
    ) -> Result<ProblemSplit, CliError> {
        let suite = &session.suite;
        let view = View::new(suite, filters, selection)?;
        let mut problems = session.problems.clone();
        if orphans {
            problems.extend(suite.orphan_problems());
        }
        diagnostic::sort(&mut problems);
        let is_counted = !suite.read.partial;
        let mut neighbours = ProblemSplit { inside: Vec::new(), drafts: Vec::new(), elsewhere: 0 };
        for problem in problems {
            match problem.path() {
                Some(path) if !view.holds(path) => neighbours.elsewhere += usize::from(is_counted),
                Some(path) if view.is_draft(path) => neighbours.drafts.push(problem),
                _ => neighbours.inside.push(problem),
            }
        }
        Ok(neighbours)
    }

    /// Reports all problems. Fails if they leave no scenario to run.
    pub(crate) fn report(self, something_left: bool, output: &Console) -> Result<Vec<Problem>, CliError> {
        if !something_left && !self.inside.is_empty() {
            return Err(CliError::BadInput(self.inside));
        }
        let mut text: String = crate::report::terminal::problem::list(self.inside.iter().chain(&self.drafts));
        if !self.inside.is_empty() {
            text.push_str(&format!("{}; all other scenarios run\n", count(self.inside.len(), "problem")));
        }
        if !self.drafts.is_empty() {
            text.push_str(&format!("{} in drafts, which fail nothing\n", count(self.drafts.len(), "problem")));
        }
        if self.elsewhere > 0 && !output.quiet {
            let problems = count(self.elsewhere, "problem");
            let lint = this_call().reads(&["lint"]);
            text.push_str(&format!("{} {problems} outside the filter; `{lint}` lists them\n", "note:".bold()));
        }
        output.about(&text);
        Ok(self.inside)
    }
}

/// The selected scenarios. If problems in files leave none, fails with these problems.
pub(crate) fn select<'s>(session: &'s Session, filters: &Filters) -> Result<Selection<'s>, CliError> {
    match selection::select_all(&session.suite, filters) {
        Err(CliError::Nothing(_)) if *filters == Filters::default() && !session.problems.is_empty() => {
            Err(CliError::BadInput(session.problems.clone()))
        }
        selected => selected,
    }
}

/// Reports the problems. Fails if they leave the command nothing to do.
pub(crate) fn report_or_stop(
    purpose: Purpose,
    session: &Session,
    filters: &Filters,
    selection: &Selection<'_>,
    output: &Console,
) -> Result<Vec<Problem>, CliError> {
    let something_left = purpose == Purpose::Reports || !selection.chosen.is_empty() || !selection.drafts.is_empty();
    ProblemSplit::of(session, filters, selection, purpose == Purpose::ComparesGoldens)?.report(something_left, output)
}

/// Reports the problems of some games, or of all games if none is named.
pub(crate) fn report_of_games(session: &Session, games: &[String], output: &Console) -> Result<Vec<Problem>, CliError> {
    let (filters, selection) = of_games(session, games);
    report_or_stop(Purpose::Reports, session, &filters, &selection, output)
}

/// Fails if some games have problems. For commands whose output would silently lack the affected scenarios.
pub(crate) fn refuse_of_games(session: &Session, games: &[String], output: &Console) -> Result<(), CliError> {
    let (filters, selection) = of_games(session, games);
    let neighbours = ProblemSplit::of(session, &filters, &selection, true)?;
    neighbours.report(false, output).map(|_| ())
}

fn of_games<'s>(session: &'s Session, games: &[String]) -> (Filters, Selection<'s>) {
    let filters = Filters { game: games.to_vec(), ..Filters::default() };
    let of_game = |game: &str| games.is_empty() || games.iter().any(|own| own == game);
    let chosen = session.suite.scenarios.iter().filter(|scenario| of_game(&scenario.game)).collect();
    let broken = session.suite.broken.iter().filter(|broken| of_game(broken.game())).collect();
    (filters, Selection { chosen, drafts: Vec::new(), broken })
}

/// The scope of a filter.
struct View<'a> {
    suite: &'a Suite,
    filters: &'a Filters,
    /// Ids of the selected files.
    chosen: BTreeSet<&'a str>,
    broken: &'a [&'a Broken],
    /// Games of the requested rules.
    rule_games: Vec<String>,
}

impl<'a> View<'a> {
    fn new(suite: &'a Suite, filters: &'a Filters, selection: &'a Selection<'_>) -> Result<View<'a>, CliError> {
        let whole = selection.chosen.iter().chain(&selection.drafts).map(|scenario| scenario.file_id());
        let chosen = whole.chain(selection.broken.iter().map(|broken| broken.id.as_str())).collect();
        let picks = selection::picks(filters, &suite.book)?;
        let game = |file: &str| file.split('/').next().unwrap_or_default().to_owned();
        let rule_games = picks.iter().map(|(_, pick)| game(&pick.lines.file)).collect();
        Ok(View { suite, filters, chosen, broken: &selection.broken, rule_games })
    }

    fn is_everything(&self) -> bool {
        let Filters { ids, rule, tag, game, .. } = self.filters;
        ids.is_empty() && rule.is_empty() && tag.is_empty() && game.is_empty()
    }

    /// Whether a file can affect the selected scenarios.
    fn holds(&self, path: &str) -> bool {
        let project = &self.suite.project;
        if let Some(id) = path_below(path, &project.scenarios) {
            return match id.split('/').nth(1) {
                Some("fixtures") => self.is_everything() || self.needs_fixtures_of(game_of(id)),
                _ => self.is_everything() || self.chosen.contains(id.trim_end_matches(".yaml")),
            };
        }
        if let Some(id) = path_below(path, &project.golden) {
            return self.is_everything() || self.would_choose(id.trim_end_matches(".yaml"));
        }
        path_below(path, &project.rules).is_none_or(|file| self.plays(game_of(file)))
    }

    /// Whether a selected scenario cannot run because of a fixture.
    fn needs_fixtures_of(&self, game: &str) -> bool {
        self.broken.iter().any(|broken| broken.game() == game && broken.lacks_base())
    }

    /// Whether the filters match an id, for files that could not be read.
    fn would_choose(&self, id: &str) -> bool {
        let Filters { ids, rule, tag, game, .. } = self.filters;
        let by_id = ids.is_empty() || ids.iter().any(|filter| IdFilter::new(self.suite, filter).matches(id));
        rule.is_empty() && tag.is_empty() && by_id && (game.is_empty() || game.iter().any(|own| own == game_of(id)))
    }

    /// Whether the filters match anything of a game.
    fn plays(&self, game: &str) -> bool {
        let asked = &self.filters.game;
        let by_rule = self.rule_games.is_empty() || self.rule_games.iter().any(|own| own == game);
        let by_id = self.filters.ids.is_empty() || self.chosen.iter().any(|id| game_of(id) == game);
        by_rule && by_id && (asked.is_empty() || asked.iter().any(|own| own == game))
    }

    fn is_draft(&self, path: &str) -> bool {
        let id = path_below(path, &self.suite.project.scenarios).map(|id| id.trim_end_matches(".yaml"));
        self.suite.broken.iter().any(|broken| broken.is_draft && Some(broken.id.as_str()) == id)
    }
}

fn game_of(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}

fn path_below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}
