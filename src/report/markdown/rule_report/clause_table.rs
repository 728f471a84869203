//! The clause table: the text of the rule once, with grade, claims and source functions of each clause.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::rule_command;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use crate::report::text::grammar;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::SwitchEvidence;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::suite::grade::Grade;

/// Maximum number of rows.
const MOST: usize = 150;
/// Maximum number of functions in a cell.
const MOST_FUNCTIONS: usize = 4;

pub(super) fn section(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let proves = context.findings.can_prove(Some(&status.rule.game));
    let (head, rule) = match proves {
        true => {
            ("| Grade | Clause | Rule text | Claims | Fail without it | Implemented in |", "|---|---|---|---|---|---|")
        }
        false => ("| Grade | Clause | Rule text | Claims | Implemented in |", "|---|---|---|---|---|"),
    };
    let without: Vec<Option<WithoutClause>> =
        status.entries.iter().map(|entry| proves.then(|| without_clause(entry, context.findings))).collect();
    let mut text = format!("## Clauses\n\n{}\n\n{head}\n{rule}\n", explanation(status, &without));
    for (entry, without) in status.entries.iter().zip(&without).take(MOST) {
        text.push_str(&clause_row(entry, status, context, without.as_ref()));
    }
    if status.entries.len() > MOST {
        let command = rule_command("coverage", status);
        text.push_str(&format!("\n{} more clauses: {command}\n", status.entries.len() - MOST));
    }
    text
}

/// The meaning of the columns with numbers.
fn explanation(status: &RuleStatus<'_>, without: &[Option<WithoutClause>]) -> String {
    let mut text = "**Claims**: how many claims on the clause pass.".to_owned();
    if without.iter().any(Option::is_some) {
        text.push_str(" **Fail without it**: how many of them fail when the clause is off in the engine.");
        let is_partial = |(entry, without): (&&CoverageEntry, &Option<WithoutClause>)| {
            let judged = without.as_ref().map_or(0, |without| without.judged);
            entry.reason.is_none() && judged > 0 && judged < passing(entry)
        };
        if status.entries.iter().zip(without).any(is_partial) {
            text.push_str(" **2 of 5 judged**: only 5 of the claims were judged with the clause off.");
        }
    }
    text
}

fn clause_row(
    entry: &CoverageEntry,
    status: &RuleStatus<'_>,
    context: &ReportContext<'_, '_>,
    without: Option<&WithoutClause>,
) -> String {
    let grade = format!("{} {}", entry.grade.mark(), entry.grade.name());
    let address = context.rule_line(&entry.id.file, entry.id.line, &escape(&address(entry, status)));
    let mut cells = vec![grade, address, rule_text(entry, context.findings), claims(entry)];
    cells.extend(without.map(|without| fail_without_it(entry, without, context.findings)));
    cells.push(functions(entry, context));
    row(cells)
}

/// `18.1`, with the file if the rule has clauses of several files.
pub(super) fn address(entry: &CoverageEntry, status: &RuleStatus<'_>) -> String {
    let short = format!("{}.{}", entry.id.line, entry.id.clause);
    match status.entries.iter().all(|other| other.id.file == entry.id.file) {
        true => short,
        false => format!("{}:{short}", entry.id.file.rsplit('/').next().unwrap_or(&entry.id.file)),
    }
}

/// The clause, behind the name of its rule where the rule has one, and notes about the clause below.
fn rule_text(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let book = &findings.suite.book;
    let name = book.line(&entry.id.file, entry.id.line).and_then(|line| line.name.as_ref());
    let name = name.filter(|_| entry.id.clause == 1).map_or(String::new(), |name| format!("**{}:** ", escape(name)));
    let under =
        (!entry.readings.is_empty()).then(|| format!("**Reading:** {}", code(&grammar::readings(&entry.readings))));
    let excluded =
        entry.reason.as_ref().map(|reason| format!("**Excluded:** {}", escape(reason.trim_end_matches('.'))));
    let sharp = entry.sharpness.as_ref().filter(|_| entry.grade == Grade::Sharp);
    let sharp = sharp.map(|sharpness| format!("**Sharp:** a claim fails on {}", code(&sharpness.mutant)));
    let modality = book.modality(&entry.id).join(", ");
    let modality = (!modality.is_empty()).then(|| format!("**Modality:** {}", escape(&modality)));
    let notes =
        [modality, excluded, under, sharp, grammar::observed(entry).map(|text| format!("**Expectations:** {text}"))];
    let notes: String = notes.into_iter().flatten().map(|note| format!("<br>{note}.")).collect();
    format!("{name}{}{notes}", escape(book.clause_text(&entry.id)))
}

fn passing(entry: &CoverageEntry) -> usize {
    entry.claims.iter().filter(|(_, holds)| *holds == Some(true)).count()
}

fn claims(entry: &CoverageEntry) -> String {
    match (passing(entry), entry.claims.len()) {
        (passing, all) if passing == all => all.to_string(),
        (passing, all) => format!("{passing} of {all} pass"),
    }
}

/// How many claims fail with a switch of the clause off, and of how many if not all passing claims were judged.
fn fail_without_it(entry: &CoverageEntry, without: &WithoutClause, findings: &Findings<'_>) -> String {
    if entry.reason.is_some() || entry.claims.is_empty() {
        return "–".to_owned();
    }
    if findings.engines.contains_key(entry.id.game()) && !findings.has_switch(&entry.id) {
        return "no switch".to_owned();
    }
    match without {
        WithoutClause { is_run: false, .. } => "not run".to_owned(),
        WithoutClause { judged: 0, .. } => "none judged".to_owned(),
        WithoutClause { failing, judged, .. } if *judged >= passing(entry) => failing.to_string(),
        WithoutClause { failing, judged, .. } => format!("{failing} of {judged} judged"),
    }
}

/// The passing claims on a clause, with one of its switches off.
struct WithoutClause {
    failing: usize,
    judged: usize,
    /// Whether a scenario that cites the clause ran, judged or not.
    is_run: bool,
}

fn without_clause(entry: &CoverageEntry, findings: &Findings<'_>) -> WithoutClause {
    let mut run: BTreeMap<&str, bool> = BTreeMap::new();
    for (scenario, is_judged) in entry.switches.iter().flat_map(|switch| runs_without(switch, entry, findings)) {
        *run.entry(scenario).or_default() |= is_judged;
    }
    let passing = entry.claims.iter().filter(|(_, holds)| *holds == Some(true));
    let runs: Vec<bool> = passing.filter_map(|(claim, _)| run.get(claim.scenario.as_str()).copied()).collect();
    let judged = runs.iter().filter(|is_judged| **is_judged).count();
    WithoutClause { failing: entry.failing_without().len(), judged, is_run: !runs.is_empty() }
}

/// The scenarios that ran with a switch off, each with whether it was judged.
fn runs_without<'f>(
    switch: &SwitchEvidence,
    entry: &CoverageEntry,
    findings: &'f Findings<'_>,
) -> Vec<(&'f str, bool)> {
    let mut found = Vec::new();
    for proof in findings.proofs.iter().flatten() {
        let Some(at) = proof.matrix.switches.iter().position(|own| own.name == switch.name) else { continue };
        let runs = proof.matrix.of_switch(at).map(|(scenario, cell)| (proof.matrix.scenarios[scenario], cell));
        let own = runs.filter(|(scenario, _)| scenario.game == entry.id.game());
        found.extend(own.map(|(scenario, cell)| (scenario.id.as_str(), cell.played().is_some())));
    }
    found
}

fn functions(entry: &CoverageEntry, context: &ReportContext<'_, '_>) -> String {
    if entry.reason.is_some() {
        return "–".to_owned();
    }
    let named = implemented_in(entry, context);
    let more = named.len().saturating_sub(MOST_FUNCTIONS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown: Vec<String> = named.into_iter().take(MOST_FUNCTIONS).collect();
    if shown.is_empty() { "–".to_owned() } else { format!("{}{more}", shown.join(", ")) }
}

/// Where the switches of a clause took effect: functions, or files if no function is known. No line numbers, because
/// unrelated edits change them.
fn implemented_in(entry: &CoverageEntry, context: &ReportContext<'_, '_>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for switch in &entry.switches {
        let files: BTreeSet<&String> = switch.code.iter().map(|(file, _)| file).collect();
        for file in files {
            match context.findings.code.get(&(switch.name.clone(), file.clone())) {
                None => drop(named.insert(code(source_name(file)))),
                Some(functions) if functions.is_empty() => drop(named.insert(context.source(file, file))),
                Some(functions) => named.extend(functions.iter().map(|function| context.source(file, function))),
            }
        }
    }
    named
}

/// The name of a source file in reports. For a path outside the project only the file name, without folders of the
/// machine.
pub(crate) fn source_name(file: &str) -> &str {
    let is_elsewhere = file.starts_with(['/', '\\', '~']) || file.contains(":\\") || file.contains("..");
    if is_elsewhere { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file }
}
