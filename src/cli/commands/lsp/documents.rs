//! The documents that are open in the editor.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::path::PathBuf;

use super::bytes;
use super::file_uri;
use super::position;
use super::yaml_cursor::YamlCursor;
use truthsayer_oracle::base::unsaved_files;
use truthsayer_protocol::Data;

/// The open documents by path. Their texts replace the files on disk.
pub(super) struct OpenDocuments {
    /// The canonical root, as editors name it in URIs.
    root: PathBuf,
    /// The root under which project files are read.
    project_root: PathBuf,
    texts: HashMap<String, String>,
}

/// A position in an open document.
pub(super) struct DocumentPlace {
    pub path: String,
    pub text: String,
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
}

impl DocumentPlace {
    pub(super) fn is_rulebook(&self) -> bool {
        self.path.ends_with(".md")
    }

    pub(super) fn cursor(&self) -> YamlCursor<'_> {
        YamlCursor::new(&self.text, self.offset)
    }
}

impl OpenDocuments {
    pub(super) fn new(project_root: PathBuf) -> OpenDocuments {
        let root = project_root.canonicalize().unwrap_or_else(|_| project_root.clone());
        OpenDocuments { root, project_root, texts: HashMap::new() }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The path of the document that a request is about, relative to the project.
    pub(super) fn path(&self, params: &Data) -> Option<String> {
        file_uri::project_path(&self.root, params["textDocument"]["uri"].as_str()?)
    }

    /// Stores the text of an opened or changed document. Returns its path.
    pub(super) fn change(&mut self, params: &Data) -> Option<String> {
        let path = self.path(params)?;
        let opened = params["textDocument"]["text"].as_str();
        let changed = || params["contentChanges"].as_array()?.last()?["text"].as_str();
        let text = opened.or_else(changed)?;
        unsaved_files::set(&self.project_root.join(&path), Some(text));
        self.texts.insert(path.clone(), text.to_owned());
        Some(path)
    }

    /// The file on disk is the text from now on.
    pub(super) fn saved(&mut self, path: &str) {
        unsaved_files::set(&self.project_root.join(path), None);
    }

    /// Forgets a document. Returns its path.
    pub(super) fn close(&mut self, params: &Data) -> Option<String> {
        let path = self.path(params)?;
        self.saved(&path);
        self.texts.remove(&path).map(|_| path)
    }

    /// The position of a request in an open document.
    pub(super) fn place(&self, params: &Data) -> Option<DocumentPlace> {
        let path = self.path(params)?;
        let text = self.texts.get(&path)?.clone();
        let line = params["position"]["line"].as_u64()?;
        let offset = position::offset(&text, line, params["position"]["character"].as_u64()?);
        let line = usize::try_from(line).ok()?.checked_add(1)?;
        Some(DocumentPlace { path, text, offset, line })
    }

    /// The path, text and byte range of a request about a range.
    pub(super) fn range(&self, params: &Data) -> Option<(String, String, Range<usize>)> {
        let path = self.path(params)?;
        let text = self.texts.get(&path)?.clone();
        let range = bytes(&text, &params["range"]);
        Some((path, text, range.start..range.end.max(range.start)))
    }
}
