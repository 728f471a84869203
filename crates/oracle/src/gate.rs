//! The gate: all reasons to reject a change.

pub mod lint;
pub mod manifest;

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::suggestion::Call;
use crate::base::suggestion::this_call;
use crate::compare::saved_run::SavedRun;
use crate::errata::pending_changes;
use crate::evidence::cause::Cause;
use crate::evidence::findings::CrashGroup;
use crate::evidence::findings::Findings;
use crate::evidence::suspect::Suspect;
use crate::evidence::weak::WeakEvidence;
use crate::judge::observability::Observed;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::review::outcome;
use crate::rulebook::ClauseId;
use crate::suite::floor;
use crate::suite::floor::Floor;
use crate::suite::gate_entry::Concern;
use crate::suite::golden::GoldenStatus;
use crate::suite::grade::Grade;

/// Kinds of reasons, most severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusalKind {
    /// The engine did not answer.
    NoAnswer,
    /// A file is invalid: rulebook, citation, scenario, golden, floor, gap.
    Wrong,
    /// The engine crashed.
    Crashed,
    /// A claim fails.
    Fail,
    /// A check that a project may allow to fail.
    Concern(Concern),
    /// A clause without a floor. Allowed together with clauses below theirs.
    Unlisted,
    /// Weak evidence of a kind that the project refuses.
    Weak,
}

impl RefusalKind {
    pub fn name(self) -> &'static str {
        match self {
            RefusalKind::NoAnswer => "no-answer",
            RefusalKind::Wrong => "wrong",
            RefusalKind::Crashed => "crashed",
            RefusalKind::Fail => "fail",
            RefusalKind::Concern(concern) => concern.name(),
            RefusalKind::Unlisted => "unlisted",
            RefusalKind::Weak => "weak",
        }
    }
}

/// One reason, with a short text for each of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub ground: RefusalKind,
    pub items: Vec<String>,
    /// The scenario, clause or switch to look at first.
    pub begin_with: Option<String>,
    /// The command to type next.
    pub next: String,
}

impl Refusal {
    /// Returns the refusal for invalid files.
    pub fn wrong(problems: &[Problem]) -> Refusal {
        let (items, next) = (problems.iter().map(problem_line).collect(), this_call().reads(&["lint"]));
        Refusal { ground: RefusalKind::Wrong, items, begin_with: None, next }
    }
}

/// Input of the gate besides the findings.
#[derive(Debug, Default)]
pub struct GateInput {
    /// Problems in readable files.
    pub problems: Vec<Problem>,
    /// Expired gaps.
    pub expired: Vec<Problem>,
    /// Outdated reports.
    pub documents: Vec<String>,
    /// A result of the main branch.
    pub before: Option<SavedRun>,
}

/// Returns all reasons to reject a change.
pub fn refusals(findings: &Findings<'_>, around: &GateInput) -> Vec<Refusal> {
    let mut found: BTreeMap<RefusalKind, Vec<String>> = BTreeMap::new();
    let mut enter = |ground: RefusalKind, items: Vec<String>| {
        if !items.is_empty() {
            found.entry(ground).or_default().extend(items);
        }
    };
    enter(RefusalKind::NoAnswer, no_answer(findings));
    enter(RefusalKind::Wrong, wrong(findings, &around.problems));
    enter(RefusalKind::Crashed, findings.crashes().iter().map(CrashGroup::sentence).collect());
    enter(RefusalKind::Fail, mismatches(findings));
    let allowed = &findings.suite.project.gate.allowed;
    for concern in Concern::ALL.into_iter().filter(|concern| !allowed.contains(concern)) {
        enter(RefusalKind::Concern(concern), concerns(concern, findings, around));
    }
    if !allowed.contains(&Concern::Floor) {
        enter(RefusalKind::Unlisted, unlisted(findings));
    }
    enter(RefusalKind::Weak, weak(findings));
    let is_wrong = found.contains_key(&RefusalKind::Wrong);
    let refusal = |(ground, items): (RefusalKind, Vec<String>)| {
        let begin_with = begin_with(ground, &items, findings, around);
        // With invalid files, commands that write are refused.
        let call = Call { in_ci: is_wrong || this_call().in_ci, ..this_call().clone() };
        let next = next(ground, begin_with.as_deref(), findings, around, &call);
        Refusal { ground, items, begin_with, next }
    };
    found.into_iter().map(refusal).collect()
}

/// Returns the next command to type.
fn next(
    ground: RefusalKind,
    begin_with: Option<&str>,
    findings: &Findings<'_>,
    around: &GateInput,
    call: &Call,
) -> String {
    let with = |command: &str, otherwise: &str| match begin_with {
        Some(subject) => call.plays(&[command, subject]),
        None => call.plays(&[otherwise]),
    };
    match ground {
        RefusalKind::NoAnswer => with("verify", "prove"),
        // `lint` runs no scenarios and starts only the project's engines, so it does not find everything.
        RefusalKind::Wrong if begin_with.is_some() || around.problems.is_empty() => with("verify", "verify"),
        RefusalKind::Wrong if around.problems.iter().all(|problem| problem.kind == Kind::Switch) => {
            call.plays(&["prove"])
        }
        RefusalKind::Wrong | RefusalKind::Concern(Concern::Gaps) => call.reads(&["lint"]),
        RefusalKind::Crashed | RefusalKind::Fail => with("explain", "verify"),
        RefusalKind::Unlisted => {
            let raise = call.accepts(&["gate", "--raise"]).filter(|_| !findings.judges_nothing());
            raise.unwrap_or_else(|| call.plays(&["coverage"]))
        }
        RefusalKind::Weak => call.plays(&["coverage", "--weak"]),
        RefusalKind::Concern(Concern::Floor) => with("explain", "coverage"),
        RefusalKind::Concern(Concern::Observed) => call.plays(&["verify"]),
        RefusalKind::Concern(Concern::Stale) => call.reads(&["errata"]),
        RefusalKind::Concern(Concern::Drafts) => with("explain", "verify"),
        RefusalKind::Concern(Concern::Orphans) => {
            let drops = findings.suite.orphans.iter().any(|path| findings.suite.project.goldens().is_golden(path));
            let prune = call.writes(&["bless", "--prune"]).filter(|_| drops);
            prune.unwrap_or_else(|| call.reads(&["lint"]))
        }
        RefusalKind::Concern(Concern::Pending) => {
            let pending: Vec<_> = findings.judged.iter().filter(|judged| is_pending(judged, findings)).collect();
            match pending.first() {
                Some(first) if !pending.iter().any(|judged| outcome::waits(judged)) => {
                    call.plays(&["explain", &first.scenario.id])
                }
                _ => call.plays(&["review", "--list"]),
            }
        }
        RefusalKind::Concern(Concern::Documents) => {
            call.accepts(&["report"]).unwrap_or_else(|| call.plays(&["report", "--check"]))
        }
        RefusalKind::Concern(Concern::Survivors) => of_survivor(findings, call),
        RefusalKind::Concern(Concern::Specificity) => call.plays(&["prove", "-v"]),
    }
}

/// Returns the command for the first surviving mutant: a hunt, unless a scenario that cites its clause fails.
fn of_survivor(findings: &Findings<'_>, call: &Call) -> String {
    let Some(survivor) = findings.survivors().next() else { return call.plays(&["prove"]) };
    let hunt = || findings.hunt(&survivor.switch.name, survivor.clauses.first()?, call);
    match findings.failing_scenario(&survivor.clauses) {
        Some(failing) => call.plays(&["explain", &failing.scenario.id]),
        None => hunt().unwrap_or_else(|| call.plays(&["prove"])),
    }
}

/// Returns whether an outcome is not accepted, and no known gap explains that.
fn is_pending(judged: &Judged<'_>, findings: &Findings<'_>) -> bool {
    matches!(judged.status, Some(GoldenStatus::Missing | GoldenStatus::Drifted(_))) && findings.excuse(judged).is_none()
}

/// Returns the item to look at first.
fn begin_with(ground: RefusalKind, items: &[String], findings: &Findings<'_>, around: &GateInput) -> Option<String> {
    match ground {
        RefusalKind::Crashed => {
            let crashes = findings.crashes();
            crashes.first().and_then(|group| group.scenarios.first()).map(|judged| judged.scenario.id.clone())
        }
        RefusalKind::Wrong if around.problems.is_empty() => {
            let is_wrong = |judged: &&Judged<'_>| {
                matches!(judged.verdict, Verdict::Invalid(_))
                    || matches!(judged.status, Some(GoldenStatus::Unreadable(_)))
            };
            findings.judged.iter().find(is_wrong).map(|judged| judged.scenario.id.clone())
        }
        RefusalKind::Fail => findings.diagnosis.suspects.first().map(|suspect| suspect.scenario.clone()),
        RefusalKind::NoAnswer => {
            let no_answer = |judged: &&Judged<'_>| matches!(judged.verdict, Verdict::NoAnswer(_));
            findings.judged.iter().find(no_answer).map(|judged| judged.scenario.id.clone())
        }
        RefusalKind::Concern(Concern::Floor) => {
            let below = below_floor(findings).into_iter().chain(lowered(findings, around.before.as_ref())).next();
            below.map(|(clause, _)| clause.to_string())
        }
        RefusalKind::Concern(Concern::Drafts | Concern::Survivors) => items.first().cloned(),
        _ => None,
    }
}

fn concerns(concern: Concern, findings: &Findings<'_>, around: &GateInput) -> Vec<String> {
    match concern {
        Concern::Floor => {
            let lowered = lowered(findings, around.before.as_ref());
            below_floor(findings).into_iter().chain(lowered).map(|(_, item)| item).collect()
        }
        Concern::Observed => unobserved(findings),
        Concern::Gaps => around.expired.iter().map(problem_line).collect(),
        Concern::Stale => stale(findings),
        Concern::Drafts => findings.suite.drafts.iter().map(|draft| draft.id.clone()).collect(),
        Concern::Orphans => findings.suite.orphans.clone(),
        Concern::Pending => {
            let pending = findings.judged.iter().filter(|judged| is_pending(judged, findings));
            pending.map(|judged| judged.scenario.id.clone()).collect()
        }
        Concern::Documents => around.documents.clone(),
        Concern::Survivors => findings.survivors().map(|mutant| mutant.switch.name.clone()).collect(),
        Concern::Specificity => unspecific(findings),
    }
}

/// Returns the unexplained weak evidence of the refused kinds.
fn weak(findings: &Findings<'_>) -> Vec<String> {
    let refused = &findings.suite.project.gate.weak;
    let entries = findings.weak.iter().flat_map(WeakEvidence::unexplained);
    let entries = entries.filter(|entry| refused.contains(&entry.kind));
    entries.map(|entry| format!("{}: {}", entry.kind.name(), entry.subject())).collect()
}

/// Returns a problem in one line.
fn problem_line(problem: &Problem) -> String {
    match &problem.place {
        Some(place) => format!("{place}: {}", problem.message),
        None => problem.message.clone(),
    }
}

fn no_answer(findings: &Findings<'_>) -> Vec<String> {
    let verdict = findings.judged.iter().filter_map(|judged| match &judged.verdict {
        Verdict::NoAnswer(fault) => Some(format!("{fault}, in {}", judged.scenario.id)),
        _ => None,
    });
    let without = findings.mutants().flat_map(|mutant| {
        let name = &mutant.switch.name;
        mutant.no_answer.iter().map(move |(scenario, fault)| format!("{fault}, in {} without {name}", scenario.id))
    });
    verdict.chain(without).collect()
}

fn wrong(findings: &Findings<'_>, problems: &[Problem]) -> Vec<String> {
    let mut items: Vec<String> = problems.iter().chain(&findings.closed_gaps()).map(problem_line).collect();
    for judged in &findings.judged {
        if let Verdict::Invalid(problems) = &judged.verdict {
            items.extend(problems.iter().map(problem_line));
        }
        if let Some(GoldenStatus::Unreadable(problems)) = &judged.status {
            items.extend(problems.iter().map(problem_line));
        }
    }
    items
}

/// Returns the suspects; causes come first.
fn mismatches(findings: &Findings<'_>) -> Vec<String> {
    let fails = |judged: &&Judged<'_>| {
        matches!(judged.verdict, Verdict::Fail(_) | Verdict::Rejected(_)) && findings.excuse(judged).is_none()
    };
    if !findings.judged.iter().any(|judged| fails(&judged)) {
        return Vec::new();
    }
    let mut items: Vec<String> = findings.diagnosis.suspects.iter().map(|it| suspect(it, findings)).collect();
    if items.is_empty() {
        items.extend(findings.judged.iter().filter(fails).map(|judged| judged.scenario.id.clone()));
    }
    items
}

fn suspect(suspect: &Suspect, findings: &Findings<'_>) -> String {
    let clauses: Vec<String> = suspect.clauses.iter().map(ToString::to_string).collect();
    let (clauses, scenario) = (clauses.join(" or "), &suspect.scenario);
    let what = findings.diagnosis.confirmed(suspect).map_or("suspect", |cause| cause.kind.name());
    let (failing, of) = (suspect.failing, suspect.of);
    format!("{clauses}: {what} (failing claims: {failing} of {of}), see {scenario}")
}

/// Returns a clause with its grade, the name of its rule and its words.
fn with_words(clause: &ClauseId, grade: &str, findings: &Findings<'_>) -> String {
    let book = &findings.suite.book;
    let name = book.line(&clause.file, clause.line).and_then(|line| line.name.as_deref());
    let name = name.map_or(String::new(), |name| format!("{name}: "));
    format!("{clause}: {grade} ({name}“{}”)", book.clause_text(clause))
}

/// Returns the clauses below their floor, except stale ones, which are reported apart.
fn below_floor(findings: &Findings<'_>) -> Vec<(ClauseId, String)> {
    let floor = grades(findings);
    let mut items = Vec::new();
    for (clause, entry) in findings.coverage.entries.iter().filter(|(_, entry)| entry.grade != Grade::Stale) {
        match floor.get(clause) {
            Some((kept, _)) if !entry.grade.keeps(*kept) => {
                let grades = format!("{} → {}", kept.name(), entry.grade.name());
                items.push((clause.clone(), with_words(clause, &grades, findings)));
            }
            _ => {}
        }
    }
    items
}

/// Returns the clauses whose floor was lowered without a reason.
fn lowered(findings: &Findings<'_>, before: Option<&SavedRun>) -> Vec<(ClauseId, String)> {
    let mut items = Vec::new();
    let Some(before) = before else { return items };
    for (clause, (now, reason)) in grades(findings) {
        let was = before.clause(&clause.to_string()).and_then(|was| Grade::named(was.floor.as_deref()?));
        if let Some(was) = was.filter(|was| !now.keeps(*was) && reason.is_none()) {
            let (was, now) = (was.name(), now.name());
            let item = format!("the floor of {clause} was lowered from {was} to {now} without a reason");
            items.push((clause, item));
        }
    }
    items
}

/// Returns the clauses that the floor does not list.
fn unlisted(findings: &Findings<'_>) -> Vec<String> {
    let floor = grades(findings);
    let new = findings.coverage.entries.iter().filter(|(clause, _)| !floor.contains_key(clause));
    new.map(|(clause, entry)| with_words(clause, entry.grade.name(), findings)).collect()
}

/// Returns the floor by clause. Its problems are reported elsewhere.
pub fn grades(findings: &Findings<'_>) -> BTreeMap<ClauseId, floor::FloorGrade> {
    let floor = findings.suite.floor.as_ref();
    floor.map(|floor| floor.by_clause(&findings.suite.book, &mut Vec::new())).unwrap_or_default()
}

fn unobserved(findings: &Findings<'_>) -> Vec<String> {
    let now = observed(findings);
    let floor = findings.suite.floor.as_ref().map(|floor| &floor.observed);
    let fewer = floor.into_iter().flatten().filter_map(|(game, least)| {
        let shown = now.get(game).copied().unwrap_or(0);
        (shown < *least).then(|| format!("{game}: {shown} expectations are observed, but the floor is {least}"))
    });
    fewer.collect()
}

/// Returns the number of observed expectations, by game.
pub(crate) fn observed(findings: &Findings<'_>) -> BTreeMap<String, usize> {
    let mut games: BTreeMap<String, Observed> = BTreeMap::new();
    for judged in &findings.judged {
        games.entry(judged.scenario.game.clone()).or_default().add(judged.observed_in_all());
    }
    games.into_iter().map(|(game, observed)| (game, observed.shown)).collect()
}

fn stale(findings: &Findings<'_>) -> Vec<String> {
    pending_changes::unrecorded(findings.suite).iter().map(problem_line).collect()
}

/// Returns the switches whose mutant is killed but not specific to each of its clauses, and switches that leak.
fn unspecific(findings: &Findings<'_>) -> Vec<String> {
    let mut items = Vec::new();
    for mutant in findings.mutants().filter(|mutant| !mutant.survives()) {
        let name = &mutant.switch.name;
        for (clause, specificity) in mutant.specificities.iter().filter(|(_, specificity)| !specificity.is_specific()) {
            items.push(format!("{name} is not specific to {clause}: {}", specificity.shortcoming()));
        }
        if let Some(scenario) = mutant.leaks.first() {
            items.push(format!("{name} changes {}, although it did not fire there", scenario.id));
        }
    }
    items
}

/// Returns the floor with all improvements and all new clauses. Lower grades are not entered.
pub fn raised(findings: &Findings<'_>) -> (BTreeMap<ClauseId, floor::FloorGrade>, BTreeMap<String, usize>) {
    let old = grades(findings);
    let mut clauses = BTreeMap::new();
    for (clause, entry) in &findings.coverage.entries {
        let kept = match old.get(clause) {
            Some(kept) if !entry.grade.keeps(kept.0) || entry.grade == kept.0 => kept.clone(),
            _ => (entry.grade, None),
        };
        clauses.insert(clause.clone(), kept);
    }
    let mut numbers = findings.suite.floor.as_ref().map(|floor: &Floor| floor.observed.clone()).unwrap_or_default();
    for (game, now) in observed(findings) {
        let least = numbers.entry(game).or_default();
        *least = now.max(*least);
    }
    numbers.retain(|game, _| findings.suite.project.games.contains_key(game));
    (clauses, numbers)
}

/// Returns the causes that an earlier result does not have.
pub fn new_causes<'f>(findings: &'f Findings<'_>, before: &SavedRun) -> Vec<&'f Cause> {
    let known: BTreeSet<(&[String], &str)> =
        before.result.causes.iter().flatten().map(|cause| (cause.clauses.as_slice(), cause.kind.as_str())).collect();
    let is_new = |cause: &&Cause| {
        let clauses: Vec<String> = cause.clauses.iter().map(ToString::to_string).collect();
        !known.contains(&(clauses.as_slice(), cause.kind.name()))
    };
    findings.diagnosis.causes.iter().filter(is_new).collect()
}
