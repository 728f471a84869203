//! Mutations: inputs made from seeds by a deterministic generator.

use crate::targets::bend;
use crate::targets::nasty;
use crate::targets::rng::Rng;
use crate::targets::stock::Stock;

/// Maximum length of an input. Longer ones find nothing more and cost time.
const LONGEST: usize = 12 * 1024;

/// Returns a seed with a few changes: changes of its data if it is data, otherwise of its bytes.
pub(crate) fn mutated(seeds: &[Vec<u8>], stock: &Stock, rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.one_of(seeds).cloned().unwrap_or_default();
    if rng.below(2) == 0
        && let Some(bent) = bend::bent(&input, stock, rng)
    {
        return bent;
    }
    for _ in 0..=rng.below(3) {
        mutate(&mut input, seeds, rng);
        input.truncate(LONGEST);
    }
    input
}

fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    match rng.below(12) {
        0 => flip(input, rng),
        1 => {
            let gone = stretch(input, 24, rng);
            input.drain(gone);
        }
        2 => {
            let doubled = input[stretch(input, 60, rng)].to_vec();
            insert(input, &doubled, rng);
        }
        3 | 4 => insert(input, piece(rng), rng),
        5 => {
            let times = [2, 50, 130, 1000][rng.below(4)];
            let run = nasty::RUNS[rng.below(nasty::RUNS.len())].repeat(times);
            insert(input, run.as_bytes(), rng);
        }
        6 => splice(input, seeds, rng),
        7 => {
            let piece = piece(rng);
            replace(input, |byte| byte.is_ascii_digit(), piece, rng);
        }
        8 | 9 => {
            let other = &seeds[rng.below(seeds.len())];
            let words = stretches(other, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let word = words.get(rng.below(words.len())).map_or(&b""[..], |word| &other[word.clone()]);
            replace(input, |byte| byte.is_ascii_alphanumeric() || *byte == b'_', word, rng);
        }
        10 => swap_lines(input, rng),
        _ => input.truncate(rng.below(input.len() + 1)),
    }
}

fn piece(rng: &mut Rng) -> &'static [u8] {
    nasty::PIECES[rng.below(nasty::PIECES.len())].as_bytes()
}

/// A range with a maximum length.
fn stretch(bytes: &[u8], longest: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let start = rng.below(bytes.len() + 1);
    start..(start + rng.below(longest + 1)).min(bytes.len())
}

fn flip(input: &mut [u8], rng: &mut Rng) {
    let at = rng.below(input.len());
    if let Some(byte) = input.get_mut(at) {
        *byte ^= 1 << rng.below(8);
    }
}

fn insert(input: &mut Vec<u8>, piece: &[u8], rng: &mut Rng) {
    let at = rng.below(input.len() + 1);
    input.splice(at..at, piece.iter().copied());
}

/// The beginning of one seed and the end of another.
fn splice(input: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let other = &seeds[rng.below(seeds.len())];
    input.truncate(rng.below(input.len() + 1));
    input.extend_from_slice(&other[rng.below(other.len() + 1)..]);
}

/// Returns the ranges of adjacent bytes of one kind.
fn stretches(bytes: &[u8], fits: impl Fn(&u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for stretch in bytes.chunk_by(|one, other| fits(one) == fits(other)) {
        if fits(&stretch[0]) {
            found.push(at..at + stretch.len());
        }
        at += stretch.len();
    }
    found
}

/// Replaces a number or a word.
fn replace(input: &mut Vec<u8>, fits: impl Fn(&u8) -> bool, piece: &[u8], rng: &mut Rng) {
    let found = stretches(input, fits);
    if let Some(word) = found.get(rng.below(found.len())) {
        input.splice(word.clone(), piece.iter().copied());
    }
}

fn swap_lines(input: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
    if one != other {
        lines.swap(one, other);
    }
    *input = lines.concat();
}
