//! Every suggested command works: each is taken from the output and run.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;

const ENGINE: &str = include_str!("../../fixtures/engines/tariff.sh");
const RULES: &str = "CAP: A fee is at most 20.\nFLOOR: A fee is at least 5.\nFREE: Children pay nothing.\n";
const CAP: &str = "scenarios/tariff/the cap/it's $20; or less.yaml";
const LEAST: &str = "scenarios/tariff/floor/small.yaml";

fn scenario(line: usize, quote: &str, amount: u32, fee: u32) -> String {
    format!(
        "scenario: A fee\ngame: tariff\ngiven: {{amount: {amount}}}\nwhen: [pay: {{}}]\nclaims:\n  - {{cite: \"tariff/the fees.md:{line}\", quote: {quote}, then: {{changes: {{fee: 0 -> {fee}}}}}}}\n"
    )
}

fn cap() -> String {
    scenario(1, "at most 20", 30, 20)
}

fn least() -> String {
    scenario(2, "at least 5", 3, 5)
}

/// A project with two passing scenarios and no goldens.
fn project() -> Project {
    let engine = |name: &str| format!("  {name}: {{game: tariff, command: [sh, tariff.sh, {name}]}}\n");
    let engines: String = ["honest", "uncapped", "throws", "shrugs", "dies"].into_iter().map(engine).collect();
    let project =
        Project::new().file("truthsayer.yaml", format!("games: {{tariff: {{engine: honest}}}}\nengines:\n{engines}"));
    std::fs::remove_dir_all(project.path("rules/dune")).expect("the other rules");
    project.file("tariff.sh", ENGINE).file("rules/tariff/the fees.md", RULES).file(CAP, cap()).file(LEAST, least())
}

/// A project with nothing left to accept, record or write.
fn settled() -> Project {
    static SETTLED: OnceLock<Project> = OnceLock::new();
    let settled = SETTLED.get_or_init(|| {
        let catalog = "categories: [Fees]\nrules:\n  - {rule: 1, title: Fees, category: Fees, lines: [\"tariff/the fees.md:1-3\"]}\n";
        let project = project().file("rules/tariff/catalog.yaml", catalog);
        for command in [["bless"].as_slice(), &["errata", "--fix"], &["report"], &["gate", "--raise"]] {
            project.run(command).exits(0);
        }
        project
    });
    let copy = project();
    let files = walkdir::WalkDir::new(settled.path("")).into_iter().flatten();
    for file in files.filter(|entry| entry.file_type().is_file()) {
        let path = file.path().strip_prefix(settled.path("")).expect("below").to_str().expect("a plain path");
        copy.write(path, std::fs::read(file.path()).expect("a file"));
    }
    copy
}

fn with(project: Project, path: &str, change: impl Fn(&str) -> String) -> Project {
    let text = change(&project.read(path));
    project.file(path, text)
}

fn with_gap(gap: &str) -> Project {
    with(settled(), "truthsayer.yaml", |text| {
        text.replace("tariff.sh, honest]}", &format!("tariff.sh, honest], gaps: [{gap}]}}"))
    })
}

/// Commands that print suggestions.
const COMMANDS: &[&[&str]] = &[
    &["verify"],
    &["prove"],
    &["gate"],
    &["lint"],
    &["errata"],
    &["review", "--list"],
    &["coverage", "--missing"],
    &["explain", "tariff/the fees.md:1"],
];

/// The commands in a text: after an arrow, between backticks, and in the strings of JSON. Commands for another
/// machine are left out.
fn suggested(printed: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let arrows = printed.lines().filter_map(|line| line.trim_start().strip_prefix("→ "));
    found.extend(arrows.map(str::to_owned));
    // Joins wrapped lines; no name here contains two spaces.
    let unfolded = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = unfolded.split('`').collect();
    let here = |pair: &&[&str]| pair[1].starts_with("truthsayer ") && !pair[0].ends_with("on your machine with ");
    found.extend(parts.chunks_exact(2).filter(here).map(|pair| pair[1].to_owned()));
    found
}

/// Messages of commands that had nothing to do.
const DEAD_ENDS: &[&str] = &[
    "nothing to review",
    "nothing to repair",
    "nothing to accept",
    "run it on your machine",
    "run them on your machine",
    "accept goldens on your machine",
    "change it on your machine",
    "matches no scenario",
    "no problem",
    "exists; choose",
    "0 outcomes accepted",
    "has not changed since its last review",
    "`review` needs a terminal",
    "0 changed",
    "has no switch",
];

/// Returns why a command does nothing useful in a situation; `None` if it does something.
fn dead_end(make: fn() -> Project, command: &str, environment: &[(&str, &str)]) -> Option<String> {
    let mut words = shlex::split(command)?;
    if words.first().is_some_and(|word| word != "truthsayer") {
        return Some("it is another program".to_owned());
    }
    words.remove(0);
    if words[0] == "hunt" {
        words.extend(["--plays".to_owned(), "40".to_owned()]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Run { stdout, stderr, code } = run_in(&make().path(""), &words, environment);
    let says = |words: &str| stdout.lines().chain(stderr.lines()).any(|line| line.contains(words));
    let said = DEAD_ENDS.iter().find(|words| says(words)).filter(|_| !says("deleted "));
    let refuses = stdout.lines().any(|line| line.starts_with("refused "));
    let is_answer = code == Some(5) && (stdout.contains("does not support") || stdout.starts_with("wrote "));
    let fails = matches!(code, Some(2 | 5 | 70) | None) && !is_answer;
    let is_dead = said.is_some() || refuses || fails;
    is_dead.then(|| format!("`{command}` exits {code:?} and says:\n{stdout}{stderr}"))
}

/// Runs the commands that print suggestions, then every suggestion, each in a project of its own.
fn follow(name: &str, make: fn() -> Project, commands: &[&[&str]], environment: &[(&str, &str)]) -> usize {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for command in commands {
        let run = run_in(&make().path(""), command, environment);
        for suggested in suggested(&run.stdout).into_iter().chain(suggested(&run.stderr)) {
            all.entry(suggested).or_insert_with(|| command.join(" "));
        }
    }
    let dead = |(command, by): (&String, &String)| {
        Some(format!("{name}, suggested by {by}: {}", dead_end(make, command, environment)?))
    };
    let dead: Vec<String> = all.iter().filter_map(dead).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n\n"));
    all.len()
}

/// One test per situation, so that they run in parallel.
macro_rules! situations {
    ($($name:ident: $make:expr;)*) => { $(
        #[test]
        fn $name() {
            follow(stringify!($name), $make, COMMANDS, &[]);
        }
    )* };
}

situations! {
    nothing_accepted: project;
    everything_in_order: settled;
    no_scenario: || {
        let project = project();
        std::fs::remove_dir_all(project.path("scenarios")).expect("the scenarios");
        project
    };
    a_claim_fails_accepted_before: || with(settled(), CAP, |_| scenario(1, "at most 20", 30, 21));
    a_claim_fails_never_accepted: || project().file(CAP, scenario(1, "at most 20", 30, 21));
    the_engine_is_broken: || {
        with(settled(), "truthsayer.yaml", |text| text.replace("{engine: honest}", "{engine: uncapped}"))
    };
    the_engine_throws: || {
        with(settled(), "truthsayer.yaml", |text| text.replace("{engine: honest}", "{engine: throws}"))
    };
    the_engine_dies: || {
        with(settled(), "truthsayer.yaml", |text| text.replace("{engine: honest}", "{engine: dies}"))
    };
    the_engine_supports_nothing: || {
        with(settled(), "truthsayer.yaml", |text| text.replace("{engine: honest}", "{engine: shrugs}"))
    };
    an_outcome_drifts: || {
        with(settled(), "golden/tariff/floor/small.yaml", |text| text.replace("paid: {fee: 5}", "paid: {fee: 6}"))
    };
    a_golden_cannot_be_read: || with(settled(), "golden/tariff/floor/small.yaml", |_| "log: 1\n".to_owned());
    a_golden_without_a_scenario: || {
        let project = settled();
        project.write("golden/tariff/floor/gone.yaml", project.read("golden/tariff/floor/small.yaml"));
        project
    };
    a_file_in_the_goldens_that_is_none: || settled().file("golden/tariff/floor/notes.yaml", "mine: 1\n");
    a_clause_was_reworded: || {
        with(settled(), "rules/tariff/the fees.md", |text| text.replace("Children pay nothing", "Children pay half"))
    };
    a_cited_clause_was_reworded: || {
        with(settled(), "rules/tariff/the fees.md", |text| text.replace("A fee is at most", "Any fee is at most"))
    };
    rules_moved: || with(settled(), "rules/tariff/the fees.md", |text| format!("# Fees\n\n{text}"));
    a_citation_moved_and_there_is_no_lock: || {
        with(project(), LEAST, |text| text.replace("the fees.md:2", "the fees.md:3"))
    };
    the_lock_is_broken: || with(settled(), "rules/tariff/rules.lock", |text| format!("<<<<<<<\n{text}"));
    nothing_notices_a_switch: || {
        with(settled(), CAP, |text| text.replace("changes: {fee: 0 -> 20}", "holds_before: {fee: 0}, no_events: [lost: {}]"))
    };
    a_switch_never_takes_effect: || {
        let project = settled();
        std::fs::remove_file(project.path(CAP)).expect("the scenario");
        project
    };
    the_floor_is_broken: || with(settled(), "floor.yaml", |text| text.replace("grade: uncited", "grade: proven"));
    the_floor_names_what_is_gone: || {
        with(settled(), "floor.yaml", |text| format!("{text}  - {{clause: \"tariff/the fees.md:9.1\", grade: holds}}\n"))
    };
    a_clause_has_no_floor: || {
        let project = settled();
        std::fs::remove_file(project.path("floor.yaml")).expect("the floor");
        project
    };
    more_was_observed: || with(settled(), "floor.yaml", |text| text.replace("tariff: 2", "tariff: 9"));
    a_draft: || settled().file("scenarios/tariff/floor/draft.yaml", format!("draft: true\n{}", least()));
    a_scenario_that_makes_no_sense: || {
        settled().file("scenarios/tariff/floor/odd.yaml", least().replace("amount: 3", "sum: 3"))
    };
    a_scenario_that_cannot_be_read: || settled().file("scenarios/tariff/floor/odd.yaml", "scenario: [\n");
    a_document_is_stale: || {
        let documents = settled();
        with(documents, "verification/SUMMARY.md", |text| format!("{text}\nmore\n"))
    };
    a_gap_has_expired: || with_gap("{clause: \"tariff/the fees.md:1\", reason: later, until: 2020-01-31}");
    a_gap_is_closed: || with_gap("{clause: \"tariff/the fees.md:1\", reason: later, until: 2099-01-31}");
    names_that_differ_by_case: || settled().file("scenarios/tariff/floor/Small.yaml", least());
}

#[test]
fn commands_that_write_files_or_json_suggest_working_commands() {
    let situations: [fn() -> Project; 4] = [
        || project().file(CAP, scenario(1, "at most 20", 30, 21)),
        || with(settled(), "golden/tariff/floor/small.yaml", |text| text.replace("fee: 5", "fee: 6")),
        || settled().file("golden/tariff/floor/gone.yaml", settled().read("golden/tariff/floor/small.yaml")),
        || settled().file("scenarios/tariff/floor/odd.yaml", "scenario: [\n"),
    ];
    let commands = [["verify", "--format", "json"].as_slice(), &["bless", "--reason", "seen"], &["report"]];
    situations.into_iter().for_each(|make| {
        follow("writing", make, &commands, &[]);
    });
}

/// In CI, everything that accepts or writes something is refused, and so it is not suggested.
#[test]
fn nothing_is_suggested_that_ci_refuses() {
    let situations: [fn() -> Project; 7] = [
        project,
        || with(project(), LEAST, |text| text.replace("the fees.md:2", "the fees.md:3")),
        || {
            with(settled(), "rules/tariff/the fees.md", |text| {
                text.replace("Children pay nothing", "Children pay half")
            })
        },
        || with(settled(), "rules/tariff/the fees.md", |text| format!("# Fees\n\n{text}")),
        || with(settled(), "golden/tariff/floor/small.yaml", |text| text.replace("fee: 5", "fee: 6")),
        || settled().file("golden/tariff/floor/gone.yaml", settled().read("golden/tariff/floor/small.yaml")),
        || with(settled(), "verification/SUMMARY.md", |text| format!("{text}\nmore\n")),
    ];
    let commands =
        [["verify"].as_slice(), &["gate"], &["lint"], &["errata"], &["coverage", "--missing"], &["report", "--check"]];
    let number: usize = situations.into_iter().map(|make| follow("in CI", make, &commands, &[("CI", "true")])).sum();
    assert!(number > 10, "only {number} suggestions were found");
}

/// A suggested command repeats the options that select the engine and the switches that are off.
#[test]
fn a_suggestion_repeats_the_engine() {
    let command = ["gate", "--engine-command", "sh tariff.sh uncapped"];
    let run = settled().run(&command).exits(1);
    run.says("→ truthsayer explain \"tariff/the cap/it's \"'$20; or less' --engine-command 'sh tariff.sh uncapped'\n");
    let switch = "cap it; $x's";
    for command in [
        ["verify", "--engine", "uncapped"].as_slice(),
        &["prove", "--engine", "uncapped"],
        &["gate", "--engine", "uncapped"],
        &["gate", "--engine", "throws"],
        &["gate", "--engine", "dies"],
        &command,
        &["verify", "--without", switch],
        &["coverage", "--missing", "--engine", "uncapped"],
    ] {
        follow("another engine", settled, &[command], &[]);
    }
}

#[test]
fn a_new_project_suggests_what_it_can_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        run_in(folder.path(), &["init", "it's new", "--engine", "none"], &[]).exits(0).says("  cd \"it's new\"\n");
    let lines = run.stdout.lines().filter_map(|line| line.strip_prefix("  truthsayer "));
    let commands: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(commands.len(), 3, "{}", run.stdout);
    for command in commands {
        run_in(&folder.path().join("it's new"), &[command], &[]).exits(0);
    }
}

/// The skeleton of a clause is written for any file name, and next to an existing one.
#[test]
fn a_skeleton_is_written_for_every_clause_that_nothing_cites() {
    let project = settled().file("rules/tariff/weitere.md", "試合。\n§ 5: – \nGRÖSSE: Größe.\n");
    for round in ["", "-2"] {
        let missing = project.run(&["coverage", "--missing"]).exits(0).stdout;
        let new: Vec<String> = suggested(&missing).into_iter().filter(|it| it.contains(" new ")).collect();
        assert!(new.len() >= 4, "{missing}");
        for command in &new {
            let words = shlex::split(command).expect("words");
            let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            project.run(&words).exits(0).says(&format!("{round}.yaml\n"));
        }
    }
}
