//! What a change of the rulebook touches: everything that stood on the words it changed.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use crate::oracle::address::Address;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::citation::Citation;
use crate::oracle::errata::Change;
use crate::oracle::errata::ChangeKind;
use crate::oracle::past::Past;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::site;
use crate::oracle::site::Fate;
use crate::oracle::site::Owner;
use crate::oracle::site::Site;
use crate::oracle::suite::Suite;
use crate::oracle::wording::Wording;
use crate::protocol::Profile;

/// Everything that one change touches.
#[derive(Debug, Default)]
pub struct Touch<'s> {
    pub scenarios: BTreeSet<&'s str>,
    /// Rules of the catalog, by game and number.
    pub rules: BTreeMap<(&'s str, usize), &'s CatalogRule>,
    /// Where each exclusion stands.
    pub exclusions: BTreeSet<String>,
    /// Where each gap stands.
    pub gaps: BTreeSet<String>,
    /// Where each foil that is declared to lack it stands.
    pub foils: BTreeSet<String>,
    pub floors: BTreeSet<String>,
    pub switches: BTreeSet<String>,
    /// How many addresses have to follow.
    pub addresses: usize,
}

/// Who stands on which clauses, worked out once for all changes.
pub struct Touching<'s> {
    suite: &'s Suite,
    sites: Vec<(Site<'s>, Vec<ClauseId>, bool)>,
    /// The sites that stood on each line, by their place.
    sites_of_line: OnLines,
    switches: HashMap<ClauseId, BTreeSet<String>>,
    /// The rules of the catalog that show each line, by their place.
    rules_of_line: OnLines,
}

/// What stands on each line of each file. Changes can be as many as clauses, so nobody looks through all of it for each.
type OnLines = BTreeMap<(Arc<str>, usize), BTreeSet<usize>>;

impl<'s> Touching<'s> {
    pub fn of<'p>(suite: &'s Suite, past: &Past, engines: impl IntoIterator<Item = &'p Profile>) -> Touching<'s> {
        let sites = site::all(suite).into_iter().filter_map(|site| {
            let old = site.stood_on(past)?;
            let moves = matches!(site.fate(&suite.book), Fate::Moves(_));
            Some((site, old, moves))
        });
        let sites: Vec<_> = sites.collect();
        let mut sites_of_line = OnLines::new();
        for (at, (_, old, _)) in sites.iter().enumerate() {
            for id in old {
                sites_of_line.entry((Arc::clone(&id.file), id.line)).or_default().insert(at);
            }
        }
        let mut switches: HashMap<ClauseId, BTreeSet<String>> = HashMap::new();
        for note in engines.into_iter().flat_map(|profile| &profile.switches) {
            let Some(address) = Address::parse(&note.cite) else { continue };
            let old = past.clauses_of_quote(&address, &Wording::of(&note.quote));
            let old = old.or_else(|| Citation::new(address, &note.quote).clauses_wherever(&past.old).ok());
            for id in old.into_iter().flatten() {
                switches.entry(id).or_default().insert(note.name.clone());
            }
        }
        Touching { suite, sites, sites_of_line, switches, rules_of_line: rules_of_line(suite) }
    }

    /// The sites that stood on lines, from the first to the last.
    fn stood_on(&self, file: &str, first: usize, last: usize) -> BTreeSet<usize> {
        let file: Arc<str> = file.into();
        let lines = self.sites_of_line.range((Arc::clone(&file), first)..=(file, last.max(first)));
        lines.flat_map(|(_, sites)| sites.iter().copied()).collect()
    }

    /// How many addresses of these have to follow.
    fn moving(&self, sites: &BTreeSet<usize>) -> usize {
        let moving = sites.iter().map(|at| &self.sites[*at]).filter(|(_, _, moves)| *moves);
        moving.map(|(site, ..)| site.written_at()).collect::<BTreeSet<_>>().len()
    }

    pub fn touch(&self, change: &Change) -> Touch<'s> {
        let mut touch = Touch::default();
        if let ChangeKind::Moved { from, .. } = &change.kind {
            touch.addresses = self.moving(&self.stood_on(&from.file, from.first, from.last));
            return touch;
        }
        if let ChangeKind::FileRenamed { from, .. } = &change.kind {
            touch.addresses = self.moving(&self.stood_on(from, 0, usize::MAX));
            return touch;
        }
        let mut stood: BTreeSet<usize> =
            change.old.iter().flat_map(|id| self.stood_on(&id.file, id.line, id.line)).collect();
        stood.retain(|at| self.sites[*at].1.iter().any(|id| change.old.contains(id)));
        touch.addresses = self.moving(&stood);
        for at in stood {
            touch.enter(&self.sites[at].0);
        }
        for id in &change.new {
            let rules = self.rules_of_line.get(&(Arc::clone(&id.file), id.line)).into_iter().flatten();
            for rule in rules.map(|at| &self.suite.catalog[*at]).filter(|rule| rule.holds(id)) {
                touch.rules.insert((&rule.game, rule.number), rule);
            }
        }
        let own = change.old.iter().filter_map(|id| self.switches.get(id)).flatten();
        touch.switches.extend(own.cloned());
        touch
    }
}

fn rules_of_line(suite: &Suite) -> OnLines {
    let mut rules = OnLines::new();
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

impl<'s> Touch<'s> {
    fn enter(&mut self, site: &Site<'s>) {
        match site.owner {
            Owner::Scenario(scenario) => {
                self.scenarios.insert(&scenario.id);
            }
            Owner::Exclusion(_) => {
                self.exclusions.insert(site.place.to_string());
            }
            Owner::Rule(rule) => {
                self.rules.insert((&rule.game, rule.number), rule);
            }
            Owner::Outside => {}
            Owner::Gap(_) => {
                self.gaps.insert(site.place.to_string());
            }
            Owner::Foil(_) => {
                self.foils.insert(site.place.to_string());
            }
            Owner::Floor(_) => {
                self.floors.insert(site.place.to_string());
            }
        }
    }
}
