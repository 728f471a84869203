//! A saved result with the options of its run, the replies of the engine and the judged mutants, so that shards can be
//! merged without running the engine again.

pub(crate) mod complete;
pub mod union;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::value::to_raw_value;

use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::env::environment::Environment;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::digest::ResultParts;
use truthsayer_oracle::base::hash;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::compare::result_model::VERSION;
use truthsayer_oracle::engines::archive::Archive;
pub(crate) use truthsayer_oracle::engines::archive::SavedProfile;
use truthsayer_oracle::evidence::judged_mutants::JudgedMutants;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::readings::Readings;
use truthsayer_oracle::suite::shard::Shard;
use truthsayer_protocol::Data;
use truthsayer_protocol::text;

/// The version of this program.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The options of a run. Shards of one run differ only in the shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// The version of Truthsayer, which is also the version of its built-in engines.
    pub program: String,
    pub command: String,
    /// The shard: its number, and the number of all shards.
    pub shard: (usize, usize),
    /// The hash of the rules and scenarios.
    pub suite: String,
    /// The engine of each game.
    pub engines: BTreeMap<String, SavedEngine>,
    pub readings: BTreeMap<String, Readings>,
    /// The switches that were off.
    pub without: Vec<String>,
    pub filters: Filters,
    /// The options of `prove`.
    #[serde(default)]
    pub proving: ProveRequest,
}

impl RunRequest {
    /// The shard; `None` for a whole run.
    pub fn part(&self) -> Option<Shard> {
        let (number, of) = self.shard;
        (of > 1).then_some(Shard { number, of })
    }
}

/// Options that only `prove` has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProveRequest {
    pub all: bool,
}

/// The engine of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedEngine {
    #[serde(flatten)]
    pub profile: SavedProfile,
    /// Its name in the project file, which lists its known gaps. `None` for `--engine-command`.
    pub named: Option<String>,
    /// Whether it is not the reference engine, and the folder of its goldens, if it has one.
    pub foreign: bool,
    pub golden: Option<String>,
    /// Properties that are known without starting it.
    pub origin: EngineOrigin,
}

/// Properties of an engine that are known without starting it. They must not have changed when a saved result
/// is used. Empty for a built-in engine and for `--engine-command`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineOrigin {
    /// The hash of its entry in the project file.
    entry: Option<String>,
    /// The hashes of the project files that its command names.
    files: BTreeMap<String, String>,
}

impl EngineOrigin {
    pub(crate) fn of(name: Option<&String>, project: &Project) -> EngineOrigin {
        let entry = name.and_then(|name| project.engines.get(name)).filter(|entry| !entry.command.is_empty());
        let Some(entry) = entry else { return EngineOrigin::default() };
        let told = format!("{:?}", (&entry.game, &entry.command, &entry.dir, &entry.environment, &entry.words));
        let files = entry.files().filter_map(|path| Some((path.clone(), safe_read::hash(&project.root, &path)?)));
        EngineOrigin { entry: Some(hash::of(&[&told])), files: files.collect() }
    }

    /// Returns what changed since the result was saved. Skips missing files, because engines may be built elsewhere.
    pub(crate) fn change(&self, now: &EngineOrigin) -> Option<String> {
        if self.entry != now.entry {
            return Some("the project file starts it in another way".to_owned());
        }
        let is_other = |(path, saved): &(&String, &String)| now.files.get(*path).is_some_and(|it| it != *saved);
        self.files.iter().find(is_other).map(|(path, _)| format!("`{path}` was changed"))
    }
}

/// A saved result.
#[derive(Debug)]
pub struct SavedResult {
    /// The file name as typed.
    pub name: String,
    pub asked: RunRequest,
    /// The scenarios or switches of this shard.
    pub part: Vec<String>,
    pub archive: Arc<Archive>,
    /// The mutants of `prove`.
    pub mutants: Option<Arc<JudgedMutants>>,
    /// The size of the file.
    pub length: usize,
}

/// The parts as JSON texts. The size of each is checked before it is parsed.
#[derive(Serialize)]
struct Whole {
    asked: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<Box<RawValue>>,
    part: Box<RawValue>,
    plays: Box<RawValue>,
}

/// Maximum size of the options of a run, including the profiles of its engines, and of the list of scenarios or switches.
/// Values need far more memory than their text.
const LONGEST_PIECE: usize = 8 * 1024 * 1024;

impl SavedResult {
    /// Reads a saved result.
    pub fn read(path: &std::path::Path, environment: &Environment) -> Result<SavedResult, CliError> {
        let name = text::spelled_out(&path.display().to_string());
        let text = safe_read::read_saved(&environment.folder.join(path), &name)
            .map_err(|problem| CliError::BadInput(vec![problem]))?;
        let bad = |why: String| CliError::BadInput(vec![Problem::new(Kind::BadValue, format!("`{name}`: {why}"))]);
        let not_saved = |why: String| bad(format!("this is not a result that `--shard K/N --json` saved: {why}"));
        let parts = ResultParts::read(&text).map_err(|error| not_saved(error.to_string()))?;
        let part =
            |name: &str| parts.get(name).map(RawValue::get).ok_or_else(|| not_saved(format!("missing `{name}`")));
        let version: u32 = serde_json::from_str(part("truthsayer")?).map_err(|error| not_saved(error.to_string()))?;
        if version != VERSION {
            return Err(bad(format!("it was saved in format {version}, and this is format {VERSION}")));
        }
        if !parts.has_member("whole") {
            let why = "it holds verdicts and no plays; `--shard 1/1 --json FILE` saves a whole result";
            return Err(bad(why.to_owned()));
        }
        let [asked, own, plays] = [part("whole.asked")?, part("whole.part")?, part("whole.plays")?];
        parts.check().map_err(&bad)?;
        let asked: RunRequest = piece("how it was asked for", asked).map_err(&bad)?;
        let own: Vec<String> = piece("its part", own).map_err(&bad)?;
        Shard::new(asked.shard.0, asked.shard.1).map_err(&bad)?;
        let unread = |why: String| bad(format!("its runs cannot be read: {why}"));
        let archive = Arc::new(Archive::read(plays).map_err(unread)?);
        let mutants = parts.get("whole.mutants").map(|text| JudgedMutants::read(text.get()));
        let mutants = mutants.transpose().map_err(|error| unread(error.to_string()))?.map(Arc::new);
        let length = text.len();
        Ok(SavedResult { name, asked, part: own, archive, mutants, length })
    }

    /// Returns why the result cannot be used here.
    pub(crate) fn refuse(&self, why: String) -> CliError {
        CliError::BadInput(vec![Problem::new(Kind::BadValue, format!("`{}`: {why}", self.name))])
    }

    /// Returns the options, the replies and the judged mutants of a run.
    pub(crate) fn whole(
        asked: &RunRequest,
        part: &[String],
        archive: &Archive,
        mutants: Option<&JudgedMutants>,
    ) -> Option<Box<RawValue>> {
        let plays = RawValue::from_string(archive.text()).ok()?;
        let mutants = mutants.and_then(|mutants| RawValue::from_string(mutants.text()).ok());
        let [asked, part] = [to_raw_value(asked).ok()?, to_raw_value(part).ok()?];
        to_raw_value(&Whole { asked, mutants, part, plays }).ok()
    }
}

fn piece<T: for<'de> Deserialize<'de>>(what: &str, text: &str) -> Result<T, String> {
    if text.len() > LONGEST_PIECE {
        return Err(format!("{what} is longer than {} MiB", LONGEST_PIECE / 1024 / 1024));
    }
    let unread = |error: serde_json::Error| format!("{what} cannot be read: {error}");
    let data: Data = serde_json::from_str(text).map_err(unread)?;
    if !is_plain(&data) {
        return Err(format!("{what} contains invisible characters"));
    }
    serde_json::from_value(data).map_err(unread)
}

/// Whether every text is a single line without invisible characters. Texts are printed as they are.
fn is_plain(data: &Data) -> bool {
    match data {
        Data::String(words) => text::is_one_line(words),
        Data::Array(items) => items.iter().all(is_plain),
        Data::Object(map) => map.iter().all(|(key, value)| text::is_one_line(key) && is_plain(value)),
        _ => true,
    }
}
