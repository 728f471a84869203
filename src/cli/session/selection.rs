//! Selects the scenarios of a run.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Component;
use std::path::Path;

use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::session::name_match;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::rulebook::rule_selector::RulePick;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::unplayable::Broken;

/// The forms of a rule address, for messages.
const RULE_FORMS: &str = "file:line, file§number, file#NAME or the file, with .clause after a line or name";

/// The requested rules, as typed and as found.
pub(crate) fn picks<'f>(filters: &'f Filters, book: &Rulebook) -> Result<Vec<(&'f str, RulePick)>, CliError> {
    let read = |text: &String| named(text, book)?.pick(book).map_err(CliError::Nothing);
    filters.rule.iter().map(|text| Ok((text.as_str(), read(text)?))).collect()
}

/// Parses a rule address, or finds the only rule with this name. The error suggests a valid one.
pub(crate) fn named(text: &str, book: &Rulebook) -> Result<NamedRule, CliError> {
    if let Some(rule) = NamedRule::parse(text) {
        return Ok(rule);
    }
    if let Some(which) = which_line(text, book) {
        return Err(CliError::Usage(which));
    }
    let invalid = || {
        let names: Vec<&str> = rule_names(book).collect();
        match name_match::nearest_part(text, &names) {
            Some(near) => format!("there is no rule `{text}`; did you mean `{near}`?"),
            None => format!("invalid rule address `{text}`: write {RULE_FORMS}"),
        }
    };
    by_name(text, book)?.ok_or_else(|| CliError::Usage(invalid()))
}

/// The names of all rules.
pub(crate) fn rule_names(book: &Rulebook) -> impl Iterator<Item = &str> {
    book.files().flat_map(|file| file.lines().filter_map(|line| line.name.as_deref()))
}

/// The rule with this name in any file; `HOUR.2` is its second clause. Fails if several rules have the name.
pub(crate) fn by_name(text: &str, book: &Rulebook) -> Result<Option<NamedRule>, CliError> {
    let found = |name: &str| -> Vec<String> {
        let in_file = |file: &'_ RuleFile| {
            let lines = file.named(name);
            let address = |line: &RuleLine| Address::stable(file, line).to_string();
            lines.into_iter().map(address).collect::<Vec<_>>()
        };
        book.files().flat_map(in_file).collect()
    };
    let (mut places, mut clause) = (found(text), "");
    if let (true, Some((name, number))) = (places.is_empty(), text.rsplit_once('.')) {
        (places, clause) = (found(name), number);
    }
    let suffix = if clause.is_empty() { String::new() } else { format!(".{clause}") };
    match places.as_slice() {
        [] => Ok(None),
        [only] => Ok(NamedRule::parse(&format!("{only}{suffix}"))),
        several => {
            Err(CliError::Usage(format!("the rule `{text}` occurs several times: write {}", several.join(" or "))))
        }
    }
}

/// Finds the lines of a rule in the rulebook. Fails if a line or clause does not exist.
pub(crate) fn rule_lines<'b>(
    pick: &RulePick,
    rule: &NamedRule,
    book: &'b Rulebook,
) -> Result<&'b [RuleLine], CliError> {
    let file = book.file(&pick.lines.file);
    let lines = file.map_or(&[][..], |file| file.lines_between(pick.lines.first, pick.lines.last));
    if lines.is_empty() {
        return Err(CliError::Nothing(format!("there is no rule at `{rule}`")));
    }
    if !lines.iter().any(|line| pick.clause.is_none_or(|clause| clause <= line.clause_count())) {
        let count = lines.iter().map(RuleLine::clause_count).max().unwrap_or(0);
        return Err(CliError::Nothing(format!("`{}` has no such clause; it has {count}", rule.address)));
    }
    Ok(lines)
}

/// The error for a number without a file, such as `23` or `23.2`.
pub(crate) fn which_line(text: &str, book: &Rulebook) -> Option<String> {
    let line: usize = text.split_once('.').map_or(text, |(line, _)| line).parse().ok()?;
    let files = book.files().filter(|file| file.line(line).is_some());
    let lines: Vec<String> = files.map(|file| format!("{}:{text}", file.name)).collect();
    Some(match lines.as_slice() {
        [] => format!("line {line} of which file? Write {RULE_FORMS}"),
        lines => format!("line {line} of which file? Write {}", lines.join(" or ")),
    })
}

/// The scenarios that match all filters.
#[derive(Default)]
pub(crate) struct Selection<'a> {
    pub chosen: Vec<&'a Scenario>,
    pub drafts: Vec<&'a Scenario>,
    /// Scenarios that could not be loaded.
    pub broken: Vec<&'a Broken>,
}

impl<'a> Selection<'a> {
    /// Minimum number of selected scenarios, without drafts, that could not be loaded.
    pub(crate) fn unloaded(&self) -> usize {
        self.broken.iter().filter(|broken| !broken.is_draft).map(|broken| broken.count()).sum()
    }

    /// The selection without drafts; fails if only drafts match.
    pub(crate) fn without_drafts(self) -> Result<Vec<&'a Scenario>, CliError> {
        match (self.chosen.is_empty(), self.drafts.first()) {
            (true, Some(draft)) => Err(CliError::Nothing(format!("`{}` is a draft", draft.id))),
            _ => Ok(self.chosen),
        }
    }
}

/// A scenario that a filter may match.
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

/// The scenarios of these games, and scenarios of other games that cite their rules. All if no game is named.
pub(crate) fn of_games<'s>(suite: &'s Suite, games: &BTreeSet<&str>) -> Vec<&'s Scenario> {
    let cites = |scenario: &Scenario| {
        scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|clause| games.contains(clause.game()))
    };
    let is_meant = |scenario: &&Scenario| games.is_empty() || games.contains(scenario.game.as_str()) || cites(scenario);
    suite.scenarios.iter().filter(is_meant).collect()
}

/// The scenarios that match all filters. Fails if a filter matches nothing.
pub(crate) fn select<'a>(suite: &'a Suite, filters: &Filters) -> Result<Vec<&'a Scenario>, CliError> {
    let (chosen, drafts) = select_with_drafts(suite, filters)?;
    Selection { chosen, drafts, broken: Vec::new() }.without_drafts()
}

/// Like `select`, with drafts in a list of their own.
pub(crate) fn select_with_drafts<'a>(
    suite: &'a Suite,
    filters: &Filters,
) -> Result<(Vec<&'a Scenario>, Vec<&'a Scenario>), CliError> {
    let Selection { chosen, drafts, broken } = select_all(suite, filters)?;
    match (chosen.is_empty() && drafts.is_empty(), broken.first()) {
        (true, Some(broken)) => {
            Err(CliError::Nothing(format!("`{}` could not be loaded; `truthsayer lint` lists the problems", broken.id)))
        }
        _ => Ok((chosen, drafts)),
    }
}

/// Like `select`, with scenarios that could not be loaded.
pub(crate) fn select_all<'a>(suite: &'a Suite, filters: &Filters) -> Result<Selection<'a>, CliError> {
    let mut chosen: Vec<Candidate<'a>> = all(suite).collect();
    chosen = narrow(chosen, &filters.game, "game", |game, candidate| candidate.game() == game)?;
    chosen = narrow(chosen, &filters.tag, "tag", |tag, candidate| candidate.has_tag(tag))?;
    let picks = picks(filters, &suite.book)?;
    let by_rule = |text: &str, candidate: Candidate<'_>| {
        picks.iter().any(|(own, pick)| *own == text && candidate.cites(pick, &suite.book))
    };
    chosen = narrow(chosen, &filters.rule, "rule", by_rule)?;
    let by_id: BTreeMap<&str, IdFilter<'_>> =
        filters.ids.iter().map(|filter| (filter.as_str(), IdFilter::new(suite, filter))).collect();
    let is_meant =
        |filter: &str, candidate: Candidate<'_>| by_id.get(filter).is_some_and(|it| it.matches(candidate.id()));
    chosen = narrow(chosen, &filters.ids, "filter", is_meant)?;
    if chosen.is_empty() {
        let first = suite.first_scenario().map_or(String::new(), |new| format!("; write one with `{new}`"));
        return Err(CliError::Nothing(format!("there are no scenarios{first}")));
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

/// Keeps candidates that match at least one value. Fails if a value matches none.
fn narrow<'a>(
    chosen: Vec<Candidate<'a>>,
    values: &[String],
    kind: &str,
    fits: impl Fn(&str, Candidate<'a>) -> bool,
) -> Result<Vec<Candidate<'a>>, CliError> {
    if values.is_empty() {
        return Ok(chosen);
    }
    for value in values {
        if !chosen.iter().any(|candidate| fits(value, *candidate)) {
            return Err(CliError::Nothing(no_match_text(kind, value, &chosen)));
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
    match name_match::nearest_part(value, &names) {
        Some(near) => format!("the {kind} `{value}` matches no scenario; did you mean `{near}`?"),
        None => {
            let list = this_call().reads(&["list", "scenarios"]);
            format!("the {kind} `{value}` matches no scenario; `{list}` shows all of them")
        }
    }
}

/// A filter for ids: an id, a folder or a glob. If no id of the suite matches, a part of an id.
pub(crate) struct IdFilter<'f> {
    /// The filter below the folder of scenarios.
    below: &'f str,
    by_part: bool,
}

impl<'f> IdFilter<'f> {
    pub(crate) fn new(suite: &Suite, filter: &'f str) -> IdFilter<'f> {
        let exact = IdFilter::exact(&suite.project, filter);
        IdFilter { by_part: !exact.finds(suite), ..exact }
    }

    /// Without the attempt to match a part.
    fn exact(project: &Project, filter: &'f str) -> IdFilter<'f> {
        IdFilter { below: below_scenarios(project, filter), by_part: false }
    }

    /// Whether an id of the suite matches.
    fn finds(&self, suite: &Suite) -> bool {
        all(suite).any(|candidate| self.matches(candidate.id()))
    }

    pub(crate) fn matches(&self, id: &str) -> bool {
        if self.by_part {
            return name_match::has_part(id, self.below);
        }
        let file_id = id.split('[').next().unwrap_or(id);
        let plain = without_extension(self.below);
        let inside = id.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
        // The brackets of a row are part of an id, so a glob is tried on the id of the file, too.
        inside || fast_glob::glob_match(self.below, id) || fast_glob::glob_match(self.below, file_id)
    }
}

/// Everything that a filter may match.
fn all(suite: &Suite) -> impl Iterator<Item = Candidate<'_>> {
    let whole = suite.scenarios.iter().chain(&suite.drafts).map(Candidate::Whole);
    whole.chain(suite.broken.iter().map(Candidate::Broken))
}

/// A filter without the path of the scenarios folder.
fn below_scenarios<'f>(project: &Project, filter: &'f str) -> &'f str {
    filter.trim_start_matches("./").strip_prefix(&format!("{}/", project.scenarios)).unwrap_or(filter)
}

fn without_extension(filter: &str) -> &str {
    filter.trim_end_matches(".yaml").trim_end_matches('/')
}

/// The ids of the files that the filters name. `None` if anything else is asked for: then all files must be read.
pub(crate) fn named_files(project: &Project, filters: &Filters) -> Option<Vec<String>> {
    let Filters { ids, rule, tag, game, .. } = filters;
    let names_files = !ids.is_empty() && rule.is_empty() && tag.is_empty() && game.is_empty();
    names_files.then(|| ids.iter().map(|filter| named_file(project, filter)).collect::<Option<Vec<String>>>())?
}

/// The id of the file that contains the scenario with this id.
fn named_file(project: &Project, filter: &str) -> Option<String> {
    let plain = without_extension(below_scenarios(project, filter));
    // Brackets contain the row of a table.
    let (id, row) = plain.split_once('[').unwrap_or((plain, "]"));
    let is_glob = id.contains(['*', '?', '{', '!', '\\']) || !row.ends_with(']');
    let is_relative = Path::new(id).components().all(|part| matches!(part, Component::Normal(_)));
    let folder = project.root.join(&project.scenarios);
    if is_glob || !is_relative || id.split('/').nth(1) == Some("fixtures") || folder.join(id).is_dir() {
        return None;
    }
    // A file with several scenarios adds their names to its own id.
    let ends = id.match_indices('/').map(|(end, _)| &id[..end]).chain([id]).filter(|id| id.contains('/'));
    ends.rev().find(|id| folder.join(format!("{id}.yaml")).is_file()).map(str::to_owned)
}

/// Whether every filter names a scenario of the suite.
pub(crate) fn finds_all(suite: &Suite, ids: &[String]) -> bool {
    ids.iter().all(|filter| IdFilter::exact(&suite.project, filter).finds(suite))
}
