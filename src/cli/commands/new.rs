//! `new`: writes a draft scenario for a rule, or for each uncited clause.

pub(crate) mod draft_text;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::cli::args::Format;
use crate::cli::args::NewArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::schema;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::selection;
use crate::report::machine::documents::new_drafts::NewDraft;
use crate::report::machine::json;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::address::Spot;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::citation::Resolution;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::suite::project::Project;

pub(crate) fn run(options: &NewArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let drafts = match &options.cite {
        Some(cite) => vec![of_rule(cite, options, context)?],
        None => of_uncited(context)?,
    };
    if options.format == Format::Json {
        return printed(&drafts, options, context);
    }
    if options.stdout {
        let texts: Vec<String> = drafts.iter().map(|draft| draft.text.clone()).collect();
        context.console.copied(&texts.join("---\n"));
        return Ok(ExitCode::Pass);
    }
    context.environment.may_write(options.write, "`--stdout` prints the scenario")?;
    for draft in &drafts {
        draft.write()?;
    }
    context.console.result(&written_text(&drafts));
    Ok(ExitCode::Pass)
}

/// Writes the drafts and prints them as JSON. With `--stdout` it only prints them.
fn printed(drafts: &[UnwrittenDraft], options: &NewArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if !options.stdout {
        context.environment.may_write(options.write, "`--stdout` prints the scenario")?;
        for draft in drafts {
            draft.write()?;
        }
    }
    let described = |draft: &UnwrittenDraft| NewDraft {
        cite: draft.cite.clone(),
        id: draft.id.clone(),
        path: draft.path.clone(),
        quote: draft.quote.clone(),
        text: draft.text.clone(),
        written: !options.stdout,
    };
    let suite = pending_changes::load_suite(session::project(context)?, context.environment.cores).0;
    let drafts: Vec<NewDraft> = drafts.iter().map(described).collect();
    context.console.data(&json::document("new", "drafts", &drafts, &suite));
    Ok(ExitCode::Pass)
}

/// An unwritten scenario.
struct UnwrittenDraft {
    root: PathBuf,
    id: String,
    path: String,
    cite: String,
    quote: String,
    text: String,
}

impl UnwrittenDraft {
    /// A draft for a clause.
    fn new(project: &Project, id: String, (file, line): (&RuleFile, &RuleLine), quote: &str) -> UnwrittenDraft {
        let path = path_of(project, &id);
        let address = Address::stable(file, line);
        let text = draft_text::skeleton(file.game(), &address, line, &[quote]);
        // Names the schema for editors, if the project has a copy.
        let text = schema::line_in(project, "scenario", &path) + &text;
        UnwrittenDraft {
            root: project.root.clone(),
            id,
            path,
            cite: address.to_string(),
            quote: quote.to_owned(),
            text,
        }
    }

    fn write(&self) -> Result<(), CliError> {
        let UnwrittenDraft { root, path, text, .. } = self;
        if fs::symlink_metadata(root.join(path)).is_ok() {
            return Err(CliError::Usage(format!("`{path}` exists; choose another id with --id")));
        }
        atomic_write::clear_beside(root, path);
        atomic_write::write(root, path, text).map_err(|error| CliError::Write { path: path.clone(), error })
    }
}

fn written_text(drafts: &[UnwrittenDraft]) -> String {
    let paths: String = drafts.iter().map(|draft| format!("wrote {}\n", draft.path)).collect();
    let next = match drafts {
        [only] => this_call().reads(&["verify", &only.id]),
        _ => this_call().reads(&["verify"]),
    };
    format!("{paths}next: write what must hold by the rule, then run `{next}`\n")
}

/// A draft for the clause that is named on the command line.
fn of_rule(cite: &str, options: &NewArguments, context: &Context<'_>) -> Result<UnwrittenDraft, CliError> {
    let project = session::project(context)?;
    let (book, problems) = Rulebook::load(&project.root, &project.rules, &project.rulebooks);
    if !problems.is_empty() {
        return Err(CliError::BadInput(problems));
    }
    let mut rule = selection::named(cite, &book)?;
    if let Some(quote) = &options.quote {
        rule = quoted(&book, &rule, quote)?;
    }
    let (file, line) = find(&book, &rule)?;
    let clause = rule.clause.unwrap_or(1);
    let Some(quote) = line.own_words(clause) else {
        return Err(CliError::Usage(format!(
            "`{}` has no clause {clause}; it has {}",
            rule.address,
            line.clause_count()
        )));
    };
    let usual = || free_id(&project, draft_text::default_id(file.game(), line, clause, quote), &BTreeSet::new());
    let id = options.id.clone().unwrap_or_else(usual);
    check_id(&id, file.game())?;
    Ok(UnwrittenDraft::new(&project, id, (file, line), quote))
}

/// A draft for each clause that no scenario and no draft cites, and that is not excluded.
fn of_uncited(context: &Context<'_>) -> Result<Vec<UnwrittenDraft>, CliError> {
    let (suite, problems) = pending_changes::load_suite(session::project(context)?, context.environment.cores);
    // A citation that cannot be read may be the one that is missing.
    if problems.iter().any(|problem| !problem.kind.is_warning()) {
        return Err(CliError::BadInput(problems));
    }
    let mut taken = BTreeSet::new();
    let mut drafts = Vec::new();
    for clause in suite.uncited() {
        let Some(file) = suite.book.file(&clause.file) else { continue };
        let Some(line) = file.line(clause.line) else { continue };
        let quote = suite.book.clause_text(&clause);
        let usual = draft_text::default_id(file.game(), line, clause.clause, quote);
        let id = free_id(&suite.project, usual, &taken);
        taken.insert(id.clone());
        drafts.push(UnwrittenDraft::new(&suite.project, id, (file, line), quote));
    }
    if drafts.is_empty() {
        return Err(CliError::Nothing("every clause is cited or excluded; there is no draft to write".to_owned()));
    }
    Ok(drafts)
}

/// Finds the clause that contains the quoted words.
fn quoted(book: &Rulebook, rule: &NamedRule, quote: &str) -> Result<NamedRule, CliError> {
    let citation = Citation::new(rule.address.clone(), quote);
    match citation.resolve(book) {
        Resolution::Ok(clauses) if !clauses.is_empty() => {
            let address = Address::line(&clauses[0].file, clauses[0].line);
            Ok(NamedRule { address, clause: Some(clauses[0].clause) })
        }
        Resolution::Ambiguous(places) => Err(CliError::Usage(format!(
            "“{quote}” is ambiguous: it occurs at {}; quote more words",
            places.join(", ")
        ))),
        _ => Err(CliError::Nothing(format!("“{quote}” does not occur at `{}`", rule.address))),
    }
}

fn find<'a>(book: &'a Rulebook, rule: &NamedRule) -> Result<(&'a RuleFile, &'a RuleLine), CliError> {
    let lines = rule.address.lines(book).map_err(CliError::Nothing)?;
    if rule.address.spot == Spot::Anywhere {
        let why = "choose a rule with --quote, or write file:line, file§number or file#NAME";
        return Err(CliError::Usage(format!("`{}` is a whole file: {why}", rule.address)));
    }
    let found = book.file(&lines.file).and_then(|file| Some((file, file.line(lines.first)?)));
    found.ok_or_else(|| CliError::Nothing(format!("there is no rule at `{}`", rule.address)))
}

/// Checks that an id stays inside the scenarios folder of its game.
fn check_id(id: &str, game: &str) -> Result<(), CliError> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let parts: Vec<&str> = id.split('/').collect();
    if parts.len() < 3 || parts[0] != game || parts[1] == "fixtures" || !parts[1..].iter().all(|part| plain(part)) {
        return Err(CliError::Usage(format!("invalid scenario id `{id}`: write {game}/<topic>/<name>")));
    }
    Ok(())
}

/// The id, with a number appended if a file has it or it is in `taken`.
fn free_id(project: &Project, id: String, taken: &BTreeSet<String>) -> String {
    let has_file = |id: &str| fs::symlink_metadata(project.root.join(path_of(project, id))).is_ok();
    draft_text::free_id(id, |id| !taken.contains(id) && !has_file(id))
}

fn path_of(project: &Project, id: &str) -> String {
    format!("{}/{id}.yaml", project.scenarios)
}
