//! Texts that look like markup, in documents, HTML reports, summaries and CI logs.

use std::fs;

use pulldown_cmark::Event;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;
use serde_json::Value;
use serde_json::json;

use crate::engines::CannedEngine;
use crate::engines::SCENARIO;
use crate::engines::all_words;
use crate::fixtures::PLAIN;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// Markup of every kind: HTML, links, images, automatic links, emphasis, code, cells, entities, and commands of
/// GitHub.
const HOSTILE: &str = "<img src=x onerror=evil()> [l](https://evil.example) ![i](https://evil.example/i.png) \
    https://evil.example/bare www.evil.example a@evil.example @evil <https://evil.example/auto> *em* _em_ ~~gone~~ \
    `tick | bar ``` &lt;b&gt; &#x202e; $m$ </script></details><!-- \\ ##[error]evil ::error::evil";

/// Hostile text at the start of a line.
const BEGINS: [&str; 4] = ["# forged", "- forged", "::error::forged", "1. forged"];

/// An engine and a project with hostile texts in every place that can hold one.
fn hostile(begins: &str) -> CannedEngine {
    let text = format!("{begins} {HOSTILE}");
    let mut said = all_words();
    said["hello"]["engine"] = json!({"name": text, "version": text});
    said["hello"]["switches"][0] = json!({"name": text, "cite": "dune/battle.md", "quote": "It is 1"});
    said["hello"]["events"][0] = json!({"name": text, "fields": [text]});
    said["hello"]["readings"] = json!([{"name": text, "values": [text, "b"], "default": text, "about": text}]);
    let played = &mut said["answer"]["played"];
    played["before"][&text] = json!(text);
    played["after"][&text] = json!([text]);
    played["log"] = json!([{text.as_str(): {text.as_str(): text}}]);
    played["fired"] = json!([{"switch": text, "file": text, "line": 1, "event": 0}]);
    played["notes"] = json!([{"text": text, "event": 0}]);
    let parrot = CannedEngine::saying(said);
    let quoted = Value::from(text.clone());
    // A comment would hide the rest of the line.
    let rule = |number: usize| format!("RULE {number}: It is {number} {text}\n").replace("<!--", "");
    parrot.project.write("rules/dune/battle.md", (1..=4).map(rule).collect::<String>());
    parrot.project.write("rules/dune/<b> `t` | @evil www.evil.example.md", "ODD: Nothing cites this.\n");
    let scenario = SCENARIO
        .replace("A step", &quoted.to_string())
        .replace("    quote: The higher total wins\n", "    quote: It is 2\n");
    let claim = |line: usize, then: &str| {
        format!("  - {{cite: \"dune/battle.md:{line}\", quote: It is {line}, then: {then}}}\n")
    };
    let more = claim(1, &format!("{{no_events: [{{{quoted}: {{}}}}]}}"));
    let known = claim(3, &format!("{{state: {{side.name: {quoted}}}}}"));
    parrot.project.write(PLAIN, format!("tags: [{quoted}]\n{scenario}{more}{known}"));
    parrot.project.write("scenarios/dune/duel/a&b's $x;y (z) @evil.yaml", scenario);
    parrot.project.write(
        "rules/dune/catalog.yaml",
        format!("categories: [{quoted}]\nrules:\n  - {{rule: 1, title: {quoted}, category: {quoted}, lines: [\"dune/battle.md:1-4\"]}}\n"),
    );
    parrot.project.write(
        "rules/dune/exclusions.yaml",
        format!("exclusions:\n  - {{cite: \"dune/battle.md:4\", quote: It is 4, reason: {quoted}}}\n"),
    );
    parrot.project.write(
        "truthsayer.yaml",
        format!(
            "games: {{dune: {{engine: parrot}}}}\nprofiles: {{odd: {{title: {quoted}, without: [{quoted}]}}}}\n\
             engines: {{parrot: {{game: dune, command: [sh, says.sh, said], gaps: [{{clause: \"dune/battle.md:3\", reason: {quoted}, until: 2099-01-31}}]}}}}\n"
        ),
    );
    watch(&parrot.project, &["lint"]).exits(3).says("1 problem").says("no golden for");
    parrot
}

/// The answers of an engine that lead to different verdicts.
fn answers(text: &str) -> Vec<Option<Value>> {
    vec![
        None,
        Some(json!({"unsupported": {"why": text}})),
        Some(json!({"failed": {"why": text, "step": 1}})),
        Some(json!({"invalid": {"at": "when[0]", "why": text}})),
    ]
}

/// A Markdown parser must find only text and code in the texts.
#[track_caller]
fn is_text(markdown: &str, what: &str) {
    let mut open_code = false;
    for event in Parser::new_ext(markdown, Options::all()) {
        match &event {
            Event::Html(html) | Event::InlineHtml(html) => {
                assert!(
                    !html.contains("<img") && !html.contains("</script") && !html.contains("<!--"),
                    "{what}: {html}"
                );
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                assert!(!dest_url.contains("://") && !dest_url.contains("mailto:"), "{what}: {dest_url}");
            }
            Event::Start(Tag::Emphasis | Tag::Strikethrough) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                panic!("{what}: {event:?} in\n{markdown}")
            }
            Event::Start(Tag::CodeBlock(_)) => open_code = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => open_code = false,
            Event::Text(text) if !open_code => {
                assert!(!text.starts_with("forged"), "{what} begins something with {text}");
                let linked = ["://", "www.evil", "a@evil", "\u{202e}"].iter().any(|mark| text.contains(mark));
                assert!(!linked && !text.split(' ').any(|word| word.starts_with("@evil")), "{what}: {text}");
            }
            _ => {}
        }
    }
    let bars = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let mut head = 0;
    for line in markdown.lines() {
        match line.starts_with('|') {
            true if head == 0 => head = bars(line),
            true => assert_eq!(bars(line), head, "{what}: {line}"),
            false => head = 0,
        }
    }
}

#[track_caller]
fn documents_are_text(parrot: &CannedEngine, what: &str) {
    let mut number = 0;
    for entry in walkdir::WalkDir::new(parrot.project.path("verification")).into_iter().flatten() {
        let Some(extension) = entry.path().extension() else { continue };
        let written = fs::read_to_string(entry.path()).expect("a text");
        match extension.to_str() {
            Some("md") => is_text(&written, &format!("{what}, {}", entry.path().display())),
            _ => assert!(!written.contains("<img") && !written.contains("</details><!--"), "{what}: the page"),
        }
        number += 1;
    }
    assert!(number > 3, "{what}: {number} documents");
}

#[test]
fn no_text_becomes_markup_in_a_document_or_on_the_page() {
    for begins in BEGINS {
        let mut parrot = hostile(begins);
        let said = parrot.said.clone();
        for answer in answers(&format!("{begins} {HOSTILE}")) {
            let mut said = said.clone();
            let what = format!("{begins}, {:?}", answer.as_ref().and_then(|it| it.as_object()?.keys().next().cloned()));
            said["answer"] = answer.unwrap_or_else(|| said["answer"].clone());
            parrot.learn(said);
            watch(&parrot.project, &["report"]);
            documents_are_text(&parrot, &what);
            let seen = watch(&parrot.project, &["coverage", "--format", "markdown"]);
            is_text(&seen.stdout, &what);
        }
    }
}

#[test]
fn no_text_becomes_markup_in_a_comparison_an_audit_or_errata() {
    let parrot = hostile(BEGINS[0]);
    watch(&parrot.project, &["verify", "--json", "one.json"]);
    let mut changed: Value = serde_json::from_str(&parrot.project.read("one.json")).expect("JSON");
    for scenario in changed["scenarios"].as_array_mut().expect("scenarios") {
        scenario["verdict"] = json!("pass");
        scenario["failures"] = json!([]);
    }
    parrot.project.write("two.json", truthsayer_oracle::base::digest::seal(&changed.to_string()));
    let seen = watch(&parrot.project, &["compare", "one.json", "two.json", "--format", "markdown"]).exits(1);
    is_text(&seen.stdout, "compare");
    assert!(seen.stdout.contains("forged"), "{}", seen.stdout);
    let page = watch(&parrot.project, &["compare", "one.json", "two.json", "--format", "html"]).stdout;
    assert!(page.contains("forged") && !page.contains("<img") && !page.contains("</script></details>"), "{page}");
    parrot.project.write("docs/said.md", "## It says\n\n| says | played by |\n|---|---|\n| x | `dune/duel/plain` |\n");
    is_text(&watch(&parrot.project, &["audit", "docs/said.md"]).stdout, "audit");
    is_text(&watch(&parrot.project, &["audit", "docs/said.md", "--without", "odd"]).stdout, "audit without");
    watch(&parrot.project, &["errata", "--fix"]);
    let rules =
        parrot.project.read("rules/dune/battle.md").replace("RULE 1:", "RULE 1 AND:").replace("is 2 ", "is not 2 ");
    parrot.project.write("rules/dune/battle.md", rules);
    let seen = watch(&parrot.project, &["errata", "--format", "markdown"]);
    assert!(seen.stdout.contains("## "), "{seen:?}");
    is_text(&seen.stdout, "errata");
}

/// Every line that GitHub would take for a command, and that is not one of ours.
fn foreign_commands(printed: &str) -> Vec<&str> {
    let is_ours = |line: &str| line.starts_with("::error ") || line.starts_with("::warning ");
    let is_command = |line: &str| line.contains("##[") || line.trim_start().starts_with("::");
    printed.lines().filter(|line| (line.contains("##[") || !is_ours(line)) && is_command(line)).collect()
}

#[test]
fn no_text_is_a_command_of_github_in_any_format() {
    for begins in [BEGINS[0], BEGINS[2]] {
        let mut parrot = hostile(begins);
        let said = parrot.said.clone();
        for answer in answers(&format!("{begins} {HOSTILE}")) {
            let mut said = said.clone();
            said["answer"] = answer.unwrap_or_else(|| said["answer"].clone());
            parrot.learn(said);
            for command in [
                ["verify", "-v"].as_slice(),
                &["verify", "--format", "json"],
                &["verify", "--format", "github"],
                &["prove", "-v"],
                &["prove", "--format", "json"],
                &["gate"],
                &["gate", "--format", "json"],
                &["lint"],
                &["lint", "--format", "json"],
                &["coverage", "--clauses"],
                &["coverage", "--format", "json"],
                &["coverage", "--missing"],
                &["explain", "dune/duel/plain"],
                &["explain", "dune/battle.md:1"],
                &["schema", "scenario", "--game", "dune"],
                &["hunt", "--switch=*", "--plays", "4", "--format", "json"],
                &["compare", "parrot", "parrot", "--format", "markdown"],
                &["review", "--list"],
                &["verify", "##[error]evil"],
                &["##[error]evil"],
                &["verify", "--frmat\n::error::evil"],
            ] {
                let run = Watch::new(&parrot.project, command).variable("GITHUB_ACTIONS", "true");
                let seen = run.variable("GITHUB_STEP_SUMMARY", "summary.md").run();
                let printed = [foreign_commands(&seen.stdout), foreign_commands(&seen.stderr)].concat();
                assert!(printed.is_empty(), "{command:?}: {printed:?}");
                if command.contains(&"json") && !seen.stdout.is_empty() {
                    let data: Value = serde_json::from_str(&seen.stdout).expect("JSON");
                    let is_whole = data.to_string().contains("##[error]evil");
                    assert!(is_whole || command[0] == "lint" || command[0] == "hunt", "{command:?}: {data}");
                }
            }
            is_text(&parrot.project.read("summary.md"), begins);
            parrot.project.write("summary.md", "");
        }
    }
}

#[test]
fn machine_output_is_readable_and_contains_no_link() {
    let parrot = hostile(BEGINS[2]);
    watch(&parrot.project, &["prove", "--junit", "j.xml", "--sarif", "s.json"]);
    let sarif: Value = serde_json::from_str(&parrot.project.read("s.json")).expect("JSON");
    let mut texts = Vec::new();
    gather(&sarif, "text", &mut texts);
    assert!(texts.iter().any(|text| text.contains("evil")), "{texts:?}");
    // In SARIF, brackets that are not escaped are links.
    let unescaped = |text: &str| text.replace("\\\\", "").replace("\\[", "").contains('[');
    assert!(!texts.iter().any(|text| unescaped(text)), "{texts:?}");
    let junit = parrot.project.read("j.xml");
    assert!(!junit.contains("<img"), "{junit}");
    junit_parser::from_reader(junit.as_bytes()).expect("JUnit");
}

/// Every text under a key.
fn gather(data: &Value, key: &str, found: &mut Vec<String>) {
    match data {
        Value::Object(map) => {
            found.extend(map.get(key).and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|value| gather(value, key, found));
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, key, found)),
        _ => {}
    }
}

/// A command may hold folders of this machine, and secrets.
#[test]
fn an_engine_without_a_name_is_shown_by_the_names_of_its_files() {
    let mut said = all_words();
    said["hello"]["engine"] = json!({"name": "", "version": ""});
    said["answer"]["played"]["fired"][0]["file"] = json!("/home/evil/engine.py");
    let parrot = CannedEngine::saying(said);
    let catalog = "categories: [A]\nrules:\n  - {rule: 1, title: T, category: A, lines: [\"dune/battle.md:2\"]}\n";
    parrot.project.write("rules/dune/catalog.yaml", catalog);
    let folder = parrot.project.path("");
    let folder = folder.to_str().expect("a plain path").trim_end_matches('/');
    let project = |command: &str| {
        format!("games: {{dune: {{engine: parrot}}}}\nengines: {{parrot: {{game: dune, command: {command}}}}}\n")
    };
    for (command, name) in [
        (format!("[/bin/sh, {folder}/says.sh, {folder}/said, --token=secret]"), "`sh says.sh`"),
        (format!("[{folder}/nowhere.sh, --token=secret]"), "the engine 'nowhere.sh' could not be started"),
    ] {
        parrot.project.write("truthsayer.yaml", project(&command));
        for command in [["report"].as_slice(), &["verify"], &["verify", "--format", "json"], &["prove"]] {
            let seen = watch(&parrot.project, command);
            let printed = format!("{}{}", seen.stdout, seen.stderr);
            assert!(!printed.contains("secret") && !printed.contains("/home/evil"), "{printed}");
        }
        let mut named = false;
        for entry in walkdir::WalkDir::new(parrot.project.path("verification")).into_iter().flatten() {
            let Ok(written) = fs::read_to_string(entry.path()) else { continue };
            assert!(!written.contains("secret") && !written.contains("/home/evil"), "{}", entry.path().display());
            assert!(!written.contains(&format!("{folder}/s")), "{}", entry.path().display());
            named |= written.replace("\\`", "'").contains(name);
        }
        assert!(named, "{command}");
    }
}
