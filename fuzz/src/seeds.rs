//! Seeds: inputs made from the shipped files, and inputs that once found a bug.

mod once;
mod play;
mod shipped;
mod small;

pub use shipped::Shipped;

/// The seeds of a target, each once, short ones first.
pub fn of(target: &str, shipped: &Shipped) -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = shipped.seeds(target).into_iter().map(String::into_bytes).collect();
    seeds.extend(small::seeds(target).iter().map(|seed| seed.as_bytes().to_vec()));
    seeds.extend(once::broken(target));
    seeds.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    seeds.dedup();
    seeds
}
