//! The examples of `init`. `build/example.rs` packs them into the program.

use miniz_oxide::inflate;

use super::Contents;

/// The files of `examples/chess`: path, length and text of each.
const CHESS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/chess.packed"));

const NEXT: &str = "  truthsayer verify                               test the recorded answers of python-chess
  truthsayer verify --engine recorded-chess.js    and those of chess.js
README.md explains how to use the libraries themselves
";

pub(super) fn chess() -> Contents {
    let mut files = unpacked(CHESS);
    for (path, text) in &mut files {
        match path.as_str() {
            // The adapters are in the same folder as the engines here.
            "chess_js.mjs" => *text = text.replace("../../adapters/node/", "./"),
            "python_chess.py" => {
                *text = text.replace("sys.path.append(sys.path[0] + \"/../../adapters/python\")\n", "");
            }
            // Uses the recordings, so that the libraries need not be installed.
            "truthsayer.yaml" => *text = text.replace("{engine: python-chess}", "{engine: recorded-python-chess}"),
            _ => {}
        }
    }
    let beside = [
        ("README.md", include_str!("chess.md")),
        ("truthsayer_engine.py", include_str!("../../../../adapters/python/truthsayer_engine.py")),
        ("truthsayer-engine.mjs", include_str!("../../../../adapters/node/truthsayer-engine.mjs")),
    ];
    files.extend(beside.map(|(path, text)| (path.to_owned(), text.to_owned())));
    Contents { files, next: NEXT.to_owned() }
}

/// Unpacks the archive. It is our own, so its format needs no checks.
fn unpacked(packed: &[u8]) -> Vec<(String, String)> {
    let bytes = inflate::decompress_to_vec(packed).unwrap_or_default();
    let text = String::from_utf8(bytes).unwrap_or_default();
    let mut rest = text.as_str();
    let mut files = Vec::new();
    while let Some((path, after)) = rest.split_once('\n') {
        let Some((length, after)) = after.split_once('\n') else { break };
        let Some((text, others)) = length.parse().ok().and_then(|length| after.split_at_checked(length)) else { break };
        files.push((path.to_owned(), text.to_owned()));
        rest = others;
    }
    files
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_example_comes_out_as_it_went_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chess");
        let files = unpacked(CHESS);
        assert!(files.len() > 200, "{} files", files.len());
        for (path, text) in &files {
            assert_eq!(fs::read_to_string(root.join(path)).ok().as_ref(), Some(text), "{path}");
        }
    }

    #[test]
    fn replaced_text_exists() {
        let (before, after) = (unpacked(CHESS), chess().files);
        let text = |files: &[(String, String)], path: &str| {
            files.iter().find(|(own, _)| own == path).map(|(_, text)| text.clone()).unwrap_or_default()
        };
        for path in ["chess_js.mjs", "python_chess.py", "truthsayer.yaml"] {
            assert_ne!(text(&before, path), text(&after, path), "{path}");
            assert!(!text(&after, path).contains("../"), "{path}");
        }
    }
}
