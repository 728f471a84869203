//! Problems beside the point: what is wrong elsewhere is counted, and never changes how a run ends.

use std::collections::BTreeSet;

use colored::Colorize;

use crate::cli::arguments::Filters;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::oracle::broken::Broken;
use crate::oracle::problem;
use crate::oracle::problem::Problem;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;
use crate::report::wording::count;

/// What a command wants the suite for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It compares with goldens, so that one which belongs to nobody is a problem.
    Guards,
    /// It plays, and goldens do not count.
    Plays,
    /// It tells something also where nothing is left to play, and goldens do not count.
    Tells,
}

/// The problems of a suite, as far as a filter goes.
pub(crate) struct Neighbours {
    /// They make the run one on bad input.
    pub inside: Vec<Problem>,
    /// What is still being written; it is told, and counts for nothing.
    drafts: Vec<Problem>,
    elsewhere: usize,
}

impl Neighbours {
    /// Splits what is wrong with the suite. Where goldens count, so do those that belong to nobody.
    pub(crate) fn of(
        setting: &Setting,
        filters: &Filters,
        selection: &Selection<'_>,
        orphans: bool,
    ) -> Result<Neighbours, Stop> {
        let suite = &setting.suite;
        let view = View::new(suite, filters, selection)?;
        let mut problems = setting.problems.clone();
        if orphans {
            problems.extend(suite.orphan_problems());
        }
        problem::sort(&mut problems);
        let mut neighbours = Neighbours { inside: Vec::new(), drafts: Vec::new(), elsewhere: 0 };
        for problem in problems {
            match problem.path() {
                Some(path) if !view.holds(path) => neighbours.elsewhere += 1,
                Some(path) if view.is_draft(path) => neighbours.drafts.push(problem),
                _ => neighbours.inside.push(problem),
            }
        }
        Ok(neighbours)
    }

    /// Tells all of it, or stops where it leaves nothing to play.
    pub(crate) fn tell(self, something_left: bool, output: &Output) -> Result<Vec<Problem>, Stop> {
        if !something_left && !self.inside.is_empty() {
            return Err(Stop::BadInput(self.inside));
        }
        let mut text: String = self.inside.iter().chain(&self.drafts).map(|problem| format!("{problem}\n")).collect();
        if !self.inside.is_empty() {
            let rest = if self.inside.len() == 1 { "it does not touch" } else { "they do not touch" };
            text.push_str(&format!("{}; what {rest} is played\n", count(self.inside.len(), "problem")));
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

/// The scenarios that pass. Where there is none at all because files are wrong, those are what there is to tell.
pub(crate) fn select<'s>(setting: &'s Setting, filters: &Filters) -> Result<Selection<'s>, Stop> {
    match selection::select_all(&setting.suite, filters) {
        Err(Stop::Nothing(_)) if *filters == Filters::default() && !setting.problems.is_empty() => {
            Err(Stop::BadInput(setting.problems.clone()))
        }
        selected => selected,
    }
}

/// Tells what is wrong, and stops where that leaves a command nothing to do.
pub(crate) fn tell_or_stop(
    purpose: Purpose,
    setting: &Setting,
    filters: &Filters,
    selection: &Selection<'_>,
    output: &Output,
) -> Result<Vec<Problem>, Stop> {
    let something_left = purpose == Purpose::Tells || !selection.chosen.is_empty() || !selection.drafts.is_empty();
    Neighbours::of(setting, filters, selection, purpose == Purpose::Guards)?.tell(something_left, output)
}

/// The same for all of some games, or of all where none is named.
pub(crate) fn told_of_games(setting: &Setting, games: &[String], output: &Output) -> Result<Vec<Problem>, Stop> {
    let (filters, selection) = of_games(setting, games);
    tell_or_stop(Purpose::Tells, setting, &filters, &selection, output)
}

/// Stops at the first problem of some games, for commands that would leave out what it touches and not be seen to.
pub(crate) fn refuse_of_games(setting: &Setting, games: &[String], output: &Output) -> Result<(), Stop> {
    let (filters, selection) = of_games(setting, games);
    let neighbours = Neighbours::of(setting, &filters, &selection, true)?;
    neighbours.tell(false, output).map(|_| ())
}

fn of_games<'s>(setting: &'s Setting, games: &[String]) -> (Filters, Selection<'s>) {
    let filters = Filters { game: games.to_vec(), ..Filters::default() };
    let of_game = |game: &str| games.is_empty() || games.iter().any(|own| own == game);
    let chosen = setting.suite.scenarios.iter().filter(|scenario| of_game(&scenario.game)).collect();
    let broken = setting.suite.broken.iter().filter(|broken| of_game(broken.game())).collect();
    (filters, Selection { chosen, drafts: Vec::new(), broken })
}

/// What a filter takes in.
struct View<'a> {
    suite: &'a Suite,
    filters: &'a Filters,
    /// The files that were chosen, by their ids.
    chosen: BTreeSet<&'a str>,
    broken: &'a [&'a Broken],
    /// The games of the rules that were asked for.
    rule_games: Vec<String>,
}

impl<'a> View<'a> {
    fn new(suite: &'a Suite, filters: &'a Filters, selection: &'a Selection<'_>) -> Result<View<'a>, Stop> {
        let file = |id: &'a str| id.split('[').next().unwrap_or(id);
        let whole = selection.chosen.iter().chain(&selection.drafts).map(|scenario| file(&scenario.id));
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

    /// Whether what stands in a file can matter to what was chosen.
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

    /// Whether something that was chosen cannot be played because of a fixture.
    fn needs_fixtures_of(&self, game: &str) -> bool {
        self.broken.iter().any(|broken| broken.game() == game && broken.lacks_base())
    }

    /// Whether the filters mean an id of which nothing else is known.
    fn would_choose(&self, id: &str) -> bool {
        let Filters { ids, rule, tag, game, .. } = self.filters;
        let by_id = ids.is_empty() || ids.iter().any(|filter| selection::matches(self.suite, filter, id));
        rule.is_empty() && tag.is_empty() && by_id && (game.is_empty() || game.iter().any(|own| own == game_of(id)))
    }

    /// Whether the filters leave anything of a game.
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
