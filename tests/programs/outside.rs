//! Crates outside the workspace: an engine on the protocol, and a user of the CoTuLenh crate.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Output;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// Builds a crate below `tests/outside/` with the dependencies of the workspace, and returns the path of its program.
fn built(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("tests/outside").join(name);
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock can be copied");
    let target = Path::new(BINARY).ancestors().nth(2).expect("a target folder");
    let run = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo can be run");
    assert!(run.status.success(), "{name} does not build:\n{}", String::from_utf8_lossy(&run.stderr));
    target.join("debug").join(format!("outside-{name}{}", std::env::consts::EXE_SUFFIX))
}

fn printed(run: &Output) -> String {
    assert!(run.status.success(), "{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn an_engine_with_its_own_allocator_passes_the_kit() {
    let engine = built("engine");
    let check = Command::new(BINARY).args(["engine", "check", "--timeout", "30s", "--"]).arg(&engine).output();
    let text = printed(&check.expect("the kit can be run"));
    assert!(text.contains("1 switch that can be turned off"), "{text}");
}

#[test]
fn a_player_needs_nothing_but_the_game() {
    let run = Command::new(built("player")).output().expect("the player can be run");
    let expected = "perft 2: 13460\n6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1\n";
    assert_eq!(printed(&run), expected);
}
