//! `watch`: plays again what a saved file touches, until somebody ends it. It writes and accepts nothing.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::mem;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::WatchArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::watch::files::Files;
use crate::cli::watch::results::Results;
use crate::oracle::findings::Findings;
use crate::oracle::former::Former;
use crate::oracle::problem::Problem;
use crate::oracle::project::FILE_NAME;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::run::Run;
use crate::oracle::run::Silent;
use crate::oracle::saved;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::report::terminal;
use crate::report::terminal::Round;

mod files;
mod results;

pub fn run(
    options: &WatchArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    interrupt::watch();
    let mut project = setting::project(arguments, surroundings)?;
    let cannot = |error| Stop::Usage(format!("the project folder cannot be watched: {error}"));
    let mut files = Files::new(&project.root).map_err(cannot)?;
    files.follow(&project).map_err(cannot)?;
    let mut watch = Watch::new(options, arguments, surroundings, output);
    watch.begin()?;
    // Whoever closed the pipe has seen enough.
    while !output.is_closed() {
        let Some(saved) = files.wait(&project) else { break };
        if let Ok(read) = setting::project(arguments, surroundings) {
            project = read;
        }
        // Folders come and go; most of what is saved is a file.
        if saved.iter().any(|path| path.ends_with('/') || path == FILE_NAME) {
            files.follow(&project).map_err(cannot)?;
        }
        watch.again(&saved);
    }
    Ok(ExitCode::Conforms)
}

/// What stays the same from round to round, and what is remembered.
struct Watch<'w> {
    options: &'w WatchArguments,
    arguments: &'w Arguments,
    surroundings: &'w Surroundings,
    output: &'w Output,
    /// Scenarios that were not as they should be when they were last played, each with how it stood.
    wrong: BTreeMap<String, &'static str>,
    /// What the files said.
    former: Former,
    results: Results,
}

impl<'w> Watch<'w> {
    fn new(
        options: &'w WatchArguments,
        arguments: &'w Arguments,
        surroundings: &'w Surroundings,
        output: &'w Output,
    ) -> Watch<'w> {
        let (wrong, former, results) = (BTreeMap::new(), Former::default(), Results::default());
        Watch { options, arguments, surroundings, output, wrong, former, results }
    }

    /// The first round plays everything; what was typed wrong ends it.
    fn begin(&mut self) -> Result<(), Stop> {
        let text = match self.round(None) {
            Err(stop @ Stop::BadInput(_)) => stop.told(),
            other => other?,
        };
        self.output.fresh(&text);
        Ok(())
    }

    /// Every later one tells what is wrong and goes on.
    fn again(&mut self, saved: &BTreeSet<String>) {
        let text = self.round(Some(saved)).unwrap_or_else(|stop| stop.told());
        self.output.fresh(&text);
    }

    fn round(&mut self, saved: Option<&BTreeSet<String>>) -> Result<String, Stop> {
        let (setting, book) = self.open()?;
        let told = self.play(&setting, &book, saved);
        self.former = Former::of(setting.suite);
        told
    }

    /// What the files say now, and what the rulebook said before.
    fn open(&mut self) -> Result<(Setting, Rulebook), Stop> {
        let playing = &self.options.playing;
        let setting =
            Setting::open_after(&mut self.former, playing, self.arguments, self.surroundings, self.output)?;
        Ok((setting, mem::take(&mut self.former.book)))
    }

    fn play(
        &mut self,
        setting: &Setting,
        before: &Rulebook,
        saved: Option<&BTreeSet<String>>,
    ) -> Result<String, Stop> {
        let suite = &setting.suite;
        let problems = [setting.problems.as_slice(), &suite.orphan_problems()].concat();
        let (chosen, drafts, unplayable) = self.selected(suite, before, saved, &problems)?;
        let findings = self.judge(setting, chosen, drafts);
        self.remember(&findings);
        let played: BTreeSet<&str> = findings.judged.iter().map(|judged| judged.scenario.id.as_str()).collect();
        let still = self.wrong.iter().filter(|(id, _)| !played.contains(id.as_str()));
        let still = still.map(|(id, how)| (id.as_str(), *how)).collect();
        let round = Round { saved, findings: &findings, problems: &problems, unplayable, still };
        Ok(terminal::round(&round, self.output.quiet, self.output.verbose))
    }

    /// Plays what is not known already, and judges everything that was chosen.
    fn judge<'s>(
        &mut self,
        setting: &'s Setting,
        chosen: Vec<&'s Scenario>,
        drafts: Vec<&'s Scenario>,
    ) -> Findings<'s>
    where
        'w: 's,
    {
        let known = self.results.known(setting, &self.options.playing, &chosen);
        let run = Run { chosen, drafts, known, progress: &Silent, ..setting.run(self.output) };
        let findings = run.findings();
        self.results.keep(&findings);
        findings
    }

    /// What passes the filters and depends on what was saved, and how much of that cannot be played.
    fn selected<'s>(
        &self,
        suite: &'s Suite,
        before: &Rulebook,
        saved: Option<&BTreeSet<String>>,
        problems: &[Problem],
    ) -> Result<(Vec<&'s Scenario>, Vec<&'s Scenario>, usize), Stop> {
        let Selection { mut chosen, mut drafts, broken } = match selection::select_all(suite, &self.options.filters) {
            // What a filter names may just have been removed.
            Err(Stop::Nothing(_)) if saved.is_some() || !problems.is_empty() => Selection::default(),
            other => other?,
        };
        let mut unplayable: Vec<&Scenario> = broken.iter().flat_map(|broken| &broken.scenarios).collect();
        if let Some(saved) = saved {
            let touched = saved.iter().flat_map(|path| saved::touched(suite, before, path));
            let touched: BTreeSet<&str> = touched.map(|scenario| scenario.id.as_str()).collect();
            chosen.retain(|scenario| touched.contains(scenario.id.as_str()));
            drafts.retain(|scenario| touched.contains(scenario.id.as_str()));
            unplayable.retain(|scenario| touched.contains(scenario.id.as_str()));
        }
        Ok((chosen, drafts, unplayable.len()))
    }

    fn remember(&mut self, findings: &Findings<'_>) {
        self.wrong.retain(|id, _| findings.suite.scenario(id).is_some());
        for judged in &findings.judged {
            match findings.trouble(judged) {
                Some(how) => self.wrong.insert(judged.scenario.id.clone(), how),
                None => self.wrong.remove(&judged.scenario.id),
            };
        }
    }
}
