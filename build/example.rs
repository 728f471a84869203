//! Packs `examples/chess` for `truthsayer init --example chess`. Deterministic.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

const EXAMPLE: &str = "examples/chess";
/// Installed and generated files, which are not packed.
const LEFT_OUT: [&str; 4] = ["README.md", "node_modules", "verification", "__pycache__"];
const BEST: u8 = 9;

pub(crate) fn pack() -> io::Result<()> {
    // Not the whole folder: installing libraries there must not trigger a rebuild.
    for part in parts(Path::new(EXAMPLE))? {
        println!("cargo::rerun-if-changed={}", part.display());
    }
    let mut files = Vec::new();
    gather(Path::new(EXAMPLE), &mut files)?;
    files.sort();
    let mut packed = String::new();
    for file in files {
        let text = fs::read_to_string(&file)?;
        let name = file.strip_prefix(EXAMPLE).map_err(io::Error::other)?.display().to_string().replace('\\', "/");
        packed.push_str(&format!("{name}\n{}\n{text}", text.len()));
    }
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("chess.packed");
    fs::write(target, miniz_oxide::deflate::compress_to_vec(packed.as_bytes(), BEST))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for part in parts(folder)? {
        match part.is_dir() {
            true => gather(&part, files)?,
            false => files.push(part),
        }
    }
    Ok(())
}

/// The files of a folder that belong to the example.
fn parts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && !name.ends_with(".pending.yaml") && !LEFT_OUT.contains(&name.as_str()) {
            parts.push(entry.path());
        }
    }
    Ok(parts)
}
