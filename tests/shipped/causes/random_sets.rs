//! Random sets of clauses are turned off together, and the diagnosis has to name them from what fails.
//!
//! `SEED` tries other sets than the usual ones, and `SETS` another number of each kind; with `SETS=50` two kinds are a hundred.

use std::collections::BTreeSet;

use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;

use super::shipped_game::ShippedGame;
use super::shipped_game::shipped_games;

/// How many sets of each kind are tried.
fn sets() -> usize {
    std::env::var("SETS").ok().and_then(|text| text.parse().ok()).unwrap_or(28)
}

/// A generator with a fixed seed.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn pick(&mut self, from: &[String], count: usize) -> Vec<String> {
        let mut chosen = BTreeSet::new();
        while chosen.len() < count {
            chosen.insert(from[self.below(from.len())].clone());
        }
        chosen.into_iter().collect()
    }
}

/// Compares the named causes with the switches that were off.
#[derive(Debug, Default)]
struct Score {
    right: usize,
    wrong: usize,
    /// Missed: not named, although they change a failure.
    missed: usize,
    /// Invisible: not named, and no failure depends on them.
    hidden: usize,
}

impl Score {
    fn of(shipped: &ShippedGame, off: &[String], judged: &[Judged<'_>], causes: &[Cause]) -> Score {
        // Indistinguishable switches are one cause and count once.
        let right = causes.iter().filter(|cause| cause.switches.iter().any(|switch| off.contains(switch))).count();
        let is_named = |switch: &&String| causes.iter().any(|cause| cause.switches.contains(switch));
        let unnamed: Vec<&String> = off.iter().filter(|switch| !is_named(switch)).collect();
        let missed = unnamed.iter().filter(|switch| is_visible(shipped, switch, off, judged)).count();
        Score { right, wrong: causes.len() - right, missed, hidden: unnamed.len() - missed }
    }

    fn add(&mut self, other: &Score) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
        self.hidden += other.hidden;
    }

    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.missed) as f64
    }

    fn recall_with_hidden(&self) -> f64 {
        self.right as f64 / (self.right + self.missed + self.hidden) as f64
    }
}

/// Whether the absence of this clause is visible: a failure depends on it.
fn is_visible(shipped: &ShippedGame, switch: &str, off: &[String], judged: &[Judged<'_>]) -> bool {
    let others: Vec<String> = off.iter().filter(|other| *other != switch).cloned().collect();
    failing(judged) != failing(&shipped.play(&others))
}

fn failing<'j>(judged: &'j [Judged<'_>]) -> Vec<Option<&'j [Mismatch]>> {
    let of = |judged: &'j Judged<'_>| match &judged.verdict {
        Verdict::Fail(mismatches) => Some(mismatches.as_slice()),
        Verdict::Pass => Some([].as_slice()),
        _ => None,
    };
    judged.iter().map(of).collect()
}

fn measure(sizes: usize, usual_seed: u64) -> Score {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(usual_seed);
    let mut total = Score::default();
    let mut rng = Rng(seed);
    for shipped in shipped_games().iter_mut() {
        let switches = shipped.switches();
        for number in 0..sets() / 2 {
            let off = rng.pick(&switches, 1 + number % sizes);
            let judged = shipped.play(&off);
            let causes = shipped.diagnose(&judged).causes;
            let score = Score::of(shipped, &off, &judged, &causes);
            if score.wrong + score.missed + score.hidden > 0 {
                let named: Vec<&Vec<String>> = causes.iter().map(|cause| &cause.switches).collect();
                println!("{} without {off:?}: named {named:?}, {score:?}", shipped.game());
            }
            total.add(&score);
        }
    }
    let (precision, recall, all) = (total.precision(), total.recall(), total.recall_with_hidden());
    println!("seed {seed}: precision {precision:.3}, recall {recall:.3}, {all:.3} with what nobody can see: {total:?}");
    total
}

#[test]
fn one_to_three_missing_clauses_are_named() {
    let score = measure(3, 1965);
    assert!(score.precision() >= 0.98 && score.recall() >= 0.98, "{score:?}");
}

#[test]
fn up_to_eight_missing_clauses_are_named() {
    let score = measure(8, 1984);
    assert!(score.precision() >= 0.95 && score.recall() >= 0.95, "{score:?}");
}
