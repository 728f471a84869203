//! Finds every address of a rule in the files of a project.

use std::collections::BTreeSet;

use crate::base::source::Place;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::catalog::CatalogAddress;
use crate::rulebook::catalog::CatalogRule;
use crate::rulebook::citation::Citation;
use crate::rulebook::citation::Resolution;
use crate::rulebook::exclusion::Exclusion;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::rule_file::RuleFile;
use crate::suite::Suite;
use crate::suite::floor::FloorEntry;
use crate::suite::gap::Gap;
use crate::suite::gap::Subject;
use crate::suite::scenario::Scenario;

/// An address in a file.
#[derive(Debug, Clone)]
pub struct Site<'s> {
    pub place: &'s Place,
    pub address: &'s Address,
    /// The clause number, if the address has one.
    pub clause: Option<usize>,
    pub quote: Option<&'s str>,
    /// The address refers to the current rulebook, not to the reviewed one.
    pub is_current: bool,
    pub owner: Owner<'s>,
}

/// The entry that contains the address.
#[derive(Debug, Clone, Copy)]
pub enum Owner<'s> {
    Scenario(&'s Scenario),
    Exclusion(&'s Exclusion),
    Rule(&'s CatalogRule),
    /// A rule that the catalog leaves out.
    Outside,
    Gap(&'s Gap),
    Floor(&'s FloorEntry),
}

/// Result of following an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The address is still correct.
    Stays,
    /// The new addresses. Several if adjacent lines were separated.
    Moves(Vec<String>),
    /// The rule no longer exists.
    Gone,
    /// The address can mean any of these.
    Ambiguous(Vec<String>),
    /// The address was invalid before.
    Unclear,
}

/// Returns every address of the suite.
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
    sites.extend(suite.floor.iter().flat_map(|floor| &floor.entries).map(|entry| {
        let (place, address, clause) = (&entry.place, &entry.rule.address, entry.rule.clause);
        Site { place, address, clause, quote: None, is_current: false, owner: Owner::Floor(entry) }
    }));
    sites
}

impl<'s> Site<'s> {
    fn of(citation: &'s Citation, owner: Owner<'s>) -> Option<Site<'s>> {
        let place = citation.cite_place.as_ref()?;
        let (address, quote) = (&citation.address, Some(citation.quote.as_str()).filter(|quote| !quote.is_empty()));
        Some(Site { place, address, clause: None, quote, is_current: false, owner })
    }

    fn of_row(row: &'s CatalogAddress, owner: Owner<'s>) -> Site<'s> {
        let (quote, is_current) = (row.quote.as_deref(), row.is_current);
        Site { place: &row.place, address: &row.address, clause: None, quote, is_current, owner }
    }

    /// Returns the position of the text, which the rows of a table share.
    pub(crate) fn written_at(&self) -> (String, u32) {
        (self.place.file.path.clone(), self.place.start)
    }

    /// Returns the address as written.
    pub(crate) fn written_address(&self) -> String {
        match self.clause {
            Some(clause) => format!("{}.{clause}", self.address),
            None => self.address.to_string(),
        }
    }

    /// Returns the clauses that the address meant in the reviewed rulebook. `None` if it was written after the review.
    pub(crate) fn reviewed_clauses(&self, past: &ReviewedRulebook) -> Option<Vec<ClauseId>> {
        if self.is_current {
            return None;
        }
        if let Some(quote) = self.quote {
            return past.clauses_of_quote(self.address, &past.old.quoted(self.address.game(), quote));
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
        let old = book.past().and_then(|past| Some((past, self.reviewed_clauses(past)?)));
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

    fn follow_quote(&self, past: &ReviewedRulebook, now: &[ClauseId], quote: &str, book: &Rulebook) -> Fate {
        match Citation::new(self.address.clone(), quote).resolve(book) {
            Resolution::Ok(_) => return Fate::Stays,
            Resolution::Ambiguous(candidates) => return Fate::Ambiguous(candidates),
            Resolution::Followed { to, .. } => return Fate::Moves(vec![to.to_string()]),
            Resolution::Lost => return Fate::Gone,
            _ => {}
        }
        // A change of words on the same line does not move the address.
        let lines = self.address.lines(book).ok().filter(|lines| now.iter().all(|id| lines.holds(id)));
        if lines.is_some_and(|lines| past.follow_address(self.address, book) == Some(vec![lines])) {
            return Fate::Stays;
        }
        match past.address(self.address, now, &book.quoted(self.address.game(), quote), book) {
            Some(to) if to == *self.address => Fate::Stays,
            Some(to) => Fate::Moves(vec![to.to_string()]),
            None => Fate::Unclear,
        }
    }

    /// Returns the clauses that the address means in the current rulebook.
    pub(crate) fn clauses_as_written(&self, book: &Rulebook) -> Vec<ClauseId> {
        if let Some(quote) = self.quote {
            return Citation::new(self.address.clone(), quote).clauses_as_written(book);
        }
        let Ok(lines) = self.address.lines(book) else { return Vec::new() };
        let Some(file) = book.file(&lines.file) else { return Vec::new() };
        let ids = file.lines_between(lines.first, lines.last).iter().flat_map(|line| line.clause_ids(&file.name));
        ids.filter(|id| self.clause.is_none_or(|clause| clause == id.clause)).collect()
    }

    /// Returns the candidates if everything that the address meant has several copies.
    fn copies(past: &ReviewedRulebook, old: &[ClauseId]) -> Option<Fate> {
        let is_sure = |id: &ClauseId| past.candidates(std::slice::from_ref(id)).is_none();
        let candidates = past.candidates(old).filter(|_| !old.iter().any(is_sure))?;
        Some(Fate::Ambiguous(candidates.iter().map(ToString::to_string).collect()))
    }

    fn follow_clause(&self, past: &ReviewedRulebook, old: &[ClauseId], now: &[ClauseId], book: &Rulebook) -> Fate {
        if let Some(ambiguous) = Site::copies(past, old) {
            return ambiguous;
        }
        let [id] = now else { return Fate::Unclear };
        let found = self.address.lines(book).ok().filter(|lines| lines.first == lines.last && lines.holds(id));
        if found.is_some() && self.clause == Some(id.clause) {
            return Fate::Stays;
        }
        let stable = |file: &RuleFile| Some(Address::stable(file, file.line(id.line)?));
        let line = book.file(&id.file).and_then(stable).map(|address| match address.spot {
            // The last number after `§` is part of the section.
            Spot::Section(_) => Address::line(&id.file, id.line),
            _ => address,
        });
        line.map_or(Fate::Unclear, |line| Fate::Moves(vec![format!("{line}.{}", id.clause)]))
    }

    fn follow_lines(&self, past: &ReviewedRulebook, old: &[ClauseId], book: &Rulebook) -> Fate {
        if let Some(ambiguous) = Site::copies(past, old) {
            return ambiguous;
        }
        let now = past.follow_address(self.address, book).unwrap_or_default();
        // A range may start or end at a heading, which is not a rule.
        let is_same = self.address.lines(book).is_ok_and(|lines| rule_lines(&[lines], book) == rule_lines(&now, book));
        let is_whole = self.address.spot == Spot::Anywhere && now.iter().all(|lines| lines.file == self.address.file);
        if is_same || is_whole {
            return Fate::Stays;
        }
        Fate::Moves(now.iter().map(|lines| lines.stable(book).to_string()).collect())
    }
}

/// Returns the rule lines in ranges.
fn rule_lines<'l>(ranges: &'l [Lines], book: &Rulebook) -> BTreeSet<(&'l str, usize)> {
    let lines = ranges.iter().flat_map(|lines| {
        let own = book.file(&lines.file).map_or(&[][..], |file| file.lines_between(lines.first, lines.last));
        own.iter().map(|line| (lines.file.as_str(), line.number))
    });
    lines.collect()
}
