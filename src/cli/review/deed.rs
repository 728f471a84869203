//! What accepting and rejecting do. Whatever has changed since it was shown is not touched.

use std::collections::BTreeSet;

use crate::cli::errata;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::acceptance::Acceptance;
use crate::oracle::disk;
use crate::oracle::golden::Goldens;
use crate::oracle::journal;
use crate::oracle::journal::ProjectHand;
use crate::oracle::repair;
use crate::oracle::repair::Accepted;
use crate::oracle::review::Item;
use crate::oracle::review::Matter;
use crate::oracle::review::draft;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suite::Suite;
use crate::oracle::writer;

pub(super) const IN_CI: &str = "what waits is decided by a person, and CI is set: nothing is accepted or removed";

/// What came of it, and what is told about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DeedResult {
    Accepted(String),
    Rejected(String),
    Refused(String),
}

impl DeedResult {
    pub(super) fn name(&self) -> &'static str {
        match self {
            DeedResult::Accepted(_) => "accepted",
            DeedResult::Rejected(_) => "rejected",
            DeedResult::Refused(_) => "refused",
        }
    }
}

/// Whoever accepts and rejects, and why.
pub(super) struct Reviewer<'h> {
    pub(super) setting: &'h Setting,
    pub(super) surroundings: &'h Surroundings,
    pub(super) reason: Option<String>,
}

impl Reviewer<'_> {
    pub(super) fn accept(&self, item: &Item) -> Result<DeedResult, Stop> {
        if let Some(why) = self.obstacle(item) {
            return Ok(DeedResult::Refused(why));
        }
        match &item.matter {
            Matter::Outcome { rendered, .. } => self.accept_outcome(&item.id, rendered),
            Matter::Stale { clause, words } => self.accept_words(clause, words),
            Matter::Draft => self.keep_draft(&self.draft_path(item)),
        }
    }

    pub(super) fn reject(&self, item: &Item) -> Result<DeedResult, Stop> {
        if let Some(why) = self.obstacle(item) {
            return Ok(DeedResult::Refused(why));
        }
        match &item.matter {
            Matter::Outcome { .. } => {
                let Some(goldens) = self.goldens(&item.id) else { return Ok(no_goldens()) };
                goldens.withdraw(&item.id).map_err(|error| Stop::Write { path: goldens.path(&item.id), error })?;
                Ok(DeedResult::Rejected("the proposal is dropped, and `verify` goes on failing".to_owned()))
            }
            Matter::Stale { .. } => {
                Ok(DeedResult::Refused("a rulebook is changed back by whoever writes it".to_owned()))
            }
            Matter::Draft => self.delete_draft(item),
        }
    }

    /// Why nothing can be done about an item now.
    fn obstacle(&self, item: &Item) -> Option<String> {
        if self.surroundings.in_ci {
            return Some(IN_CI.to_owned());
        }
        let changed = item.changed_since(&self.setting.suite.project.root)?;
        Some(format!("`{changed}` has changed since it was played: review it again"))
    }

    fn goldens(&self, id: &str) -> Option<Goldens<'_>> {
        self.setting.goldens(id.split('/').next().unwrap_or_default())
    }

    fn accept_outcome(&self, id: &str, rendered: &str) -> Result<DeedResult, Stop> {
        let Some(goldens) = self.goldens(id) else { return Ok(no_goldens()) };
        let text = self.with_reason(id, rendered);
        if let Some(why) = goldens.unacceptable(id, &text) {
            return Ok(DeedResult::Refused(format!("it {why}")));
        }
        goldens.accept(id, &text).map_err(|error| Stop::Write { path: goldens.path(id), error })?;
        Ok(DeedResult::Accepted("the outcome is the golden now".to_owned()))
    }

    /// With who accepts it and why at its head, where a reason was given, as `bless --reason` does.
    fn with_reason(&self, id: &str, rendered: &str) -> String {
        let suite = &self.setting.suite;
        let maker = suite.scenario(id).and_then(|scenario| self.setting.makers.get(&scenario.game));
        let (Some(reason), Some(scenario), Some(maker)) = (&self.reason, suite.scenario(id), maker) else {
            return rendered.to_owned();
        };
        let by = self.surroundings.author(&suite.project.root);
        Acceptance::new(&by, reason, maker.profile()).put_into(rendered, scenario, &suite.book)
    }

    /// As `errata --accept` does, on the rulebook as it is at this moment.
    fn accept_words(&self, clause: &ClauseId, words: &str) -> Result<DeedResult, Stop> {
        let project = self.setting.suite.project.clone();
        errata::finish(&project)?;
        let (suite, problems) = Suite::load(project, self.setting.jobs);
        if let Some(problem) = problems.into_iter().find(errata::hides_addresses) {
            return Ok(DeedResult::Refused(format!("first mend what cannot be read: {}", problem.message)));
        }
        let is_as_shown = suite.book.past().is_some_and(|past| past.reworded(clause).is_some());
        if !is_as_shown || suite.book.clause_text(clause) != words {
            return Ok(DeedResult::Refused("the rulebook has changed since it was shown: review it again".to_owned()));
        }
        let accepted = Accepted { clauses: BTreeSet::from([clause.clone()]), reason: self.reason.clone() };
        let repair = repair::plan(&suite, &accepted);
        if let Some(problem) = repair.blocked.first() {
            return Ok(DeedResult::Refused(problem.message.clone()));
        }
        let mut hand = ProjectHand { root: &suite.project.root };
        journal::carry_out(repair.writes, &suite.project.rules, &mut hand).map_err(errata::not_written)?;
        Ok(DeedResult::Accepted("the new words are in the lock".to_owned()))
    }

    fn draft_path(&self, item: &Item) -> String {
        format!("{}/{}.yaml", self.setting.suite.project.scenarios, item.id)
    }

    fn keep_draft(&self, path: &str) -> Result<DeedResult, Stop> {
        let root = &self.setting.suite.project.root;
        let file = disk::read(root, path).map_err(|problem| Stop::BadInput(vec![problem]))?;
        let Some(text) = draft::kept(&file.with_text(&file.text)) else {
            return Ok(DeedResult::Refused("its tags are not as the hunt wrote them: add `kept` by hand".to_owned()));
        };
        writer::write(root, path, &text).map_err(|error| Stop::Write { path: path.to_owned(), error })?;
        Ok(DeedResult::Accepted("the draft is kept, for somebody to write its claims".to_owned()))
    }

    fn delete_draft(&self, item: &Item) -> Result<DeedResult, Stop> {
        let suite = &self.setting.suite;
        if suite.drafts.iter().any(|scenario| scenario.id == item.id && draft::is_begun(scenario)) {
            return Ok(DeedResult::Refused("somebody has written claims for it: remove it by hand".to_owned()));
        }
        let path = self.draft_path(item);
        writer::remove(&suite.project.root, &path).map_err(|error| Stop::Write { path: path.clone(), error })?;
        Ok(DeedResult::Rejected("the draft is deleted".to_owned()))
    }
}

fn no_goldens() -> DeedResult {
    DeedResult::Refused("it was played by an engine that has no goldens of its own".to_owned())
}
