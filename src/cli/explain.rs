//! `explain`: tell a scenario, or a rule line.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ExplainArguments;
use crate::cli::arguments::Filters;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::prove;
use crate::cli::selection;
use crate::cli::selection::RulePick;
use crate::cli::setting;
use crate::cli::setting::Makers;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;
use crate::cli::verify::Playback;
use crate::oracle::block;
use crate::oracle::rulebook::RuleLine;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Keep;
use crate::oracle::trial::Trial;
use crate::protocol::nearest::nearest;
use crate::report::terminal;

pub fn run(
    own: &ExplainArguments,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (suite, makers, jobs) = setting::load(&own.playing, arguments, around, output)?;
    if let Some(pick) = RulePick::parse(&own.subject) {
        return explain_rule(&pick, &suite, &makers, jobs, output);
    }
    if own.subject.ends_with(".md") {
        return Err(Stop::Usage(format!("`{}` is a whole file: write file:line or file:line.clause", own.subject)));
    }
    let filters = Filters { ids: vec![own.subject.clone()], ..Filters::default() };
    let chosen = selection::select(&suite, &filters)?;
    if own.expanded {
        let texts: Vec<String> = chosen.iter().map(|scenario| expanded(scenario)).collect();
        output.result(&texts.join("---\n"));
        return Ok(ExitCode::Conforms);
    }
    explain_scenarios(&chosen, &suite, &makers, jobs, output)
}

fn explain_scenarios(
    chosen: &[&Scenario],
    suite: &Suite,
    makers: &Makers,
    jobs: usize,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let trial = Trial { project: &suite.project, without: &[], job_count: jobs, keep: Keep::Outcomes, tick: &|| () };
    let mut judged = Vec::new();
    let mut stories = Vec::new();
    for (maker, scenarios) in setting::by_game(chosen, makers) {
        let played = trial.run(&scenarios, maker);
        stories.extend(played.iter().map(|judged| terminal::scenario(judged, maker.profile(), suite)));
        judged.extend(played);
    }
    let findings = verify::findings(suite, makers, judged, None, Vec::new());
    output.result(&stories.join("\n"));
    output.result(&terminal::troubles(&findings));
    output.result(&terminal::closing(suite));
    Ok(verify::verdict_code(&findings))
}

fn explain_rule(
    pick: &RulePick,
    suite: &Suite,
    makers: &Makers,
    jobs: usize,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let Some(file) = suite.book.file(&pick.address.file) else {
        let near = nearest(&pick.address.file, suite.book.files().map(|file| &*file.name));
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Stop::Nothing(format!("there is no rule file `{}`{help}", pick.address.file)));
    };
    let lines: Vec<_> =
        file.lines().filter(|line| (pick.address.first..=pick.address.last).contains(&line.number)).collect();
    let known = |line: &&RuleLine| pick.clause.is_none_or(|clause| clause <= line.clause_count());
    if lines.is_empty() {
        return Err(Stop::Nothing(format!("no rule stands at `{}`", pick.address)));
    }
    if !lines.iter().any(known) {
        let count = lines.iter().map(|line| line.clause_count()).max().unwrap_or(0);
        return Err(Stop::Nothing(format!("`{}` has no such clause; it has {count}", pick.address)));
    }
    // Only the scenarios that cite these lines can say anything about them.
    let cites = |scenario: &&Scenario| {
        scenario.claims.iter().any(|claim| claim.clauses.iter().any(|id| pick.address.holds(id)))
    };
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    let trial = Trial { project: &suite.project, without: &[], job_count: jobs, keep: Keep::Firings, tick: &|| () };
    let played =
        setting::by_game(&chosen, makers).into_iter().flat_map(|(maker, scenarios)| trial.run(&scenarios, maker));
    let judged: Vec<_> = played.collect();
    let knockouts =
        prove::knock_out(suite, makers, &judged, Playback { without: &[], keep: Keep::Firings, jobs }, output);
    let findings = verify::findings(suite, makers, judged, Some(knockouts), Vec::new());
    for line in lines {
        output.result(&terminal::rule(&pick.address.file, line, &findings, pick.clause));
    }
    output.result(&terminal::closing(suite));
    Ok(ExitCode::Conforms)
}

/// The scenario as it is played: fixtures merged, examples filled in, everything else as it was written.
fn expanded(scenario: &Scenario) -> String {
    let mut text = format!("# {}\n", scenario.id);
    let mut given_shown = false;
    for (key, data) in scenario.written() {
        given_shown |= key == "given";
        let data = if key == "given" { scenario.given() } else { data };
        text.push_str(&block::entry(&key, &data));
    }
    if !given_shown {
        text.push_str(&block::entry("given", &scenario.given()));
    }
    text
}
