//! Which scenarios a run is about.

use crate::cli::arguments::Filters;
use crate::cli::stop::Stop;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::protocol::nearest::nearest;

/// A rule as somebody types it.
pub const RULE_FORMS: &str = "file:line, file#NAME or the file, and .clause after a line or name";

/// The rules that were asked for, each as it was typed and as it was found.
pub fn picks<'f>(filters: &'f Filters, book: &Rulebook) -> Result<Vec<(&'f str, RulePick)>, Stop> {
    let read = |text: &'_ String| {
        let usage = || Stop::Usage(format!("`{text}` is no rule: write {RULE_FORMS}"));
        NamedRule::parse(text).ok_or_else(usage)?.pick(book).map_err(Stop::Nothing)
    };
    filters.rule.iter().map(|text| Ok((text.as_str(), read(text)?))).collect()
}

/// The scenarios that pass every kind of filter. A filter that matches nothing is a mistake worth an exit code.
pub fn select<'a>(suite: &'a Suite, filters: &Filters) -> Result<Vec<&'a Scenario>, Stop> {
    let (chosen, drafts) = select_with_drafts(suite, filters)?;
    match (chosen.is_empty(), drafts.first()) {
        (true, Some(draft)) => Err(Stop::Nothing(format!("`{}` is still a draft", draft.id))),
        _ => Ok(chosen),
    }
}

/// The same with the drafts that pass, apart from the others.
pub fn select_with_drafts<'a>(
    suite: &'a Suite,
    filters: &Filters,
) -> Result<(Vec<&'a Scenario>, Vec<&'a Scenario>), Stop> {
    let mut chosen: Vec<&Scenario> = suite.scenarios.iter().chain(&suite.drafts).collect();
    chosen = narrow(chosen, &filters.game, "game", |game, scenario| scenario.game == game)?;
    chosen = narrow(chosen, &filters.tag, "tag", |tag, scenario| scenario.tags.iter().any(|own| own == tag))?;
    let picks = picks(filters, &suite.book)?;
    let cites = |pick: &RulePick, scenario: &Scenario| {
        scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.holds(id)))
    };
    let by_rule =
        |text: &str, scenario: &Scenario| picks.iter().any(|(own, pick)| *own == text && cites(pick, scenario));
    chosen = narrow(chosen, &filters.rule, "rule", by_rule)?;
    chosen = narrow(chosen, &filters.ids, "filter", |filter, scenario| matches(suite, filter, scenario))?;
    if chosen.is_empty() {
        return Err(Stop::Nothing("there is no scenario to play".to_owned()));
    }
    let (drafts, chosen) = chosen.into_iter().partition(|scenario| scenario.is_draft);
    Ok((chosen, drafts))
}

/// Keeps what at least one value matches; each value has to match something.
fn narrow<'a>(
    chosen: Vec<&'a Scenario>,
    values: &[String],
    kind: &str,
    fits: impl Fn(&str, &Scenario) -> bool,
) -> Result<Vec<&'a Scenario>, Stop> {
    if values.is_empty() {
        return Ok(chosen);
    }
    for value in values {
        if !chosen.iter().any(|scenario| fits(value, scenario)) {
            return Err(Stop::Nothing(nothing(kind, value, &chosen)));
        }
    }
    Ok(chosen.into_iter().filter(|scenario| values.iter().any(|value| fits(value, scenario))).collect())
}

fn nothing(kind: &str, value: &str, chosen: &[&Scenario]) -> String {
    let names: Vec<&str> = match kind {
        "game" => chosen.iter().map(|scenario| scenario.game.as_str()).collect(),
        "tag" => chosen.iter().flat_map(|scenario| scenario.tags.iter().map(String::as_str)).collect(),
        "filter" => chosen.iter().map(|scenario| scenario.id.as_str()).collect(),
        _ => Vec::new(),
    };
    match nearest(value, names) {
        Some(near) => format!("the {kind} `{value}` matches no scenario; the nearest is `{near}`"),
        None => format!("the {kind} `{value}` matches no scenario"),
    }
}

fn matches(suite: &Suite, filter: &str, scenario: &Scenario) -> bool {
    let file_id = scenario.id.split('[').next().unwrap_or(&scenario.id);
    let below =
        filter.trim_start_matches("./").strip_prefix(&format!("{}/", suite.project.scenarios)).unwrap_or(filter);
    let plain = below.trim_end_matches(".yaml").trim_end_matches('/');
    let inside = scenario.id.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
    // The brackets of a row are part of an id, so a glob is tried on the file's id as well as on the whole.
    inside || fast_glob::glob_match(below, &scenario.id) || fast_glob::glob_match(below, file_id)
}
