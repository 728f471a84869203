//! Sites: every place in a file of the project where somebody wrote down the address of a rule.

use std::collections::BTreeSet;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::catalog::CatalogAddress;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::citation::Citation;
use crate::oracle::citation::Resolution;
use crate::oracle::exclusion::Exclusion;
use crate::oracle::floor::FloorEntry;
use crate::oracle::foil_entry::FoilEntry;
use crate::oracle::gap::Gap;
use crate::oracle::gap::Subject;
use crate::oracle::past::Past;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::wording::Wording;
use crate::source::Place;

/// An address as it was written.
#[derive(Debug, Clone)]
pub struct Site<'s> {
    pub place: &'s Place,
    pub address: &'s Address,
    /// The clause of a line, where one is named.
    pub clause: Option<usize>,
    pub quote: Option<&'s str>,
    /// It was written for the rulebook as it is now, and not for the reviewed one.
    pub is_current: bool,
    pub owner: Owner<'s>,
}

/// What the address belongs to.
#[derive(Debug, Clone, Copy)]
pub enum Owner<'s> {
    Scenario(&'s Scenario),
    Exclusion(&'s Exclusion),
    Rule(&'s CatalogRule),
    /// What a catalog leaves out.
    Outside,
    Gap(&'s Gap),
    Foil(&'s FoilEntry),
    Floor(&'s FloorEntry),
}

/// What becomes of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is right as it is.
    Stays,
    /// What it points at stands here now. Several, where lines that stood together do so no longer.
    Moves(Vec<String>),
    /// What it pointed at is gone.
    Gone,
    /// It may mean any of these.
    Ambiguous(Vec<String>),
    /// It was wrong before.
    Unclear,
}

/// Every address of the suite.
pub fn all(suite: &Suite) -> Vec<Site<'_>> {
    let mut sites = Vec::new();
    let broken = suite.broken.iter().flat_map(|broken| &broken.scenarios);
    for scenario in suite.scenarios.iter().chain(&suite.drafts).chain(broken) {
        let cited = scenario.claims.iter().map(|claim| &claim.citation);
        sites.extend(cited.filter_map(|citation| Site::of(citation, Owner::Scenario(scenario))));
    }
    sites.extend(suite.exclusions.iter().filter_map(|it| Site::of(&it.citation, Owner::Exclusion(it))));
    for rule in &suite.catalog {
        sites.extend(rule.rows.iter().map(|row| Site::of_row(row, Owner::Rule(rule))));
    }
    sites.extend(suite.outside.iter().flat_map(|outside| &outside.rows).map(|row| Site::of_row(row, Owner::Outside)));
    for gap in suite.project.engines.values().flat_map(|entry| &entry.gaps) {
        if let Subject::Rule { rule, quote, place } = &gap.subject {
            let (address, clause, quote) = (&rule.address, rule.clause, quote.as_deref());
            sites.push(Site { place, address, clause, quote, is_current: false, owner: Owner::Gap(gap) });
        }
    }
    for foil in &suite.project.foils {
        sites.extend(foil.lacks.iter().map(|(rule, place)| {
            let (address, clause) = (&rule.address, rule.clause);
            Site { place, address, clause, quote: None, is_current: false, owner: Owner::Foil(foil) }
        }));
    }
    sites.extend(suite.floor.iter().flat_map(|floor| &floor.entries).map(|entry| {
        let (place, address, clause) = (&entry.place, &entry.rule.address, entry.rule.clause);
        Site { place, address, clause, quote: None, is_current: false, owner: Owner::Floor(entry) }
    }));
    sites
}

impl<'s> Site<'s> {
    fn of(citation: &'s Citation, owner: Owner<'s>) -> Option<Site<'s>> {
        let place = citation.cite_place.as_ref()?;
        let (address, quote) = (&citation.address, Some(citation.quote.as_str()));
        Some(Site { place, address, clause: None, quote, is_current: false, owner })
    }

    fn of_row(row: &'s CatalogAddress, owner: Owner<'s>) -> Site<'s> {
        let (quote, is_current) = (row.quote.as_deref(), row.is_current);
        Site { place: &row.place, address: &row.address, clause: None, quote, is_current, owner }
    }

    /// The one text that it was read from, which the rows of a table share.
    pub(crate) fn written_at(&self) -> (String, u32) {
        (self.place.file.path.clone(), self.place.start)
    }

    /// As it was written.
    pub(crate) fn written_address(&self) -> String {
        match self.clause {
            Some(clause) => format!("{}.{clause}", self.address),
            None => self.address.to_string(),
        }
    }

    /// The clauses that it pointed at when the rulebook was reviewed. None where it was written since.
    pub(crate) fn stood_on(&self, past: &Past) -> Option<Vec<ClauseId>> {
        if self.is_current {
            return None;
        }
        if let Some(quote) = self.quote {
            return past.clauses_of_quote(self.address, &Wording::of(quote));
        }
        let lines = self.address.lines(&past.old).ok()?;
        let file = past.old.file(&lines.file)?;
        let lines = file.lines_between(lines.first, lines.last);
        let ids = lines.iter().flat_map(|line| line.clause_ids(&file.name));
        Some(ids.filter(|id| self.clause.is_none_or(|clause| clause == id.clause)).collect::<Vec<_>>())
            .filter(|ids| !ids.is_empty())
    }

    pub(crate) fn fate(&self, book: &Rulebook) -> Fate {
        let Some(address) = book.renamed(self.address) else { return self.fate_as_written(book) };
        let renamed = Site { address: &address, ..self.clone() };
        match renamed.fate_as_written(book) {
            Fate::Stays => Fate::Moves(vec![renamed.written_address()]),
            other => other,
        }
    }

    fn fate_as_written(&self, book: &Rulebook) -> Fate {
        let old = book.past().and_then(|past| Some((past, self.stood_on(past)?)));
        match (old, self.quote) {
            (Some((past, old)), quote) => {
                let now = past.follow(&old);
                match (now.is_empty(), quote, self.clause) {
                    (_, Some(quote), _) => self.follow_quote(past, &now, quote, book),
                    (true, ..) => Fate::Gone,
                    (false, None, Some(_)) => self.follow_clause(past, &old, &now, book),
                    (false, None, None) => self.follow_lines(past, &old, book),
                }
            }
            (None, Some(quote)) => match Citation::new(self.address.clone(), quote).resolve(book) {
                Resolution::Ok(_) => Fate::Stays,
                Resolution::Moved(to) => Fate::Moves(vec![to.to_string()]),
                Resolution::Ambiguous(candidates) => Fate::Ambiguous(candidates),
                _ => Fate::Unclear,
            },
            (None, None) => Fate::Stays,
        }
    }

    fn follow_quote(&self, past: &Past, now: &[ClauseId], quote: &str, book: &Rulebook) -> Fate {
        match Citation::new(self.address.clone(), quote).resolve(book) {
            Resolution::Ok(_) => return Fate::Stays,
            Resolution::Ambiguous(candidates) => return Fate::Ambiguous(candidates),
            Resolution::Followed { to, .. } => return Fate::Moves(vec![to.to_string()]),
            Resolution::Lost => return Fate::Gone,
            _ => {}
        }
        // Words that changed where they stand move nothing.
        let lines = self.address.lines(book).ok().filter(|lines| now.iter().all(|id| lines.holds(id)));
        if lines.is_some_and(|lines| past.follow_address(self.address, book) == Some(vec![lines])) {
            return Fate::Stays;
        }
        match past.address(self.address, now, &Wording::of(quote), book) {
            Some(to) if to == *self.address => Fate::Stays,
            Some(to) => Fate::Moves(vec![to.to_string()]),
            None => Fate::Unclear,
        }
    }

    /// The clauses that it means in the rulebook as it is now.
    pub(crate) fn clauses_as_written(&self, book: &Rulebook) -> Vec<ClauseId> {
        if let Some(quote) = self.quote {
            return Citation::new(self.address.clone(), quote).clauses_as_written(book);
        }
        let Ok(lines) = self.address.lines(book) else { return Vec::new() };
        let Some(file) = book.file(&lines.file) else { return Vec::new() };
        let ids = file.lines_between(lines.first, lines.last).iter().flat_map(|line| line.clause_ids(&file.name));
        ids.filter(|id| self.clause.is_none_or(|clause| clause == id.clause)).collect()
    }

    /// What it may mean, where all that it pointed at has copies and nothing says which of these are meant.
    fn copies(past: &Past, old: &[ClauseId]) -> Option<Fate> {
        let is_sure = |id: &ClauseId| past.candidates(std::slice::from_ref(id)).is_none();
        let candidates = past.candidates(old).filter(|_| !old.iter().any(is_sure))?;
        Some(Fate::Ambiguous(candidates.iter().map(ToString::to_string).collect()))
    }

    fn follow_clause(&self, past: &Past, old: &[ClauseId], now: &[ClauseId], book: &Rulebook) -> Fate {
        if let Some(ambiguous) = Site::copies(past, old) {
            return ambiguous;
        }
        let [id] = now else { return Fate::Unclear };
        let found = self.address.lines(book).ok().filter(|lines| lines.first == lines.last && lines.holds(id));
        if found.is_some() && self.clause == Some(id.clause) {
            return Fate::Stays;
        }
        let line = book.file(&id.file).and_then(|file| Some(Address::stable(file, file.line(id.line)?)));
        line.map_or(Fate::Unclear, |line| Fate::Moves(vec![format!("{line}.{}", id.clause)]))
    }

    fn follow_lines(&self, past: &Past, old: &[ClauseId], book: &Rulebook) -> Fate {
        if let Some(ambiguous) = Site::copies(past, old) {
            return ambiguous;
        }
        let now = past.follow_address(self.address, book).unwrap_or_default();
        // A range may begin or end at a heading, which is no rule line.
        let is_same = self.address.lines(book).is_ok_and(|lines| rule_lines(&[lines], book) == rule_lines(&now, book));
        let is_whole = self.address.spot == Spot::Anywhere && now.iter().all(|lines| lines.file == self.address.file);
        if is_same || is_whole {
            return Fate::Stays;
        }
        Fate::Moves(now.iter().map(|lines| lines.stable(book).to_string()).collect())
    }
}

/// The rule lines that stretches hold.
fn rule_lines<'l>(stretches: &'l [Lines], book: &Rulebook) -> BTreeSet<(&'l str, usize)> {
    let lines = stretches.iter().flat_map(|lines| {
        let own = book.file(&lines.file).map_or(&[][..], |file| file.lines_between(lines.first, lines.last));
        own.iter().map(|line| (lines.file.as_str(), line.number))
    });
    lines.collect()
}
