//! `file:` URIs of project files.

use std::path::Path;
use std::path::PathBuf;

/// Returns the URI of a project file. Editors name files by their canonical paths.
pub(super) fn of(root: &Path, path: &str) -> String {
    let full = root.canonicalize().unwrap_or_else(|_| root.to_owned()).join(path);
    let full = full.to_string_lossy().replace('\\', "/");
    let start = if full.starts_with('/') { "" } else { "/" };
    let mut uri = format!("file://{start}");
    for byte in full.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Returns the path that a URI names.
pub(super) fn full_path(uri: &str) -> Option<PathBuf> {
    Some(PathBuf::from(decoded(uri.strip_prefix("file://")?)?))
}

/// Returns the path of a URI relative to the project; `None` if the file is not in the project.
pub(super) fn project_path(root: &Path, uri: &str) -> Option<String> {
    let full = full_path(uri)?;
    let below = full.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = below
        .components()
        .map(|part| match part {
            std::path::Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    Some(parts?.join("/")).filter(|path| !path.is_empty())
}

/// Decodes percent escapes.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(rest.next())? * 16 + digit(rest.next())?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_as_a_uri() {
        let root = Path::new("/home/ä b/game");
        let uri = of(root, "scenarios/100%/é#1.yaml");
        assert_eq!(uri, "file:///home/%C3%A4%20b/game/scenarios/100%25/%C3%A9%231.yaml");
        assert_eq!(project_path(root, &uri).as_deref(), Some("scenarios/100%/é#1.yaml"));
    }

    #[test]
    fn other_files_and_bad_uris_have_no_path() {
        let root = Path::new("/game");
        for uri in
            ["file:///other/a.yaml", "file:///game", "file:///game/../etc/passwd", "file:///game/%G0", "untitled:1"]
        {
            assert_eq!(project_path(root, uri), None, "{uri}");
        }
    }
}
