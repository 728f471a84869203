//! Where a command writes: results to stdout, everything about the run to stderr. A closed pipe is no error.

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

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Color;
use crate::cli::recording::RecordingFile;
use crate::cli::surroundings::Surroundings;
use crate::engines::process::recorder::Recorder;
use crate::oracle::disk;
use crate::oracle::hunt::HuntObserver;
use crate::oracle::hunt::finding::Catch;
use crate::oracle::run::Progress;
use crate::protocol::text;
use crate::report::github;
use crate::report::screen;

pub(crate) struct Output {
    pub quiet: bool,
    pub verbose: bool,
    bar_wanted: bool,
    /// Whether results go to a terminal, which can be cleared.
    on_terminal: bool,
    /// Whether whoever read the results has gone.
    closed: AtomicBool,
    bar: Mutex<Option<ProgressBar>>,
    /// Why a part of the result could not be written.
    lost: OnceLock<String>,
    /// Whether somebody reads what is printed for commands, which no text of a stranger may be.
    defuses: bool,
    /// The recording that `--record` asks for, until it is complete.
    recording: Mutex<Option<RecordingFile>>,
}

impl Output {
    /// Text is always coloured inside and stripped here, so that one decision holds for both streams.
    pub(crate) fn new(arguments: &Arguments, surroundings: &Surroundings) -> Output {
        colored::control::set_override(true);
        let choice = match arguments.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        screen::set(surroundings.columns);
        let bar_wanted = surroundings.stderr_is_terminal && !arguments.quiet && arguments.color != Color::Never;
        Output {
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            bar_wanted,
            on_terminal: surroundings.stdout_is_terminal,
            closed: AtomicBool::new(false),
            bar: Mutex::new(None),
            lost: OnceLock::new(),
            defuses: surroundings.services.on_github,
            recording: Mutex::new(None),
        }
    }

    /// A result for people.
    pub(crate) fn result(&self, text: &str) {
        self.copied(&screen::fitting(text));
    }

    /// A result that people may copy into a file: none of its lines is folded.
    pub(crate) fn copied(&self, text: &str) {
        self.data(&self.fit(text));
    }

    /// A result that programs read, as it is; where the service reads commands, no string in JSON is one.
    pub(crate) fn data(&self, text: &str) {
        let text = if self.defuses { Cow::Owned(text.replace("##[", "##\\u005b")) } else { Cow::Borrowed(text) };
        match put(anstream::stdout().lock(), &text) {
            // Whoever closed the pipe has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed.store(true, Ordering::Relaxed),
            Err(error) => {
                self.lost.get_or_init(|| disk::reason(&error));
            }
            Ok(()) => {}
        }
    }

    /// The same while it is made, for what may be too long to hold.
    pub(crate) fn stream(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.streamed(Output::data, write);
    }

    /// A result for people while it is made.
    pub(crate) fn stream_result(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.streamed(Output::result, write);
    }

    fn streamed(&self, tell: fn(&Output, &str), write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut lines = LineStream { output: self, tell, held: Vec::new() };
        // Why it ended early, if it did, is kept where it was met.
        let _: io::Result<()> = write(&mut lines);
        lines.put(lines.held.len());
    }

    /// A result in place of the one before: on a clear screen, or elsewhere behind a rule.
    pub(crate) fn fresh(&self, text: &str) {
        if self.on_terminal {
            // From the top left corner, everything below; what has scrolled away stays to be looked at.
            let _: io::Result<()> = io::stdout().lock().write_all(b"\x1b[H\x1b[J");
            self.result(text);
        } else {
            self.result(&format!("{text}{}\n", "-".repeat(80)));
        }
    }

    /// Whether nobody can read results any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.lost.get().is_some()
    }

    /// Takes a recording that is finished later.
    pub(crate) fn keep(&self, recording: RecordingFile) -> Arc<Recorder> {
        let recorder = Arc::clone(&recording.recorder);
        *self.recording.lock().unwrap_or_else(PoisonError::into_inner) = Some(recording);
        recorder
    }

    /// Puts the recording in its place, now that everything is recorded.
    pub(crate) fn finish_recording(&self) -> Result<(), String> {
        let recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(remark) = recording.map_or(Ok(None), RecordingFile::finish)? {
            self.about(&format!("note: {remark}\n"));
        }
        Ok(())
    }

    /// Why a part of the result could not be written to stdout.
    pub(crate) fn lost(&self) -> Option<String> {
        self.lost.get().map(|reason| format!("cannot write to stdout: {reason}"))
    }

    pub(crate) fn about(&self, text: &str) {
        complain(&self.fit(&screen::fitting(text)));
    }

    /// Commands to whoever reads what is printed, where stdout is for something else.
    pub(crate) fn command_about(&self, text: &str) {
        complain(text);
    }

    fn fit<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.defuses { Cow::Owned(github::defused(text)) } else { Cow::Borrowed(text) }
    }
}

/// A result on its way, some whole lines at a time.
struct LineStream<'o> {
    output: &'o Output,
    tell: fn(&Output, &str),
    held: Vec<u8>,
}

impl LineStream<'_> {
    const ENOUGH: usize = 1 << 16;

    fn put(&mut self, length: usize) {
        (self.tell)(self.output, &String::from_utf8_lossy(&self.held[..length]));
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

/// A bar on a terminal, nothing elsewhere.
impl Progress for Output {
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

/// A bar with a total, or only the message while the total is not known.
fn bar_style(length: usize) -> ProgressStyle {
    let template = if length == 0 { "{msg} …" } else { "{msg} {wide_bar} {pos}/{len}" };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl HuntObserver for Output {
    fn tell(&self, catch: &Catch) {
        if !self.bar_wanted {
            return;
        }
        let mut bar = self.bar();
        let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
        let rate = catch.plays as f64 / bar.elapsed().as_secs_f64().max(0.001);
        let Catch { attempts, last_new, started: (played, all), .. } = catch;
        let found = catch.findings.len();
        // It fits on a terminal of 80 columns.
        bar.set_message(match attempts {
            0 => format!("{played} of the suite's {all} played, {rate:.0} plays/s, {found} found"),
            _ => format!("{attempts} made up, {rate:.0} plays/s, {found} found, last new after {last_new}"),
        });
        bar.tick();
    }
}

impl Output {
    fn bar(&self) -> MutexGuard<'_, Option<ProgressBar>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells on stderr why nothing could be begun.
pub(crate) fn complain(text: &str) {
    // What cannot be told on stderr cannot be told anywhere.
    let _: io::Result<()> = put(anstream::stderr().lock(), text);
}

/// The last door: whatever went wrong before, nothing but text and our own colours reaches a terminal.
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
