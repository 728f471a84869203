//! Where a command writes: results to stdout, everything about the run to stderr. A closed pipe is no error.

use std::io;
use std::io::Write;
use std::sync::OnceLock;

use indicatif::ProgressBar;
use indicatif::ProgressStyle;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Color;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;

pub struct Output {
    pub quiet: bool,
    pub verbose: bool,
    bar_wanted: bool,
    /// Why a part of the result could not be written.
    lost: OnceLock<String>,
}

impl Output {
    /// Text is always coloured inside and stripped here, so that one decision holds for both streams.
    pub fn new(arguments: &Arguments, around: &Surroundings) -> Output {
        colored::control::set_override(true);
        let choice = match arguments.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let bar_wanted = around.stderr_is_terminal && !arguments.quiet && arguments.color != Color::Never;
        Output { quiet: arguments.quiet, verbose: arguments.verbose, bar_wanted, lost: OnceLock::new() }
    }

    pub fn result(&self, text: &str) {
        if let Err(error) = put(anstream::stdout().lock(), text) {
            self.lost.get_or_init(|| disk::reason(&error));
        }
    }

    /// Why the result did not reach its reader, where it did not.
    pub fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    pub fn about(&self, text: &str) {
        // What cannot be told on stderr cannot be told anywhere.
        let _: io::Result<()> = put(anstream::stderr().lock(), text);
    }

    /// A bar on a terminal, nothing elsewhere.
    pub fn bar(&self, length: usize, doing: &'static str) -> ProgressBar {
        if !self.bar_wanted {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(length as u64).with_message(doing);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}");
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}

/// Whoever closed the pipe has seen enough.
fn put(mut stream: impl Write, text: &str) -> io::Result<()> {
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
