//! The table at which a made-up game is played: a rulebook, some scenarios, an engine, and what the oracle makes of it.

use truthsayer::oracle::disk;
use truthsayer::oracle::gap;
use truthsayer::oracle::ledger::Entry;
use truthsayer::oracle::ledger::Ledger;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::proof;
use truthsayer::oracle::proof::Knockout;
use truthsayer::oracle::suite::Suite;
use truthsayer::oracle::trial::Judged;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::oracle::verdict::Verdict;
use truthsayer::oracle::yaml;
use truthsayer::protocol::EngineMaker;
use truthsayer::source::SourceFile;

use crate::toy::RULES;
use crate::toy::Toy;

pub struct Table {
    _folder: tempfile::TempDir,
    pub suite: Suite,
    maker: Box<dyn EngineMaker>,
    without: Vec<String>,
}

impl Table {
    /// A project with these scenarios, each under its name, played by the toy engine.
    pub fn new(scenarios: &[(&str, &str)], exclusions: &str) -> Table {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, text: &str| disk::write(folder.path(), path, text).expect("a file");
        write("truthsayer.yaml", "games: {toy: {engine: toy}}\n");
        write("rules/toy/light.md", RULES);
        if !exclusions.is_empty() {
            write("rules/toy/exclusions.yaml", exclusions);
        }
        for (name, body) in scenarios {
            write(&format!("scenarios/toy/case/{name}.yaml"), &format!("scenario: A case\ngame: toy\n{body}"));
        }
        let (suite, problems) = Suite::load(Project::load(folder.path()).expect("a project"), 1);
        assert!(problems.is_empty(), "{problems:?}");
        Table { _folder: folder, suite, maker: Box::new(Toy::new()), without: Vec::new() }
    }

    /// The same table with one scenario, `one`.
    pub fn with(when: &str, claims: &[String]) -> Table {
        Table::new(&[("one", &scenario(when, claims))], "")
    }

    pub fn played_by(mut self, maker: impl EngineMaker + 'static) -> Table {
        self.maker = Box::new(maker);
        self
    }

    /// With these switches off, whatever else is tried.
    pub fn without(mut self, switches: &[&str]) -> Table {
        self.without = switches.iter().map(|switch| (*switch).to_owned()).collect();
        self
    }

    /// With known gaps, each written as in the project file.
    pub fn with_gaps(mut self, gaps: &[&str]) -> Table {
        for gap in gaps {
            let node = yaml::read(&SourceFile::new("truthsayer.yaml", *gap)).expect("YAML");
            let mut problems = Vec::new();
            self.suite.project.gaps.extend(gap::read(&node, &mut problems));
            assert!(problems.is_empty(), "{problems:?}");
        }
        self
    }

    pub fn trial<R>(&self, then: impl FnOnce(Vec<Judged<'_>>) -> R) -> R {
        let chosen: Vec<_> = self.suite.scenarios.iter().collect();
        let (project, without) = (&self.suite.project, self.without.as_slice());
        let trial = Trial { project, without, job_count: 1, keep: Keep::Firings, tick: &|| () };
        then(trial.run(&chosen, self.maker.as_ref()))
    }

    pub fn verdicts(&self) -> Vec<Verdict> {
        self.trial(|judged| judged.into_iter().map(|judged| judged.verdict).collect())
    }

    /// Plays everything, turns off every switch in turn and looks at what that did.
    pub fn prove<R>(&self, then: impl FnOnce(&[Judged<'_>], &[Knockout<'_>]) -> R) -> R {
        self.trial(|judged| {
            let (maker, book) = (self.maker.as_ref(), &self.suite.book);
            let knockouts = proof::prove(&judged, maker, &self.without, book, 1, &|| ());
            then(&judged, &knockouts)
        })
    }

    /// What turning off one switch did.
    pub fn knockout<R>(&self, switch: &str, then: impl FnOnce(&Knockout<'_>) -> R) -> R {
        self.prove(|_, knockouts| then(knockouts.iter().find(|k| k.switch.name == switch).expect("a switch")))
    }

    pub fn survivors(&self) -> Vec<String> {
        self.prove(|_, knockouts| {
            knockouts.iter().filter(|knockout| knockout.survives()).map(|k| k.switch.name.clone()).collect()
        })
    }

    /// The ledger after playing everything, with or without knock-outs.
    pub fn ledger(&self, proven: bool) -> Ledger {
        if proven {
            return self.prove(|judged, knockouts| Ledger::tally(&self.suite, judged, Some(knockouts)));
        }
        self.trial(|judged| Ledger::tally(&self.suite, &judged, None))
    }

    /// What is known about a clause when everything was tried.
    pub fn entry(&self, clause: &str) -> Entry {
        let entries = self.ledger(true).entries;
        entries.into_values().find(|entry| entry.id.to_string() == clause).expect("a clause")
    }

    pub fn grade(&self, clause: &str, proven: bool) -> &'static str {
        let ledger = self.ledger(proven);
        let entry = ledger.entries.values().find(|entry| entry.id.to_string() == clause).expect("a clause");
        entry.grade.name()
    }
}

/// A scenario with these steps and claims.
pub fn scenario(when: &str, claims: &[String]) -> String {
    format!("when: [{when}]\nclaims:\n{}", claims.concat())
}

/// A claim on a line of the rules.
pub fn claim(line: usize, quote: &str, then: &str) -> String {
    format!("  - cite: toy/light.md:{line}\n    quote: {quote}\n    then: {{{then}}}\n")
}
