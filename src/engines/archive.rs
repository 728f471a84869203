//! An archive: plays that were kept, so that they can be judged again, and elsewhere, without being played again.
//!
//! A play is found by who played and what the task was. Of states only the first is kept, once for all plays that begin
//! with it, and what became of it; for hundreds of plays of one scenario differ in little else.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::MutexGuard;

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::engines::process::LARGEST_OUTCOME;
use crate::protocol::Fault;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::wire;

mod answer;
mod bounded;
mod delta;
mod player;

pub(crate) use player::Keeping;
pub(crate) use player::KeptEngineMaker;
pub(crate) use player::SavedProfile;

/// Plays by player and task.
#[derive(Debug, Default)]
pub struct Archive {
    plays: Mutex<Plays>,
}

/// More plays than a file of the length that is allowed has room for, unless somebody made it up.
pub(crate) const MOST_PLAYS: usize = 400_000;
/// More places than all engines of a project have switches.
const MOST_FIRINGS: usize = 100_000;

/// Where a switch took effect: its name, the source file and the line.
type FiringPlace = (String, String, u32);

/// As they are saved: JSON texts, which are read when they are asked for.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Plays {
    /// States with which plays begin, by their fingerprint.
    #[serde(deserialize_with = "bounded::map::<_, _, MOST_PLAYS>")]
    states: BTreeMap<String, Box<RawValue>>,
    /// Switches that took effect: name, source file and line. Entries refer to them by their index in this list.
    #[serde(deserialize_with = "bounded::list::<_, _, MOST_FIRINGS>")]
    firings: Vec<FiringPlace>,
    /// By the fingerprint of player and task: the answers, in the order in which they were given.
    #[serde(deserialize_with = "bounded::map::<_, _, MOST_PLAYS>")]
    answers: BTreeMap<String, Vec<Entry>>,
    /// Where a switch that took effect stands in the list.
    #[serde(skip)]
    firing_numbers: HashMap<FiringPlace, usize>,
    /// How often each task was asked for.
    #[serde(skip)]
    asked: HashMap<String, usize>,
}

/// An answer, and how often in a row it was given.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    times: usize,
    reply: Box<RawValue>,
    /// The switches that took effect, kept apart from the reply so that they can be renumbered without reading it: the
    /// index in the list of all, and the number of events at that moment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fired: Vec<EntryFiring>,
}

/// The index of a switch in the list of all, and the number of events when it took effect.
type EntryFiring = (usize, Option<usize>);

/// Why an archive cannot be read.
type UnreadableArchive = String;

impl Archive {
    /// Reads what [`text`](Archive::text) wrote.
    pub(crate) fn read(text: &str) -> Result<Archive, UnreadableArchive> {
        let mut plays: Plays = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if plays.states.values().any(|state| state.get().len() > LARGEST_OUTCOME) {
            return Err(format!("a state is longer than {} MiB", LARGEST_OUTCOME / 1024 / 1024));
        }
        plays.firing_numbers = plays.firings.iter().cloned().zip(0..).collect();
        Ok(Archive { plays: Mutex::new(plays) })
    }

    /// As one line of JSON. The bytes depend on the plays alone, not on which thread kept its play first.
    pub(crate) fn text(&self) -> String {
        let mut plays = self.lock();
        plays.sort_firings();
        // Texts and lists of texts: there is nothing in it that JSON could not hold.
        serde_json::to_string(&*plays).unwrap_or_default()
    }

    /// How many tasks were answered.
    pub(crate) fn tasks(&self) -> usize {
        self.lock().answers.len()
    }

    /// The first of these plays, by its index, that is not there. Equal plays have to be there as often as they are asked
    /// for.
    pub(crate) fn first_missing<'t>(&self, plays: impl Iterator<Item = (&'t str, Task)>) -> Option<usize> {
        let archive = self.lock();
        let mut asked: HashMap<String, usize> = HashMap::new();
        plays.map(|(player, task)| key(player, &task)).position(|key| {
            let answers = archive.answers.get(&key).into_iter().flatten();
            let given = answers.fold(0, |given: usize, entry| given.saturating_add(entry.times));
            let count = asked.entry(key).or_default();
            *count += 1;
            *count > given
        })
    }

    /// Takes over the plays of another archive, after its own. States are taken as they are: one may belong to very many
    /// plays, and whether it fits is seen when a play is asked for.
    pub(crate) fn add(&self, other: &Archive) -> Result<(), UnreadableArchive> {
        let (mut plays, other) = (self.lock(), other.lock());
        for (key, state) in &other.states {
            let known = plays.states.entry(key.clone()).or_insert_with(|| state.clone());
            if known.get() != state.get() {
                return Err("a state is not the one that others know by its name".to_owned());
            }
        }
        for (key, entries) in &other.answers {
            for entry in entries {
                let fired = answer::moved(&mut plays, &other, &entry.fired)?;
                plays.enter(key.clone(), Entry { fired, ..entry.clone() });
            }
        }
        Ok(())
    }

    /// Keeps the answer of a player to a task.
    fn keep(&self, player: &str, task: &Task, answer: &Result<Reply, Fault>) {
        let mut plays = self.lock();
        if let Some((reply, fired)) = answer::write(&mut plays, answer) {
            plays.enter(key(player, task), Entry { times: 1, reply, fired });
        }
    }

    /// The answer to a task that was asked for so many times before; none if it was not given so often.
    fn answer(&self, player: &str, task: &Task) -> Option<Result<Reply, Fault>> {
        let key = key(player, task);
        let mut plays = self.lock();
        let before = plays.asked.get(&key).copied().unwrap_or(0);
        let mut left = before;
        let entry = plays.answers.get(&key)?.iter().find(|entry| match left.checked_sub(entry.times) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })?;
        let answer = answer::read(&plays, entry);
        plays.asked.insert(key, before + 1);
        Some(answer.unwrap_or_else(|why| {
            Err(Fault::Garbled {
                line: String::new(),
                why: format!("as it was saved, {why}"),
                last_words: String::new(),
            })
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Plays> {
        // Whoever panicked while holding it left whole entries behind.
        self.plays.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Plays {
    fn enter(&mut self, key: String, entry: Entry) {
        let entries = self.answers.entry(key).or_default();
        match entries.last_mut() {
            Some(last) if last.reply.get() == entry.reply.get() && last.fired == entry.fired => {
                last.times = last.times.saturating_add(entry.times);
            }
            _ => entries.push(entry),
        }
    }

    /// Sorts the list of switches and renumbers the entries that refer to it.
    fn sort_firings(&mut self) {
        let old = std::mem::take(&mut self.firings);
        let sorted: BTreeSet<&FiringPlace> = old.iter().collect();
        let new: HashMap<&FiringPlace, usize> = sorted.iter().copied().zip(0..).collect();
        for (number, _) in self.answers.values_mut().flatten().flat_map(|entry| &mut entry.fired) {
            *number = old.get(*number).and_then(|place| new.get(place)).copied().unwrap_or(usize::MAX);
        }
        self.firings = sorted.into_iter().cloned().collect();
        self.firing_numbers = self.firings.iter().cloned().zip(0..).collect();
    }
}

/// Who was asked, and what.
fn key(player: &str, task: &Task) -> String {
    fingerprint(&[player, &wire::play_line(0, task)])
}

/// FNV-1a: archives are saved, so it has to be the same with every compiler.
fn fingerprint(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Outcome;
    use serde_json::json;

    fn task(step: u32) -> Task {
        Task::new(json!({"a": 1}), vec![json!({"roll": step})])
    }

    fn played(after: u32) -> Result<Reply, Fault> {
        Ok(Outcome::new(json!({"a": 1, "b": {"c": 2}}), json!({"a": after, "b": {"c": 2}})).into())
    }

    #[test]
    fn what_was_kept_is_answered_in_its_order_and_no_more_often() {
        let archive = Archive::default();
        for after in [5, 5, 6] {
            archive.keep("pig", &task(1), &played(after));
        }
        let fault = Err(Fault::Died { how: "exit 1".to_owned(), last_words: "oh \u{1b}[31m".to_owned() });
        archive.keep("pig", &task(2), &fault);
        let again = Archive::read(&archive.text()).expect("an archive");
        for after in [5, 5, 6] {
            assert_eq!(again.answer("pig", &task(1)), Some(played(after)));
        }
        assert_eq!(again.answer("pig", &task(1)), None);
        assert_eq!(again.answer("other", &task(2)), None);
        let Some(Err(Fault::Died { last_words, .. })) = again.answer("pig", &task(2)) else { panic!("a fault") };
        assert!(!last_words.contains('\u{1b}'), "{last_words}");
    }

    #[test]
    fn the_text_does_not_depend_on_the_order_of_the_plays() {
        let fired = |names: &[&str]| {
            let mut outcome = Outcome::new(json!({}), json!({}));
            outcome.fired = names.iter().map(|name| crate::protocol::Firing::new((*name).to_owned(), None)).collect();
            Ok(outcome.into())
        };
        let plays = [(task(1), fired(&["b", "a"])), (task(2), fired(&["c"])), (task(3), played(5))];
        let text = |order: &[usize]| {
            let archive = Archive::default();
            order.iter().for_each(|at| archive.keep("pig", &plays[*at].0, &plays[*at].1));
            archive.text()
        };
        let first = text(&[0, 1, 2]);
        assert_eq!(text(&[2, 1, 0]), first);
        assert_eq!(text(&[1, 0, 2]), first);
        let again = Archive::read(&first).expect("an archive");
        for (task, reply) in &plays {
            assert_eq!(again.answer("pig", task).as_ref(), Some(reply));
        }
    }

    #[test]
    fn archives_are_put_together_in_their_order() {
        let (one, other) = (Archive::default(), Archive::default());
        one.keep("pig", &task(1), &played(5));
        other.keep("pig", &task(1), &played(6));
        let both = Archive::default();
        both.add(&one).expect("readable");
        both.add(&other).expect("readable");
        assert_eq!(both.answer("pig", &task(1)), Some(played(5)));
        assert_eq!(both.answer("pig", &task(1)), Some(played(6)));
    }

    #[test]
    fn what_does_not_fit_together_is_no_answer() {
        let archive = Archive::default();
        archive.keep("pig", &task(1), &played(5));
        let whole = archive.text();
        let states = whole.find("\"states\"").expect("states");
        for broken in [
            whole.replace("\"in\"", "\"inn\""),
            format!("{}\"states\":{{}},{}", &whole[..states], &whole[whole.find("\"firings\"").expect("firings")..]),
            whole.replace("\"times\":1", "\"fired\":[[7,null]],\"times\":1"),
        ] {
            assert_ne!(broken, whole);
            let archive = Archive::read(&broken).expect("an archive");
            let both = Archive::default();
            for archive in [&archive, &both].into_iter().take(1 + usize::from(both.add(&archive).is_ok())) {
                assert!(matches!(archive.answer("pig", &task(1)), Some(Err(Fault::Garbled { .. }))), "{broken}");
            }
        }
        let other = Archive::read(&whole.replace("\"c\":2", "\"c\":3")).expect("an archive");
        assert!(archive.add(&other).is_err(), "two states of one name");
        for bad in ["", "{}", "[]", "{\"states\":3}"] {
            assert!(Archive::read(bad).is_err(), "{bad}");
        }
        let long =
            format!("{{\"states\":{{\"a\":\"{}\"}},\"firings\":[],\"answers\":{{}}}}", "x".repeat(LARGEST_OUTCOME));
        assert_eq!(Archive::read(&long).err().as_deref(), Some("a state is longer than 4 MiB"));
        let places = vec!["[\"s\",\"f\",1]"; MOST_FIRINGS + 1].join(",");
        let many = format!("{{\"states\":{{}},\"firings\":[{places}],\"answers\":{{}}}}");
        assert!(Archive::read(&many).is_err_and(|why| why.contains("a list of at most 100000")));
        let many = whole.replace("\"times\":1", &format!("\"times\":{}", usize::MAX));
        let both = Archive::default();
        for _ in 0..2 {
            both.add(&Archive::read(&many).expect("an archive")).expect("readable");
        }
        assert_eq!(both.answer("pig", &task(1)), Some(played(5)));
    }
}
