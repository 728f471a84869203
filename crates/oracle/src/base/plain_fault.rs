//! Faults and reasons of an engine that are safe to show.

use truthsayer_protocol::Fault;
use truthsayer_protocol::text;

/// Maximum length of a reason. Each scenario keeps its own.
const LONGEST_REASON: usize = 2000;

/// Returns a reason that is safe to show.
pub(crate) fn reason(said: &str) -> String {
    text::one_line(&text::cut(said, LONGEST_REASON))
}

/// Returns a fault with sanitized texts.
pub(crate) fn plain_fault(fault: Fault) -> Fault {
    match fault {
        Fault::NotStarted { command, why } => {
            Fault::NotStarted { command: text::one_line(&command), why: reason(&why) }
        }
        Fault::TimedOut { to, after, last_words } => {
            Fault::TimedOut { to: text::one_line(&to).into(), after, last_words: text::harmless(&last_words) }
        }
        Fault::Died { how, last_words } => Fault::Died { how: reason(&how), last_words: text::harmless(&last_words) },
        Fault::Garbled { line, why, last_words } => {
            Fault::Garbled { line: text::one_line(&line), why: reason(&why), last_words: text::harmless(&last_words) }
        }
        Fault::Changed { what } => Fault::Changed { what: reason(&what) },
        fault => fault,
    }
}
