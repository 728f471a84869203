//! Reports: text from rulebooks, catalogs and scenarios stays text.

use std::fs;

use crate::fixtures::GOLDEN;
use crate::fixtures::PLAIN;
use crate::fixtures::real_duel;
use crate::fixtures::reported;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// All characters with a meaning in HTML, Markdown or front matter.
const MARKUP: &str =
    "{{data}} {{script}} </script><script>alert(1)</script> <img src=x> & | [x](javascript:x) ``` ~~~ ${x} <!-- x";

/// Checks that a page contains only our two scripts and the data, and no element from a text.
#[track_caller]
fn is_sound(page: &str) {
    assert_eq!(page.matches("<script").count(), 3, "the page has scripts that are not ours");
    assert_eq!(page.matches("</script>").count(), 3, "a script ends where it should not");
    assert_eq!(page.matches("<img").count(), 0);
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("the data").0;
    serde_json::from_str::<serde_json::Value>(data).expect("the data is JSON");
}

#[test]
fn the_page_holds_every_text_as_text() {
    let project = reported();
    let clean = {
        watch(&project, &["report"]).exits(0);
        project.read("verification/index.html")
    };
    is_sound(&clean);
    // YAML needs single quotes; the rulebook contains the text unquoted.
    let rules = project.read("rules/dune/battle.md") + &format!("\nODD RULE: It says {MARKUP}\n");
    project.write("rules/dune/battle.md", rules);
    let catalog = format!(
        "categories: ['{MARKUP}']\nrules:\n  - {{rule: 8, title: '{MARKUP}', category: '{MARKUP}', lines: [\"dune/battle.md:18\"]}}\n"
    );
    project.write("rules/dune/catalog.yaml", catalog);
    let title = format!("scenario: '{}'", MARKUP.replace("${", "$ {"));
    project.write(PLAIN, real_duel().replace("scenario: The higher total wins", &title));
    watch(&project, &["report"]).exits(0);
    is_sound(&project.read("verification/index.html"));
    for entry in fs::read_dir(project.path("verification/dune")).expect("documents") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a document");
        assert!(!text.contains("<script") && !text.contains("<img") && !text.contains("<!--"), "{text}");
        let fences = text.lines().filter(|line| line.starts_with("```")).count();
        assert_eq!(fences % 2, 0, "a fence is left open:\n{text}");
    }
}

#[test]
fn a_title_of_several_lines_stands_on_one() {
    let project = reported();
    let catalog =
        project.read("rules/dune/catalog.yaml").replace("title: Untouched", "title: \"Un\\n# Forged\\n|touched\"");
    project.write("rules/dune/catalog.yaml", catalog);
    watch(&project, &["report"]).exits(0);
    let document = project.read("verification/dune/rule-09-un-forged-touched.md");
    assert!(document.starts_with("# Rule 9: Un # Forged"), "{document}");
    assert!(!document.lines().any(|line| line.starts_with("# Forged")), "{document}");
}

#[test]
fn two_rules_of_one_name_or_one_number_are_reported() {
    let project = reported();
    let rule = "  - {rule: 9, title: Untouched, category: Other, lines: [\"dune/battle.md:20\"]}\n";
    project.write("rules/dune/catalog.yaml", project.read("rules/dune/catalog.yaml") + rule);
    watch(&project, &["report"]).exits(3).says("duplicate rule 9");
}

#[test]
fn a_range_without_end_is_refused_and_counts_no_lines() {
    for range in
        ["5000-18446744073709551615", "1-18446744073709551615", "18-99999999", "18446744073709551616", "0", "-1", "9-8"]
    {
        let project = reported();
        let lines = format!("lines: [\"dune/battle.md:{range}\"]");
        let catalog = project.read("rules/dune/catalog.yaml").replace("lines: [\"dune/battle.md:19\"]", &lines);
        project.write("rules/dune/catalog.yaml", &catalog);
        watch(&project, &["report"]).exits(3).says("rules/dune/catalog.yaml:4:");
        let related =
            catalog.replace(&lines, &format!("lines: [\"dune/battle.md:19\"], related: [\"dune/battle.md:{range}\"]"));
        project.write("rules/dune/catalog.yaml", related);
        watch(&project, &["coverage"]).exits(3).says("rules/dune/catalog.yaml:4:");
    }
}

#[test]
fn a_claim_may_cite_a_range_without_end() {
    let cited = |range: &str| real_duel().replace("dune/battle.md:18\n", &format!("dune/battle.md:{range}\n"));
    let project = Project::new().file("rules/dune/battle.md", reported().read("rules/dune/battle.md"));
    for range in ["18-18446744073709551615", "1-217", "2-18446744073709551614"] {
        project.write(PLAIN, cited(range).replace("4 -> 0", "4 -> 1").replace("harkonnen: 9", "harkonnen: 8"));
        for command in [["verify"].as_slice(), &["explain", "dune/duel/plain"], &["verify", "--format", "json"]] {
            let seen = watch(&project, command);
            assert!(matches!(seen.code, 1 | 3), "{seen:?}");
        }
    }
    project.write(PLAIN, cited("5000-18446744073709551615"));
    watch(&project, &["verify"]).exits(3).says(PLAIN);
    watch(&project, &["explain", "dune/battle.md:5000-18446744073709551615"]).exits(5);
    let project = reported();
    for command in ["explain", "coverage", "verify"] {
        let flag: &[&str] = if command == "explain" { &[] } else { &["--rule"] };
        let range = "dune/battle.md:1-18446744073709551615";
        let seen = Watch::new(&project, &[&[command], flag, &[range]].concat()).run();
        assert_eq!(seen.code, 0, "{seen:?}");
    }
}

#[test]
fn a_forged_list_gives_no_file_away() {
    let project = reported();
    project.write("verification/manifest.txt", format!("# The files below were written by `truthsayer report`, which may write over them and remove them.\n../rules/dune/battle.md\n/etc/hostname\n../{GOLDEN}\ndune/rule-99-../../../rules/dune/battle.md\n"));
    watch(&project, &["report"]).exits(0);
    assert!(project.exists(GOLDEN) && project.exists("rules/dune/battle.md"));
}
