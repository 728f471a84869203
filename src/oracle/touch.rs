//! What a change of the rulebook touches: everything that stood on the words it changed.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::address::Address;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::citation::Citation;
use crate::oracle::errata::Change;
use crate::oracle::errata::Kind;
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
    switches: Vec<(String, Vec<ClauseId>)>,
}

impl<'s> Touching<'s> {
    pub fn of<'p>(suite: &'s Suite, past: &Past, engines: impl IntoIterator<Item = &'p Profile>) -> Touching<'s> {
        let sites = site::all(suite).into_iter().filter_map(|site| {
            let old = site.stood_on(past)?;
            let moves = matches!(site.fate(&suite.book), Fate::Moves(_));
            Some((site, old, moves))
        });
        let notes = engines.into_iter().flat_map(|profile| &profile.switches);
        let switches = notes.filter_map(|note| {
            let address = Address::parse(&note.cite)?;
            let old = past.stood(&address, &Wording::of(&note.quote));
            let old = old.or_else(|| Citation::new(address, &note.quote).clauses_wherever(&past.old).ok())?;
            Some((note.name.clone(), old))
        });
        Touching { suite, sites: sites.collect(), switches: switches.collect() }
    }

    /// How many addresses have to follow of those that stood on certain clauses.
    fn moving(&self, stood: impl Fn(&[ClauseId]) -> bool) -> usize {
        let moving = self.sites.iter().filter(|(_, old, moves)| *moves && stood(old));
        moving.map(|(site, ..)| site.written_at()).collect::<BTreeSet<_>>().len()
    }

    pub fn touch(&self, change: &Change) -> Touch<'s> {
        let mut touch = Touch::default();
        if let Kind::Moved { from, .. } = &change.kind {
            let inside = |ids: &[ClauseId]| ids.iter().any(|id| from.holds(id));
            touch.addresses = self.moving(inside);
            return touch;
        }
        if let Kind::FileRenamed { from, .. } = &change.kind {
            let inside = |ids: &[ClauseId]| ids.iter().any(|id| *id.file == **from);
            touch.addresses = self.moving(inside);
            return touch;
        }
        let meets = |ids: &[ClauseId]| ids.iter().any(|id| change.old.contains(id));
        touch.addresses = self.moving(meets);
        for (site, ..) in self.sites.iter().filter(|(_, old, _)| meets(old)) {
            touch.enter(site);
        }
        for rule in self.suite.catalog.iter().filter(|rule| change.new.iter().any(|id| rule.holds(id))) {
            touch.rules.insert((&rule.game, rule.number), rule);
        }
        let own = self.switches.iter().filter(|(_, old)| meets(old));
        touch.switches.extend(own.map(|(name, _)| name.clone()));
        touch
    }
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
