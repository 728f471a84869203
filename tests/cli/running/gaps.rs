//! Known gaps: shown with their reason in place of the failure, and an error once they are out of date.

use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;

/// Pig on an engine without the rule about ones, with these known gaps.
fn project(gaps: &str) -> Project {
    let project = Project::pig();
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace("if shows == 1:", "if shows == 7:"));
    let engine = format!("game: pig\n    command: [python3, engine.py]\n    gaps: {gaps}");
    project.write("truthsayer.yaml", format!("games: {{pig: {{engine: mine}}}}\nengines:\n  mine:\n    {engine}\n"));
    project
}

fn on(project: &Project, day: &str, arguments: &[&str]) -> Run {
    run_in(&project.path(""), arguments, &[("CI", "true"), ("TRUTHSAYER_TODAY", day)])
}

const GAP: &str =
    "[{scenario: pig/turn/a-one-loses-the-turn, reason: ones come next month, until: 2027-01-31, link: \"issue 7\"}]";

#[test]
fn without_a_gap_it_fails() {
    needs_interpreters!();
    on(&project("[]"), "2026-12-01", &["verify"]).exits(1).says("fail pig/turn/a-one-loses-the-turn");
}

#[test]
fn a_gap_is_reported_with_its_reason_in_every_output_and_fails_nothing() {
    needs_interpreters!();
    let project = project(GAP);
    let reported = "ones come next month (known gap until 2027-01-31, issue 7)";
    let run = on(&project, "2027-01-31", &["verify"]).exits(0);
    run.says("⚠️ gap pig/turn/a-one-loses-the-turn").says(reported).says("1 is a known gap").does_not_say("expected");
    on(&project, "2026-12-01", &["verify", "-v"]).exits(0).says("expected");
    let run = on(&project, "2026-12-01", &["verify", "--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(data["tally"]["gaps"], 1);
    let scenarios = data["scenarios"].as_array().expect("scenarios");
    let scenario = scenarios.iter().find(|s| s["id"] == "pig/turn/a-one-loses-the-turn").expect("the scenario");
    assert_eq!(scenario["gap"]["reason"], "ones come next month");
    assert!(
        data["clauses"]
            .as_array()
            .expect("clauses")
            .iter()
            .any(|c| c["grade"] == "gap" && c["gap"]["link"] == "issue 7")
    );
    on(&project, "2026-12-01", &["coverage", "-v"]).exits(0).says("gap");
    run_in(&project.path(""), &["report"], &[("TRUTHSAYER_TODAY", "2026-12-01")]).exits(0);
    let document = project.read("verification/pig/rule-02-rolling.md");
    assert!(document.contains(&format!(" is a known gap: {reported}")), "{document}");
    let summary = project.read("verification/SUMMARY.md");
    assert!(summary.contains(reported) && summary.contains("| … known gaps |"), "{summary}");
    assert!(project.read("verification/index.html").contains(reported));
    // No document contains today's date: another day gives the same bytes.
    on(&project, "2027-01-30", &["report", "--check"]).exits(0);
}

#[test]
fn a_gap_of_a_clause_covers_the_claims_on_it() {
    needs_interpreters!();
    let cite = project("[]");
    let run = on(&cite, "2026-12-01", &["verify", "--format", "json"]).exits(1);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let violated: Vec<&str> = data["clauses"]
        .as_array()
        .expect("clauses")
        .iter()
        .filter(|clause| clause["grade"] == "violated")
        .filter_map(|clause| clause["id"].as_str())
        .collect();
    let gap = |id: &&str| format!("{{clause: \"{id}\", reason: not yet, until: 2027-01-31}}");
    let all: Vec<String> = violated.iter().map(gap).collect();
    on(&project(&format!("[{}]", all.join(", "))), "2026-12-01", &["verify"]).exits(0).says("1 is a known gap");
    // With one clause removed from the gap, the scenario fails again.
    assert_eq!(all.len(), 2);
    on(&project(&format!("[{}]", all[0])), "2026-12-01", &["verify"]).exits(1).says("1 fail");
}

#[test]
fn a_gap_that_is_out_of_date_is_an_error() {
    needs_interpreters!();
    let run = on(&project(GAP), "2027-02-01", &["verify"]).exits(3);
    run.complains("this known gap expired after 2027-01-31").complains("truthsayer.yaml:");
    on(&project(GAP), "2027-02-01", &["lint"]).exits(3).says("this known gap expired");
    let other = GAP.replace("a-one-loses", "a-one-looses");
    let run = on(&project(&other), "2026-12-01", &["verify"]).exits(3);
    run.complains("there is no scenario").complains("did you mean `pig/turn/a-one-loses-the-turn`?");
    let clause = "[{clause: \"pig/pig.md:99\", reason: x, until: 2027-01-31}]";
    on(&project(clause), "2026-12-01", &["verify"]).exits(3).complains("there is no clause");
    // The engine was fixed, but the gap is still listed.
    let fixed = project(GAP);
    fixed.write("engine.py", Project::pig().read("engine.py"));
    on(&fixed, "2026-12-01", &["verify"]).exits(3).says("this known gap no longer fails");
    on(&fixed, "2026-12-01", &["verify", "--format", "json"]).exits(3).says("this known gap no longer fails");
}

#[test]
fn a_gap_is_written_strictly() {
    needs_interpreters!();
    for (gap, complaint) in [
        ("[{reason: x, until: 2027-01-31}]", "a gap needs either `scenario` or `clause`"),
        ("[{scenario: pig/turn/a-one-loses-the-turn, until: 2027-01-31}]", "a gap needs the key `reason`"),
        ("[{scenario: pig/turn/a-one-loses-the-turn, reason: x}]", "a gap needs the key `until`"),
        ("[{scenario: pig/turn/a-one-loses-the-turn, reason: x, until: soon}]", "invalid date"),
        ("[{clause: battle, reason: x, until: 2027-01-31}]", "invalid clause"),
        (
            "[{scenario: pig/turn/a-one-loses-the-turn, reason: x, until: 2027-01-31, because: y}]",
            "a gap has no key `because`",
        ),
    ] {
        on(&project(gap), "2026-12-01", &["verify"]).exits(3).complains(complaint);
    }
}

/// `gate` fails for an expired gap, unless the project allows it.
#[test]
fn a_gap_that_has_expired_shuts_the_gate() {
    needs_interpreters!();
    let project = project(GAP);
    on(&project, "2026-12-01", &["gate"]).does_not_say("expired");
    on(&project, "2027-02-01", &["gate"]).says("1 known gap expired").says("→ truthsayer lint");
    project.write("truthsayer.yaml", project.read("truthsayer.yaml") + "gate: {gaps: allow}\n");
    on(&project, "2027-02-01", &["gate"]).does_not_say("expired");
}
