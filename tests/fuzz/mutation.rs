//! Mutations: inputs made of seeds by a generator that gives the same ones on every machine.

use crate::targets::nasty;

/// Numbers that look random and are the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(name: &str) -> Dice {
        let mixed = name.bytes().fold(0x1965_u64, |sum, byte| sum.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
        Dice(mixed | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }

    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A stretch of at most so many bytes.
    fn stretch(&mut self, bytes: &[u8], longest: usize) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        start..(start + self.below(longest + 1)).min(bytes.len())
    }
}

/// Longer inputs only take longer.
const LONGEST: usize = 12 * 1024;

/// A seed with a few things changed in it.
pub fn mutated(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut input = dice.one_of(seeds).clone();
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
            let gone = dice.stretch(input, 24);
            input.drain(gone);
        }
        2 => {
            let doubled = input[dice.stretch(input, 60)].to_vec();
            insert(input, &doubled, dice);
        }
        3 | 4 => insert(input, dice.one_of(nasty::PIECES).as_bytes(), dice),
        5 => {
            let times = *dice.one_of(&[2, 50, 130, 1000]);
            let run = dice.one_of(nasty::RUNS).repeat(times);
            insert(input, run.as_bytes(), dice);
        }
        6 => splice(input, seeds, dice),
        7 => {
            let piece = dice.one_of(nasty::PIECES).as_bytes();
            replace(input, |byte| byte.is_ascii_digit(), piece, dice);
        }
        8 | 9 => {
            let other = dice.one_of(seeds);
            let words = stretches(other, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let word = words.get(dice.below(words.len())).map_or(&b""[..], |word| &other[word.clone()]);
            replace(input, |byte| byte.is_ascii_alphanumeric() || *byte == b'_', word, dice);
        }
        10 => swap_lines(input, dice),
        _ => input.truncate(dice.below(input.len() + 1)),
    }
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
    let other = dice.one_of(seeds);
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
