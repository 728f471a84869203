//! The stamp of a file: metadata that identifies its content without reading it.

use std::fs;
use std::fs::Metadata;
use std::path::Path;
use std::time::Duration;
use std::time::SystemTime;

use crate::base::unsaved_files;

/// Minimum age of a file with a reliable stamp. Some file systems store time in steps of two seconds, so a second write
/// within that time leaves the stamp unchanged.
const SETTLED: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStamp {
    length: u64,
    written: SystemTime,
    /// Inode and change time, if the system has them: a file that was moved here keeps its modification time.
    node: (u64, i64, i64),
}

impl FileStamp {
    /// Returns the stamp of a file. `None` if it does not exist or was written too recently for a reliable stamp.
    pub fn settled(path: &Path) -> Option<FileStamp> {
        if unsaved_files::get(path).is_some() {
            return None;
        }
        let now = SystemTime::now();
        let stamp = FileStamp::of(&fs::metadata(path).ok()?)?;
        let age = now.duration_since(stamp.written).ok()?.min(stamp.since_changed(now)?);
        (age > SETTLED).then_some(stamp)
    }

    /// Returns whether a file still has this stamp.
    pub(crate) fn fits(&self, path: &Path) -> bool {
        if unsaved_files::get(path).is_some() {
            return false;
        }
        fs::metadata(path).ok().and_then(|found| FileStamp::of(&found)).is_some_and(|found| found == *self)
    }

    #[cfg(unix)]
    fn of(found: &Metadata) -> Option<FileStamp> {
        use std::os::unix::fs::MetadataExt;
        let node = (found.ino(), found.ctime(), found.ctime_nsec());
        Some(FileStamp { length: found.len(), written: found.modified().ok()?, node })
    }

    #[cfg(not(unix))]
    fn of(found: &Metadata) -> Option<FileStamp> {
        Some(FileStamp { length: found.len(), written: found.modified().ok()?, node: (0, 0, 0) })
    }

    /// Returns the time since the file or its metadata changed.
    fn since_changed(&self, now: SystemTime) -> Option<Duration> {
        let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(self.node.1).ok()?);
        now.duration_since(changed).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a file with an old modification time.
    fn old(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        let file = fs::File::options().write(true).open(&path).expect("the file");
        file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("a time");
        path
    }

    #[test]
    fn a_recently_changed_file_has_no_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.yaml");
        fs::write(&path, "a: 1\n").expect("a file");
        assert_eq!(FileStamp::settled(&path), None);
        assert_eq!(FileStamp::settled(&folder.path().join("b.yaml")), None);
        // The file has an old modification time, but its change time is recent.
        let path = old(folder.path(), "c.yaml", "c: 1\n");
        assert_eq!(FileStamp::settled(&path).is_some(), cfg!(not(unix)));
    }

    #[test]
    fn another_length_time_or_file_is_another_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |path: &Path| FileStamp::of(&fs::metadata(path).expect("a file")).expect("a stamp");
        let path = old(folder.path(), "a.yaml", "a: 1\n");
        let stamp = of(&path);
        assert!(stamp.fits(&path));
        fs::write(&path, "a: 2\n").expect("a file");
        assert!(!stamp.fits(&path), "it was written again");
        let stamp = of(&path);
        fs::remove_file(&path).expect("gone");
        assert!(!stamp.fits(&path));
    }
}
