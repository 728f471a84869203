//! Unusual names of files, folders and games: everything that a file system allows.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::fixtures::PLAIN;
use crate::fixtures::duel_claiming;
use crate::fixtures::reported;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;
use crate::supervised_run::watch_in_colour;

/// Names that cannot be used in a golden, a filter or a document.
const ODD: &[&[u8]] = &[
    b"line\nend.yaml",
    b"red\x1b[95m.yaml",
    b"title\x1b]0;x\x07.yaml",
    b"turned\xe2\x80\xaeyaml.yaml",
    b"not utf-8 \xff.yaml",
    b"row[1].yaml",
    b"star*.yaml",
    b"what?.yaml",
    b"back`tick`.yaml",
    b"<b>.yaml",
    b"bar|bar.yaml",
    b"plain.pending.yaml",
    b"quote\".yaml",
    b"back\\slash.yaml",
];

#[test]
fn a_scenario_with_an_unusable_name_is_reported() {
    for name in ODD {
        let project = Project::new();
        let path = project.path("scenarios/dune/duel").join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, DUEL).expect("a file");
        watch(&project, &["verify"]).exits(3).says("scenarios/dune/duel/");
        watch_in_colour(&project, &["lint"]).exits(3);
    }
}

#[test]
fn odd_names_of_rules_goldens_and_folders_are_reported() {
    for (folder, name) in [
        ("rules/dune", b"red\x1b[95m.md".as_slice()),
        ("rules/dune", b"\xff.md"),
        ("golden/dune", b"line\nend.yaml"),
        ("golden/dune", b"\xff.yaml"),
        ("scenarios/dune/red\u{1b}[95m", b"a.yaml"),
    ] {
        let project = Project::with_duel();
        let path = project.path(folder).join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, DUEL).expect("a file");
        watch_in_colour(&project, &["verify"]).exits(3);
        watch(&project, &["verify"]).exits(3).says(folder.split('\u{1b}').next().expect("a part"));
    }
}

#[test]
fn plain_names_with_blanks_and_letters_of_any_language_are_fine() {
    let project = Project::new();
    for name in ["with blank", "größe", "試合", "-dash", "a.b", "'quote'", "#hash", "&and", "100%", "…", "😀"] {
        project.write(&format!("scenarios/dune/duel of two/{name}.yaml"), DUEL);
    }
    watch(&project, &["bless"]).exits(0).says("11 outcomes accepted");
    watch(&project, &["verify"]).exits(0).says("11 scenarios");
    watch(&project, &["verify", "dune/duel of two/größe"]).exits(0).says("1 scenario passed");
}

#[test]
fn a_project_may_lie_in_a_folder_of_any_name() {
    for name in [b"a b".as_slice(), b"\xff\xfe", b"red\x1b[95m", b"line\nend", b"[x]*?"] {
        let project = Project::new();
        let folder = project.path("").join(OsStr::from_bytes(name));
        for (path, text) in [
            ("truthsayer.yaml", project.read("truthsayer.yaml")),
            ("rules/dune/battle.md", project.read("rules/dune/battle.md")),
            (PLAIN, DUEL.to_owned()),
        ] {
            fs::create_dir_all(folder.join(path).parent().expect("a folder")).expect("a folder");
            fs::write(folder.join(path), text).expect("a file");
        }
        for command in ["bless", "verify"] {
            Watch::new(&project, &[command]).in_folder(folder.clone()).run().exits(0);
        }
    }
}

#[test]
fn an_argument_with_invisible_characters_is_reported() {
    let project = Project::with_duel();
    for argument in [b"a\x1b[95mb".as_slice(), b"a\nb\x07", b"\xe2\x80\xae"] {
        let seen = Watch::new(&project, &["verify", "--color", "always"]).argument(OsStr::from_bytes(argument)).run();
        seen.exits(2).says("contains invisible characters");
    }
    Watch::new(&project, &["verify"]).argument(OsStr::from_bytes(b"\xff")).run().exits(2);
    Watch::new(&project, &["verify", "--json"]).argument(OsStr::from_bytes(b"\xff.json")).run().exits(0);
}

#[test]
fn a_game_cannot_be_named_out_of_its_folder() {
    for name in ["../../evil", "/etc", ".", "..", ".hidden", "a/b", "\"a\\nb\"", "\"\"", "\"\\e[95m\""] {
        let text = format!("games: {{dune: {{engine: dune}}, {name}: {{engine: dune}}}}\n");
        let project = Project::with_duel().file("truthsayer.yaml", text);
        watch(&project, &["report"]).exits(3).says("truthsayer.yaml:1");
        assert!(!project.exists("verification"));
    }
}

#[test]
fn a_game_named_like_a_document_is_reported_and_overwrites_none() {
    for name in ["SUMMARY.md", "index.html", "manifest.txt"] {
        let project = reported();
        project.write("truthsayer.yaml", format!("games: {{dune: {{engine: dune}}, {name}: {{engine: dune}}}}\n"));
        let seen = watch(&project, &["report"]);
        assert_ne!(seen.code, 0, "{seen:?}");
    }
}

#[test]
fn a_row_with_a_long_or_an_odd_name_is_reported() {
    let table = |label: &str| {
        format!(
            "{}examples:\n  {label}: {{}}\n",
            duel_claiming(
                "  - {cite: \"dune/battle.md:2\", quote: The higher total wins, then: {events: [{battle_won: {}}]}}\n"
            )
        )
    };
    for label in ["../../evil", "a/b", "\"a\\nb\"", "\"\\e[95m\"", "a b"] {
        let project = Project::new().file(PLAIN, table(label));
        watch(&project, &["bless"]).exits(3).says(PLAIN);
    }
    let project = Project::new().file(PLAIN, table(&"a".repeat(300)));
    watch(&project, &["bless"]).exits(3).says("cannot write").says("too long");
    watch(&project, &["verify"]).exits(3).says("next to its golden");
}

#[test]
fn a_skeleton_is_written_for_rules_of_any_name() {
    let rules = "\"QUOTED\" RULE: It holds.\n[BRACKET: It holds, too.\n- 'LIST': And this.\n{{DATA}}: Or this.\n# Heading\n!TAG: A rule.\n&ANCHOR: A rule.\n*STAR*: A rule.\n%PERCENT: A rule.\n@AT: A rule.\n`TICK`: A rule.\n> QUOTE: A rule.\n| BAR | A rule.\n";
    let project = Project::with_duel().file("rules/dune/odd.md", rules);
    for line in [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13] {
        let (cite, id) = (format!("dune/odd.md:{line}"), format!("dune/odd/line-{line}"));
        watch(&project, &["new", &cite, "--id", &id]).exits(0).says(&format!("wrote scenarios/{id}.yaml"));
    }
    // They are drafts: read without problems and listed.
    watch(&project, &["bless"]).exits(0);
    let seen = watch(&project, &["verify"]).exits(0);
    assert_eq!(seen.stdout.matches("draft dune/odd/line-").count(), 12, "{}", seen.stdout);
    for id in ["../evil", "dune/../../evil", "dune/a/../../../evil", "/etc/x/y", "dune//x", "dune/fixtures/x"] {
        watch(&project, &["new", "dune/odd.md:1", "--id", id]).exits(2).says("invalid scenario id");
    }
}

/// On a file system that ignores case, one of the two would be lost.
#[test]
fn names_that_differ_only_by_case_are_reported_with_both_names() {
    let rules = Project::with_duel().read("rules/dune/battle.md");
    let given = "fixture: a fixture\ngiven: {}\n";
    let with = |files: &[(&str, &str)]| {
        let project = reported();
        files.iter().for_each(|(path, text)| project.write(path, text));
        project
    };
    for (files, one, other) in [
        (vec![("scenarios/dune/duel/Plain.yaml", DUEL)], "scenarios/dune/duel/Plain.yaml", PLAIN),
        (vec![("scenarios/dune/Duel/other.yaml", DUEL)], "scenarios/dune/Duel", "scenarios/dune/duel"),
        (
            vec![("scenarios/dune/fixtures/a.yaml", given), ("scenarios/dune/fixtures/A.yaml", given)],
            "scenarios/dune/fixtures/A.yaml",
            "scenarios/dune/fixtures/a.yaml",
        ),
        (vec![("rules/dune/BATTLE.md", rules.as_str())], "rules/dune/BATTLE.md", "rules/dune/battle.md"),
        (
            vec![("golden/dune/duel/PLAIN.yaml", "log: []\nchanges: {}\n")],
            "golden/dune/duel/PLAIN.yaml",
            "golden/dune/duel/plain.yaml",
        ),
        (
            vec![("scenarios/dune/duel/größer.yaml", DUEL), ("scenarios/dune/duel/GRÖßER.yaml", DUEL)],
            "scenarios/dune/duel/GRÖßER.yaml",
            "scenarios/dune/duel/größer.yaml",
        ),
    ] {
        let project = with(&files);
        for command in ["lint", "verify", "gate"] {
            let seen = watch(&project, &[command]).exits(3);
            let all = format!("{}{}", seen.stdout, seen.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(all.contains(&format!("`{one}` and `{other}` differ only by case")), "{command}: {all}");
        }
    }
    let claims = "  - {cite: \"dune/battle.md:2\", quote: The higher total wins, then: {events: [{battle_won: {}}]}}\n";
    let rows = format!("{}examples:\n  a: {{}}\n  A: {{}}\n", duel_claiming(claims));
    let project = Project::new().file(PLAIN, rows);
    watch(&project, &["lint"]).exits(3).says("the rows `a` and `A` differ only by case");
    // Each pair is reported once, and nothing else is.
    let project = with(&[
        ("scenarios/dune/Duel/a.yaml", DUEL),
        ("scenarios/dune/Duel/b.yaml", DUEL),
        ("scenarios/dune/duel/c.yaml", DUEL),
    ]);
    assert_eq!(watch(&project, &["lint"]).stdout.matches("differ only by case").count(), 1);
    let seen = watch(&reported(), &["lint"]);
    assert!(!seen.stdout.contains("differ only by case"), "{}", seen.stdout);
}
