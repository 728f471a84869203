//! Writing files: whole or not at all, never outside the project, and never through a link.

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

/// How a file is called before it is whole: the mark, the number of the process that writes it, and the rest.
const UNFINISHED: &str = ".truthsayer-";

/// Writes a file of the project so that a reader sees the old text or the new, never a part. Folders are made.
pub fn write(root: &Path, path: &str, text: &str) -> io::Result<()> {
    let folder = folder_of(root, path, true)?;
    write_whole(&root.join(path), &folder, text)
}

/// Whether a file of the project may be written: it is a plain file or not there, and no link leads to it.
pub(crate) fn check(root: &Path, path: &str) -> io::Result<()> {
    match folder_of(root, path, false).and_then(|_| refuse_special(&root.join(path))) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file that the user named, whole or not at all. Folders are made. `working` is the working directory.
pub(crate) fn write_named(working: &Path, path: &Path, text: &str) -> io::Result<()> {
    let target = working.join(path);
    let folder = named_folder(working, parent(&target), true)?;
    clear(WalkDir::new(&folder).max_depth(1));
    write_whole(&target, &folder, text)
}

/// Whether a file that the user named may be written: it is a plain file or not there, and no link leads to it.
pub(crate) fn check_named(working: &Path, path: &Path) -> io::Result<()> {
    let target = working.join(path);
    match named_folder(working, parent(&target), false).and_then(|_| refuse_special(&target)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A folder that the user named, made where it is missing and wanted.
///
/// A link on the way could lead anywhere, and a checkout of untrusted files may contain one, so it is refused: the user
/// can name the folder that it leads to. Two kinds of links are accepted, because the author of the files cannot make
/// them: those above the working directory (the user is there already), and those in the root folder of the system, such
/// as `/tmp` and `/var` on macOS.
pub(crate) fn named_folder(working: &Path, folder: &Path, make: bool) -> io::Result<PathBuf> {
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
                return Err(io::Error::other(format!("`{link}` is a link; name the folder that it leads to")));
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

/// A file that the user named and that is written bit by bit. It is put in its place when it is whole; until then, and if
/// it never is, the place keeps what it holds.
pub(crate) struct UnfinishedFile {
    file: tempfile::NamedTempFile,
    target: PathBuf,
    _listed: Listed,
}

/// The files that are being written, for a process that ends without cleaning up.
static UNFINISHED_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A path that is on the list as long as this lives.
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

/// Removes every file that is not whole. For the end of the process.
pub(crate) fn abandon() {
    for path in &*unfinished_files() {
        // The next run removes what is left.
        let _: io::Result<()> = fs::remove_file(path);
    }
}

impl UnfinishedFile {
    /// Begins a file in a folder that is there already.
    pub(crate) fn begin(working: &Path, path: &Path) -> io::Result<UnfinishedFile> {
        let target = working.join(path);
        let folder = named_folder(working, parent(&target), false)?;
        exists(&target)?;
        clear(WalkDir::new(&folder).max_depth(1));
        let file = temporary(&folder)?;
        let _listed = Listed::new(file.path());
        Ok(UnfinishedFile { file, target, _listed })
    }

    /// A handle to write with.
    pub(crate) fn file(&self) -> io::Result<fs::File> {
        self.file.as_file().try_clone()
    }

    /// Puts it in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        put(self.file, &self.target)
    }
}

/// Adds to a plain file where others write as well. `text` is told how long the file is already.
pub(crate) fn append(path: &Path, text: impl FnOnce(usize) -> String) -> io::Result<()> {
    let taken = match refuse_special(path) {
        Ok(()) => usize::try_from(fs::metadata(path)?.len()).unwrap_or(usize::MAX),
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    let mut file = fs::File::options().append(true).create(true).open(path)?;
    file.write_all(text(taken).as_bytes())
}

/// Removes a file of the project. One that is not there has been removed.
pub(crate) fn remove(root: &Path, path: &str) -> io::Result<()> {
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

/// Removes what writers left behind below a folder of the project when they were killed in the middle.
pub(crate) fn clear_unfinished(root: &Path, folder: &str) {
    if folder_of(root, &format!("{folder}/x"), false).is_ok() {
        clear(WalkDir::new(root.join(folder)));
    }
}

/// The same beside a file of the project, and no deeper.
pub(crate) fn clear_beside(root: &Path, path: &str) {
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
            // Whoever cannot remove it now will be asked again the next time.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where the system does not tell, a process counts as running, and what it left behind stays.
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

/// Puts a file that is whole in its place.
fn put(file: tempfile::NamedTempFile, target: &Path) -> io::Result<()> {
    if exists(target)? {
        // Who may read a file is not for us to change.
        file.as_file().set_permissions(fs::metadata(target)?.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// Whether a file is there that may be written over.
fn exists(target: &Path) -> io::Result<bool> {
    match refuse_special(target) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// What is there may be written over only if it is a plain file.
fn refuse_special(target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target)?.file_type() {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_symlink() => Err(io::Error::other("it is a link")),
        kind if kind.is_dir() => Err(io::Error::other("it is a folder")),
        _ => Err(io::Error::other("it is no plain file")),
    }
}

/// The folder that a file of the project stands in, made where it is missing and wanted. Step by step, because a link
/// on the way could lead anywhere: out of the project, or among what people write.
fn folder_of(root: &Path, path: &str, make: bool) -> io::Result<PathBuf> {
    let mut folder = root.to_path_buf();
    for part in Path::new(path).parent().unwrap_or(Path::new("")).components() {
        let Component::Normal(name) = part else {
            return Err(io::Error::other("it does not lie inside the project"));
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
        _ => Err(io::Error::other("it is no file inside the project")),
    }
}

/// Somebody else may make it at the same moment.
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
        // A temporary file is private by default; the finished one must be as readable as any other.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
