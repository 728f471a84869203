//! What stands in the sections of a verification document: each says what was played, and nothing of it elsewhere.

use crate::project::DUEL;
use crate::project::Project;

const CATALOG: &str = "categories: [Core]
rules:
  - rule: 8
    title: Battle Resolution
    category: Core
    lines: [\"dune/battle.md:18-19\"]
    related: [\"dune/battle.md:24\"]
";

const EXCLUSIONS: &str = "exclusions:
  - {cite: \"dune/battle.md:18\", quote: A Cheap Hero adds nothing, reason: no cards in this test}
";

/// Of line 18 one clause is proven, one only holds and one is excluded; line 19 is uncited, and 24 is beside the rule.
pub(crate) fn project() -> Project {
    let scenario = DUEL
        .replace("dune/battle.md:2\n", "dune/battle.md:18\n")
        .replace("quote: The higher total wins", "quote: plus the fighting strength of its leader")
        .replace("dune/battle.md:6\n", "dune/battle.md:24\n")
        .replace("in the Territory goes to the Tanks", "in the Territory")
        .replace("scenario: The higher total wins", "scenario: The stronger leader decides");
    let blind =
        "  - cite: dune/battle.md:18\n    quote: The higher total wins\n    then:\n      events: [plans_revealed]\n";
    let project = Project::with_dune_rules()
        .file("rules/dune/catalog.yaml", CATALOG)
        .file("rules/dune/exclusions.yaml", EXCLUSIONS)
        .file("scenarios/dune/duel/plain.yaml", format!("{scenario}{blind}"));
    project.run(&["bless"]).exits(0);
    project
}

/// The text under a heading, up to the next one of the same kind.
#[track_caller]
fn section<'d>(document: &'d str, heading: &str) -> &'d str {
    let level = &heading[..=heading.find(' ').expect("a heading")];
    let start = document.find(&format!("\n{heading}")).unwrap_or_else(|| panic!("no `{heading}`:\n{document}")) + 1;
    let body = &document[start + heading.len()..];
    let end = body.find(&format!("\n{level}")).unwrap_or(body.len());
    let end = if level == "### " { end.min(body.find("\n## ").unwrap_or(end)) } else { end };
    &body[..end]
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    for words in words {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
}

#[track_caller]
fn does_not_say(text: &str, words: &[&str]) {
    for words in words {
        assert!(!text.contains(words), "`{words}` is in\n{text}");
    }
}

/// The lines of a section that begin like this.
fn lines<'d>(text: &'d str, begin: &str) -> Vec<&'d str> {
    text.lines().filter(|line| line.starts_with(begin)).collect()
}

fn document(project: &Project, arguments: &[&str]) -> String {
    project.run(&[&["report", "--format", "md"], arguments].concat()).exits(0);
    let out = arguments.iter().position(|argument| *argument == "--out").map_or("verification", |at| arguments[at + 1]);
    project.read(&format!("{out}/dune/rule-08-battle-resolution.md"))
}

#[test]
fn the_rule_stands_in_its_reference_word_for_word_and_those_beside_it_further_down() {
    let document = document(&project(), &[]);
    let reference = section(&document, "## Rule Reference");
    says(reference, &["`dune/battle.md:18-19`", "The total of a side is the number dialed", "the Aggressor wins."]);
    says(reference, &["Core", "](../../rules/dune/battle.md?plain=1#L18)"]);
    does_not_say(reference, &["Every Force of the loser"]);
    let related = section(&document, "## Related Rules");
    says(
        related,
        &["Every Force of the loser in the Territory goes to the Tanks.", "24.1 is proven", "24.2 is uncited"],
    );
    does_not_say(related, &["The total of a side"]);
}

#[test]
fn the_summary_has_one_row_for_each_clause_with_its_grade() {
    let document = document(&project(), &[]);
    let summary = section(&document, "## Summary");
    let rows = lines(summary, "| 1");
    assert_eq!(rows.len(), 4, "{summary}");
    says(rows[0], &["18.1 The total of a side", "✅ proven", "1 claim holds; with the clause turned off, 1 fails"]);
    says(rows[1], &["18.2 The higher total wins.", "☑️ holds"]);
    says(rows[2], &["18.3 A Cheap Hero adds nothing", "➖ excluded", "no cards in this test"]);
    says(rows[3], &["19.1 When the totals are equal", "⬜ uncited", "no scenario cites it"]);
    says(summary, &["NOT FULLY VERIFIED", "Of 4 clauses, 1 is not shown to hold."]);
}

#[test]
fn a_clause_in_detail_shows_claim_state_log_and_knock_out() {
    let document = document(&project(), &[]);
    let proven = section(&document, "### 18.1");
    says(
        proven,
        &["✅ **proven**", "<summary>Shown by <code>dune/duel/plain</code>: The stronger leader decides</summary>"],
    );
    says(proven, &["**When** **battle**", "; **plan** by", "the log tells `battle_won {"]);
    let moments = lines(proven, "→");
    assert!(!moments.is_empty(), "the moment is not marked:\n{proven}");
    says(proven, &["**With `leader_strength_counts` off**, 1 claim on this clause fails. In [`dune/duel/plain`]("]);
    says(
        proven,
        &[
            "event `battle_won {totals: {emperor: 4, harkonnen: 9}, winner: harkonnen}` should be logged; the log has `battle_won {",
        ],
    );
    let holds = section(&document, "### 18.2");
    says(
        holds,
        &["☑️ **holds**", "The switch `higher_total_wins` takes effect in no scenario that cites this clause."],
    );
    let excluded = section(&document, "### 18.3");
    says(excluded, &["➖ **excluded**", "no cards in this test"]);
    does_not_say(excluded, &["dune/duel/plain", "**With `", "The switch"]);
    let uncited = section(&document, "### 19.1");
    says(uncited, &["⬜ **uncited**: no scenario cites it"]);
    does_not_say(uncited, &["dune/duel/plain"]);
    // A rule beside this one is not verified here.
    does_not_say(section(&document, "## Detailed Verification"), &["### 24.1"]);
}

#[test]
fn every_scenario_is_one_row_and_the_rows_of_a_table_are_counted() {
    let project = project();
    let table = project
        .read("scenarios/dune/duel/plain.yaml")
        .replace("given:", "examples:\n  - {row: 1}\n  - {row: 2}\ngiven:")
        .replace("tags: [", "tags: [\"row-${row}\", ");
    project.write("scenarios/dune/duel/table.yaml", table);
    project.run(&["bless"]).exits(0);
    let document = document(&project, &[]);
    let cases = section(&document, "## Edge Cases");
    let rows = lines(cases, "| [");
    assert_eq!(rows.len(), 2, "{cases}");
    let link = "[`dune/duel/plain`](../../scenarios/dune/duel/plain.yaml)";
    says(rows[0], &[link, "| The stronger leader decides | 18.1, 18.2 | ✅ |"]);
    says(rows[1], &["[`dune/duel/table`](../../scenarios/dune/duel/table.yaml)", "| ✅ 2 of 2 |"]);
    // The claim on another rule is no case of this one, and what came as expected is not told at length.
    does_not_say(cases, &["24.1"]);
    does_not_say(&document, &["as expected"]);
}

#[test]
fn the_flow_names_functions_or_files() {
    let document = document(&project(), &[]);
    let flow = section(&document, "## Code Flow");
    says(flow, &["[`dune/duel/plain`](", "**battle.md:18 `leader_strength_counts`**"]);
    assert_eq!(flow.matches("**battle.md").count(), 1, "of this rule one switch took effect, in bold:\n{flow}");
    // The source is not in this project, so its file is all that can be said.
    says(section(&document, "### 18.1"), &["It takes effect in `crates/dune/src/"]);
}

#[test]
fn the_checklist_ticks_what_holds_and_the_recommendations_name_the_rest() {
    let document = document(&project(), &[]);
    let checklist = section(&document, "## Verification Checklist");
    let ticked = lines(checklist, "- [x]");
    let open = lines(checklist, "- [ ]");
    assert_eq!((ticked.len(), open.len()), (2, 1), "{checklist}");
    says(ticked[0], &["**18.1**"]);
    says(ticked[1], &["**18.2**", "holds"]);
    // A clause that was not verified has no tick.
    says(lines(checklist, "- ➖")[0], &["**18.3**", "excluded"]);
    says(open[0], &["**19.1**", "uncited"]);
    let advice = section(&document, "## Recommendations");
    assert_eq!(lines(advice, "- ").len(), 2, "{advice}");
    says(
        advice,
        &[
            "`dune/battle.md:18.2` holds: write a scenario that cites the clause and in which `higher_total_wins` takes effect",
        ],
    );
    says(advice, &["`dune/battle.md:19.1` is uncited: cite it: `truthsayer new dune/battle.md:19.1`"]);
}

#[test]
fn the_conclusion_is_what_the_clauses_add_up_to() {
    let project = project();
    let incomplete = section(&document(&project, &[]), "## Conclusion").to_owned();
    says(&incomplete, &["Not every clause of this rule is shown to hold"]);
    let broken = document(&project, &["--without", "leader_strength_counts", "--out", "altered"]);
    says(section(&broken, "## Conclusion"), &["does not keep this rule"]);
    says(section(&broken, "## Summary"), &["❌ NOT AS THE RULE SAYS", "❌ violated | 1 of 1 claim on it fails"]);
    let problems = section(&broken, "## Problems");
    assert!(broken.find("## Problems") < broken.find("## Rule Reference"), "{broken}");
    says(
        problems,
        &["18.1 is violated", "The rule says ([line 18](../../rules/dune/battle.md?plain=1#L18)): “The total of"],
    );
    says(
        problems,
        &[
            "event `battle_won {totals: {emperor: 4, harkonnen: 9}, winner: harkonnen}` should be logged; the log has",
            "Likely cause: it is likely not played",
        ],
    );
    says(problems, &["In [`dune/duel/plain`](", "totals: {emperor: 2, harkonnen: 3}"]);
    does_not_say(problems, &["Why it matters", "Instead", "| Fails in"]);
    says(section(&broken, "## Edge Cases"), &["| ❌ fails |"]);
    says(section(&broken, "## Recommendations"), &["`dune/battle.md:18.1` is violated"]);
    // Every clause that has to be verified is proven.
    let one = CATALOG.replace("18-19", "24");
    let exclusions = "exclusions:\n  - {cite: \"dune/battle.md:24\", quote: The loser discards every Treachery Card, reason: none}\n  - {cite: \"dune/battle.md:24\", quote: does not cost the leader, reason: none}\n";
    project.write("rules/dune/catalog.yaml", one);
    project.write("rules/dune/exclusions.yaml", exclusions);
    let verified = document(&project, &[]);
    says(section(&verified, "## Summary"), &["✅ VERIFIED", "Of 3 clauses, 1 is proven and 2 are excluded"]);
    says(section(&verified, "## Conclusion"), &["The engine keeps this rule in 1 scenario"]);
    says(section(&verified, "## Recommendations"), &["None."]);
}
