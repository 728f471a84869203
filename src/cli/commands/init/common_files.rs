//! The files that every new project has: project file, rulebook, lock, schemas, `.gitignore` and `AGENTS.md`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::engine_files::EngineFiles;
use crate::cli::args::CiService;
use crate::cli::commands::schema;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::format::RulebookFormat;
use truthsayer_oracle::rulebook::format::RulebookLayout;
use truthsayer_oracle::rulebook::history::lock;
use truthsayer_oracle::rulebook::history::lock::Lock;

/// The names in a new project.
pub(super) struct Named<'n> {
    pub game: &'n str,
    /// The entry of the engine in the project file.
    pub engine: &'n str,
    /// The file name of the rulebook.
    pub rulebook: &'n str,
    pub layout: RulebookLayout,
}

/// Files that a folder may have already. They are kept as they are.
pub(super) const KEPT: [&str; 2] = [".gitignore", "AGENTS.md"];

/// Schemas for editors.
const SCHEMAS: [(&str, &str); 6] = [
    ("project", schema::PROJECT),
    ("scenario", schema::SCENARIO),
    ("fixture", schema::FIXTURE),
    ("catalog", schema::CATALOG),
    ("exclusions", schema::EXCLUSIONS),
    ("floor", schema::FLOOR),
];

pub(super) fn of(named: &Named<'_>, engine: &EngineFiles, rules: &str) -> Vec<(String, String)> {
    let Named { game, engine: entry, rulebook, layout } = named;
    let format = if *layout == RulebookLayout::Markdown { ", rulebook: markdown" } else { "" };
    let project = include_str!("truthsayer.yaml")
        .replace("  @GAME@: {engine: @ENGINE@}\n", &format!("  @GAME@: {{engine: @ENGINE@{format}}}\n"))
        .replace("@GAME@", game)
        .replace("@ENGINE@", entry)
        .replace("@RULES@", rulebook)
        .replace("@COMMAND@", engine.command)
        .replace("@SOURCES@", engine.sources)
        .replace("@STARTUP@\n", engine.startup);
    let ignored = format!("*.pending.yaml\n.truthsayer/\n{}", engine.ignored);
    let mut files = vec![
        ("truthsayer.yaml".to_owned(), schema::line("project", 0) + &project),
        (format!("rules/{game}/{rulebook}"), rules.to_owned()),
        (lock::path("rules", game), Lock::of(&book(named, rules), game).render()),
        (".gitignore".to_owned(), ignored),
        ("AGENTS.md".to_owned(), include_str!("AGENTS.md").replace("@GAME@", game)),
    ];
    files.extend(SCHEMAS.map(|(kind, text)| (schema::path(kind), text.to_owned())));
    files
}

/// The rulebook of the new project.
pub(super) fn book(named: &Named<'_>, rules: &str) -> Rulebook {
    let mut format = RulebookFormat::default();
    format.layout = named.layout;
    let mut book = Rulebook::with_formats(Arc::new(BTreeMap::from([(named.game.to_owned(), format)])));
    let name = format!("{}/{}", named.game, named.rulebook);
    book.add(&name, SourceFile::new(format!("rules/{name}"), rules));
    book
}

/// The layout of a rulebook: lines if each of its lines is a sentence of its own, else Markdown.
pub(super) fn layout_of(rules: &str) -> RulebookLayout {
    let lines = rules.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.filter(|line| !line.starts_with('#') && !line.starts_with("<!--"));
    let is_block = |line: &str| {
        let starts_item =
            line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['-', '*', '+', '|', '>', '.', ')']);
        starts_item || !line.ends_with(['.', '!', '?', ':', ';', '"', '”', ')'])
    };
    if lines.any(is_block) { RulebookLayout::Markdown } else { RulebookLayout::Lines }
}

/// The CI file, which installs Truthsayer and runs `gate`.
pub(super) fn ci(service: CiService, engine_package: Option<&str>) -> (String, String) {
    match service {
        CiService::Github => (".github/workflows/rules.yml".to_owned(), include_str!("github.yml").to_owned()),
        CiService::Gitlab => {
            let line =
                engine_package.map(|name| format!("    - apt-get update -qq && apt-get install -y -qq {name}\n"));
            (".gitlab-ci.yml".to_owned(), include_str!("gitlab.yml").replace("@INSTALL@\n", &line.unwrap_or_default()))
        }
    }
}
