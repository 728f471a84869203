//! Fills `fuzz/corpus` with the seeds of every target, and `fuzz/dictionaries` with the words they are made of.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use truthsayer_fuzz::TARGETS;
use truthsayer_fuzz::nasty;
use truthsayer_fuzz::seeds;
use truthsayer_fuzz::seeds::Shipped;

fn main() -> io::Result<()> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shipped = Shipped::read(own.parent().unwrap_or(own));
    fs::create_dir_all(own.join("dictionaries"))?;
    for (target, _) in TARGETS {
        let corpus = own.join("corpus").join(target);
        fs::create_dir_all(&corpus)?;
        let seeds = seeds::of(target, &shipped);
        for (index, seed) in seeds.iter().enumerate() {
            fs::write(corpus.join(format!("seed-{index:04}")), seed)?;
        }
        fs::write(own.join(format!("dictionaries/{target}.dict")), dictionary(&seeds))?;
        println!("{target}: {} seeds", seeds.len());
    }
    Ok(())
}

/// The dictionary for libFuzzer: the most common words of the seeds, and hostile texts.
fn dictionary(seeds: &[Vec<u8>]) -> String {
    const MOST: usize = 400;
    let mut count: BTreeMap<&[u8], usize> = BTreeMap::new();
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+');
    for word in seeds.iter().flat_map(|seed| seed.split(|byte| !is_inner(byte))) {
        if (2..=32).contains(&word.len()) {
            *count.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(&[u8], usize)> = count.into_iter().collect();
    words.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    let words = words.into_iter().take(MOST).map(|(word, _)| word);
    let pieces = nasty::PIECES.iter().map(|piece| piece.as_bytes());
    words.chain(pieces).map(|word| format!("\"{}\"\n", escaped(word))).collect()
}

fn escaped(word: &[u8]) -> String {
    let letter = |byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        other => format!("\\x{other:02X}"),
    };
    word.iter().map(letter).collect()
}
