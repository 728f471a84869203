//! `gate`: one verdict for CI from claims, goldens, mutants, the rulebook, documents and the floor.

use std::collections::BTreeMap;
use std::io;

use crate::cli::args::GateArguments;
use crate::cli::args::ResultFormat;
use crate::cli::cli_error::CliError;
use crate::cli::commands::compare;
use crate::cli::commands::lint;
use crate::cli::commands::report;
use crate::cli::commands::schema;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::output::result_writer::ResultExtras;
use crate::cli::output::result_writer::ResultWriter;
use crate::cli::session::Session;
use crate::report::machine::entries;
use crate::report::terminal;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate;
use truthsayer_oracle::gate::GateInput;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::gate::RefusalKind;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::rule_selector::NamedRule;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::floor;
use truthsayer_oracle::suite::floor::Floor;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gate_entry::Concern;
use truthsayer_oracle::suite::weak_kind::WeakKind;

pub(crate) fn run(options: &GateArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let changes_floor = options.raise || !options.lower.is_empty();
    if changes_floor && context.environment.in_ci {
        return Err(CliError::Usage("the floor cannot be changed in CI; change it on your machine".to_owned()));
    }
    let mut is_suite_read = false;
    let judged = ResultWriter::of("gate", &options.result_files, context.outlets(), |result_writer| {
        let before =
            options.against.as_deref().map(|path| compare::read_saved(path, context.environment)).transpose()?;
        is_suite_read = options.playing.from.is_none();
        judge(options, before, context, result_writer)
    });
    let is_pretty = options.result_files.format == ResultFormat::Pretty;
    let is_short = !changes_floor && is_pretty && is_suite_read;
    match judged {
        // Problems in files are reported as a reason of the gate.
        Err(CliError::BadInput(problems)) if is_short => {
            context.console.result(&terminal::gate_shut(&[Refusal::wrong(&problems)], None, None));
            Ok(ExitCode::BadInput)
        }
        judged => judged,
    }
}

fn judge(
    options: &GateArguments,
    before: Option<SavedRun>,
    context: &Context<'_>,
    result_writer: &ResultWriter<'_>,
) -> Result<ExitCode, CliError> {
    let session = Session::open(&options.playing, context)?;
    session.refuse_unproven()?;
    // The documents contain the weak evidence.
    let everything = session.suite.project.gate.weak.contains(&WeakKind::TakesOthersAlong);
    let proving = Some(Proving { weak: true, everything, ..session.proving() });
    let run = Run { keep: Retention::Documents, proving, ..session.proving_run(context.console) };
    let findings = run.findings();
    if options.raise && findings.judges_nothing() {
        return Err(nothing_judged(&session.suite));
    }
    if options.raise {
        return raise(&findings, context.console);
    }
    if let Some(reason) = options.reason.as_deref() {
        return lower(&options.lower, reason, &findings, context.console);
    }
    let expired = gap::expired(&session.gaps(), context.environment.today);
    let others = session.problems.iter().filter(|problem| !expired.contains(problem)).cloned();
    let around = GateInput {
        problems: others.chain(lint::beyond_files(&session.suite, &session.seats)).collect(),
        expired,
        documents: documents(&findings),
        before,
    };
    let refusals = gate::refusals(&findings, &around);
    let is_beginning =
        |it: &Refusal| matches!(it.ground, RefusalKind::Unlisted | RefusalKind::Concern(Concern::Drafts));
    if findings.judges_nothing() && refusals.iter().all(is_beginning) {
        return Err(nothing_judged(&session.suite));
    }
    let against = around.before.as_ref().map(|before| new_causes_text(&findings, before));
    let gathered = entries::of_refusals(&refusals);
    let extras = ResultExtras { gathered: &gathered, refusals: Some(&refusals), ..ResultExtras::default() };
    result_writer.write_findings(&findings, &extras, &codes(&refusals), || match refusals.is_empty() {
        true => terminal::gate_open(&findings, context.console.quiet),
        false => terminal::gate_shut(&refusals, Some(&findings), against.as_deref()),
    })
}

/// The error of a suite without a judged scenario, with what to do first.
fn nothing_judged(suite: &Suite) -> CliError {
    let next = match (suite.drafts.first(), suite.first_scenario()) {
        (Some(draft), _) => {
            let bless =
                this_call().accepts(&["bless", &draft.id]).unwrap_or_else(|| format!("truthsayer bless {}", draft.id));
            let path = &draft.place.file.path;
            format!("; finish a draft: write the claims of {path}, take out `draft: true`, then run `{bless}`")
        }
        (None, Some(new)) => format!("; write a scenario with `{new}`"),
        (None, None) => String::new(),
    };
    CliError::Nothing(format!("no scenario was judged, so the gate has no result{next}"))
}

/// The exit codes, most severe first.
fn codes(refusals: &[Refusal]) -> Vec<ExitCode> {
    let code = |refusal: &Refusal| match refusal.ground {
        RefusalKind::NoAnswer => ExitCode::EngineFault,
        RefusalKind::Wrong => ExitCode::BadInput,
        RefusalKind::Crashed
        | RefusalKind::Fail
        | RefusalKind::Concern(_)
        | RefusalKind::Unlisted
        | RefusalKind::Weak => ExitCode::Fail,
    };
    let mut codes: Vec<ExitCode> = refusals.iter().map(code).collect();
    codes.dedup();
    codes
}

/// Documents that are out of date. Skipped if the project allows stale documents, because rendering takes time.
fn documents(findings: &Findings<'_>) -> Vec<String> {
    match findings.suite.project.gate.allowed.contains(&Concern::Documents) {
        true => Vec::new(),
        false => report::stale(findings),
    }
}

/// The causes that an earlier result does not have.
fn new_causes_text(findings: &Findings<'_>, before: &SavedRun) -> String {
    let new = gate::new_causes(findings, before);
    let clauses = |cause: &&Cause| cause.clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    match new.is_empty() {
        true => format!("no new causes since {}", before.name),
        false => {
            let names: Vec<String> = new.iter().map(clauses).collect();
            format!("{} since {}: {}", count(new.len(), "new cause"), before.name, names.join(", "))
        }
    }
}

fn raise(findings: &Findings<'_>, output: &Console) -> Result<ExitCode, CliError> {
    let old = gate::grades(findings);
    let (clauses, observed) = gate::raised(findings);
    let changed = clauses.iter().filter(|(clause, kept)| old.get(clause).map(|it| it.0) != Some(kept.0)).count();
    let gone = old.keys().filter(|clause| !clauses.contains_key(clause)).count();
    write(findings, &clauses, &observed)?;
    let gone = if gone == 0 { String::new() } else { format!(", {} removed", count(gone, "clause")) };
    if !output.quiet {
        let path = &findings.suite.project.gate.floor;
        output.result(&format!("{path}: {} raised or added{gone}\n", count(changed, "clause")));
    }
    Ok(ExitCode::Pass)
}

fn lower(names: &[String], reason: &str, findings: &Findings<'_>, output: &Console) -> Result<ExitCode, CliError> {
    let mut clauses = gate::grades(findings);
    let observed = findings.suite.floor.as_ref().map(|floor| floor.observed.clone()).unwrap_or_default();
    let mut told = String::new();
    for name in names {
        let own = NamedRule::parse(name).map(|rule| rule.clauses(&findings.suite.book)).unwrap_or_default();
        let [clause] = own.as_slice() else {
            return Err(CliError::Usage(format!("invalid clause `{name}`: write file:line.clause")));
        };
        let Some(entry) = findings.coverage.entries.get(clause) else {
            return Err(CliError::Usage(format!("there is no clause `{name}`")));
        };
        let was = clauses.insert(clause.clone(), (entry.grade, Some(reason.to_owned())));
        let was = was.map_or("without a floor", |(grade, _)| grade.name());
        told.push_str(&format!("{clause}: {was} → {}\n", entry.grade.name()));
    }
    write(findings, &clauses, &observed)?;
    output.result(&told);
    Ok(ExitCode::Pass)
}

fn write(
    findings: &Findings<'_>,
    clauses: &BTreeMap<ClauseId, floor::FloorGrade>,
    observed: &BTreeMap<String, usize>,
) -> Result<(), CliError> {
    let project = &findings.suite.project;
    let path = &project.gate.floor;
    let refuse = |error| CliError::Write { path: path.clone(), error };
    // A file that is not a floor is not overwritten.
    let mut problems = Vec::new();
    let read = Floor::load(project, &mut problems);
    if !problems.is_empty() || (read.is_none() && project.root.join(path).symlink_metadata().is_ok()) {
        return Err(refuse(io::Error::other("the file exists and is not a readable floor")));
    }
    atomic_write::clear_beside(&project.root, path);
    let text = schema::line_in(project, "floor", path) + &floor::render(clauses, observed);
    atomic_write::write(&project.root, path, &text).map_err(refuse)
}
