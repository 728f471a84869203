//! `list`: the scenarios, clauses, switches or engines of the project. Runs no scenario.

use std::collections::BTreeSet;

use crate::builtin_engines;
use crate::cli::args::Filters;
use crate::cli::args::Format;
use crate::cli::args::ListArguments;
use crate::cli::args::ListKind;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::engine_selection;
use crate::cli::session::name_match;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::machine::documents::listing::ListedClause;
use crate::report::machine::documents::listing::ListedEngine;
use crate::report::machine::documents::listing::ListedScenario;
use crate::report::machine::documents::listing::ListedSwitch;
use crate::report::machine::documents::listing::ProjectListing;
use crate::report::machine::documents::listing::SwitchClause;
use crate::report::machine::json;
use crate::report::terminal::listing;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::rule_selector::RulePick;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::scenario::Scenario;

pub(crate) fn run(options: &ListArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let (suite, problems) = pending_changes::load_suite(session::project(context)?, context.environment.cores);
    if suite.book.files().next().is_none() {
        return Err(CliError::BadInput(problems));
    }
    if let Some(game) = options.game.iter().find(|game| !suite.project.games.contains_key(*game)) {
        let games: Vec<&str> = suite.project.games.keys().map(String::as_str).collect();
        return Err(CliError::Usage(format!("there is no game `{game}`; the games are: {}", games.join(", "))));
    }
    let mut list = ProjectListing::default();
    match options.what {
        ListKind::Scenarios => list.scenarios = Some(scenarios(options, &suite)?),
        ListKind::Clauses => list.clauses = Some(clauses(options, &suite)?),
        ListKind::Switches => list.switches = Some(switches(options, &suite, context)?),
        ListKind::Engines => list.engines = Some(engines(options, &suite)?),
    }
    match options.format {
        Format::Json => context.console.data(&json::document("list", "list", &list, &suite)),
        Format::Pretty => context.console.result(&listing::text(&list, context.console.quiet)),
    }
    Ok(ExitCode::Pass)
}

fn scenarios(options: &ListArguments, suite: &Suite) -> Result<Vec<ListedScenario>, CliError> {
    let filters = Filters {
        ids: options.filters.clone(),
        rule: options.rule.clone(),
        tag: options.tag.clone(),
        game: options.game.clone(),
    };
    let Selection { mut chosen, drafts, broken } = selection::select_all(suite, &filters)?;
    chosen.extend(drafts);
    if let (true, Some(first)) = (chosen.is_empty(), broken.first()) {
        return Err(CliError::Nothing(format!(
            "`{}` could not be loaded; `truthsayer lint` lists the problems",
            first.id
        )));
    }
    chosen.sort_by(|one, other| one.id.cmp(&other.id));
    let cited = |scenario: &Scenario| -> BTreeSet<ClauseId> {
        scenario.claims.iter().flat_map(|claim| claim.clauses.iter().cloned()).collect()
    };
    let listed = |scenario: &Scenario| ListedScenario {
        at: scenario.place.to_string(),
        clauses: cited(scenario).iter().map(ToString::to_string).collect(),
        draft: scenario.is_draft,
        game: scenario.game.clone(),
        id: scenario.id.clone(),
        tags: scenario.tags.clone(),
        title: scenario.title.clone(),
    };
    Ok(chosen.into_iter().map(listed).collect())
}

fn clauses(options: &ListArguments, suite: &Suite) -> Result<Vec<ListedClause>, CliError> {
    let picks = rule_picks(options, suite)?;
    let is_meant =
        |id: &ClauseId| of_game(options, id.game()) && (picks.is_empty() || picks.iter().any(|it| it.holds(id)));
    let citing = |id: &ClauseId| -> Vec<String> {
        let all = suite.scenarios.iter().chain(&suite.drafts);
        let own = all.filter(|scenario| scenario.claims.iter().any(|claim| claim.clauses.contains(id)));
        own.map(|scenario| scenario.id.clone()).collect()
    };
    let listed = |id: ClauseId| ListedClause {
        excluded: suite.exclusions.iter().find(|it| it.clauses.contains(&id)).map(|it| it.reason.clone()),
        name: rule_name(suite, &id),
        scenarios: citing(&id),
        text: suite.book.clause_text(&id).to_owned(),
        id: id.to_string(),
    };
    let all = suite.book.clauses().filter(is_meant).map(listed).collect();
    let texts = |clause: &ListedClause| {
        let file = clause.id.rsplit_once(':').map_or("", |(file, _)| file).to_owned();
        vec![clause.id.clone(), file, clause.name.clone().unwrap_or_default(), clause.text.clone()]
    };
    filtered("clause", options, all, texts)
}

fn switches(options: &ListArguments, suite: &Suite, context: &Context<'_>) -> Result<Vec<ListedSwitch>, CliError> {
    let picks = rule_picks(options, suite)?;
    let seats = engine_selection::select(&suite.project, &Playing::default(), context)?.seats;
    let mut all = Vec::new();
    for (game, seat) in seats.iter().filter(|(game, _)| of_game(options, game)) {
        if let Some(fault) = seat.engine.fault() {
            return Err(CliError::fault(&fault));
        }
        for note in &seat.profile().switches {
            let citation = Address::parse(&note.cite).map(|address| Citation::new(address, &note.quote));
            let clauses = citation.and_then(|it| it.clauses_wherever(&suite.book).ok()).unwrap_or_default();
            if picks.is_empty() || clauses.iter().any(|id| picks.iter().any(|pick| pick.holds(id))) {
                all.push(ListedSwitch {
                    cite: note.cite.clone(),
                    clauses: clauses
                        .iter()
                        .map(|id| SwitchClause { id: id.to_string(), name: rule_name(suite, id) })
                        .collect(),
                    engine: seat.name.clone().unwrap_or_else(|| seat.profile().name.clone()),
                    game: game.clone(),
                    name: note.name.clone(),
                    quote: note.quote.clone(),
                });
            }
        }
    }
    let texts = |it: &ListedSwitch| {
        let clauses = it.clauses.iter().flat_map(|clause| [Some(clause.id.clone()), clause.name.clone()]).flatten();
        [it.name.clone(), it.cite.clone(), it.quote.clone()].into_iter().chain(clauses).collect()
    };
    filtered("switch", options, all, texts)
}

/// The name of the rule of a clause, if it has one.
fn rule_name(suite: &Suite, id: &ClauseId) -> Option<String> {
    suite.book.line(&id.file, id.line).and_then(|line| line.name.clone())
}

fn engines(options: &ListArguments, suite: &Suite) -> Result<Vec<ListedEngine>, CliError> {
    let project = &suite.project;
    let reference = |name: &str| project.games.iter().find(|(_, engine)| *engine == name).map(|(game, _)| game.clone());
    let named = project.engines.iter().map(|(name, entry)| ListedEngine {
        command: entry.command.clone(),
        game: entry.game.clone().or_else(|| reference(name)).unwrap_or_default(),
        name: name.clone(),
        reference: reference(name).is_some(),
    });
    let is_other = |name: &&str| !project.engines.contains_key(*name);
    let built_in = builtin_engines::names().filter(is_other).map(|name| ListedEngine {
        command: Vec::new(),
        game: name.to_owned(),
        name: name.to_owned(),
        reference: reference(name).is_some(),
    });
    let is_playable =
        |engine: &ListedEngine| project.games.contains_key(&engine.game) && of_game(options, &engine.game);
    let mut all: Vec<ListedEngine> = named.chain(built_in).filter(is_playable).collect();
    all.sort_by(|one, other| (&one.game, !one.reference, &one.name).cmp(&(&other.game, !other.reference, &other.name)));
    filtered("engine", options, all, |it| vec![it.name.clone()])
}

fn of_game(options: &ListArguments, game: &str) -> bool {
    options.game.is_empty() || options.game.iter().any(|own| own == game)
}

fn rule_picks(options: &ListArguments, suite: &Suite) -> Result<Vec<RulePick>, CliError> {
    let pick = |text: &String| selection::named(text, &suite.book)?.pick(&suite.book).map_err(CliError::Nothing);
    options.rule.iter().map(pick).collect()
}

/// The items that match any filter. Fails if a filter matches none. The first text of an item is its name.
fn filtered<T: Clone>(
    kind: &str,
    options: &ListArguments,
    all: Vec<T>,
    texts: impl Fn(&T) -> Vec<String>,
) -> Result<Vec<T>, CliError> {
    if !options.tag.is_empty() {
        return Err(CliError::Usage("only scenarios have tags".to_owned()));
    }
    let name = |item: &T| texts(item).into_iter().next().unwrap_or_default();
    let mut meant = BTreeSet::new();
    for filter in &options.filters {
        let found = name_match::matching(filter, all.clone(), &texts);
        if found.is_empty() {
            let names: Vec<String> = all.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let near = name_match::nearest_part(filter, &names);
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(CliError::Nothing(format!("`{filter}` matches no {kind}{near}")));
        }
        meant.extend(found.iter().map(name));
    }
    Ok(all.into_iter().filter(|item| options.filters.is_empty() || meant.contains(&name(item))).collect())
}
