//! Test fixtures for faults: projects, pipes, links, and small file systems.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use crate::project::DUEL;
use crate::project::Project;

/// The accepted outcome of the duel.
pub(crate) const GOLDEN: &str = "golden/dune/duel/plain.yaml";
/// The duel.
pub(crate) const PLAIN: &str = "scenarios/dune/duel/plain.yaml";

/// A project with the rules that the engine knows, a catalog of two rules and the duel, its golden accepted.
pub(crate) fn reported() -> Project {
    let rules = |name: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the rules");
    let catalog = "categories: [Core, Other]\nrules:\n  - {rule: 8, title: Battle Resolution, category: Core, lines: [\"dune/battle.md:18\"]}\n  - {rule: 9, title: Untouched, category: Other, lines: [\"dune/battle.md:19\"]}\n";
    let project = Project::new()
        .file("rules/dune/battle.md", rules("rules/dune/battle.md"))
        .file("rules/dune/phases.md", rules("rules/dune/phases.md"))
        .file("rules/dune/readings.md", rules("rules/dune/readings.md"))
        .file("rules/dune/catalog.yaml", catalog)
        .file(PLAIN, real_duel());
    project.run(&["bless"]).exits(0);
    project
}

/// The duel with the citations of the real rules.
pub(crate) fn real_duel() -> String {
    DUEL.replace("dune/battle.md:2\n", "dune/battle.md:18\n")
        .replace("quote: The higher total wins", "quote: plus the fighting strength of its leader")
        .replace("dune/battle.md:6\n", "dune/battle.md:24\n")
        .replace(
            "Every Force of the loser in the Territory goes to the Tanks",
            "Every Force of the loser in the Territory",
        )
}

/// The duel with other claims: each a line below `claims:`.
pub(crate) fn duel_claiming(claims: &str) -> String {
    let (set_up, _) = DUEL.split_once("claims:\n").expect("claims");
    format!("{set_up}claims:\n{claims}")
}

pub(crate) fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let _ = fs::remove_file(path);
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0).expect("a pipe can be made");
}

pub(crate) fn link(target: impl AsRef<Path>, path: &Path) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let _ = fs::remove_file(path);
    symlink(target, path).expect("a link can be made");
}

/// Creates a sparse file of zeros, which takes no disk space.
pub(crate) fn long_file(path: &Path, length: u64) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::File::create(path).and_then(|file| file.set_len(length)).expect("a long file");
}

/// A temporary file system over a folder. `None` if mounting is not allowed.
pub(crate) struct Mount(PathBuf);

impl Mount {
    pub(crate) fn with_room(folder: &Path, room: &str) -> Option<Mount> {
        fs::create_dir_all(folder).expect("a folder");
        Mount::of(folder, &["-t", "tmpfs", "-o", &format!("size={room}"), "tmpfs"])
    }

    /// Mounts a folder over itself, and then makes it read-only, which needs the first mount.
    pub(crate) fn read_only(folder: &Path) -> Option<Mount> {
        let source = folder.to_str().expect("a plain path").to_owned();
        let mount = Mount::of(folder, &["--bind", &source])?;
        let again = Command::new("mount").args(["-o", "remount,ro,bind"]).arg(folder).output();
        again.is_ok_and(|output| output.status.success()).then_some(mount)
    }

    fn of(folder: &Path, options: &[&str]) -> Option<Mount> {
        let output = Command::new("mount").args(options).arg(folder).output();
        match output {
            Ok(output) if output.status.success() => Some(Mount(folder.to_path_buf())),
            Ok(output) => {
                println!("left out, because nothing can be mounted: {}", String::from_utf8_lossy(&output.stderr));
                None
            }
            Err(error) => {
                println!("left out, because there is no `mount`: {error}");
                None
            }
        }
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

/// Returns every unfinished temporary file.
pub(crate) fn unfinished(project: &Project) -> Vec<String> {
    let entries = walkdir::WalkDir::new(project.path("")).into_iter().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".truthsayer-")).collect()
}
