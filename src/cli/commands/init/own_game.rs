//! A project for your own game: named after it, with a rulebook of yours or a small example.

use std::collections::BTreeSet;
use std::path::Path;

use super::Contents;
use super::common_files;
use super::common_files::Named;
use super::engine_files;
use crate::cli::args::InitArguments;
use crate::cli::args::StartEngine;
use crate::cli::cli_error::CliError;
use crate::cli::commands::new::draft_text;
use crate::cli::commands::schema;
use crate::cli::env::environment::Environment;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::format::RulebookLayout;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_protocol::Data;

const EXAMPLE: [(&str, &str); 2] = [
    ("price-is-added", include_str!("own/price-is-added.yaml")),
    ("too-expensive", include_str!("own/too-expensive.yaml")),
];

const EXAMPLE_GOLDENS: [(&str, &str); 2] = [
    ("price-is-added", include_str!("own/price-is-added.golden.yaml")),
    ("too-expensive", include_str!("own/too-expensive.golden.yaml")),
];

/// Names that are a value and not a text in YAML. The name of the game is in every file of the project.
const UNQUOTED: [&str; 3] = ["true", "false", "null"];

/// The files of a project for the game that the options name.
pub(super) fn contents(
    options: &InitArguments,
    language: StartEngine,
    environment: &Environment,
) -> Result<Contents, CliError> {
    if language == StartEngine::None {
        return Err(CliError::Usage(
            "choose the language of your engine: --engine python, --engine javascript or --engine rust".to_owned(),
        ));
    }
    let game = game_name(options)?;
    match &options.rules {
        Some(path) => with_rulebook(&game, path, language, environment),
        None => Ok(with_example(&game, language)),
    }
}

/// The name of the game: as typed, else after the rulebook.
fn game_name(options: &InitArguments) -> Result<String, CliError> {
    let stem =
        || options.rules.as_deref().and_then(Path::file_stem).map(|stem| draft_text::slug(&stem.to_string_lossy()));
    let name = options.game.clone().or_else(stem).unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if UNQUOTED.contains(&name.as_str()) {
        return Err(CliError::Usage(format!(
            "invalid game name `{name}`: YAML does not read it as a text; choose another name, such as --game {name}-game"
        )));
    }
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain) && name.len() <= 60 {
        return Ok(name);
    }
    let near = Some(draft_text::slug(&name)).filter(|near| near.starts_with(|c: char| c.is_ascii_lowercase()));
    let near = near.map_or(String::new(), |near| format!(", such as --game {near}"));
    Err(CliError::Usage(format!(
        "invalid game name `{name}`: write a lower-case letter, then letters, digits, `-` and `_`{near}"
    )))
}

/// A small working example, to be replaced.
fn with_example(game: &str, language: StartEngine) -> Contents {
    let rulebook = format!("{game}.md");
    let named = Named { game, engine: game, rulebook: &rulebook, layout: RulebookLayout::Lines };
    let source = match language {
        StartEngine::Javascript => include_str!("own/engine.mjs"),
        StartEngine::Rust => include_str!("own/engine.rs.txt"),
        StartEngine::Python | StartEngine::None => include_str!("own/engine.py"),
    };
    let engine = engine_files::of(language, filled(source, game));
    let rules = filled(include_str!("own/rules.md"), game);
    let mut files = common_files::of(&named, &engine, &rules);
    files.push(catalog(&named, &common_files::book(&named, &rules)));
    for (name, text) in EXAMPLE {
        let path = format!("scenarios/{game}/example/{name}.yaml");
        files.push((path, schema::line("scenario", 3) + &filled(text, game)));
    }
    files
        .extend(EXAMPLE_GOLDENS.map(|(name, text)| (format!("golden/{game}/example/{name}.yaml"), filled(text, game))));
    files.extend(engine.files);
    let next = format!(
        "  truthsayer verify      run both scenarios\n  \
           truthsayer prove       turn off each clause, and check that a claim fails\n\
         then replace rules/{game}/{rulebook}, the scenarios and the engine with your own\n{}",
        engine.note
    );
    Contents { files, next }
}

/// A rulebook that exists, one draft for each of its rules, and an engine without rules.
fn with_rulebook(
    game: &str,
    path: &Path,
    language: StartEngine,
    environment: &Environment,
) -> Result<Contents, CliError> {
    let shown = path.display().to_string();
    let bad = |problem| CliError::BadInput(vec![problem]);
    let rules = safe_read::read_saved(&environment.folder.join(path), &shown).map_err(bad)?;
    let rulebook = path.file_name().map(|name| name.to_string_lossy().into_owned()).filter(|name| is_plain(name));
    let rulebook = rulebook.unwrap_or_else(|| format!("{game}.md"));
    let named = Named { game, engine: game, rulebook: &rulebook, layout: common_files::layout_of(&rules) };
    let book = common_files::book(&named, &rules);
    let Some((file, first)) = book.files().find_map(|file| Some((file, file.lines().next()?))) else {
        return Err(CliError::Usage(format!("`{shown}` contains no rules: write one rule per line or paragraph")));
    };
    let source = match language {
        StartEngine::Javascript => include_str!("own/skeleton.mjs"),
        StartEngine::Rust => include_str!("own/skeleton.rs.txt"),
        StartEngine::Python | StartEngine::None => include_str!("own/skeleton.py"),
    };
    let source = filled(source, game).replace("@SWITCHES@", &switches(file, language));
    let engine = engine_files::of(language, source);
    let mut files = common_files::of(&named, &engine, &rules);
    for (_, text) in files.iter_mut().filter(|(path, _)| path == FILE_NAME) {
        *text = text.replace("\n# gate:\n", "\ngate:\n").replace("\n#   drafts: allow\n", "\n  drafts: allow\n");
    }
    files.push(catalog(&named, &book));
    let drafts = drafts(game, file);
    let explain = format!("explain {}", Address::stable(file, first));
    let missing = "coverage --missing";
    let width = explain.chars().count().max(missing.len());
    let next = format!(
        "  truthsayer {missing:width$}    list what each clause needs\n  \
           truthsayer {explain:width$}    show a rule with its evidence\n\
         {} in scenarios/{game}/: write the claims from the rule, then take out `draft: true`\n{}",
        count(drafts.len(), "draft"),
        engine.note
    );
    files.extend(drafts);
    files.extend(engine.files);
    Ok(Contents { files, next })
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.ends_with(".md") && !name.starts_with('.') && name.chars().all(plain)
}

/// A template with the names of the game filled in.
fn filled(template: &str, game: &str) -> String {
    let words: Vec<String> = game.split(['-', '_']).map(capitalised).collect();
    template.replace("@GAME@", game).replace("@CLASS@", &words.concat()).replace("@TITLE@", &words.join(" "))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// One catalog entry for each rule.
fn catalog(named: &Named<'_>, book: &Rulebook) -> (String, String) {
    let mut text = schema::line("catalog", 2) + "categories: [Rules]\nrules:\n";
    let lines = book.files().flat_map(|file| file.lines().map(move |line| (file, line)));
    for (index, (file, line)) in lines.enumerate() {
        let address = yaml_flow::line(&Data::from(Address::stable(file, line).to_string()));
        let title = yaml_flow::line(&Data::from(title(line)));
        let number = index + 1;
        text += &format!("  - {{rule: {number}, title: {title}, category: Rules, lines: [{address}]}}\n");
    }
    (format!("rules/{}/catalog.yaml", named.game), text)
}

/// The title of a rule: its name, or its first words.
fn title(line: &RuleLine) -> String {
    let words = || line.clause(1).unwrap_or(&line.text).split_whitespace().take(6).collect::<Vec<_>>().join(" ");
    match &line.name {
        Some(name) => capitalised(&name.to_lowercase()),
        None => words().trim_end_matches(['.', ',', ';', ':']).to_owned(),
    }
}

/// One draft for each rule, with a claim for each of its clauses. A lead-in is part of its items and has none.
fn drafts(game: &str, file: &RuleFile) -> Vec<(String, String)> {
    let mut taken = BTreeSet::new();
    let draft = |line: &RuleLine| {
        let quotes: Vec<&str> = (1..=line.clause_count()).filter_map(|number| line.clause(number)).collect();
        let usual = draft_text::default_id(game, line, 1, quotes.first().copied().unwrap_or_default());
        let id = draft_text::free_id(usual, |id| !taken.contains(id));
        taken.insert(id.clone());
        let text = draft_text::skeleton(game, &Address::stable(file, line), line, &quotes);
        (format!("scenarios/{id}.yaml"), schema::line("scenario", 3) + &text)
    };
    file.lines().filter(|line| line.clause_count() > 0).map(draft).collect()
}

/// A commented line for the switch of each clause, in the language of the engine.
fn switches(file: &RuleFile, language: StartEngine) -> String {
    let mut taken = BTreeSet::new();
    let mut text = String::new();
    for line in file.lines() {
        for number in 1..=line.clause_count() {
            let Some(quote) = line.clause(number) else { continue };
            let id = draft_text::default_id("", line, number, quote);
            let words = if line.clause_count() == 1 { line.name.as_deref() } else { None };
            let usual = words.map(draft_text::slug).filter(|name| !name.is_empty());
            let usual = usual.unwrap_or_else(|| id.rsplit('/').next().unwrap_or_default().to_owned());
            let name = draft_text::free_id(usual.replace('-', "_"), |name| !taken.contains(name)).replace('-', "_");
            taken.insert(name.clone());
            let cite = Address::stable(file, line).to_string();
            text += &switch_line(&name, &cite, quote, file.game(), language);
        }
    }
    text
}

fn switch_line(name: &str, cite: &str, quote: &str, game: &str, language: StartEngine) -> String {
    let [cite_text, quote_text] = [cite, quote].map(|text| Data::from(text).to_string());
    match language {
        StartEngine::Javascript => format!("    // {name}: [{cite_text}, {quote_text}],\n"),
        StartEngine::Rust => {
            let variant: String = name.split('_').map(capitalised).collect();
            let below = Data::from(cite.strip_prefix(game).map_or(cite, |rest| rest.trim_start_matches('/')));
            format!("    // {variant} \"{name}\" {below} {quote_text};\n")
        }
        StartEngine::Python | StartEngine::None => format!("        # \"{name}\": ({cite_text}, {quote_text}),\n"),
    }
}
