//! Adds the commit to the version of a release build. Development builds and builds outside a repository have none, so
//! that a commit does not recompile everything.

use std::env;
use std::path::Path;
use std::process::Command;

pub(crate) fn emit() {
    println!("cargo::rerun-if-env-changed=TRUTHSAYER_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let built_from = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=TRUTHSAYER_VERSION={built_from}");
}

/// The commit: from `TRUTHSAYER_COMMIT`, else from the repository.
fn commit() -> Option<String> {
    match env::var("TRUTHSAYER_COMMIT") {
        Ok(said) => Some(said).filter(|said| is_name(said)),
        Err(_) => repository_commit(),
    }
}

/// Whether a text is a plain name: letters, digits and a few signs, at most 64.
fn is_name(said: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '+' | '/');
    (1..=64).contains(&said.len()) && said.chars().all(plain)
}

fn repository_commit() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    // A copy inside another repository does not belong to its commit.
    let top = git(&root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != Path::new(&root).canonicalize().ok()? {
        return None;
    }
    for name in ["HEAD", "index", "logs/HEAD"] {
        println!("cargo::rerun-if-changed={}", git(&root, &["rev-parse", "--git-path", name])?);
    }
    for source in ["src", "crates", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let commit = git(&root, &["rev-parse", "--short=12", "HEAD"])?;
    let sources =
        ["status", "--porcelain", "--untracked-files=no", "--", "src", "crates", "Cargo.toml", "Cargo.lock", "build"];
    let changed = git(&root, &sources).is_some_and(|changes| !changes.is_empty());
    Some(if changed { format!("{commit}-dirty") } else { commit })
}

/// The output of git; none if git is missing or fails. Takes no locks: refreshing the index would trigger the next build.
fn git(folder: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["--no-optional-locks", "-C", folder]).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
