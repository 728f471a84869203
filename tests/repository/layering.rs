//! The order of the source: which room may import which, that game rules are pure, and that a type name is unique.
//! `make rooms` prints the import matrix.

mod imports;
mod names;
mod purity;
mod rooms;

use self::rooms::Plan;
use self::rooms::modules;

const PLANS: [Plan; 4] = [
    Plan {
        name: "truthsayer_oracle",
        folder: "crates/oracle/src",
        rooms: &[
            "base",
            "rulebook",
            "suite",
            "judge",
            "evidence",
            "diagnosis",
            "run",
            "errata",
            "compare",
            "hunt",
            "review",
            "gate",
            "engines",
        ],
    },
    Plan {
        name: "truthsayer",
        folder: "src",
        rooms: &[
            "builtin_engines",
            "report::text",
            "report::markdown",
            "report::machine",
            "report::tui",
            "report::terminal",
            "report::page",
            "report",
            "cli::args",
            "cli::exit_code",
            "cli::cli_error",
            "cli::env",
            "cli::output",
            "cli::context",
            "cli::session",
            "cli::commands",
            "cli",
        ],
    },
    Plan {
        name: "truthsayer_dune",
        folder: "crates/dune/src",
        rooms: &["model", "table", "decisions", "leaders", "revival", "battle", "phases", "adapter", "invariant"],
    },
    Plan {
        name: "truthsayer_cotulenh",
        folder: "crates/cotulenh/src",
        rooms: &["rules", "board", "moves", "notation", "game", "adapter"],
    },
];

#[test]
fn every_room_imports_only_rooms_to_its_left() {
    let mut wrong = Vec::new();
    for plan in &PLANS {
        let matrix = plan.matrix(&modules(plan.folder));
        println!("{}", plan.table(&matrix));
        wrong.extend(matrix.homeless.iter().map(|module| format!("{}: {module} belongs to no room", plan.name)));
        wrong.extend(matrix.backwards.iter().map(|import| format!("{}: {import}", plan.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_folder_holds_more_than_25_source_files() {
    for plan in &PLANS {
        for (folder, files) in rooms::files_per_folder(plan.folder) {
            assert!(files <= 25, "{folder} holds {files} source files");
        }
    }
}

#[test]
fn an_import_to_the_right_is_found() {
    let plan = &PLANS[0];
    let backwards = |module: &str, text: &str| plan.matrix(&[(module.to_owned(), text.to_owned())]).backwards;
    for text in [
        "use crate::judge::verdict::Verdict;",
        "use crate::{base::yaml, judge::verdict};",
        "use super::super::judge::verdict;",
        "use truthsayer_oracle::judge;",
        "fn f() { crate::judge::judge() }",
        "fn f() -> crate::judge::Judgement { todo!() }",
        "fn f() { assert!(crate::judge::fails()) }",
        "mod inner { use super::super::super::judge::verdict; }",
    ] {
        assert_eq!(backwards("suite::claim", text).len(), 1, "{text}");
    }
    for text in [
        "use crate::base::yaml;",
        "use crate::suite::golden;",
        "// use crate::judge::verdict;",
        "const TEXT: &str = \"crate::judge\";",
        "#[cfg(test)]\nmod tests { use crate::judge; }",
        "use serde_json::judge;",
    ] {
        assert!(backwards("suite::claim", text).is_empty(), "{text}");
    }
}

#[test]
fn a_module_in_no_room_is_found() {
    let matrix = PLANS[0].matrix(&[("helpers".to_owned(), String::new())]);
    assert_eq!(matrix.homeless, ["helpers"]);
}
