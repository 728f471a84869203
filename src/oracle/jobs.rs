//! Doing many things side by side and handing the results back in order.

use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

/// Applies `work` to every item on up to `count` threads. The results stand in the order of the items.
pub fn map<T: Sync, R: Send>(count: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(count, items, || (), |(), item| work(item))
}

/// Like [`map`], with something of its own for every thread, such as an engine.
pub fn map_with<T: Sync, S, R: Send>(
    count: usize,
    items: &[T],
    own: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    if count <= 1 || items.len() <= 1 {
        let mut own = own();
        return items.iter().map(|item| work(&mut own, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..count.min(items.len()) {
            scope.spawn(|| {
                let mut own = own();
                let mut results = Vec::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    results.push((index, work(&mut own, item)));
                }
                // A poisoned lock means another worker panicked; its panic is what the caller will see.
                done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(results);
            });
        }
    });
    let mut results = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled: Vec<u32> = items.iter().map(|n| n * 2).collect();
        for count in [1, 2, 8] {
            assert_eq!(map(count, &items, |n| n * 2), doubled);
        }
    }
}
