//! What an engine started and sent out of its process group, so that stopping the group does not reach it.
//!
//! Every engine carries a mark in its environment, which whatever it starts inherits. On Linux the marked are found and
//! stopped. Other systems do not tell, and whoever leaves the group and drops its environment is not found.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

/// The variable that carries the mark.
pub const VARIABLE: &str = "TRUTHSAYER_ENGINE_PROCESS";

/// A mark that no other engine of this or another run has.
pub fn new_mark() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed) + 1)
}

#[cfg(target_os = "linux")]
pub use linux::end_marked;

#[cfg(not(target_os = "linux"))]
pub use elsewhere::end_marked;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::Pid;
    use rustix::process::Signal;

    use super::VARIABLE;

    /// Whoever is stopped may have started another one a moment before.
    const ROUNDS: usize = 10;

    /// Stops everything that carries the mark.
    pub fn end_marked(mark: &str) {
        let wanted = format!("{VARIABLE}={mark}");
        let carries = |pid: Pid| {
            let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
        };
        end_while_found(carries);
    }

    fn end_while_found(wanted: impl Fn(Pid) -> bool) {
        for _ in 0..ROUNDS {
            let found: Vec<Pid> = processes().filter(|pid| wanted(*pid) && is_alive(*pid)).collect();
            if found.is_empty() {
                return;
            }
            for pid in found {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
    }

    fn processes() -> impl Iterator<Item = Pid> {
        let own = rustix::process::getpid();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str().and_then(|name| name.parse().ok());
        entries.filter_map(number).filter_map(Pid::from_raw).filter(move |pid| *pid != own)
    }

    /// The fields of its state after the name, which may hold anything but ends with the last parenthesis.
    fn state(pid: Pid) -> Option<String> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        Some(text.rsplit_once(") ")?.1.to_owned())
    }

    fn is_alive(pid: Pid) -> bool {
        state(pid).is_some_and(|state| !state.starts_with(['Z', 'X']))
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub fn end_marked(_mark: &str) {}
}
