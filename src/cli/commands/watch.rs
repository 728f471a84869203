//! `watch`: runs the affected scenarios after every save, until it is stopped. Writes and accepts nothing.

pub(crate) mod files;
pub(crate) mod results;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::mem;

use crate::cli::args::WatchArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::watch::files::WatchedFiles;
use crate::cli::commands::watch::results::Results;
use crate::cli::context::Context;
use crate::cli::env::interrupt;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report::terminal;
use crate::report::terminal::WatchRound;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::affected_scenarios;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::suite_cache::SuiteCache;

pub(crate) fn run(options: &WatchArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    interrupt::watch();
    let mut project = session::project(context)?;
    let cannot = |error| CliError::Usage(format!("cannot watch the project folder: {error}"));
    let mut files = WatchedFiles::new(&project.root).map_err(cannot)?;
    files.follow(&project).map_err(cannot)?;
    let mut watch = Watch::new(options, context);
    watch.first_round()?;
    // Stop if the reader closed the pipe.
    while !context.console.is_closed() {
        let Some(saved) = files.wait(&project) else { break };
        if let Ok(read) = session::project(context) {
            project = read;
        }
        // A path with a slash is a folder.
        if saved.iter().any(|path| path.ends_with('/') || path == FILE_NAME) {
            files.follow(&project).map_err(cannot)?;
        }
        watch.later_round(&saved);
    }
    Ok(ExitCode::Pass)
}

/// The state of `watch` between rounds.
struct Watch<'w> {
    options: &'w WatchArguments,
    context: &'w Context<'w>,
    /// Scenarios that did not pass in their last run, each with its verdict.
    wrong: BTreeMap<String, &'static str>,
    /// The suite as last read.
    cache: SuiteCache,
    results: Results,
}

impl<'w> Watch<'w> {
    fn new(options: &'w WatchArguments, context: &'w Context<'w>) -> Watch<'w> {
        let (wrong, cache, results) = (BTreeMap::new(), SuiteCache::default(), Results::default());
        Watch { options, context, wrong, cache, results }
    }

    /// The first round: runs everything. Fails on wrong arguments.
    fn first_round(&mut self) -> Result<(), CliError> {
        let text = match self.round(None) {
            Err(stop @ CliError::BadInput(_)) => stop.full_text(),
            other => other?,
        };
        self.context.console.fresh(&text);
        Ok(())
    }

    /// A later round: reports errors and continues.
    fn later_round(&mut self, saved: &BTreeSet<String>) {
        let text = self.round(Some(saved)).unwrap_or_else(|stop| stop.full_text());
        self.context.console.fresh(&text);
    }

    fn round(&mut self, saved: Option<&BTreeSet<String>>) -> Result<String, CliError> {
        let (session, book) = self.open()?;
        let told = self.play(&session, &book, saved);
        let Session { suite, seats, .. } = session;
        self.cache = SuiteCache::of(suite);
        // The engines end first, so that the recording is complete.
        drop(seats);
        if let Err(reason) = self.context.console.finish_recording() {
            self.context.console.about(&format!("note: {reason}\n"));
        }
        told
    }

    /// Reads the suite again. Returns the previous rulebook, too.
    fn open(&mut self) -> Result<(Session, Rulebook), CliError> {
        let playing = &self.options.playing;
        let session = Session::open_after(&mut self.cache, playing, self.context)?;
        Ok((session, mem::take(&mut self.cache.book)))
    }

    fn play(
        &mut self,
        session: &Session,
        before: &Rulebook,
        saved: Option<&BTreeSet<String>>,
    ) -> Result<String, CliError> {
        let suite = &session.suite;
        let problems = [session.problems.as_slice(), &suite.orphan_problems()].concat();
        let (chosen, drafts, unplayable) = self.selected(suite, before, saved, &problems)?;
        let findings = self.judge(session, chosen, drafts);
        self.remember(&findings);
        let played: BTreeSet<&str> = findings.judged.iter().map(|judged| judged.scenario.id.as_str()).collect();
        let still = self.wrong.iter().filter(|(id, _)| !played.contains(id.as_str()));
        let still = still.map(|(id, how)| (id.as_str(), *how)).collect();
        let round = WatchRound { saved, findings: &findings, problems: &problems, unplayable, still };
        Ok(terminal::round(&round, self.context.console.quiet, self.context.console.verbose))
    }

    /// Runs scenarios without a known result, and judges all selected ones.
    fn judge<'s>(&mut self, session: &'s Session, chosen: Vec<&'s Scenario>, drafts: Vec<&'s Scenario>) -> Findings<'s>
    where
        'w: 's,
    {
        let known = self.results.known(session, &self.options.playing, &chosen);
        let run = Run { chosen, drafts, known, progress: &NoProgress, ..session.run(self.context.console) };
        let findings = run.findings();
        self.results.keep(&findings);
        findings
    }

    /// The scenarios that match the filters and depend on the saved files, and the number of those that could not be loaded.
    fn selected<'s>(
        &self,
        suite: &'s Suite,
        before: &Rulebook,
        saved: Option<&BTreeSet<String>>,
        problems: &[Problem],
    ) -> Result<(Vec<&'s Scenario>, Vec<&'s Scenario>, usize), CliError> {
        let Selection { mut chosen, mut drafts, broken } = match selection::select_all(suite, &self.options.filters) {
            // The scenario of a filter may have been deleted.
            Err(CliError::Nothing(_)) if saved.is_some() || !problems.is_empty() => Selection::default(),
            other => other?,
        };
        let path = |id: &str| format!("{}/{id}.yaml", suite.project.scenarios);
        let is_saved = |id: &str| saved.is_none_or(|saved| saved.contains(&path(id)));
        let unread = broken.iter().filter(|it| it.scenarios.is_empty() && !it.is_draft && is_saved(&it.id)).count();
        let mut unplayable: Vec<&Scenario> = broken.iter().flat_map(|broken| &broken.scenarios).collect();
        if let Some(saved) = saved {
            let affected = saved.iter().flat_map(|path| affected_scenarios::affected(suite, before, path));
            let affected: BTreeSet<&str> = affected.map(|scenario| scenario.id.as_str()).collect();
            chosen.retain(|scenario| affected.contains(scenario.id.as_str()));
            drafts.retain(|scenario| affected.contains(scenario.id.as_str()));
            unplayable.retain(|scenario| affected.contains(scenario.id.as_str()));
        }
        Ok((chosen, drafts, unplayable.len() + unread))
    }

    fn remember(&mut self, findings: &Findings<'_>) {
        self.wrong.retain(|id, _| findings.suite.scenario(id).is_some());
        for judged in &findings.judged {
            match findings.scenario_status(judged) {
                status if status.is_wrong() => self.wrong.insert(judged.scenario.id.clone(), status.name()),
                _ => self.wrong.remove(&judged.scenario.id),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Arguments;
    use crate::cli::env::environment::Environment;
    use crate::cli::output::console::Console;
    use crate::report::machine::json;
    use crate::report::machine::run_result;
    use clap::Parser;
    use std::fs;
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    /// Longer than the minimum age of a file with a reliable stamp.
    const STILL: Duration = Duration::from_millis(2500);

    /// A copy of a part of the shipped suites, which the test edits.
    struct Copy {
        folder: tempfile::TempDir,
        /// The original text of each file.
        files: Vec<(String, String)>,
        rng: u64,
    }

    impl Copy {
        fn new() -> Copy {
            let mut copy = Copy { folder: tempfile::tempdir().expect("a folder"), files: Vec::new(), rng: 20_26 };
            let project = "games: {dune: {engine: dune}, cotulenh: {engine: cotulenh}}\n";
            copy.files.push(("truthsayer.yaml".to_owned(), project.to_owned()));
            let wanted =
                ["rules/", "/fixtures/", "dune/survival/", "dune/winning/", "cotulenh/heroic/", "dune/readings/"];
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            for top in ["rules", "scenarios", "golden"] {
                for entry in walkdir::WalkDir::new(root.join(top)).sort_by_file_name().into_iter().flatten() {
                    let path = entry.path().strip_prefix(root).expect("below").to_str().expect("a name").to_owned();
                    if entry.file_type().is_file() && wanted.iter().any(|part| path.contains(part)) {
                        copy.files.push((path, fs::read_to_string(entry.path()).expect("text")));
                    }
                }
            }
            copy.files.iter().for_each(|(path, text)| copy.write(path, text));
            copy
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }

        fn throw(&mut self, sides: usize) -> usize {
            self.rng = self.rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.rng >> 33) as usize % sides
        }

        /// Edits a file at random and describes the edit.
        fn edit(&mut self) -> String {
            let kinds = ["scenarios/", "scenarios/", "/fixtures/", "golden/", "golden/", "rules/", "truthsayer.yaml"];
            let kind = kinds[self.throw(kinds.len())];
            let own: Vec<usize> = (0..self.files.len()).filter(|at| self.files[*at].0.contains(kind)).collect();
            let chosen = own[self.throw(own.len())];
            let (path, text) = self.files[chosen].clone();
            let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let cut = text.floor_char_boundary(self.throw(text.len().max(1)));
            match self.throw(8) {
                0 => self.write(&path, &format!("{text}# more\n")),
                1 | 2 if !digits.is_empty() => {
                    let at = digits[self.throw(digits.len())];
                    let other = char::from(b'0' + self.throw(10) as u8);
                    self.write(&path, &format!("{}{other}{}", &text[..at], &text[at + 1..]));
                }
                3 => self.write(&path, &text[..cut]),
                4 if path != FILE_NAME => {
                    let _ = fs::remove_file(self.folder.path().join(&path));
                }
                5 => self.write(&path, &format!("A rule that was put in.\n{text}")),
                6 if path.starts_with("scenarios/") => {
                    let new = path.replace(".yaml", "-too.yaml");
                    self.write(&new, &text);
                    return new;
                }
                _ => self.write(&path, &text),
            }
            path
        }
    }

    /// The findings of a run in every output format.
    fn findings_text(findings: &Findings<'_>) -> String {
        let data = json::sealed(&run_result::of("verify", findings, &ExitCode::numbers(findings), None));
        format!("{}{data}", terminal::verify(findings, false, true))
    }

    /// Compares a round with a fresh run of the same selection.
    fn compare(watch: &mut Watch<'_>, saved: Option<&BTreeSet<String>>) -> (usize, usize) {
        let Watch { options, context, .. } = *watch;
        let fresh = Session::open(&options.playing, context);
        let (kept, before) = match (watch.open(), &fresh) {
            (Ok(opened), Ok(_)) => opened,
            (Err(kept), Err(fresh)) => {
                assert_eq!(kept.full_text(), fresh.full_text());
                return (0, 0);
            }
            (kept, _) => panic!("{saved:?}: only one of two can be opened: {}", kept.is_ok()),
        };
        let fresh = fresh.expect("opened");
        assert_eq!(kept.problems, fresh.problems, "{saved:?}");
        assert_eq!(kept.suite.orphans, fresh.suite.orphans, "{saved:?}");
        assert_eq!(format!("{:?}", kept.suite.broken), format!("{:?}", fresh.suite.broken), "{saved:?}");
        assert_eq!(format!("{:?}", kept.suite.scenarios), format!("{:?}", fresh.suite.scenarios), "{saved:?}");
        let (chosen, drafts, _) = watch.selected(&kept.suite, &before, saved, &kept.problems).expect("a selection");
        let ids: BTreeSet<&str> = chosen.iter().map(|scenario| scenario.id.as_str()).collect();
        let same = fresh.suite.scenarios.iter().filter(|scenario| ids.contains(scenario.id.as_str()));
        let run = Run { chosen: same.collect(), progress: &NoProgress, ..fresh.run(context.console) };
        let known = watch.results.known(&kept, &options.playing, &chosen).len();
        assert_eq!(findings_text(&watch.judge(&kept, chosen, drafts)), findings_text(&run.findings()), "{saved:?}");
        let read = kept.suite.read.known;
        watch.cache = SuiteCache::of(kept.suite);
        (read, known)
    }

    #[test]
    fn a_round_says_what_a_fresh_run_of_the_same_selection_would() {
        let mut copy = Copy::new();
        thread::sleep(STILL);
        let folder = copy.folder.path().to_str().expect("a path").to_owned();
        let arguments = Arguments::parse_from(["truthsayer", "--project", &folder, "watch", "--jobs", "2"]);
        let crate::cli::args::Command::Watch(options) = &arguments.command else { panic!("another command") };
        let environment = Environment::from_process().expect("an environment");
        let console = Console::new(&arguments, &environment);
        let context = Context { arguments: &arguments, environment: &environment, console: &console };
        let mut watch = Watch::new(options, &context);
        assert_eq!(compare(&mut watch, None), (0, 0), "nothing is known yet");
        let everything = BTreeSet::from([FILE_NAME.to_owned()]);
        let (files, played) = compare(&mut watch, Some(&everything));
        let all = copy.files.iter().filter(|(path, _)| path.starts_with("scenarios/") && !path.contains("/fixtures/"));
        assert_eq!(files, all.count(), "no file is read twice");
        let results = played;
        assert!(results >= files, "{results} results are kept of {files} files");
        // One file that is saved is read, and nothing else is read or played.
        let path = "scenarios/dune/survival/leader-stays-alone.yaml";
        copy.write(path, &fs::read_to_string(copy.folder.path().join(path)).expect("text"));
        assert_eq!(compare(&mut watch, Some(&BTreeSet::from([path.to_owned()]))), (files - 1, 0));
        // A line put in front of the rules moves every citation, and no scenario is read or played again for it.
        let path = "rules/dune/battle.md";
        let text = fs::read_to_string(copy.folder.path().join(path)).expect("text");
        copy.write(path, &format!("A rule that was put in.\n{text}"));
        let (read, known) = compare(&mut watch, Some(&BTreeSet::from([path.to_owned()])));
        assert_eq!(read, files - 1, "but for the file that was saved just now");
        assert!(known > 0, "results are kept");
        for round in 0..80 {
            let saved: BTreeSet<String> = (0..1 + round % 2).map(|_| copy.edit()).collect();
            compare(&mut watch, Some(&saved));
            if round == 40 {
                thread::sleep(STILL);
            }
        }
        // In the end everything is as it was, but for what was added.
        copy.files.iter().for_each(|(path, text)| copy.write(path, text));
        compare(&mut watch, Some(&everything));
    }
}
