//! The recording that `--record` asks for. It replaces an older one when it is complete, and not before.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::engines::process::recorder;
use crate::engines::process::recorder::Recorder;
use crate::oracle::disk;
use crate::oracle::writer::UnfinishedFile;

pub(crate) struct RecordingFile {
    pub recorder: Arc<Recorder>,
    file: UnfinishedFile,
    /// The file as the user named it.
    shown: String,
}

impl RecordingFile {
    /// Begins a recording. Only a recording is written over.
    pub(crate) fn begin(working: &Path, path: &Path) -> io::Result<RecordingFile> {
        let file = UnfinishedFile::begin(working, path)?;
        match disk::beginning_of(&working.join(path)) {
            Ok(start) if !start.is_empty() && !recorder::is_recording(&start) => {
                return Err(io::Error::other("it is there already, and is not a recording"));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(RecordingFile { recorder: Recorder::begin(file.file()?)?, file, shown: path.display().to_string() })
    }

    /// Puts the recording in its place and returns a remark, if there is one.
    pub(crate) fn finish(self) -> Result<Option<String>, String> {
        let RecordingFile { recorder, file, shown } = self;
        let lost = |reason: &str| format!("cannot write `{shown}`: {reason}; the recording was dropped");
        if let Some(reason) = recorder.lost() {
            return Err(lost(reason));
        }
        if !recorder.is_used() {
            return Ok(Some(format!("no engine was started that could be recorded; `{shown}` was not written")));
        }
        file.finish().map(|()| None).map_err(|error| lost(&disk::reason(&error)))
    }
}
