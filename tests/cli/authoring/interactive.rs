//! `review`, `watch` and the progress bar in a pseudo-terminal.

use std::path::Path;

use rustix::process::Signal;
use truthsayer::cli::args::Color;
use truthsayer::cli::commands::review::screen::Screen;

use crate::authoring::review::DRAFT;
use crate::authoring::review::GOLDEN;
use crate::authoring::review::PENDING;
use crate::authoring::review::drifted;
use crate::authoring::review::found;
use crate::authoring::review::reworded;
use crate::project::DUEL;
use crate::project::Project;
use crate::pseudo_terminal::Size;
use crate::pseudo_terminal::Terminal;

const SIZES: [Size; 2] = [(80, 24), (120, 40)];
const CTRL_C: &str = "\u{3}";
const DOWN: &str = "\u{1b}[B";

fn review(project: &Project, size: Size) -> Terminal {
    Terminal::run(&project.path(""), &["review"], size, &[])
}

/// Checks that every line of the screen has the full width and that the last one lists the keys.
fn check_frame(terminal: &mut Terminal, (columns, rows): Size) {
    let screen = terminal.screen();
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines.len(), usize::from(rows), "{screen}");
    assert!(lines[0].starts_with(" review 1/1  "), "{screen}");
    assert_eq!(lines[2].chars().count(), usize::from(columns), "{screen}");
    assert!(lines[usize::from(rows) - 1].starts_with("a accept  r reject  s skip"), "{screen}");
}

/// Waits for a frame: after a resize, the screen is drawn a moment later.
fn waits_for_frame(terminal: &mut Terminal, size: Size) {
    terminal.waits_for("a frame of that size", |screen| {
        let last = screen.lines().last();
        screen.lines().count() == usize::from(size.1) && last.is_some_and(|line| line.starts_with("a accept"))
    });
    check_frame(terminal, size);
}

#[test]
fn an_outcome_is_reviewed_and_accepted_on_the_screen() {
    for size in SIZES {
        let project = drifted();
        project.run(&["verify"]).exits(1);
        let before = project.read(GOLDEN);
        let mut terminal = review(&project, size);
        terminal.shows("a accept");
        assert!(terminal.is_full_screen());
        check_frame(&mut terminal, size);
        let screen = terminal.screen();
        let beside =
            |line: &str| line.split_once('│').map(|(rule, new)| (rule.trim().to_owned(), new.trim().to_owned()));
        let rows: Vec<(String, String)> = screen.lines().filter_map(beside).collect();
        let rule: Vec<&str> = rows.iter().map(|(rule, _)| rule.as_str()).collect();
        assert!(rule.join(" ").contains("«The higher total wins»"), "{screen}");
        assert!(
            rows.iter().any(|(_, new)| new == "- 4 -> 1") && rows.iter().any(|(_, new)| new == "+ 4 -> 0"),
            "{screen}"
        );
        terminal.types("\r");
        terminal.shows("Enter does nothing");
        assert_eq!(project.read(GOLDEN), before);
        terminal.types("l");
        terminal.shows("   3 battle_begins {aggressor: harkonnen");
        terminal.types("o");
        terminal.shows("no board");
        terminal.types("?");
        terminal.shows("does nothing");
        terminal.types("d");
        terminal.shows("- 4 -> 1");
        terminal.types("a");
        terminal.shows("accepted: the outcome is the golden now");
        terminal.types("q");
        assert_eq!(terminal.ends(), Some(0));
        terminal.is_as_it_was();
        terminal.shows("1 item accepted, 0 rejected, 0 left");
        assert!(!project.exists(PENDING));
        project.run(&["verify"]).exits(0);
    }
}

#[test]
fn an_outcome_is_rejected_and_another_skipped() {
    let project = drifted().file("scenarios/dune/duel/second.yaml", DUEL);
    let before = project.read(GOLDEN);
    project.run(&["verify"]).exits(1);
    let mut terminal = review(&project, SIZES[0]);
    terminal.shows("review 1/2");
    terminal.types("r");
    terminal.shows("rejected: the proposal is discarded");
    terminal.shows("review 2/2");
    terminal.types("s");
    terminal.shows("that was the last item");
    terminal.types("b");
    terminal.shows(" rejected ");
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
    terminal.shows("0 items accepted, 1 rejected, 1 left");
    assert!(!project.exists(PENDING) && project.read(GOLDEN) == before);
    assert!(!project.exists("golden/dune/duel/second.yaml"));
}

#[test]
fn new_words_of_a_rule_are_accepted_on_the_screen_with_a_reason() {
    for size in SIZES {
        let project = reworded();
        let mut terminal = review(&project, size);
        terminal.shows("{+always");
        terminal.types("w");
        terminal.shows("why? ");
        terminal.types("the errata of June\r");
        terminal.shows("why: the errata of June");
        terminal.types("a");
        terminal.shows("accepted: the new words are in the lock");
        terminal.types("q");
        assert_eq!(terminal.ends(), Some(0));
        assert!(project.read("rules/dune/rules.lock").contains("the errata of June"));
        project.run(&["errata"]).exits(0);
    }
}

#[test]
fn a_draft_is_deleted_only_after_a_question() {
    let project = found();
    let path = format!("scenarios/{DRAFT}.yaml");
    let mut terminal = review(&project, SIZES[0]);
    terminal.shows("other: nothing more happens");
    terminal.types("r");
    terminal.shows("press y to delete this file");
    terminal.types("\r");
    terminal.shows("nothing is deleted");
    assert!(project.exists(&path));
    terminal.types("r");
    terminal.shows("press y to delete this file");
    terminal.types("y");
    terminal.shows("rejected: the draft is deleted");
    assert!(!project.exists(&path));
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
}

#[test]
fn files_changed_after_the_run_are_not_overwritten() {
    let project = drifted();
    let mut terminal = review(&project, SIZES[0]);
    terminal.shows("a accept");
    let mine = project.read(GOLDEN) + "# a note of mine\n";
    project.write(GOLDEN, &mine);
    terminal.types("a");
    terminal.shows("refused: `golden/dune/duel/plain.yaml` has changed since the run");
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
    assert_eq!(project.read(GOLDEN), mine);
}

#[test]
fn with_ci_set_the_screen_accepts_nothing() {
    let project = drifted();
    let before = project.read(GOLDEN);
    let mut terminal = Terminal::run(&project.path(""), &["review"], SIZES[0], &[("CI", "true")]);
    terminal.shows("a accept");
    terminal.types("a");
    terminal.shows("does not accept or reject in CI");
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
    assert_eq!(project.read(GOLDEN), before);
}

#[test]
fn the_terminal_is_given_back_after_ctrl_c_and_signals() {
    let project = drifted();
    let before = project.read(GOLDEN);
    for signal in [None, Some(Signal::INT), Some(Signal::TERM), Some(Signal::HUP)] {
        let mut terminal = review(&project, SIZES[0]);
        terminal.shows("a accept");
        match signal {
            None => terminal.types(CTRL_C),
            Some(signal) => terminal.signal(signal),
        }
        assert_eq!(terminal.ends(), Some(130), "{signal:?}");
        terminal.is_as_it_was();
    }
    assert_eq!(project.read(GOLDEN), before);
}

/// The test below runs this in its own terminal.
#[test]
#[ignore = "it panics on purpose"]
fn a_panic_while_the_screen_is_open() {
    let _screen = Screen::open(Color::Auto).expect("a terminal");
    panic!("words that belong on the terminal as it was");
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let own = std::env::current_exe().expect("this program");
    let test = [
        "authoring::interactive::a_panic_while_the_screen_is_open",
        "--exact",
        "--ignored",
        "--nocapture",
        "--test-threads=1",
    ];
    let mut terminal = Terminal::start(own.as_os_str(), Path::new("/"), &test, SIZES[0], &[("RUST_BACKTRACE", "0")]);
    assert_eq!(terminal.ends(), Some(101));
    terminal.is_as_it_was();
    assert!(terminal.written.contains("\u{1b}[?1049h"), "the screen was never opened: {}", terminal.written);
    terminal.shows("words that belong on the terminal as it was");
}

#[test]
fn a_resize_redraws_the_screen_and_long_texts_scroll() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    let mut terminal = review(&project, (80, 12));
    terminal.shows("lines 1-6 of ");
    terminal.types(DOWN);
    terminal.shows("lines 2-7 of ");
    terminal.resize(SIZES[1]);
    waits_for_frame(&mut terminal, SIZES[1]);
    terminal.resize((30, 8));
    terminal.shows("needs 40 × 10");
    terminal.resize(SIZES[0]);
    terminal.shows("a accept");
    check_frame(&mut terminal, SIZES[0]);
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
}

/// If a key and a resize signal arrive together, the signal may be lost. The program waits for a moment, so that it
/// sees both.
#[test]
fn a_key_and_a_resize_at_once_are_both_handled() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    let mut terminal = review(&project, (80, 12));
    terminal.shows("lines 1-6 of ");
    terminal.signal(Signal::STOP);
    std::thread::sleep(std::time::Duration::from_millis(50));
    terminal.types(DOWN);
    terminal.resize(SIZES[1]);
    terminal.signal(Signal::CONT);
    waits_for_frame(&mut terminal, SIZES[1]);
    terminal.types("q");
    assert_eq!(terminal.ends(), Some(0));
}

#[test]
fn watching_clears_the_screen_for_every_round() {
    for size in SIZES {
        let project = Project::with_duel();
        let mut terminal = Terminal::run(&project.path(""), &["watch"], size, &[]);
        terminal.shows("1 scenario passed");
        project.write("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
        terminal.shows("0 of 1 scenario passed, 1 failed");
        terminal.shows("press Ctrl-C to stop");
        assert!(!terminal.screen().contains("\n1 scenario passed"), "{}", terminal.screen());
        project.write("scenarios/dune/duel/plain.yaml", "scenario: [\n");
        terminal.shows("invalid YAML");
        project.write("scenarios/dune/duel/plain.yaml", DUEL);
        terminal.shows("1 scenario passed");
        terminal.waits_for("a clear screen", |screen| !screen.contains("YAML") && !screen.contains("fail"));
        terminal.types(CTRL_C);
        assert_eq!(terminal.ends(), Some(130));
        terminal.is_as_it_was();
    }
}

#[test]
fn the_progress_bar_fills_a_line_and_is_gone_in_the_end() {
    for (columns, rows) in SIZES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut terminal = Terminal::run(root, &["verify", "--game", "dune"], (columns, rows), &[("CI", "true")]);
        let bar = |screen: &str| screen.lines().find(|line| line.starts_with("playing ")).map(str::to_owned);
        terminal.waits_for("a bar", |screen| bar(screen).is_some_and(|line| line.contains('/')));
        let screen = terminal.screen();
        if let Some(line) = bar(&screen) {
            assert!(line.chars().count() <= usize::from(columns), "{screen}");
            assert_eq!(screen.lines().filter(|line| line.contains("playing")).count(), 1, "{screen}");
        }
        assert_eq!(terminal.ends(), Some(0));
        let screen = terminal.screen();
        assert!(screen.contains("pass") && !screen.contains("playing"), "{screen}");
    }
}

/// Lines are wrapped between words, not by the terminal.
#[test]
fn long_lines_continue_indented_on_the_next_line() {
    let title = "A title that is much longer than any narrow terminal has columns and has to go on below";
    let failing = DUEL.replace("4 -> 0", "4 -> 1");
    let first = failing.lines().next().expect("a title").to_owned();
    let project = Project::with_duel();
    project.write("scenarios/dune/duel/plain.yaml", failing.replace(&first, &format!("scenario: {title}")));
    for columns in [40, 80] {
        let mut terminal = Terminal::run(&project.path(""), &["verify"], (columns, 200), &[]);
        terminal.shows("1 failed");
        let screen = terminal.screen();
        let rows: Vec<&str> = screen.lines().skip_while(|row| !row.starts_with("  A title")).collect();
        let reported = rows.iter().take_while(|row| !row.contains("dune/battle.md")).map(|row| row.trim());
        assert_eq!(reported.collect::<Vec<_>>().join(" "), title, "{screen}");
        assert!(rows[1].starts_with("    "), "{screen}");
        // Wrapped text is not wrapped again: the lines below an event are aligned.
        let log = screen.lines().skip_while(|row| !row.trim_start().starts_with("6 plans_revealed")).skip(1);
        let rest: Vec<&str> = log.take_while(|row| !row.trim_start().starts_with("7 battle_won")).collect();
        assert!(!rest.is_empty() && rest.iter().all(|row| row.find(|c| c != ' ') == Some(16)), "{screen}");
    }
}
