//! Runs that are killed in the middle, and runs beside each other: what is there is whole, and the next run mends the
//! rest.

use std::fs;
use std::thread;
use std::time::Instant;

use crate::belongings::Belongings;
use crate::ground::real_duel;
use crate::ground::reported;
use crate::ground::unfinished;
use crate::project::DUEL;
use crate::project::Project;
use crate::watch::Watch;
use crate::watch::watch;

/// How often each command is killed, each time a little later.
const KILLS: u32 = 50;

/// So many duels that writing their goldens takes longer than a moment.
fn many_duels() -> Project {
    let project = Project::new();
    for number in 1..=30 {
        project.write(&format!("scenarios/dune/duel/no-{number:02}.yaml"), DUEL);
    }
    project
}

/// Begins the command and kills it in the middle, again and again. `afresh` puts the project back to its beginning.
fn kill_again_and_again(project: &Project, arguments: &[&str], afresh: impl Fn(), check: impl Fn()) {
    afresh();
    let whole = Instant::now();
    Watch::new(project, arguments).start().wait().expect("its end");
    let mut whole = whole.elapsed();
    let mut in_the_middle = 0;
    for kill in 1..=KILLS {
        afresh();
        let mut child = Watch::new(project, arguments).start();
        thread::sleep(whole * kill / (KILLS + 1));
        child.kill().expect("it can be killed");
        match child.wait().expect("its end").code() {
            None => in_the_middle += 1,
            // It was faster than the first one: others were at work on this machine.
            Some(_) => whole = whole * 2 / 3,
        }
        check();
    }
    assert!(in_the_middle > 0, "all {KILLS} runs had ended before they were killed");
}

/// Every file below a folder is one that a whole run would have written, byte for byte.
#[track_caller]
fn all_whole(project: &Project, folder: &str, whole: &Project) {
    for entry in walkdir::WalkDir::new(project.path(folder)).into_iter().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type().is_file() || name.starts_with(".truthsayer-") || name == "manifest.txt" {
            continue;
        }
        let path = entry.path().strip_prefix(project.path("")).expect("below").display().to_string();
        assert_eq!(fs::read(entry.path()).ok(), fs::read(whole.path(&path)).ok(), "{path} is not whole");
    }
}

#[test]
fn bless_can_be_killed_at_any_moment() {
    let (project, whole) = (many_duels(), many_duels());
    watch(&whole, &["bless"]).exits(0);
    let theirs = Belongings::of(&project);
    let afresh = || drop(fs::remove_dir_all(project.path("golden")));
    kill_again_and_again(&project, &["bless"], afresh, || all_whole(&project, "golden", &whole));
    theirs.are_untouched("a killed bless", &project);
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0).tells("30 conform");
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn verify_can_be_killed_while_it_proposes() {
    let (project, whole) = (many_duels(), many_duels());
    watch(&whole, &["verify"]).exits(1);
    let afresh = || drop(fs::remove_dir_all(project.path("golden")));
    kill_again_and_again(&project, &["verify"], afresh, || all_whole(&project, "golden", &whole));
    watch(&project, &["verify"]).exits(1);
    assert_eq!(unfinished(&project), Vec::<String>::new());
    assert_eq!(fs::read_dir(project.path("golden/dune/duel")).expect("a folder").count(), 30);
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0);
    assert!(!project.exists("golden/dune/duel/no-01.pending.yaml"));
}

#[test]
fn report_can_be_killed_at_any_moment() {
    let (project, whole) = (reported(), reported());
    watch(&whole, &["report"]).exits(0);
    // A rule that is gone takes its document with it, so that removing is interrupted, too.
    let catalog = project.read("rules/dune/catalog.yaml");
    let afresh = || {
        let _ = fs::remove_dir_all(project.path("verification"));
        project.write("verification/notes.md", "mine\n");
    };
    whole.write("verification/notes.md", "mine\n");
    kill_again_and_again(&project, &["report", "--jobs", "1"], afresh, || all_whole(&project, "verification", &whole));
    watch(&project, &["report"]).exits(0);
    watch(&project, &["report", "--check"]).exits(0);
    project.write("rules/dune/catalog.yaml", catalog.replace("title: Untouched", "title: Renamed"));
    kill_again_and_again(&project, &["report"], || (), || assert_eq!(project.read("verification/notes.md"), "mine\n"));
    watch(&project, &["report"]).exits(0);
    assert_eq!(unfinished(&project), Vec::<String>::new());
    assert!(!project.exists("verification/dune/rule-09-untouched.md"));
    watch(&project, &["report", "--check"]).exits(0);
}

#[test]
fn fix_can_be_killed_and_each_scenario_is_as_before_or_mended() {
    let moved = DUEL.replace("dune/battle.md:2\n", "dune/battle.md:3\n");
    let project = Project::new();
    let path = |number: usize| format!("scenarios/dune/duel/no-{number:02}.yaml");
    let afresh = || (1..=30).for_each(|number| project.write(&path(number), &moved));
    let check = || {
        for number in 1..=30 {
            let text = project.read(&path(number));
            assert!(text == moved || text == DUEL, "{text}");
        }
    };
    kill_again_and_again(&project, &["lint", "--fix"], afresh, check);
    watch(&project, &["lint", "--fix"]);
    assert!((1..=30).all(|number| project.read(&path(number)) == DUEL));
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

/// Runs two commands at the same time.
fn both(project: &Project, one: &[&str], other: &[&str]) {
    thread::scope(|scope| {
        for arguments in [one, other] {
            scope.spawn(move || {
                let seen = watch(project, arguments);
                assert!(matches!(seen.code, 0 | 1), "{arguments:?}: {seen:?}");
            });
        }
    });
}

#[test]
fn two_at_once_do_each_other_no_harm() {
    let project = reported();
    for number in 1..=30 {
        project.write(&format!("scenarios/dune/duel/no-{number:02}.yaml"), real_duel());
    }
    for _ in 0..5 {
        fs::remove_dir_all(project.path("golden")).expect("a folder");
        both(&project, &["bless"], &["bless"]);
        watch(&project, &["verify"]).exits(0);
        fs::remove_dir_all(project.path("golden")).expect("a folder");
        both(&project, &["bless"], &["verify"]);
        // The proposals of a run that saw no golden yet go with the next run.
        watch(&project, &["verify"]).exits(0);
        assert!(!project.exists("golden/dune/duel/no-01.pending.yaml"));
        let _ = fs::remove_dir_all(project.path("verification"));
        both(&project, &["report"], &["report"]);
        watch(&project, &["report", "--check"]).exits(0);
    }
    assert_eq!(unfinished(&project), Vec::<String>::new());
}
