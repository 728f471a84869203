//! `bless`: a person accepts outcomes as goldens. The only command that writes over one.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::BlessArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::golden::Standing;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::oracle::writer;
use crate::report::terminal;
use crate::report::terminal::Blessed;

pub fn run(
    options: &BlessArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if surroundings.in_ci {
        return Err(Stop::Usage("goldens are accepted by a person, and CI is set: nothing is written".to_owned()));
    }
    let setting = Setting::load(&options.playing, arguments, surroundings, output)?;
    let suite = &setting.suite;
    writer::clear_unfinished(&suite.project.root, &suite.project.golden);
    let mut blessed = Blessed::default();
    if options.prune {
        (blessed.pruned, blessed.kept) = prune(suite)?;
        output.result(&terminal::blessed(&blessed, &[], suite, output.quiet));
        return Ok(if blessed.kept.is_empty() { ExitCode::Conforms } else { ExitCode::BadInput });
    }
    let chosen = selection::select(suite, &options.filters)?;
    let findings = Run { chosen, ..setting.run(output) }.findings();
    for judged in &findings.judged {
        if findings.excuse(judged).is_none() {
            bless(&setting, judged, &mut blessed)?;
        }
    }
    output.result(&terminal::blessed(&blessed, &suite.orphans, suite, output.quiet));
    Ok(match (blessed.refused.is_empty(), suite.orphans.is_empty()) {
        (false, _) => ExitCode::Deviates,
        (true, false) => ExitCode::BadInput,
        (true, true) => ExitCode::Conforms,
    })
}

fn bless(setting: &Setting, judged: &Judged<'_>, blessed: &mut Blessed) -> Result<(), Stop> {
    let id = &judged.scenario.id;
    let Some(goldens) = setting.goldens(&judged.scenario.game) else {
        blessed.refused.push((id.clone(), "was played by an engine that has no goldens of its own".to_owned()));
        return Ok(());
    };
    if judged.verdict != Verdict::Conforms {
        blessed.refused.push((id.clone(), judged.verdict.name().to_owned()));
        return Ok(());
    }
    let list = match &judged.standing {
        Some(Standing::Missing) => &mut blessed.new,
        Some(Standing::Drifted(_) | Standing::Unreadable(_)) => &mut blessed.changed,
        Some(Standing::Accepted) | None => {
            blessed.unchanged += 1;
            // A run that was killed may have accepted the outcome and left the proposal.
            return goldens.withdraw(id).map_err(|error| Stop::Write { path: goldens.path(id), error });
        }
    };
    if let Some(text) = &judged.rendered {
        if let Some(why) = goldens.unacceptable(id, text) {
            blessed.refused.push((id.clone(), why));
            return Ok(());
        }
        goldens.accept(id, text).map_err(|error| Stop::Write { path: goldens.path(id), error })?;
        list.push(id.clone());
    }
    Ok(())
}

/// Drops orphans that `bless` wrote; the others stay.
fn prune(suite: &Suite) -> Result<(Vec<String>, Vec<String>), Stop> {
    // What is no golden, a person put there, and it is theirs to take away.
    let (goldens, others): (Vec<String>, Vec<String>) =
        suite.orphans.iter().cloned().partition(|path| suite.project.goldens().is_golden(path));
    for path in &goldens {
        writer::remove(&suite.project.root, path).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    Ok((goldens, others))
}
