//! Links: circular, out of the project, and to files of other users.

use std::fs;

use crate::fixtures::GOLDEN;
use crate::fixtures::PLAIN;
use crate::fixtures::link;
use crate::fixtures::reported;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;
use crate::user_files::Belongings;

/// A folder outside of every project, with files that look like a project's.
fn outside() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in [
        ("plain.yaml", DUEL),
        ("battle.md", "SECRET: Nobody outside may know."),
        ("base.yaml", "fixture: x\ngiven: {}\n"),
        (".truthsayer-1-left.tmp", "left behind"),
    ] {
        fs::write(folder.path().join(path), text).expect("a file");
    }
    folder
}

#[test]
fn a_link_out_of_the_project_is_reported_and_not_followed() {
    let outside = outside();
    let out = |name: &str| outside.path().join(name);
    for (path, target, command) in [
        (PLAIN, out("plain.yaml"), "verify"),
        ("scenarios/dune/more", out(""), "verify"),
        ("scenarios", out(""), "verify"),
        ("scenarios/dune/fixtures/base.yaml", out("base.yaml"), "lint"),
        ("scenarios/dune/fixtures", out(""), "lint"),
        ("rules/dune/battle.md", out("battle.md"), "verify"),
        ("rules/dune/more.md", out("battle.md"), "lint"),
        ("rules/dune/catalog.yaml", out("plain.yaml"), "coverage"),
        ("golden", out(""), "bless"),
        ("golden/dune", out(""), "verify"),
        (GOLDEN, out("plain.yaml"), "verify"),
        ("truthsayer.yaml", out("plain.yaml"), "verify"),
    ] {
        let project = Project::new().file(PLAIN, DUEL);
        let _ = fs::remove_dir_all(project.path(path));
        link(target, &project.path(path));
        watch(&project, &[command]).exits(3).says(path).says("link to a file outside").does_not_say("SECRET");
    }
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 4, "something was written outside");
}

#[test]
fn links_in_a_circle_are_reported() {
    for path in ["scenarios/dune/round", "rules/dune/round", "golden/dune/round"] {
        let project = Project::with_duel();
        link(".", &project.path(path));
        watch(&project, &["verify"]).exits(3).says(path).says("is a link to one of its own parent folders");
    }
    let project = Project::with_duel();
    link("b.yaml", &project.path("scenarios/dune/a.yaml"));
    link("a.yaml", &project.path("scenarios/dune/b.yaml"));
    watch(&project, &["verify"]).exits(3).says("scenarios/dune/a.yaml");
    link("plain.yaml", &project.path(PLAIN));
    watch(&project, &["verify"]).exits(3).says(PLAIN);
}

#[test]
fn a_link_inside_the_project_is_followed_for_reading() {
    let project = Project::new().file("shared/duel.yaml", DUEL);
    link("../../../shared/duel.yaml", &project.path(PLAIN));
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0);
}

#[test]
fn nothing_is_written_through_a_link() {
    let outside = outside();
    let target = outside.path().join("battle.md");
    let before = fs::read(&target).expect("a file");
    let project = Project::new().file(PLAIN, DUEL);
    link(&target, &project.path("result.json"));
    watch(&project, &["verify", "--json", "result.json"]).exits(3).says("`result.json`: it is");
    link(&target, &project.path("talk.txt"));
    watch(&project, &["verify", "--record", "talk.txt"]).exits(3).says("`talk.txt`");
    link(&target, &project.path("golden/dune/duel/plain.pending.yaml"));
    watch(&project, &["verify"]).exits(3).says("plain.pending.yaml");
    assert_eq!(fs::read(&target).expect("a file"), before);
}

#[test]
fn the_target_of_a_linked_folder_is_not_changed() {
    let outside = outside();
    for folder in ["verification", "verification/dune"] {
        let project = reported();
        link(outside.path(), &project.path(folder));
        watch(&project, &["report"]).exits(3).says("is a link");
        watch(&project, &["report", "--check"]).exits(1);
    }
    let project = reported();
    link(outside.path(), &project.path("docs"));
    let page = "| says | played by |\n|---|---|\n| x | `dune/duel/plain` |\n";
    project.write("claims.md", page);
    watch(&project, &["audit", "claims.md", "--out", "docs/audit.md"]).exits(3).says("`docs` is a link");
    fs::write(outside.path().join("claims.md"), page).expect("a file");
    watch(&project, &["audit", "docs/claims.md"]).exits(3).says("`docs/claims.md`: it is not inside");
    watch(&project, &["audit", "/etc/hostname"]).exits(3).says("it is not inside");
    watch(&project, &["audit", "./claims.md"]).exits(0);
    fs::remove_file(outside.path().join("claims.md")).expect("a file");
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 4, "something was written or removed outside");
}

#[test]
fn goldens_are_not_written_among_what_people_write() {
    for (name, target) in [("golden", "scenarios"), ("golden", "rules"), ("golden/dune", "../scenarios/dune")] {
        let project = Project::new().file(PLAIN, DUEL);
        link(target, &project.path(name));
        let before = Belongings::of(&project);
        for command in ["bless", "verify", "report"] {
            let seen = watch(&project, &[command]);
            assert_ne!(seen.code, 0, "{name} → {target}: {seen:?}");
        }
        watch(&project, &["bless", "--prune"]);
        assert_eq!(before, Belongings::of(&project));
    }
}

#[test]
fn documents_are_not_written_among_what_people_write() {
    for (out, target) in [("verification", "scenarios"), ("verification", "rules/dune"), ("book", "rules")] {
        let project = reported();
        link(target, &project.path(out));
        watch(&project, &["report", "--out", out]).exits(3).says(&format!("`{out}` is a link"));
    }
}

#[test]
fn fix_changes_no_file_behind_a_link() {
    let moved = DUEL.replace("dune/battle.md:2\n", "dune/battle.md:3\n");
    let project = Project::new().file("shared/duel.yaml", &moved);
    link("../../../shared/duel.yaml", &project.path(PLAIN));
    watch(&project, &["errata", "--fix"]).exits(3).says(PLAIN).says("it is a link");
    assert_eq!(project.read("shared/duel.yaml"), moved);
}

#[test]
fn names_in_the_project_file_do_not_lead_out() {
    for line in [
        "golden: ../outside",
        "rules: /etc",
        "scenarios: .",
        "golden: scenarios/dune",
        "golden: rules",
        "sources: [../x]",
    ] {
        let text = format!("games: {{dune: {{engine: dune}}}}\n{line}\n");
        let project = Project::with_duel().file("truthsayer.yaml", text);
        let word = line.split(':').next().expect("a word");
        watch(&project, &["bless"]).exits(3).says("truthsayer.yaml").says(word);
    }
}

/// Paths that the user names may not contain a linked folder; the user can name the target of the link.
#[test]
fn no_output_is_written_through_a_linked_folder() {
    let outside = tempfile::tempdir().expect("a folder");
    let project = Project::with_duel();
    link(outside.path(), &project.path("out"));
    fs::create_dir(project.path("real")).expect("a folder");
    link(outside.path(), &project.path("real/deep"));
    let command = format!("'{}' engine dune", env!("CARGO_BIN_EXE_truthsayer"));
    let absolute = project.path("out").display().to_string();
    for folder in ["out", "out/new", "real/deep", "./real/../out", &absolute] {
        for option in ["--json", "--junit", "--sarif", "--record"] {
            let file = format!("{folder}/file");
            let seen = Watch::new(&project, &["verify", "--engine-command", &command, option, &file]).run();
            assert!(seen.code == 3 && seen.stderr.contains("is a link"), "{option} {folder}: {seen:?}");
        }
        for arguments in [["init", "--engine", "none", folder].as_slice(), &["man", "--out", folder]] {
            let seen = Watch::new(&project, arguments).run();
            assert!(seen.code == 3 && seen.stderr.contains("is a link"), "{arguments:?}: {seen:?}");
        }
    }
    // A new project is written as a whole or not at all.
    let beside = Project::new();
    link(outside.path(), &beside.path("new/scenarios"));
    watch(&beside, &["init", "--engine", "none", "new"]).exits(3).says("`scenarios` is a link");
    assert!(!beside.exists("new/truthsayer.yaml"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    link(outside.path(), &elsewhere.path().join("out"));
    let path = elsewhere.path().join("out/result.json").display().to_string();
    Watch::new(&project, &["verify", "--json", &path]).run().exits(3).says("is a link");
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0, "something was written outside");
    let path = outside.path().join("new/result.json").display().to_string();
    watch(&project, &["verify", "--json", &path]).exits(0);
    // Links above the working directory belong to the user.
    link(project.path(""), &elsewhere.path().join("project"));
    let path = elsewhere.path().join("project/result.json").display().to_string();
    watch(&project, &["verify", "--json", &path]).exits(0);
    assert!(project.exists("result.json"));
}
