//! `gate`: one verdict for CI out of everything: claims, goldens, knock-outs, the rulebook, documents and the floor.

use std::collections::BTreeMap;
use std::io;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::GateArguments;
use crate::cli::arguments::OutputFormat;
use crate::cli::compare;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::lint;
use crate::cli::output::Output;
use crate::cli::outputs::OutputExtras;
use crate::cli::outputs::Telling;
use crate::cli::report;
use crate::cli::schema;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::account::Account;
use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::oracle::floor;
use crate::oracle::floor::Floor;
use crate::oracle::gap;
use crate::oracle::gate;
use crate::oracle::gate::Around;
use crate::oracle::gate::Ground;
use crate::oracle::gate::Refusal;
use crate::oracle::gate_entry::Concern;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::run::Run;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::report::terminal;
use crate::report::trouble;
use crate::report::wording::count;

pub(crate) fn run(
    options: &GateArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let changes_floor = options.raise || !options.lower.is_empty();
    if changes_floor && surroundings.in_ci {
        return Err(Stop::Usage("the floor is changed by a person, and CI is set: nothing is written".to_owned()));
    }
    let mut is_suite_read = false;
    let judged = Telling::of("gate", &options.outputs, surroundings, output, |telling| {
        let before = options.against.as_deref().map(|path| compare::read_saved(path, surroundings)).transpose()?;
        is_suite_read = options.playing.from.is_none();
        judge(options, before, arguments, surroundings, output, telling)
    });
    let is_pretty = options.outputs.format == OutputFormat::Pretty;
    let tells_shortly = !changes_floor && is_pretty && is_suite_read;
    match judged {
        // Files of the suite that cannot be worked with keep the gate shut like everything else, in as few lines.
        Err(Stop::BadInput(problems)) if tells_shortly => {
            output.result(&terminal::gate_shut(&[Refusal::wrong(&problems)], None));
            Ok(ExitCode::BadInput)
        }
        judged => judged,
    }
}

fn judge(
    options: &GateArguments,
    before: Option<Account>,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    setting.refuse_unproven()?;
    let foils = foils::foils(&setting, &options.playing, &[])?;
    let run = Run { keep: Keep::Outcomes, ..setting.proving_run(&foils, output) };
    let findings = run.findings();
    if options.raise && findings.judges_nothing() {
        return Err(nothing_judged());
    }
    if options.raise {
        return raise(&findings, output);
    }
    if let Some(reason) = options.reason.as_deref() {
        return lower(&options.lower, reason, &findings, output);
    }
    let expired = gap::expired(&setting.gaps, surroundings.today);
    let others = setting.problems.iter().filter(|problem| !expired.contains(problem)).cloned();
    let around = Around {
        problems: others.chain(lint::beyond_files(&setting.suite, &setting.makers)).collect(),
        expired,
        documents: documents(&findings),
        before,
    };
    let refusals = gate::refusals(&findings, &around);
    if refusals.is_empty() && findings.judges_nothing() {
        return Err(nothing_judged());
    }
    let against = around.before.as_ref().map(|before| new_causes_text(&findings, before));
    let gathered = trouble::of_refusals(&refusals);
    let beside = OutputExtras { gathered: &gathered, refusals: Some(&refusals), ..OutputExtras::default() };
    telling.tell(&findings, &beside, &codes(&refusals), || match refusals.is_empty() {
        true => terminal::gate_open(&findings, output.quiet),
        false => terminal::gate_shut(&refusals, against.as_deref()),
    })
}

fn nothing_judged() -> Stop {
    Stop::Nothing("no scenario was judged, so the gate has nothing to go by".to_owned())
}

/// The gravest first.
fn codes(refusals: &[Refusal]) -> Vec<ExitCode> {
    let code = |refusal: &Refusal| match refusal.ground {
        Ground::Unanswered => ExitCode::EngineFault,
        Ground::Wrong => ExitCode::BadInput,
        Ground::Crashed | Ground::Deviates | Ground::Concern(_) | Ground::Unlisted => ExitCode::Deviates,
    };
    let mut codes: Vec<ExitCode> = refusals.iter().map(code).collect();
    codes.dedup();
    codes
}

/// Documents that are there and no longer say what playing shows. They cost time to write, so whoever lets stale ones
/// through does not wait for them.
fn documents(findings: &Findings<'_>) -> Vec<String> {
    match findings.suite.project.gate.allowed.contains(&Concern::Documents) {
        true => Vec::new(),
        false => report::stale(findings),
    }
}

/// Which causes are new.
fn new_causes_text(findings: &Findings<'_>, before: &Account) -> String {
    let new = gate::new_causes(findings, before);
    let clauses = |cause: &&Cause| cause.clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    match new.is_empty() {
        true => format!("no cause is new against {}", before.name),
        false => {
            let names: Vec<String> = new.iter().map(clauses).collect();
            format!("{} new against {}: {}", count(new.len(), "cause"), before.name, names.join(", "))
        }
    }
}

fn raise(findings: &Findings<'_>, output: &Output) -> Result<ExitCode, Stop> {
    let old = gate::grades(findings);
    let (clauses, observed) = gate::raised(findings);
    let changed = clauses.iter().filter(|(clause, kept)| old.get(clause).map(|it| it.0) != Some(kept.0)).count();
    let gone = old.keys().filter(|clause| !clauses.contains_key(clause)).count();
    write(findings, &clauses, &observed)?;
    let gone = if gone == 0 { String::new() } else { format!(", {} gone", count(gone, "clause")) };
    if !output.quiet {
        let path = &findings.suite.project.gate.floor;
        output.result(&format!("{path}: {} raised or new{gone}\n", count(changed, "clause")));
    }
    Ok(ExitCode::Conforms)
}

fn lower(names: &[String], reason: &str, findings: &Findings<'_>, output: &Output) -> Result<ExitCode, Stop> {
    let mut clauses = gate::grades(findings);
    let observed = findings.suite.floor.as_ref().map(|floor| floor.observed.clone()).unwrap_or_default();
    let mut told = String::new();
    for name in names {
        let own = NamedRule::parse(name).map(|rule| rule.clauses(&findings.suite.book)).unwrap_or_default();
        let [clause] = own.as_slice() else {
            return Err(Stop::Usage(format!("`{name}` is not one clause: write file:line.clause")));
        };
        let Some(entry) = findings.ledger.entries.get(clause) else {
            return Err(Stop::Usage(format!("there is no clause `{name}`")));
        };
        let was = clauses.insert(clause.clone(), (entry.grade, Some(reason.to_owned())));
        let was = was.map_or("without a floor", |(grade, _)| grade.name());
        told.push_str(&format!("{clause}: {was} → {}\n", entry.grade.name()));
    }
    write(findings, &clauses, &observed)?;
    output.result(&told);
    Ok(ExitCode::Conforms)
}

fn write(
    findings: &Findings<'_>,
    clauses: &BTreeMap<ClauseId, floor::FloorGrade>,
    observed: &BTreeMap<String, usize>,
) -> Result<(), Stop> {
    let project = &findings.suite.project;
    let path = &project.gate.floor;
    let refuse = |error| Stop::Write { path: path.clone(), error };
    // Whatever somebody else wrote there, or began to write, is not ours to drop.
    let mut problems = Vec::new();
    let read = Floor::load(project, &mut problems);
    if !problems.is_empty() || (read.is_none() && project.root.join(path).symlink_metadata().is_ok()) {
        return Err(refuse(io::Error::other("it is there already, and no floor that can be read")));
    }
    writer::clear_beside(&project.root, path);
    let text = schema::line_in(project, "floor", path) + &floor::render(clauses, observed);
    writer::write(&project.root, path, &text).map_err(refuse)
}
