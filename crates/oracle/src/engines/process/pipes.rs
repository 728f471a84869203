//! The three pipes of a process. None of them can block the oracle.
//!
//! On Unix the asking thread waits for all of them at once. Elsewhere each has its own thread.

#[cfg(unix)]
pub mod polled;
#[cfg(any(test, not(unix)))]
pub mod threaded;

use std::process::ChildStderr;
use std::process::ChildStdin;
use std::process::ChildStdout;
use std::sync::Mutex;

use super::process_registry::lock;
use truthsayer_protocol::wire::LONGEST_LINE;

#[cfg(unix)]
pub(crate) use polled::Polled as Pipes;
#[cfg(not(unix))]
pub(crate) use threaded::Threaded as Pipes;

/// The ends of the pipes that belong to the oracle.
pub(crate) struct PipeEnds {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
}

/// Output of an engine.
#[derive(Debug, PartialEq)]
pub(crate) enum EngineOutput {
    Line(String),
    /// Output that is not a line of text, and why. No more is read.
    Noise(String),
}

impl EngineOutput {
    /// Returns a line without its line break.
    fn line(bytes: Vec<u8>) -> EngineOutput {
        if bytes.len() > LONGEST_LINE {
            return EngineOutput::Noise(format!("a line is longer than {} MiB", LONGEST_LINE / 1024 / 1024));
        }
        match String::from_utf8(bytes) {
            Ok(line) => EngineOutput::Line(line),
            Err(_) => EngineOutput::Noise("a line is not UTF-8".to_owned()),
        }
    }
}

/// Why there is no output.
#[derive(Debug, PartialEq)]
pub(crate) enum Silence {
    /// Not yet.
    Waiting,
    /// The engine closed its stdout.
    Closed,
}

/// Maximum length of the kept stderr output.
const LONGEST_STDERR: usize = 2000;

/// The end of the engine's stderr output.
#[derive(Default)]
struct LastWords(Mutex<String>);

impl LastWords {
    fn add(&self, bytes: &[u8]) {
        let mut kept = lock(&self.0);
        kept.push_str(&String::from_utf8_lossy(bytes));
        let cut = kept.ceil_char_boundary(kept.len().saturating_sub(LONGEST_STDERR));
        kept.drain(..cut);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::polled::Polled;
    use super::threaded::Threaded;
    use super::*;
    use std::process::Child;
    use std::process::Command;
    use std::process::Stdio;
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(60);

    /// Starts a shell script and opens its pipes.
    fn start(script: &str) -> (Child, PipeEnds) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else { panic!("pipes") };
        (child, PipeEnds { stdin, stdout, stderr })
    }

    /// Runs the same test with both kinds of pipes.
    macro_rules! both {
        ($script:expr, |$pipes:ident| $test:block) => {{
            let (mut child, ends) = start($script);
            let mut $pipes = Polled::open(ends).expect("pipes");
            $test
            drop($pipes);
            child.wait().expect("an end");
            let (mut child, ends) = start($script);
            let mut $pipes = Threaded::open(ends).expect("pipes");
            $test
            drop($pipes);
            child.wait().expect("an end");
        }};
    }

    #[test]
    fn lines_arrive_one_by_one() {
        both!("read x; printf 'a%s\\nb\\nc' $x", |pipes| {
            assert_eq!(pipes.receive(Duration::ZERO), Err(Silence::Waiting));
            pipes.send("1".to_owned());
            for line in ["a1", "b", "c"] {
                assert_eq!(pipes.receive(LONG), Ok(EngineOutput::Line(line.to_owned())));
            }
            assert_eq!(pipes.receive(LONG), Err(Silence::Closed));
        });
    }

    /// More than fits into a pipe, in all three at the same time.
    #[test]
    fn a_long_question_passes_a_long_answer_and_much_noise() {
        let long = "x".repeat(1_000_000);
        both!("head -c 300000 /dev/zero | tr '\\0' e >&2; cat; echo end >&2", |pipes| {
            pipes.send(long.clone());
            assert_eq!(pipes.receive(LONG), Ok(EngineOutput::Line(long.clone())));
            pipes.finish("bye".to_owned());
            assert_eq!(pipes.receive(LONG), Ok(EngineOutput::Line("bye".to_owned())));
            assert_eq!(pipes.receive(LONG), Err(Silence::Closed));
            pipes.await_last_words(LONG);
            assert!(pipes.last_words().ends_with("eend\n"), "{}", pipes.last_words());
            assert_eq!(pipes.take_last_words().len(), LONGEST_STDERR);
            assert_eq!(pipes.last_words(), "");
        });
    }

    #[test]
    fn output_that_is_not_a_line_of_text_ends_the_reading() {
        both!("printf 'a\\377\\nb\\n'", |pipes| {
            assert_eq!(pipes.receive(LONG), Ok(EngineOutput::Noise("a line is not UTF-8".to_owned())));
            assert_eq!(pipes.receive(LONG), Err(Silence::Closed));
        });
        let script = format!("head -c {} /dev/zero", LONGEST_LINE + 100_000);
        both!(&script, |pipes| {
            assert_eq!(pipes.receive(LONG), Ok(EngineOutput::Noise("a line is longer than 16 MiB".to_owned())));
            assert_eq!(pipes.receive(LONG), Err(Silence::Closed));
        });
    }

    #[test]
    fn an_engine_that_reads_nothing_ends_like_any_other() {
        both!("exec <&-; sleep 0.1; echo said >&2", |pipes| {
            pipes.send("x".repeat(1_000_000));
            pipes.pass(Duration::from_millis(1));
            assert_eq!(pipes.receive(LONG), Err(Silence::Closed));
            pipes.await_last_words(LONG);
            assert_eq!(pipes.last_words(), "said\n");
        });
    }
}
