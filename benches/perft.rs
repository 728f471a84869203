//! Positions per second of the CoTuLenh engine on one core, and the cost of recording clauses.
//!
//! It asserts no time. The TypeScript engine that produced the corpus visits about 8,000 positions per second.

use std::time::Duration;
use std::time::Instant;

use truthsayer_cotulenh::board::Trail;
use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::moves;
use truthsayer_cotulenh::moves::perft::Perft;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::rules::Rules;
use truthsayer_cotulenh::rules::Strict;
use truthsayer_cotulenh::rules::reading::Readings;
use truthsayer_cotulenh::rules::table::Table;

const OTHER_ENGINE: f64 = 8_000.0;

/// The start of a game, and two positions full of stacks and heroes.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", fen::START, 3),
    ("middle game", "6c4/1n2fh1h3/2i3s4/3agt1(tm)g1a/3e5ei/11/11/3E2M2EI/2N1GT2G2/3A2S2A1/4FH1H3/2(NC)8 r - - 14 8", 3),
    (
        "stacks and heroes",
        "8i2/2+N7(f+c)/11/8S2/5C5/n1(NFI)1NT5/4(n+m)2(EA)3/3G7/4s6/N1(nfi)1+H6/2+m4gH1(TM)/1(+n+t)9 b - - 45 37",
        3,
    ),
];

fn main() {
    for (name, text, depth) in POSITIONS {
        let mut position = fen::read(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.why));
        let nodes = Perft::default().count(&mut position, depth);
        let time = best(|| Perft::default().count(&mut position, depth));
        let speed = nodes as f64 / time.as_secs_f64();
        println!(
            "{name}: {nodes} nodes to depth {depth}, {:.1} million a second on one core, {:.0} times the other engine \
             (floor 200, aim 1,000)",
            speed / 1e6,
            speed / OTHER_ENGINE
        );
        let bare = best(|| generate(&Strict, &position));
        let noted = best(|| generate(&Table::new(Vec::new(), Readings::DEFAULT), &position));
        println!(
            "  generating with every clause noted takes {:.0} times as long",
            noted.as_secs_f64() / bare.as_secs_f64()
        );
    }
}

/// Generates the legal steps of a position a few hundred times.
fn generate<R: Rules>(rules: &R, position: &Position) -> u64 {
    let mut position = position.clone();
    let (mut trail, mut steps) = (Trail::new(), Vec::new());
    let mut sum = 0;
    for _ in 0..300 {
        moves::legal(rules, &mut position, &mut trail, &mut steps);
        sum += steps.len() as u64;
    }
    sum
}

fn best(mut work: impl FnMut() -> u64) -> Duration {
    let timed = |_| {
        let began = Instant::now();
        std::hint::black_box(work());
        began.elapsed()
    };
    (0..5).map(timed).min().unwrap_or_default()
}
