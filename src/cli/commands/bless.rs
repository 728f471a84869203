//! `bless`: accepts outcomes as goldens, and records rulings.

mod ruling;

use crate::cli::args::BlessArguments;
use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::report::terminal;
use crate::report::terminal::Blessed;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::acceptance::Acceptance;
use truthsayer_oracle::suite::golden::GoldenStatus;

pub(crate) fn run(options: &BlessArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if options.reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(CliError::Usage("`--reason` is empty: write why the outcome is right".to_owned()));
    }
    if context.environment.in_ci {
        return Err(CliError::Usage("`bless` does not run in CI; accept goldens on your machine".to_owned()));
    }
    if let Some(ruling) = &options.ruling {
        return ruling::run(ruling, options, context);
    }
    // Orphaned goldens are pruned in the whole suite.
    let part = if options.prune { Filters::default() } else { options.filters.clone() };
    let session = Session::open_part(&part, &options.playing, context)?;
    let suite = &session.suite;
    atomic_write::clear_unfinished(&suite.project.root, &suite.project.golden);
    let mut blessed = Blessed::default();
    if options.prune {
        (blessed.pruned, blessed.kept) = prune(suite)?;
        context.console.result(&terminal::blessed(
            &blessed,
            &[],
            suite,
            context.console.quiet,
            context.console.verbose,
        ));
        return Ok(if blessed.kept.is_empty() { ExitCode::Pass } else { ExitCode::BadInput });
    }
    let selection = problem_filter::select(&session, &options.filters)?;
    // Orphaned goldens are reported below.
    let problems =
        problem_filter::report_or_stop(Purpose::Runs, &session, &options.filters, &selection, context.console)?;
    let chosen = selection.without_drafts()?;
    let keep = if options.reason.is_some() { Retention::Outcomes } else { Retention::Verdicts };
    let findings = Run { chosen, keep, ..session.run(context.console) }.findings();
    let by = options.reason.as_ref().map(|_| context.environment.author(&suite.project.root)).unwrap_or_default();
    if !findings.judged.is_empty() && findings.judged.iter().all(|judged| !judged.scenario.has_golden) {
        return Err(CliError::Usage(
            "the project file says `goldens: off` for this game: nothing to accept".to_owned(),
        ));
    }
    for judged in findings.judged.iter().filter(|judged| judged.scenario.has_golden) {
        if findings.excuse(judged).is_none() {
            let profile = findings.engines.get(&judged.scenario.game);
            let accepted = options.reason.as_ref().zip(profile);
            let accepted = accepted.map(|(reason, profile)| Acceptance::new(&by, reason, profile));
            bless(&session, judged, accepted.as_ref(), &mut blessed)?;
        }
    }
    context.console.result(&terminal::blessed(
        &blessed,
        &suite.orphans,
        suite,
        context.console.quiet,
        context.console.verbose,
    ));
    Ok(match (blessed.refused.is_empty(), suite.orphans.is_empty()) {
        _ if !problems.is_empty() => ExitCode::BadInput,
        (false, _) => ExitCode::Fail,
        (true, false) => ExitCode::BadInput,
        (true, true) => ExitCode::Pass,
    })
}

fn bless(
    session: &Session,
    judged: &Judged<'_>,
    acceptance: Option<&Acceptance>,
    blessed: &mut Blessed,
) -> Result<(), CliError> {
    let id = &judged.scenario.id;
    let Some(goldens) = session.goldens(&judged.scenario.game) else {
        blessed.refused.push((id.clone(), "its engine has no goldens of its own".to_owned()));
        return Ok(());
    };
    if judged.verdict != Verdict::Pass {
        blessed.refused.push((id.clone(), judged.verdict.name().to_owned()));
        return Ok(());
    }
    let list = match &judged.status {
        Some(GoldenStatus::Missing) => &mut blessed.new,
        Some(GoldenStatus::Drifted(_) | GoldenStatus::Unreadable(_)) => &mut blessed.changed,
        // With a reason, an unchanged golden is accepted again.
        Some(GoldenStatus::Accepted) if acceptance.is_some() => &mut blessed.changed,
        Some(GoldenStatus::Accepted) | None => {
            blessed.unchanged += 1;
            // An interrupted run may have accepted the outcome and left the proposal.
            return goldens.withdraw(id).map_err(|error| CliError::Write { path: goldens.path(id), error });
        }
    };
    if let Some(text) = &judged.rendered {
        let book = &session.suite.book;
        let text = acceptance.map_or_else(|| text.clone(), |it| it.put_into(text, judged.scenario, book));
        if let Some(why) = goldens.unacceptable(id, &text) {
            blessed.refused.push((id.clone(), why));
            return Ok(());
        }
        goldens.accept(id, &text).map_err(|error| CliError::Write { path: goldens.path(id), error })?;
        list.push(id.clone());
    } else if judged.is_too_long {
        blessed.refused.push((id.clone(), "the outcome is too long to store".to_owned()));
    }
    Ok(())
}

/// Deletes orphans that `bless` wrote; keeps the others.
fn prune(suite: &Suite) -> Result<(Vec<String>, Vec<String>), CliError> {
    // Files that are not goldens belong to the author.
    let (goldens, others): (Vec<String>, Vec<String>) =
        suite.orphans.iter().cloned().partition(|path| suite.project.goldens().is_golden(path));
    for path in &goldens {
        atomic_write::remove(&suite.project.root, path)
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    Ok((goldens, others))
}
