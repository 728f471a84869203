//! An engine in the project file: its start command, its known gaps, and its readings.

use std::collections::BTreeMap;
use std::path::Component;
use std::path::Path;
use std::time::Duration;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::Node;
use crate::suite::engine_words::EngineWords;
use crate::suite::gap;
use crate::suite::gap::Gap;
use crate::suite::readings::ChosenReadings;

/// One entry of `engines:`. Without a command it describes a built-in engine.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineEntry {
    pub game: Option<String>,
    pub command: Vec<String>,
    /// Working directory, relative to the project.
    pub dir: String,
    pub environment: BTreeMap<String, String>,
    pub timeout: Option<Duration>,
    pub startup: Option<Duration>,
    pub gaps: Vec<Gap>,
    /// The readings that the engine implements.
    pub readings: ChosenReadings,
    /// Folder of the engine's own goldens, relative to the project.
    pub golden: Option<String>,
    /// The engine's words for events, refusals and values.
    pub words: EngineWords,
}

impl EngineEntry {
    /// Returns the project files that the command could name.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let words = self.command.iter().map(|word| word.trim_start_matches("./"));
        words.map(|word| if self.dir.is_empty() { word.to_owned() } else { format!("{}/{word}", self.dir) })
    }
}

pub(crate) fn read(node: &Node, problems: &mut Vec<Problem>) -> BTreeMap<String, EngineEntry> {
    let mut engines = BTreeMap::new();
    let Some(entries) = node.entries() else {
        problems.push(Problem::at(Kind::WrongType, &node.place, "`engines` must be a map of engines by name"));
        return engines;
    };
    for entry in entries {
        if let Some(engine) = read_one(&entry.value, problems) {
            engines.insert(entry.key.clone(), engine);
        }
    }
    engines
}

fn read_one(node: &Node, problems: &mut Vec<Problem>) -> Option<EngineEntry> {
    let mut keys = Fields::of("an engine", node, problems)?;
    let command: Vec<String> = match keys.optional("command") {
        Some(node) => read_command(node, keys.problems()),
        None => Vec::new(),
    };
    let game = keys.optional_text("game").map(str::to_owned);
    if !command.is_empty() && game.is_none() {
        keys.problem(Problem::at(Kind::MissingKey, &node.place, "an engine with a `command` needs the key `game`"));
    }
    let dir = keys.optional("dir").map(|node| read_folder(node, "dir", keys.problems())).unwrap_or_default();
    let environment = keys.optional("env").map(|node| read_env(node, keys.problems())).unwrap_or_default();
    if node.get("command").is_none() {
        let started = ["dir", "env", "timeout", "startup"];
        let ignored = node.entries().unwrap_or_default().iter().filter(|entry| started.contains(&entry.key.as_str()));
        keys.problems().extend(ignored.map(|entry| {
            let message =
                format!("`{}` has no effect without a `command`: a built-in engine runs inside Truthsayer", entry.key);
            Problem::at(Kind::BadValue, &entry.key_place, message)
        }));
    }
    let mut time = |key| keys.optional(key).and_then(|node| read_time(node, key, keys.problems()));
    let (timeout, startup) = (time("timeout"), time("startup"));
    let gaps = keys.list("gaps");
    let gaps = gaps.iter().filter_map(|node| gap::read(node, keys.problems())).collect();
    let readings = keys.optional("readings").map(|node| ChosenReadings::read(node, "readings", keys.problems()));
    let readings = readings.unwrap_or_default();
    let golden = keys.optional("golden").map(|node| read_folder(node, "golden", keys.problems()));
    let words = EngineWords::read(&mut keys);
    keys.finish();
    Some(EngineEntry { game, command, dir, environment, timeout, startup, gaps, readings, golden, words })
}

fn read_command(node: &Node, problems: &mut Vec<Problem>) -> Vec<String> {
    let words = strict_map::items(node, "command", problems);
    let before = problems.len();
    let words: Vec<String> =
        words.iter().filter_map(|word| strict_map::text(word, "command", problems)).map(str::to_owned).collect();
    if words.is_empty() && problems.len() == before {
        let problem = Problem::at(Kind::BadValue, &node.place, "`command` is empty");
        problems.push(problem.help("write the program and its arguments: [node, adapter.mjs]"));
    }
    words
}

fn read_folder(node: &Node, key: &str, problems: &mut Vec<Problem>) -> String {
    let Some(dir) = strict_map::text(node, key, problems) else { return String::new() };
    if Path::new(dir).components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
        problems.push(Problem::at(Kind::BadValue, &node.place, format!("`{key}` must be a folder inside the project")));
    }
    dir.to_owned()
}

fn read_env(node: &Node, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let Some(entries) = node.entries() else {
        problems.push(Problem::at(Kind::WrongType, &node.place, "`env` must be a map of variables"));
        return BTreeMap::new();
    };
    let value = |node: &Node, problems: &mut Vec<Problem>| strict_map::text(node, "env", problems).map(str::to_owned);
    entries.iter().filter_map(|entry| Some((entry.key.clone(), value(&entry.value, problems)?))).collect()
}

fn read_time(node: &Node, key: &str, problems: &mut Vec<Problem>) -> Option<Duration> {
    let text = match node.to_data() {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    let time = duration(&text);
    if time.is_none() {
        let message = format!("`{key}: {text}` is not a time between 1ms and 1h");
        problems.push(Problem::at(Kind::BadValue, &node.place, message).help("write 2s, 500ms or 1m"));
    }
    time
}

/// Parses a time: `500ms`, `2s`, `1m`, or plain seconds.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().ok()?;
    let time = match &text[digits.len()..] {
        "ms" => Duration::from_millis(number),
        "s" | "" => Duration::from_secs(number),
        "m" => Duration::from_secs(number.checked_mul(60)?),
        _ => return None,
    };
    (Duration::from_millis(1)..=Duration::from_secs(3600)).contains(&time).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_their_unit() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("2s"), Some(Duration::from_secs(2)));
        assert_eq!(duration("2"), Some(Duration::from_secs(2)));
        assert_eq!(duration("1m"), Some(Duration::from_secs(60)));
        for wrong in ["", "s", "0s", "2h", "2.5s", "-1s", "99999999999999999999m", "3601s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
