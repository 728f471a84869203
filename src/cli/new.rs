//! `new`: a scenario skeleton for a rule line. It is a draft until somebody has claimed something.

use std::fs;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::NewArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::flow_style;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::writer;
use crate::protocol::Data;
use crate::protocol::nearest::nearest;

pub fn run(
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
    let Some(pick) = RulePick::parse(&options.cite) else {
        return Err(Stop::Usage(format!("`{}` is no rule: write file:line or file:line.clause", options.cite)));
    };
    let line = find(&book, &pick)?;
    let clause = pick.clause.unwrap_or(1);
    let Some(quote) = line.clause(clause) else {
        return Err(Stop::Usage(format!("`{}` has no clause {clause}; it has {}", pick.address, line.clause_count())));
    };
    let game = pick.address.file.split('/').next().unwrap_or("").to_owned();
    let id = options.id.clone().unwrap_or_else(|| default_id(&game, line, quote));
    check_id(&id, &game)?;
    let text = skeleton(&game, &pick, line, quote);
    if options.stdout {
        output.result(&text);
        return Ok(ExitCode::Conforms);
    }
    let path = format!("{}/{id}.yaml", project.scenarios);
    if fs::symlink_metadata(project.root.join(&path)).is_ok() {
        return Err(Stop::Usage(format!("`{path}` exists already; choose another name with --id")));
    }
    writer::clear_beside(&project.root, &path);
    writer::write(&project.root, &path, &text).map_err(|error| Stop::Write { path: path.clone(), error })?;
    output.result(&format!(
        "wrote {path}\nwrite down what the rule says must hold, then play it: truthsayer verify {id}\n"
    ));
    Ok(ExitCode::Conforms)
}

fn find<'a>(book: &'a Rulebook, pick: &RulePick) -> Result<&'a RuleLine, Stop> {
    let address = &pick.address;
    let Some(file) = book.file(&address.file) else {
        let near = nearest(&address.file, book.files().map(|file| &*file.name));
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Stop::Nothing(format!("there is no rule file `{}`{help}", address.file)));
    };
    file.line(address.first).ok_or_else(|| Stop::Nothing(format!("no rule stands at `{address}`")))
}

/// An id stays inside the scenarios folder of its game.
fn check_id(id: &str, game: &str) -> Result<(), Stop> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let parts: Vec<&str> = id.split('/').collect();
    if parts.len() < 3 || parts[0] != game || parts[1] == "fixtures" || !parts.iter().all(|part| plain(part)) {
        return Err(Stop::Usage(format!("`{id}` is no scenario id: write {game}/<topic>/<name>")));
    }
    Ok(())
}

fn default_id(game: &str, line: &RuleLine, quote: &str) -> String {
    let topic = line.name.as_deref().map_or_else(|| format!("line-{}", line.number), slug);
    let words: Vec<&str> = quote.split_whitespace().take(6).collect();
    format!("{game}/{topic}/{}", slug(&words.join(" ")))
}

fn slug(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

fn skeleton(game: &str, pick: &RulePick, line: &RuleLine, quote: &str) -> String {
    let rule = &line.text;
    let cite = format!("{}:{}", pick.address.file, line.number);
    let quote = Data::from(quote);
    let name = line.name.as_deref().unwrap_or("What the rule says").to_lowercase();
    let (title, game) = (flow_style::key_text(&format!("{name} in one sentence")), flow_style::key_text(game));
    // An address reads best without quotes, where no reader of YAML could mistake it.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':');
    let cite = if cite.chars().all(is_plain) { cite } else { flow_style::key_text(&cite) };
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
