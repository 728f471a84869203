//! Invisible characters in every text that people write: they move no cursor, change no colour, reverse no line, and
//! forge no line of a document.

use std::fs;

use truthsayer_protocol::text;

use crate::fixtures::PLAIN;
use crate::fixtures::real_duel;
use crate::fixtures::reported;
use crate::project::Project;
use crate::supervised_run::watch;
use crate::supervised_run::watch_in_colour;

/// As YAML escapes: a foreign colour, a window title, clearing the screen, the start of a sequence, right-to-left text,
/// a bell, and a line end.
const ESCAPED: &[&str] =
    &["\\e[95mX", "\\e]0;X\\a", "\\x1b[2JX", "\\x9b95mX", "\\u202eX", "\\aX", "\\u2028X", "\\u2066X"];

/// A line that looks like output of Truthsayer.
const FORGED: &str = "X\\n# forged";

/// Similar sequences as raw characters.
const RAW: &[&str] =
    &["\u{1b}[95mX", "\u{1b}]0;X\u{7}", "\u{9b}95mX", "\u{202e}X", "\u{7}", "\u{2028}X", "\u{8}", "\u{7f}"];

/// Scenarios with `@` in every place that can contain a text.
fn scenarios() -> Vec<String> {
    let duel = real_duel();
    let with = |old: &str, new: &str| {
        assert!(duel.contains(old), "{old}");
        duel.replacen(old, new, 1)
    };
    vec![
        with("scenario: The higher total wins", "scenario: \"@\""),
        with("tags: [duel, basic]", "tags: [\"@\"]"),
        with("game: dune", "game: \"@\""),
        with("spice: 10", "spice: \"@\""),
        with("spice: 10", "\"@\": 10"),
        with("harkonnen: {spice", "\"@\": {spice"),
        with("given:\n", "given:\n  use: \"@\"\n"),
        with("given:\n", "given:\n  use: [\"@\", \"@\"]\n"),
        with("- battle:", "- \"@\":"),
        with("leader: bashar", "leader: \"@\""),
        with("leader: bashar", "\"@\": bashar"),
        with("dune/battle.md:18", "\"@\""),
        with("dune/battle.md:18", "\"dune/@.md:18\""),
        with("quote: plus the fighting strength of its leader", "quote: \"plus the fighting @\""),
        with("battle_won:", "\"@\":"),
        with("winner: harkonnen", "winner: \"@\""),
        with("winner: harkonnen", "\"@\": harkonnen"),
        with("factions.emperor.forces.arrakeen: 4 -> 0", "\"factions.@\": 4 -> 0"),
        with("factions.emperor.forces.arrakeen: 4 -> 0", "factions.emperor.forces.arrakeen: \"4 -> @\""),
        with("factions.emperor.forces.arrakeen: 4 -> 0", "factions.emperor.forces.arrakeen: \"@\""),
        with("changes:", "\"@\":"),
        with("changes:", "state: {factions.emperor.forces.arrakeen: \"@\"}\n      changes:"),
        with("changes:", "unchanged: [\"@\"]\n      changes:"),
        with("changes:", "refused: {step: 1, code: \"@\", rule: \"@\"}\n      changes:"),
        with("changes:", "answer: {step: 1, is: \"@\"}\n      changes:"),
        duel.clone() + "examples: [{\"@\": 1}]\n",
        duel.clone() + "examples: {\"@\": {}}\n",
        duel.clone() + "unscripted: \"@\"\n",
        with("leader: bashar", "leader: \"${x}\"") + "examples: [{x: \"@\"}]\n",
        with("winner: harkonnen", "winner: \"${x}\"") + "examples: [{x: \"@\"}]\n",
        with("winner: harkonnen", "\"${x}\": harkonnen") + "examples: [{x: \"@\"}]\n",
    ]
}

/// The other files of a project, with `@` for a text.
const FILES: &[(&str, &str)] = &[
    ("scenarios/dune/fixtures/a.yaml", "fixture: \"@\"\ngiven: {}\n"),
    ("scenarios/dune/fixtures/a.yaml", "fixture: a\ngiven: {\"@\": 1, use: \"@\"}\n"),
    (
        "rules/dune/catalog.yaml",
        "categories: [Core]\nrules:\n  - {rule: 8, title: \"@\", category: Core, lines: [\"dune/battle.md:18\"]}\n",
    ),
    (
        "rules/dune/catalog.yaml",
        "categories: [\"@\"]\nrules:\n  - {rule: 8, title: T, category: \"@\", lines: [\"dune/battle.md:18\"]}\n",
    ),
    (
        "rules/dune/catalog.yaml",
        "categories: [Core]\nrules:\n  - {rule: 8, title: T, category: \"@\", lines: [\"@\"], related: [\"@:1\"], \"@\": 1}\n",
    ),
    (
        "rules/dune/exclusions.yaml",
        "exclusions:\n  - {cite: \"dune/battle.md:19\", quote: When the totals are equal, reason: \"@\"}\n",
    ),
    ("rules/dune/exclusions.yaml", "exclusions:\n  - {cite: \"dune/battle.md:19\", quote: \"@\", reason: r}\n"),
    ("truthsayer.yaml", "games: {dune: {engine: dune}}\nrules: \"@\"\n"),
    ("truthsayer.yaml", "games: {dune: {engine: dune}}\nsources: [\"@\"]\n"),
    ("truthsayer.yaml", "games: {dune: {engine: \"@\"}}\n"),
    ("truthsayer.yaml", "games: {dune: {engine: dune}, \"@\": {engine: dune}}\n"),
    ("truthsayer.yaml", "games: {dune: {engine: dune}}\n\"@\": 1\n"),
    ("truthsayer.yaml", "games: {dune: {engine: dune}}\nprofiles: {\"@\": {title: \"@\", without: [\"@\"]}}\n"),
    (
        "truthsayer.yaml",
        "games: {dune: {engine: dune}}\nprofiles: {a: {title: \"@\", without: [leader_strength_counts]}}\n",
    ),
    ("truthsayer.yaml", "games: {dune: {engine: mine}}\nengines: {mine: {game: dune, command: [\"@\"]}}\n"),
    (
        "truthsayer.yaml",
        "games: {dune: {engine: mine}}\nengines: {mine: {game: dune, command: [\"no-such-@\", \"@\"]}}\n",
    ),
    (
        "truthsayer.yaml",
        "games: {dune: {engine: mine}}\nengines: {mine: {game: \"@\", command: [x], dir: \"@\", env: {\"@\": \"@\"}, timeout: \"@\"}}\n",
    ),
    (
        "truthsayer.yaml",
        "games: {dune: {engine: dune}}\nengines: {dune: {gaps: [{clause: \"dune/battle.md:18\", reason: \"@\", until: 2099-01-31, link: \"@\"}]}}\n",
    ),
    (
        "truthsayer.yaml",
        "games: {dune: {engine: dune}}\nengines: {dune: {gaps: [{scenario: \"@\", clause: \"@\", reason: r, until: \"@\"}]}}\n",
    ),
    ("golden/dune/duel/plain.yaml", "log:\n  - \"@\": {\"@\": \"@\"}\nchanges: {\"@\": \"@\"}\n"),
    ("docs/claims.md", "## @\n\n| says | played by |\n|---|---|\n| @ | `dune/duel/plain` `@` |\n"),
];

/// Every command that shows what people wrote.
const COMMANDS: &[&[&str]] = &[
    &["verify", "-v"],
    &["verify", "--without", "a", "--format", "json"],
    &["lint", "--format", "json"],
    &["explain", "dune/duel/plain"],
    &["explain", "dune/duel/plain", "--expanded"],
    &["explain", "dune/battle.md:18-19"],
    &["coverage", "--missing"],
    &["audit", "docs/claims.md"],
    &["report"],
];

/// Runs every command and checks every written file.
#[track_caller]
fn show_everywhere(project: &Project, what: &str) {
    for command in COMMANDS {
        let seen = watch_in_colour(project, command);
        // The start of every line is our own text.
        let forged = seen.stdout.lines().chain(seen.stderr.lines()).any(|line| line.starts_with("# forged"));
        assert!(!forged, "{what} forged a line of `{}`", command.join(" "));
    }
    watch(project, &["verify"]);
    for folder in ["golden", "verification"] {
        for entry in walkdir::WalkDir::new(project.path(folder)).into_iter().flatten() {
            if entry.file_type().is_file() && !entry.path().ends_with("duel/plain.yaml") {
                let written = fs::read_to_string(entry.path()).expect("a text");
                assert!(text::is_harmless(&written), "{what} got into {}", entry.path().display());
                assert!(
                    !written.lines().any(|line| line.starts_with("# forged")),
                    "{what} forged a line of a document"
                );
            }
        }
    }
}

/// Returns the texts for a place: a forged line and one of the others. All of them are used.
fn payloads(number: usize) -> [&'static str; 2] {
    [FORGED, ESCAPED[number % ESCAPED.len()]]
}

#[test]
fn invisible_characters_of_a_scenario_are_never_printed() {
    let project = reported();
    for (number, scenario) in scenarios().iter().enumerate() {
        for payload in payloads(number) {
            project.write(PLAIN, scenario.replace('@', payload));
            show_everywhere(&project, &format!("{payload} in scenario {number}"));
        }
    }
}

#[test]
fn invisible_characters_of_other_files_are_never_printed() {
    for (number, (path, text)) in FILES.iter().enumerate() {
        let project = reported();
        for payload in payloads(number) {
            project.write(path, text.replace('@', payload));
            show_everywhere(&project, &format!("{payload} in {path}"));
        }
    }
}

#[test]
fn invisible_characters_are_rejected_in_every_file() {
    for raw in RAW {
        for (path, text) in [
            ("rules/dune/more.md", "RULE: It says @ something.\n"),
            ("rules/dune/more.md", "# Heading @\nA rule.\n"),
            (PLAIN, "# @\nscenario: x\n"),
            (PLAIN, "scenario: @\n"),
            ("scenarios/dune/fixtures/a.yaml", "fixture: @\ngiven: {}\n"),
            ("rules/dune/catalog.yaml", "categories: [@]\n"),
            ("truthsayer.yaml", "games: {dune: {engine: @}}\n"),
        ] {
            let project = reported().file(path, text.replace('@', raw));
            watch(&project, &["verify"]).exits(3).says(&format!("{path}:")).says("invisible character");
            watch_in_colour(&project, &["lint"]).exits(3);
        }
        let project = reported().file("docs/claims.md", format!("| {raw} | `dune/duel/plain` |\n"));
        watch(&project, &["audit", "docs/claims.md"]).exits(3).says("docs/claims.md:1:3").says("invisible character");
    }
}

#[test]
fn a_saved_result_or_a_conversation_that_hides_something_is_refused() {
    let project = reported();
    watch(&project, &["verify", "--json", "good.json"]).exits(0);
    for payload in ["\\u001b[95mX", "\\u202eX", "\u{202e}", "\\u009b", "\u{7f}"] {
        let text = project.read("good.json").replacen("dune/duel/plain", payload, 1);
        project.write("bad.json", text);
        watch_in_colour(&project, &["compare", "good.json", "bad.json"])
            .exits(3)
            .says("bad.json")
            .says("invisible character");
    }
    for payload in ["1 < \u{1b}[95m\n", "1 < x\u{202e}\n"] {
        project.write("talk.txt", format!("# truthsayer conversation 1\n{payload}"));
        watch(&project, &["engine", "replay", "talk.txt"]).exits(3).says("`talk.txt`: line 2");
    }
}
