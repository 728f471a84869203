//! Reading files: plain ones only, each with a bound on its length, and nothing from outside the project.

use std::fs;
use std::io;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::fingerprint;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml;
use crate::oracle::yaml::Node;
use crate::protocol::text;
use crate::source::Place;
use crate::source::SourceFile;

/// The longest file that a person writes.
pub const LONGEST_FILE: u64 = 1024 * 1024;

/// The longest file that Truthsayer saved and reads again: a result, or a recorded conversation.
pub(crate) const LONGEST_SAVED: u64 = 64 * 1024 * 1024;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    Missing,
    Bad(Box<Problem>),
}

/// Reads one text file that a person wrote, given relative to the root. It holds nothing that cannot be seen.
pub fn read(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    let bytes = read_bytes(root, path).map_err(|error| unreadable(path, &error))?;
    text_file(path, bytes)
}

/// Reads a file unless it holds exactly these bytes: then nobody has to look at it.
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

/// The bytes of a file of the project, or none where there are too many.
fn read_bytes(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    bounded(open_inside(root, path)?, LONGEST_FILE)
}

/// Reads a text file of the project that Truthsayer wrote: it may be as long as all that it was made of.
pub(crate) fn read_written(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    let bytes = open_inside(root, path).and_then(|file| bounded(file, LONGEST_SAVED));
    text_file(path, bytes.map_err(|error| unreadable(path, &error))?)
}

fn text_file(path: &str, bytes: Option<Vec<u8>>) -> Result<Arc<SourceFile>, Problem> {
    let Some(bytes) = bytes else {
        let message = format!("`{path}` is longer than {} KiB", LONGEST_FILE / 1024);
        return Err(Problem::new(Kind::TooLong, message).help("no hand-written file is; split it or shorten it"));
    };
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    let file = SourceFile::new(path, text);
    match first_hidden(&file) {
        Some(problem) => Err(problem),
        None => Ok(file),
    }
}

/// Reads a text file that the user named, which must lie inside the project with every link on the way followed.
pub(crate) fn read_named(root: &Path, path: &str) -> Result<Arc<SourceFile>, Problem> {
    match is_inside(root, &root.join(path)) {
        Ok(false) => {
            let why = "it does not lie inside the project";
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

/// Reads a YAML file that need not be there. What is wrong with it goes to the problems.
pub(crate) fn read_yaml_if_there(root: &Path, path: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    if fs::symlink_metadata(root.join(path)).is_err() {
        return None;
    }
    read_yaml(root, path).map_err(|found| problems.extend(found)).ok()
}

/// Reads a file that Truthsayer saved, from wherever the user says. `shown` is how they named it.
pub(crate) fn read_saved(path: &Path, shown: &str) -> Result<String, Problem> {
    let shown = text::spelled_out(shown);
    let problem = |why: String| Problem::new(Kind::Unreadable, format!("cannot read `{shown}`: {why}"));
    let file = open(path).map_err(|error| problem(reason(&error)))?;
    match bounded(file, LONGEST_SAVED).map_err(|error| problem(reason(&error)))? {
        Some(bytes) => String::from_utf8(bytes).map_err(|_| problem("it is not UTF-8".to_owned())),
        None => Err(problem(format!("it is longer than {} MiB", LONGEST_SAVED / 1024 / 1024))),
    }
}

/// Whether a file of the project holds exactly these bytes. Of a longer one only enough is read to tell that it is.
pub(crate) fn holds(root: &Path, path: &str, text: &str) -> io::Result<bool> {
    Ok(bounded(open_inside(root, path)?, text.len() as u64)?.is_some_and(|bytes| bytes == text.as_bytes()))
}

/// The fingerprint of a file of the project; none where there is none that could be read.
pub(crate) fn print(root: &Path, path: &str) -> Option<String> {
    let bytes = read_bytes(root, path).ok()??;
    Some(fingerprint::of(&[&String::from_utf8_lossy(&bytes)]))
}

/// The beginning of a file of the project, enough to see who wrote it.
pub(crate) fn beginning(root: &Path, path: &str) -> io::Result<String> {
    start(open_inside(root, path)?)
}

/// The same of a file that lies wherever the user says.
pub(crate) fn beginning_of(path: &Path) -> io::Result<String> {
    start(open(path)?)
}

fn start(file: fs::File) -> io::Result<String> {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    file.take(ENOUGH).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The text of a source file. None if it cannot be read.
pub(crate) fn read_code(root: &Path, path: &str) -> Option<String> {
    let bytes = bounded(open_inside(root, path).ok()?, LONGEST_FILE).ok()??;
    Some(text::harmless(&String::from_utf8(bytes).ok()?))
}

/// Opens a plain file below the root. A link is followed only to where it stays inside.
fn open_inside(root: &Path, path: &str) -> io::Result<fs::File> {
    let full = root.join(path);
    if fs::symlink_metadata(&full)?.is_symlink() && !is_inside(root, &full)? {
        return Err(io::Error::other("it is a link that leads out of the project"));
    }
    open(&full)
}

/// Whether a path, with every link in it followed, lies below the root.
pub(crate) fn is_inside(root: &Path, path: &Path) -> io::Result<bool> {
    Ok(fs::canonicalize(path)?.starts_with(fs::canonicalize(root)?))
}

/// Opens a plain file. A pipe or a device could keep everybody waiting, or never end.
fn open(path: &Path) -> io::Result<fs::File> {
    let file = without_waiting(path)?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(io::Error::other("it is a folder")),
        _ => Err(io::Error::other("it is no plain file")),
    }
}

/// Opening a pipe waits until somebody writes into it, unless one says not to.
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

/// The bytes of a file, or none where there are more than `longest`.
fn bounded(file: fs::File, longest: u64) -> io::Result<Option<Vec<u8>>> {
    // Nearly every file fits at once; growing from nothing would ask the system for a few bytes at a time.
    let mut bytes = Vec::with_capacity(longest.min(16 * 1024) as usize + 64);
    file.take(longest + 1).read_to_end(&mut bytes)?;
    // Many are kept, and most of them are much shorter.
    bytes.shrink_to_fit();
    Ok((bytes.len() as u64 <= longest).then_some(bytes))
}

fn not_utf8(path: &str, error: &std::string::FromUtf8Error) -> Problem {
    let at = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    let place = Place::new(&SourceFile::new(path, text), at, at + 1);
    Problem::at(Kind::NotUtf8, &place, "this byte is not UTF-8").help("save the file as UTF-8")
}

/// A character that cannot be seen. Tabs are YAML's own matter, and a line may end as on any system.
fn first_hidden(file: &Arc<SourceFile>) -> Option<Problem> {
    if text::is_harmless(&file.text) {
        return None;
    }
    let ends_line = |at: usize| file.text[at..].starts_with("\r\n");
    let seen = |at: usize, c: char| matches!(c, '\n' | '\t') || (c == '\r' && ends_line(at));
    let (at, c) = file.text.char_indices().find(|(at, c)| text::is_hidden(*c) && !seen(*at, *c))?;
    let message = format!("this character (U+{:04X}) cannot be seen, and could change what is shown", u32::from(c));
    Some(Problem::at(Kind::Hidden, &Place::new(file, at, at + c.len_utf8()), message).help("take it out"))
}

/// What the system said, without its number, to stand in a sentence.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let mut letters = text.split(" (os error").next().unwrap_or(&text).chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
