//! Every `$ truthsayer …` and `$ make …` that the documentation shows is real: the former are run, the latter exist.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    pages.extend(
        ["examples/pig", "examples/chess", "adapters/python", "adapters/node"]
            .map(|it| root.join(it).join("README.md")),
    );
    pages.extend(fs::read_dir(root.join("docs")).expect("docs").map(|entry| entry.expect("a page").path()));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// The commands of the console blocks, each with the first page it stands on.
fn commands(program: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // The tutorial is a sequence, and run as one by tests/tutorial.rs.
    for page in pages().into_iter().filter(|page| !page.ends_with("tutorial.md")) {
        let text = fs::read_to_string(&page).expect("a page");
        let mut in_console = false;
        for line in text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                in_console = language == "console";
            } else if let (true, Some(command)) = (in_console, line.strip_prefix(&format!("$ {program}"))) {
                let command = command.split("  #").next().unwrap_or("").split(" # ").next().unwrap_or("").trim();
                if found.iter().all(|(_, known)| known != command) {
                    found.push((page.display().to_string(), command.to_owned()));
                }
            }
        }
    }
    found
}

/// Words as a shell would split them: quotes keep some together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn every_truthsayer_command_in_the_documentation_works() {
    let commands = commands("truthsayer ");
    assert!(commands.len() >= 8, "only {} commands were found", commands.len());
    // The engines of that example are written in Python and JavaScript.
    let playable = |command: &str| cfg!(feature = "interpreters") || !command.contains("examples/pig");
    for (page, command) in commands.into_iter().filter(|(_, command)| playable(command)) {
        let command = command.replace("target/debug/truthsayer", env!("CARGO_BIN_EXE_truthsayer"));
        let arguments = words(&command);
        let output = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CI", "true")
            .args(&arguments)
            .output()
            .expect("the binary runs");
        assert!(output.status.success(), "{page}: truthsayer {command}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_make_target_in_the_documentation_exists() {
    let makefile = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile")).expect("a Makefile");
    let commands = commands("make ");
    assert!(commands.len() >= 2, "only {} commands were found", commands.len());
    for (page, command) in commands {
        let mut words = command.split_whitespace();
        let target = words.next().unwrap_or_default();
        assert!(makefile.contains(&format!("\n{target}:")), "{page}: make {command}");
        for (variable, _) in words.filter_map(|word| word.split_once('=')) {
            assert!(makefile.contains(&format!("$({variable})")), "{page}: make {command}");
        }
    }
}

#[test]
fn every_link_to_a_file_leads_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for (_, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at + 2)) {
            let target = rest.split(')').next().unwrap_or("").split('#').next().unwrap_or("");
            if !target.is_empty() && !target.contains("://") {
                let path = page.parent().expect("a folder").join(target);
                assert!(path.exists(), "{}: {target}", page.display());
            }
        }
    }
}

/// They are drawn by a script from what the program shows; `docs/pictures/make.sh` makes them anew.
#[test]
fn the_pictures_of_the_readme_are_there_small_and_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let script = fs::read_to_string(root.join("docs/pictures/make.sh")).expect("the script");
    let mut shown = Vec::new();
    for (described, rest) in readme.split("![").skip(1).filter_map(|rest| rest.split_once("](")) {
        let path = rest.split(')').next().expect("a path");
        assert!(described.split_whitespace().count() >= 8, "{path} is described by: {described}");
        let bytes = fs::read(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(bytes.len() > 1_000 && bytes.len() < 150_000, "{path} has {} bytes", bytes.len());
        let own = root.display().to_string();
        assert!(!String::from_utf8_lossy(&bytes).contains(&own), "{path} holds a path of this machine");
        let name = Path::new(path).file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(script.contains(name), "docs/pictures/make.sh does not make {name}");
        shown.push(path.to_owned());
    }
    shown.sort();
    let mut kept: Vec<String> = fs::read_dir(root.join("docs/pictures"))
        .expect("the pictures")
        .map(|entry| format!("docs/pictures/{}", entry.expect("a file").file_name().to_string_lossy()))
        .filter(|path| path.ends_with(".png") || path.ends_with(".svg"))
        .collect();
    kept.sort();
    assert_eq!(shown, kept, "the README shows every picture that is kept, and no other");
    assert!(shown.len() >= 2);
}

/// The scenario that the README shows is the first thing a reader tries.
#[test]
fn the_scenario_in_the_readme_can_be_played_and_conforms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let yaml = readme.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a scenario");
    let project = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &[u8]| {
        let path = project.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("truthsayer.yaml", b"games: {dune: {engine: dune}}\n");
    write("rules/dune/battle.md", &fs::read(root.join("rules/dune/battle.md")).expect("the rules"));
    write("scenarios/dune/readme/example.yaml", yaml.as_bytes());
    let output = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .current_dir(project.path())
        .env("CI", "true")
        .args(["verify"])
        .output()
        .expect("the binary runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("1 conform") && !told.contains("deviate"), "{told}");
}
