//! `hunt`: search for scenarios on which two engines differ, or in which a clause matters.

use std::fs;
use std::time::Duration;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::HuntArguments;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::exit_code::ExitCode;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::oracle::gap::Gap;
use crate::oracle::hunt::Hunt;
use crate::oracle::hunt::Start;
use crate::oracle::hunt::budget::Budget;
use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::contest::Side;
use crate::oracle::hunt::draft;
use crate::oracle::hunt::draft::Draft;
use crate::oracle::hunt::finding::Catch;
use crate::oracle::hunt::plain::Plain;
use crate::oracle::run::Progress;
use crate::oracle::run::Run;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::protocol::EngineMaker;
use crate::protocol::Task;
use crate::protocol::nearest::nearest;
use crate::report::terminal;

/// How long a hunt takes where nobody says.
const USUAL: Duration = Duration::from_secs(60);

pub fn run(
    options: &HuntArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let setting = Setting::load(&playing, arguments, surroundings, output)?;
    match options.sides.as_slice() {
        [one, other] => {
            let load = |text: &String| Spec::load(text, &setting, &playing);
            let (one, other) = (load(one)?, load(other)?);
            let game = common_game(&one, &other, options, &setting)?;
            let gaps: Vec<Gap> = one.gaps.iter().chain(&other.gaps).cloned().collect();
            let contest = Contest::Engines { one: one.side(), other: other.side() };
            hunt(options, contest, &game, &gaps, &setting, surroundings, output)
        }
        _ => {
            let game = game_of_switches(options, &setting)?;
            let maker = setting.makers.get(&game).ok_or_else(|| Stop::Usage(format!("nobody plays `{game}`")))?;
            let switches = switches(options, &game, maker.as_ref(), &setting, output)?;
            let name = maker.profile().name.clone();
            let side = Side { name, maker: maker.as_ref(), without: Vec::new() };
            hunt(options, Contest::Switches { side, switches }, &game, &[], &setting, surroundings, output)
        }
    }
}

fn hunt(
    options: &HuntArguments,
    contest: Contest<'_>,
    game: &str,
    gaps: &[Gap],
    setting: &Setting,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let filters = Filters { game: vec![game.to_owned()], ids: options.from.clone(), ..Filters::default() };
    let (mut chosen, drafts) = selection::select_with_drafts(&setting.suite, &filters)?;
    chosen.extend(drafts);
    let time = options.time.or(options.plays.is_none().then_some(USUAL));
    // What the built-in engine of a game declares is true of the game, whoever plays it.
    let words = engines::words(game).unwrap_or_default();
    let hunt = Hunt {
        contest,
        start: start(&setting.suite, game, &chosen, gaps, options.all),
        plain: plain(&setting.suite, game),
        words,
        seed: options.seed,
        jobs: setting.jobs,
        budget: Budget::new(time, options.plays, interrupt::wait()),
        watch: output,
    };
    let catch = hunt.run();
    output.end();
    let writes = !options.dry_run && !surroundings.in_ci;
    let drafts = catch.findings.iter().map(|finding| Draft::of(finding, &hunt.contest, game));
    let drafts = drafts.map(|draft| lay_down(draft, &setting.suite, writes)).collect::<Result<Vec<_>, _>>()?;
    let told = terminal::Hunted { catch: &catch, contest: &hunt.contest, drafts: &drafts, writes };
    output.result(&terminal::hunt(&told, &setting.suite, output.quiet, output.verbose));
    Ok(exit_code(&catch))
}

/// Writes a draft, unless it is there: then somebody may have begun to work on it.
fn lay_down(draft: Draft, suite: &Suite, writes: bool) -> Result<String, Stop> {
    let project = &suite.project;
    let path = format!("{}/{}.yaml", project.scenarios, draft.id);
    if writes && fs::symlink_metadata(project.root.join(&path)).is_err() {
        writer::clear_beside(&project.root, &path);
        writer::write(&project.root, &path, &draft.text).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    Ok(path)
}

fn exit_code(catch: &Catch) -> ExitCode {
    match (&catch.fault, catch.interrupted, catch.findings.is_empty()) {
        (Some(_), ..) => ExitCode::EngineFault,
        (None, true, _) => ExitCode::Interrupted,
        (None, false, false) => ExitCode::Deviates,
        (None, false, true) => ExitCode::Conforms,
    }
}

/// The scenarios that were chosen, and every fixture of the game as a set-up without a script. What a known gap or an
/// earlier finding shows is known, unless everything is to be told.
fn start(suite: &Suite, game: &str, chosen: &[&Scenario], gaps: &[Gap], all: bool) -> Vec<Start> {
    let earlier = format!("{game}/{}/", draft::FOLDER);
    let is_known = |scenario: &Scenario| {
        let mut claims = 0..scenario.claims.len();
        scenario.id.starts_with(&earlier) || claims.any(|claim| gaps.iter().any(|gap| gap.covers(scenario, claim)))
    };
    let scenarios = chosen.iter().map(|scenario| Start {
        id: scenario.id.clone(),
        task: scenario.task(&[]),
        is_known: !all && is_known(scenario),
    });
    let fixtures = suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all());
    let fixtures = fixtures.map(|(name, fixture)| Start {
        id: format!("{game}/fixtures/{name}"),
        task: Task::new(fixture.set_up(), Vec::new()),
        is_known: false,
    });
    scenarios.chain(fixtures).collect()
}

fn plain(suite: &Suite, game: &str) -> Plain {
    let mut plain = Plain::default();
    for (_, fixture) in suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all()) {
        plain.learn(&fixture.given, "given");
    }
    plain
}

/// An engine as it was typed.
struct Spec {
    text: String,
    maker: Box<dyn EngineMaker>,
    gaps: Vec<Gap>,
    without: Vec<String>,
}

impl Spec {
    fn load(text: &str, setting: &Setting, playing: &Playing) -> Result<Spec, Stop> {
        let words = shlex::split(text).ok_or_else(|| Stop::Usage(format!("`{text}` has an open quote")))?;
        let (words, off) = without(words);
        let (maker, gaps) = choice::single(&words, &setting.suite.project, playing)?;
        if let Some(fault) = maker.fault() {
            return Err(Stop::Engine(fault.to_string()));
        }
        let mut all = Vec::new();
        for name in off {
            all.extend(known_switches(&name, maker.as_ref(), setting)?);
        }
        Ok(Spec { text: text.to_owned(), maker, gaps, without: all })
    }

    fn side(&self) -> Side<'_> {
        Side { name: self.text.clone(), maker: self.maker.as_ref(), without: self.without.clone() }
    }
}

/// What stands before `--without`, and the names after each of them.
fn without(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let at = words.iter().position(|word| word == "--without").unwrap_or(words.len());
    let names = words[at..].iter().filter(|word| *word != "--without").cloned().collect();
    (words[..at].to_vec(), names)
}

/// A switch of an engine by its name, or all of a profile of the project. An engine that lists none is believed.
fn known_switches(name: &str, maker: &dyn EngineMaker, setting: &Setting) -> Result<Vec<String>, Stop> {
    if let Some(profile) = setting.suite.project.profiles.get(name) {
        let own = |switch: &&String| maker.profile().switches.iter().any(|note| note.name == **switch);
        return Ok(profile.without.iter().filter(own).cloned().collect());
    }
    let switches = &maker.profile().switches;
    if switches.is_empty() || switches.iter().any(|note| note.name == name) {
        return Ok(vec![name.to_owned()]);
    }
    Err(no_such_switch(name, maker))
}

fn no_such_switch(name: &str, maker: &dyn EngineMaker) -> Stop {
    let near = nearest(name, maker.profile().switches.iter().map(|note| note.name.as_str()));
    let help = near.map_or("`truthsayer prove -v` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
    Stop::Usage(format!("`{}` has no switch `{name}`; {help}", maker.profile().name))
}

/// The game that both engines play.
fn common_game(one: &Spec, other: &Spec, options: &HuntArguments, setting: &Setting) -> Result<String, Stop> {
    let games: Vec<&str> = [one, other].map(|spec| spec.maker.profile().game.as_str()).to_vec();
    let said = options.game.as_deref().or(games.iter().copied().find(|game| !game.is_empty()));
    let Some(game) = said else {
        return Err(Stop::Usage("neither engine says which game it plays: say it with --game".to_owned()));
    };
    if let Some(other) = games.iter().find(|own| !own.is_empty() && **own != game) {
        return Err(Stop::Usage(format!("two engines of one game are compared, not of `{game}` and of `{other}`")));
    }
    if !setting.suite.project.games.contains_key(game) {
        return Err(Stop::Usage(format!("the project has no game `{game}`")));
    }
    Ok(game.to_owned())
}

/// The game whose switches are looked for: said, the only one, or the one that has them.
fn game_of_switches(options: &HuntArguments, setting: &Setting) -> Result<String, Stop> {
    if let Some(game) = &options.game {
        return match setting.makers.contains_key(game) {
            true => Ok(game.clone()),
            false => Err(Stop::Usage(format!("the project has no game `{game}`"))),
        };
    }
    let has = |maker: &dyn EngineMaker| {
        options.switch.iter().any(|name| maker.profile().switches.iter().any(|note| note.name == *name))
    };
    let mut games: Vec<&String> = setting.makers.keys().collect();
    if games.len() > 1 {
        games = setting.makers.iter().filter(|(_, maker)| has(maker.as_ref())).map(|(game, _)| game).collect();
    }
    match games.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(Stop::Usage("say in which game with --game".to_owned())),
    }
}

/// The switches that are sought, sorted.
fn switches(
    options: &HuntArguments,
    game: &str,
    maker: &dyn EngineMaker,
    setting: &Setting,
    output: &Output,
) -> Result<Vec<String>, Stop> {
    if let Some(fault) = maker.fault() {
        return Err(Stop::Engine(fault.to_string()));
    }
    let mut names = Vec::new();
    for wanted in &options.switch {
        let all = maker.profile().switches.iter().map(|note| note.name.clone());
        let before = names.len();
        names.extend(all.filter(|name| name == wanted || fast_glob::glob_match(wanted.as_str(), name)));
        if names.len() == before {
            return Err(no_such_switch(wanted, maker));
        }
    }
    if options.survivors {
        names = survivors(game, setting, output)?;
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// What `prove` lists as surviving.
fn survivors(game: &str, setting: &Setting, output: &Output) -> Result<Vec<String>, Stop> {
    setting.refuse_lost_switches()?;
    let filters = Filters { game: vec![game.to_owned()], ..Filters::default() };
    let chosen = selection::select(&setting.suite, &filters)?;
    let findings = Run { chosen, proves: true, keep: Keep::Firings, ..setting.run(output) }.findings();
    let names: Vec<String> =
        findings.knockouts().filter(|knockout| knockout.survives()).map(|it| it.switch.name.clone()).collect();
    if names.is_empty() {
        return Err(Stop::Nothing(format!("no switch of `{game}` survives: each is noticed by a claim")));
    }
    Ok(names)
}
