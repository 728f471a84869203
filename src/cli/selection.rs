//! Which scenarios a run is about.

use std::collections::BTreeSet;

use crate::cli::arguments::Filters;
use crate::cli::stop::Stop;
use crate::oracle::broken::Broken;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::protocol::nearest::nearest;

/// A rule as somebody types it.
const RULE_FORMS: &str = "file:line, file#NAME or the file, and .clause after a line or name";

/// The rules that were asked for, each as it was typed and as it was found.
pub(crate) fn picks<'f>(filters: &'f Filters, book: &Rulebook) -> Result<Vec<(&'f str, RulePick)>, Stop> {
    let read = |text: &String| named(text, book)?.pick(book).map_err(Stop::Nothing);
    filters.rule.iter().map(|text| Ok((text.as_str(), read(text)?))).collect()
}

/// A rule as it was typed, or what would have been one.
pub(crate) fn named(text: &str, book: &Rulebook) -> Result<NamedRule, Stop> {
    let usage = || which_line(text, book).unwrap_or_else(|| format!("`{text}` is no rule: write {RULE_FORMS}"));
    NamedRule::parse(text).ok_or_else(|| Stop::Usage(usage()))
}

/// The lines that a rule names and the rulebook has, or which of them it lacks.
pub(crate) fn rule_lines<'b>(pick: &RulePick, rule: &NamedRule, book: &'b Rulebook) -> Result<&'b [RuleLine], Stop> {
    let file = book.file(&pick.lines.file);
    let lines = file.map_or(&[][..], |file| file.lines_between(pick.lines.first, pick.lines.last));
    if lines.is_empty() {
        return Err(Stop::Nothing(format!("no rule stands at `{rule}`")));
    }
    if !lines.iter().any(|line| pick.clause.is_none_or(|clause| clause <= line.clause_count())) {
        let count = lines.iter().map(RuleLine::clause_count).max().unwrap_or(0);
        return Err(Stop::Nothing(format!("`{}` has no such clause; it has {count}", rule.address)));
    }
    Ok(lines)
}

/// A number alone, such as `23` or `23.2`, says neither which game nor which file.
pub(crate) fn which_line(text: &str, book: &Rulebook) -> Option<String> {
    let line: usize = text.split_once('.').map_or(text, |(line, _)| line).parse().ok()?;
    let files = book.files().filter(|file| file.line(line).is_some());
    let lines: Vec<String> = files.map(|file| format!("{}:{text}", file.name)).collect();
    Some(match lines.as_slice() {
        [] => format!("line {line} of which file? Write {RULE_FORMS}"),
        lines => format!("line {line} of which file? Write {}", lines.join(" or ")),
    })
}

/// What passes every kind of filter.
#[derive(Default)]
pub(crate) struct Selection<'a> {
    pub chosen: Vec<&'a Scenario>,
    pub drafts: Vec<&'a Scenario>,
    /// What cannot be played as it is.
    pub broken: Vec<&'a Broken>,
}

impl<'a> Selection<'a> {
    /// How many scenarios pass, are not drafts and cannot be loaded, at least.
    pub(crate) fn unloaded(&self) -> usize {
        self.broken.iter().filter(|broken| !broken.is_draft).map(|broken| broken.count()).sum()
    }

    /// For commands that have no use for drafts.
    pub(crate) fn without_drafts(self) -> Result<Vec<&'a Scenario>, Stop> {
        match (self.chosen.is_empty(), self.drafts.first()) {
            (true, Some(draft)) => Err(Stop::Nothing(format!("`{}` is still a draft", draft.id))),
            _ => Ok(self.chosen),
        }
    }
}

/// Something that a filter may mean.
#[derive(Clone, Copy)]
enum Candidate<'a> {
    Whole(&'a Scenario),
    Broken(&'a Broken),
}

impl<'a> Candidate<'a> {
    fn id(self) -> &'a str {
        match self {
            Candidate::Whole(scenario) => &scenario.id,
            Candidate::Broken(broken) => &broken.id,
        }
    }

    fn game(self) -> &'a str {
        match self {
            Candidate::Whole(scenario) => &scenario.game,
            Candidate::Broken(broken) => broken.game(),
        }
    }

    fn tags(self) -> &'a [String] {
        match self {
            Candidate::Whole(scenario) => &scenario.tags,
            Candidate::Broken(_) => &[],
        }
    }

    fn has_tag(self, tag: &str) -> bool {
        match self {
            Candidate::Whole(scenario) => scenario.tags.iter().any(|own| own == tag),
            Candidate::Broken(broken) => broken.may_have(tag),
        }
    }

    fn cites(self, pick: &RulePick, book: &Rulebook) -> bool {
        match self {
            Candidate::Whole(scenario) => {
                scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.holds(id)))
            }
            Candidate::Broken(broken) => broken.may_cite(pick, book),
        }
    }
}

/// What can say something about these games: their scenarios, and those of others that cite their rules. Where no game
/// is named, everything.
pub(crate) fn of_games<'s>(suite: &'s Suite, games: &BTreeSet<&str>) -> Vec<&'s Scenario> {
    let cites = |scenario: &Scenario| {
        scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|clause| games.contains(clause.game()))
    };
    let is_meant = |scenario: &&Scenario| games.is_empty() || games.contains(scenario.game.as_str()) || cites(scenario);
    suite.scenarios.iter().filter(is_meant).collect()
}

/// The scenarios that pass every kind of filter. A filter that matches nothing is a mistake worth an exit code.
pub(crate) fn select<'a>(suite: &'a Suite, filters: &Filters) -> Result<Vec<&'a Scenario>, Stop> {
    let (chosen, drafts) = select_with_drafts(suite, filters)?;
    Selection { chosen, drafts, broken: Vec::new() }.without_drafts()
}

/// The same with the drafts that pass, apart from the others.
pub(crate) fn select_with_drafts<'a>(
    suite: &'a Suite,
    filters: &Filters,
) -> Result<(Vec<&'a Scenario>, Vec<&'a Scenario>), Stop> {
    let Selection { chosen, drafts, broken } = select_all(suite, filters)?;
    match (chosen.is_empty() && drafts.is_empty(), broken.first()) {
        (true, Some(broken)) => Err(Stop::Nothing(format!("`{}` cannot be played as it is", broken.id))),
        _ => Ok((chosen, drafts)),
    }
}

/// The same with what passes and cannot be played.
pub(crate) fn select_all<'a>(suite: &'a Suite, filters: &Filters) -> Result<Selection<'a>, Stop> {
    let whole = suite.scenarios.iter().chain(&suite.drafts).map(Candidate::Whole);
    let mut chosen: Vec<Candidate<'a>> = whole.chain(suite.broken.iter().map(Candidate::Broken)).collect();
    chosen = narrow(chosen, &filters.game, "game", |game, candidate| candidate.game() == game)?;
    chosen = narrow(chosen, &filters.tag, "tag", |tag, candidate| candidate.has_tag(tag))?;
    let picks = picks(filters, &suite.book)?;
    let by_rule = |text: &str, candidate: Candidate<'_>| {
        picks.iter().any(|(own, pick)| *own == text && candidate.cites(pick, &suite.book))
    };
    chosen = narrow(chosen, &filters.rule, "rule", by_rule)?;
    chosen = narrow(chosen, &filters.ids, "filter", |filter, candidate| matches(suite, filter, candidate.id()))?;
    if chosen.is_empty() {
        let first = suite.first_scenario().map_or(String::new(), |new| format!("; `{new}` writes the first one"));
        return Err(Stop::Nothing(format!("there is no scenario to play{first}")));
    }
    let mut selection = Selection { chosen: Vec::new(), drafts: Vec::new(), broken: Vec::new() };
    for candidate in chosen {
        match candidate {
            Candidate::Whole(scenario) if scenario.is_draft => selection.drafts.push(scenario),
            Candidate::Whole(scenario) => selection.chosen.push(scenario),
            Candidate::Broken(broken) => selection.broken.push(broken),
        }
    }
    Ok(selection)
}

/// Keeps what at least one value matches; each value has to match something.
fn narrow<'a>(
    chosen: Vec<Candidate<'a>>,
    values: &[String],
    kind: &str,
    fits: impl Fn(&str, Candidate<'a>) -> bool,
) -> Result<Vec<Candidate<'a>>, Stop> {
    if values.is_empty() {
        return Ok(chosen);
    }
    for value in values {
        if !chosen.iter().any(|candidate| fits(value, *candidate)) {
            return Err(Stop::Nothing(no_match_text(kind, value, &chosen)));
        }
    }
    Ok(chosen.into_iter().filter(|candidate| values.iter().any(|value| fits(value, *candidate))).collect())
}

fn no_match_text(kind: &str, value: &str, chosen: &[Candidate<'_>]) -> String {
    let names: Vec<&str> = match kind {
        "game" => chosen.iter().map(|candidate| candidate.game()).collect(),
        "tag" => chosen.iter().flat_map(|candidate| candidate.tags()).map(String::as_str).collect(),
        "filter" => chosen.iter().map(|candidate| candidate.id()).collect(),
        _ => Vec::new(),
    };
    match nearest(value, names) {
        Some(near) => format!("the {kind} `{value}` matches no scenario; the nearest is `{near}`"),
        None => format!("the {kind} `{value}` matches no scenario"),
    }
}

/// Whether a filter means this id.
pub(crate) fn matches(suite: &Suite, filter: &str, id: &str) -> bool {
    let file_id = id.split('[').next().unwrap_or(id);
    let below =
        filter.trim_start_matches("./").strip_prefix(&format!("{}/", suite.project.scenarios)).unwrap_or(filter);
    let plain = below.trim_end_matches(".yaml").trim_end_matches('/');
    let inside = id.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
    // The brackets of a row are part of an id, so a glob is tried on the file's id as well as on the whole.
    inside || fast_glob::glob_match(below, id) || fast_glob::glob_match(below, file_id)
}
