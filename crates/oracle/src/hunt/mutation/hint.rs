//! Uses the names of a target's clause and switch: set-ups and steps often have similar names.

use crate::base::data_tree;
use crate::hunt::declared;
use crate::hunt::mutation::Stock;
use crate::hunt::rng::Rng;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Inserts a name that shares a word with a target, at a place for such names.
pub(crate) fn follow(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let Some(target) = rng.one(stock.target) else { return };
    let Some((key, name)) = stock.vocabulary.hint(&target.words, rng) else { return };
    if stock.vocabulary.is_kind_of_step(name) && rng.once_in(2) {
        insert(task, name, stock, rng);
        return;
    }
    let places = places(task, key, stock);
    if let Some((step, number)) = rng.one(&places) {
        let (root, root_key) = root(task, *step);
        if let Some(spot) = data_tree::spot(root, root_key, *number) {
            put_name(spot.node, name, stock, rng);
        }
        return;
    }
    if stock.vocabulary.is_kind_of_step(key) {
        let Some(at) = insert(task, key, stock, rng) else { return };
        if let Some(body) = task.when[at].get_mut(key) {
            put_name(body, name, stock, rng);
        }
    }
}

/// Inserts a step of a kind at a random position. Returns the position.
fn insert(task: &mut Task, kind: &str, stock: &Stock<'_>, rng: &mut Rng) -> Option<usize> {
    let step = stock.vocabulary.step_of(kind, rng)?;
    let at = rng.below(task.when.len() + 1);
    task.when.insert(at, step);
    Some(at)
}

/// Returns the places for names of a key: the step (`None` for the set-up) and the number of the value.
fn places(task: &mut Task, key: &str, stock: &Stock<'_>) -> Vec<(Option<usize>, usize)> {
    let steps = (0..task.when.len()).map(Some);
    let mut found = Vec::new();
    for step in std::iter::once(None).chain(steps) {
        let (root, root_key) = root(task, step);
        for number in 0..data_tree::count(root) {
            if data_tree::spot(root, root_key, number).is_some_and(|spot| stock.vocabulary.key_of(&spot) == key) {
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

/// Inserts a name: as an entry of a map, an item of a list, or instead of another name.
fn put_name(node: &mut Data, name: &str, stock: &Stock<'_>, rng: &mut Rng) {
    match node {
        Data::Object(map) => {
            let value = stock.vocabulary.value(name, rng).unwrap_or_else(|| declared::guess(rng));
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
    use crate::hunt::corpus::Pool;
    use crate::hunt::target::Target;
    use crate::hunt::vocabulary::Vocabulary;
    use serde_json::json;
    use truthsayer_protocol::SwitchNote;

    #[test]
    fn a_name_from_a_clause_is_inserted_where_such_names_occur() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn_word("given", "sleeping_giant");
        vocabulary.learn_given(&json!({"players": ["ann"]}));
        vocabulary.settle();
        let target = [Target::new(0, "giant_wakes_late", &[SwitchNote::new("giant_wakes_late", "r.md:1", "wakes")])];
        let stock = Stock { vocabulary: &vocabulary, pool: &Pool::default(), target: &target };
        let mut rng = Rng::new(1, 2, 3);
        let mut tasks = (0..40).map(|_| {
            let mut task = Task::new(json!({"players": ["ann"]}), Vec::new());
            follow(&mut task, &stock, &mut rng);
            task
        });
        assert!(tasks.any(|task| task.given.get("sleeping_giant").is_some()));
    }
}
