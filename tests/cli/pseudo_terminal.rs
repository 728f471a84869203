//! A pseudo-terminal in which the binary runs, and its screen.

use std::ffi::OsStr;
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use process_wrap::std::ChildWrapper;
use process_wrap::std::CommandWrap;
use process_wrap::std::ProcessSession;
use rustix::fs::Mode;
use rustix::fs::OFlags;
use rustix::process::Pid;
use rustix::process::Signal;
use rustix::pty::OpenptFlags;
use rustix::termios::Winsize;

/// Maximum waiting time, long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Columns and rows.
pub(crate) type Size = (u16, u16);

pub(crate) struct Terminal {
    master: OwnedFd,
    /// The other end, kept open to read its modes after the program has ended.
    slave: OwnedFd,
    before: String,
    child: Box<dyn ChildWrapper>,
    parser: vt100::Parser,
    /// All output so far.
    pub(crate) written: String,
}

impl Terminal {
    /// Runs the binary in a folder.
    pub(crate) fn run(folder: &Path, arguments: &[&str], size: Size, environment: &[(&str, &str)]) -> Terminal {
        Terminal::start(OsStr::new(env!("CARGO_BIN_EXE_truthsayer")), folder, arguments, size, environment)
    }

    /// Starts a program in a new session with this terminal as its controlling terminal.
    pub(crate) fn start(
        program: &OsStr,
        folder: &Path,
        arguments: &[&str],
        size: Size,
        environment: &[(&str, &str)],
    ) -> Terminal {
        let master = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        rustix::pty::grantpt(&master).expect("granted");
        rustix::pty::unlockpt(&master).expect("unlocked");
        let name = rustix::pty::ptsname(&master, Vec::new()).expect("a name").into_string().expect("a name");
        let slave = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("the other end");
        resize(&master, size);
        rustix::fs::fcntl_setfl(&master, OFlags::RDWR | OFlags::NONBLOCK).expect("no waiting");
        let mut command = CommandWrap::with_new("sh", |command| {
            command.args(["-c", "exec \"$@\" <\"$0\" >\"$0\" 2>&1", &name]).arg(program).args(arguments);
            command.current_dir(folder).env("TERM", "xterm-256color");
            ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"].iter().for_each(|name| {
                command.env_remove(name);
            });
            command.envs(environment.iter().copied());
        });
        // Read before the start, because the program may change them.
        let before = modes(&slave);
        let child = command.wrap(ProcessSession).spawn().expect("the program runs");
        let parser = vt100::Parser::new(lines(size.1), lines(size.0), 0);
        Terminal { master, slave, before, child, parser, written: String::new() }
    }

    /// Reads new output. Returns whether there was any.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let mut any = false;
        while let Ok(length @ 1..) = rustix::io::read(&self.master, &mut buffer) {
            self.parser.process(&buffer[..length]);
            self.written.push_str(&String::from_utf8_lossy(&buffer[..length]));
            any = true;
        }
        any
    }

    /// The screen as it is now, line by line.
    pub(crate) fn screen(&mut self) -> String {
        self.read();
        self.parser.screen().contents()
    }

    /// Waits until the screen fulfils a condition.
    #[track_caller]
    pub(crate) fn waits_for(&mut self, what: &str, fits: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !fits(&self.screen()) {
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    pub(crate) fn shows(&mut self, words: &str) {
        self.waits_for(words, |screen| screen.contains(words));
    }

    /// Types bytes as a keyboard sends them.
    pub(crate) fn types(&mut self, keys: &str) {
        rustix::io::write(&self.master, keys.as_bytes()).expect("a keyboard");
    }

    pub(crate) fn resize(&mut self, size: Size) {
        self.parser.screen_mut().set_size(lines(size.1), lines(size.0));
        resize(&self.master, size);
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        let child = Pid::from_raw(self.child.id().cast_signed()).expect("a process");
        rustix::process::kill_process(child, signal).expect("a signal");
    }

    /// Waits for the end and returns the exit code.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            let status = self.child.try_wait().expect("a state");
            self.read();
            if let Some(status) = status {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it goes on:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal has the same modes as before the program started.
    #[track_caller]
    pub(crate) fn is_as_it_was(&mut self) {
        self.read();
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the screen was left behind:\n{}", screen.contents());
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(modes(&self.slave), self.before, "keys are not read as before");
    }

    pub(crate) fn is_full_screen(&mut self) -> bool {
        self.read();
        self.parser.screen().alternate_screen()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn resize(terminal: &OwnedFd, (columns, rows): Size) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    rustix::termios::tcsetwinsize(terminal, size).expect("a size");
}

fn lines(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a size")
}

/// How a terminal reads keys and writes lines.
fn modes(terminal: &OwnedFd) -> String {
    let modes = rustix::termios::tcgetattr(terminal).expect("modes");
    format!("{:?} {:?} {:?}", modes.input_modes, modes.output_modes, modes.local_modes)
}
