//! Accepts and rejects items. Refuses items that changed since they were shown.

use std::collections::BTreeSet;

use crate::cli::cli_error::CliError;
use crate::cli::commands::errata;
use crate::cli::env::environment::Environment;
use crate::cli::session::Session;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::errata::journal;
use truthsayer_oracle::errata::journal::ProjectWriter;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::errata::repair;
use truthsayer_oracle::errata::repair::Accepted;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::review::ItemKind;
use truthsayer_oracle::review::draft;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::suite::acceptance::Acceptance;
use truthsayer_oracle::suite::golden::Goldens;

pub(super) const IN_CI: &str = "`review` does not accept or reject in CI; run it on your machine";

/// The result of an action, with a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ActionResult {
    Accepted(String),
    Rejected(String),
    Refused(String),
}

impl ActionResult {
    pub(super) fn name(&self) -> &'static str {
        match self {
            ActionResult::Accepted(_) => "accepted",
            ActionResult::Rejected(_) => "rejected",
            ActionResult::Refused(_) => "refused",
        }
    }
}

/// Accepts and rejects items for one user, with a reason.
pub(super) struct Reviewer<'h> {
    pub(super) session: &'h Session,
    pub(super) environment: &'h Environment,
    pub(super) reason: Option<String>,
}

impl Reviewer<'_> {
    pub(super) fn accept(&self, item: &Item) -> Result<ActionResult, CliError> {
        if let Some(why) = self.obstacle(item) {
            return Ok(ActionResult::Refused(why));
        }
        match &item.matter {
            ItemKind::Outcome { rendered, .. } => self.accept_outcome(&item.id, rendered),
            ItemKind::Stale { clause, words } => self.accept_words(clause, words),
            ItemKind::Draft => self.keep_draft(&self.draft_path(item)),
        }
    }

    pub(super) fn reject(&self, item: &Item) -> Result<ActionResult, CliError> {
        if let Some(why) = self.obstacle(item) {
            return Ok(ActionResult::Refused(why));
        }
        match &item.matter {
            ItemKind::Outcome { .. } => {
                let Some(goldens) = self.goldens(&item.id) else { return Ok(no_goldens()) };
                goldens.withdraw(&item.id).map_err(|error| CliError::Write { path: goldens.path(&item.id), error })?;
                Ok(ActionResult::Rejected("the proposal is discarded; `verify` keeps failing".to_owned()))
            }
            ItemKind::Stale { .. } => {
                Ok(ActionResult::Refused("to undo a change of the rulebook, edit the rulebook".to_owned()))
            }
            ItemKind::Draft => self.delete_draft(item),
        }
    }

    /// Why an item cannot be accepted or rejected now.
    fn obstacle(&self, item: &Item) -> Option<String> {
        if self.environment.in_ci {
            return Some(IN_CI.to_owned());
        }
        let changed = item.changed_since(&self.session.suite.project.root)?;
        Some(format!("`{changed}` has changed since the run; run `review` again"))
    }

    fn goldens(&self, id: &str) -> Option<Goldens<'_>> {
        self.session.goldens(id.split('/').next().unwrap_or_default())
    }

    fn accept_outcome(&self, id: &str, rendered: &str) -> Result<ActionResult, CliError> {
        let Some(goldens) = self.goldens(id) else { return Ok(no_goldens()) };
        let text = self.with_reason(id, rendered);
        if let Some(why) = goldens.unacceptable(id, &text) {
            return Ok(ActionResult::Refused(why.to_string()));
        }
        goldens.accept(id, &text).map_err(|error| CliError::Write { path: goldens.path(id), error })?;
        Ok(ActionResult::Accepted("the outcome is the golden now".to_owned()))
    }

    /// The golden with the user and the reason at its head, if a reason was given, like `bless --reason`.
    fn with_reason(&self, id: &str, rendered: &str) -> String {
        let suite = &self.session.suite;
        let seat = suite.scenario(id).and_then(|scenario| self.session.seats.get(&scenario.game));
        let (Some(reason), Some(scenario), Some(seat)) = (&self.reason, suite.scenario(id), seat) else {
            return rendered.to_owned();
        };
        let by = self.environment.author(&suite.project.root);
        Acceptance::new(&by, reason, seat.profile()).put_into(rendered, scenario, &suite.book)
    }

    /// Accepts the new words of a clause in the current rulebook, like `errata --accept`.
    fn accept_words(&self, clause: &ClauseId, words: &str) -> Result<ActionResult, CliError> {
        let project = self.session.suite.project.clone();
        errata::finish(&project)?;
        let (suite, problems) = pending_changes::load_suite(project, self.session.jobs);
        if let Some(problem) = problems.into_iter().find(errata::hides_addresses) {
            return Ok(ActionResult::Refused(format!("fix this first: {}", problem.message)));
        }
        let is_as_shown = suite.book.past().is_some_and(|past| past.reworded(clause).is_some());
        if !is_as_shown || suite.book.clause_text(clause) != words {
            return Ok(ActionResult::Refused(
                "the rulebook has changed since it was shown; run `review` again".to_owned(),
            ));
        }
        let accepted = Accepted { clauses: BTreeSet::from([clause.clone()]), reason: self.reason.clone() };
        let repair = repair::plan(&suite, &accepted);
        if let Some(problem) = repair.blocked.first() {
            return Ok(ActionResult::Refused(problem.message.clone()));
        }
        let mut hand = ProjectWriter { root: &suite.project.root };
        journal::carry_out(repair.writes, &suite.project.rules, &mut hand).map_err(errata::not_written)?;
        Ok(ActionResult::Accepted("the new words are in the lock".to_owned()))
    }

    fn draft_path(&self, item: &Item) -> String {
        format!("{}/{}.yaml", self.session.suite.project.scenarios, item.id)
    }

    fn keep_draft(&self, path: &str) -> Result<ActionResult, CliError> {
        let root = &self.session.suite.project.root;
        let file = safe_read::read(root, path).map_err(|problem| CliError::BadInput(vec![problem]))?;
        let Some(text) = draft::kept(&file.with_text(&file.text)) else {
            return Ok(ActionResult::Refused("its tags were edited; add the tag `kept` by hand".to_owned()));
        };
        atomic_write::write(root, path, &text).map_err(|error| CliError::Write { path: path.to_owned(), error })?;
        Ok(ActionResult::Accepted("the draft is kept; write its claims next".to_owned()))
    }

    fn delete_draft(&self, item: &Item) -> Result<ActionResult, CliError> {
        let suite = &self.session.suite;
        if suite.drafts.iter().any(|scenario| scenario.id == item.id && draft::is_begun(scenario)) {
            return Ok(ActionResult::Refused("it has claims; delete it by hand".to_owned()));
        }
        let path = self.draft_path(item);
        atomic_write::remove(&suite.project.root, &path)
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
        Ok(ActionResult::Rejected("the draft is deleted".to_owned()))
    }
}

fn no_goldens() -> ActionResult {
    ActionResult::Refused("its engine has no goldens of its own".to_owned())
}
