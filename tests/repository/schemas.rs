//! An independent validator checks the editor schemas on every shipped file and every bad one.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use jsonschema::Validator;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .current_dir(folder)
        .env_remove("CI")
        .args(arguments)
        .output()
        .expect("the binary runs");
    let reported = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(reported).expect("text"))
}

#[track_caller]
fn printed(arguments: &[&str]) -> Value {
    let (code, text) = run(root(), &[&["schema"], arguments].concat());
    assert_eq!(code, Some(0), "{arguments:?}\n{text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

fn schema(arguments: &[&str]) -> Validator {
    jsonschema::validator_for(&printed(arguments)).expect("a schema")
}

fn read(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path).ok()?;
    let data: Value = serde_yaml::from_str(&text).ok()?;
    // A file without a word is an empty map.
    Some(if data.is_null() { serde_json::json!({}) } else { data })
}

fn files(folder: &str, name: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let all = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name().into_iter().flatten();
    let files = all.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    files.filter(|path| name(&path.display().to_string())).collect()
}

#[track_caller]
fn all_fit(validator: &Validator, files: &[PathBuf], least: usize) {
    assert!(files.len() >= least, "only {} files", files.len());
    for path in files {
        let data = read(path).unwrap_or_else(|| panic!("{} cannot be read", path.display()));
        let wrong: Vec<String> =
            validator.iter_errors(&data).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{}\n{}", path.display(), wrong.join("\n"));
    }
}

fn is_fixture(path: &str) -> bool {
    path.contains("/fixtures/")
}

#[test]
fn every_shipped_file_fits_its_schema() {
    for folder in ["scenarios", "examples/pig/scenarios", "examples/chess/scenarios"] {
        all_fit(&schema(&["scenario"]), &files(folder, |path| path.ends_with(".yaml") && !is_fixture(path)), 5);
    }
    all_fit(&schema(&["fixture"]), &files("scenarios", |path| path.ends_with(".yaml") && is_fixture(path)), 5);
    for folder in ["golden", "examples/pig/golden", "examples/chess/golden"] {
        all_fit(&schema(&["golden"]), &files(folder, |path| path.ends_with(".yaml")), 5);
    }
    all_fit(&schema(&["catalog"]), &files(".", |path| path.ends_with("/catalog.yaml") && path.contains("/rules/")), 4);
    all_fit(&schema(&["floor"]), &files(".", |path| path.ends_with("/floor.yaml") && !path.contains("/target/")), 1);
    all_fit(&schema(&["exclusions"]), &files(".", |path| path.ends_with("/exclusions.yaml")), 3);
    let projects = ["truthsayer.yaml", "examples/pig/truthsayer.yaml", "examples/chess/truthsayer.yaml"];
    all_fit(&schema(&["project"]), &projects.map(|path| root().join(path)), 3);
}

#[test]
fn every_shipped_scenario_fits_the_words_of_its_game() {
    for game in ["dune", "cotulenh"] {
        let folder = format!("scenarios/{game}");
        let own = files(&folder, |path| path.ends_with(".yaml") && !is_fixture(path));
        all_fit(&schema(&["scenario", "--game", game]), &own, 100);
        let fixtures = files(&folder, |path| path.ends_with(".yaml") && is_fixture(path));
        all_fit(&schema(&["fixture", "--game", game]), &fixtures, 1);
    }
}

#[test]
fn the_words_of_a_game_can_be_completed() {
    let schema = printed(&["scenario", "--game", "dune"]);
    let step = &schema["$defs"]["step"]["properties"]["plan"]["properties"];
    assert!(step["leader"].to_string().contains("\"stilgar\""), "{step}");
    assert!(schema["$defs"]["step"]["properties"]["battle"].to_string().contains("\"arrakeen\""));
    assert!(schema["$defs"]["event"].to_string().contains("\"battle_won\""));
    assert!(schema["$defs"]["refused"].to_string().contains("\"leader_used_elsewhere\""));
}

/// Problems that a schema cannot detect: they need the rulebook, another file, the text of the YAML or a run.
const UNSEEN: [&str; 35] = [
    "alias-bomb",
    "answer-of-no-question",
    "citation-ambiguous",
    "citation-changed-modality",
    "citation-changed-number",
    "citation-changed-wording",
    "citation-lost",
    "citation-moved",
    "citation-of-a-blank-line",
    "cotulenh-ambiguous-step",
    "cotulenh-fen-leading-zeros",
    "cotulenh-fen-piece-where-it-may-not-stand",
    "cotulenh-fen-without-counters",
    "cotulenh-fen-wrong-width",
    "cotulenh-impossible-stack",
    "cotulenh-lower-case-piece",
    "cotulenh-second-commander",
    "cotulenh-square-off-the-board",
    "cotulenh-square-off-the-board-in-a-question",
    "cotulenh-unknown-side",
    "cotulenh-wrong-notation",
    "cotulenh-wrong-type-of-a-step",
    "decision-missing",
    "decision-not-asked",
    "duplicate-key",
    "example-name-missing",
    "fixture-circle",
    "over-deep",
    "step-out-of-range",
    "tab",
    "unknown-fixture",
    "unknown-path",
    "vacuous",
    "wrong-game",
    "wrong-value-in-a-fixture",
];

#[test]
fn every_bad_file_whose_fault_a_schema_can_see_is_refused() {
    let mut unseen = Vec::new();
    let mut validators: BTreeMap<(&str, &str), Validator> = BTreeMap::new();
    for case in fs::read_dir(root().join("tests/fixtures/bad-input")).expect("the cases").flatten() {
        let name = case.file_name().to_string_lossy().into_owned();
        let game = if name.starts_with("cotulenh-") { "cotulenh" } else { "dune" };
        let mut is_refused = false;
        for file in fs::read_dir(case.path()).expect("a case").flatten().map(|file| file.path()) {
            if file.extension().is_none_or(|extension| extension != "yaml") {
                continue;
            }
            let kind = if file.ends_with("scenario.yaml") { "scenario" } else { "fixture" };
            let validator = validators.entry((kind, game)).or_insert_with(|| schema(&[kind, "--game", game]));
            // Invalid YAML is not a matter of the schema.
            is_refused |= read(&file).is_none_or(|data| !validator.is_valid(&data));
        }
        if !is_refused {
            unseen.push(name);
        }
    }
    unseen.sort();
    let odd: Vec<&String> = unseen.iter().filter(|name| !UNSEEN.contains(&name.as_str())).collect();
    assert!(odd.is_empty(), "a schema should see what is wrong with {odd:?}");
}

/// The valid keys, as the error for an unknown key lists them.
fn known(path: &str, text: &str) -> BTreeSet<String> {
    let project = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = project.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("truthsayer.yaml", "games: {dune: {engine: dune}}\n");
    write("rules/dune/battle.md", "A rule.\n");
    write("scenarios/dune/t/plain.yaml", "scenario: x\ngame: dune\ndraft: true\n");
    write(path, text);
    let (code, reported) = run(project.path(), &["lint"]);
    assert_eq!(code, Some(3), "{reported}");
    let list = reported.split("valid keys: ").nth(1).unwrap_or_else(|| panic!("{path}\n{reported}"));
    list.lines().next().unwrap_or_default().split(", ").map(str::to_owned).collect()
}

#[test]
fn a_schema_knows_the_keys_that_its_reader_knows() {
    let scenario = "scenarios/dune/t/a.yaml";
    let claim = |inner: &str| format!("scenario: x\ngame: dune\nclaims: [{{{inner}}}]\n");
    let cited = "cite: dune/battle.md:1, quote: A rule";
    for (kind, pointer, path, text) in [
        ("project", "", "truthsayer.yaml", "zzz: 1\ngames: {dune: {engine: dune}}\n".to_owned()),
        (
            "project",
            "/properties/games/additionalProperties",
            "truthsayer.yaml",
            "games: {dune: {engine: dune, zzz: 1}}\n".to_owned(),
        ),
        (
            "project",
            "/properties/engines/additionalProperties",
            "truthsayer.yaml",
            "games: {dune: {engine: dune}}\nengines: {dune: {zzz: 1}}\n".to_owned(),
        ),
        (
            "project",
            "/properties/engines/additionalProperties/properties/gaps/items",
            "truthsayer.yaml",
            "games: {dune: {engine: dune}}\nengines: {dune: {gaps: [{zzz: 1}]}}\n".to_owned(),
        ),
        (
            "project",
            "/properties/profiles/additionalProperties",
            "truthsayer.yaml",
            "games: {dune: {engine: dune}}\nprofiles: {a: {zzz: 1}}\n".to_owned(),
        ),
        (
            "project",
            "/properties/gate",
            "truthsayer.yaml",
            "games: {dune: {engine: dune}}\ngate: {zzz: 1}\n".to_owned(),
        ),
        ("catalog", "", "rules/dune/catalog.yaml", "zzz: 1\n".to_owned()),
        ("catalog", "/properties/rules/items", "rules/dune/catalog.yaml", "rules: [{zzz: 1}]\n".to_owned()),
        ("exclusions", "", "rules/dune/exclusions.yaml", "zzz: 1\n".to_owned()),
        (
            "exclusions",
            "/properties/exclusions/items",
            "rules/dune/exclusions.yaml",
            "exclusions: [{zzz: 1}]\n".to_owned(),
        ),
        ("floor", "", "floor.yaml", "zzz: 1\n".to_owned()),
        ("floor", "/properties/floor/items", "floor.yaml", "floor: [{zzz: 1}]\n".to_owned()),
        ("fixture", "", "scenarios/dune/fixtures/a.yaml", "zzz: 1\n".to_owned()),
        ("scenario", "", scenario, "zzz: 1\n".to_owned()),
        ("scenario", "/$defs/claim", scenario, claim("zzz: 1")),
        ("scenario", "/$defs/then", scenario, claim(&format!("{cited}, then: {{zzz: 1}}"))),
        ("scenario", "/$defs/refused", scenario, claim(&format!("{cited}, then: {{refused: {{zzz: 1}}}}"))),
        ("scenario", "/$defs/answer", scenario, claim(&format!("{cited}, then: {{answers: {{zzz: 1}}}}"))),
    ] {
        let schema = printed(&[kind]);
        let properties = schema.pointer(&format!("{pointer}/properties")).and_then(Value::as_object);
        let said: BTreeSet<String> = properties.expect("properties").keys().cloned().collect();
        let mut read = known(path, &text);
        if (kind, pointer) == ("scenario", "") {
            // A file holds one scenario, or several with shared keys.
            read.extend(known(path, "zzz: 1\ngame: dune\nscenarios: {}\n"));
        }
        assert_eq!(said, read, "{kind}{pointer}");
    }
}

#[test]
fn a_new_project_names_schemas_that_are_there_and_every_key_of_its_project_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (code, reported) = run(folder.path(), &["init", "--engine", "none"]);
    assert_eq!(code, Some(0), "{reported}");
    let (code, reported) = run(folder.path(), &["new", "nim/nim.md#WINNING"]);
    assert_eq!(code, Some(0), "{reported}");
    let mut named = 0;
    for file in walkdir::WalkDir::new(folder.path()).into_iter().flatten().filter(|it| it.file_type().is_file()) {
        let path = file.path().display().to_string();
        if !path.ends_with(".yaml") || path.contains("/golden/") {
            continue;
        }
        let text = fs::read_to_string(file.path()).expect("a file");
        let line = text.lines().next().and_then(|line| line.strip_prefix("# yaml-language-server: $schema="));
        let schema = file.path().parent().expect("a folder").join(line.unwrap_or_else(|| panic!("{path}\n{text}")));
        let schema = fs::read_to_string(&schema).unwrap_or_else(|error| panic!("{}: {error}", schema.display()));
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        assert!(validator.is_valid(&read(file.path()).expect("YAML")), "{path}");
        named += 1;
    }
    assert_eq!(named, 5, "the project file, the catalog and three scenarios");
    let text = fs::read_to_string(folder.path().join("truthsayer.yaml")).expect("the project file");
    let mut keys = BTreeSet::new();
    gather(&printed(&["project"]), &mut keys);
    for key in keys {
        assert!(text.contains(&format!("{key}:")), "`{key}` is not shown in\n{text}");
    }
}

/// Every key that a schema knows.
fn gather(schema: &Value, keys: &mut BTreeSet<String>) {
    for (key, inner) in schema.as_object().into_iter().flatten() {
        if key == "properties" {
            keys.extend(inner.as_object().into_iter().flatten().map(|(key, _)| key.clone()));
        }
        if inner.is_object() {
            gather(inner, keys);
        }
    }
}
