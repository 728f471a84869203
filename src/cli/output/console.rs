//! The console: results go to stdout, messages about the run to stderr. A closed pipe is not an error.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use indicatif::ProgressStyle;

use crate::cli::args::Arguments;
use crate::cli::args::Color;
use crate::cli::env::environment::Environment;
use crate::cli::output::recording::RecordingFile;
use crate::report::machine::github;
use crate::report::text::wrapping;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::engines::process::recorder::Recorder;
use truthsayer_oracle::hunt::HuntObserver;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::run::Progress;
use truthsayer_protocol::text;

pub(crate) struct Console {
    pub quiet: bool,
    pub verbose: bool,
    bar_wanted: bool,
    /// Whether results go to a terminal.
    on_terminal: bool,
    /// Whether the reader closed the pipe.
    closed: AtomicBool,
    bar: Mutex<Option<ProgressBar>>,
    /// The reason why stdout could not be written.
    lost: OnceLock<String>,
    /// Whether the CI service reads commands from the output. Untrusted text must not contain any.
    defuses: bool,
    /// The unfinished recording of `--record`.
    recording: Mutex<Option<RecordingFile>>,
}

impl Console {
    /// Decides once whether both streams keep colours.
    pub(crate) fn new(arguments: &Arguments, environment: &Environment) -> Console {
        colored::control::set_override(true);
        let choice = match arguments.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        wrapping::set(environment.columns);
        let bar_wanted = environment.stderr_is_terminal && !arguments.quiet && arguments.color != Color::Never;
        Console {
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            bar_wanted,
            on_terminal: environment.stdout_is_terminal,
            closed: AtomicBool::new(false),
            bar: Mutex::new(None),
            lost: OnceLock::new(),
            defuses: environment.services.on_github,
            recording: Mutex::new(None),
        }
    }

    /// Prints a result, folded to the width of the terminal.
    pub(crate) fn result(&self, text: &str) {
        self.copied(&wrapping::fitting(text));
    }

    /// Prints a result without folding, so that it can be copied into a file.
    pub(crate) fn copied(&self, text: &str) {
        self.data(&self.fit(text));
    }

    /// Prints a machine-readable result. Escapes strings that a CI service would read as commands.
    pub(crate) fn data(&self, text: &str) {
        match print(text, self.defuses) {
            // The reader closed the pipe: not an error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed.store(true, Ordering::Relaxed),
            Err(error) => {
                self.lost.get_or_init(|| safe_read::reason(&error));
            }
            Ok(()) => {}
        }
    }

    /// Prints a machine-readable result while it is produced, because it may not fit into memory.
    pub(crate) fn stream(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.streamed(Console::data, write);
    }

    /// Prints a folded result while it is produced.
    pub(crate) fn stream_result(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.streamed(Console::result, write);
    }

    fn streamed(&self, print: fn(&Console, &str), write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut lines = LineStream { output: self, print, held: Vec::new() };
        // The console keeps the reason if writing fails.
        let _: io::Result<()> = write(&mut lines);
        lines.put(lines.held.len());
    }

    /// Replaces the result on a terminal; elsewhere prints it with a separator line.
    pub(crate) fn fresh(&self, text: &str) {
        if self.on_terminal {
            // Clears the screen, but not the scrollback.
            let _: io::Result<()> = io::stdout().lock().write_all(b"\x1b[H\x1b[J");
            self.result(text);
        } else {
            self.result(&format!("{text}{}\n", "-".repeat(80)));
        }
    }

    /// Whether stdout can no longer be written.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.lost.get().is_some()
    }

    /// Stores a recording until `finish_recording`.
    pub(crate) fn keep(&self, recording: RecordingFile) -> Arc<Recorder> {
        let recorder = Arc::clone(&recording.recorder);
        *self.recording.lock().unwrap_or_else(PoisonError::into_inner) = Some(recording);
        recorder
    }

    /// Completes the recording and moves it into place.
    pub(crate) fn finish_recording(&self) -> Result<(), String> {
        let recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(remark) = recording.map_or(Ok(None), RecordingFile::finish)? {
            self.about(&format!("note: {remark}\n"));
        }
        Ok(())
    }

    /// The error message if stdout could not be written.
    pub(crate) fn lost(&self) -> Option<String> {
        self.lost.get().map(|reason| format!("cannot write to stdout: {reason}"))
    }

    /// Prints a message about the run to stderr.
    pub(crate) fn about(&self, text: &str) {
        complain(&self.fit(&wrapping::fitting(text)));
    }

    /// Prints commands for the CI service to stderr.
    pub(crate) fn command_about(&self, text: &str) {
        complain(text);
    }

    fn fit<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.defuses { Cow::Owned(github::defused(text)) } else { Cow::Borrowed(text) }
    }
}

/// Prints machine-readable text to stdout. Escapes strings that a CI service would read as commands.
pub(crate) fn print(text: &str, defuses: bool) -> io::Result<()> {
    let text = if defuses { Cow::Owned(text.replace("##[", "##\\u005b")) } else { Cow::Borrowed(text) };
    put(anstream::stdout().lock(), &text)
}

/// Buffers a stream and prints whole lines.
struct LineStream<'o> {
    output: &'o Console,
    print: fn(&Console, &str),
    held: Vec<u8>,
}

impl LineStream<'_> {
    const ENOUGH: usize = 1 << 16;

    fn put(&mut self, length: usize) {
        (self.print)(self.output, &String::from_utf8_lossy(&self.held[..length]));
        self.held.drain(..length);
    }
}

impl Write for LineStream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.output.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.held.extend_from_slice(bytes);
        if self.held.len() >= LineStream::ENOUGH
            && let Some(end) = self.held.iter().rposition(|byte| *byte == b'\n')
        {
            self.put(end + 1);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A progress bar on a terminal, nothing elsewhere.
impl Progress for Console {
    fn begin(&self, length: usize, doing: &'static str) {
        if self.bar_wanted {
            let bar = ProgressBar::new(length as u64).with_message(doing).with_style(bar_style(length));
            bar.tick();
            *self.bar() = Some(bar);
        }
    }

    fn extend(&self, more: usize) {
        if self.bar_wanted
            && more > 0
            && let Some(bar) = self.bar().as_ref()
        {
            // A stage that is done gives way to the next, so that the total is always the true one.
            if bar.length().is_some_and(|length| bar.position() >= length) {
                bar.reset();
                bar.set_length(0);
            }
            bar.set_style(bar_style(more));
            bar.inc_length(more as u64);
        }
    }

    fn tick(&self) {
        if self.bar_wanted
            && let Some(bar) = self.bar().as_ref()
        {
            bar.inc(1);
        }
    }

    fn end(&self) {
        if let Some(bar) = self.bar().take() {
            bar.finish_and_clear();
        }
    }
}

/// A bar with the estimated time, or only the message without a limit.
fn hunt_style(is_limited: bool) -> ProgressStyle {
    let template = if is_limited { "{msg} {wide_bar} {eta} left" } else { "{msg} …" };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A bar with the total and the estimated time, or only the message while the total is unknown.
fn bar_style(length: usize) -> ProgressStyle {
    let template = if length == 0 { "{msg} …" } else { "{msg} {wide_bar} {pos}/{len}, {eta} left" };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl HuntObserver for Console {
    fn progress(&self, catch: &Catch, spent: Option<(u64, u64)>) {
        if !self.bar_wanted {
            return;
        }
        let mut bar = self.bar();
        let new = || ProgressBar::new(spent.map_or(0, |(_, all)| all)).with_style(hunt_style(spent.is_some()));
        let bar = bar.get_or_insert_with(new);
        if let Some((spent, all)) = spent {
            bar.set_length(all);
            bar.set_position(spent);
        }
        let rate = catch.plays as f64 / bar.elapsed().as_secs_f64().max(0.001);
        let Catch { attempts, last_new, started: (played, all), .. } = catch;
        let found = catch.findings.len();
        // Fits into 80 columns.
        bar.set_message(match attempts {
            0 => format!("{played} of {all} starting points ran, {rate:.0} runs/s, {found} found"),
            _ => format!("{attempts} generated, {rate:.0} runs/s, {found} found, last after {last_new}"),
        });
        bar.tick();
    }
}

impl Console {
    fn bar(&self) -> MutexGuard<'_, Option<ProgressBar>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Prints an error to stderr.
pub(crate) fn complain(text: &str) {
    // If stderr fails, there is no other place to report it.
    let _: io::Result<()> = put(anstream::stderr().lock(), text);
}

/// Removes control characters, except our own colours. Protects the terminal from untrusted text.
fn only_colours(text: &str) -> Cow<'_, str> {
    if text::is_harmless(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (index, part) in text.split('\u{1b}').enumerate() {
        let colour = part.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        let is_colour = |code: &str| code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
        match colour.filter(|(code, _)| index > 0 && is_colour(code)) {
            Some((code, rest)) => {
                shown.push_str("\u{1b}[");
                shown.push_str(code);
                shown.push('m');
                shown.push_str(&text::harmless(rest));
            }
            None => shown.push_str(&text::harmless(part)),
        }
    }
    Cow::Owned(shown)
}

fn put(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(only_colours(text).as_bytes()).and_then(|()| stream.flush())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_colours_pass_and_nothing_else_does() {
        assert_eq!(only_colours("\u{1b}[1;31mred\u{1b}[0m\n"), "\u{1b}[1;31mred\u{1b}[0m\n");
        assert_eq!(only_colours("a\u{1b}[2Jb\u{1b}]0;title\u{7}c\u{9b}1md"), "a[2Jb]0;titlec1md");
        assert_eq!(only_colours("plain"), "plain");
    }
}
