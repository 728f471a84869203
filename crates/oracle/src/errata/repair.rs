//! Plans the repair of addresses after the rulebook has changed. Planning writes nothing.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::hash;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::errata::address_uses;
use crate::errata::address_uses::Fate;
use crate::errata::address_uses::Owner;
use crate::errata::address_uses::Site;
use crate::errata::journal::Write;
use crate::errata::next_lock;
use crate::errata::yaml_edit;
use crate::errata::yaml_edit::Edit;
use crate::rulebook::ClauseId;
use crate::rulebook::address::Address;
use crate::rulebook::citation;
use crate::rulebook::citation::Citation;
use crate::rulebook::history::lock;
use crate::rulebook::history::lock::Lock;
use crate::rulebook::normalized_text::Wording;
use crate::suite::Suite;

/// All actions of a repair.
#[derive(Debug, Default)]
pub struct Repair {
    /// Whole files, in writing order.
    pub writes: Vec<Write>,
    /// Each rewritten address: its position, and its old and new text.
    pub moved: Vec<(String, String)>,
    /// The games whose lock is updated.
    pub locked: Vec<String>,
    /// Questions for the author. No file of the affected game is written.
    pub blocked: Vec<Problem>,
}

/// Changes that the author accepts.
#[derive(Debug, Clone, Default)]
pub struct Accepted {
    pub clauses: BTreeSet<ClauseId>,
    pub reason: Option<String>,
}

/// Edits by file.
type FileEdits = BTreeMap<String, (Arc<SourceFile>, Vec<Edit>)>;

/// Plans the repair of every game: new addresses and new locks.
pub fn plan(suite: &Suite, accepted: &Accepted) -> Repair {
    let mut repair = Repair::default();
    let mut edits = FileEdits::new();
    let all = address_uses::all(suite);
    // An address may name a game that no longer exists, because its folder was renamed.
    let named = all.iter().map(|site| site.address.game());
    let games: BTreeSet<&str> = suite.project.games.keys().map(String::as_str).chain(named).collect();
    for game in games {
        let sites: Vec<&Site<'_>> = all.iter().filter(|site| site.address.is_of(game)).collect();
        let mut planner = Planner { suite, accepted, edits: FileEdits::new(), moved: Vec::new(), blocked: Vec::new() };
        planner.follow(&sites);
        if !planner.blocked.is_empty() {
            repair.blocked.append(&mut planner.blocked);
            continue;
        }
        repair.moved.append(&mut planner.moved);
        for (path, (file, own)) in planner.edits {
            edits.entry(path).or_insert((file, Vec::new())).1.extend(own);
        }
        if suite.project.games.contains_key(game) {
            repair.lock(suite, game, accepted);
        }
    }
    let files = edits.into_iter().map(|(path, (file, edits))| {
        let before = hash::of(&[&file.with_text(&file.text)]);
        Write { path, before: Some(before), after: file.with_text(&yaml_edit::apply(&file.text, edits)) }
    });
    repair.writes.splice(0..0, files.collect::<Vec<_>>());
    repair
}

impl Repair {
    fn lock(&mut self, suite: &Suite, game: &str, accepted: &Accepted) {
        let old = suite.locks.iter().find(|lock| lock.game == game);
        let new = next_lock::of(suite, game, old, accepted);
        let is_renamed = old.is_some_and(|old| old.is_renamed);
        if (old == Some(&new) && !is_renamed) || new.files.is_empty() {
            return;
        }
        let before = old.map(|old| hash::of(&[&old.written]));
        let path = lock::path(&suite.project.rules, game);
        self.writes.push(Write { path, before, after: Lock::render(&new) });
        self.locked.push(game.to_owned());
    }

    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }
}

/// The file and offset of an address.
type Written = (String, u32);

struct Planner<'s> {
    suite: &'s Suite,
    accepted: &'s Accepted,
    edits: FileEdits,
    moved: Vec<(String, String)>,
    blocked: Vec<Problem>,
}

impl Planner<'_> {
    fn follow(&mut self, sites: &[&Site<'_>]) {
        let mut places: BTreeMap<Written, Vec<(&Site<'_>, Vec<String>)>> = BTreeMap::new();
        let mut kept: BTreeMap<Written, Vec<&Site<'_>>> = BTreeMap::new();
        for site in sites {
            match site.fate(&self.suite.book) {
                Fate::Stays | Fate::Unclear => {
                    kept.entry(site.written_at()).or_default().push(site);
                }
                Fate::Gone => self.blocked.push(gone(site)),
                Fate::Ambiguous(_) if self.is_accepted(site) => {
                    kept.entry(site.written_at()).or_default().push(site);
                }
                Fate::Ambiguous(candidates) => self.blocked.push(ambiguous(site, &candidates, self.suite)),
                Fate::Moves(to) => places.entry(site.written_at()).or_default().push((site, to)),
            }
        }
        self.ask_without_lock(sites, &mut places);
        for (place, sites) in places {
            match sites.first().is_some_and(|(site, _)| site.place.text().contains("${")) {
                true => self.rewrite_rows(&sites, kept.contains_key(&place)),
                false => self.rewrite(&sites, kept.get(&place).map_or(&[], Vec::as_slice)),
            }
        }
    }

    /// Asks the author if there is no lock and another address already cites the same words: the quote may have moved,
    /// or it may be the copy that is left of two.
    fn ask_without_lock(&mut self, sites: &[&Site<'_>], places: &mut BTreeMap<Written, Vec<(&Site<'_>, Vec<String>)>>) {
        let book = &self.suite.book;
        let is_locked = |game: &str| self.suite.locks.iter().any(|lock| lock.game == game);
        let unlocked = sites.iter().filter(|site| !is_locked(site.address.game()));
        let mut cited: BTreeMap<(String, Vec<ClauseId>), &Site<'_>> = BTreeMap::new();
        for site in unlocked.filter(|site| !places.contains_key(&site.written_at())) {
            if let Some(quote) = site.quote {
                cited.insert((Wording::of(quote).as_str().to_owned(), site.clauses_as_written(book)), site);
            }
        }
        places.retain(|_, moving| {
            let taken = moving.iter().find_map(|(site, to)| {
                let address = Address::parse(to.first()?)?;
                let clauses = Citation::new(address, site.quote?).clauses_as_written(book);
                let other = cited.get(&(Wording::of(site.quote?).as_str().to_owned(), clauses))?;
                Some(may_be_another(site, to, other))
            });
            let is_free = taken.is_none();
            self.blocked.extend(taken);
            is_free
        });
    }

    /// Returns whether the author has accepted the address as it is.
    fn is_accepted(&self, site: &Site<'_>) -> bool {
        let clauses = site.clauses_as_written(&self.suite.book);
        !clauses.is_empty() && clauses.iter().all(|id| self.accepted.clauses.contains(id))
    }

    /// Rewrites one scalar that several addresses may share: the rows of a table or the claims of a file are read from
    /// one text. `kept` are those that did not move.
    fn rewrite(&mut self, sites: &[(&Site<'_>, Vec<String>)], kept: &[&Site<'_>]) {
        let Some((first, to)) = sites.first() else { return };
        let agreed = match kept.is_empty() && sites.iter().all(|(_, other)| other == to) {
            true => Some(to.clone()),
            false => self.common_file(sites, kept).map(|file| vec![file]),
        };
        match agreed.as_ref().and_then(|to| Some((yaml_edit::replaced(first.place, to)?, to))) {
            Some((edit, to)) => {
                self.edit(&first.place.file, edit, &first.place.to_string(), &first.written_address(), to)
            }
            None if first.place.text().starts_with('*') => {}
            None => self.blocked.push(cannot_be_one(first, sites)),
        }
    }

    /// Returns the file alone as the address, if every quote of a table occurs in it exactly once.
    fn common_file(&self, sites: &[(&Site<'_>, Vec<String>)], kept: &[&Site<'_>]) -> Option<String> {
        let moved = sites.iter().flat_map(|(_, to)| to).map(|to| file_of(to));
        let files: BTreeSet<&str> = moved.chain(kept.iter().map(|site| site.address.file.as_str())).collect();
        let file = files.first().filter(|_| files.len() == 1)?;
        let finds =
            |site: &Site<'_>| site.quote.is_some_and(|quote| yaml_edit::occurs_once(&self.suite.book, file, quote));
        sites.iter().map(|(site, _)| site).chain(kept).all(|site| finds(site)).then(|| (*file).to_owned())
    }

    /// Rewrites addresses that are built from table rows. If all of them moved to one other file, their shared text
    /// gets that file; `kept` says that some did not move.
    fn rewrite_rows(&mut self, sites: &[(&Site<'_>, Vec<String>)], kept: bool) {
        let Some((first, _)) = sites.first() else { return };
        let template = yaml_edit::template(first.place).to_owned();
        if let Some(edits) = self.row_edits(sites, &template) {
            return self.edit_rows(sites, edits);
        }
        let files: BTreeSet<&str> = sites.iter().flat_map(|(_, to)| to).map(|to| file_of(to)).collect();
        let (old, new) = (first.address.file.as_str(), files.first().filter(|_| files.len() == 1 && !kept));
        let refiled = new.and_then(|new| {
            let edit = yaml_edit::refiled(first.place, old, new)?;
            Some((edit, self.row_edits(sites, &template.replacen(old, new, 1))?, *new))
        });
        match refiled {
            Some((edit, edits, new)) => {
                self.edit(&first.place.file, edit, &first.place.to_string(), old, &[new.to_owned()]);
                self.edit_rows(sites, edits);
            }
            None => self.blocked.push(cannot_be_one(first, sites)),
        }
    }

    fn row_edits(&self, sites: &[(&Site<'_>, Vec<String>)], template: &str) -> Option<Vec<(Place, Edit)>> {
        let edit = |(site, to): &(&Site<'_>, Vec<String>)| match site.owner {
            Owner::Scenario(scenario) => {
                yaml_edit::replaced_in_row(site.place, template, scenario, to, &self.suite.book)
            }
            _ => None,
        };
        sites.iter().map(edit).collect()
    }

    fn edit_rows(&mut self, sites: &[(&Site<'_>, Vec<String>)], edits: Vec<(Place, Edit)>) {
        for ((site, to), (place, edit)) in sites.iter().zip(edits) {
            self.edit(&place.file, edit, &place.to_string(), &site.written_address(), to);
        }
    }

    fn edit(&mut self, file: &Arc<SourceFile>, edit: Edit, place: &str, from: &str, to: &[String]) {
        let (_, edits) = self.edits.entry(file.path.clone()).or_insert_with(|| (Arc::clone(file), Vec::new()));
        if !edits.contains(&edit) {
            edits.push(edit);
            self.moved.push((place.to_owned(), format!("{from} → {}", to.join(", "))));
        }
    }
}

/// Returns the file of an address.
fn file_of(address: &str) -> &str {
    address.split([':', '#', '§']).next().unwrap_or(address)
}

fn gone(site: &Site<'_>) -> Problem {
    let message = format!("the rule at `{}` no longer exists, but is still used here", site.written_address());
    let problem = Problem::at(Kind::CitationLost, site.place, message);
    problem.help("remove this, or cite the rule that applies now; then run the same command again")
}

fn ambiguous(site: &Site<'_>, candidates: &[String], suite: &Suite) -> Problem {
    let message = format!("`{}` is ambiguous: the rule has several copies", site.written_address());
    let problem = Problem::at(Kind::CitationAmbiguous, site.place, message);
    let problem = problem.help(format!("it occurs at {}", candidates.join(", ")));
    let past = suite.book.past().filter(|past| site.reviewed_clauses(past).is_some());
    match past.and(candidates.first()) {
        Some(first) => problem.help(citation::settle_copy(first)),
        None => {
            problem.help("quote more words, or cite the line that you mean; then run `truthsayer errata --fix` again")
        }
    }
}

fn may_be_another(site: &Site<'_>, to: &[String], other: &Site<'_>) -> Problem {
    let message =
        format!("`{}` has moved to `{}`, or it cited a copy that was removed", site.written_address(), to.join(", "));
    let problem = Problem::at(Kind::CitationAmbiguous, site.place, message);
    let problem = problem.help(format!(
        "{} cites the same words there, and without a lock the two cannot be distinguished",
        other.place
    ));
    problem.help("cite the rule that you mean, or remove the claim; then run `truthsayer errata --fix` again")
}

fn cannot_be_one(site: &Site<'_>, sites: &[(&Site<'_>, Vec<String>)]) -> Problem {
    let to: BTreeSet<String> = sites.iter().flat_map(|(_, to)| to.clone()).collect();
    let message =
        format!("`{}` has become {}", site.written_address(), to.into_iter().collect::<Vec<_>>().join(" and "));
    let problem = Problem::at(Kind::CitationAmbiguous, site.place, message);
    problem
        .help("one text cannot hold all of these addresses: write one text for each, then run the same command again")
}
