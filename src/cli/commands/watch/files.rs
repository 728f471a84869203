//! Watches the files of a project for changes.

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

use truthsayer_oracle::run::affected_scenarios;
use truthsayer_oracle::suite::project;
use truthsayer_oracle::suite::project::Project;

/// Time without events after which a save is complete. Editors write, move and delete files in one save.
const QUIET: Duration = Duration::from_millis(20);
/// Maximum time to wait while events keep coming.
const LONGEST: Duration = Duration::from_millis(500);

pub(super) struct WatchedFiles {
    /// The canonical root, because events contain canonical paths.
    root: PathBuf,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    watched: BTreeSet<PathBuf>,
    /// Existing folders, to recognise events for deleted folders.
    folders: BTreeSet<PathBuf>,
}

impl WatchedFiles {
    pub(super) fn new(root: &Path) -> io::Result<WatchedFiles> {
        let (sender, events) = mpsc::channel();
        // Links are not followed: one may lead to the whole file system.
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(sender, config).map_err(as_io)?;
        let root = root.canonicalize()?;
        let mut files = WatchedFiles { root, watcher, events, watched: BTreeSet::new(), folders: BTreeSet::new() };
        files.add(files.root.clone(), RecursiveMode::NonRecursive)?;
        Ok(files)
    }

    /// Watches the existing folders of a project. Others are added when they appear.
    pub(super) fn follow(&mut self, project: &Project) -> io::Result<()> {
        let entries = project.engines.values();
        let goldens = entries.clone().filter_map(|entry| entry.golden.as_deref());
        let folders = [project.rules.as_str(), &project.scenarios, &project.golden].into_iter().chain(goldens);
        // Built-in engines have no files to watch.
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
            // A folder that is created again needs a new watch.
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

    /// Waits until relevant files were saved and no more events arrive. None if the watcher has failed.
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
                // Events were lost, so everything may have changed.
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

    /// The relevant paths of an event, relative to the project.
    fn paths(&self, event: &Event, project: &Project) -> Vec<String> {
        let own = event.paths.iter().filter_map(|path| Some((path, path.strip_prefix(&self.root).ok()?.to_str()?)));
        let shown = own.map(|(full, path)| {
            let path = path.replace(std::path::MAIN_SEPARATOR, "/");
            if self.folders.contains(full) || full.is_dir() { path + "/" } else { path }
        });
        shown.filter(|path| affected_scenarios::matters(project, path)).collect()
    }
}

/// Whether an event changes content. Excludes reads, which our own runs cause.
fn is_change(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => *access == AccessKind::Close(AccessMode::Write),
        // Permissions do not change the content.
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
