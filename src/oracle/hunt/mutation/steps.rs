//! Steps: dropped, doubled, swapped, spliced from other scripts, and made out of answers.

use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::mutation::Stock;
use crate::oracle::hunt::pool::Member;
use crate::oracle::hunt::tree;
use crate::protocol::Data;
use crate::protocol::Task;

pub(crate) fn drop_one(task: &mut Task, dice: &mut Dice) {
    if !task.when.is_empty() {
        task.when.remove(dice.below(task.when.len()));
    }
}

pub(crate) fn double_one(task: &mut Task, dice: &mut Dice) {
    if let Some(step) = dice.one(&task.when).cloned() {
        task.when.insert(dice.below(task.when.len() + 1), step);
    }
}

/// A run of steps once more, or several times: what happens when all of it happens again.
pub(crate) fn repeat(task: &mut Task, dice: &mut Dice) {
    let from = dice.below(task.when.len());
    let run: Vec<Data> = task.when[from..].iter().take(1 + dice.below(6)).cloned().collect();
    let end = from + run.len();
    let again = run.len() * (1 + dice.below(3));
    task.when.splice(end..end, run.into_iter().cycle().take(again));
}

pub(crate) fn swap_two(task: &mut Task, dice: &mut Dice) {
    let count = task.when.len();
    if count > 1 {
        let one = dice.below(count);
        let other = if dice.once_in(2) { (one + 1) % count } else { dice.below(count) };
        task.when.swap(one, other);
    }
}

pub(crate) fn insert_one(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    if let Some(step) = stock.vocabulary.any_step(dice) {
        task.when.insert(dice.below(task.when.len() + 1), step);
    }
}

/// A run of steps from another script, in the place of some of these or at the end.
pub(crate) fn splice(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let Some(other) = stock.pool.any_member(dice) else { return };
    let steps = &other.task.when;
    let from = dice.below(steps.len());
    let run = match dice.below(3) {
        0 => steps.len() - from,
        _ => (1 + dice.below(3)).min(steps.len() - from),
    };
    let at = if dice.once_in(3) { task.when.len() } else { dice.below(task.when.len() + 1) };
    let until = (at + dice.below(3)).min(task.when.len());
    task.when.splice(at..until, steps[from..from + run].iter().cloned());
}

/// An answer that a question had becomes a decision: it takes the place of a word in a known step.
pub(crate) fn use_answer(task: &mut Task, member: &Member, stock: &Stock<'_>, dice: &mut Dice) {
    let Some((number, answer)) = dice.one(&member.answers).cloned() else { return };
    let Some(mut step) = stock.vocabulary.any_step(dice) else { return };
    let texts = texts_in(&step);
    let Some(place) = dice.one(&texts) else { return };
    if let Some(spot) = tree::spot(&mut step, "step", *place) {
        *spot.node = answer;
    }
    let after = if dice.once_in(3) { task.when.len() } else { number.min(task.when.len()) };
    task.when.insert(after, step);
}

/// The numbers of all texts in a tree.
fn texts_in(data: &Data) -> Vec<usize> {
    let (mut number, mut texts) = (0, Vec::new());
    tree::visit(data, "", &mut |_, value| {
        if value.is_string() {
            texts.push(number);
        }
        number += 1;
    });
    texts
}
