//! Reading and writing the project's files: everything sorted, bounded and atomic.

use std::fs;
use std::io;
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use walkdir::WalkDir;

use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml;
use crate::oracle::yaml::LONGEST_FILE;
use crate::oracle::yaml::Node;
use crate::source::Place;
use crate::source::SourceFile;

/// Every file below `folder` with the extension, sorted by path. A missing folder holds no files.
pub fn list(root: &Path, folder: &str, extension: &str) -> (Vec<String>, Vec<Problem>) {
    list_any(root, folder, &[extension])
}

/// Every file below `folder` with one of the extensions, sorted by path.
pub fn list_any(root: &Path, folder: &str, extensions: &[&str]) -> (Vec<String>, Vec<Problem>) {
    let top = root.join(folder);
    let mut paths = Vec::new();
    let mut problems = Vec::new();
    if !top.exists() {
        return (paths, problems);
    }
    for entry in WalkDir::new(&top) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                if entry.path().extension().is_some_and(|found| extensions.iter().any(|it| found == *it)) {
                    let path = entry.path();
                    paths.push(below(&top, folder, path).unwrap_or_else(|| relative(root, path)));
                }
            }
            Ok(_) => {}
            Err(error) => {
                let path = relative(root, error.path().unwrap_or(&top));
                problems
                    .push(Problem::new(Kind::Unreadable, format!("cannot read `{path}`: {}", reason(&error.into()))));
            }
        }
    }
    paths.sort();
    (paths, problems)
}

/// Every file below `folder` with the extension, read.
pub fn read_all(root: &Path, folder: &str, extension: &str) -> (Vec<Arc<SourceFile>>, Vec<Problem>) {
    let (paths, mut problems) = list(root, folder, extension);
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        match read(root, &path) {
            Ok(file) => files.push(file),
            Err(problem) => problems.push(problem),
        }
    }
    (files, problems)
}

/// Reads one text file, given relative to the root.
pub fn read(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    let unreadable =
        |error: &io::Error| Problem::new(Kind::Unreadable, format!("cannot read `{path}`: {}", reason(error)));
    let file = fs::File::open(root.join(path)).map_err(|error| unreadable(&error))?;
    // Nearly every file fits at once; growing from nothing would ask the system for a few bytes at a time.
    let mut bytes = Vec::with_capacity(16 * 1024);
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > LONGEST_FILE {
        let message = format!("`{path}` is longer than {} KiB", LONGEST_FILE / 1024);
        return Err(Problem::new(Kind::TooLong, message).help("no hand-written file is; split it or shorten it"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(path, text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(error) => Err(not_utf8(path, &error)),
    }
}

/// Reads one YAML file.
pub fn read_yaml(root: &Path, path: &str) -> Result<Node, Vec<Problem>> {
    let file = read(root, path).map_err(|problem| vec![problem])?;
    yaml::read(&file)
}

/// Reads a YAML file that need not be there. What is wrong with it goes to the problems.
pub fn read_yaml_if_there(root: &Path, path: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    if !root.join(path).exists() {
        return None;
    }
    read_yaml(root, path).map_err(|found| problems.extend(found)).ok()
}

fn not_utf8(path: &str, error: &std::string::FromUtf8Error) -> Problem {
    let at = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    let place = Place::new(&SourceFile::new(path, text), at, at + 1);
    Problem::at(Kind::NotUtf8, &place, "this byte is not UTF-8").help("save the file as UTF-8")
}

/// What the system said, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The same as [`relative`] for a path that was found below `top`, without taking it apart.
fn below(top: &Path, folder: &str, path: &Path) -> Option<String> {
    let rest = path.to_str()?.strip_prefix(top.to_str()?)?;
    (std::path::MAIN_SEPARATOR == '/').then(|| [folder, rest].concat())
}

/// A path below the root with forward slashes, as it is shown and sorted.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let mut shown = String::with_capacity(below.as_os_str().len());
    for part in below {
        shown.push_str(if shown.is_empty() { "" } else { "/" });
        shown.push_str(&part.to_string_lossy());
    }
    shown
}

/// Writes a file so that a reader sees the old text or the new, never a part. Parents are made.
pub fn write(root: &Path, path: &str, text: &str) -> io::Result<()> {
    let target: PathBuf = root.join(path);
    let folder = target.parent().unwrap_or(root);
    fs::create_dir_all(folder)?;
    let mut file = temporary(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // A temporary file is private by default; the finished one must be as readable as any other.
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::NamedTempFile::new_in(folder)
}
