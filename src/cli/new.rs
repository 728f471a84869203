//! `new`: a scenario skeleton for a rule line. It is a draft until somebody has claimed something.

use std::fs;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::NewArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::schema;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::address::Address;
use crate::oracle::address::Spot;
use crate::oracle::citation::Citation;
use crate::oracle::citation::Resolution;
use crate::oracle::flow_style;
use crate::oracle::project::Project;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::writer;
use crate::protocol::Data;

pub(crate) fn run(
    options: &NewArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let project = setting::project(arguments, surroundings)?;
    let (book, problems) = Rulebook::load(&project.root, &project.rules);
    if !problems.is_empty() {
        return Err(Stop::BadInput(problems));
    }
    let mut rule = selection::named(&options.cite, &book)?;
    if let Some(quote) = &options.quote {
        rule = quoted(&book, &rule, quote)?;
    }
    let (file, line) = find(&book, &rule)?;
    let clause = rule.clause.unwrap_or(1);
    let Some(quote) = line.clause(clause) else {
        return Err(Stop::Usage(format!("`{}` has no clause {clause}; it has {}", rule.address, line.clause_count())));
    };
    let game = file.game().to_owned();
    let id = options.id.clone().unwrap_or_else(|| free_id(&project, default_id(&game, line, clause, quote)));
    check_id(&id, &game)?;
    let text = skeleton(&game, &Address::stable(file, line), line, quote);
    if options.stdout {
        output.copied(&text);
        return Ok(ExitCode::Conforms);
    }
    surroundings.may_write(options.write, "`--stdout` prints the scenario")?;
    let path = path_of(&project, &id);
    // Where the project keeps a schema, editors are told.
    let text = schema::line_in(&project, "scenario", &path) + &text;
    if fs::symlink_metadata(project.root.join(&path)).is_ok() {
        return Err(Stop::Usage(format!("`{path}` exists already; choose another name with --id")));
    }
    writer::clear_beside(&project.root, &path);
    writer::write(&project.root, &path, &text).map_err(|error| Stop::Write { path: path.clone(), error })?;
    output.result(&format!(
        "wrote {path}\nwrite down what the rule says must hold, then play it: {}\n",
        this_call().reads(&["verify", &id])
    ));
    Ok(ExitCode::Conforms)
}

/// The clause in which somebody's words stand, wherever that is.
fn quoted(book: &Rulebook, rule: &NamedRule, quote: &str) -> Result<NamedRule, Stop> {
    let citation = Citation::new(rule.address.clone(), quote);
    match citation.resolve(book) {
        Resolution::Ok(clauses) if !clauses.is_empty() => {
            let address = Address::line(&clauses[0].file, clauses[0].line);
            Ok(NamedRule { address, clause: Some(clauses[0].clause) })
        }
        Resolution::Ambiguous(places) => {
            Err(Stop::Usage(format!("“{quote}” stands at {}: quote more words", places.join(", "))))
        }
        _ => Err(Stop::Nothing(format!("“{quote}” does not stand at `{}`", rule.address))),
    }
}

fn find<'a>(book: &'a Rulebook, rule: &NamedRule) -> Result<(&'a RuleFile, &'a RuleLine), Stop> {
    let lines = rule.address.lines(book).map_err(Stop::Nothing)?;
    if rule.address.spot == Spot::Anywhere {
        let why = "say which rule with --quote, or write file:line or file#NAME";
        return Err(Stop::Usage(format!("`{}` is a whole file: {why}", rule.address)));
    }
    let found = book.file(&lines.file).and_then(|file| Some((file, file.line(lines.first)?)));
    found.ok_or_else(|| Stop::Nothing(format!("no rule stands at `{}`", rule.address)))
}

/// An id stays inside the scenarios folder of its game.
fn check_id(id: &str, game: &str) -> Result<(), Stop> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let parts: Vec<&str> = id.split('/').collect();
    if parts.len() < 3 || parts[0] != game || parts[1] == "fixtures" || !parts[1..].iter().all(|part| plain(part)) {
        return Err(Stop::Usage(format!("`{id}` is no scenario id: write {game}/<topic>/<name>")));
    }
    Ok(())
}

/// Named after the rule; by numbers where its words have no letter that a file name can have everywhere.
fn default_id(game: &str, line: &RuleLine, clause: usize, quote: &str) -> String {
    let topic = line.name.as_deref().map(slug).filter(|name| !name.is_empty() && name != "fixtures");
    let topic = topic.unwrap_or_else(|| format!("line-{}", line.number));
    let words: Vec<&str> = quote.split_whitespace().take(6).collect();
    let name = Some(slug(&words.join(" "))).filter(|name| !name.is_empty());
    format!("{game}/{topic}/{}", name.unwrap_or_else(|| format!("clause-{clause}")))
}

/// The id with a number behind it, where a scenario has it already.
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
    let cite = flow_style::address_text(&address.to_string());
    let quote = Data::from(quote);
    let name = line.name.as_deref().unwrap_or("What the rule says").to_lowercase();
    let (title, game) = (flow_style::key_text(&format!("{name} in one sentence")), flow_style::key_text(game));
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
