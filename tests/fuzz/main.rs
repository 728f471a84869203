//! Runs the fuzz targets on a limited number of inputs: the seeds and mutations of them.

mod mutation;

// A separate crate for cargo-fuzz, in which these modules are public.
#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::panic;
use std::path::Path;
use std::sync::LazyLock;

use mutation::mutated;
use targets::TARGETS;
use targets::Target;
use targets::rng::Rng;
use targets::seeds;
use targets::seeds::Shipped;
use targets::stock::Stock;

/// Number of inputs per target; slow targets have fewer.
const INPUTS: usize = 2000;
/// Number of unchanged seeds among them.
const SEEDS: usize = 400;

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| Shipped::read(Path::new(env!("CARGO_MANIFEST_DIR"))));

fn target(name: &str) -> Target {
    *TARGETS.iter().find(|(own, _)| *own == name).expect("a target of this name")
}

/// Runs a target. A panic prints the input in the form of `fuzz/src/seeds/once.rs`.
fn attempt((name, run): Target, input: &[u8]) {
    if let Err(cause) = panic::catch_unwind(|| run(input)) {
        eprintln!("a finding of the target `{name}`:\n    (\"{name}\", b\"{}\"),", input.escape_ascii());
        panic::resume_unwind(cause);
    }
}

fn try_out(name: &str, inputs: usize) {
    let target = target(name);
    let seeds = seeds::of(name, &SHIPPED);
    assert!(!seeds.is_empty(), "no seed for {name}");
    let step = seeds.len().div_ceil(SEEDS);
    let chosen: Vec<&Vec<u8>> = seeds.iter().step_by(step).collect();
    chosen.iter().for_each(|seed| attempt(target, seed));
    let (stock, mut rng) = (Stock::of(&seeds), Rng::named(name));
    for _ in chosen.len()..inputs {
        attempt(target, &mutated(&seeds, &stock, &mut rng));
    }
}

macro_rules! targets {
    ($($name:ident $inputs:expr;)+) => {
        $(#[test]
        fn $name() {
            try_out(stringify!($name), $inputs);
        })+

        const TRIED: &[&str] = &[$(stringify!($name)),+];
    };
}

targets! {
    saved_run INPUTS;
    board INPUTS;
    catalog INPUTS / 2;
    citations INPUTS;
    clause_splitter INPUTS;
    cotulenh_task INPUTS;
    datapath INPUTS;
    dune_task INPUTS;
    errata INPUTS / 4;
    fen INPUTS;
    floor INPUTS;
    golden INPUTS;
    project INPUTS;
    recording INPUTS;
    san INPUTS;
    saved INPUTS;
    scenario INPUTS / 4;
    wire INPUTS;
    yaml INPUTS;
}

/// A target that is missing in one of these lists would never run there.
#[test]
fn every_target_is_tried_here_and_can_be_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names: BTreeSet<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, TRIED.iter().copied().collect());
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let library = fs::read_to_string(root.join("src/lib.rs")).expect("the library of targets");
    for name in names {
        let file = format!("fuzz_targets/{name}.rs");
        assert!(library.contains(&format!("\npub mod {name};")), "cargo-fuzz cannot reach {name}");
        assert!(manifest.contains(&format!("path = \"{file}\"")), "fuzz/Cargo.toml does not name {file}");
        let text = fs::read_to_string(root.join(&file)).expect("a target of cargo-fuzz");
        assert!(text.contains(&format!("truthsayer_fuzz::{name}::run(input)")), "{file} runs something else");
    }
}

/// The generator gives the same inputs on every machine.
#[test]
fn the_same_inputs_are_tried_every_time() {
    let seeds = vec![b"one: 1\n".to_vec(), b"two: [2]\n".to_vec()];
    let inputs = || {
        let mut rng = Rng::named("yaml");
        (0..100).map(|_| mutated(&seeds, &Stock::of(&seeds), &mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(inputs(), inputs());
}
