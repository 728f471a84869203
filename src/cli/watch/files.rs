//! Files of a project that are saved while somebody works on them, as the system tells of them.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use std::time::Instant;

use notify::Config;
use notify::Event;
use notify::EventKind;
use notify::RecommendedWatcher;
use notify::RecursiveMode;
use notify::Watcher;
use notify::event::AccessKind;
use notify::event::AccessMode;
use notify::event::ModifyKind;
use walkdir::DirEntry;
use walkdir::WalkDir;

use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::saved;

/// An editor that saves writes, moves and removes in one go; when it has been quiet for so long, it is done.
const QUIET: Duration = Duration::from_millis(20);
/// Whoever writes on and on is not waited for.
const LONGEST: Duration = Duration::from_millis(500);

pub(super) struct WatchedFiles {
    /// The root as the system writes it, because that is how it tells of files.
    root: PathBuf,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    watched: BTreeSet<PathBuf>,
    /// The folders that are there, because what is gone no longer says that it was one.
    folders: BTreeSet<PathBuf>,
}

impl WatchedFiles {
    pub(super) fn new(root: &Path) -> io::Result<WatchedFiles> {
        let (tell, events) = mpsc::channel();
        // A link may lead to the whole of the machine.
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(tell, config).map_err(as_io)?;
        let root = root.canonicalize()?;
        let mut files = WatchedFiles { root, watcher, events, watched: BTreeSet::new(), folders: BTreeSet::new() };
        files.add(files.root.clone(), RecursiveMode::NonRecursive)?;
        Ok(files)
    }

    /// Watches the folders of a project as far as they are there; the others are added when they appear.
    pub(super) fn follow(&mut self, project: &Project) -> io::Result<()> {
        let entries = project.engines.values();
        let goldens = entries.clone().filter_map(|entry| entry.golden.as_deref());
        let folders = [project.rules.as_str(), &project.scenarios, &project.golden].into_iter().chain(goldens);
        // What is built in does not change while it runs.
        let is_external = entries.clone().any(|entry| !entry.command.is_empty());
        let sources = project.sources.iter().map(String::as_str).filter(|_| is_external);
        for folder in folders.chain(sources) {
            self.add(self.root.join(folder), RecursiveMode::Recursive)?;
        }
        for file in entries.flat_map(|entry| entry.files()) {
            if let Some(folder) = self.root.join(file).parent() {
                self.add(folder.to_path_buf(), RecursiveMode::NonRecursive)?;
            }
        }
        self.find_folders();
        Ok(())
    }

    fn add(&mut self, folder: PathBuf, mode: RecursiveMode) -> io::Result<()> {
        if !folder.exists() {
            // When it is made again, it is another one.
            self.watched.remove(&folder);
        } else if !self.watched.contains(&folder) {
            self.watcher.watch(&folder, mode).map_err(as_io)?;
            self.watched.insert(folder);
        }
        Ok(())
    }

    fn find_folders(&mut self) {
        let all = self.watched.iter().filter(|folder| **folder != self.root);
        let entries = all.flat_map(|folder| WalkDir::new(folder).into_iter().flatten());
        self.folders = entries.filter(|entry| entry.file_type().is_dir()).map(DirEntry::into_path).collect();
    }

    /// Waits until files that matter were saved and nobody writes any more. None when nobody can tell any longer.
    pub(super) fn wait(&mut self, project: &Project) -> Option<BTreeSet<String>> {
        let mut saved = BTreeSet::new();
        let mut begun: Option<Instant> = None;
        loop {
            let event = match begun {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(begun) if begun.elapsed() > LONGEST => Err(RecvTimeoutError::Timeout),
                Some(_) => self.events.recv_timeout(QUIET),
            };
            match event {
                // So much happened that some of it was not told.
                Ok(Ok(event)) if event.need_rescan() => saved.extend([project::FILE_NAME.to_owned()]),
                Ok(Ok(event)) if is_change(&event.kind) => saved.extend(self.paths(&event, project)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Some(saved),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if !saved.is_empty() {
                begun.get_or_insert_with(Instant::now);
            }
        }
    }

    /// The paths of an event that matter, below the project.
    fn paths(&self, event: &Event, project: &Project) -> Vec<String> {
        let own = event.paths.iter().filter_map(|path| Some((path, path.strip_prefix(&self.root).ok()?.to_str()?)));
        let shown = own.map(|(full, path)| {
            let path = path.replace(std::path::MAIN_SEPARATOR, "/");
            if self.folders.contains(full) || full.is_dir() { path + "/" } else { path }
        });
        shown.filter(|path| saved::matters(project, path)).collect()
    }
}

/// Reading a file changes nothing, and we read all of them.
fn is_change(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => *access == AccessKind::Close(AccessMode::Write),
        // Who may read it is not what it says.
        EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
        EventKind::Any | EventKind::Other => false,
    }
}

fn as_io(error: notify::Error) -> io::Error {
    match error.kind {
        notify::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
