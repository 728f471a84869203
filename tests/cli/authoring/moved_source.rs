//! Documents name functions of an engine and embed no code, so that edits do not make them stale.

use crate::project::Project;

/// Implements one rule and reports its current line in `engine/rules.py`.
pub(crate) const ENGINE: &str = r#"
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
fn no_edit_of_the_code_makes_a_document_stale() {
    let project = garden();
    project.run(&["bless"]).exits(0);
    project.run(&["report"]).exits(0);
    let document = project.read("verification/garden/rule-01-rose.md");
    assert!(document.contains("| [`grow`](../../engine/rules.py) |"), "{document}");
    assert!(!document.contains("table.rose"), "no code is embedded:\n{document}");
    let page = project.read("verification/index.html");
    assert!(page.contains("engine/rules.py grow") && !page.contains("table.rose"));
    let edited = [
        RULES.replace("def water", "# Said by the gardener,\n# at length.\n\ndef water"),
        RULES.replace("    if table", "    # A rose needs no reason.\n\n    if table"),
        RULES.replace("return table\n", "return table  # as it is now\n"),
        RULES.replace("table.rose = 1", "table.rose += 1"),
        RULES.replace("    pass\n", "    table.water = 1\n    table.water += 1\n    table.water += 1\n    return\n"),
    ];
    for rules in edited {
        project.write("engine/rules.py", &rules);
        project.run(&["report", "--check"]).exits(0).says("up to date");
    }
    // A function with another name makes the document stale.
    project.write("engine/rules.py", RULES.replace("def grow", "def sprout"));
    project
        .run(&["report", "--check"])
        .exits(1)
        .says("stale verification/garden/rule-01-rose.md")
        .says("stale verification/index.html");
}

#[test]
fn a_binary_that_is_older_than_the_source_names_no_wrong_function() {
    let project = garden();
    // The engine reports line 2, which was inside `grow` when it was built.
    project.write(
        "engine/garden.sh",
        ENGINE.replacen("line=$(grep -n upholds engine/rules.py | head -1 | cut -d: -f1)", "line=2", 1),
    );
    project.run(&["bless"]).exits(0);
    project.run(&["report"]).exits(0);
    let document = project.read("verification/garden/rule-01-rose.md");
    assert!(document.contains("| [`grow`](../../engine/rules.py) |"), "{document}");
    assert!(!document.contains("`water`"), "{document}");
    // Two functions name the switch, and neither is on that line: only the file is certain.
    project.write("engine/rules.py", format!("{RULES}\n\ndef prune(table):\n    return table.upholds('rose')\n"));
    project.run(&["report"]).exits(0);
    let document = project.read("verification/garden/rule-01-rose.md");
    assert!(document.contains("| [`engine/rules.py`](../../engine/rules.py) |"), "{document}");
}
