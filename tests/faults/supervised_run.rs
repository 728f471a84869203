//! A supervised run of the binary. It must end in time, with a documented exit code and in little memory. It prints no
//! foreign escape sequences and no path of this machine, and changes no hand-written file.

use std::ffi::OsStr;
use std::ffi::OsString;
use std::fs;
use std::fs::File;
use std::io::Read;
use std::io::Seek;
use std::path::PathBuf;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use truthsayer_protocol::text;

use crate::project::Project;
use crate::user_files::Belongings;

/// Maximum time of a run.
const LIMIT: Duration = Duration::from_secs(300);
/// The most memory that any run may take, in KiB.
const MOST_MEMORY: u64 = 500 * 1024;
/// Exit codes of a bug: ours, and that of a panic.
const BUGS: [i32; 2] = [70, 101];

/// A run that is about to begin.
pub(crate) struct Watch<'p> {
    project: &'p Project,
    folder: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, String)>,
    stdout: Option<File>,
    stdin: Option<File>,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Seen {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs a command in the project and checks all guarantees.
#[track_caller]
pub(crate) fn watch(project: &Project, arguments: &[&str]) -> Seen {
    Watch::new(project, arguments).run()
}

/// Like `watch`, in colour. Only Truthsayer's own escape sequences are allowed.
#[track_caller]
pub(crate) fn watch_in_colour(project: &Project, arguments: &[&str]) -> Seen {
    Watch::new(project, &[arguments, &["--color", "always"]].concat()).run()
}

impl<'p> Watch<'p> {
    pub(crate) fn new(project: &'p Project, arguments: &[&str]) -> Watch<'p> {
        let arguments = arguments.iter().map(OsString::from).collect();
        let folder = project.path("");
        Watch { project, folder, arguments, environment: Vec::new(), stdout: None, stdin: None }
    }

    /// Adds an argument of any bytes.
    pub(crate) fn argument(mut self, argument: impl AsRef<OsStr>) -> Watch<'p> {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub(crate) fn variable(mut self, name: &'static str, value: &str) -> Watch<'p> {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Runs in a folder below the project.
    pub(crate) fn in_folder(mut self, folder: PathBuf) -> Watch<'p> {
        self.folder = folder;
        self
    }

    pub(crate) fn stdout(mut self, file: File) -> Watch<'p> {
        self.stdout = Some(file);
        self
    }

    pub(crate) fn stdin(mut self, file: File) -> Watch<'p> {
        self.stdin = Some(file);
        self
    }

    /// Starts the run without waiting, for tests that kill it.
    pub(crate) fn start(self) -> Child {
        let null = || File::options().read(true).write(true).open("/dev/null").expect("/dev/null");
        let (stdin, stdout) = (self.stdin.unwrap_or_else(null), self.stdout.unwrap_or_else(null));
        let mut command = command(&self.folder, &self.arguments, &self.environment);
        command.stdin(stdin).stdout(stdout).stderr(null()).spawn().expect("the binary runs")
    }

    #[track_caller]
    pub(crate) fn run(mut self) -> Seen {
        let theirs = (!self.writes_for_people()).then(|| Belongings::of(self.project));
        let command_line = self.command_line();
        let (seen, peak) = self.follow(&command_line);
        assert!(!BUGS.contains(&seen.code), "{command_line} ended with a bug:\n{}{}", seen.stderr, seen.stdout);
        assert!(peak < MOST_MEMORY, "{command_line} took {} MiB", peak / 1024);
        seen.check_streams(&command_line, self.project);
        if let Some(theirs) = theirs {
            theirs.are_untouched(&command_line, self.project);
        }
        seen
    }

    fn command_line(&self) -> String {
        let words: Vec<String> =
            self.arguments.iter().map(|word| word.to_string_lossy().chars().take(60).collect()).collect();
        format!("`truthsayer {}`", words.join(" "))
    }

    /// Whether the command may write hand-written files; only two commands do.
    fn writes_for_people(&self) -> bool {
        self.arguments.first().is_some_and(|first| first == "new") || self.arguments.iter().any(|word| word == "--fix")
    }

    /// Runs to the end and returns the peak memory.
    #[track_caller]
    fn follow(&mut self, command_line: &str) -> (Seen, u64) {
        let (mut stdout, mut stderr) = (tempfile::tempfile().expect("a file"), tempfile::tempfile().expect("a file"));
        let mut command = command(&self.folder, &self.arguments, &self.environment);
        command.stdin(self.stdin.take().map_or_else(Stdio::null, Stdio::from));
        command.stdout(self.stdout.take().unwrap_or_else(|| stdout.try_clone().expect("a file")));
        command.stderr(stderr.try_clone().expect("a file"));
        let mut child = command.spawn().expect("the binary runs");
        let (started, mut peak) = (Instant::now(), 0);
        let status = loop {
            peak = peak.max(memory_of(&child));
            match child.try_wait().expect("its state") {
                Some(status) => break status,
                None if started.elapsed() > LIMIT => {
                    child.kill().expect("it can be killed");
                    child.wait().expect("its end");
                    panic!("it hangs: {command_line} has not ended after {} seconds", LIMIT.as_secs());
                }
                None => thread::sleep(Duration::from_millis(3)),
            }
        };
        let code = status.code().unwrap_or_else(|| panic!("{command_line} was ended by {status}"));
        (Seen { stdout: whole(&mut stdout), stderr: whole(&mut stderr), code }, peak)
    }
}

fn command(folder: &PathBuf, arguments: &[OsString], environment: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
    command.current_dir(folder).args(arguments);
    for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TRUTHSAYER_TODAY"] {
        command.env_remove(name);
    }
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command
}

/// The peak memory of a process in KiB; `None` if unknown. Right after the start it still
/// includes the memory of this process.
fn memory_of(child: &Child) -> u64 {
    let itself = fs::canonicalize(env!("CARGO_BIN_EXE_truthsayer")).expect("the binary");
    if !fs::read_link(format!("/proc/{}/exe", child.id())).is_ok_and(|program| program == itself) {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn whole(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().expect("the beginning");
    file.read_to_end(&mut bytes).expect("what was printed");
    String::from_utf8(bytes).expect("only UTF-8 is printed")
}

impl Seen {
    /// Checks that the output contains no invisible characters except our own colours, and no path of this machine.
    #[track_caller]
    fn check_streams(&self, command_line: &str, project: &Project) {
        let machine = project.path("").display().to_string();
        let machine = machine.trim_end_matches('/');
        for stream in [&self.stdout, &self.stderr] {
            let plain = without_our_colours(stream);
            let hidden = plain.char_indices().find(|(_, c)| text::is_hidden(*c) && !matches!(c, '\n' | '\t'));
            if let Some((at, c)) = hidden {
                let from = plain.floor_char_boundary(at.saturating_sub(60));
                let near: String = plain[from..].chars().take(120).collect();
                panic!("{command_line} printed {c:?}: {near:?}");
            }
            let names_machine = stream.contains(machine) && !command_line.contains(machine);
            assert!(!names_machine, "{command_line} printed a path of this machine:\n{stream}");
        }
    }

    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Seen {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks both streams: verdicts go to stdout, and messages about the run to stderr.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Seen {
        let both = without_our_colours(&self.stdout) + &without_our_colours(&self.stderr);
        let shown: String = both.chars().take(5000).collect();
        assert!(both.contains(words), "`{words}` is not reported:\n{shown}");
        self
    }

    #[track_caller]
    pub(crate) fn does_not_say(self, words: &str) -> Seen {
        let both = without_our_colours(&self.stdout) + &without_our_colours(&self.stderr);
        assert!(!both.contains(words), "`{words}` is reported:\n{both}");
        self
    }
}

/// Whether a colour is one of ours: bold, dimmed, eight colours, and those of boards. Other colours come from test
/// data.
fn is_ours(code: &str) -> bool {
    let plain = |code: &str| matches!(code, "0" | "1" | "2" | "4" | "30" | "31" | "32" | "33" | "34" | "35" | "36");
    let board = |code: &str| code.contains("38;5;") || code.contains("48;5;");
    board(code) || code.split(';').all(plain)
}

/// The text without the escape sequences that Truthsayer makes itself.
fn without_our_colours(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.strip_prefix('[').and_then(|rest| rest.split_once('m')).filter(|(code, _)| is_ours(code)) {
            Some((_, rest)) => plain.push_str(rest),
            None => {
                plain.push('\u{1b}');
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_run_is_measured() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let project = Project::new();
    let waiting = File::from(std::os::fd::OwnedFd::from(reader));
    let mut child = Watch::new(&project, &["engine", "dune"]).stdin(waiting).start();
    let started = Instant::now();
    while memory_of(&child) < 1000 {
        assert!(started.elapsed() < LIMIT, "nothing is seen of it");
        thread::sleep(Duration::from_millis(3));
    }
    drop(writer);
    assert!(child.wait().expect("its end").success());
}
