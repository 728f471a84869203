//! A test project for a made-up game: a rulebook, some scenarios and an engine, with functions that run and judge it.

use std::collections::BTreeSet;

use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::Coverage;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::kill_matrix::Player;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::proof::Proof;
use truthsayer_oracle::evidence::proof::Prover;
use truthsayer_oracle::judge::clause_readings::ClauseReadings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::EngineMaker;

use crate::support::toy_engine::RULES;
use crate::support::toy_engine::Toy;

pub(crate) struct TestProject {
    _folder: tempfile::TempDir,
    pub suite: Suite,
    /// Scenarios in which no switch takes effect. No mutant may change their outcome.
    controls: Suite,
    maker: Box<dyn EngineMaker>,
    without: Vec<String>,
    pub gaps: Vec<Gap>,
}

/// Which mutants a proof runs.
#[derive(Default)]
pub(crate) struct Depth {
    /// Run every scenario without every switch.
    pub all: bool,
    /// Prove only these switches.
    pub only: Option<BTreeSet<usize>>,
}

/// A scenario that only waits, so that nothing happens.
const CONTROL: &str = "scenario: A control\ngame: toy\nwhen: [{wait: {}}, {ask: {}}]\nclaims:\n  - cite: toy/light.md:3\n    \
                       quote: Waiting does nothing\n    then: {unchanged: [coins]}\n";

impl TestProject {
    /// Creates a project with these scenarios, given by name, for the toy engine.
    pub(crate) fn new(scenarios: &[(&str, &str)], exclusions: &str) -> TestProject {
        let excluded = [("rules/toy/exclusions.yaml", exclusions)];
        TestProject::with_files(scenarios, if exclusions.is_empty() { &[] } else { &excluded })
    }

    /// Like `new`, with further files.
    pub(crate) fn with_files(scenarios: &[(&str, &str)], files: &[(&str, &str)]) -> TestProject {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, text: &str| atomic_write::write(folder.path(), path, text).expect("a file");
        write("truthsayer.yaml", "games: {toy: {engine: toy}}\n");
        write("rules/toy/light.md", RULES);
        files.iter().for_each(|(path, text)| write(path, text));
        for (name, body) in scenarios {
            write(&format!("scenarios/toy/case/{name}.yaml"), &format!("scenario: A case\ngame: toy\n{body}"));
        }
        let load = || {
            let (suite, problems) = pending_changes::load_suite(Project::load(folder.path()).expect("a project"), 1);
            assert!(problems.is_empty(), "{problems:?}");
            suite
        };
        let suite = load();
        write("scenarios/toy/control/waiting.yaml", CONTROL);
        let mut controls = load();
        controls.scenarios.retain(|scenario| scenario.id == "toy/control/waiting");
        let (maker, without, gaps) = (Box::new(Toy::new()), Vec::new(), Vec::new());
        TestProject { _folder: folder, suite, controls, maker, without, gaps }
    }

    /// Creates a project with a single scenario, `one`.
    pub(crate) fn with(when: &str, claims: &[String]) -> TestProject {
        TestProject::new(&[("one", &scenario(when, claims))], "")
    }

    pub(crate) fn played_by(mut self, maker: impl EngineMaker + 'static) -> TestProject {
        self.maker = Box::new(maker);
        self
    }

    /// Turns these switches off in every run.
    pub(crate) fn without(mut self, switches: &[&str]) -> TestProject {
        self.without = switches.iter().map(|switch| (*switch).to_owned()).collect();
        self
    }

    /// Adds known gaps, each written as in the project file.
    pub(crate) fn with_gaps(mut self, gaps: &[&str]) -> TestProject {
        for gap in gaps {
            let node = yaml::read(&SourceFile::new("truthsayer.yaml", *gap)).expect("YAML");
            let mut problems = Vec::new();
            self.gaps.extend(gap::read(&node, &mut problems));
            assert!(problems.is_empty(), "{problems:?}");
        }
        self.gaps.iter_mut().for_each(|gap| gap.settle(&self.suite.book));
        self
    }

    pub(crate) fn trial<R>(&self, then: impl FnOnce(Vec<Judged<'_>>) -> R) -> R {
        let chosen: Vec<_> = self.suite.scenarios.iter().collect();
        let (project, without) = (&self.suite.project, self.without.as_slice());
        let readings = ClauseReadings::new(&self.suite.book, self.maker.profile(), None, None);
        let trial =
            PlayAndJudge { without, readings: Some(&readings), ..PlayAndJudge::of(project, Retention::Firings) };
        then(trial.run(&chosen, self.maker.as_ref()))
    }

    pub(crate) fn verdicts(&self) -> Vec<Verdict> {
        self.trial(|judged| judged.into_iter().map(|judged| judged.play.verdict).collect())
    }

    /// Runs every scenario, runs every mutant, and passes the results to `then`.
    pub(crate) fn prove<R>(&self, then: impl FnOnce(&[Judged<'_>], &[Mutant<'_>]) -> R) -> R {
        self.proof(false, |judged, proof| then(judged, &proof.mutants))
    }

    /// Like `prove`, but passes the whole proof to `then`. With `all`, every scenario runs without every switch.
    pub(crate) fn proof<R>(&self, all: bool, then: impl FnOnce(&[Judged<'_>], &Proof<'_>) -> R) -> R {
        self.proof_of(Depth { all, ..Depth::default() }, then)
    }

    /// Like `proof`, for the selected switches.
    pub(crate) fn proof_of<R>(&self, depth: Depth, then: impl FnOnce(&[Judged<'_>], &Proof<'_>) -> R) -> R {
        self.trial(|judged| {
            let maker = self.maker.as_ref();
            let to_prove = judged.len();
            let (project, without) = (&self.controls.project, self.without.as_slice());
            let trial = PlayAndJudge { without, ..PlayAndJudge::of(project, Retention::Firings) };
            let mut played = judged;
            played.extend(trial.run(&self.controls.scenarios.iter().collect::<Vec<_>>(), maker));
            let player =
                Player { maker, reference: None, skipped_parts: &[], without, jobs: 1, expect: &|_| (), tick: &|| () };
            let book = &self.suite.book;
            let Depth { all, only } = depth;
            let prover = Prover { judged: &played, to_prove, book, player, all, only, saved: None };
            let proof = prover.prove();
            then(&played[..to_prove], &proof)
        })
    }

    /// Passes the mutant of one switch to `then`.
    pub(crate) fn mutant<R>(&self, switch: &str, then: impl FnOnce(&Mutant<'_>) -> R) -> R {
        self.prove(|_, mutants| then(mutants.iter().find(|k| k.switch.name == switch).expect("a switch")))
    }

    pub(crate) fn survivors(&self) -> Vec<String> {
        self.prove(|_, mutants| {
            mutants.iter().filter(|mutant| mutant.survives()).map(|k| k.switch.name.clone()).collect()
        })
    }

    /// Returns the coverage of all scenarios, with or without mutants.
    pub(crate) fn coverage(&self, proven: bool) -> Coverage {
        if proven {
            return self.prove(|judged, mutants| {
                Coverage::tally(&self.suite, judged, mutants, &self.gaps, &Diagnosis::default(), Default::default())
            });
        }
        self.trial(|judged| {
            Coverage::tally(&self.suite, &judged, &[], &self.gaps, &Diagnosis::default(), Default::default())
        })
    }

    /// Returns the coverage of a clause after a full proof.
    pub(crate) fn entry(&self, clause: &str) -> CoverageEntry {
        let entries = self.coverage(true).entries;
        entries.into_values().find(|entry| entry.id.to_string() == clause).expect("a clause")
    }

    pub(crate) fn grade(&self, clause: &str, proven: bool) -> &'static str {
        let coverage = self.coverage(proven);
        let entry = coverage.entries.values().find(|entry| entry.id.to_string() == clause).expect("a clause");
        entry.grade.name()
    }
}

/// A scenario with these steps and claims.
pub(crate) fn scenario(when: &str, claims: &[String]) -> String {
    format!("when: [{when}]\nclaims:\n{}", claims.concat())
}

/// A claim on a line of the rules.
pub(crate) fn claim(line: usize, quote: &str, then: &str) -> String {
    format!("  - cite: toy/light.md:{line}\n    quote: {quote}\n    then: {{{then}}}\n")
}
