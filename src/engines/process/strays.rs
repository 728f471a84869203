//! What an engine started, also where it left the engine's process group, so that stopping the group does not reach it.
//!
//! On Linux it is found in three ways: every engine carries a mark in its environment, which whatever it starts inherits;
//! whoever was started by one of the found is found, too; and what outlives whoever started it comes to this program,
//! which stops it in the end. Other systems do not tell; there only the group is stopped.

use std::sync::LazyLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::SystemTime;
use std::time::UNIX_EPOCH;

/// The variable that carries the mark.
pub const VARIABLE: &str = "TRUTHSAYER_ENGINE_PROCESS";

/// What the marks of this run begin with. Numbers of processes are used again, and in a container from 1 on; with the
/// time the mark is never that of another run.
static RUN: LazyLock<String> = LazyLock::new(|| {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-", std::process::id(), time.as_nanos())
});

/// How many marks there are.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A mark that no other engine of this or another run has.
pub fn new_mark() -> String {
    format!("{}{}", *RUN, COUNT.fetch_add(1, Ordering::Relaxed) + 1)
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
    use std::collections::HashMap;
    use std::collections::HashSet;
    use std::fs;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::Duration;

    use rustix::process::Pid;
    use rustix::process::Signal;
    use rustix::process::kill_process;

    use super::COUNT;
    use super::VARIABLE;

    /// Whoever is halted may have started another one a moment before.
    const ROUNDS: usize = 20;
    /// As long as a process takes to become another program; meanwhile it shows no environment.
    const MOMENT: Duration = Duration::from_millis(2);

    static ADOPTS: AtomicBool = AtomicBool::new(false);

    /// From now on whatever outlives whoever started it comes to this process. For a program that starts engines and nothing else
    /// that has to stay.
    pub fn adopt() {
        let own = rustix::process::getpid();
        ADOPTS.store(rustix::process::set_child_subreaper(Some(own)).is_ok(), Ordering::Relaxed);
    }

    /// Stops whatever is still a child of this process, with all that descends from it. For the end, after the engines.
    pub fn end_adopted() {
        if COUNT.load(Ordering::Relaxed) == 0 || !ADOPTS.load(Ordering::Relaxed) {
            return;
        }
        for _ in 0..ROUNDS {
            let found = descendants(&HashSet::from([rustix::process::getpid()]), &parents());
            if found.is_empty() {
                return;
            }
            halt(&found);
            for pid in found {
                let _ = kill_process(pid, Signal::KILL);
            }
            thread::sleep(MOMENT);
        }
    }

    /// Stops everything that carries the mark, with all that descends from it and from the engine itself.
    ///
    /// `others` are the engines that go on. All are halted first: a parent that ends would hide its children, and a running one could start more.
    pub fn end_marked(mark: &str, engine: Option<u32>, others: &[u32]) {
        let wanted = format!("{VARIABLE}={mark}");
        let engine = engine.and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        let mut family: HashSet<Pid> = engine.into_iter().collect();
        halt(&family);
        for _ in 0..ROUNDS {
            let found = relatives(&family, &wanted);
            if found.is_empty() {
                if !is_anybody_unclear(&family, others) {
                    break;
                }
                thread::sleep(MOMENT);
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

    /// Whoever is not yet known to belong to the family and does.
    fn relatives(family: &HashSet<Pid>, wanted: &str) -> HashSet<Pid> {
        let parents = parents();
        let marked = parents.keys().filter(|pid| !family.contains(pid) && carries(**pid, wanted));
        let marked: HashSet<Pid> = marked.copied().collect();
        let known = family.union(&marked).copied().collect();
        descendants(&known, &parents).union(&marked).copied().collect()
    }

    /// Whoever descends from somebody of a family and does not belong to it.
    fn descendants(family: &HashSet<Pid>, parents: &HashMap<Pid, Pid>) -> HashSet<Pid> {
        let mut found = HashSet::new();
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

    /// Whether something that came to this process shows no environment, as while it becomes another program.
    fn is_anybody_unclear(family: &HashSet<Pid>, engines: &[u32]) -> bool {
        let own = rustix::process::getpid();
        let is_engine = |pid: Pid| u32::try_from(pid.as_raw_nonzero().get()).is_ok_and(|pid| engines.contains(&pid));
        let came = |(pid, parent): (&Pid, &Pid)| *parent == own && !family.contains(pid) && !is_engine(*pid);
        let is_bare = |pid: Pid| environment(pid).is_some_and(|it| it.is_empty());
        ADOPTS.load(Ordering::Relaxed) && parents().iter().any(|(pid, parent)| came((pid, parent)) && is_bare(*pid))
    }

    fn parents() -> HashMap<Pid, Pid> {
        processes().filter_map(|pid| Some((pid, parent(pid)?))).collect()
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

    /// Who started a process, if it is alive. Its name may hold anything, but ends with the last parenthesis.
    fn parent(pid: Pid) -> Option<Pid> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        let mut fields = text.rsplit_once(") ")?.1.split(' ');
        let is_alive = fields.next().is_some_and(|state| !matches!(state, "Z" | "X"));
        let parent = fields.next()?.parse().ok().and_then(Pid::from_raw)?;
        is_alive.then_some(parent)
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub fn adopt() {}

    pub fn end_adopted() {}

    pub fn end_marked(_mark: &str, _engine: Option<u32>, _others: &[u32]) {}
}
