//! A copy of the checkout that contains all mutants. The checkout itself is never changed.

use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use crate::sources::LIBRARY;

/// The check at every mutated place: whether its mutant is active. While the reach of tests is recorded,
/// each place records itself instead.
const SWITCHES: &str = r#"//! The active mutant.

use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

static CHOSEN: OnceLock<usize> = OnceLock::new();
static NOTES: OnceLock<Option<Mutex<File>>> = OnceLock::new();
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline(never)]
pub fn on(number: usize) -> bool {
    if !REACHED[number].load(Ordering::Relaxed) && !REACHED[number].swap(true, Ordering::Relaxed) {
        let open = || std::env::var_os("BREAKS_REACHED").and_then(|path| File::options().append(true).open(path).ok());
        if let Some(file) = NOTES.get_or_init(|| open().map(Mutex::new)) {
            let _ = writeln!(file.lock().unwrap(), "{number}");
        }
    }
    *CHOSEN.get_or_init(chosen) == number
}

/// With a mutant active, the first failing test ends the program.
fn chosen() -> usize {
    let number = std::env::var("BREAK").ok().and_then(|number| number.parse().ok());
    if number.is_some() {
        let default_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            default_hook(panic);
            if std::thread::current().name().is_some_and(|name| name.contains("::")) {
                std::process::exit(101);
            }
        }));
    }
    number.unwrap_or(usize::MAX)
}
"#;

pub struct Copy {
    pub folder: PathBuf,
    pub built: PathBuf,
}

impl Copy {
    /// Creates or updates the copy. Unchanged files are not written, so that little is rebuilt.
    pub fn of(checkout: &Path) -> io::Result<Copy> {
        let folder = checkout.join("target/judge-mutants/tree");
        let listed = Command::new("git")
            .current_dir(checkout)
            .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
            .output()?;
        for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()) {
            let from = checkout.join(name);
            // Mutated files are written elsewhere.
            if from.is_file() && !name.starts_with(LIBRARY) {
                write(&folder.join(name), &fs::read(from)?)?;
            }
        }
        Ok(Copy { folder, built: checkout.join("target/judge-mutants/built") })
    }

    /// Writes a source file, with or without its mutants.
    pub fn put(&self, name: &str, text: &str) -> io::Result<()> {
        write(&self.folder.join(name), text.as_bytes())
    }

    /// Adds the module with the checks to the library, and silences warnings.
    pub fn put_switches(&self, library: &str, count: usize) -> io::Result<()> {
        self.put(&format!("{LIBRARY}breaks.rs"), &SWITCHES.replace("COUNT", &count.to_string()))?;
        let (head, rest) = library.split_at(library.find("\npub mod").unwrap_or(0));
        self.put(
            &format!("{LIBRARY}lib.rs"),
            &format!("{head}\n#![allow(warnings, arithmetic_overflow, unconditional_panic)]\npub mod breaks;{rest}"),
        )
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}
