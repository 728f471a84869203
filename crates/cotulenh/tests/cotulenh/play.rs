//! Seeded random play of CoTuLenh from many positions.

use std::fs;

use serde_json::Value;
use truthsayer_cotulenh::board::Trail;
use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::board::step::Step;
use truthsayer_cotulenh::moves;
use truthsayer_cotulenh::notation;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::rules::Rules;
use truthsayer_cotulenh::rules::Strict;

/// Positions, steps and counts from another engine.
pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");

/// A deterministic random number generator.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}

pub(crate) fn position(text: &str) -> Position {
    fen::read(text).unwrap_or_else(|fault| panic!("{text}: {} at {}", fault.why, fault.at))
}

pub(crate) fn legal_by<R: Rules>(rules: &R, position: &Position) -> Vec<Step> {
    let mut steps = Vec::new();
    moves::legal(rules, &mut position.clone(), &mut Trail::new(), &mut steps);
    steps
}

pub(crate) fn legal(position: &Position) -> Vec<Step> {
    legal_by(&Strict, position)
}

/// The initial position and every position of the corpus.
pub(crate) fn beginnings() -> Vec<String> {
    let text = fs::read_to_string(DATA.to_owned() + "moves.jsonl").expect("the corpus is here");
    let row = |line: &str| serde_json::from_str::<Value>(line).ok()?["fen"].as_str().map(str::to_owned);
    let mut found = vec![fen::START.to_owned()];
    found.extend(text.lines().filter_map(row));
    assert!(found.len() > 1, "the corpus is empty");
    found
}

/// Plays at random from every initial position and passes each position with the steps that led to it.
pub(crate) fn walk_through(seed: u64, length: usize, mut look: impl FnMut(&Position, &str)) {
    let mut chance = Chance::new(seed);
    for text in beginnings() {
        let mut position = position(&text);
        let mut way = text;
        look(&position, &way);
        for _ in 0..length {
            let Some(step) = choose(&mut chance, &position) else { break };
            way.push_str(&format!(" > {}", notation::lan(&Strict, step)));
            position.advance(&Strict, step, &mut Trail::new(), &mut |_| {});
            commit_sometimes(&mut chance, &mut position);
            look(&position, &way);
        }
    }
}

/// Chooses deployments and captures more often than plain moves, because they test more rules.
fn choose(chance: &mut Chance, position: &Position) -> Option<Step> {
    let steps = legal(position);
    let lively: Vec<Step> = steps.iter().copied().filter(|step| step.deploys || step.effect.is_capture()).collect();
    let list = if lively.is_empty() || chance.below(3) == 0 { steps } else { lively };
    list.get(chance.below(list.len())).copied()
}

fn commit_sometimes(chance: &mut Chance, position: &mut Position) {
    let may = position.deployment.as_ref().is_some_and(|deployment| deployment.may_commit(&Strict, &position.board));
    if may && chance.below(2) == 0 {
        position.commit(&Strict);
    }
}
