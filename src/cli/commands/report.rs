//! `report`: writes the Markdown reports and the HTML report, or checks that the committed ones are up to date.

pub(crate) mod page_comparisons;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::io;

use crate::cli::args::ReportArguments;
use crate::cli::args::ReportFormat;
use crate::cli::cli_error::CliError;
use crate::cli::commands::coverage;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::problem_filter;
use crate::cli::session::selection;
use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::markdown::report_folder;
use crate::report::page;
use crate::report::terminal;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::parallel;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::compare::comparison::run_pair::RunPair;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate::manifest;
use truthsayer_oracle::gate::manifest::Manifest;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

/// Documents by path, relative to the output folder.
type DocumentTexts = BTreeMap<String, String>;

pub(crate) fn run(options: &ReportArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if !options.check {
        context.environment.may_write(options.write, "`--check` compares them with the files")?;
    }
    if !options.compare.is_empty() && !makes_page(options) {
        let why = "`--compare` needs the HTML report, which `--game`, `--rule` and another `--format` leave out";
        return Err(CliError::Usage(why.to_owned()));
    }
    let session = Session::open(&options.playing, context)?;
    let suite = &session.suite;
    let games = games(options, suite);
    // Scenarios that cannot run would be missing from the documents without notice.
    let named: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    problem_filter::refuse_of_games(&session, &named, context.console).inspect_err(|_| {
        context.console.about("no document is written until these problems are fixed\n\n");
    })?;
    session.refuse_lost_switches()?;
    let without = session.switches(&options.without)?;
    session::check_out(&suite.project, &options.out)?;
    let altered = !without.is_empty();
    if !altered {
        session.refuse_unproven()?;
    }
    // Turning off further switches of an altered engine would prove nothing about the real one.
    let chosen = selection::of_games(suite, &games);
    let proving = (!altered).then(|| Proving { weak: true, ..session.proving() });
    // A comparison needs whole outcomes.
    let keep = if options.compare.is_empty() { Retention::Documents } else { Retention::Outcomes };
    let run = Run { chosen, without, proving, keep, ..session.run(context.console) };
    let findings = run.findings();
    let beside = page_comparisons::gather(&findings, options, context)?;
    let files = wanted(&findings, options, &beside)?;
    let changes = DocumentChanges::between(&suite.project, options, &files);
    if options.check {
        let stale = changes.stale(options);
        context.console.result(&terminal::checked(
            &stale,
            files.len(),
            suite,
            context.console.quiet,
            context.console.verbose,
        ));
        return Ok(if stale.is_empty() { ExitCode::Pass } else { ExitCode::Fail });
    }
    changes.carry_out(&suite.project, options, &files)?;
    context.console.result(&terminal::documents_written(
        &changes.documents(options),
        files.len(),
        suite,
        context.console.quiet,
        context.console.verbose,
    ));
    // An engine with switches off is expected to fail.
    Ok(if altered { ExitCode::Pass } else { ExitCode::of_verdicts(&findings) })
}

/// Documents of the project that are out of date; none if the project keeps no documents.
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

/// The games whose documents are requested; none if all are.
fn games<'s>(options: &'s ReportArguments, suite: &'s Suite) -> BTreeSet<&'s str> {
    let rules = suite.catalog.iter().filter(|rule| options.rule.contains(&rule.number));
    match options.game.is_empty() {
        true => rules.map(|rule| rule.game.as_str()).collect(),
        false => options.game.iter().map(String::as_str).collect(),
    }
}

/// Whether a kind of document is requested.
fn wants(options: &ReportArguments, format: ReportFormat) -> bool {
    options.format.is_empty() && format != ReportFormat::Json || options.format.contains(&format)
}

/// Whether the documents about all games are requested: not with `--game` or `--rule`.
fn is_whole(options: &ReportArguments) -> bool {
    options.game.is_empty() && options.rule.is_empty()
}

fn makes_page(options: &ReportArguments) -> bool {
    is_whole(options) && wants(options, ReportFormat::Html)
}

/// Renders the requested documents.
fn wanted(findings: &Findings<'_>, options: &ReportArguments, beside: &[RunPair]) -> Result<DocumentTexts, CliError> {
    for number in &options.rule {
        let is_meant = |rule: &&CatalogRule| {
            rule.number == *number && (options.game.is_empty() || options.game.contains(&rule.game))
        };
        coverage::which_game(&number.to_string(), findings.suite.catalog.iter().filter(is_meant))?;
    }
    let documents = || wants(options, ReportFormat::Md).then(|| report_folder::documents(findings, &options.out));
    let page = || makes_page(options).then(|| page::write(findings, beside));
    // The HTML report takes about as long as all other documents together.
    let (documents, page) = parallel::both(2, documents, page);
    let mut files = documents.unwrap_or_default();
    files.extend(page.map(|page| ("index.html".to_owned(), page)));
    if is_whole(options) && wants(options, ReportFormat::Json) {
        let result = run_result::of("report", findings, &ExitCode::numbers(findings), None);
        files.insert("findings.json".to_owned(), json::sealed(&result));
    }
    let of_game =
        |path: &str| options.game.is_empty() || options.game.iter().any(|game| path.starts_with(&format!("{game}/")));
    let of_rule = |path: &str| {
        options.rule.is_empty()
            || options.rule.iter().any(|rule| path.contains(&format!("/rule-{}-", rule.file_part())))
    };
    files.retain(|path, _| of_game(path) && of_rule(path));
    if files.is_empty() {
        return Err(CliError::Nothing("no report matches these filters".to_owned()));
    }
    Ok(files)
}

/// The changes that bring the output folder up to date.
struct DocumentChanges {
    /// Documents that differ or are missing.
    written: Vec<String>,
    /// Documents of removed rules.
    removed: Vec<String>,
    /// The current manifest and the new one.
    manifest: (Manifest, Manifest),
}

impl DocumentChanges {
    fn between(project: &Project, options: &ReportArguments, files: &DocumentTexts) -> DocumentChanges {
        let old = Manifest::read(&project.root, &options.out);
        let fits = |path: &String| {
            files.get(path).is_some_and(|text| {
                safe_read::holds(&project.root, &format!("{}/{path}", options.out), text).unwrap_or(false)
            })
        };
        let written = files.keys().filter(|path| !fits(path)).cloned().collect();
        let everything = is_whole(options) && options.format.is_empty();
        let gone = |path: &&String| everything && path.contains("/rule-") && !files.contains_key(*path);
        let removed: Vec<String> = old.paths.iter().filter(gone).cloned().collect();
        let paths = old.paths.iter().chain(files.keys()).filter(|path| !removed.contains(path)).cloned().collect();
        DocumentChanges { written, removed, manifest: (old, Manifest { paths }) }
    }

    /// Paths of all documents that change, relative to the project.
    fn documents(&self, options: &ReportArguments) -> Vec<String> {
        self.written.iter().chain(&self.removed).map(|path| path_in_folder(options, path)).collect()
    }

    /// Paths of all files that are out of date: documents and the manifest.
    fn stale(&self, options: &ReportArguments) -> Vec<String> {
        let list = (self.manifest.0 != self.manifest.1).then(|| path_in_folder(options, manifest::FILE_NAME));
        self.documents(options).into_iter().chain(list).collect()
    }

    /// Refuses to overwrite files that `report` did not write. Runs before the first write.
    fn refuse_foreign_files(&self, project: &Project, options: &ReportArguments) -> Result<(), CliError> {
        let names = self.written.iter().map(String::as_str).chain([manifest::FILE_NAME]);
        for path in names.filter(|path| !self.manifest.0.paths.contains(*path)) {
            let full = path_in_folder(options, path);
            let there = fs::symlink_metadata(project.root.join(&full)).is_ok();
            if there && !is_own(project, &full) {
                return Err(CliError::Usage(format!(
                    "`{full}` exists, and `truthsayer report` did not write it; move it, or choose another folder with \
                     --out"
                )));
            }
        }
        Ok(())
    }

    fn carry_out(&self, project: &Project, options: &ReportArguments, files: &DocumentTexts) -> Result<(), CliError> {
        self.refuse_foreign_files(project, options)?;
        atomic_write::clear_unfinished(&project.root, &options.out);
        let done = |path: &str, result: io::Result<()>| {
            result.map_err(|error| CliError::Write { path: path_in_folder(options, path), error })
        };
        // The manifest is written first, so that it also lists the files of an interrupted run.
        if self.manifest.0 != self.manifest.1 {
            let listed = self.manifest.0.paths.union(&self.manifest.1.paths).cloned().collect();
            write_manifest(project, options, &Manifest { paths: listed })?;
        }
        for path in &self.written {
            let text = files.get(path).map(String::as_str).unwrap_or_default();
            done(path, atomic_write::write(&project.root, &path_in_folder(options, path), text))?;
        }
        for path in &self.removed {
            done(path, atomic_write::remove(&project.root, &path_in_folder(options, path)))?;
        }
        if self.removed.is_empty() { Ok(()) } else { write_manifest(project, options, &self.manifest.1) }
    }
}

fn path_in_folder(options: &ReportArguments, path: &str) -> String {
    format!("{}/{path}", options.out)
}

fn write_manifest(project: &Project, options: &ReportArguments, manifest: &Manifest) -> Result<(), CliError> {
    let path = path_in_folder(options, manifest::FILE_NAME);
    atomic_write::write(&project.root, &path, &manifest.text()).map_err(|error| CliError::Write { path, error })
}

/// Whether the first lines of a file say that `report` wrote it.
fn is_own(project: &Project, path: &str) -> bool {
    const SIGNATURES: [&str; 3] =
        ["Written by `truthsayer report`", "were written by `truthsayer report`", "<title>Truthsayer:"];
    let start = safe_read::beginning(&project.root, path).unwrap_or_default();
    SIGNATURES.iter().any(|words| start.contains(words))
}
