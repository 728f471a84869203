//! Writing files: whole or not at all, never outside the project, and never through a link.

use std::fs;
use std::io;
use std::io::Write;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;
use std::process;

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

/// Writes a file where the user says, whole or not at all.
pub(crate) fn write_anywhere(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    clear(WalkDir::new(folder).max_depth(1));
    write_whole(path, folder, text)
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
    let there = match refuse_special(target) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error),
    };
    let mut file = temporary(folder)?;
    file.write_all(text.as_bytes())?;
    if there {
        // Who may read a file is not for us to change.
        file.as_file().set_permissions(fs::metadata(target)?.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
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
