//! The custom mutator of libFuzzer: mutates structured data as data, two times out of three.

use std::path::Path;
use std::sync::OnceLock;

use truthsayer_fuzz::bend;
use truthsayer_fuzz::rng::Rng;
use truthsayer_fuzz::seeds;
use truthsayer_fuzz::seeds::Shipped;
use truthsayer_fuzz::stock::Stock;

static STOCK: OnceLock<Stock> = OnceLock::new();

/// Mutates the first `size` bytes of `data` and returns the new length.
pub fn change(target: &str, data: &mut [u8], size: usize, longest: usize, seed: u32) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    let bent = if rng.below(3) > 0 { bend::bent(&data[..size], stock(target), &mut rng) } else { None };
    match bent.filter(|bent| bent.len() <= longest) {
        Some(bent) => {
            data[..bent.len()].copy_from_slice(&bent);
            bent.len()
        }
        None => libfuzzer_sys::fuzzer_mutate(data, size, longest),
    }
}

fn stock(target: &str) -> &'static Stock {
    STOCK.get_or_init(|| {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        Stock::of(&seeds::of(target, &Shipped::read(own.parent().unwrap_or(own))))
    })
}
