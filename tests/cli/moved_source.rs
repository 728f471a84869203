//! What is said beside an engine's code may change at any time: documents stay as they are.

use crate::project::Project;

/// Plays one rule, and tells the line of `engine/rules.py` at which it does, wherever that has moved to.
const ENGINE: &str = r#"
line=$(grep -n upholds engine/rules.py | head -1 | cut -d: -f1)
while read -r request; do
  id=$(printf '%s' "$request" | sed 's/.*"id":\([0-9]*\).*/\1/')
  case $request in
    *'"hello"'*) echo '{"hello":{"protocol":1,"engine":{"name":"garden","version":"1"},"game":"garden","supports":["without","fired"],"switches":[{"name":"rose","cite":"garden/plants.md:1","quote":"A rose grows"}]}}' ;;
    *'"bye"'*) exit 0 ;;
    *'"without":["rose"]'*) echo '{"played":{"id":'$id',"before":{"rose":0},"after":{"rose":0},"log":[{"withered":{}}],"fired":[]}}' ;;
    *) echo '{"played":{"id":'$id',"before":{"rose":0},"after":{"rose":1},"log":[{"grown":{}}],"fired":[{"switch":"rose","file":"engine/rules.py","line":'$line',"event":0}]}}' ;;
  esac
done
"#;

const RULES: &str = "def water(table):\n    pass\n\n\ndef grow(table):\n    if table.upholds('rose'):\n        table.rose = 1\n    return table\n";

pub(crate) fn garden() -> Project {
    Project::new()
        .file("truthsayer.yaml", "games: {garden: {engine: sh}}\nengines: {sh: {game: garden, command: [sh, engine/garden.sh]}}\nsources: [engine]\n")
        .file("engine/garden.sh", ENGINE)
        .file("engine/rules.py", RULES)
        .file("rules/garden/plants.md", "ROSE: A rose grows.\n")
        .file(
            "rules/garden/catalog.yaml",
            "categories: [All]\nrules:\n  - {rule: 1, title: Rose, category: All, lines: [\"garden/plants.md:1\"]}\n",
        )
        .file(
            "scenarios/garden/rose/grows.yaml",
            "scenario: A rose grows\ngame: garden\nwhen: [{grow: {}}]\nclaims:\n  - cite: garden/plants.md:1\n    quote: A rose grows\n    then: {changes: {rose: 0 -> 1}}\n",
        )
}

#[test]
fn a_comment_that_moves_the_code_makes_no_document_stale() {
    let project = garden();
    project.run(&["bless"]).exits(0);
    project.run(&["report"]).exits(0);
    let document = project.read("verification/garden/rule-01-rose.md");
    let whole =
        "```python\ndef grow(table):\n    if table.upholds('rose'):\n        table.rose = 1\n    return table\n```";
    assert!(document.contains(whole), "the whole function stands there:\n{document}");
    assert!(document.contains("It takes effect in [`grow`](../../engine/rules.py)"), "{document}");
    assert!(project.read("verification/index.html").contains("engine/rules.py grow"));
    let moved = [
        RULES.replace("def water", "# Said by the gardener,\n# at length.\n\ndef water"),
        RULES.replace("    if table", "    # A rose needs no reason.\n\n    if table"),
        RULES.replace("return table\n", "return table  # as it is now\n"),
    ];
    for rules in moved {
        project.write("engine/rules.py", &rules);
        project.run(&["report", "--check"]).exits(0).says("up to date");
    }
    // Other code is another matter.
    project.write("engine/rules.py", RULES.replace("table.rose = 1", "table.rose += 1"));
    project
        .run(&["report", "--check"])
        .exits(1)
        .says("stale verification/garden/rule-01-rose.md")
        .says("stale verification/index.html");
}
