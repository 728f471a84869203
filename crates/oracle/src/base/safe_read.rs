//! Reads files safely: only regular files, with a maximum length, and only inside the project.

use std::fs;
use std::io;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::hash;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::unsaved_files;
use crate::base::yaml;
use crate::base::yaml::Node;
use truthsayer_protocol::text;

/// Maximum length of a hand-written file.
pub const LONGEST_FILE: u64 = 1024 * 1024;

/// Maximum length of a file that Truthsayer saved: a result or a recorded conversation.
pub(crate) const LONGEST_SAVED: u64 = 64 * 1024 * 1024;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    Missing,
    Bad(Box<Problem>),
}

/// Reads a hand-written text file, given relative to the root. Invisible characters are a problem.
pub fn read(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    let bytes = read_bytes(root, path).map_err(|error| unreadable(path, &error))?;
    text_file(path, bytes)
}

/// Reads a file. Returns `None` if it has exactly the expected text, which is the usual case.
pub(crate) fn read_unless(root: &Path, path: &str, expected: &str) -> Result<Option<Arc<SourceFile>>, Unread> {
    match read_bytes(root, path) {
        Ok(Some(bytes)) if bytes == expected.as_bytes() => Ok(None),
        Ok(bytes) => text_file(path, bytes).map(Some).map_err(|problem| Unread::Bad(Box::new(problem))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Unread::Missing),
        Err(error) => Err(Unread::Bad(Box::new(unreadable(path, &error)))),
    }
}

fn unreadable(path: &str, error: &io::Error) -> Problem {
    Problem::new(Kind::Unreadable, format!("cannot read `{path}`: {}", reason(error)))
}

/// Returns the bytes of a project file, or `None` if it is too long.
fn read_bytes(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    if let Some(text) = unsaved_files::get(&root.join(path)) {
        return Ok((text.len() as u64 <= LONGEST_FILE).then(|| text.into_bytes()));
    }
    bounded(open_inside(root, path)?, LONGEST_FILE)
}

/// Reads a project file that Truthsayer wrote. It may be longer than a hand-written one.
pub(crate) fn read_written(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    let bytes = open_inside(root, path).and_then(|file| bounded(file, LONGEST_SAVED));
    text_file(path, bytes.map_err(|error| unreadable(path, &error))?)
}

fn text_file(path: &str, bytes: Option<Vec<u8>>) -> Result<Arc<SourceFile>, Problem> {
    let Some(bytes) = bytes else {
        let message = format!("`{path}` is longer than {} KiB", LONGEST_FILE / 1024);
        return Err(Problem::new(Kind::TooLong, message).help("split or shorten the file"));
    };
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    let file = SourceFile::new(path, text);
    match first_hidden(&file) {
        Some(problem) => Err(problem),
        None => Ok(file),
    }
}

/// Reads a text file that the user named. It must be inside the project after all links are followed.
pub fn read_named(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    match is_inside(root, &root.join(path)) {
        Ok(false) => {
            let why = "it is not inside the project";
            Err(Problem::new(Kind::Unreadable, format!("cannot read `{path}`: {why}")))
        }
        _ => read(root, path),
    }
}

/// Reads one YAML file.
pub(crate) fn read_yaml(root: &Path, path: &str) -> Result<Node, Vec<Problem>> {
    let file = read(root, path).map_err(|problem| vec![problem])?;
    yaml::read(&file)
}

/// Reads an optional YAML file. Adds its problems to `problems`.
pub(crate) fn read_yaml_if_there(root: &Path, path: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    if fs::symlink_metadata(root.join(path)).is_err() {
        return None;
    }
    read_yaml(root, path).map_err(|found| problems.extend(found)).ok()
}

/// Reads a file that Truthsayer saved, at any path. `shown` is the path as the user typed it.
pub fn read_saved(path: &Path, shown: &str) -> Result<String, Problem> {
    let shown = text::spelled_out(shown);
    let problem = |why: String| Problem::new(Kind::Unreadable, format!("cannot read `{shown}`: {why}"));
    let file = open(path).map_err(|error| problem(reason(&error)))?;
    match bounded(file, LONGEST_SAVED).map_err(|error| problem(reason(&error)))? {
        Some(bytes) => String::from_utf8(bytes).map_err(|_| problem("it is not UTF-8".to_owned())),
        None => Err(problem(format!("it is longer than {} MiB", LONGEST_SAVED / 1024 / 1024))),
    }
}

/// Returns whether a project file has exactly this text. Reads no more of a longer file than necessary.
pub fn holds(root: &Path, path: &str, text: &str) -> io::Result<bool> {
    Ok(bounded(open_inside(root, path)?, text.len() as u64)?.is_some_and(|bytes| bytes == text.as_bytes()))
}

/// Returns the hash of a project file, or `None` if it cannot be read.
pub fn hash(root: &Path, path: &str) -> Option<String> {
    let bytes = read_bytes(root, path).ok()??;
    Some(hash::of(&[&String::from_utf8_lossy(&bytes)]))
}

/// Returns the start of a project file, enough to recognise a file that Truthsayer wrote.
pub fn beginning(root: &Path, path: &str) -> io::Result<String> {
    start(open_inside(root, path)?)
}

/// Returns the start of a file at any path.
pub fn beginning_of(path: &Path) -> io::Result<String> {
    start(open(path)?)
}

fn start(file: fs::File) -> io::Result<String> {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    file.take(ENOUGH).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the text of a source file, or `None` if it cannot be read.
pub(crate) fn read_code(root: &Path, path: &str) -> Option<String> {
    let bytes = bounded(open_inside(root, path).ok()?, LONGEST_FILE).ok()??;
    Some(text::harmless(&String::from_utf8(bytes).ok()?))
}

/// Opens a regular file below the root. A link is followed only if its target is inside the root.
fn open_inside(root: &Path, path: &str) -> io::Result<fs::File> {
    let full = root.join(path);
    if fs::symlink_metadata(&full)?.is_symlink() && !is_inside(root, &full)? {
        return Err(io::Error::other("it is a link to a file outside the project"));
    }
    open(&full)
}

/// Returns whether a path is below the root after all links are followed.
pub(crate) fn is_inside(root: &Path, path: &Path) -> io::Result<bool> {
    Ok(fs::canonicalize(path)?.starts_with(fs::canonicalize(root)?))
}

/// Opens a regular file. Reading a pipe or a device could block forever.
fn open(path: &Path) -> io::Result<fs::File> {
    let file = without_waiting(path)?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(io::Error::other("it is a folder")),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// Opens a file without blocking. Opening a pipe would wait for a writer.
#[cfg(unix)]
fn without_waiting(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    fs::OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path)
}

#[cfg(not(unix))]
fn without_waiting(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// Returns the bytes of a file, or `None` if it is longer than `longest`.
fn bounded(file: fs::File, longest: u64) -> io::Result<Option<Vec<u8>>> {
    // Nearly every file fits at once; growing from zero would need several reads.
    let mut bytes = Vec::with_capacity(longest.min(16 * 1024) as usize + 64);
    file.take(longest + 1).read_to_end(&mut bytes)?;
    // Many files are kept, and most of them are much shorter.
    bytes.shrink_to_fit();
    Ok((bytes.len() as u64 <= longest).then_some(bytes))
}

fn not_utf8(path: &str, error: &std::string::FromUtf8Error) -> Problem {
    let at = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    let place = Place::new(&SourceFile::new(path, text), at, at + 1);
    Problem::at(Kind::NotUtf8, &place, "this byte is not UTF-8").help("save the file as UTF-8")
}

/// Returns a problem for the first invisible character. Tabs and line ends are allowed here.
fn first_hidden(file: &Arc<SourceFile>) -> Option<Problem> {
    if text::is_harmless(&file.text) {
        return None;
    }
    let ends_line = |at: usize| file.text[at..].starts_with("\r\n");
    let seen = |at: usize, c: char| matches!(c, '\n' | '\t') || (c == '\r' && ends_line(at));
    let (at, c) = file.text.char_indices().find(|(at, c)| text::is_hidden(*c) && !seen(*at, *c))?;
    let message = format!("invisible character (U+{:04X})", u32::from(c));
    Some(Problem::at(Kind::Hidden, &Place::new(file, at, at + c.len_utf8()), message).help("remove it"))
}

/// Returns the message of a system error without its number, for use in a sentence.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let mut letters = text.split(" (os error").next().unwrap_or(&text).chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
