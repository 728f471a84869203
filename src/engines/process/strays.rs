//! What an engine started and sent out of its process group, so that stopping the group does not reach it.
//!
//! Every engine carries a mark in its environment, which whatever it starts inherits. On Linux the marked are found and
//! stopped; and the program adopts whoever loses its parent, so that those without the mark are found in the end, too.
//! Other systems tell neither.

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
pub use linux::adopt;
#[cfg(target_os = "linux")]
pub use linux::end_adopted;
#[cfg(target_os = "linux")]
pub use linux::end_marked;

#[cfg(not(target_os = "linux"))]
pub use elsewhere::adopt;
#[cfg(not(target_os = "linux"))]
pub use elsewhere::end_adopted;
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

    /// From now on whoever loses its parent among what this program has started becomes its child.
    pub fn adopt() {
        // A kernel that cannot do it leaves the marks.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Stops every child that is left, and what they leave behind. For the end of the program, when no engine is
    /// wanted any more.
    pub fn end_adopted() {
        let own = rustix::process::getpid();
        end_while_found(|pid| parent_of(pid) == Some(own));
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

    fn parent_of(pid: Pid) -> Option<Pid> {
        Pid::from_raw(state(pid)?.split(' ').nth(1)?.parse().ok()?)
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub fn end_marked(_mark: &str) {}
    pub fn adopt() {}
    pub fn end_adopted() {}
}
