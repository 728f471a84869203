//! `--format json` of every command, against the schema that `schema KIND` prints, and errors on every path.

use std::fs;

use serde_json::Value;

use crate::project::Run;
use crate::project::run_in;
use crate::project::shipped;

/// Validates what a run printed against the schema of its kind.
#[track_caller]
fn fits(kind: &str, run: &Run) -> Value {
    let schema: Value = serde_json::from_str(&shipped(&["schema", kind]).exits(0).stdout).expect("a schema");
    let data: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{kind}: {error}\n{}\n{}", run.stdout, run.stderr));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let wrong: Vec<String> =
        validator.iter_errors(&data).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{kind}: {}\n{data:#}", wrong.join("\n"));
    assert_eq!(data["command"], kind);
    data
}

/// A project with an engine in Python, an uncited rule and an outcome without a golden.
struct Tariff(tempfile::TempDir);

impl Tariff {
    fn new() -> Tariff {
        let tariff = Tariff(tempfile::tempdir().expect("a folder"));
        tariff.run(&["init", "--game", "tariff", "--engine", "python"]).exits(0);
        tariff
            .write("rules/tariff/tariff.md", &(tariff.read("rules/tariff/tariff.md") + "NIGHT: The night is free.\n"));
        tariff.run(&["errata", "--fix"]).exits(0);
        fs::remove_file(tariff.0.path().join("golden/tariff/example/price-is-added.yaml")).expect("a golden");
        tariff
    }

    #[track_caller]
    fn run(&self, arguments: &[&str]) -> Run {
        run_in(self.0.path(), arguments, &[("PYTHONDONTWRITEBYTECODE", "1")])
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Run {
        self.run(&[arguments, &["--format", "json"]].concat())
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join(path)).expect("a file")
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.0.path().join(path), text).expect("a file");
    }
}

#[test]
fn every_document_fits_its_schema() {
    needs_interpreters!();
    let tariff = Tariff::new();
    for what in ["scenarios", "clauses", "switches", "engines"] {
        let listed = fits("list", &tariff.json(&["list", what]).exits(0));
        assert!(listed["list"][what].as_array().is_some_and(|all| !all.is_empty()), "{what}");
    }
    let items = fits("review", &tariff.json(&["review", "--list"]).exits(0));
    assert_eq!(items["items"][0]["kind"], "no golden");
    assert_eq!(items["items"][0]["when"][0]["add"], 20);
    assert_eq!(items["items"][0]["given"]["total"], 100);
    tariff.run(&["review", "--diff", "tariff/example/price-is-added"]).exits(0).says("given:").says("- add: 20");
    tariff.run(&["bless"]).exits(0);
    let reported = fits("explain", &tariff.json(&["explain", "too-expensive"]).exits(0));
    assert_eq!(reported["explain"]["scenarios"][0]["result"]["verdict"], "pass");
    let reported = fits("explain", &tariff.json(&["explain", "NIGHT"]).exits(0));
    assert_eq!(reported["explain"]["rules"][0]["clauses"][0]["evidence"]["grade"], "uncited");
    let missing = fits("coverage", &tariff.json(&["coverage", "--missing"]).exits(0));
    assert!(missing["missing"][0]["next"].as_str().is_some_and(|next| next.contains("truthsayer new")));
    fits("coverage", &tariff.json(&["coverage"]).exits(0));
    fits("coverage", &tariff.json(&["coverage", "--weak"]));
    fits("new", &tariff.json(&["new", "NIGHT", "--stdout"]).exits(0));
    fits("lint", &tariff.json(&["lint"]));
    let rules = tariff.read("rules/tariff/tariff.md");
    tariff.write("rules/tariff/tariff.md", &rules.replace("The night", "Each night"));
    let errata = fits("errata", &tariff.json(&["errata"]));
    assert_eq!(errata["errata"]["changes"][0]["kind"], "reworded");
    tariff.write("rules/tariff/tariff.md", &rules);
    let scenario = tariff.read("scenarios/tariff/example/too-expensive.yaml");
    tariff.write("scenarios/tariff/example/too-expensive.yaml", "claims: [");
    let unread = fits("errata", &tariff.json(&["errata"]).exits(3));
    assert_eq!(unread["problems"][0]["kind"], "syntax");
    tariff.write("scenarios/tariff/example/too-expensive.yaml", &scenario.replace("#LIMIT", ":3"));
    let repaired = fits("errata", &tariff.json(&["errata", "--fix"]).exits(0));
    let moved = repaired["repair"]["moved"][0]["change"].as_str().unwrap_or_default();
    assert!(moved.contains("tariff/tariff.md:3") && moved.contains("LIMIT"), "{repaired:#}");
    tariff.write("said.md", "## Prices\n\n| A price is added | `tariff/example/price-is-added` |\n");
    let rows = fits("audit", &tariff.json(&["audit", "said.md"]).exits(0));
    assert_eq!((&rows["rows"][0]["verdict"], &rows["rows"][0]["heading"]), (&"right".into(), &"Prices".into()));
    let compared = fits("compare", &tariff.json(&["compare", "tariff", "tariff --without limit"]).exits(1));
    assert_eq!(compared["compare"]["versions"], true);
    assert_eq!(compared["compare"]["differences"][0]["how"], "broken");
    let hunted = tariff.json(&["compare", "tariff", "tariff --without limit", "--plays", "50"]).exits(1);
    let hunted = fits("compare", &hunted);
    assert!(hunted["compare"]["hunt"]["differences"].as_array().is_some_and(|all| !all.is_empty()));
    let found = tariff.json(&["hunt", "--switch", "limit", "--plays", "200", "--dry-run"]);
    let found = fits("hunt", &found.exits(1));
    assert_eq!(found["hunt"]["findings"].as_array().map(Vec::len), Some(1), "{found:#}");
    fits("hunt", &tariff.json(&["hunt", "--switch", "no-such-switch"]).exits(2));
}

#[test]
fn errors_are_json_on_every_path() {
    needs_interpreters!();
    let tariff = Tariff::new();
    let kinds: [(&str, &[&str], i32); 9] = [
        ("list", &["list", "engines", "nothing"], 5),
        ("list", &["list", "nothing"], 2),
        ("explain", &["explain", "nothing"], 5),
        ("coverage", &["coverage", "--rule", "nothing"], 2),
        ("new", &["new", "tariff/tariff.md:99"], 5),
        ("errata", &["errata", "--no-such-option"], 2),
        ("audit", &["audit", "gone.md"], 3),
        ("compare", &["compare", "tariff", "tarif"], 2),
        ("review", &["review", "--list", "nothing"], 5),
    ];
    for (kind, arguments, code) in kinds {
        let run = tariff.json(arguments).exits(code);
        let data = fits(kind, &run);
        assert!(data["error"].as_str().is_some_and(|error| !error.is_empty()), "{kind}: {data:#}");
        assert_eq!(data["exit"]["code"], code, "{kind}");
        assert!(data["help"].is_array() && data.get("at").is_some(), "{kind}");
        assert!(!run.stderr.is_empty(), "{kind}: a person reads it, too");
    }
    // Without a project.
    let folder = tempfile::tempdir().expect("a folder");
    let run = run_in(folder.path(), &["list", "--format=json"], &[]).exits(2);
    assert!(fits("list", &run)["help"][0].as_str().is_some_and(|help| help.contains("truthsayer init")));
    // The error is a whole sentence, and each line of help says something.
    let data = fits("compare", &tariff.json(&["compare", "tariff"]).exits(2));
    assert!(data["error"].as_str().is_some_and(|error| !error.ends_with(':')), "{data:#}");
    let help = data["help"].as_array().expect("a list");
    assert!(
        !help.is_empty() && help.iter().all(|line| line.as_str().is_some_and(|it| !it.is_empty() && it == it.trim()))
    );
    // A mistake in a file of the project.
    let project = tariff.read("truthsayer.yaml").replace("tariff: {engine: tariff}", "tariff: {engin: tariff}");
    tariff.write("truthsayer.yaml", &project);
    let data = fits("lint", &tariff.json(&["lint"]).exits(3));
    assert_eq!(data["at"], "truthsayer.yaml:4:12");
    assert!(data["help"].to_string().contains("engine"), "{data:#}");
}
