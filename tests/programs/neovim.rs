//! The language server in a real editor: Neovim, without a screen.

use std::path::Path;
use std::process::Command;

/// A misspelt quote is underlined before the file is saved.
#[test]
fn neovim_shows_a_misspelt_quote_before_it_is_saved() {
    let is_installed = Command::new("nvim").arg("--version").output().is_ok_and(|run| run.status.success());
    if !is_installed {
        assert!(std::env::var_os("CI").is_none(), "nvim is missing; CI needs it for this test");
        eprintln!("skipped: nvim is missing");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scenario = "scenarios/dune/survival/leader-stays-alone.yaml";
    let run = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-c"])
        .arg(format!("luafile {}", root.join("tests/programs/neovim.lua").display()))
        .current_dir(root)
        .env("TRUTHSAYER", env!("CARGO_BIN_EXE_truthsayer"))
        .env("SCENARIO", scenario)
        .output()
        .expect("nvim runs");
    let text = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    let source = std::fs::read_to_string(root.join(scenario)).expect("a scenario");
    let line = source.lines().position(|line| line.contains("cite:")).expect("a citation") + 1;
    assert!(text.contains(&format!("{line}: ")) && text.contains("the quote is neither at"), "{text}");
    assert!(text.contains("unsaved"), "{text}");
}
