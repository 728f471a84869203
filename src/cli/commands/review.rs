//! `review`: shows every outcome, rule and draft that needs a decision, next to the rule text.

pub(crate) mod actions;
pub mod screen;
pub(crate) mod walkthrough;

use std::io::IsTerminal;

use crate::cli::args::Format;
use crate::cli::args::ReviewArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::review::actions::ActionResult;
use crate::cli::commands::review::actions::Reviewer;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::machine::documents::review_items;
use crate::report::machine::json;
use crate::report::terminal as report;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::review::draft;
use truthsayer_oracle::review::outcome;
use truthsayer_oracle::review::stale;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::nearest::nearest;

pub(crate) fn run(options: &ReviewArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if options.format == Format::Json && !options.list {
        return Err(CliError::Usage("`review --format json` needs --list".to_owned()));
    }
    let on_screen = !options.list && options.diff.is_empty() && options.accept.is_empty() && options.reject.is_empty();
    if on_screen && !(context.environment.stdout_is_terminal && std::io::stdin().is_terminal()) {
        let how = "`review` needs a terminal; without one, use --list, --diff ID, --accept ID or --reject ID";
        return Err(CliError::Usage(how.to_owned()));
    }
    let writes = !(options.accept.is_empty() && options.reject.is_empty());
    if writes && context.environment.in_ci {
        return Err(CliError::Usage(actions::IN_CI.to_owned()));
    }
    let session = Session::open(&options.playing, context)?;
    let items = items(options, &session, context.console)?;
    let mut reviewer = Reviewer { session: &session, environment: context.environment, reason: options.reason.clone() };
    if writes {
        return decide(options, &items, &reviewer, context.console);
    }
    if options.format == Format::Json {
        let items = review_items::of(&items);
        context.console.data(&json::document("review", "items", &items, &session.suite));
        return Ok(ExitCode::Pass);
    }
    if options.list || items.is_empty() {
        context.console.result(&report::review_list(
            &items,
            &session.problems,
            &session.suite,
            context.console.quiet,
            context.console.verbose,
        ));
        return Ok(ExitCode::Pass);
    }
    if !options.diff.is_empty() {
        for id in &options.diff {
            context.console.result(&report::review_item(find(&items, id)?));
        }
        return Ok(ExitCode::Pass);
    }
    atomic_write::clear_unfinished(&session.suite.project.root, &session.suite.project.golden);
    screen::walk(&items, &mut reviewer, context.arguments.color, context.console)
}

/// All open items. Rules come first, because everything else depends on them.
fn items(options: &ReviewArguments, session: &Session, output: &Console) -> Result<Vec<Item>, CliError> {
    let suite = &session.suite;
    let is_filtered = options.filters != Default::default();
    let Selection { chosen, drafts, .. } = match selection::select_all(suite, &options.filters) {
        // A suite without scenarios may still have rules to review.
        Err(CliError::Nothing(_)) if !is_filtered => Selection::default(),
        other => other?,
    };
    let drafts: Vec<&Scenario> = drafts.into_iter().filter(|scenario| draft::waits(scenario)).collect();
    let first = Run { chosen, ..session.run(output) }.findings();
    let waits = |judged: &&_| outcome::waits(judged) && first.excuse(judged).is_none();
    let chosen: Vec<&Scenario> = first.judged.iter().filter(waits).map(|judged| judged.scenario).collect();
    // The second run keeps logs and boards, only for the open items.
    let findings = Run { chosen, drafts, keep: Retention::Outcomes, ..session.run(output) }.findings();
    let mut items = if is_filtered { Vec::new() } else { stale::items(suite) };
    items.extend(
        findings
            .judged
            .iter()
            .filter_map(|judged| outcome::item(judged, &findings, session.goldens(&judged.scenario.game)?)),
    );
    items.extend(findings.drafts.iter().map(|judged| draft::item(judged, &findings)));
    Ok(items)
}

/// Accepts and rejects by id, without a screen. Reports refused items and continues with the rest.
fn decide(
    options: &ReviewArguments,
    items: &[Item],
    reviewer: &Reviewer<'_>,
    output: &Console,
) -> Result<ExitCode, CliError> {
    // Misspelt ids are reported before the first write.
    let accept = options.accept.iter().map(|id| find(items, id)).collect::<Result<Vec<_>, _>>()?;
    let reject = options.reject.iter().map(|id| find(items, id)).collect::<Result<Vec<_>, _>>()?;
    if let Some(both) = accept.iter().find(|item| reject.iter().any(|other| other.id == item.id)) {
        return Err(CliError::Usage(format!("`{}` is both accepted and rejected", both.id)));
    }
    let mut code = ExitCode::Pass;
    let accepted = accept.into_iter().map(|item| (item, reviewer.accept(item)));
    let all = accepted.chain(reject.into_iter().map(|item| (item, reviewer.reject(item))));
    for (item, done) in all {
        let done = done?;
        if matches!(done, ActionResult::Refused(_)) {
            code = ExitCode::Fail;
        }
        let (ActionResult::Accepted(note) | ActionResult::Rejected(note) | ActionResult::Refused(note)) = &done;
        output.result(&format!("{} {}: {note}\n", done.name(), item.id));
    }
    Ok(code)
}

fn find<'i>(items: &'i [Item], id: &str) -> Result<&'i Item, CliError> {
    items.iter().find(|item| item.id == id).ok_or_else(|| {
        let near = nearest(id, items.iter().map(|item| item.id.as_str()));
        let list = || format!("; `{}` lists all items", this_call().plays(&["review", "--list"]));
        let hint = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None if items.is_empty() => "; there is nothing to review".to_owned(),
            None => list(),
        };
        CliError::Nothing(format!("no open item has the id `{id}`{hint}"))
    })
}
