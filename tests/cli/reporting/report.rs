//! `report`, `coverage` and `audit`: documents contain what the run showed, and nothing else.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::shipped;

/// A project with the real rules and one scenario, so that its documents are written quickly.
fn small() -> Project {
    let rules =
        |name: &str| std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the rules");
    let catalog = "categories: [Core, Other]\nrules:\n  - {rule: 8, title: Battle Resolution, category: Core, lines: [\"dune/battle.md:18\"]}\n  - {rule: 9, title: Untouched, category: Other, lines: [\"dune/battle.md:19\"]}\n";
    let scenario = DUEL
        .replace("dune/battle.md:2\n", "dune/battle.md:18\n")
        .replace("quote: The higher total wins", "quote: plus the fighting strength of its leader")
        .replace("dune/battle.md:6\n", "dune/battle.md:24\n")
        .replace(
            "Every Force of the loser in the Territory goes to the Tanks",
            "Every Force of the loser in the Territory",
        )
        .replace("scenario: The higher total wins", "scenario: The <script>alert(1)</script> total wins");
    let project = Project::new()
        .file("rules/dune/battle.md", rules("rules/dune/battle.md"))
        .file("rules/dune/phases.md", rules("rules/dune/phases.md"))
        .file("rules/dune/readings.md", rules("rules/dune/readings.md"))
        .file("rules/dune/catalog.yaml", catalog)
        .file("scenarios/dune/duel/plain.yaml", scenario);
    project.run(&["bless"]).exits(0);
    project
}

#[test]
fn a_document_has_every_section_and_says_what_is_missing() {
    let project = small();
    project.run(&["report"]).exits(0).says("wrote verification/dune/rule-08-battle-resolution.md");
    let document = project.read("verification/dune/rule-08-battle-resolution.md");
    for section in ["Problems", "Clauses", "Evidence", "Edge cases", "Code path", "Recommendations"] {
        assert!(document.contains(&format!("\n## {section}\n")), "no section `{section}`:\n{document}");
    }
    for words in [
        "— ⚠️ incomplete\n",
        "| ✅ proven | [18.1](",
        "| ⬜ uncited | [18.2](",
        "**With `",
        "is uncited: no scenario cites it",
    ] {
        assert!(document.contains(words), "`{words}` is not in\n{document}");
    }
    let untouched = project.read("verification/dune/rule-09-untouched.md");
    assert!(untouched.contains("No scenario cites it.") && !untouched.contains("## Edge cases"), "{untouched}");
    assert!(project.read("verification/SUMMARY.md").contains("| rules verified | 0 of 2 |"));
}

#[test]
fn markup_in_a_title_stays_text_in_documents_and_on_the_page() {
    let project = small();
    project.run(&["report"]).exits(0);
    let document = project.read("verification/dune/rule-08-battle-resolution.md");
    assert!(!document.contains("<script>") && document.contains("&lt;script&gt;"));
    let page = project.read("verification/index.html");
    assert!(!page.contains("<script>alert(1)") && page.contains("\\u003cscript>alert(1)"));
}

#[test]
fn check_names_each_stale_file_and_writes_nothing() {
    let project = small();
    project
        .run(&["report", "--check"])
        .exits(1)
        .says("stale verification/SUMMARY.md")
        .says("stale verification/index.html");
    assert!(!project.exists("verification"));
    project.run(&["report"]).exits(0);
    project.run(&["report", "--check"]).exits(0).says("up to date");
    project.write("verification/SUMMARY.md", "changed by hand");
    project
        .run(&["report", "--check"])
        .exits(1)
        .says("stale verification/SUMMARY.md")
        .says("1 of 5 documents is stale");
    project.run(&["report"]).exits(0);
    project.run(&["report", "--check"]).exits(0);
}

#[test]
fn the_document_of_a_removed_rule_is_deleted_and_other_files_stay() {
    let project = small();
    project.run(&["report"]).exits(0);
    project.write("verification/dune/rule-77-notes.md", "written by hand");
    let catalog = project.read("rules/dune/catalog.yaml").replace("title: Untouched", "title: Renamed");
    project.write("rules/dune/catalog.yaml", catalog);
    project.run(&["report", "--check"]).exits(1).says("stale verification/dune/rule-09-untouched.md");
    project.run(&["report"]).exits(0);
    assert!(!project.exists("verification/dune/rule-09-untouched.md"));
    assert!(project.exists("verification/dune/rule-09-renamed.md"));
    assert_eq!(project.read("verification/dune/rule-77-notes.md"), "written by hand");
    project.run(&["report", "--check"]).exits(0);
}

#[test]
fn foreign_files_are_never_overwritten() {
    let project = small().file("docs/SUMMARY.md", "# My own summary\n").file("docs/dune/rule-08-mine.md", "mine\n");
    project
        .run(&["report", "--out", "docs"])
        .exits(2)
        .complains("`docs/SUMMARY.md` exists, and `truthsayer report` did not write it");
    assert_eq!(project.read("docs/SUMMARY.md"), "# My own summary\n");
    assert!(!project.exists("docs/index.html"), "nothing is written where not everything can be");
    // A forged manifest does not delete other files.
    project.write("verification/manifest.txt", "# Mine\n../rules/dune/battle.md\n");
    project.run(&["report"]).exits(2).complains("`verification/manifest.txt` exists");
}

#[test]
fn documents_are_the_same_bytes_every_time_and_can_be_chosen() {
    let project = small();
    project.run(&["report", "--out", "one"]).exits(0);
    project.run(&["report", "--out", "two", "--jobs", "8"]).exits(0);
    for file in ["SUMMARY.md", "index.html", "dune/README.md", "dune/rule-08-battle-resolution.md"] {
        assert_eq!(project.read(&format!("one/{file}")), project.read(&format!("two/{file}")), "{file}");
    }
    project
        .run(&["report", "--out", "three", "--rule", "9", "--format", "md"])
        .exits(0)
        .says("wrote 1 document, 0 unchanged");
    assert!(project.exists("three/dune/rule-09-untouched.md") && !project.exists("three/SUMMARY.md"));
    project.run(&["report", "--out", "../outside"]).exits(2).complains("must be inside the project");
    project.run(&["report", "--out", "rules/dune"]).exits(2).complains("which contains sources");
    project.run(&["report", "--rule", "55"]).exits(5);
}

#[test]
fn an_engine_without_some_clauses_is_reported_with_its_failures() {
    let project = small().file(
        "truthsayer.yaml",
        "games: {dune: {engine: dune}}\nprofiles:\n  upside-down: {title: An engine without leaders, without: [leader_strength_counts]}\n",
    );
    project.run(&["verify", "--without", "upside-down"]).exits(1).says("fail dune/duel/plain");
    project.run(&["report", "--without", "upside-down", "--out", "altered"]).exits(0);
    let document = project.read("altered/dune/rule-08-battle-resolution.md");
    assert!(document.contains("— ❌ violated\n") && document.contains("18.1 is violated"), "{document}");
    assert!(project.read("altered/SUMMARY.md").contains("Run with 1 switch off"));
    project.run(&["verify", "--without", "upside-dwn"]).exits(2).complains("did you mean `upside-down`?");
}

#[test]
fn coverage_shows_rules_clauses_and_the_next_step() {
    let project = small();
    project.run(&["coverage"]).exits(0).says("Rule 8: Battle Resolution").says("18.2 uncited");
    project.run(&["coverage", "--rule", "8"]).exits(0).says("proven   dune/battle.md:18.1").does_not_say("Rule 9");
    project
        .run(&["coverage", "--missing", "--rule", "9"])
        .exits(0)
        .says("cite it: `truthsayer new dune/battle.md:19.1`");
    let dots = project.run(&["coverage", "--format", "dots"]).exits(0).says("● proven");
    assert!(dots.stdout.lines().all(|line| line.chars().count() <= 80), "{}", dots.stdout);
    project
        .run(&["coverage", "--format", "markdown"])
        .exits(0)
        .says("| ⬜ | dune: Other | Rule 9: Untouched | 1 | 0 | dune/battle.md:19.1 |");
    let run = project.run(&["coverage", "--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["rules"][0]["status"], "incomplete");
    project.run(&["coverage", "--rule", "77"]).exits(2);
    project.run(&["coverage", "--game", "chess"]).exits(5);
}

#[test]
fn an_audited_document_says_which_rows_stand() {
    let page =
        "# Claims\n\n## One\n\n| says | played by |\n|---|---|\n| the stronger side wins | `dune/duel/plain` |\n";
    let project = small().file("docs/claims.md", page);
    project.run(&["audit", "docs/claims.md"]).exits(0).says("☑️ holds in 1 scenario").says("Of 1 row, 0 are wrong.");
    project
        .run(&["audit", "docs/claims.md", "--without", "leader_strength_counts"])
        .exits(0)
        .says("❌ `dune/duel/plain`")
        .says("Of 1 row, 1 is wrong.");
    project.run(&["audit", "docs/claims.md", "--out", "docs/audit.md", "--check"]).exits(1).says("stale docs/audit.md");
    project.run(&["audit", "docs/claims.md", "--out", "docs/audit.md"]).exits(0);
    project.run(&["audit", "docs/claims.md", "--out", "docs/audit.md", "--check"]).exits(0);
    project.run(&["audit", "docs/claims.md", "--out", "docs/claims.md"]).exits(2).complains("is not an audit");
    project.run(&["audit", "truthsayer.yaml"]).exits(5).complains("names a scenario");
    project.write("docs/claims.md", page.replace("duel/plain", "duel/plein"));
    project.run(&["audit", "docs/claims.md"]).exits(3).complains("did you mean `dune/duel/plain`?");
}

#[test]
fn the_shipped_documents_are_up_to_date_and_complete() {
    shipped(&["report", "--check"]).exits(0);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("verification");
    let page = root.join("index.html").metadata().expect("the page").len();
    assert!(page < 3_000_000, "the page has {page} bytes");
    for rule in [
        "rule-11-surviving-leaders",
        "rule-13-winning-consequences",
        "rule-15-leader-return",
        "rule-23-captured-leaders",
    ] {
        let text = std::fs::read_to_string(root.join(format!("dune/{rule}.md"))).expect("a document");
        assert!(text.lines().next().is_some_and(|title| title.ends_with("— ✅ verified")), "{rule}");
    }
}

/// The folder of the shipped documents of a game.
fn shipped_documents(game: &str) -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("verification").join(game);
    let files = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).expect("a document")))
        .collect()
}

#[test]
fn every_shipped_document_can_be_read_in_one_sitting() {
    for (path, text) in shipped_documents("dune").into_iter().chain(shipped_documents("cotulenh")) {
        let lines = text.lines().count();
        assert!(lines <= 400, "{path} has {lines} lines");
        assert!(!text.contains("as expected"), "{path}");
    }
    let (_, document) = shipped_documents("dune").into_iter().find(|(path, _)| path.contains("/rule-23-")).expect("23");
    // The document names every file that quotes one of its lines. The test searches the files itself.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut named = 0;
    for topic in std::fs::read_dir(root.join("dune")).expect("topics").map(|entry| entry.expect("a topic").path()) {
        for file in std::fs::read_dir(&topic).expect("files").map(|entry| entry.expect("a file").path()) {
            let text = std::fs::read_to_string(&file).expect("a scenario");
            let cites = |line: usize| text.lines().any(|own| own.ends_with(&format!("cite: dune/battle.md:{line}")));
            let id = file.strip_prefix(&root).expect("below").with_extension("").display().to_string();
            if !id.contains("/fixtures/") && (151..=156).any(cites) {
                assert!(document.contains(&format!("](../../scenarios/{id}.yaml)")), "{id} is not named");
                named += 1;
            }
        }
    }
    assert!(named >= 100, "{named}");
}

/// Checks that every link in the documents of a folder leads to an existing file, line or heading.
fn links(folder: &std::path::Path) -> usize {
    let mut looked_at = 0;
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            looked_at += links(&entry);
        }
        if entry.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&entry).expect("a document");
        for target in text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = path.split('?').next().expect("a path");
            let file = if path.is_empty() { entry.clone() } else { folder.join(path) };
            assert!(file.exists(), "{target} in {}", entry.display());
            assert!(anchor.is_empty() || has_anchor(&file, anchor), "{target} in {}", entry.display());
            looked_at += 1;
        }
    }
    looked_at
}

/// `L23` is the 23rd line; any other anchor is a heading, as GitHub names it.
fn has_anchor(file: &std::path::Path, anchor: &str) -> bool {
    let text = std::fs::read_to_string(file).expect("a text");
    if let Some(line) = anchor.strip_prefix('L').and_then(|number| number.parse::<usize>().ok()) {
        return text.lines().nth(line - 1).is_some_and(|line| !line.trim().is_empty());
    }
    let slug = |heading: &str| -> String {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    text.lines().filter(|line| line.starts_with('#')).any(|line| slug(line.trim_start_matches('#')) == anchor)
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shipped_ones = links(&root.join("verification"));
    assert!(shipped_ones > 2_000, "{shipped_ones}");
    let out = "target/documents-of-the-seed-engine";
    shipped(&["report", "--without", "seed-engine", "--out", out, "--format", "md", "--write"]).exits(0);
    let failing = links(&root.join(out));
    assert!(failing > 1_500, "{failing}");
}
