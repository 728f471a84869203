//! The shipped files: rules, scenarios, goldens, and the positions of the tests.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use truthsayer::builtin_engines;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::base::yaml::Node;
use truthsayer_oracle::base::yaml::Value;
use truthsayer_oracle::errata::address_uses;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::address::Lines;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Data;

use super::play;

pub struct Shipped {
    root: PathBuf,
    suite: Suite,
}

impl Shipped {
    /// Reads the project that is shipped with the source.
    pub fn read(root: &Path) -> Shipped {
        let project = Project::load(root).expect("the shipped project");
        Shipped { root: root.to_path_buf(), suite: Suite::load(project, 2).0 }
    }

    /// Some of the scenarios, spread over all topics.
    fn sample(&self, number: usize) -> Vec<&Scenario> {
        let all = &self.suite.scenarios;
        all.iter().step_by((all.len() / number).max(1)).collect()
    }

    pub fn seeds(&self, target: &str) -> Vec<String> {
        match target {
            "saved_run" => play::saved_runs(&self.suite, &self.sample(12)),
            "board" => play::boards(&self.sample(40)),
            "catalog" => self.catalogs(),
            "citations" => self.citations(),
            "clause_splitter" => self.rule_lines(),
            "cotulenh_task" => self.tasks("cotulenh"),
            "datapath" => play::states(&self.sample(40)),
            "dune_task" => self.tasks("dune"),
            "fen" => self.positions().into_iter().map(|(fen, _)| fen).collect(),
            "golden" => [self.texts("golden", 12), play::outcomes(&self.sample(30))].concat(),
            "project" => self.projects(),
            "recording" => play::recordings(&self.sample(20)),
            "san" => self.positions().into_iter().map(|(fen, steps)| format!("{fen}\n{steps}")).collect(),
            "scenario" => self.scenarios(),
            "wire" => play::talks(&self.sample(20)),
            "yaml" => {
                [self.texts("scenarios", 5), self.texts("golden", 20), self.texts("rules", 1), self.bad()].concat()
            }
            _ => Vec::new(),
        }
    }

    /// Every n-th YAML file below a folder.
    fn texts(&self, folder: &str, step: usize) -> Vec<String> {
        let mut paths = Vec::new();
        files(&self.root.join(folder), &mut paths);
        paths.retain(|path| path.extension().is_some_and(|it| it == "yaml"));
        paths.iter().step_by(step).filter_map(|path| fs::read_to_string(path).ok()).collect()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    /// Files with mistakes.
    fn bad(&self) -> Vec<String> {
        self.texts("tests/fixtures/bad-input", 1)
    }

    fn rule_lines(&self) -> Vec<String> {
        let lines = self.suite.book.files().flat_map(|file| file.lines());
        lines.map(|line| line.text.clone()).collect()
    }

    /// Every citation with the lines that it names and the line after them.
    fn citations(&self) -> Vec<String> {
        let seed = |address: &Address, quote: &str| {
            let file = self.suite.book.file(&address.file)?;
            let lines = address.lines(&self.suite.book).ok()?;
            let last = lines.last - lines.first + 1;
            let shown = (lines.first..=lines.last + 1).map(|number| file.line(number).map_or("", |line| &line.text));
            Some(format!("g/r.md:1-{last}\n{}\n{}\n", quote.replace('\n', " "), shown.collect::<Vec<_>>().join("\n")))
        };
        let sites = address_uses::all(&self.suite);
        sites.iter().step_by(4).filter_map(|site| seed(site.address, site.quote?)).collect()
    }

    fn tasks(&self, game: &str) -> Vec<String> {
        let switches = builtin_engines::by_name(game).map(|maker| maker.profile().switches.clone()).unwrap_or_default();
        let own = self.suite.scenarios.iter().filter(|scenario| scenario.game == game).enumerate();
        let task = |(index, scenario): (usize, &Scenario)| {
            let off = switches.get(index % switches.len().max(1)).filter(|_| index % 3 == 0);
            let off: Vec<String> = off.iter().map(|switch| switch.name.clone()).collect();
            serde_json::to_string(&scenario.task(&off)).ok()
        };
        own.filter_map(task).collect()
    }

    /// Positions, each with some steps that are legal in it.
    fn positions(&self) -> Vec<(String, String)> {
        let text = self.text("crates/cotulenh/tests/data/moves.jsonl");
        let row = |line: &str| {
            let data: Data = serde_json::from_str(line).ok()?;
            let legal: Vec<&str> = data["legal"].as_array()?.iter().filter_map(Data::as_str).collect();
            let chosen: Vec<&str> = legal.iter().step_by((legal.len() / 3).max(1)).copied().collect();
            Some((data["fen"].as_str()?.to_owned(), chosen.join("\n") + "\ncommit\nundo\n"))
        };
        text.lines().filter_map(row).collect()
    }

    fn projects(&self) -> Vec<String> {
        const RICH: &str = "rules: rules\nscenarios: scenarios/\ngolden: golden\ngames: {g: {engine: own}}\nprofiles:\n  \
            seed: {title: a part, without: [one, two]}\nengines:\n  own:\n    game: g\n    command: [node, a.mjs]\n    dir: ./e\n    \
            env: {A: \"1\"}\n    timeout: 500ms\n    startup: 2s\n    gaps:\n      - {scenario: g/a/b, reason: old., until: \"2027-01-31\", link: x}\n      \
            - {clause: \"g/r.md:3.2\", reason: older, until: \"2027-01-31\"}\n";
        vec![self.text("truthsayer.yaml"), self.text("examples/pig/truthsayer.yaml"), RICH.to_owned()]
    }

    fn catalogs(&self) -> Vec<String> {
        let seed = |folder: &str, game: &str, rules: &str| {
            let part = |name: &str| {
                let text = self.text(&format!("{folder}/{game}/{name}"));
                let text = text.replace(&format!("{game}/{rules}"), "g/r.md");
                text.lines().take(18).map(|line| format!("{line}\n")).collect::<String>()
            };
            let (catalog, exclusions, rules) = (part("catalog.yaml"), part("exclusions.yaml"), part(rules));
            format!("%% catalog\n{catalog}%% exclusions\n{exclusions}%% rules\n{rules}")
        };
        vec![
            seed("examples/pig/rules", "pig", "pig.md"),
            seed("rules", "dune", "battle.md"),
            seed("rules", "cotulenh", "captures.md"),
            seed("rules", "cotulenh", "stacks.md"),
        ]
    }

    /// Every scenario file with its fixtures, and with the rule lines that it cites.
    fn scenarios(&self) -> Vec<String> {
        let mut by_file: BTreeMap<&str, Vec<&Scenario>> = BTreeMap::new();
        for scenario in &self.suite.scenarios {
            by_file.entry(&scenario.place.file.path).or_default().push(scenario);
        }
        let mut seeds: Vec<String> = by_file.values().map(|own| self.scenario(own)).collect();
        for (path, own) in by_file.iter().step_by(9) {
            let golden = self.text(&path.replacen("scenarios", "golden", 1));
            seeds.push(format!("{}%% golden\n{golden}", self.scenario(own)));
        }
        for own in by_file.values().step_by(40) {
            let answer = own.first().and_then(|scenario| play::answer(scenario)).unwrap_or_default();
            seeds.push(format!("{}%% answer\n{answer}\n", self.scenario(own)));
        }
        let rules = self.text("tests/fixtures/rules/battle.md");
        seeds.extend(self.bad().iter().map(|text| format!("{text}\n%% dune/battle.md\n{rules}")));
        seeds.push(PIG.to_owned());
        seeds
    }

    fn scenario(&self, rows: &[&Scenario]) -> String {
        let Some(first) = rows.first() else { return String::new() };
        let mut text = first.place.file.text.clone();
        let addresses: Vec<&Address> =
            rows.iter().flat_map(|row| &row.claims).map(|claim| &claim.citation.address).collect();
        let books: BTreeSet<&str> = addresses.iter().map(|address| address.file.as_str()).collect();
        for book in books {
            text.push_str(&format!("%% {book}\n{}", cited(&self.suite.book, book, &addresses)));
        }
        let mut names = BTreeSet::new();
        self.fixtures(&first.game, &first.place.file, &mut names);
        for name in names {
            text.push_str(&format!(
                "%% {name}\n{}",
                self.text(&format!("scenarios/{}/fixtures/{name}.yaml", first.game))
            ));
        }
        text
    }

    /// The fixtures that a file uses, and those that they use.
    fn fixtures(&self, game: &str, file: &std::sync::Arc<SourceFile>, names: &mut BTreeSet<String>) {
        let Ok(node) = yaml::read(file) else { return };
        for name in used(&node) {
            let path = format!("scenarios/{game}/fixtures/{name}.yaml");
            if names.insert(name) {
                self.fixtures(game, &SourceFile::new(path.as_str(), self.text(&path)), names);
            }
        }
    }
}

fn used(node: &Node) -> Vec<String> {
    let Some(used) = node.get("given").and_then(|given| given.get("use")) else { return Vec::new() };
    match &used.value {
        Value::List(items) => items.iter().filter_map(|item| item.to_data().as_str().map(str::to_owned)).collect(),
        _ => used.to_data().as_str().map(str::to_owned).into_iter().collect(),
    }
}

/// A rulebook that has only the cited lines, on their own line numbers.
fn cited(book: &Rulebook, name: &str, addresses: &[&Address]) -> String {
    let Some(file) = book.file(name) else { return String::new() };
    let cited = addresses.iter().filter(|it| it.file == name).filter_map(|it| it.lines(book).ok());
    let cited: Vec<Lines> = cited.collect();
    let wanted = |number| cited.iter().any(|it| (it.first..=it.last).contains(&number));
    let last = cited.iter().map(|it| it.last).max().unwrap_or(0);
    let line = |number| file.line(number).filter(|_| wanted(number)).map_or("", |line| &line.text);
    (1..=last).map(|number| format!("{}\n", line(number))).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// A game without a built-in engine.
const PIG: &str = "scenario: Holding banks\ngame: pig\nwhen:\n  - roll: {by: anna}\n  - ask: {score: anna}\nclaims:\n  - cite: pig/pig.md:1\n    \
    quote: adds up\n    then:\n      changes: {scores.anna: 0 -> 5}\n      state: {turn: ben}\n      unchanged: [scores.ben]\n      \
    events: [held: {by: anna}]\n      no_events: [lost]\n      answers: {step: 2, is: 5}\n%% pig/pig.md\nROLLING: Each roll adds up. A one loses all; the turn ends.\n%% answer\n\
    {\"played\":{\"id\":1,\"before\":{\"scores\":{\"anna\":0,\"ben\":0},\"turn\":\"anna\"},\"after\":{\"scores\":{\"anna\":5,\"ben\":0},\"turn\":\"ben\"},\
    \"log\":[{\"held\":{\"by\":\"anna\"}},{\"answered\":{\"step\":2,\"answer\":5}}],\"fired\":[{\"switch\":\"adds\",\"file\":\"a.py\",\"line\":3,\"event\":1}],\
    \"asked\":[{\"who\":\"anna\",\"what\":\"roll\",\"why\":\"it is her turn\",\"step\":1,\"event\":0}]}}\n\
    %% audit\n# Rules\n## Turn\n| what | played |\n|---|---|\n| holding banks | `pig/topic/one` |\n";
