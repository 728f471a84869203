//! An archive of engine replies, so that runs can be judged again without the engine.
//!
//! A reply is found by engine and task. Of the states only the first is kept, once for all runs that start with it,
//! plus the changes: hundreds of runs of one scenario differ only slightly.

pub mod answer;
pub mod delta;
pub mod initial_states;
pub mod player;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::RwLockReadGuard;
use std::sync::RwLockWriteGuard;

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::base::bounded;
use crate::base::hash;
use crate::engines::archive::initial_states::InitialStates;
use crate::engines::process::LARGEST_OUTCOME;
use crate::engines::process::sanitize;
use crate::suite::shard::Shard;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::wire;

pub use player::SavedEngineMaker;
pub use player::SavedProfile;
pub use player::SavingEngineMaker;

/// Replies by engine and task.
#[derive(Debug, Default)]
pub struct Archive {
    plays: RwLock<Plays>,
    /// Number of requests for each task.
    asked: Mutex<HashMap<String, usize>>,
}

/// Maximum number of replies. A real file of the allowed length has fewer.
pub const MOST_PLAYS: usize = 400_000;
/// Maximum number of source locations of switches.
const MOST_FIRINGS: usize = 100_000;

/// Where a switch fired: its name, the source file and the line.
type FiringPlace = (String, String, u32);

/// The saved form: JSON texts, which are parsed on demand.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Plays {
    /// Initial states, by hash.
    states: InitialStates,
    /// Switches that fired: name, source file and line. Entries refer to them by index.
    #[serde(deserialize_with = "bounded::list::<_, _, MOST_FIRINGS>")]
    firings: Vec<FiringPlace>,
    /// Answers in order, by the hash of engine and task.
    #[serde(deserialize_with = "bounded::map::<_, _, MOST_PLAYS>")]
    answers: BTreeMap<String, Vec<ArchiveEntry>>,
    /// Whether a text may contain escapes or control characters.
    #[serde(skip)]
    is_odd: bool,
    /// Index of each location in `firings`.
    #[serde(skip)]
    firing_numbers: HashMap<FiringPlace, usize>,
}

/// An answer, and how often it was given in a row.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ArchiveEntry {
    times: usize,
    reply: Box<RawValue>,
    /// The switches that fired: index in the list of all, and the number of events at that moment. Kept apart from the
    /// reply, so that they can be renumbered without parsing it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fired: Vec<EntryFiring>,
}

/// Index of a switch in the list of all, and the number of events when it fired.
type EntryFiring = (usize, Option<usize>);

/// Why an archive cannot be read.
type UnreadableArchive = String;

impl Archive {
    /// Parses the output of [`text`](Archive::text).
    pub fn read(text: &str) -> Result<Archive, UnreadableArchive> {
        let mut plays: Plays = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if plays.states.longest() > LARGEST_OUTCOME {
            return Err(format!("a state is longer than {} MiB", LARGEST_OUTCOME / 1024 / 1024));
        }
        plays.firing_numbers = plays.firings.iter().cloned().zip(0..).collect();
        plays.is_odd = sanitize::is_odd(text);
        Ok(Archive { plays: RwLock::new(plays), asked: Mutex::default() })
    }

    /// Returns one line of JSON. It does not depend on the order of threads.
    pub fn text(&self) -> String {
        let mut plays = self.write();
        plays.sort_firings();
        plays.states.pack();
        // Texts and lists of texts can always be serialized.
        serde_json::to_string(&*plays).unwrap_or_default()
    }

    /// Returns the number of answered tasks.
    pub fn tasks(&self) -> usize {
        self.plays().answers.len()
    }

    /// Returns the index of the first run that is missing. Equal runs must be present as often as they are requested.
    pub fn first_missing<'t>(&self, plays: impl Iterator<Item = (&'t str, Task)>) -> Option<usize> {
        let archive = self.plays();
        let mut asked: HashMap<String, usize> = HashMap::new();
        plays.map(|(player, task)| key(player, &task)).position(|key| {
            let answers = archive.answers.get(&key).into_iter().flatten();
            let given = answers.fold(0, |given: usize, entry| given.saturating_add(entry.times));
            let count = asked.entry(key).or_default();
            *count += 1;
            *count > given
        })
    }

    /// Adds the replies of another archive after its own. States are not checked here, because one state can belong to
    /// many replies; they are checked on request.
    pub fn add(&self, other: &Archive) -> Result<(), UnreadableArchive> {
        let (mut plays, other) = (self.write(), other.plays());
        plays.is_odd |= other.is_odd;
        plays.states.add(&other.states)?;
        let places = answer::places(&mut plays, &other);
        for (key, entries) in &other.answers {
            for entry in entries {
                let fired = answer::moved(&places, &entry.fired)?;
                plays.enter(key.clone(), ArchiveEntry { fired, ..entry.clone() });
            }
        }
        Ok(())
    }

    /// Saves the answer of an engine to a task.
    fn keep(&self, player: &str, task: &Task, answer: &Result<Reply, Fault>) {
        let mut plays = self.write();
        if let Some((reply, fired)) = answer::write(&mut plays, answer) {
            plays.enter(key(player, task), ArchiveEntry { times: 1, reply, fired });
        }
    }

    /// Like `keep`, for a shard of `prove`. Every shard runs all scenarios with every switch on, so each of these runs is
    /// saved by one shard only. Mutants are saved as they were judged.
    fn keep_own(&self, shard: Shard, player: &str, task: &Task, answer: &Result<Reply, Fault>) {
        if task.without.is_empty() && shard.owns(&key(player, task)) {
            self.keep(player, task, answer);
        }
    }

    /// Returns the next answer to a task, or `None` if it was not answered so often.
    fn answer(&self, player: &str, task: &Task) -> Option<Result<Reply, Fault>> {
        let key = key(player, task);
        let plays = self.plays();
        let entries = plays.answers.get(&key)?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = asked.get(&key).copied().unwrap_or(0);
        let entry = entries.iter().find(|entry| match left.checked_sub(entry.times) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })?;
        *asked.entry(key).or_default() += 1;
        drop(asked);
        let answer = answer::read(&plays, entry);
        Some(answer.unwrap_or_else(|why| {
            Err(Fault::Garbled {
                line: String::new(),
                why: format!("in the saved run, {why}"),
                last_words: String::new(),
            })
        }))
    }

    // A poisoned lock is safe to reuse: entries are always complete.
    fn plays(&self) -> RwLockReadGuard<'_, Plays> {
        self.plays.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Plays> {
        self.plays.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Plays {
    fn enter(&mut self, key: String, entry: ArchiveEntry) {
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

/// Returns the key of an engine and a task.
fn key(player: &str, task: &Task) -> String {
    hash::of(&[player, &wire::play_line(0, task)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Outcome;

    fn task(step: u32) -> Task {
        Task::new(json!({"a": 1}), vec![json!({"roll": step})])
    }

    fn played(after: u32) -> Result<Reply, Fault> {
        Ok(Outcome::new(json!({"a": 1, "b": {"c": 2}}), json!({"a": after, "b": {"c": 2}})).into())
    }

    #[test]
    fn saved_replies_are_returned_in_order_and_once_each() {
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
            outcome.fired =
                names.iter().map(|name| truthsayer_protocol::Firing::new((*name).to_owned(), None)).collect();
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
    fn shards_save_each_run_with_every_switch_on_once_and_no_mutant() {
        let shards = [1, 2, 3].map(|number| Shard { number, of: 3 });
        let both = Archive::default();
        let mut lengths = Vec::new();
        for shard in shards {
            let archive = Archive::default();
            for step in 0..30 {
                let before = Outcome::new(json!({"start": step, "long": "x".repeat(100)}), json!({}));
                let mut mutant = task(step);
                mutant.without.push(shard.to_string());
                archive.keep_own(shard, "pig", &task(step), &Ok(before.clone().into()));
                archive.keep_own(shard, "pig", &mutant, &Ok(before.into()));
            }
            let read = archive.plays();
            lengths.push((read.states.count(), read.answers.len()));
            drop(read);
            both.add(&Archive::read(&archive.text()).expect("an archive")).expect("readable");
        }
        assert_eq!(lengths.iter().map(|(states, _)| states).sum::<usize>(), 30, "{lengths:?}");
        assert_eq!(lengths.iter().map(|(_, answers)| answers).sum::<usize>(), 30, "{lengths:?}");
        for step in 0..30 {
            assert!(matches!(both.answer("pig", &task(step)), Some(Ok(Reply::Played(_)))));
            assert_eq!(both.answer("pig", &task(step)), None);
        }
    }

    #[test]
    fn an_inconsistent_archive_gives_no_answer() {
        let archive = Archive::default();
        archive.keep("pig", &task(1), &played(5));
        let whole = archive.text();
        let states = whole.find("\"states\"").expect("states");
        for broken in [
            whole.replace("\"in\"", "\"inn\""),
            format!(
                "{}\"states\":{{\"whole\":{{}}}},{}",
                &whole[..states],
                &whole[whole.find("\"firings\"").expect("firings")..]
            ),
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
        let half = "x".repeat(LARGEST_OUTCOME / 2);
        for states in [
            format!("{{\"whole\":{{\"a\":\"{half}{half}\"}}}}"),
            format!("{{\"whole\":{{\"a\":\"{half}\"}},\"changed\":{{\"b\":[\"a\",\"{half}\"]}}}}"),
        ] {
            let long = format!("{{\"states\":{states},\"firings\":[],\"answers\":{{}}}}");
            assert_eq!(Archive::read(&long).err().as_deref(), Some("a state is longer than 4 MiB"));
        }
        let places = vec!["[\"s\",\"f\",1]"; MOST_FIRINGS + 1].join(",");
        let many = format!("{{\"states\":{{\"whole\":{{}}}},\"firings\":[{places}],\"answers\":{{}}}}");
        assert!(Archive::read(&many).is_err_and(|why| why.contains("a list of at most 100000")));
        let many = whole.replace("\"times\":1", &format!("\"times\":{}", usize::MAX));
        let both = Archive::default();
        for _ in 0..2 {
            both.add(&Archive::read(&many).expect("an archive")).expect("readable");
        }
        assert_eq!(both.answer("pig", &task(1)), Some(played(5)));
    }
}
