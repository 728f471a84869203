//! The part of a run that runs mutants.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::GameResults;
use super::Run;
use super::seat::Seat;
use crate::evidence::judged_mutants::JudgedMutants;
use crate::evidence::kill_matrix::Player;
use crate::evidence::proof::Proof;
use crate::evidence::proof::Prover;
use crate::evidence::reference_engine::Reference;
use crate::evidence::sharpness;
use crate::evidence::sharpness::Sharpened;
use crate::evidence::weak::WeakEntry;
use crate::evidence::weak::claim_table::ClaimTable;
use crate::evidence::weak::companion_switches;
use crate::evidence::weak::unclaimed;
use crate::judge::play_and_judge;
use crate::judge::play_and_judge::Judged;
use crate::judge::play_and_judge::PlayAndJudge;
use crate::judge::play_and_judge::Retention;
use crate::rulebook::ClauseId;
use crate::rulebook::rule_selector::RulePick;
use crate::suite::golden::GoldenStatus;
use crate::suite::scenario::Scenario;
use crate::suite::shard::parts;
use truthsayer_protocol::EngineMaker;

/// How thoroughly mutants run.
#[derive(Debug, Clone, Default)]
pub struct Proving {
    /// The rules by which scenarios were chosen; empty if they were chosen in another way.
    pub picks: Vec<RulePick>,
    /// Also finds out what claims depend on that pass without their clause, and which facts no claim expects. With
    /// `everything`, also which switches take others along.
    pub weak: bool,
    /// Runs every scenario without every switch.
    pub everything: bool,
    /// Runs of mutants to use if they are saved there, and to save there otherwise.
    pub saved: Option<Arc<JudgedMutants>>,
}

impl<'s, 'r> Run<'s, 'r> {
    /// Turns off every switch of every engine in turn.
    pub(super) fn prove(&self, proving: &Proving, games: &mut [GameResults<'s, 'r>]) {
        self.progress.begin(0, "running mutants");
        for results in games.iter_mut().filter(|results| !results.judged.is_empty()) {
            let (proof, table) = self.prove_game(proving, results);
            results.claim_table = Some(table);
            results.proof = Some(proof);
            if proving.weak {
                results.weak.extend(self.unclaimed(results));
            }
        }
        self.progress.end();
        // Sharpness needs all parts of the run.
        if self.shard.is_none() {
            games.iter_mut().for_each(|results| results.sharpened = self.sharpen(results));
        }
    }

    fn prove_game(&self, proving: &Proving, results: &mut GameResults<'s, 'r>) -> (Proof<'s>, ClaimTable<'s>) {
        let (seat, judged) = (results.seat, &mut results.judged);
        let to_prove = judged.len();
        judged.extend(self.controls(results.game, seat, judged));
        let (expect, tick) = (|more: usize| self.progress.extend(more), || self.progress.tick());
        let without = play_and_judge::own_switches(&self.without, seat.profile());
        let player = Player {
            maker: seat.engine.as_ref(),
            reference: seat.reference_profile(),
            skipped_parts: &[],
            without: &without,
            jobs: self.jobs,
            expect: &expect,
            tick: &tick,
        };
        let (book, all) = (&self.suite.book, proving.everything);
        let only = self.shard.map(|shard| parts::switches(shard, seat.profile(), self.suite));
        let saved = proving.saved.clone();
        let mut proof = Prover { judged, to_prove, book, player: player.clone(), all, only, saved }.prove();
        judged.truncate(to_prove);
        let mut table = ClaimTable::of(results.game, &proof, judged);
        if proving.weak {
            // Saved runs do not contain these. They run on the engine itself, if it can be started.
            let maker = seat.original.as_deref().unwrap_or(seat.engine.as_ref());
            let player = Player { maker, ..player };
            for open_pairs in [ClaimTable::missing_pairs, ClaimTable::sampled_pairs] {
                let open = open_pairs(&table, &proof);
                if !open.is_empty() {
                    proof.matrix.fill_answered(open, &player);
                    table = ClaimTable::of(results.game, &proof, judged);
                }
            }
            if proving.everything {
                results.weak = companion_switches::find(results.game, &proof, judged, &player);
            }
        }
        self.keep_selected(proving, &mut proof, judged);
        (proof, table)
    }

    /// Returns the facts of the goldens that no claim expects. The goldens belong to the reference engine.
    fn unclaimed(&self, results: &GameResults<'s, 'r>) -> Vec<WeakEntry> {
        let Some(goldens) = results.seat.goldens(&self.suite.project) else { return Vec::new() };
        let own: Vec<&Scenario> =
            self.suite.scenarios.iter().filter(|scenario| scenario.game == results.game).collect();
        let accepted = results.judged.iter().filter(|judged| judged.status == Some(GoldenStatus::Accepted));
        let facts = accepted.filter_map(|it| Some((it.scenario.id.as_str(), it.document_facts.as_deref()?)));
        unclaimed::find(results.game, &own, &facts.collect(), goldens, self.jobs)
    }

    /// Runs other scenarios as controls if only a part of the suite was chosen: a mutant must not change them.
    fn controls(&self, game: &str, seat: &Seat, judged: &[Judged<'s>]) -> Vec<Judged<'s>> {
        const MOST: usize = 24;
        let chosen: BTreeSet<&str> = judged.iter().map(|judged| judged.scenario.id.as_str()).collect();
        let is_other = |scenario: &&Scenario| scenario.game == game && !chosen.contains(scenario.id.as_str());
        let others: Vec<&'s Scenario> = self.suite.scenarios.iter().filter(is_other).collect();
        let count = MOST.min(others.len());
        let spread: Vec<&'s Scenario> = (0..count).map(|number| others[number * others.len() / count]).collect();
        self.trial(seat, Retention::Firings, &|| ()).run(&spread, seat.engine.as_ref())
    }

    /// Keeps only the clauses that the chosen part of the suite cites, or only the chosen rules.
    fn keep_selected(&self, proving: &Proving, proof: &mut Proof<'s>, judged: &[Judged<'s>]) {
        if self.chosen.len() == self.suite.scenarios.len() {
            return;
        }
        let picks = &proving.picks;
        let asked = |id: &&ClauseId| picks.is_empty() || picks.iter().any(|pick| pick.holds(id));
        let claims = judged.iter().flat_map(|judged| &judged.scenario.claims);
        let cited: BTreeSet<_> = claims.flat_map(|claim| &claim.clauses).filter(asked).collect();
        proof.mutants.retain(|mutant| mutant.clauses.iter().any(|clause| cited.contains(clause)));
    }

    /// Runs the mutants of the reference engine, to see which claims fail there.
    fn sharpen(&self, results: &GameResults<'s, 'r>) -> Sharpened {
        let reference = results.seat.reference_engine().filter(|maker| !maker.profile().switches.is_empty());
        let Some(maker) = reference.filter(|_| !results.judged.is_empty()) else { return Sharpened::new() };
        self.progress.begin(0, "running the reference engine without its clauses");
        let reference = self.reference_for(&results.judged, maker);
        let sharpened = sharpness::sharpen(&results.judged, &reference, maker.profile(), &self.suite.book);
        self.progress.end();
        sharpened
    }

    /// Runs the reference engine on the same scenarios. Only facts that the judged engine shows are compared.
    pub(super) fn reference_for<'m>(&self, judged: &[Judged<'s>], maker: &'m dyn EngineMaker) -> Reference<'s, 'm> {
        let scenarios: Vec<&'s Scenario> = judged.iter().map(|judged| judged.scenario).collect();
        let trial = PlayAndJudge {
            goldens: None,
            reference: None,
            arbiter: None,
            readings: None,
            without: &[],
            job_count: self.jobs,
            keep: Retention::Firings,
            keep_facts: true,
            tick: &|| (),
        };
        let skipped_parts = judged.iter().map(|judged| judged.hidden.clone()).collect();
        Reference::new(maker, &trial.run(&scenarios, maker), skipped_parts, self.jobs)
    }
}
