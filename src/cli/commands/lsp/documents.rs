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

fn canonical(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// The text after a change: of a range, or of everything.
fn changed(mut text: String, change: &Data) -> String {
    let Some(new) = change["text"].as_str() else { return text };
    if !change["range"].is_object() {
        return new.to_owned();
    }
    let Range { start, end } = bytes(&text, &change["range"]);
    text.replace_range(start..end.max(start), new);
    text
}

impl OpenDocuments {
    pub(super) fn new(project_root: PathBuf) -> OpenDocuments {
        OpenDocuments { root: canonical(&project_root), project_root, texts: HashMap::new() }
    }

    /// Another folder is the project from now on.
    pub(super) fn set_root(&mut self, project_root: PathBuf) {
        (self.root, self.project_root) = (canonical(&project_root), project_root);
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
        let text = match params["textDocument"]["text"].as_str() {
            Some(opened) => opened.to_owned(),
            None => {
                let known = self.texts.remove(&path).unwrap_or_default();
                params["contentChanges"].as_array()?.iter().fold(known, changed)
            }
        };
        unsaved_files::set(&self.project_root.join(&path), Some(&text));
        self.texts.insert(path.clone(), text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_of_ranges_are_made_in_order() {
        let range = |line, start, end| json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}});
        let changes = [
            json!({"range": range(0, 2, 4), "text": "x"}),
            json!({"range": range(1, 9, 9), "text": "!"}),
            json!({"range": {"start": {"line": 0, "character": 3}, "end": {"line": 1, "character": 0}}, "text": "+"}),
        ];
        assert_eq!(changes.iter().fold("a 🎲b\nc".to_owned(), changed), "a x+c!");
        assert_eq!(changed("a".to_owned(), &json!({"text": "whole"})), "whole");
        assert_eq!(changed("a".to_owned(), &json!({"range": range(0, 0, 1)})), "a", "a change without a text");
    }
}
