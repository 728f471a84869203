//! `report --compare`: other runs in the HTML report.

use truthsayer_oracle::base::digest::seal;

use crate::project::Project;
use crate::reporting::documents;

/// A result of the same engine without a clause, saved as `other.json`.
fn compared() -> Project {
    let project = documents::project();
    project.run(&["verify", "--without", "leader_strength_counts", "--json", "other.json"]).exits(1);
    project
}

const PAGE: &str = "verification/index.html";

#[test]
fn each_sentence_and_scenario_shows_the_results_of_both_runs() {
    let project = compared();
    project.run(&["report", "--compare", "other.json"]).exits(0);
    let page = project.read(PAGE);
    for words in [
        "<h2>Compared with other</h2>",
        "<b>other</b> (dune on dune 0.",
        "id=\"dune/battle.md:18.1\" data-grade=\"proven\" data-category=\"Core\" data-differs=\"1\"",
        "<span class=\"badge g-proven\">✅ proven</span></td><td><span class=\"badge g-violated\">❌ violated</span>",
        "id=\"differs\"",
        "\"names\":[\"this run\",\"other\"]",
        "[true,\"as expected\"],[false,\"",
    ] {
        assert!(page.contains(words), "`{words}` is not on the page");
    }
    // Proven here and holds there count as equal.
    project.run(&["verify", "--json", "same.json"]).exits(0);
    project.run(&["report", "--compare", "same.json"]).exits(0);
    let page = project.read(PAGE);
    assert!(page.contains("All clauses have the same grade."), "proven and holds are taken for different");
    assert!(!page.contains("data-differs"));
    // Without a comparison, the page does not mention one.
    project.run(&["report"]).exits(0);
    assert!(!project.read(PAGE).contains("id=\"compared\"") && !project.read(PAGE).contains("id=\"differs\""));
}

#[test]
fn the_page_with_others_beside_it_is_made_of_the_same_bytes_each_time() {
    let project = compared();
    project.run(&["report", "--compare", "other.json", "--compare", "dune"]).exits(0);
    assert!(project.read(PAGE).contains("<h2>Compared with other and dune</h2>"));
    project.run(&["report", "--compare", "other.json", "--compare", "dune", "--check"]).exits(0);
    project.run(&["report", "--check"]).exits(1).says("stale verification/index.html");
}

#[test]
fn facts_missing_in_a_saved_result_are_shown_as_unknown() {
    let project = compared();
    let mut saved: serde_json::Value = serde_json::from_str(&project.read("other.json")).expect("JSON");
    saved["clauses"].as_array_mut().expect("clauses").retain(|clause| clause["id"] != "dune/battle.md:18.2");
    project.write("other.json", seal(&saved.to_string()));
    project.run(&["report", "--compare", "other.json"]).exits(0);
    assert!(project.read(PAGE).contains("\"dune/battle.md:18.2\":[[null,null,false]]"));
    saved["scenarios"] = serde_json::json!([]);
    project.write("other.json", seal(&saved.to_string()));
    project.run(&["report", "--compare", "other.json"]).exits(5).complains("no scenario in common");
}

#[test]
fn text_of_a_saved_result_is_escaped() {
    let project = compared();
    let evil = "<img src=x onerror=alert(1)>";
    let mut saved: serde_json::Value = serde_json::from_str(&project.read("other.json")).expect("JSON");
    saved["engines"]["dune"]["name"] = evil.into();
    saved["without"] = serde_json::json!([evil]);
    for clause in saved["clauses"].as_array_mut().expect("clauses") {
        clause["grade"] = evil.into();
    }
    for scenario in saved["scenarios"].as_array_mut().expect("scenarios") {
        for mismatch in scenario["failures"].as_array_mut().into_iter().flatten() {
            mismatch["actual"] = format!("</script>{evil}").into();
        }
    }
    project.write("<b>.json", seal(&saved.to_string()));
    project.run(&["report", "--compare", "<b>.json"]).exits(0);
    let page = project.read(PAGE);
    assert!(page.contains("&lt;img src=x") && page.contains("\\u003cimg src=x"), "it is reported");
    assert!(!page.contains("<img") && !page.contains("Compared with <b>"));
}

#[test]
fn a_comparison_that_cannot_be_shown_is_refused() {
    let project = compared();
    for other in [["--rule", "8"], ["--game", "dune"], ["--format", "md"]] {
        let run = project.run(&[&["report", "--compare", "other.json"], other.as_slice()].concat()).exits(2);
        run.complains("`--compare` needs the HTML report");
    }
    project.run(&["report", "--compare", "nobody.json"]).exits(3).complains("nobody.json");
    project.write("other.json", "{}");
    project.run(&["report", "--compare", "other.json"]).exits(3).complains("not a result that");
}
