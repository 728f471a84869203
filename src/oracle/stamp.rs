//! The stamp of a file: what the system tells of it without reading it, and by which it is known to be the same.

use std::fs;
use std::fs::Metadata;
use std::path::Path;
use std::time::Duration;
use std::time::SystemTime;

/// Some file systems count time in steps of two seconds: what was written so shortly ago could be written once more
/// without a sign of it.
const SETTLED: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp {
    length: u64,
    written: SystemTime,
    /// Which file it is and when anything about it changed, where the system tells: a file that was moved here keeps the
    /// time at which it was written.
    node: (u64, i64, i64),
}

impl Stamp {
    /// The stamp of a file; none where there is no file, or where it was written so shortly ago that its stamp says nothing yet.
    pub(crate) fn settled(path: &Path) -> Option<Stamp> {
        let now = SystemTime::now();
        let stamp = Stamp::of(&fs::metadata(path).ok()?)?;
        let age = now.duration_since(stamp.written).ok()?.min(stamp.since_changed(now)?);
        (age > SETTLED).then_some(stamp)
    }

    /// Whether a file still has this stamp.
    pub(crate) fn fits(&self, path: &Path) -> bool {
        fs::metadata(path).ok().and_then(|found| Stamp::of(&found)).is_some_and(|found| found == *self)
    }

    #[cfg(unix)]
    fn of(found: &Metadata) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;
        let node = (found.ino(), found.ctime(), found.ctime_nsec());
        Some(Stamp { length: found.len(), written: found.modified().ok()?, node })
    }

    #[cfg(not(unix))]
    fn of(found: &Metadata) -> Option<Stamp> {
        Some(Stamp { length: found.len(), written: found.modified().ok()?, node: (0, 0, 0) })
    }

    /// How long ago anything about the file changed.
    fn since_changed(&self, now: SystemTime) -> Option<Duration> {
        let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(self.node.1).ok()?);
        now.duration_since(changed).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that was written long ago, as far as one can tell.
    fn old(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        let file = fs::File::options().write(true).open(&path).expect("the file");
        file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("a time");
        path
    }

    #[test]
    fn what_was_touched_shortly_ago_has_no_stamp_yet() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.yaml");
        fs::write(&path, "a: 1\n").expect("a file");
        assert_eq!(Stamp::settled(&path), None);
        assert_eq!(Stamp::settled(&folder.path().join("b.yaml")), None);
        // Set back to an old time it still was touched just now, where the system tells that.
        let path = old(folder.path(), "c.yaml", "c: 1\n");
        assert_eq!(Stamp::settled(&path).is_some(), cfg!(not(unix)));
    }

    #[test]
    fn another_length_time_or_file_is_another_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |path: &Path| Stamp::of(&fs::metadata(path).expect("a file")).expect("a stamp");
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
