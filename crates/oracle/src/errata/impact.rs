//! The impact of a change of the rulebook: everything that depends on the changed words.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use crate::errata::address_uses;
use crate::errata::address_uses::Fate;
use crate::errata::address_uses::Owner;
use crate::errata::address_uses::Site;
use crate::errata::changes::Change;
use crate::errata::changes::ChangeKind;
use crate::rulebook::ClauseId;
use crate::rulebook::address::Address;
use crate::rulebook::catalog::CatalogRule;
use crate::rulebook::citation::Citation;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::rule_number::RuleNumber;
use crate::suite::Suite;
use truthsayer_protocol::Profile;

/// Everything that depends on one change.
#[derive(Debug, Default)]
pub struct Impact<'s> {
    pub scenarios: BTreeSet<&'s str>,
    /// Catalog rules, by game and number.
    pub rules: BTreeMap<(&'s str, &'s RuleNumber), &'s CatalogRule>,
    /// Positions of the exclusions.
    pub exclusions: BTreeSet<String>,
    /// Positions of the known gaps.
    pub gaps: BTreeSet<String>,
    pub floors: BTreeSet<String>,
    pub switches: BTreeSet<String>,
    /// Number of addresses to rewrite.
    pub addresses: usize,
}

/// An index of everything that depends on clauses, built once for all changes.
pub struct ImpactIndex<'s> {
    suite: &'s Suite,
    sites: Vec<(Site<'s>, Vec<ClauseId>, bool)>,
    /// For each line, the indices of the addresses that meant it.
    sites_of_line: IndexByLine,
    switches: HashMap<ClauseId, BTreeSet<String>>,
    /// For each line, the indices of the catalog rules that show it.
    rules_of_line: IndexByLine,
}

/// Indices by file and line. There can be as many changes as clauses, so each needs a fast lookup.
type IndexByLine = BTreeMap<(Arc<str>, usize), BTreeSet<usize>>;

impl<'s> ImpactIndex<'s> {
    pub fn of<'p>(
        suite: &'s Suite,
        past: &ReviewedRulebook,
        engines: impl IntoIterator<Item = &'p Profile>,
    ) -> ImpactIndex<'s> {
        let sites = address_uses::all(suite).into_iter().filter_map(|site| {
            let old = site.reviewed_clauses(past)?;
            let moves = matches!(site.fate(&suite.book), Fate::Moves(_));
            Some((site, old, moves))
        });
        let sites: Vec<_> = sites.collect();
        let mut sites_of_line = IndexByLine::new();
        for (at, (_, old, _)) in sites.iter().enumerate() {
            for id in old {
                sites_of_line.entry((Arc::clone(&id.file), id.line)).or_default().insert(at);
            }
        }
        let mut switches: HashMap<ClauseId, BTreeSet<String>> = HashMap::new();
        for note in engines.into_iter().flat_map(|profile| &profile.switches) {
            let Some(address) = Address::parse(&note.cite) else { continue };
            let old = past.clauses_of_quote(&address, &past.old.quoted(address.game(), &note.quote));
            let old = old.or_else(|| Citation::new(address, &note.quote).clauses_wherever(&past.old).ok());
            for id in old.into_iter().flatten() {
                switches.entry(id).or_default().insert(note.name.clone());
            }
        }
        ImpactIndex { suite, sites, sites_of_line, switches, rules_of_line: rules_of_line(suite) }
    }

    /// Returns the addresses that meant a range of lines.
    fn on_lines(&self, file: &str, first: usize, last: usize) -> BTreeSet<usize> {
        let file: Arc<str> = file.into();
        let lines = self.sites_of_line.range((Arc::clone(&file), first)..=(file, last.max(first)));
        lines.flat_map(|(_, sites)| sites.iter().copied()).collect()
    }

    /// Returns how many of these addresses must be rewritten.
    fn moving(&self, sites: &BTreeSet<usize>) -> usize {
        let moving = sites.iter().map(|at| &self.sites[*at]).filter(|(_, _, moves)| *moves);
        moving.map(|(site, ..)| site.written_at()).collect::<BTreeSet<_>>().len()
    }

    pub fn touch(&self, change: &Change) -> Impact<'s> {
        let mut touch = Impact::default();
        if let ChangeKind::Moved { from, .. } = &change.kind {
            touch.addresses = self.moving(&self.on_lines(&from.file, from.first, from.last));
            return touch;
        }
        if let ChangeKind::FileRenamed { from, .. } = &change.kind {
            touch.addresses = self.moving(&self.on_lines(from, 0, usize::MAX));
            return touch;
        }
        let mut stood: BTreeSet<usize> =
            change.old.iter().flat_map(|id| self.on_lines(&id.file, id.line, id.line)).collect();
        stood.retain(|at| self.sites[*at].1.iter().any(|id| change.old.contains(id)));
        touch.addresses = self.moving(&stood);
        for at in stood {
            touch.enter(&self.sites[at].0);
        }
        for id in &change.new {
            let rules = self.rules_of_line.get(&(Arc::clone(&id.file), id.line)).into_iter().flatten();
            for rule in rules.map(|at| &self.suite.catalog[*at]).filter(|rule| rule.holds(id)) {
                touch.rules.insert((&rule.game, &rule.number), rule);
            }
        }
        let own = change.old.iter().filter_map(|id| self.switches.get(id)).flatten();
        touch.switches.extend(own.cloned());
        touch
    }
}

fn rules_of_line(suite: &Suite) -> IndexByLine {
    let mut rules = IndexByLine::new();
    for (at, rule) in suite.catalog.iter().enumerate() {
        for lines in &rule.lines {
            let Some(file) = suite.book.file(&lines.file) else { continue };
            for line in file.lines_between(lines.first, lines.last) {
                rules.entry((Arc::clone(&file.name), line.number)).or_default().insert(at);
            }
        }
    }
    rules
}

impl<'s> Impact<'s> {
    fn enter(&mut self, site: &Site<'s>) {
        match site.owner {
            Owner::Scenario(scenario) => {
                self.scenarios.insert(&scenario.id);
            }
            Owner::Exclusion(_) => {
                self.exclusions.insert(site.place.to_string());
            }
            Owner::Rule(rule) => {
                self.rules.insert((&rule.game, &rule.number), rule);
            }
            Owner::Outside => {}
            Owner::Gap(_) => {
                self.gaps.insert(site.place.to_string());
            }
            Owner::Floor(_) => {
                self.floors.insert(site.place.to_string());
            }
        }
    }
}
