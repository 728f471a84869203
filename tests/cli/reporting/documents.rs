//! The sections of a verification document: each fact appears in its section and nowhere else.

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

/// Of line 18, one clause is proven, one only holds and one is excluded. Line 19 is uncited. Line 24 does not belong to
/// the rule.
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
fn the_first_lines_have_verdict_source_and_related_rules() {
    let document = document(&project(), &[]);
    let head = document.split("\n## ").next().expect("a head");
    says(
        head,
        &["# Rule 8: Battle Resolution — ⚠️ incomplete\n", "**Of 4 clauses, 1 is not shown to hold on `dune` 0."],
    );
    let words = head.split_whitespace().collect::<Vec<_>>().join(" ");
    says(&words, &["The claims on this rule pass in the only scenario that cites it."]);
    says(
        head,
        &["- **Source:** [`dune/battle.md:18-19`](../../rules/dune/battle.md?plain=1#L18)", "- **Category:** Core"],
    );
    says(head, &["- **Related:** [`dune/battle.md:24`](", " (line 24: 1 of 3 clauses proven)"]);
    does_not_say(&document, &["Every Force of the loser"]);
}

#[test]
fn weak_evidence_comes_before_everything_else() {
    let document = document(&project(), &[]);
    let head = document.split("\n## ").next().expect("a head");
    says(head, &["- ⚠️ **Not proven:** 18.2 (its switch takes effect in no scenario that cites it).\n"]);
    says(head, &["- ⚠️ **Thin:** 18.1; a single claim fails without the clause.\n"]);
    says(head, &["- ⚠️ **Unquoted:** 18.1 “The total of a side is the number dialed”"]);
    does_not_say(head, &["18.3", "19.1"]);
}

#[test]
fn the_clause_table_has_the_rule_text_once_with_grade_claims_and_mutants() {
    let document = document(&project(), &[]);
    let table = section(&document, "## Clauses");
    let rows: Vec<&str> = table.lines().filter(|line| line.contains("](../../rules/")).collect();
    assert_eq!(rows.len(), 4, "{table}");
    says(rows[0], &["| ✅ proven | [18.1](../../rules/dune/battle.md?plain=1#L18) | **BATTLE RESOLUTION:** The total"]);
    // The source is not in this project, so only its file is known.
    says(rows[0], &[" | 1 | 1 | `crates/dune/src/"]);
    says(rows[1], &["| ☑️ holds | [18.2](", "| The higher total wins. | 1 | not run | "]);
    says(rows[2], &["| ➖ excluded | [18.3](", "<br>**Excluded:** no cards in this test. | 0 | – | – |"]);
    says(rows[3], &["| ⬜ uncited | [19.1](", " | 0 | – | – |"]);
    for words in ["The higher total wins.", "the Aggressor wins."] {
        assert_eq!(document.matches(words).count(), 1, "{words}:\n{document}");
    }
}

#[test]
fn an_example_shows_steps_result_log_and_mutant() {
    let document = document(&project(), &[]);
    let evidence = section(&document, "## Evidence");
    let examples: Vec<&str> = evidence.split("<details>").skip(1).collect();
    assert_eq!(examples.len(), 2, "clauses that are excluded or uncited have none:\n{evidence}");
    says(examples[0], &["<summary>✅ <b>18.1</b> The stronger leader decides</summary>"]);
    says(
        examples[0],
        &["- **Scenario:** [`dune/duel/plain`](../../scenarios/dune/duel/plain.yaml)\n", "- **Set-up:** "],
    );
    says(
        examples[0],
        &["- **Steps:** 1. **battle** ", "<br>2. **plan** by ", "- **Result:** ", "the log has `battle_won {"],
    );
    says(lines(examples[0], "- **Log:**")[0], &[" → **", "`** → "]);
    says(
        examples[0],
        &[
            "- **With `leader_strength_counts` off:** expected event `battle_won {totals: {emperor: 4, harkonnen: 9}, winner: harkonnen}`, got `battle_won {",
        ],
    );
    says(examples[1], &["<summary>☑️ <b>18.2</b> "]);
    says(examples[1], &["- The switch `higher_total_wins` takes effect in no scenario that cites this clause.\n"]);
    does_not_say(examples[1], &["**With `"]);
}

#[test]
fn every_scenario_is_listed_once_and_the_rows_of_a_table_are_counted() {
    let project = project();
    let table = project
        .read("scenarios/dune/duel/plain.yaml")
        .replace("given:", "examples:\n  - {row: 1}\n  - {row: 2}\ngiven:")
        .replace("tags: [", "tags: [\"row-${row}\", ");
    project.write("scenarios/dune/duel/table.yaml", table);
    project.run(&["bless"]).exits(0);
    let document = document(&project, &[]);
    let cases = section(&document, "## Edge cases");
    says(cases, &["<summary>2 scenarios (3 runs): all pass</summary>", "\n- **18.1**: 2 scenarios\n"]);
    let rows = lines(cases, "  - ");
    assert_eq!(rows.len(), 2, "{cases}");
    assert_eq!(rows[0], "  - [The stronger leader decides](../../scenarios/dune/duel/plain.yaml) (18.1, 18.2)");
    says(rows[1], &["](../../scenarios/dune/duel/table.yaml) (18.1, 18.2, 2 rows)"]);
    // A claim on another rule does not count.
    does_not_say(cases, &["24.1"]);
}

#[test]
fn the_code_path_shows_the_order_of_switches() {
    let document = document(&project(), &[]);
    let path = section(&document, "## Code path");
    says(path, &[" switches took effect in <code>dune/duel/plain</code>", "**battle.md:18 `leader_strength_counts`**"]);
    assert_eq!(path.matches("**battle.md").count(), 1, "only one switch of this rule took effect:\n{path}");
}

#[test]
fn recommendations_name_the_next_step_of_each_clause_that_is_not_proven() {
    let document = document(&project(), &[]);
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
fn a_violated_rule_opens_with_its_problems_in_sentences() {
    let project = project();
    let violated = document(&project, &["--without", "leader_strength_counts", "--out", "altered"]);
    says(&violated, &["# Rule 8: Battle Resolution — ❌ violated\n", "**Of 4 clauses, 1 is violated on `dune` 0."]);
    says(&violated, &["The claims on this rule pass in 0 of 1 run."]);
    let problems = section(&violated, "## Problems");
    assert!(violated.find("## Problems") < violated.find("## Clauses"), "{violated}");
    says(
        problems,
        &["18.1 is violated", "The rule says ([line 18](../../rules/dune/battle.md?plain=1#L18)): “The total of"],
    );
    says(
        problems,
        &[
            "expected event `battle_won {totals: {emperor: 4, harkonnen: 9}, winner: harkonnen}`, got `battle_won {",
            "Likely cause: the clause is missing: ",
        ],
    );
    says(problems, &["In [`dune/duel/plain`](", "totals: {emperor: 2, harkonnen: 3}"]);
    does_not_say(problems, &["| Fails in"]);
    says(section(&violated, "## Clauses"), &["| ❌ violated | [18.1](", "| 0 of 1 pass |"]);
    does_not_say(section(&violated, "## Clauses"), &["Fail without it"]);
    says(
        section(&violated, "## Edge cases"),
        &["1 scenario: 1 does not pass", "  - ❌ fails: [The stronger leader decides]("],
    );
    says(section(&violated, "## Recommendations"), &["`dune/battle.md:18.1` is violated"]);
}

#[test]
fn a_verified_rule_has_no_recommendations_and_no_problems() {
    let project = project();
    let one = CATALOG.replace("18-19", "24");
    let exclusions = "exclusions:\n  - {cite: \"dune/battle.md:24\", quote: The loser discards every Treachery Card, reason: none}\n  - {cite: \"dune/battle.md:24\", quote: does not cost the leader, reason: none}\n";
    project.write("rules/dune/catalog.yaml", one);
    project.write("rules/dune/exclusions.yaml", exclusions);
    let verified = document(&project, &[]);
    says(&verified, &["— ✅ verified\n", "**Of 3 clauses, 1 is proven on `dune` 0."]);
    says(&verified, &[" and 2 are excluded for a stated reason.**"]);
    does_not_say(&verified, &["## Recommendations", "## Problems", "## Conclusion"]);
}
