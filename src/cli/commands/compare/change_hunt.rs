//! `compare --hunt`: searches for further differences between two engines, and names the clauses that explain them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::cli::args::CompareArguments;
use crate::cli::args::Filters;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::compare::ComparedSide;
use crate::cli::commands::hunt;
use crate::cli::commands::hunt::sides::Spec;
use crate::cli::commands::hunt::sides::common_game;
use crate::cli::context::Context;
use crate::cli::env::interrupt;
use crate::cli::session::Session;
use crate::cli::session::selection;
use crate::report::machine::documents::change_document::ChangeHunt;
use crate::report::machine::documents::change_document::ChangedClause;
use crate::report::machine::documents::change_document::FoundDifference;
use crate::report::machine::documents::change_document::SwitchReach;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::comparison::outcomes;
use truthsayer_oracle::compare::result_model::SuspectResult;
use truthsayer_oracle::hunt::Hunt;
use truthsayer_oracle::hunt::budget::Budget;
use truthsayer_oracle::hunt::change;
use truthsayer_oracle::hunt::change::AffectedClause;
use truthsayer_oracle::hunt::change::SwitchLinks;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::finding::Finding;
use truthsayer_oracle::hunt::firing_record::FiringRecord;
use truthsayer_oracle::hunt::sides::Side;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::run::Progress;
use truthsayer_protocol::Profile;

/// Maximum number of clauses per difference.
const MOST_CLAUSES: usize = 3;

/// Fails unless exactly two engines are given.
pub(super) fn check(options: &CompareArguments, is_saved: impl Fn(&str) -> bool) -> Result<(), CliError> {
    match options.sides.as_slice() {
        [one, other] if !is_saved(one) && !is_saved(other) => Ok(()),
        _ => Err(CliError::Usage("`--hunt` and `--plays` need two engines; a saved result cannot run".to_owned())),
    }
}

/// Searches for differences between two engines. Starts from every scenario and fixture of their game.
pub(super) fn run(
    options: &CompareArguments,
    comparison: &Comparison<'_>,
    sides: &[ComparedSide],
    context: &Context<'_>,
) -> Result<ChangeHunt, CliError> {
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let session = Session::open(&playing, context)?;
    let [one, other] = options.sides.as_slice() else { return Err(CliError::Usage("two engines".to_owned())) };
    let (one, other) = (Spec::load(one, &session, &playing)?, Spec::load(other, &session, &playing)?);
    one.refuse_change(&other)?;
    let game = common_game(&one, &other, None, &session)?;
    let filters = Filters { game: vec![game.clone()], ..Filters::default() };
    let selection = selection::select_all(&session.suite, &filters)?;
    let chosen = [selection.chosen, selection.drafts].concat();
    let start = hunt::start(&session.suite, &game, &chosen, &[], true);
    let record = FiringRecord::new(one.maker());
    let contest = Sides::Engines { one: Side { maker: &record, ..one.side() }, other: other.side() };
    let budget = Budget::new(options.hunt, options.plays, interrupt::wait());
    let hunt = hunt::prepared(contest, start, &game, (options.seed, budget), &session, context.console);
    let mut catch = hunt.run();
    catch.findings.sort_by_cached_key(|finding| (finding.task.when.len(), finding.task.given.to_string().len()));
    context.console.end();
    let fired = record.fired();
    let reference = session.seats.get(&game).map(|seat| seat.engine.as_ref());
    let links = change::links(&hunt, &catch.findings, reference);
    let profiles = [Some(one.maker().profile()), Some(other.maker().profile()), reference.map(|it| it.profile())];
    let clauses = clauses_of_switches(profiles.into_iter().flatten(), &session);
    let diagnosis =
        ChangeDiagnosis { catch: &catch, links: &links, clauses: &clauses, comparison, sides, session: &session };
    let reach = reach(&hunt, &fired);
    Ok(diagnosis.document(options, reach))
}

/// The clauses of each switch of all engines.
fn clauses_of_switches<'p>(
    profiles: impl Iterator<Item = &'p Profile>,
    session: &Session,
) -> BTreeMap<String, Vec<ClauseId>> {
    let mut all = BTreeMap::new();
    for profile in profiles {
        for (switch, clauses) in switch_clauses::resolve(profile, &session.suite.book).0 {
            all.entry(switch).or_insert(clauses);
        }
    }
    all
}

/// How many switches of the first engine took effect.
fn reach(hunt: &Hunt<'_>, fired: &BTreeSet<String>) -> SwitchReach {
    let side = hunt.contest.home();
    let names = side.maker.profile().switches.iter().map(|note| &note.name);
    let on: Vec<&String> = names.filter(|name| !side.without.contains(name)).collect();
    let never: Vec<String> = on.iter().filter(|name| !fired.contains(**name)).map(|name| (*name).clone()).collect();
    SwitchReach { all: on.len(), fired: on.len() - never.len(), never }
}

/// The contents of the report on a change.
struct ChangeDiagnosis<'a> {
    catch: &'a Catch,
    links: &'a [SwitchLinks],
    clauses: &'a BTreeMap<String, Vec<ClauseId>>,
    comparison: &'a Comparison<'a>,
    sides: &'a [ComparedSide],
    session: &'a Session,
}

impl ChangeDiagnosis<'_> {
    fn document(&self, options: &CompareArguments, switches: SwitchReach) -> ChangeHunt {
        let Catch { findings, fault, interrupted, .. } = self.catch;
        let by_claims = self.suspicion_by_claims();
        let ranked = change::ranked(findings, self.links, self.clauses, &by_claims);
        let noticed_groups = self.noticed_groups();
        let differences: Vec<FoundDifference> =
            (0..findings.len()).map(|at| self.difference(at, &by_claims, &noticed_groups)).collect();
        ChangeHunt {
            clauses: ranked.iter().map(|it| self.clause(it)).collect(),
            unnoticed: differences.iter().filter(|it| it.noticed_by.is_empty()).count(),
            differences,
            fault: fault.as_ref().map(ToString::to_string),
            generated: self.catch.attempts,
            interrupted: *interrupted,
            runs: self.catch.plays,
            seconds: options.hunt.map(|time| time.as_secs_f64()),
            start: [self.catch.started.0, self.catch.started.1],
            switches,
            unsteady: self.catch.unsteady.len(),
        }
    }

    /// The suspicion by failing claims, for suspects that only one side has.
    fn suspicion_by_claims(&self) -> BTreeMap<String, f64> {
        let of = |at: usize| -> Vec<SuspectResult> {
            let result = self.comparison.saved_runs.get(at).map(|saved_run| &saved_run.result);
            result.and_then(|result| result.suspects.clone()).unwrap_or_default()
        };
        let sides = [of(0), of(1)];
        let mut found: BTreeMap<String, f64> = BTreeMap::new();
        for (own, other) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let known: BTreeSet<&String> = other.iter().flat_map(|suspect| &suspect.clauses).collect();
            for suspect in own {
                for clause in suspect.clauses.iter().filter(|clause| !known.contains(clause)) {
                    let score = found.entry(clause.clone()).or_default();
                    *score = score.max(suspect.score);
                }
            }
        }
        found
    }

    /// The clauses whose claims pass on one side only.
    fn noticed_clauses(&self) -> BTreeSet<&String> {
        self.comparison.groups.iter().flat_map(|group| &group.clauses).collect()
    }

    /// The scenarios that are judged differently, by what differs in their outcomes.
    fn noticed_groups(&self) -> BTreeMap<String, Vec<String>> {
        let ids = self.comparison.differences().map(|difference| difference.id);
        let [Some(one), Some(other)] = [0, 1].map(|at| self.sides.get(at).and_then(|side| side.played.as_ref())) else {
            return BTreeMap::new();
        };
        outcomes::of_played(one, other, ids).into_iter().map(|group| (group.what, group.scenarios)).collect()
    }

    fn clause(&self, affected: &AffectedClause) -> ChangedClause {
        let book = &self.session.suite.book;
        let words = book.clauses().find(|id| id.to_string() == affected.clause);
        ChangedClause {
            clause: affected.clause.clone(),
            noticed: self.noticed_clauses().contains(&affected.clause),
            reproduced: affected.reproduced,
            score: affected.score,
            shortest: affected.findings.first().copied(),
            switches: affected.switches.clone(),
            words: words.map(|id| book.clause_text(&id).to_owned()).unwrap_or_default(),
        }
    }

    fn difference(
        &self,
        at: usize,
        by_claims: &BTreeMap<String, f64>,
        noticed_groups: &BTreeMap<String, Vec<String>>,
    ) -> FoundDifference {
        let finding = &self.catch.findings[at];
        let own = change::ranked(&self.catch.findings[at..=at], &self.links[at..=at], self.clauses, by_claims);
        let own = own.into_iter().filter(|it| !it.findings.is_empty());
        let clauses: Vec<String> = own.take(MOST_CLAUSES).map(|it| it.clause).collect();
        FoundDifference {
            as_it_stands: finding.is_own,
            noticed_by: self.noticed_by(finding, clauses.first(), noticed_groups),
            clauses,
            differs: finding.difference.group.clone(),
            given: finding.task.given.clone(),
            notes: finding.notes(),
            origin: finding.origin.clone(),
            sides: finding.difference.sides.clone(),
            step: finding.step,
            when: finding.task.when.clone(),
        }
    }

    /// The scenarios that are judged differently and show the same difference: the one that it was found in, those whose
    /// outcomes differ in the same way, and those whose claims on its first clause pass on one side only.
    fn noticed_by(
        &self,
        finding: &Finding,
        first: Option<&String>,
        groups: &BTreeMap<String, Vec<String>>,
    ) -> Vec<String> {
        let is_origin = |id: &str| finding.is_own && finding.origin == id;
        let same = groups.get(&finding.difference.group);
        let fits = |clauses: &[String]| first.is_some_and(|first| clauses.contains(first));
        let disputed = self.comparison.differences();
        let noticing = disputed.filter(|it| {
            is_origin(it.id) || same.is_some_and(|ids| ids.iter().any(|id| id == it.id)) || fits(&it.clauses)
        });
        noticing.map(|it| it.id.to_owned()).collect()
    }
}
