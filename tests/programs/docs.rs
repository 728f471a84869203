//! Checks the documentation: `console` blocks run, make targets exist, links work, and the page of commands equals the
//! output of `--help`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use pulldown_cmark::Event;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;
use pulldown_cmark::TagEnd;
use walkdir::WalkDir;

const COMMANDS_PAGE: &str = "docs/reference/commands.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Markdown file that people write and read, except rulebooks and the pages of a game's results.
fn pages() -> Vec<PathBuf> {
    let folders = ["docs", "adapters", "crates", "examples", "fuzz", "judge-mutants", "scenarios"];
    let is_installed = |name: &str| ["target", "node_modules", ".venv", "rules", "verification"].contains(&name);
    let mut pages = Vec::new();
    for folder in folders {
        let files = WalkDir::new(root().join(folder)).into_iter();
        let own = files.filter_entry(|entry| !entry.file_name().to_str().is_some_and(is_installed));
        pages.extend(own.map(|entry| entry.expect("an entry").into_path()));
    }
    for folder in [root().to_path_buf(), root().join("verification")] {
        pages.extend(fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// A command of a console block: what follows `$ `, and the lines of output that the page shows.
struct Shown {
    command: String,
    output: Vec<String>,
}

/// The console blocks of a page. A remark after two spaces and `#` is not a part of the command, except `exits N`.
fn console_blocks(page: &Path) -> Vec<Vec<Shown>> {
    let text = fs::read_to_string(page).expect("a page");
    let mut blocks: Vec<Vec<Shown>> = Vec::new();
    let mut in_console = false;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            in_console = language == "console";
            if in_console {
                blocks.push(Vec::new());
            }
        } else if let (true, Some(block)) = (in_console, blocks.last_mut()) {
            match (line.strip_prefix("$ "), block.last_mut()) {
                (Some(command), _) => block.push(Shown { command: command.to_owned(), output: Vec::new() }),
                (None, Some(last)) => last.output.push(line.to_owned()),
                (None, None) => panic!("{}: output without a command: {line}", page.display()),
            }
        }
    }
    blocks
}

/// The commands that start with a program, each with the first page that shows it.
fn commands(program: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for page in pages() {
        for shown in console_blocks(&page).into_iter().flatten() {
            let Some(command) = shown.command.strip_prefix(program) else { continue };
            let command = command.split("  #").next().unwrap_or("").trim();
            if found.iter().all(|(_, known)| known != command) {
                found.push((page.display().to_string(), command.to_owned()));
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

/// Runs `truthsayer` with these words. Returns its output, or the reason if it ends with another exit code than 0 or the one
/// that the remark names.
fn run(folder: &Path, is_ci: bool, command: &str) -> Result<String, String> {
    let (command, remark) = command.split_once("  # ").unwrap_or((command, ""));
    let command = command.trim().replace("target/debug/truthsayer", env!("CARGO_BIN_EXE_truthsayer"));
    let code = remark.strip_prefix("exits ").map_or(0, |code| code.parse().expect("an exit code"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
    match is_ci {
        true => program.env("CI", "true"),
        false => program.env_remove("CI"),
    };
    let output = program.current_dir(folder).args(words(&command)).output().expect("the program runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    match output.status.code() {
        Some(actual) if actual == code => Ok(text),
        actual => Err(format!("truthsayer {command} exits {actual:?} instead of {code}\n{text}")),
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A block that starts with `init` is a session in a new folder; every other command runs in this repository.
#[test]
fn every_truthsayer_command_in_the_documentation_works() {
    let has_interpreters = is_installed("python3") && is_installed("node");
    let mut known = BTreeSet::new();
    let mut wrong: Vec<String> = Vec::new();
    // A test of its own runs the tutorial, with the changes that it makes to files.
    for page in pages().into_iter().filter(|page| !page.ends_with("tutorial/first-project.md")) {
        for block in console_blocks(&page) {
            let starts_new = block.first().is_some_and(|shown| shown.command.starts_with("truthsayer init"));
            let needs_interpreter = starts_new || block.iter().any(|shown| shown.command.contains("examples/pig"));
            if needs_interpreter && !has_interpreters {
                continue;
            }
            let scratch = tempfile::tempdir().expect("a temporary folder");
            let mut folder = if starts_new { scratch.path().to_path_buf() } else { root().to_path_buf() };
            for Shown { command, output } in block {
                if let Some(name) = command.strip_prefix("cd ") {
                    folder.push(name);
                } else if let Some(command) = command.strip_prefix("truthsayer ") {
                    if !starts_new && output.is_empty() && !known.insert(command.to_owned()) {
                        continue;
                    }
                    match run(&folder, !starts_new, command) {
                        Ok(printed) => {
                            let missing = output.iter().filter(|line| !printed.contains(line.as_str()));
                            wrong.extend(
                                missing.map(|line| format!("{}: `{line}` is not in\n{printed}", page.display())),
                            );
                        }
                        Err(why) => wrong.push(format!("{}: {why}", page.display())),
                    }
                } else {
                    assert!(command.starts_with("make "), "{}: {command} is not tested", page.display());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.len() >= 20, "only {} commands were found", known.len());
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

/// The anchors and the links of a page.
#[derive(Default)]
struct Outline {
    anchors: BTreeSet<String>,
    links: Vec<String>,
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn outline(page: &Path) -> Outline {
    let text = fs::read_to_string(page).expect("a page");
    let mut outline = Outline::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => outline.anchors.extend(heading.take().map(|text| anchor(&text))),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                outline.links.push(dest_url.into_string());
            }
            _ => {}
        }
    }
    outline
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    for page in pages() {
        let own = outline(&page);
        for link in own.links.iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            let is_page = target.extension().is_some_and(|extension| extension == "md");
            let is_missing =
                !target.exists() || (is_page && !heading.is_empty() && !outline(&target).anchors.contains(heading));
            if is_missing {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_book_and_the_index_list_every_page() {
    let listed =
        |name: &str| -> BTreeSet<String> { outline(&root().join("docs").join(name)).links.into_iter().collect() };
    let pages: BTreeSet<String> = pages()
        .iter()
        .filter_map(|page| page.strip_prefix(root().join("docs")).ok())
        .map(|page| page.display().to_string())
        .filter(|page| page != "SUMMARY.md")
        .collect();
    assert_eq!(listed("SUMMARY.md"), pages);
    let own: BTreeSet<String> = listed("index.md").into_iter().filter(|link| !link.starts_with("..")).collect();
    assert_eq!(own, pages.into_iter().filter(|page| page != "index.md").collect());
}

fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .current_dir(root())
        .env_remove("COLUMNS")
        .args(command.split_whitespace())
        .arg("--help")
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The commands that a help text lists before its options.
fn listed_commands(help: &str) -> Vec<&str> {
    let before = help.split("\nOptions:").next().unwrap_or("").split("\nArguments:").next().unwrap_or("");
    let entries = before.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    entries.map(|(name, _)| name).filter(|name| is_name(name)).collect()
}

fn section(title: &str, help: &str) -> String {
    format!("## {title}\n\n```text\n{}\n```\n\n", help.trim_end())
}

fn commands_page() -> String {
    let mut page = String::from(
        "# Commands\n\nThis page lists every command with its options, as `--help` prints them. It is generated: \
         `UPDATE=1 cargo test --test programs commands`\nwrites it again.\n\n",
    );
    let program = help("");
    page.push_str(&section("truthsayer", &program));
    for command in listed_commands(&program).into_iter().filter(|command| *command != "help") {
        let text = help(command);
        page.push_str(&section(&format!("truthsayer {command}"), &text));
        for nested in listed_commands(&text) {
            let nested = format!("{command} {nested}");
            page.push_str(&section(&format!("truthsayer {nested}"), &help(&nested)));
        }
    }
    format!("{}\n", page.trim_end())
}

#[test]
fn the_page_of_commands_is_what_help_prints() {
    let page = commands_page();
    let file = root().join(COMMANDS_PAGE);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).expect("the page can be written");
    }
    let committed = fs::read_to_string(file).expect("the page of commands");
    assert!(
        committed == page,
        "{COMMANDS_PAGE} is out of date; UPDATE=1 cargo test --test programs commands writes it"
    );
}

/// `docs/pictures/make.sh` draws the pictures from the program's output.
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

/// The scenario in the README must run, because readers try it first.
#[test]
fn the_scenario_in_the_readme_can_be_played_and_passes() {
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
    // A golden is accepted only if every claim passes.
    for command in ["bless", "verify"] {
        run(project.path(), false, command).unwrap_or_else(|why| panic!("{why}"));
    }
}
