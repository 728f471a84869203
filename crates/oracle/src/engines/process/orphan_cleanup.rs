//! Stops all descendants of an engine, including those that left its process group.
//!
//! On Linux they are found in two ways: every engine has a mark in its environment, which its children inherit; and
//! children of found processes are found, too. A process that clears its environment and outlives its parent is not
//! found. On other systems only the process group is stopped.

use std::sync::LazyLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::SystemTime;
use std::time::UNIX_EPOCH;

/// The environment variable with the mark.
pub(crate) const VARIABLE: &str = "TRUTHSAYER_ENGINE_PROCESS";

/// Prefix of the marks of this run. Process ids are reused, and start at 1 in a container; the time makes the mark
/// unique.
static RUN: LazyLock<String> = LazyLock::new(|| {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-", std::process::id(), time.as_nanos())
});

/// Returns a unique mark.
pub(crate) fn new_mark() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("{}{}", *RUN, COUNT.fetch_add(1, Ordering::Relaxed) + 1)
}

#[cfg(target_os = "linux")]
pub(crate) use linux::end_marked;

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::end_marked;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashMap;
    use std::collections::HashSet;
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::Pid;
    use rustix::process::Signal;
    use rustix::process::kill_process;

    use super::VARIABLE;

    /// Maximum number of search rounds. A process may start another one just before it is stopped.
    const ROUNDS: usize = 20;
    /// Duration of an `exec`, during which a process shows no environment.
    const EXEC_TIME: Duration = Duration::from_millis(2);

    /// Stops everything with the mark, and all descendants of it and of the engine.
    ///
    /// All are suspended first: the children of a process that ended could not be found, and a running process could
    /// start more.
    pub(crate) fn end_marked(mark: &str, engine: Option<u32>) {
        let wanted = format!("{VARIABLE}={mark}");
        let engine = engine.and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        let mut family: HashSet<Pid> = engine.into_iter().collect();
        halt(&family);
        for _ in 0..ROUNDS {
            let found = relatives(&family, &wanted);
            if found.is_empty() {
                if !is_any_process_unclear(&family) {
                    break;
                }
                thread::sleep(EXEC_TIME);
            }
            halt(&found);
            family.extend(found);
        }
        for pid in family {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    fn halt(family: &HashSet<Pid>) {
        for pid in family {
            let _ = kill_process(*pid, Signal::STOP);
        }
    }

    /// Returns the relatives that are not yet in the family.
    fn relatives(family: &HashSet<Pid>, wanted: &str) -> HashSet<Pid> {
        let parents: HashMap<Pid, Pid> = processes().filter_map(|pid| Some((pid, parent(pid)?))).collect();
        let marked = parents.keys().filter(|pid| !family.contains(pid) && carries(**pid, wanted));
        let mut found: HashSet<Pid> = marked.copied().collect();
        loop {
            let belongs = |pid: &Pid| family.contains(pid) || found.contains(pid);
            let children = parents.iter().filter(|(child, parent)| belongs(parent) && !belongs(child));
            let children: Vec<Pid> = children.map(|(child, _)| *child).collect();
            if children.is_empty() {
                return found;
            }
            found.extend(children);
        }
    }

    /// Returns whether a process that is not older than this program shows no environment, as during an `exec`.
    fn is_any_process_unclear(family: &HashSet<Pid>) -> bool {
        const KERNEL: &str = "2";
        let Some(own) = fields(rustix::process::getpid()).and_then(|own| own.get(STARTED)?.parse::<u64>().ok()) else {
            return false;
        };
        let is_young = |pid: &Pid| {
            fields(*pid).is_some_and(|it| {
                let started = it.get(STARTED).and_then(|time| time.parse::<u64>().ok());
                it.get(PARENT).is_some_and(|parent| parent != KERNEL) && started.is_some_and(|time| time >= own)
            })
        };
        let is_bare = |pid: &Pid| environment(*pid).is_some_and(|it| it.is_empty());
        processes().any(|pid| !family.contains(&pid) && parent(pid).is_some() && is_bare(&pid) && is_young(&pid))
    }

    /// Indices of the parent and the start time among the fields after the process name.
    const PARENT: usize = 1;
    const STARTED: usize = 19;

    fn fields(pid: Pid) -> Option<Vec<String>> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        Some(text.rsplit_once(") ")?.1.split(' ').map(str::to_owned).collect())
    }

    fn environment(pid: Pid) -> Option<Vec<u8>> {
        fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).ok()
    }

    fn carries(pid: Pid, wanted: &str) -> bool {
        let environment = environment(pid).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
    }

    fn processes() -> impl Iterator<Item = Pid> {
        let own = rustix::process::getpid();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str().and_then(|name| name.parse().ok());
        entries.filter_map(number).filter_map(Pid::from_raw).filter(move |pid| *pid != own)
    }

    /// Returns the parent of a process, if it is alive. A process name may contain anything, but ends with the last
    /// parenthesis.
    fn parent(pid: Pid) -> Option<Pid> {
        let fields = fields(pid)?;
        let is_alive = fields.first().is_some_and(|state| !matches!(state.as_str(), "Z" | "X"));
        let parent = fields.get(PARENT)?.parse().ok().and_then(Pid::from_raw)?;
        is_alive.then_some(parent)
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub(crate) fn end_marked(_mark: &str, _engine: Option<u32>) {}
}
