//! Runs that are killed in the middle, and runs at the same time: every file stays whole, and the next run repairs the
//! rest.

use std::fs;
use std::thread;

use crate::fixtures::real_duel;
use crate::fixtures::reported;
use crate::fixtures::unfinished;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;
use crate::user_files::Belongings;

/// Number of times each command is killed, each time a little later.
const KILLS: usize = 50;
/// Number of kills of commands that write few files, or write them late.
const FEW_KILLS: usize = 12;

/// Enough duels that writing their goldens takes a while.
fn many_duels() -> Project {
    let project = Project::new();
    for number in 1..=30 {
        project.write(&format!("scenarios/dune/duel/no-{number:02}.yaml"), DUEL);
    }
    project
}

/// A command that is killed while it writes. It is killed after a number of written files, not after a time, so that the
/// speed of the machine does not matter.
struct Killing<'p> {
    project: &'p Project,
    arguments: &'p [&'p str],
    /// Counts the written files.
    seen: &'p dyn Fn() -> usize,
    /// Number of files of a whole run.
    whole: usize,
}

impl Killing<'_> {
    /// Kills the command after the first file, after the second, and so on. `reset` resets the project.
    fn again_and_again(&self, kills: usize, reset: impl Fn(), check: impl Fn()) {
        let (mut in_the_middle, mut tried) = (0, 0);
        // On a busy machine few runs are caught in the middle, so the number of attempts is limited.
        while in_the_middle < kills && tried < 40 * kills {
            reset();
            let before = (self.seen)();
            in_the_middle += usize::from(self.kill(before + 1 + tried % self.whole.saturating_sub(before).max(1)));
            check();
            tried += 1;
        }
        assert!(in_the_middle > 0, "none of {tried} runs was killed before it ended");
    }

    /// Whether it was killed before it ended.
    fn kill(&self, when: usize) -> bool {
        let mut child = Watch::new(self.project, self.arguments).start();
        while (self.seen)() < when && child.try_wait().expect("its state").is_none() {
            thread::yield_now();
        }
        // A command that has already ended cannot be killed, which is fine.
        let _ = child.kill();
        child.wait().expect("its end").code().is_none()
    }
}

/// Number of files below a folder, including unfinished ones.
fn files(project: &Project, folder: &str) -> usize {
    let entries = walkdir::WalkDir::new(project.path(folder)).into_iter().flatten();
    entries.filter(|entry| entry.file_type().is_file()).count()
}

/// Checks that every file below a folder equals that of a complete run, byte for byte.
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
    let reset = || drop(fs::remove_dir_all(project.path("golden")));
    let killing = Killing { project: &project, arguments: &["bless"], seen: &|| files(&project, "golden"), whole: 30 };
    killing.again_and_again(KILLS, reset, || all_whole(&project, "golden", &whole));
    theirs.are_untouched("a killed bless", &project);
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0).says("30 scenarios passed");
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn verify_can_be_killed_while_it_proposes() {
    let (project, whole) = (many_duels(), many_duels());
    watch(&whole, &["verify"]).exits(1);
    let reset = || drop(fs::remove_dir_all(project.path("golden")));
    let killing = Killing { project: &project, arguments: &["verify"], seen: &|| files(&project, "golden"), whole: 30 };
    killing.again_and_again(KILLS, reset, || all_whole(&project, "golden", &whole));
    watch(&project, &["verify"]).exits(1);
    assert_eq!(unfinished(&project), Vec::<String>::new());
    assert_eq!(fs::read_dir(project.path("golden/dune/duel")).expect("a folder").count(), 30);
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0);
    assert!(!project.exists("golden/dune/duel/no-01.pending.yaml"));
}

#[test]
fn review_can_be_killed_while_it_accepts() {
    let (project, whole) = (many_duels(), many_duels());
    let ids: Vec<String> = (1..=30).map(|number| format!("dune/duel/no-{number:02}")).collect();
    let accepted: Vec<&str> = ids.iter().flat_map(|id| ["--accept", id.as_str()]).collect();
    let arguments = [["review"].as_slice(), &accepted].concat();
    watch(&whole, &arguments).exits(0);
    let reset = || drop(fs::remove_dir_all(project.path("golden")));
    let killing = Killing { project: &project, arguments: &arguments, seen: &|| files(&project, "golden"), whole: 30 };
    killing.again_and_again(FEW_KILLS, reset, || all_whole(&project, "golden", &whole));
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0).says("30 scenarios passed");
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn report_can_be_killed_at_any_moment() {
    let (project, whole) = (reported(), reported());
    watch(&whole, &["report"]).exits(0);
    let reset = || {
        let _ = fs::remove_dir_all(project.path("verification"));
        project.write("verification/notes.md", "mine\n");
    };
    whole.write("verification/notes.md", "mine\n");
    let seen = || files(&project, "verification");
    let killing =
        Killing { project: &project, arguments: &["report"], seen: &seen, whole: files(&whole, "verification") };
    killing.again_and_again(KILLS, reset, || all_whole(&project, "verification", &whole));
    watch(&project, &["report"]).exits(0);
    watch(&project, &["report", "--check"]).exits(0);
    // Removing a rule removes its document, so that removing is interrupted, too.
    let catalog = project.read("rules/dune/catalog.yaml");
    let rename = || {
        let title = if project.exists("verification/dune/rule-09-renamed.md") { "Untouched" } else { "Renamed" };
        project.write("rules/dune/catalog.yaml", catalog.replace("title: Untouched", &format!("title: {title}")));
    };
    let notes = || assert_eq!(project.read("verification/notes.md"), "mine\n");
    killing.again_and_again(FEW_KILLS, rename, notes);
    project.write("rules/dune/catalog.yaml", catalog.replace("title: Untouched", "title: Renamed"));
    watch(&project, &["report"]).exits(0);
    assert_eq!(unfinished(&project), Vec::<String>::new());
    assert!(!project.exists("verification/dune/rule-09-untouched.md"));
    watch(&project, &["report", "--check"]).exits(0);
}

#[test]
fn a_killed_fix_leaves_each_scenario_unchanged_or_fixed() {
    let moved = DUEL.replace("dune/battle.md:2\n", "dune/battle.md:3\n");
    let fixed = DUEL.replace("dune/battle.md:2\n", "dune/battle.md#BATTLE RESOLUTION\n");
    let project = Project::new();
    let path = |number: usize| format!("scenarios/dune/duel/no-{number:02}.yaml");
    let reset = || {
        let _ = fs::remove_file(project.path("rules/errata.journal"));
        let _ = fs::remove_file(project.path("rules/dune/rules.lock"));
        (1..=30).for_each(|number| project.write(&path(number), &moved));
    };
    let check = || {
        for number in 1..=30 {
            let text = project.read(&path(number));
            assert!(text == moved || text == fixed, "{text}");
        }
    };
    // The journal is written first, then the scenarios one by one, and the lock last.
    let in_rules = || files(&project, "rules");
    let in_scenarios = || (1..=30).filter(|number| project.read(&path(*number)) == fixed).count();
    let both: [(&dyn Fn() -> usize, usize); 2] = [(&in_rules, 3), (&in_scenarios, 30)];
    for (seen, whole) in both {
        let killing = Killing { project: &project, arguments: &["errata", "--fix"], seen, whole };
        killing.again_and_again(KILLS / 2, reset, check);
    }
    watch(&project, &["errata", "--fix"]);
    assert!((1..=30).all(|number| project.read(&path(number)) == fixed));
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn accepting_new_words_can_be_killed() {
    let project = many_duels();
    watch(&project, &["errata", "--fix"]);
    let (rules, lock) = (project.read("rules/dune/battle.md"), project.read("rules/dune/rules.lock"));
    let reworded = rules.replace("receives 2 spice", "receives 3 spice");
    assert_ne!(reworded, rules);
    project.write("rules/dune/battle.md", &reworded);
    let accepting = ["errata", "--accept", "--all", "--reason", "seen"];
    let reset = || {
        let _ = fs::remove_file(project.path("rules/errata.journal"));
        project.write("rules/dune/rules.lock", &lock);
    };
    let check = || {
        let now = project.read("rules/dune/rules.lock");
        assert!(now == lock || (now.contains("receives 3 spice") && now.contains("seen")), "{now}");
        assert_eq!(project.read("rules/dune/battle.md"), reworded);
    };
    let killing = Killing { project: &project, arguments: &accepting, seen: &|| files(&project, "rules"), whole: 4 };
    killing.again_and_again(FEW_KILLS, reset, check);
    project.run(&accepting);
    assert!(project.read("rules/dune/rules.lock").contains("receives 3 spice"));
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn raising_the_floor_can_be_killed() {
    let (project, whole) = (reported(), reported());
    watch(&whole, &["gate", "--raise"]).exits(0);
    let theirs = Belongings::of(&project);
    let (low, high) = ("observed: {}\nfloor: []\n", whole.read("floor.yaml"));
    let check = || {
        let now = project.read("floor.yaml");
        assert!(now == low || now == high, "{now}");
    };
    let killing =
        Killing { project: &project, arguments: &["gate", "--raise"], seen: &|| files(&project, ""), whole: 0 };
    killing.again_and_again(FEW_KILLS, || project.write("floor.yaml", low), check);
    theirs.are_untouched("a killed gate", &project);
    watch(&project, &["gate", "--raise"]).exits(0);
    assert_eq!(project.read("floor.yaml"), high);
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn init_can_be_killed() {
    let (project, whole) = (Project::new(), Project::new());
    let arguments = ["init", "--engine", "none", "new"];
    whole.run(&arguments).exits(0);
    let reset = || drop(fs::remove_dir_all(project.path("new")));
    let seen = || files(&project, "new");
    let killing = Killing { project: &project, arguments: &arguments, seen: &seen, whole: files(&whole, "new") };
    killing.again_and_again(FEW_KILLS, reset, || all_whole(&project, "new", &whole));
}

#[test]
fn a_hunt_can_be_killed_while_it_writes_drafts() {
    let hunting = ["hunt", "dune", "dune --without dialed_forces_are_lost", "--plays", "300"];
    let (project, whole) = (reported(), reported());
    whole.run(&hunting).exits(1);
    let found = "scenarios/dune/found";
    let reset = || drop(fs::remove_dir_all(project.path(found)));
    let seen = || files(&project, found);
    let killing = Killing { project: &project, arguments: &hunting, seen: &seen, whole: files(&whole, found) };
    killing.again_and_again(FEW_KILLS / 2, reset, || all_whole(&project, found, &whole));
    reset();
    project.run(&hunting).exits(1);
    all_whole(&project, found, &whole);
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
        // The next run removes proposals of a run that found no golden.
        watch(&project, &["verify"]).exits(0);
        assert!(!project.exists("golden/dune/duel/no-01.pending.yaml"));
        let _ = fs::remove_dir_all(project.path("verification"));
        both(&project, &["report"], &["report"]);
        watch(&project, &["report", "--check"]).exits(0);
    }
    assert_eq!(unfinished(&project), Vec::<String>::new());
}
