//! Causes, judged from the outside: random sets of clauses are turned off, and the diagnosis has to name them.

use std::collections::BTreeSet;
use std::path::Path;

use truthsayer::engines;
use truthsayer::oracle::cause::Cause;
use truthsayer::oracle::findings::Findings;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::run::Makers;
use truthsayer::oracle::run::Run;
use truthsayer::oracle::run::Silent;
use truthsayer::oracle::suite::Suite;
use truthsayer::oracle::verdict::Deviation;
use truthsayer::oracle::verdict::Verdict;

/// The shipped suite, with the engine of one game.
struct ShippedSuite {
    suite: Suite,
    makers: Makers,
    none: Makers,
}

impl ShippedSuite {
    fn new(game: &str) -> ShippedSuite {
        let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
        let (suite, problems) = Suite::load(project, 2);
        assert!(problems.is_empty(), "{problems:?}");
        let makers = Makers::from([(game.to_owned(), engines::by_name(game).expect("an engine"))]);
        ShippedSuite { suite, makers, none: Makers::new() }
    }

    fn switches(&self) -> Vec<String> {
        self.makers.values().flat_map(|maker| &maker.profile().switches).map(|switch| switch.name.clone()).collect()
    }

    fn findings(&self, without: &[String]) -> Findings<'_> {
        let run = Run::new(&self.suite, &self.makers, &self.none, 2, &Silent);
        Run { without: without.to_vec(), ..run }.findings()
    }

    /// Everything that fails, in the order of the scenarios.
    fn failing(&self, without: &[String]) -> Vec<Deviation> {
        let of = |verdict: Verdict| match verdict {
            Verdict::Deviates(deviations) => deviations,
            _ => Vec::new(),
        };
        self.findings(without).judged.into_iter().flat_map(|judged| of(judged.verdict)).collect()
    }

    /// Whether anybody could see that this clause is missing beside the others: something fails otherwise with it.
    fn is_visible(&self, switch: &str, off: &[String]) -> bool {
        let others: Vec<String> = off.iter().filter(|other| *other != switch).cloned().collect();
        self.failing(off) != self.failing(&others)
    }
}

/// A small generator with a fixed seed, so that everybody tries the same sets.
struct Dice(u64);

impl Dice {
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

/// How many switches were named rightly, wrongly, and not at all. Switches that nobody can tell apart count once, and
/// one that changes nothing beside the others cannot be missed.
fn score(shipped: &ShippedSuite, off: &[String], causes: &[Cause]) -> (usize, usize, usize) {
    let right = causes.iter().filter(|cause| cause.switches.iter().any(|switch| off.contains(switch))).count();
    let found = |switch: &&String| causes.iter().any(|cause| cause.switches.contains(switch));
    let missed = off.iter().filter(|switch| !found(switch) && shipped.is_visible(switch, off)).count();
    (right, causes.len() - right, missed)
}

fn measure(sizes: &[usize], sets: usize, seed: u64) -> (f64, f64) {
    let (mut right, mut wrong, mut missed) = (0, 0, 0);
    let mut dice = Dice(seed);
    for game in ["dune", "cotulenh"] {
        let shipped = ShippedSuite::new(game);
        let switches = shipped.switches();
        for number in 0..sets / 2 {
            let off = dice.pick(&switches, sizes[number % sizes.len()]);
            let causes = shipped.findings(&off).diagnosis.causes;
            let (r, w, m) = score(&shipped, &off, &causes);
            if w + m > 0 {
                let named: Vec<&Vec<String>> = causes.iter().map(|cause| &cause.switches).collect();
                println!("{game} without {off:?}: named {named:?}");
            }
            (right, wrong, missed) = (right + r, wrong + w, missed + m);
        }
    }
    let (right, wrong, missed) = (right as f64, wrong as f64, missed as f64);
    (right / (right + wrong), right / (right + missed))
}

#[test]
fn one_to_three_missing_clauses_are_named() {
    let (precision, recall) = measure(&[1, 2, 3], 30, 1965);
    println!("precision {precision:.3}, recall {recall:.3}");
    assert!(precision >= 0.98 && recall >= 0.98, "precision {precision:.3}, recall {recall:.3}");
}

#[test]
fn up_to_eight_missing_clauses_are_named() {
    let (precision, recall) = measure(&[1, 2, 3, 4, 5, 6, 7, 8], 24, 1984);
    println!("precision {precision:.3}, recall {recall:.3}");
    assert!(precision >= 0.95 && recall >= 0.95, "precision {precision:.3}, recall {recall:.3}");
}
