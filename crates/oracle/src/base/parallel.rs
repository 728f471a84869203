//! Runs work on several threads and returns the results in order.

use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread::Builder;

/// Maximum number of items that a thread takes at once. Small enough that, with a slow engine, threads finish at about
/// the same time.
const LARGEST_HELPING: usize = 8;
const ROUNDS: usize = 16;

/// Applies `work` to every item on up to `count` threads. The results are in the order of the items.
pub fn map<T: Sync, R: Send>(count: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(count, items, || (), |(), item| work(item))
}

/// Like [`map`], with a value for each thread, such as an engine.
pub fn map_with<T: Sync, S, R: Send>(
    count: usize,
    items: &[T],
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    if count <= 1 || items.len() <= 1 {
        let mut state = make_state();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    let size = (items.len() / (count * ROUNDS)).clamp(1, LARGEST_HELPING);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<R>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let help = || {
            let mut state = make_state();
            let mut results = Vec::new();
            loop {
                let first = next.fetch_add(size, Ordering::Relaxed);
                let Some(rest) = items.get(first..).filter(|rest| !rest.is_empty()) else { break };
                let helping = rest.iter().take(size);
                results.push((first, helping.map(|item| work(&mut state, item)).collect()));
            }
            // A poisoned lock means that another worker panicked; the caller sees that panic.
            done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(results);
        };
        // If the system refuses more threads, the existing ones do the work, or this one alone.
        let started = (0..count.min(items.len())).take_while(|_| Builder::new().spawn_scoped(scope, help).is_ok());
        if started.count() == 0 {
            help();
        }
    });
    let mut results = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(first, _)| *first);
    let mut in_order = Vec::with_capacity(items.len());
    in_order.extend(results.into_iter().flat_map(|(_, helping)| helping));
    in_order
}

/// Runs two functions, in parallel if there is more than one job.
pub fn both<A: Send, B>(count: usize, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if count <= 1 {
        return (one(), other());
    }
    // Taken by the new thread, or by this one if the system refuses a thread.
    let one = Mutex::new(Some(one));
    let take = || one.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    std::thread::scope(|scope| {
        let started = Builder::new().spawn_scoped(scope, || take().map(|one| one()));
        let other = other();
        let done = started.map(|started| started.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause)));
        match done.ok().flatten().or_else(|| take().map(|one| one())) {
            Some(one) => (one, other),
            None => unreachable!("it is done by one of the two"),
        }
    })
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
            assert_eq!(map(count, &items[..3], |n| n * 2), doubled[..3]);
            assert_eq!(both(count, || 1, || 2), (1, 2));
        }
    }
}
