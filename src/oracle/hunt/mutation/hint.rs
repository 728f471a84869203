//! Hints: a clause and its switch have names, and what they are about is often called alike in a set-up or a step.

use crate::oracle::hunt::declared;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::mutation::Stock;
use crate::oracle::hunt::tree;
use crate::protocol::Data;
use crate::protocol::Task;

/// Puts a name into the task that has a word in common with something that is sought, where such names stand.
pub(crate) fn follow(task: &mut Task, stock: &Stock<'_>, dice: &mut Dice) {
    let Some(sought) = dice.one(stock.sought) else { return };
    let Some((key, name)) = stock.vocabulary.hint(&sought.words, dice) else { return };
    if stock.vocabulary.is_kind_of_step(name) && dice.once_in(2) {
        insert(task, name, stock, dice);
        return;
    }
    let places = places(task, key, stock);
    if let Some((step, number)) = dice.one(&places) {
        let (root, root_key) = root(task, *step);
        if let Some(spot) = tree::spot(root, root_key, *number) {
            put_name(spot.node, name, stock, dice);
        }
        return;
    }
    if stock.vocabulary.is_kind_of_step(key) {
        let Some(at) = insert(task, key, stock, dice) else { return };
        if let Some(body) = task.when[at].get_mut(key) {
            put_name(body, name, stock, dice);
        }
    }
}

/// A step of a kind, anywhere in the script; says where.
fn insert(task: &mut Task, kind: &str, stock: &Stock<'_>, dice: &mut Dice) -> Option<usize> {
    let step = stock.vocabulary.step_of(kind, dice)?;
    let at = dice.below(task.when.len() + 1);
    task.when.insert(at, step);
    Some(at)
}

/// Where names of a key stand in a task: the step, none for the set-up, and the number of the value.
fn places(task: &mut Task, key: &str, stock: &Stock<'_>) -> Vec<(Option<usize>, usize)> {
    let steps = (0..task.when.len()).map(Some);
    let mut found = Vec::new();
    for step in std::iter::once(None).chain(steps) {
        let (root, root_key) = root(task, step);
        for number in 0..tree::count(root) {
            if tree::spot(root, root_key, number).is_some_and(|spot| stock.vocabulary.key_of(&spot) == key) {
                found.push((step, number));
            }
        }
    }
    found
}

fn root(task: &mut Task, step: Option<usize>) -> (&mut Data, &'static str) {
    match step {
        Some(index) => (&mut task.when[index], "when"),
        None => (&mut task.given, "given"),
    }
}

/// A name at its place: as an entry of a map, a member of a list, or in the place of another name.
fn put_name(node: &mut Data, name: &str, stock: &Stock<'_>, dice: &mut Dice) {
    match node {
        Data::Object(map) => {
            let value = stock.vocabulary.value(name, dice).unwrap_or_else(|| declared::guess(dice));
            map.insert(name.to_owned(), value);
        }
        Data::Array(items) => items.push(Data::from(name)),
        Data::String(text) => name.clone_into(text),
        Data::Null | Data::Bool(_) | Data::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::hunt::pool::Pool;
    use crate::oracle::hunt::sought::Sought;
    use crate::oracle::hunt::vocabulary::Vocabulary;
    use crate::protocol::SwitchNote;
    use serde_json::json;

    #[test]
    fn what_a_clause_is_called_after_is_put_where_such_names_stand() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn_word("given", "sleeping_giant");
        vocabulary.learn_given(&json!({"players": ["ann"]}));
        vocabulary.settle();
        let sought = [Sought::new(0, "giant_wakes_late", &[SwitchNote::new("giant_wakes_late", "r.md:1", "wakes")])];
        let stock = Stock { vocabulary: &vocabulary, pool: &Pool::default(), sought: &sought };
        let mut dice = Dice::new(1, 2, 3);
        let mut tasks = (0..40).map(|_| {
            let mut task = Task::new(json!({"players": ["ann"]}), Vec::new());
            follow(&mut task, &stock, &mut dice);
            task
        });
        assert!(tasks.any(|task| task.given.get("sleeping_giant").is_some()));
    }
}
