//! Mutations: inputs made of seeds by a generator that gives the same ones on every machine.

use crate::targets::bend;
use crate::targets::dice::Dice;
use crate::targets::nasty;
use crate::targets::stock::Stock;

/// Longer inputs only take longer.
const LONGEST: usize = 12 * 1024;

/// A seed with a few things changed in it: as data, where it is data, or else as bytes.
pub(crate) fn mutated(seeds: &[Vec<u8>], stock: &Stock, dice: &mut Dice) -> Vec<u8> {
    let mut input = dice.one_of(seeds).cloned().unwrap_or_default();
    if dice.below(2) == 0
        && let Some(bent) = bend::bent(&input, stock, dice)
    {
        return bent;
    }
    for _ in 0..=dice.below(3) {
        mutate(&mut input, seeds, dice);
        input.truncate(LONGEST);
    }
    input
}

fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    match dice.below(12) {
        0 => flip(input, dice),
        1 => {
            let gone = stretch(input, 24, dice);
            input.drain(gone);
        }
        2 => {
            let doubled = input[stretch(input, 60, dice)].to_vec();
            insert(input, &doubled, dice);
        }
        3 | 4 => insert(input, piece(dice), dice),
        5 => {
            let times = [2, 50, 130, 1000][dice.below(4)];
            let run = nasty::RUNS[dice.below(nasty::RUNS.len())].repeat(times);
            insert(input, run.as_bytes(), dice);
        }
        6 => splice(input, seeds, dice),
        7 => {
            let piece = piece(dice);
            replace(input, |byte| byte.is_ascii_digit(), piece, dice);
        }
        8 | 9 => {
            let other = &seeds[dice.below(seeds.len())];
            let words = stretches(other, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let word = words.get(dice.below(words.len())).map_or(&b""[..], |word| &other[word.clone()]);
            replace(input, |byte| byte.is_ascii_alphanumeric() || *byte == b'_', word, dice);
        }
        10 => swap_lines(input, dice),
        _ => input.truncate(dice.below(input.len() + 1)),
    }
}

fn piece(dice: &mut Dice) -> &'static [u8] {
    nasty::PIECES[dice.below(nasty::PIECES.len())].as_bytes()
}

/// A stretch of at most so many bytes.
fn stretch(bytes: &[u8], longest: usize, dice: &mut Dice) -> std::ops::Range<usize> {
    let start = dice.below(bytes.len() + 1);
    start..(start + dice.below(longest + 1)).min(bytes.len())
}

fn flip(input: &mut [u8], dice: &mut Dice) {
    let at = dice.below(input.len());
    if let Some(byte) = input.get_mut(at) {
        *byte ^= 1 << dice.below(8);
    }
}

fn insert(input: &mut Vec<u8>, piece: &[u8], dice: &mut Dice) {
    let at = dice.below(input.len() + 1);
    input.splice(at..at, piece.iter().copied());
}

/// The beginning of one seed and the end of another.
fn splice(input: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    let other = &seeds[dice.below(seeds.len())];
    input.truncate(dice.below(input.len() + 1));
    input.extend_from_slice(&other[dice.below(other.len() + 1)..]);
}

/// Where bytes of one kind stand side by side.
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

/// Puts a piece in place of a number or a word.
fn replace(input: &mut Vec<u8>, fits: impl Fn(&u8) -> bool, piece: &[u8], dice: &mut Dice) {
    let found = stretches(input, fits);
    if let Some(word) = found.get(dice.below(found.len())) {
        input.splice(word.clone(), piece.iter().copied());
    }
}

fn swap_lines(input: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    if one != other {
        lines.swap(one, other);
    }
    *input = lines.concat();
}
