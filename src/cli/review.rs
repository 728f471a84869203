//! `review`: what waits for a person, one thing after the other, with the rule text beside what is new.

use std::io::IsTerminal;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ReviewArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::review::deed::DeedResult;
use crate::cli::review::deed::Reviewer;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::review::Item;
use crate::oracle::review::draft;
use crate::oracle::review::outcome;
use crate::oracle::review::stale;
use crate::oracle::run::Run;
use crate::oracle::scenario::Scenario;
use crate::oracle::suggestion::this_call;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::protocol::nearest::nearest;
use crate::report::terminal as report;

mod deed;
pub mod screen;
mod session;

pub(crate) fn run(
    options: &ReviewArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let on_screen = !options.list && options.diff.is_empty() && options.accept.is_empty() && options.reject.is_empty();
    if on_screen && !(surroundings.stdout_is_terminal && std::io::stdin().is_terminal()) {
        let how = "there is no terminal to review on: use --list, --diff ID, --accept ID or --reject ID";
        return Err(Stop::Usage(how.to_owned()));
    }
    let writes = !(options.accept.is_empty() && options.reject.is_empty());
    if writes && surroundings.in_ci {
        return Err(Stop::Usage(deed::IN_CI.to_owned()));
    }
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    let items = items(options, &setting, output)?;
    let mut reviewer = Reviewer { setting: &setting, surroundings, reason: options.reason.clone() };
    if writes {
        return decide(options, &items, &reviewer, output);
    }
    if options.list || items.is_empty() {
        output.result(&report::review_list(&items, &setting.problems, &setting.suite, output.quiet));
        return Ok(ExitCode::Conforms);
    }
    if !options.diff.is_empty() {
        for id in &options.diff {
            output.result(&report::review_item(find(&items, id)?));
        }
        return Ok(ExitCode::Conforms);
    }
    writer::clear_unfinished(&setting.suite.project.root, &setting.suite.project.golden);
    screen::walk(&items, &mut reviewer, arguments.color, output)
}

/// Everything that waits: rules first, because all else rests on them.
fn items(options: &ReviewArguments, setting: &Setting, output: &Output) -> Result<Vec<Item>, Stop> {
    let suite = &setting.suite;
    let is_filtered = options.filters != Default::default();
    let Selection { chosen, drafts, .. } = match selection::select_all(suite, &options.filters) {
        // Without a filter, there may be nothing to play and rules to be looked at.
        Err(Stop::Nothing(_)) if !is_filtered => Selection::default(),
        other => other?,
    };
    let drafts: Vec<&Scenario> = drafts.into_iter().filter(|scenario| draft::waits(scenario)).collect();
    let first = Run { chosen, ..setting.run(output) }.findings();
    let waits = |judged: &&_| outcome::waits(judged) && first.excuse(judged).is_none();
    let chosen: Vec<&Scenario> = first.judged.iter().filter(waits).map(|judged| judged.scenario).collect();
    // Once more, and now everything is kept that is to be seen.
    let findings = Run { chosen, drafts, keep: Keep::Outcomes, ..setting.run(output) }.findings();
    let mut items = if is_filtered { Vec::new() } else { stale::items(suite) };
    items.extend(
        findings
            .judged
            .iter()
            .filter_map(|judged| outcome::item(judged, &findings, setting.goldens(&judged.scenario.game)?)),
    );
    items.extend(findings.drafts.iter().map(|judged| draft::item(judged, &findings)));
    Ok(items)
}

/// Accepts and rejects by id, without a screen. What is refused is told, and the rest is done.
fn decide(
    options: &ReviewArguments,
    items: &[Item],
    reviewer: &Reviewer<'_>,
    output: &Output,
) -> Result<ExitCode, Stop> {
    // A misspelt id is told before anything is written.
    let accept = options.accept.iter().map(|id| find(items, id)).collect::<Result<Vec<_>, _>>()?;
    let reject = options.reject.iter().map(|id| find(items, id)).collect::<Result<Vec<_>, _>>()?;
    if let Some(both) = accept.iter().find(|item| reject.iter().any(|other| other.id == item.id)) {
        return Err(Stop::Usage(format!("`{}` is both accepted and rejected", both.id)));
    }
    let mut code = ExitCode::Conforms;
    let accepted = accept.into_iter().map(|item| (item, reviewer.accept(item)));
    let all = accepted.chain(reject.into_iter().map(|item| (item, reviewer.reject(item))));
    for (item, done) in all {
        let done = done?;
        if matches!(done, DeedResult::Refused(_)) {
            code = ExitCode::Deviates;
        }
        let (DeedResult::Accepted(told) | DeedResult::Rejected(told) | DeedResult::Refused(told)) = &done;
        output.result(&format!("{} {}: {told}\n", done.name(), item.id));
    }
    Ok(code)
}

fn find<'i>(items: &'i [Item], id: &str) -> Result<&'i Item, Stop> {
    items.iter().find(|item| item.id == id).ok_or_else(|| {
        let near = nearest(id, items.iter().map(|item| item.id.as_str()));
        let list = || format!("; `{}` lists what does", this_call().plays(&["review", "--list"]));
        let hint = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None if items.is_empty() => ", and nothing else does".to_owned(),
            None => list(),
        };
        Stop::Nothing(format!("nothing called `{id}` waits for a review{hint}"))
    })
}
