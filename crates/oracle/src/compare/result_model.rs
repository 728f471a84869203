//! The result of a run as `--format json` prints it and `--json FILE` saves it. These types write it, read it back and
//! generate its JSON Schema. Fields are in alphabetical order, because that is the order of the keys.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::Schema;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde::Deserialize;
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::evidence::cause::Share;
use crate::judge::observability::Observed;
use crate::rulebook::rule_number::RuleNumber;
use crate::suite::SuiteCounts;
use crate::suite::grade::Grade;
use truthsayer_protocol::Data;

/// The version of the format. It is raised if a reader of the previous version would misunderstand a result.
pub const VERSION: u32 = 1;

const ADDRESS: &str = r"^.+:[0-9]+\.[0-9]+$";

/// The result of a run that judged its scenarios
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct RunResult {
    pub catalog: Vec<RuleResult>,
    /// Clauses whose absence explains failures; the one that explains most comes first
    #[serde(skip_serializing_if = "Option::is_none")]
    pub causes: Option<Vec<CauseResult>>,
    /// The grade of each clause. A shard lists only the clauses of its scenarios or mutants
    pub clauses: Vec<ClauseResult>,
    pub command: String,
    /// The crashes of the engine; equal crashes are one entry
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crashes: Vec<CrashGroupResult>,
    /// The engine of each game
    pub engines: BTreeMap<String, EngineResult>,
    pub exit: ExitResult,
    /// Reasons why the gate fails; empty if it passes. Only `gate` writes them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Vec<RefusalResult>>,
    /// The kill matrix: one row per scenario that ran on a mutant
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Vec<MatrixRow>>,
    /// The effect of each switch. Only `prove` and `gate` write them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutants: Option<Vec<MutantResult>>,
    /// Events, fields and paths that an engine never shows although claims need them
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_shown: Vec<NeverShownResult>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemResult>,
    pub read: SuiteCounts,
    /// The readings chosen for each game
    pub readings: BTreeMap<String, BTreeMap<String, String>>,
    /// The verdict of each scenario. A shard lists only its own, and all that do not pass
    pub scenarios: Vec<ScenarioResult>,
    /// The part of a sharded run, such as 2/5
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9]+/[0-9]+$"))]
    pub shard: Option<String>,
    /// Words that an engine spells differently
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spellings: Vec<SpellingResult>,
    /// Clauses that may be broken, the most likely first
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspects: Option<Vec<SuspectResult>>,
    pub tally: TallyResult,
    /// The version of the format
    #[schemars(extend("const" = VERSION))]
    pub truthsayer: u32,
    /// Failing claims without a cause, grouped by the clause they cite
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unexplained: Option<Vec<UnexplainedResult>>,
    /// The switches that were off in the whole run
    pub without: Vec<String>,
    /// The request and every play of the run, for `truthsayer merge` and `--from`
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, Data>", extend("required" = ["asked", "part", "plays"]))]
    pub whole: Option<Box<RawValue>>,
    /// Fingerprints of all other parts. A result with a missing or changed part is rejected
    #[schemars(with = "BTreeMap<String, String>", extend("required" = ["all"]))]
    #[schemars(extend("additionalProperties" = {"type": "string", "pattern": "^[0-9a-f]{16}$"}))]
    pub digest: Option<BTreeMap<String, String>>,
}

/// The reasons why nothing was judged
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct StoppedResult {
    /// file:line:column of the first problem; null if it is not about a file
    pub at: Option<String>,
    pub command: String,
    /// The first problem
    pub error: String,
    pub exit: ExitResult,
    /// How to fix it
    pub help: Vec<String>,
    #[schemars(length(min = 1))]
    pub problems: Vec<ProblemResult>,
    /// The version of the format
    #[schemars(extend("const" = VERSION))]
    pub truthsayer: u32,
}

/// The exit code, and every code that applied
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExitResult {
    /// The most severe code comes first
    #[schemars(length(min = 1))]
    pub applied: Vec<ExitNumber>,
    pub code: ExitNumber,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("enum" = [0, 1, 2, 3, 4, 5, 70, 130]))]
pub struct ExitNumber(pub u8);

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RefusalResult {
    /// The scenario, clause or switch to look at first
    pub begin_with: Option<String>,
    #[schemars(extend("enum" = [
        "no-answer", "wrong", "crashed", "fail", "grades", "observed", "gaps", "stale", "drafts", "orphans", "pending",
        "documents", "survivors", "specificity", "unlisted",
    ]))]
    pub ground: String,
    /// The affected items, each in a few words
    pub items: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineResult {
    /// Changes if the engine describes itself differently, even under the same name and version
    #[schemars(length(equal = 16))]
    pub fingerprint: String,
    pub name: String,
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleResult {
    pub category: String,
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub clauses: Vec<String>,
    pub game: String,
    pub number: RuleNumber,
    pub title: String,
}

/// The number of scenarios with each verdict, and of other findings
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct TallyResult {
    pub crashed: usize,
    pub drifted: usize,
    pub fail: usize,
    pub gaps: usize,
    pub invalid: usize,
    #[serde(rename = "no-answer")]
    pub no_answer: usize,
    pub observed: Observed,
    pub pass: usize,
    /// Selected scenarios that could not be loaded; no other number counts them
    pub unloaded: usize,
    pub unobserved: usize,
    pub unreadable_goldens: usize,
    pub unsupported: usize,
    pub without_golden: usize,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioResult {
    pub claims: Vec<ClaimResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crashed: Option<CrashResult>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<FailureResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Changes if the script or a claim changes
    #[schemars(length(equal = 16))]
    pub fingerprint: String,
    pub game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<GapResult>,
    #[schemars(extend("enum" = ["accepted", "missing", "drifted", "unreadable", "not compared"]))]
    pub golden: String,
    pub id: String,
    /// Left out if everything was shown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
    /// The fingerprint of the whole outcome
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(equal = 16))]
    pub outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemResult>,
    /// The end of the engine's log
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    pub title: String,
    /// The engine's reason why it does not support the scenario
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    #[schemars(extend("enum" = ["pass", "fail", "invalid", "crashed", "no-answer", "unsupported", "unobserved"]))]
    pub verdict: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ClaimResult {
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub clauses: Vec<String>,
    /// null if the claim was not judged
    pub holds: Option<bool>,
}

/// The crash of an engine in one scenario
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CrashResult {
    /// The line of the engine's source, such as engine.py:68; null if it is unknown
    pub at: Option<String>,
    /// The scripted step; null in the set-up, or if it is unknown
    pub step: Option<usize>,
    /// The last lines of the engine's trace
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The error that the engine threw
    pub why: String,
}

/// Equal crashes of an engine
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CrashGroupResult {
    /// The line of the engine's source; null if it is unknown
    pub at: Option<String>,
    #[schemars(length(min = 1))]
    pub scenarios: Vec<String>,
    /// The last lines of the engine's trace
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The error that the engine threw
    pub why: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct FailureResult {
    pub actual: String,
    /// file:line:column
    pub at: String,
    /// The number of the claim, counted from 1; null if the failure belongs to no claim
    pub claim: Option<usize>,
    pub expected: String,
    /// false if an unclaimed refusal of an earlier step prevented the judgement
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = false))]
    pub reached: Option<bool>,
    /// An explanation of the difference
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    pub subject: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ProblemResult {
    /// file:line:column
    pub at: Option<String>,
    pub help: Vec<String>,
    pub kind: String,
    pub message: String,
    /// `error` or `warning`.
    pub severity: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct GapResult {
    pub link: Option<String>,
    pub reason: String,
    pub until: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ClaimAddress {
    /// The number of the claim, counted from 1
    #[schemars(range(min = 1))]
    pub claim: usize,
    pub scenario: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CitingClaim {
    /// The number of the claim, counted from 1
    #[schemars(range(min = 1))]
    pub claim: usize,
    /// null if the claim was not judged
    pub holds: Option<bool>,
    pub scenario: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ClauseResult {
    pub claims: Vec<CitingClaim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// Changes if the text of the clause changes
    #[schemars(length(equal = 16))]
    pub fingerprint: String,
    /// The minimum grade
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<GapResult>,
    #[schemars(extend("enum" = Grade::ALL.map(Grade::name)))]
    pub grade: String,
    /// The address of the clause, such as dune/battle.md:23.2
    #[schemars(regex(pattern = ADDRESS))]
    pub id: String,
    /// The clause has none of the project's normative words
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub informative: bool,
    /// The normative words of the clause, such as MUST NOT
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modality: Vec<String>,
    /// Left out if everything was shown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
    /// The readings of the grade, if they are not those of the run
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// The reason why the clause needs no verification
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reworded: Option<RewordingResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharp: Option<SharpnessResult>,
    /// The number of its section, such as 11.4.3
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    pub switches: Vec<SwitchResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

/// A change of the clause since its last review
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RewordingResult {
    pub class: String,
    pub was: String,
    /// The grade without the change
    pub would_be: String,
}

/// The mutant of the reference engine on which a claim on the clause fails
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SharpnessResult {
    pub fails: ClaimAddress,
    pub mutant: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SwitchResult {
    /// Lines of the engine's source where the switch fired
    pub code: Vec<String>,
    pub killed_by: Vec<ClaimAddress>,
    pub switch: String,
}

/// A clause whose absence explains failures
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct CauseResult {
    /// The scenario to look at first
    pub begin_with: String,
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub blocks: Vec<String>,
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub clauses: Vec<String>,
    pub explains: Vec<ClaimAddress>,
    pub game: String,
    #[schemars(extend("enum" = ["missing", "done differently", "missing in part"]))]
    pub kind: String,
    pub share: Share,
    pub switches: Vec<String>,
}

/// A clause that may be broken
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SuspectResult {
    /// A run of the reference engine without the clause confirms it; `causes` has the details
    pub cause: bool,
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub clauses: Vec<String>,
    /// The failing claims that it explains, without those that an earlier suspect explains
    pub explains: Vec<ClaimAddress>,
    /// Number of failing claims that cite the clause, with all claims of scenarios that the engine rejects at a step
    pub failing: usize,
    pub game: String,
    /// Number of judged claims that cite the clause
    pub of: usize,
    /// The scenario to look at first
    pub scenario: String,
    /// From 0 to 1; 1 means that exactly its claims fail
    #[schemars(range(min = 0, max = 1))]
    pub score: f64,
    /// Switches of the reference engine without which nearly the same claims fail
    pub switches: Vec<String>,
}

/// Words that the engine of a game spells differently
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SpellingResult {
    /// The claims that fail only because of the spelling
    pub claims: Vec<ClaimAddress>,
    pub game: String,
    /// The lines of truthsayer.yaml that accept the spelling
    pub mapping: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UnexplainedResult {
    pub claims: Vec<ClaimAddress>,
    #[schemars(regex(pattern = ADDRESS))]
    pub clause: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NeverShownResult {
    pub entries: Vec<NeverShownItem>,
    pub game: String,
    /// The `observes` entry that declares what the engine shows
    #[schemars(with = "BTreeMap<String, Data>")]
    pub observes: Data,
}

/// A field of an event, an event, or a path of the state
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NeverShownItem {
    pub claims: Vec<ClaimAddress>,
    pub event: Option<String>,
    pub expectations: usize,
    pub field: Option<String>,
    pub path: Option<String>,
}

/// The engine with one switch off
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MutantResult {
    #[schemars(inner(regex(pattern = ADDRESS)))]
    pub clauses: Vec<String>,
    pub killed_by: Vec<ClaimAddress>,
    /// Scenarios without an answer
    #[serde(rename = "no-answer")]
    pub no_answer: Vec<String>,
    pub survives: bool,
    pub switch: String,
    pub tried: usize,
}

/// The results of one scenario on each mutant.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MatrixRow {
    pub fails: Vec<MatrixFailure>,
    /// Switches without which everything holds
    pub holds: Vec<String>,
    pub scenario: String,
    pub unjudged: Vec<UnjudgedMutant>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MatrixFailure {
    /// claim.expectation, counted from 1; 0 for a failure that belongs to no claim
    pub fails: Vec<String>,
    pub without: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UnjudgedMutant {
    pub why: Option<String>,
    pub without: String,
}

/// Generates the schemas of everything that is printed as JSON.
pub fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(close)).into_generator()
}

/// The JSON Schema of a result.
pub fn schema() -> Data {
    let mut generator = generator();
    let kinds = [generator.subschema_for::<RunResult>(), generator.subschema_for::<StoppedResult>()];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("truthsayer-result-{VERSION}"),
        "title": "The result of a run of Truthsayer",
        "description": "Written by `verify`, `prove`, `gate` and `merge` with `--json FILE` or `--format json`. \
                        `truthsayer` is raised if a reader of the previous version would misunderstand a result.",
        "oneOf": kinds,
        "$defs": generator.take_definitions(true),
    })
}

/// Allows no other keys. An optional key is left out instead of being null.
fn close(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Data::as_object_mut) else { return };
    let is_required = |key: &String| required.as_array().is_some_and(|all| all.iter().any(|name| name == key));
    for property in properties.iter_mut().filter(|(key, _)| !is_required(key)).filter_map(|(_, it)| it.as_object_mut())
    {
        if let Some(Data::Array(types)) = property.get("type") {
            let kept = types.iter().find(|name| *name != "null").cloned();
            property.insert("type".to_owned(), kept.unwrap_or_default());
        }
        if let Some(Data::Array(choices)) = property.remove("anyOf") {
            let kept = choices.into_iter().find(|choice| choice["type"] != "null");
            property.extend(kept.and_then(|kept| kept.as_object().cloned()).into_iter().flatten());
        }
    }
    schema.insert("additionalProperties".to_owned(), false.into());
}
