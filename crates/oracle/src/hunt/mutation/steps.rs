//! Mutates steps: drops, repeats, swaps, splices from other scripts, and turns answers into decisions.

use crate::base::data_tree;
use crate::hunt::cause;
use crate::hunt::corpus::Member;
use crate::hunt::mutation::Stock;
use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::ASK;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

pub(crate) fn drop_one(task: &mut Task, rng: &mut Rng) {
    if !task.when.is_empty() {
        task.when.remove(rng.below(task.when.len()));
    }
}

pub(crate) fn double_one(task: &mut Task, rng: &mut Rng) {
    if let Some(step) = rng.one(&task.when).cloned() {
        task.when.insert(rng.below(task.when.len() + 1), step);
    }
}

/// Repeats a run of steps once or several times.
pub(crate) fn repeat(task: &mut Task, rng: &mut Rng) {
    let from = rng.below(task.when.len());
    let run: Vec<Data> = task.when[from..].iter().take(1 + rng.below(6)).cloned().collect();
    let end = from + run.len();
    let again = run.len() * (1 + rng.below(3));
    task.when.splice(end..end, run.into_iter().cycle().take(again));
}

pub(crate) fn swap_two(task: &mut Task, rng: &mut Rng) {
    let count = task.when.len();
    if count > 1 {
        let one = rng.below(count);
        let other = if rng.once_in(2) { (one + 1) % count } else { rng.below(count) };
        task.when.swap(one, other);
    }
}

pub(crate) fn insert_one(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    if let Some(step) = stock.vocabulary.any_step(rng) {
        task.when.insert(rng.below(task.when.len() + 1), step);
    }
}

/// Inserts steps of another script, instead of some of these or at the end.
pub(crate) fn splice(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let Some(other) = stock.pool.any_member(rng) else { return };
    let steps = &other.task.when;
    let from = rng.below(steps.len());
    let run = match rng.below(3) {
        0 => steps.len() - from,
        _ => (1 + rng.below(3)).min(steps.len() - from),
    };
    let at = if rng.once_in(3) { task.when.len() } else { rng.below(task.when.len() + 1) };
    let until = (at + rng.below(3)).min(task.when.len());
    task.when.splice(at..until, steps[from..from + run].iter().cloned());
}

/// Turns an answer into a decision: it replaces a word in a known step.
pub(crate) fn use_answer(task: &mut Task, member: &Member, stock: &Stock<'_>, rng: &mut Rng) {
    let Some((number, answer)) = rng.one(&member.answers).cloned() else { return };
    let Some(mut step) = stock.vocabulary.any_step(rng) else { return };
    let texts = texts_in(&step);
    let Some(place) = rng.one(&texts) else { return };
    if let Some(spot) = data_tree::spot(&mut step, "step", *place) {
        *spot.node = answer;
    }
    let after = if rng.once_in(3) { task.when.len() } else { number.min(task.when.len()) };
    task.when.insert(after, step);
}

/// Returns a step that makes a decision of an answer: one of a kind that is known to take such words, if there is one.
pub(crate) fn deciding(answer: &Data, stock: &Stock<'_>, rng: &mut Rng) -> Option<Data> {
    let word = answer.as_str()?;
    let mut found = None;
    for _ in 0..TRIED_STEPS {
        let mut step = stock.vocabulary.any_step(rng)?;
        let texts = texts_in(&step);
        let Some(place) = rng.one(&texts).filter(|_| step.get(ASK).is_none()) else { continue };
        let Some(spot) = data_tree::spot(&mut step, "when", *place) else { continue };
        let key = stock.vocabulary.key_of(&spot);
        let own = spot.node.as_str().map(cause::text_class);
        *spot.node = answer.clone();
        if stock.vocabulary.fits(&key, word) || own == Some(cause::text_class(word)) {
            return Some(step);
        }
        found = Some(step);
    }
    found
}

/// Number of steps that are tried for an answer.
const TRIED_STEPS: usize = 8;

/// Returns the numbers of all texts in a tree.
fn texts_in(data: &Data) -> Vec<usize> {
    let (mut number, mut texts) = (0, Vec::new());
    data_tree::visit(data, "", &mut |_, value| {
        if value.is_string() {
            texts.push(number);
        }
        number += 1;
    });
    texts
}
