//! Untrusted journals, locks and floors: none of them can overwrite other files.

use crate::project::Project;
use crate::supervised_run::watch;

const JOURNAL: &str = "rules/errata.journal";

/// FNV-1a of one text, as journals identify files.
fn print(text: &str) -> String {
    let bytes = text.bytes().chain([0xff]);
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

fn journal(path: &str, before: Option<&str>, after: &str) -> String {
    let write = serde_json::json!({"path": path, "before": before.map(print), "after": after});
    serde_json::json!({"about": "", "writes": [write]}).to_string()
}

#[test]
fn a_journal_writes_nothing_that_no_repair_writes() {
    let project = Project::with_duel().file("README.md", "mine\n");
    let evil = "games: {dune: {engine: dune}}\nengines: {dune: {command: [touch, evil]}}\n";
    for path in ["README.md", "truthsayer.yaml", "rules/dune/battle.md", "golden/dune/duel/plain.yaml"] {
        let before = project.read(path);
        project.write(JOURNAL, journal(path, Some(&before), evil));
        watch(&project, &["errata", "--fix"]).exits(3).says("which a repair never writes");
        assert_eq!(project.read(path), before);
    }
    for path in [
        ".github/workflows/x.yml",
        "src/x.rs",
        "../x",
        "/tmp/x",
        "scenarios/dune/x.yaml",
        "scenarios/../x.yaml",
        "\u{1b}[95mX",
    ] {
        project.write(JOURNAL, journal(path, None, evil));
        watch(&project, &["errata", "--fix", "--color", "always"]).exits(3).says("which a repair never writes");
    }
    assert!(!project.exists(".github") && !project.exists("src") && !project.exists("scenarios/dune/x.yaml"));
}

#[test]
fn a_journal_of_very_many_writes_is_refused_at_once() {
    let project = Project::with_duel();
    let before = project.read("scenarios/dune/duel/plain.yaml");
    let one = serde_json::json!({"path": "scenarios/dune/duel/plain.yaml", "before": print(&before), "after": "x"});
    let many = vec![one; 300_000];
    project.write(JOURNAL, serde_json::json!({"about": "", "writes": many}).to_string());
    watch(&project, &["errata", "--fix"]).exits(3).says("which a repair never writes");
    for text in ["", "{}", "[]", "\u{feff}{}", "[".repeat(100_000).as_str()] {
        project.write(JOURNAL, text);
        watch(&project, &["errata", "--fix"]).exits(3).says("is not a journal of a repair");
    }
    project.write(JOURNAL, b"\xff");
    watch(&project, &["errata", "--fix"]).exits(3).says("not UTF-8");
}

#[test]
fn a_floor_overwrites_only_a_floor() {
    let golden = "golden/dune/duel/plain.yaml";
    let project = Project::with_duel().file("README.md", "mine\n").file("begun.yaml", "floor: [{clause: x}]\n");
    let theirs = ["README.md", "begun.yaml", "rules/dune/battle.md", "scenarios/dune/duel/plain.yaml", golden];
    for path in theirs {
        let before = project.read(path);
        project.write("truthsayer.yaml", format!("games:\n  dune: {{engine: dune}}\ngate: {{floor: {path}}}\n"));
        for change in [["gate", "--raise"].as_slice(), &["gate", "--lower", "dune/battle.md:2.1", "--reason", "why"]] {
            watch(&project, change).exits(3).says(path);
            assert_eq!(project.read(path), before);
        }
    }
}

#[test]
fn a_lock_with_very_many_clauses_is_refused() {
    let project = Project::with_duel();
    for lines in ["| A rule.\n".repeat(60_000), format!("| {}\n", "A b. ".repeat(60_000))] {
        project.write("rules/dune/rules.lock", format!("==> dune/battle.md\n{lines}"));
        watch(&project, &["errata"]).exits(3).says("has more than 50000 clauses");
    }
    for lines in ["|\n".repeat(2_000_000), "# said\n".repeat(2_000_000), "- 1 x\n".repeat(2_000_000)] {
        project.write("rules/dune/rules.lock", format!("==> dune/battle.md\n{lines}"));
        watch(&project, &["errata"]).exits(3).says("500000 lines");
    }
    project.write("rules/dune/rules.lock", format!("==> dune/battle.md\n{}", "| A rule.\n".repeat(49_000)));
    for format in ["pretty", "json"] {
        watch(&project, &["errata", "--format", format]).exits(1);
    }
}
