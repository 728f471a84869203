//! Wrong citations, inserted into the shipped suites one at a time: weak evidence lists them and names the correct
//! clause.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use truthsayer::builtin_engines;
use truthsayer_oracle::evidence::kill_matrix::Matrix;
use truthsayer_oracle::evidence::kill_matrix::Player;
use truthsayer_oracle::evidence::proof::Proof;
use truthsayer_oracle::evidence::weak::WeakEntry;
use truthsayer_oracle::evidence::weak::claim_table;
use truthsayer_oracle::evidence::weak::claim_table::ClaimRow;
use truthsayer_oracle::evidence::weak::claim_table::ClaimTable;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::weak_kind::WeakKind;

use crate::causes::shipped_game::SUITE;

const JOBS: usize = 2;
/// Mistakes per game: 300 in all.
const PLANTED: usize = 150;

/// A claim as written: its file and its number. The rows of a table share one.
type WrittenClaim = (String, usize);

/// Random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, number: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % number
    }

    fn choose<T>(&mut self, mut items: Vec<T>, number: usize) -> Vec<T> {
        let number = number.min(items.len());
        (0..number).map(|_| items.swap_remove(self.below(items.len()))).collect()
    }
}

/// How many mistakes were planted, how many are listed, and for how many of those the true clause is among the first
/// three that the claim depends on.
#[derive(Debug, Default, Clone, Copy)]
struct Figures {
    planted: usize,
    listed: usize,
    named: usize,
}

impl Figures {
    fn add(&mut self, other: Figures) {
        self.planted += other.planted;
        self.listed += other.listed;
        self.named += other.named;
    }

    fn percent(part: usize, of: usize) -> f64 {
        part as f64 * 100.0 / of.max(1) as f64
    }
}

/// A game with all runs that `prove` makes for the chosen claims, and those that weak evidence adds.
struct Game {
    table: ClaimTable<'static>,
    /// The claims that fail without their clause and into which a mistake is planted.
    chosen: Vec<WrittenClaim>,
}

fn written(row: &ClaimRow<'_>) -> WrittenClaim {
    (row.file().to_owned(), row.claim)
}

/// Runs every scenario of some claims without every switch that fired in it.
fn game(name: &str, random: &mut Random) -> Game {
    let maker = builtin_engines::by_name(name).expect("an engine");
    let scenarios: Vec<&Scenario> = SUITE.scenarios.iter().filter(|scenario| scenario.game == name).collect();
    let trial = PlayAndJudge { job_count: JOBS, goldens: None, ..PlayAndJudge::of(&SUITE.project, Retention::Firings) };
    let judged = trial.run(&scenarios, maker.as_ref());
    let profile = maker.profile();
    let mut resolved = switch_clauses::resolve(profile, &SUITE.book).0;
    let clauses: Vec<Vec<ClauseId>> =
        profile.switches.iter().map(|switch| resolved.remove(&switch.name).unwrap_or_default()).collect();
    let fires = |judged: &Judged<'_>, switch: &str| judged.fired.iter().any(|firing| firing.switch == switch);
    let of_switch = |name: &str| (0..judged.len()).filter(|at| fires(&judged[*at], name)).collect();
    let fired: Vec<Vec<usize>> = profile.switches.iter().map(|switch| of_switch(&switch.name)).collect();
    let fired_at = |at: usize| (0..fired.len()).filter(|switch| fired[*switch].contains(&at)).collect();
    let fired_in = (0..judged.len()).map(fired_at).collect();
    let matrix = Matrix::new(&profile.switches, &judged);
    let mut proof = Proof { mutants: Vec::new(), matrix, clauses, fired, fired_in };
    let player = Player {
        maker: maker.as_ref(),
        reference: None,
        skipped_parts: &[],
        without: &[],
        jobs: JOBS,
        expect: &|_| (),
        tick: &|| (),
    };
    // Twice as many as needed, because a claim that is weak already is left out.
    let all: BTreeSet<WrittenClaim> = ClaimTable::of(name, &proof, &judged).rows.iter().map(written).collect();
    let some: BTreeSet<WrittenClaim> = random.choose(all.into_iter().collect(), 2 * PLANTED).into_iter().collect();
    let files: BTreeSet<&str> = some.iter().map(|(file, _)| file.as_str()).collect();
    let is_chosen = |at: &usize| files.contains(judged[*at].scenario.place.file.path.as_str());
    let pairs = proof.fired.iter().enumerate().flat_map(|(switch, scenarios)| {
        scenarios.iter().copied().filter(is_chosen).map(move |scenario| (switch, scenario))
    });
    let sampled = proof
        .fired
        .iter()
        .enumerate()
        .flat_map(|(switch, scenarios)| claim_table::sample(scenarios).map(move |scenario| (switch, scenario)));
    let pairs: Vec<_> = pairs.chain(sampled).collect();
    proof.matrix.fill(pairs, &player);
    let table = ClaimTable::of(name, &proof, &judged);
    let weak: BTreeSet<WrittenClaim> =
        table.rows.iter().filter(|row| !table.fails_without_its_clause(row)).map(written).collect();
    let chosen = some.into_iter().filter(|claim| !weak.contains(claim)).take(PLANTED).collect();
    Game { table, chosen }
}

/// Plants one mistake in every chosen claim in turn. `is_wanted` chooses the wrong clauses for a right one.
fn plant(game: &Game, random: &mut Random, is_wanted: impl Fn(&ClauseId, &ClauseId) -> bool) -> Figures {
    let clauses: BTreeSet<&ClauseId> = game.table.columns.iter().flat_map(|column| &column.clauses).collect();
    let mut rows: BTreeMap<WrittenClaim, Vec<usize>> = BTreeMap::new();
    for (at, row) in game.table.rows.iter().enumerate() {
        rows.entry(written(row)).or_default().push(at);
    }
    let mut figures = Figures::default();
    for claim in &game.chosen {
        let own = &rows[claim];
        let right: BTreeSet<&ClauseId> = own.iter().flat_map(|at| game.table.rows[*at].clauses.iter()).collect();
        let first = right.first().expect("a claim cites a clause");
        let wrong = clauses.iter().copied().filter(|clause| !right.contains(clause) && is_wanted(first, clause));
        let Some(wrong) = random.choose(wrong.collect(), 1).pop() else { continue };
        let mut table = game.table.clone();
        own.iter().for_each(|at| table.rows[*at].clauses = vec![wrong.clone()].into());
        let weak = table.weak();
        let is_planted = |entry: &&WeakEntry| {
            let is_own = |at: &usize| {
                let planted = &game.table.rows[*at].claim_ref();
                entry.scenario.as_ref() == Some(&planted.scenario) && entry.claim == Some(planted.claim)
            };
            entry.kind == WeakKind::PassesWithoutItsClause && entry.explained.is_none() && own.iter().any(is_own)
        };
        let listed: Vec<&WeakEntry> = weak.iter().filter(is_planted).collect();
        figures.planted += 1;
        if listed.is_empty() {
            continue;
        }
        figures.listed += 1;
        let names = |entry: &&&WeakEntry| entry.depends_on.iter().take(3).any(|clause| right.contains(clause));
        figures.named += usize::from(listed.iter().any(|entry| names(&entry)));
    }
    figures
}

#[test]
fn planted_citations_are_listed_with_the_true_clause() {
    let mut random = Random(7);
    let (mut anywhere, mut in_rule) = (Figures::default(), Figures::default());
    let rule = |clause: &ClauseId| SUITE.rule_of(clause).map(|rule| (&rule.game, &rule.number));
    for name in ["dune", "cotulenh"] {
        let game = game(name, &mut random);
        anywhere.add(plant(&game, &mut random, |_, _| true));
        in_rule.add(plant(&game, &mut random, |right, wrong| rule(right) == rule(wrong)));
    }
    let listed = Figures::percent(anywhere.listed, anywhere.planted);
    let listed_in_rule = Figures::percent(in_rule.listed, in_rule.planted);
    let named = Figures::percent(anywhere.named, anywhere.listed);
    println!("{anywhere:?}: {listed:.1} % listed, {named:.1} % with the true clause among the first three");
    println!("within the same rule {in_rule:?}: {listed_in_rule:.1} % listed");
    assert!(anywhere.planted >= 290, "{anywhere:?}");
    assert!(in_rule.planted >= 200, "{in_rule:?}");
    assert!(listed >= 95.0, "{anywhere:?}");
    assert!(listed_in_rule >= 75.0, "{in_rule:?}");
    assert!(named >= 85.0, "{anywhere:?}");
}
