//! `report`: write the verification documents, or check that the committed ones still say what playing shows.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::io;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ReportArguments;
use crate::cli::arguments::ReportFormat;
use crate::cli::beside;
use crate::cli::coverage;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::neighbours;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::comparison::run_pair::RunPair;
use crate::oracle::digest;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::jobs;
use crate::oracle::manifest;
use crate::oracle::manifest::Manifest;
use crate::oracle::project::Project;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::report::json;
use crate::report::page;
use crate::report::terminal;
use crate::report::verification;

/// The documents by their path below the folder.
type DocumentTexts = BTreeMap<String, String>;

pub(crate) fn run(
    options: &ReportArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if !options.check {
        surroundings.may_write(options.write, "`--check` compares the documents with what is there")?;
    }
    if !options.compare.is_empty() && !makes_page(options) {
        let why = "`--compare` is shown on the page, which is not made with `--game`, `--rule` or another `--format`";
        return Err(Stop::Usage(why.to_owned()));
    }
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    let suite = &setting.suite;
    let games = games(options, suite);
    // What cannot be played would be missing, and a document does not show what it lacks.
    let named: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    neighbours::refuse_of_games(&setting, &named, output).inspect_err(|_| {
        output.about("no document is written while something is wrong with the files it is made from\n\n");
    })?;
    setting.refuse_lost_switches()?;
    let without = setting.switches(&options.without)?;
    setting::check_out(&suite.project, &options.out)?;
    let altered = !without.is_empty();
    if !altered {
        setting.refuse_unproven()?;
    }
    // An engine that is altered is shown as it is; turning off more of it one by one would prove nothing about anybody.
    let foils = if altered { Vec::new() } else { foils::foils(&setting, &options.playing, &[])? };
    let chosen = selection::of_games(suite, &games);
    let run = Run { chosen, without, proves: !altered, keep: Keep::Outcomes, ..setting.proving_run(&foils, output) };
    let findings = run.findings();
    let beside = beside::gather(&findings, options, arguments, surroundings, output)?;
    let files = wanted(&findings, options, &beside)?;
    let changes = DocumentChanges::between(&suite.project, options, &files);
    if options.check {
        let stale = changes.stale(options);
        output.result(&terminal::checked(&stale, files.len(), suite, output.quiet));
        return Ok(if stale.is_empty() { ExitCode::Conforms } else { ExitCode::Deviates });
    }
    changes.carry_out(&suite.project, options, &files)?;
    output.result(&terminal::documents_written(&changes.documents(options), files.len(), suite, output.quiet));
    // An engine with clauses turned off is bound to deviate; one as it is, is not.
    Ok(if altered { ExitCode::Conforms } else { ExitCode::of_verdicts(&findings) })
}

/// Documents of the project that no longer say what playing shows; none where it keeps none.
pub(super) fn stale(findings: &Findings<'_>) -> Vec<String> {
    let options = ReportArguments::default();
    let project = &findings.suite.project;
    if Manifest::read(&project.root, &options.out).paths.is_empty() {
        return Vec::new();
    }
    wanted(findings, &options, &[])
        .map(|files| DocumentChanges::between(project, &options, &files).stale(&options))
        .unwrap_or_default()
}

/// The games whose documents are asked for; none where all are.
fn games<'s>(options: &'s ReportArguments, suite: &'s Suite) -> BTreeSet<&'s str> {
    let rules = suite.catalog.iter().filter(|rule| options.rule.contains(&rule.number));
    match options.game.is_empty() {
        true => rules.map(|rule| rule.game.as_str()).collect(),
        false => options.game.iter().map(String::as_str).collect(),
    }
}

/// Whether a kind of document is asked for.
fn wants(options: &ReportArguments, format: ReportFormat) -> bool {
    options.format.is_empty() && format != ReportFormat::Json || options.format.contains(&format)
}

/// What is about everything is not made where only a part is asked for.
fn is_whole(options: &ReportArguments) -> bool {
    options.game.is_empty() && options.rule.is_empty()
}

fn makes_page(options: &ReportArguments) -> bool {
    is_whole(options) && wants(options, ReportFormat::Html)
}

/// The documents that were asked for.
fn wanted(findings: &Findings<'_>, options: &ReportArguments, beside: &[RunPair]) -> Result<DocumentTexts, Stop> {
    for number in &options.rule {
        let is_meant = |rule: &&CatalogRule| {
            rule.number == *number && (options.game.is_empty() || options.game.contains(&rule.game))
        };
        coverage::which_game(&number.to_string(), findings.suite.catalog.iter().filter(is_meant))?;
    }
    let documents = || wants(options, ReportFormat::Md).then(|| verification::documents(findings, &options.out));
    let page = || makes_page(options).then(|| page::write(findings, beside));
    // The page takes about as long as all documents together.
    let (documents, page) = jobs::both(2, documents, page);
    let mut files = documents.unwrap_or_default();
    files.extend(page.map(|page| ("index.html".to_owned(), page)));
    if is_whole(options) && wants(options, ReportFormat::Json) {
        let result = json::findings("report", findings, &ExitCode::numbers(findings), None);
        files.insert("findings.json".to_owned(), digest::seal(&result));
    }
    let of_game =
        |path: &str| options.game.is_empty() || options.game.iter().any(|game| path.starts_with(&format!("{game}/")));
    let of_rule = |path: &str| {
        options.rule.is_empty() || options.rule.iter().any(|rule| path.contains(&format!("/rule-{rule:02}-")))
    };
    files.retain(|path, _| of_game(path) && of_rule(path));
    if files.is_empty() {
        return Err(Stop::Nothing("no document is left by these filters".to_owned()));
    }
    Ok(files)
}

/// What has to be done so that the folder holds the documents as they should be.
struct DocumentChanges {
    /// Documents that differ or are missing.
    written: Vec<String>,
    /// Documents of rules that are gone.
    removed: Vec<String>,
    /// The manifest as it is and as it will be.
    manifest: (Manifest, Manifest),
}

impl DocumentChanges {
    fn between(project: &Project, options: &ReportArguments, files: &DocumentTexts) -> DocumentChanges {
        let old = Manifest::read(&project.root, &options.out);
        let fits = |path: &String| {
            files.get(path).is_some_and(|text| {
                disk::holds(&project.root, &format!("{}/{path}", options.out), text).unwrap_or(false)
            })
        };
        let written = files.keys().filter(|path| !fits(path)).cloned().collect();
        let everything = is_whole(options) && options.format.is_empty();
        let gone = |path: &&String| everything && path.contains("/rule-") && !files.contains_key(*path);
        let removed: Vec<String> = old.paths.iter().filter(gone).cloned().collect();
        let paths = old.paths.iter().chain(files.keys()).filter(|path| !removed.contains(path)).cloned().collect();
        DocumentChanges { written, removed, manifest: (old, Manifest { paths }) }
    }

    /// Every document that would change, below the project.
    fn documents(&self, options: &ReportArguments) -> Vec<String> {
        self.written.iter().chain(&self.removed).map(|path| path_in_folder(options, path)).collect()
    }

    /// Every file that is not as it should be: documents, and the list of them.
    fn stale(&self, options: &ReportArguments) -> Vec<String> {
        let list = (self.manifest.0 != self.manifest.1).then(|| path_in_folder(options, manifest::FILE_NAME));
        self.documents(options).into_iter().chain(list).collect()
    }

    /// Nothing is written over that somebody else wrote; it is found out before anything is written at all.
    fn refuse_strangers(&self, project: &Project, options: &ReportArguments) -> Result<(), Stop> {
        let names = self.written.iter().map(String::as_str).chain([manifest::FILE_NAME]);
        for path in names.filter(|path| !self.manifest.0.paths.contains(*path)) {
            let full = path_in_folder(options, path);
            let there = fs::symlink_metadata(project.root.join(&full)).is_ok();
            if there && !is_own(project, &full) {
                return Err(Stop::Usage(format!(
                    "`{full}` is there already, and `truthsayer report` did not write it: move it, or choose another \
                     folder with --out"
                )));
            }
        }
        Ok(())
    }

    fn carry_out(&self, project: &Project, options: &ReportArguments, files: &DocumentTexts) -> Result<(), Stop> {
        self.refuse_strangers(project, options)?;
        writer::clear_unfinished(&project.root, &options.out);
        let done = |path: &str, result: io::Result<()>| {
            result.map_err(|error| Stop::Write { path: path_in_folder(options, path), error })
        };
        // What is about to be written is listed first: a run that is killed leaves nothing behind that nobody owns.
        if self.manifest.0 != self.manifest.1 {
            let listed = self.manifest.0.paths.union(&self.manifest.1.paths).cloned().collect();
            write_manifest(project, options, &Manifest { paths: listed })?;
        }
        for path in &self.written {
            let text = files.get(path).map(String::as_str).unwrap_or_default();
            done(path, writer::write(&project.root, &path_in_folder(options, path), text))?;
        }
        for path in &self.removed {
            done(path, writer::remove(&project.root, &path_in_folder(options, path)))?;
        }
        if self.removed.is_empty() { Ok(()) } else { write_manifest(project, options, &self.manifest.1) }
    }
}

fn path_in_folder(options: &ReportArguments, path: &str) -> String {
    format!("{}/{path}", options.out)
}

fn write_manifest(project: &Project, options: &ReportArguments, manifest: &Manifest) -> Result<(), Stop> {
    let path = path_in_folder(options, manifest::FILE_NAME);
    writer::write(&project.root, &path, &manifest.text()).map_err(|error| Stop::Write { path, error })
}

/// Documents that are on no list say in their first lines who wrote them; so does the list.
fn is_own(project: &Project, path: &str) -> bool {
    const SIGNATURES: [&str; 3] =
        ["Written by `truthsayer report`", "were written by `truthsayer report`", "<title>Truthsayer:"];
    let start = disk::beginning(&project.root, path).unwrap_or_default();
    SIGNATURES.iter().any(|words| start.contains(words))
}
