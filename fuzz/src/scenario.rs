//! A scenario with everything around it: read by the suite, played, judged and shown.
//!
//! The first part is the scenario. A part `dune/battle.md` is a rulebook and says which game it is; `golden` is the
//! accepted outcome, `answer` what an engine says to it, `audit` a document about it, and any other part the fixture of
//! that name.

use std::collections::BTreeSet;
use std::path::Path;

use truthsayer::builtin_engines;
use truthsayer::report;
use truthsayer::report::machine::json;
use truthsayer::report::machine::run_result;
use truthsayer::report::terminal;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::compare::audit;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::engines::process;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate::lint;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use super::folder;
use super::harmless;
use super::harmless::harmless;
use super::part::Part;
use super::part::parts;
use super::part::text;
use super::problems;

const GAMES: [&str; 3] = ["dune", "cotulenh", "pig"];
const PROJECT: &[u8] = b"games: {dune: {engine: dune}, cotulenh: {engine: cotulenh}, pig: {engine: pig}}\n";

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let parts = parts(&text);
    let mut rulebooks = parts.iter().filter(|part| part.name.ends_with(".md"));
    let game = rulebooks.find_map(|part| GAMES.into_iter().find(|game| part.name.starts_with(game)));
    let game = game.unwrap_or("pig");
    let files: Vec<(String, &[u8])> = parts.iter().filter_map(|part| file(part, game)).collect();
    let mut files: Vec<(&str, &[u8])> = files.iter().map(|(path, bytes)| (path.as_str(), *bytes)).collect();
    files.push((FILE_NAME, PROJECT));
    let part = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.text.trim_end());
    let around = Around { game, answer: part("answer"), audit: part("audit") };
    folder::with(&files, |root| load(root, &around));
}

/// Parts that are not files of the project.
struct Around<'a> {
    game: &'a str,
    answer: Option<&'a str>,
    audit: Option<&'a str>,
}

/// Returns the path of a part in the project.
fn file<'a>(part: &Part<'a>, game: &str) -> Option<(String, &'a [u8])> {
    let path = match part.name {
        "" => format!("scenarios/{game}/topic/one.yaml"),
        "golden" => format!("golden/{game}/topic/one.yaml"),
        "answer" | "audit" => return None,
        name => match name.rsplit_once('/').and_then(|(_, name)| name.strip_suffix(".md")) {
            Some(name) => format!("rules/{game}/{}.md", folder::plain_name(name)?),
            None => format!("scenarios/{game}/fixtures/{}.yaml", folder::plain_name(name)?),
        },
    };
    Some((path, part.text.as_bytes()))
}

fn load(root: &Path, around: &Around<'_>) {
    let (suite, found) = Suite::load(Project::load(root).expect("our own project"), 1);
    problems::check(&found);
    let ids: BTreeSet<&str> = suite.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(ids.len(), suite.scenarios.len(), "two scenarios share an id");
    suite.scenarios.iter().for_each(look);
    let sound = found.is_empty();
    let reported: Vec<Problem> = [found, lint::exclusions(&suite), lint::goldens(&suite, &[], 1, &NoProgress)].concat();
    harmless("problems as lint shows them", &terminal::lint(&reported, &suite, false, true));
    // With a problem in it, nothing is played.
    if sound {
        play(&suite, around);
    }
}

fn look(scenario: &Scenario) {
    problems::inside(&scenario.place);
    assert_eq!(scenario.task(&[]), scenario.task(&[]));
    scenario.written();
    let given = scenario.given();
    for (path, _) in datapath::leaves(&given) {
        problems::inside(&scenario.locate(&format!("given.{path}")));
    }
    for number in 0..=scenario.steps().len() {
        problems::inside(&scenario.locate(&format!("when[{number}].by")));
    }
    for claim in &scenario.claims {
        problems::inside(&claim.place);
        claim.then.iter().for_each(|then| problems::inside(then.place()));
    }
}

/// An engine that always gives the same reply.
struct CannedEngine {
    profile: Profile,
    answer: String,
}

impl Engine for CannedEngine {
    fn play(&mut self, _: &Task) -> Result<Reply, Fault> {
        let garbled = |why| Fault::Garbled { line: String::new(), why, last_words: String::new() };
        process::understand(&self.answer, 1).map_err(garbled)
    }
}

impl EngineMaker for CannedEngine {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(CannedEngine { profile: Profile::default(), answer: self.answer.clone() })
    }
}

fn play(suite: &Suite, around: &Around<'_>) {
    let maker = match (builtin_engines::by_name(around.game), around.answer) {
        (Some(maker), None) => maker,
        (maker, answer) => {
            // Boards of built-in engines are also drawn from untrusted states.
            let profile = maker.map_or_else(Profile::default, |maker| maker.profile().clone());
            Box::new(CannedEngine { profile, answer: answer.unwrap_or_default().to_owned() })
        }
    };
    let chosen: Vec<&Scenario> = suite.scenarios.iter().take(4).collect();
    let seats = Seats::from([(around.game.to_owned(), Seat::reference(maker))]);
    let run = Run::new(suite, &seats, 1, &NoProgress);
    let findings = Run { chosen, keep: Retention::Outcomes, ..run }.findings();
    for judged in &findings.judged {
        harmless("a scenario as it is explained", &terminal::scenario(judged, &findings));
    }
    show(&findings);
    around.audit.iter().for_each(|text| audit(text, &findings));
}

/// A document that names the scenario is read or refused at a line, and audited.
fn audit(text: &str, findings: &Findings<'_>) {
    let file = SourceFile::new("audit.md", text);
    match audit::read(&file, findings.suite) {
        Ok(lines) => harmless("an audit", &report::markdown::audit::write("audit.md", "a page", &lines, findings)),
        Err(found) => problems::check_placed(&found),
    }
}

/// Checks the output of `verify`, and that `compare` can read the saved result.
fn show(findings: &Findings<'_>) {
    harmless("verdicts as they are shown", &terminal::verify(findings, false, true));
    let saved = json::sealed(&run_result::of("verify", findings, &[0], None));
    assert_eq!(json::sealed(&run_result::of("verify", findings, &[0], None)), saved);
    let saved_run = SavedRun::load("saved.json", &saved).unwrap_or_else(|why| panic!("{why}: {saved}"));
    assert_eq!(saved_run.result.scenarios.len(), findings.judged.len());
}
