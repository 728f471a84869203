//! Which scenarios a run is about.

use crate::cli::arguments::Filters;
use crate::cli::stop::Stop;
use crate::oracle::citation::Address;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::protocol::nearest::nearest;

/// A rule line, a range of lines, or one clause, as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePick {
    pub address: Address,
    pub clause: Option<usize>,
}

impl RulePick {
    /// Reads `file:line`, `file:first-last` or `file:line.clause`.
    pub fn parse(text: &str) -> Option<RulePick> {
        if let Some(address) = Address::parse(text) {
            return Some(RulePick { address, clause: None });
        }
        let (line, clause) = text.rsplit_once('.')?;
        let clause = clause.parse().ok().filter(|clause| *clause > 0)?;
        Some(RulePick { address: Address::parse(line)?, clause: Some(clause) })
    }

    pub fn holds(&self, id: &ClauseId) -> bool {
        self.address.holds(id) && self.clause.is_none_or(|clause| clause == id.clause)
    }
}

/// The rules that were asked for, each as it was typed and as it was read.
pub fn picks(filters: &Filters) -> Result<Vec<(&str, RulePick)>, Stop> {
    let read = |text: &'_ String| {
        let usage = || Stop::Usage(format!("`{text}` is no rule: write file:line or file:line.clause"));
        RulePick::parse(text).ok_or_else(usage)
    };
    filters.rule.iter().map(|text| Ok((text.as_str(), read(text)?))).collect()
}

/// The scenarios that pass every kind of filter. A filter that matches nothing is a mistake worth an exit code.
pub fn select<'a>(suite: &'a Suite, filters: &Filters) -> Result<Vec<&'a Scenario>, Stop> {
    let mut chosen: Vec<&Scenario> = suite.scenarios.iter().collect();
    chosen = narrow(chosen, &filters.game, "game", |game, scenario| scenario.game == game)?;
    chosen = narrow(chosen, &filters.tag, "tag", |tag, scenario| scenario.tags.iter().any(|own| own == tag))?;
    let picks = picks(filters)?;
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
    Ok(chosen)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_line_a_range_or_a_clause() {
        let pick = |text| RulePick::parse(text).map(|pick| (pick.address.to_string(), pick.clause));
        assert_eq!(pick("dune/battle.md:23"), Some(("dune/battle.md:23".into(), None)));
        assert_eq!(pick("dune/battle.md:23.2"), Some(("dune/battle.md:23".into(), Some(2))));
        assert_eq!(pick("dune/battle.md:150-156"), Some(("dune/battle.md:150-156".into(), None)));
        assert_eq!(pick("dune/battle.md"), None);
        assert_eq!(pick("dune/battle.md:23.0"), None);
    }
}
