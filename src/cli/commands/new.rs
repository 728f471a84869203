//! `new`: writes a draft scenario for a rule.

use std::fs;

use crate::cli::args::NewArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::schema;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::selection;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::address::Spot;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::citation::Resolution;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Data;

pub(crate) fn run(options: &NewArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let project = session::project(context)?;
    let (book, problems) = Rulebook::load(&project.root, &project.rules, &project.rulebooks);
    if !problems.is_empty() {
        return Err(CliError::BadInput(problems));
    }
    let mut rule = selection::named(&options.cite, &book)?;
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
    let game = file.game().to_owned();
    let id = options.id.clone().unwrap_or_else(|| free_id(&project, default_id(&game, line, clause, quote)));
    check_id(&id, &game)?;
    let text = skeleton(&game, &Address::stable(file, line), line, quote);
    if options.stdout {
        context.console.copied(&text);
        return Ok(ExitCode::Pass);
    }
    context.environment.may_write(options.write, "`--stdout` prints the scenario")?;
    let path = path_of(&project, &id);
    // Names the schema for editors, if the project has a copy.
    let text = schema::line_in(&project, "scenario", &path) + &text;
    if fs::symlink_metadata(project.root.join(&path)).is_ok() {
        return Err(CliError::Usage(format!("`{path}` exists; choose another id with --id")));
    }
    atomic_write::clear_beside(&project.root, &path);
    atomic_write::write(&project.root, &path, &text).map_err(|error| CliError::Write { path: path.clone(), error })?;
    context.console.result(&format!(
        "wrote {path}\nnext: write what must hold by the rule, then run `{}`\n",
        this_call().reads(&["verify", &id])
    ));
    Ok(ExitCode::Pass)
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

/// An id from the name and words of the rule, or from numbers if they contain no ASCII letters.
fn default_id(game: &str, line: &RuleLine, clause: usize, quote: &str) -> String {
    let topic = line.name.as_deref().map(slug).filter(|name| !name.is_empty() && name != "fixtures");
    let section = line.section.as_ref().map(|section| format!("section-{}", slug(&section.number)));
    let topic = topic.or(section).unwrap_or_else(|| format!("line-{}", line.number));
    let words: Vec<&str> = quote.split_whitespace().take(6).collect();
    let name = Some(slug(&words.join(" "))).filter(|name| !name.is_empty());
    format!("{game}/{topic}/{}", name.unwrap_or_else(|| format!("clause-{clause}")))
}

/// The id, with a number appended if it is taken.
fn free_id(project: &Project, id: String) -> String {
    let is_free = |id: &String| fs::symlink_metadata(project.root.join(path_of(project, id))).is_err();
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    [id.clone()].into_iter().chain(numbered).find(is_free).unwrap_or(id)
}

fn path_of(project: &Project, id: &str) -> String {
    format!("{}/{id}.yaml", project.scenarios)
}

fn slug(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let words = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    words[..words.len().min(LONGEST)].trim_end_matches('-').to_owned()
}

fn skeleton(game: &str, address: &Address, line: &RuleLine, quote: &str) -> String {
    let rule = &line.text;
    let cite = yaml_flow::address_text(&address.to_string());
    let quote = Data::from(quote);
    let name = line.name.as_deref().unwrap_or("What the rule says").to_lowercase();
    let (title, game) = (yaml_flow::key_text(&format!("{name} in one sentence")), yaml_flow::key_text(game));
    format!(
        "# {rule}\n\
         scenario: {title}\n\
         game: {game}\n\
         draft: true      # take this out when the claims are written\n\
         tags: []\n\
         given: {{}}        # the set-up, or `use: <fixture>`\n\
         when: []         # the scripted decisions, in order\n\
         claims:\n\
         \x20 - cite: {cite}\n\
         \x20   quote: {quote}\n\
         \x20   then: {{}}     # what must hold by the rule's own words: changes, state, events, refused, …\n",
    )
}
