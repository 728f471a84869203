//! Writes files atomically, never outside the project, and never through a link.

use std::fs;
use std::io;
use std::io::Write;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;
use std::process;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use walkdir::WalkDir;

/// Prefix of temporary files. The id of the writing process follows.
const UNFINISHED: &str = ".truthsayer-";

/// Writes a file of the project so that a reader sees the old text or the new text, never a part. Creates folders.
pub fn write(root: &Path, path: &str, text: &str) -> io::Result<()> {
    let folder = folder_of(root, path, true)?;
    write_whole(&root.join(path), &folder, text)
}

/// Checks that a file of the project may be written: it is a regular file or does not exist, and its path has no link.
pub fn check(root: &Path, path: &str) -> io::Result<()> {
    match folder_of(root, path, false).and_then(|_| refuse_special(&root.join(path))) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file that the user named, atomically. Creates folders. `working` is the working directory.
pub fn write_named(working: &Path, path: &Path, text: &str) -> io::Result<()> {
    let target = working.join(path);
    let folder = named_folder(working, parent(&target), true)?;
    clear(WalkDir::new(&folder).max_depth(1));
    write_whole(&target, &folder, text)
}

/// Checks that a file that the user named may be written: it is a regular file or does not exist, and its path has no
/// link.
pub fn check_named(working: &Path, path: &Path) -> io::Result<()> {
    let target = working.join(path);
    match named_folder(working, parent(&target), false).and_then(|_| refuse_special(&target)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns a folder that the user named, and creates it if `make` is set.
///
/// Links in the path are refused, because a checkout of untrusted files may contain one that leads anywhere; the user
/// can name its target. Two kinds of links are accepted, because the author of the files cannot create them: those
/// above the working directory, and those in the root folder of the system, such as `/tmp` and `/var` on macOS.
pub fn named_folder(working: &Path, folder: &Path, make: bool) -> io::Result<PathBuf> {
    let full = working.join(folder);
    let here = fs::canonicalize(working)?;
    let is_here = |above: &&Path| fs::canonicalize(above).is_ok_and(|it| it == here);
    let mut way = full.ancestors().find(is_here).map(Path::to_path_buf).unwrap_or_default();
    let rest: Vec<Component<'_>> = full.strip_prefix(&way).unwrap_or(&full).components().collect();
    for part in rest {
        let is_in_root = way.parent().is_none() && way.has_root();
        way.push(part);
        if matches!(part, Component::Prefix(_) | Component::RootDir) {
            continue;
        }
        match fs::symlink_metadata(&way) {
            Ok(found) if found.is_symlink() && !is_in_root => {
                let link = way.strip_prefix(working).unwrap_or(&way).display();
                return Err(io::Error::other(format!("`{link}` is a link; name its target instead")));
            }
            Ok(_) => {}
            Err(error) if make && error.kind() == io::ErrorKind::NotFound => make_folder(&way)?,
            Err(error) => return Err(error),
        }
    }
    Ok(full)
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// A file that the user named and that is written in pieces. It replaces the target only when it is complete.
pub struct UnfinishedFile {
    file: tempfile::NamedTempFile,
    target: PathBuf,
    _listed: Listed,
}

/// Files that are being written. They are removed if the process ends early.
static UNFINISHED_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Keeps a path on the list until it is dropped.
struct Listed(PathBuf);

impl Listed {
    fn new(path: &Path) -> Listed {
        unfinished_files().push(path.to_path_buf());
        Listed(path.to_path_buf())
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        unfinished_files().retain(|path| *path != self.0);
    }
}

fn unfinished_files() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all incomplete files. Called at the end of the process.
pub fn abandon() {
    for path in &*unfinished_files() {
        // If this fails, the next run removes the file.
        let _: io::Result<()> = fs::remove_file(path);
    }
}

impl UnfinishedFile {
    /// Starts a file in an existing folder.
    pub fn begin(working: &Path, path: &Path) -> io::Result<UnfinishedFile> {
        let target = working.join(path);
        let folder = named_folder(working, parent(&target), false)?;
        exists(&target)?;
        clear(WalkDir::new(&folder).max_depth(1));
        let file = temporary(&folder)?;
        let _listed = Listed::new(file.path());
        Ok(UnfinishedFile { file, target, _listed })
    }

    /// Returns a handle for writing.
    pub fn file(&self) -> io::Result<fs::File> {
        self.file.as_file().try_clone()
    }

    /// Moves the complete file to its target.
    pub fn finish(self) -> io::Result<()> {
        put(self.file, &self.target)
    }
}

/// Appends to a regular file that other processes may also append to. `text` receives the current length of the file.
pub fn append(path: &Path, text: impl FnOnce(usize) -> String) -> io::Result<()> {
    let taken = match refuse_special(path) {
        Ok(()) => usize::try_from(fs::metadata(path)?.len()).unwrap_or(usize::MAX),
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    let mut file = fs::File::options().append(true).create(true).open(path)?;
    file.write_all(text(taken).as_bytes())
}

/// Removes a file of the project. A missing file is not an error.
pub fn remove(root: &Path, path: &str) -> io::Result<()> {
    match folder_of(root, path, false).and_then(|_| refuse_special(&root.join(path))) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    match fs::remove_file(root.join(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes temporary files that killed processes left below a folder of the project.
pub fn clear_unfinished(root: &Path, folder: &str) {
    if folder_of(root, &format!("{folder}/x"), false).is_ok() {
        clear(WalkDir::new(root.join(folder)));
    }
}

/// Removes temporary files that killed processes left next to a file of the project.
pub fn clear_beside(root: &Path, path: &str) {
    if let Ok(folder) = folder_of(root, path, false) {
        clear(WalkDir::new(folder).max_depth(1));
    }
}

fn clear(walk: WalkDir) {
    for entry in walk.into_iter().flatten() {
        let name = entry.file_name().to_string_lossy();
        let Some(rest) = name.strip_prefix(UNFINISHED).filter(|_| entry.file_type().is_file()) else { continue };
        let writer: Option<u32> = rest.split('-').next().and_then(|number| number.parse().ok());
        if writer.is_some_and(|writer| writer != process::id() && !is_running(writer)) {
            // If this fails, the next run tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a process is running. If the system cannot say, it counts as running, and its files stay.
fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process.to_string()).exists()
}

fn write_whole(target: &Path, folder: &Path, text: &str) -> io::Result<()> {
    exists(target)?;
    let mut file = temporary(folder)?;
    file.write_all(text.as_bytes())?;
    put(file, target)
}

/// Moves a complete file to its target.
fn put(file: tempfile::NamedTempFile, target: &Path) -> io::Result<()> {
    if exists(target)? {
        // Keeps the permissions of the replaced file.
        file.as_file().set_permissions(fs::metadata(target)?.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// Returns whether the target exists. Fails if it may not be replaced.
fn exists(target: &Path) -> io::Result<bool> {
    match refuse_special(target) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Fails unless the target is a regular file.
fn refuse_special(target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target)?.file_type() {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_symlink() => Err(io::Error::other("it is a link")),
        kind if kind.is_dir() => Err(io::Error::other("it is a folder")),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// Returns the folder of a project file, and creates it if `make` is set. Checks every part of the path, because a link
/// could lead out of the project or among hand-written files.
fn folder_of(root: &Path, path: &str, make: bool) -> io::Result<PathBuf> {
    let mut folder = root.to_path_buf();
    for part in Path::new(path).parent().unwrap_or(Path::new("")).components() {
        let Component::Normal(name) = part else {
            return Err(io::Error::other("it is not inside the project"));
        };
        folder.push(name);
        match fs::symlink_metadata(&folder) {
            Ok(found) if found.is_symlink() => {
                let link = folder.strip_prefix(root).unwrap_or(&folder).display();
                return Err(io::Error::other(format!("`{link}` is a link")));
            }
            Ok(_) => {}
            Err(error) if make && error.kind() == io::ErrorKind::NotFound => make_folder(&folder)?,
            Err(error) => return Err(error),
        }
    }
    match Path::new(path).components().next_back() {
        Some(Component::Normal(_)) => Ok(folder),
        _ => Err(io::Error::other("it is not a file inside the project")),
    }
}

/// Creates a folder. Another process may create it at the same time.
fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let prefix = format!("{UNFINISHED}{}-", process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private by default; the finished file must have the usual permissions.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
