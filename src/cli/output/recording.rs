//! The recording of `--record`. Replaces an older recording only when it is complete.

use std::io;
use std::path::Path;
use std::sync::Arc;

use truthsayer_oracle::base::atomic_write::UnfinishedFile;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::engines::process::recorder;
use truthsayer_oracle::engines::process::recorder::Recorder;

pub(crate) struct RecordingFile {
    pub recorder: Arc<Recorder>,
    file: UnfinishedFile,
    /// The path as typed.
    shown: String,
}

impl RecordingFile {
    /// Begins a recording. Refuses to overwrite a file that is not a recording.
    pub(crate) fn begin(working: &Path, path: &Path) -> io::Result<RecordingFile> {
        let file = UnfinishedFile::begin(working, path)?;
        match safe_read::beginning_of(&working.join(path)) {
            Ok(start) if !start.is_empty() && !recorder::is_recording(&start) => {
                return Err(io::Error::other("the file exists and is not a recording"));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(RecordingFile { recorder: Recorder::begin(file.file()?)?, file, shown: path.display().to_string() })
    }

    /// Moves the recording into place. Returns a note if nothing was recorded.
    pub(crate) fn finish(self) -> Result<Option<String>, String> {
        let RecordingFile { recorder, file, shown } = self;
        let lost = |reason: &str| format!("cannot write `{shown}`: {reason}; the recording is lost");
        if let Some(reason) = recorder.lost() {
            return Err(lost(reason));
        }
        if !recorder.is_used() {
            return Ok(Some(format!("no engine process ran, so `{shown}` was not written")));
        }
        file.finish().map(|()| None).map_err(|error| lost(&safe_read::reason(&error)))
    }
}
