//! Computes the sentences that documents may contain from the raw results: verdicts, firings and runs of mutants.
//!
//! Each kind of sentence has a function that says which sentences of that kind are true of a clause or a run. A document
//! must have exactly those. Over all runs each kind must be true somewhere and false somewhere.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::golden::GoldenStatus;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::SwitchNote;

/// How often a kind of sentence was true and present, and how often it was false and absent.
#[derive(Default, Debug)]
pub(crate) struct Count {
    pub said: usize,
    pub unsaid: usize,
}

pub(crate) type Counts = BTreeMap<&'static str, Count>;

/// A kind of sentence about a clause: words that identify it, and a function that returns the true sentences.
type ClauseKind = (&'static str, fn(&Findings<'_>, &CoverageEntry) -> Vec<String>);
/// A kind of sentence about a whole run, with the same parts.
type RunKind = (&'static str, fn(&Findings<'_>) -> Vec<String>);

const OF_CLAUSES: &[ClauseKind] = &[
    ("takes effect in no scenario that cites this clause.", idle),
    ("takes effect in no passing scenario that cites this clause.", untried),
    ("The engine has no switch for this clause", without_switch),
    (" off:** ", off),
    ("**Fails:** ", fails),
    ("**Result:** ", holds),
];

/// About the row of a clause in the clause table. `☑️` is checked like `✅`.
const OF_ROWS: &[ClauseKind] = &[
    ("| ☑️ ", good),
    ("| ➖ excluded | ", excluded),
    ("](../../engine/garden.py)", functions),
    (" pass | ", some_pass),
    (" judged | ", judged_without),
    ("| not run | ", not_run),
    ("| no switch | ", no_switch),
];

const OF_PROBLEMS: &[ClauseKind] = &[
    (" is violated\n", violated),
    ("No cause was searched", unsearched),
    ("Likely cause: ", is_cause),
    ("No switch of the reference engine explains it", unexplained),
    (" likely explains ", partly_explained),
    (" only in part", in_part),
    ("; no switch explains ", rest_unexplained),
];

const OF_SUMMARIES: &[RunKind] = &[
    (", also with ", turned_off),
    (ALWAYS, played),
    ("rulebook hash `", hash),
    ("The engine has no switches, so", no_switches),
    ("No switch was turned off in this run", nothing_off),
    (" is included.", |findings| only(findings, "is")),
    (" are included.", |findings| only(findings, "are")),
    ("drifts from its golden\n", drifting),
    ("No claim that was judged fails.", nothing_fails),
    ("| `garden/", excluded_rows),
];

/// The kind that is about every run.
const ALWAYS: &str = "Written by `truthsayer report` from a run of ";

/// Checks that every document of a run contains exactly the true sentences.
pub(crate) fn check(name: &str, findings: &Findings<'_>, documents: &BTreeMap<String, String>, counts: &mut Counts) {
    for entry in findings.coverage.entries.values().filter(|entry| &*entry.id.file == "garden/plants.md") {
        let prefix = format!("garden/rule-{:02}-", entry.id.line);
        let document = documents.iter().find(|(path, _)| path.starts_with(&prefix)).map_or("", |(_, text)| text);
        let place = format!("{name}, {}", entry.id);
        let address = format!("{}.{}", entry.id.line, entry.id.clause);
        let detail = between(document, &format!("<b>{address}</b> "), &["\n</details>"]);
        let problem = between(document, &format!("\n### ❌ {address} "), &["\n### ", "\n- ", "\n## "]);
        let table = between(document, "\n## Clauses", &["\n## "]);
        let row: String = table.lines().filter(|line| line.contains(&format!("| [{address}]("))).collect();
        let row = row.replace("| ✅ ", "| ☑️ ");
        for (kinds, text) in [(OF_CLAUSES, detail), (OF_PROBLEMS, problem), (OF_ROWS, row.as_str())] {
            for (words, of) in kinds {
                compare(&place, words, &of(findings, entry), text, counts);
            }
        }
    }
    for (words, of) in OF_SUMMARIES {
        compare(name, words, &of(findings), &documents["SUMMARY.md"], counts);
    }
}

#[track_caller]
fn compare(place: &str, words: &'static str, expected: &[String], text: &str, counts: &mut Counts) {
    for sentence in expected {
        assert!(text.contains(sentence.as_str()), "{place}: `{sentence}` is true and not said:\n{text}");
    }
    let said = text.matches(words).count();
    assert_eq!(said, expected.len(), "{place}: of `{words}` only {expected:#?} is true:\n{text}");
    let count = counts.entry(words).or_default();
    count.said += expected.len();
    count.unsaid += usize::from(expected.is_empty());
}

/// Every kind was true somewhere and false somewhere.
pub(crate) fn assert_both(counts: &Counts) {
    for (words, count) in counts.iter().filter(|(words, _)| **words != ALWAYS) {
        assert!(count.said > 0, "`{words}` was never true");
        assert!(count.unsaid > 0, "`{words}` was never false");
    }
}

/// Checks that a failing scenario is shown once, and that only passing ones drift.
pub(crate) fn check_terminal(name: &str, findings: &Findings<'_>, text: &str, counts: &mut Counts) {
    for judged in &findings.judged {
        let id = &judged.scenario.id;
        // Equal crashes are one entry.
        let fails = matches!(judged.verdict, Verdict::Fail(_) | Verdict::Rejected(_));
        let drifts = judged.verdict == Verdict::Pass && matches!(judged.status, Some(GoldenStatus::Drifted(_)));
        for (word, is_true) in [("fail", fails), ("drifts", drifts), ("pass", judged.verdict == Verdict::Pass)] {
            let said = text.lines().filter(|line| **line == format!("{word} {id}")).count();
            assert_eq!(said, usize::from(is_true), "{name}: {word} {id}\n{text}");
            let count = counts.entry(word).or_default();
            count.said += said;
            count.unsaid += usize::from(!is_true);
        }
    }
}

/// The part of a text from some words to the next of others.
fn between<'t>(text: &'t str, from: &str, to: &[&str]) -> &'t str {
    let Some(start) = text.find(from).map(|at| at + 1) else { return "" };
    let rest = &text[start..];
    let end = to.iter().filter_map(|words| rest[1..].find(words)).min().map_or(rest.len(), |at| at + 2);
    &rest[..end]
}

/// The judged scenarios that cite a clause.
fn citing<'f, 'a>(findings: &'f Findings<'a>, entry: &CoverageEntry) -> Vec<&'f Judged<'a>> {
    let cites = |judged: &&Judged<'_>| judged.scenario.claims.iter().any(|claim| claim.clauses.contains(&entry.id));
    findings.judged.iter().filter(cites).collect()
}

/// Returns the switches of a clause, if mutants ran and the clause is shown.
fn switches<'f>(findings: &'f Findings<'_>, entry: &CoverageEntry) -> Vec<&'f SwitchNote> {
    if findings.proofs.is_none() || entry.reason.is_some() || citing(findings, entry).is_empty() {
        return Vec::new();
    }
    let words = findings.suite.book.clause_text(&entry.id);
    let engine = findings.engines.values().flat_map(|engine| &engine.switches);
    engine.filter(|switch| words.contains(&switch.quote)).collect()
}

fn hides_firings(findings: &Findings<'_>) -> bool {
    findings.engines.values().any(|engine| engine.hides_firings)
}

/// Returns the citing scenarios in which the switch fired: passing ones, and others.
fn effects(findings: &Findings<'_>, entry: &CoverageEntry, switch: &SwitchNote) -> (usize, usize) {
    let citing = citing(findings, entry);
    let fired = |judged: &&&Judged<'_>| judged.fired.iter().any(|firing| firing.switch == switch.name);
    let passes = |judged: &&&Judged<'_>| judged.verdict == Verdict::Pass;
    if hides_firings(findings) {
        // Before the switch was off, nothing is known, so every scenario counts.
        let passing = citing.iter().filter(passes).count();
        return (passing, citing.len() - passing);
    }
    // A run whose outcome is too long does not show which switches fired.
    let others = citing.iter().filter(|judged| !passes(judged) && (fired(judged) || judged.document_facts.is_none()));
    (citing.iter().filter(|judged| passes(judged) && fired(judged)).count(), others.count())
}

fn idle(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let own = switches(findings, entry).into_iter().filter(|switch| effects(findings, entry, switch) == (0, 0));
    own.map(|switch| format!("The switch `{}` takes effect in no scenario", switch.name)).collect()
}

fn untried(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_untried = |switch: &&SwitchNote| matches!(effects(findings, entry, switch), (0, 1..));
    let own = switches(findings, entry).into_iter().filter(is_untried);
    own.map(|switch| format!("The switch `{}` takes effect in no passing scenario", switch.name)).collect()
}

fn without_switch(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let words = findings.suite.book.clause_text(&entry.id);
    let mut engines = findings.engines.values();
    let has_none = engines.any(|engine| !engine.switches.iter().any(|switch| words.contains(&switch.quote)));
    let is_shown = findings.proofs.is_some() && entry.reason.is_none() && !entry.claims.is_empty();
    (is_shown && has_none).then(|| "so the clause cannot be turned off.".to_owned()).into_iter().collect()
}

/// Counts the runs without the switch of passing scenarios that cite the clause: failing claims on the clause, judged
/// claims, and runs.
fn run_without(
    findings: &Findings<'_>,
    entry: &CoverageEntry,
    switch: &SwitchNote,
) -> (BTreeSet<ClaimRef>, BTreeSet<ClaimRef>, usize) {
    let (mut failing, mut judged, mut runs) = (BTreeSet::new(), BTreeSet::new(), 0);
    for proof in findings.proofs.iter().flatten() {
        let Some(at) = proof.matrix.switches.iter().position(|own| own.name == switch.name) else { continue };
        for (scenario, cell) in proof.matrix.of_switch(at) {
            let scenario = proof.matrix.scenarios[scenario];
            let Some(usual) = findings.judged.iter().find(|judged| judged.scenario.id == scenario.id) else { continue };
            let fired = usual.fired.iter().any(|firing| firing.switch == switch.name);
            let took_effect = hides_firings(findings) || fired;
            let own = scenario.claims.iter().enumerate().filter(|(_, claim)| claim.clauses.contains(&entry.id));
            let own: Vec<usize> = own.map(|(index, _)| index).collect();
            if own.is_empty() || !took_effect || usual.verdict != Verdict::Pass {
                continue;
            }
            runs += 1;
            let Some(played) = cell.played() else { continue };
            let reference = |claim: usize| ClaimRef { scenario: scenario.id.clone(), claim };
            failing.extend(own.iter().filter(|index| played.fails(**index)).map(|index| reference(*index)));
            judged.extend(own.into_iter().map(reference));
        }
    }
    (failing, judged, runs)
}

fn off(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let sentence = |switch: &SwitchNote| {
        let (failing, judged, runs) = run_without(findings, entry, switch);
        let rest = match (failing.len(), judged.len(), runs) {
            (0, 0, 0) => return None,
            (0, 0, _) => "no scenario that cites this clause could be judged",
            (0, _, _) => "no claim on this clause fails.",
            _ => "",
        };
        Some(format!("**With `{}` off:** {rest}", switch.name))
    };
    switches(findings, entry).into_iter().filter_map(sentence).collect()
}

/// Returns the number of failing claims, of judged claims and of runs without the clause.
fn numbers(findings: &Findings<'_>, entry: &CoverageEntry) -> (usize, usize, usize) {
    let (mut failing, mut judged, mut all) = (BTreeSet::new(), BTreeSet::new(), 0);
    for switch in switches(findings, entry) {
        let (fails, own, runs) = run_without(findings, entry, switch);
        failing.extend(fails);
        judged.extend(own);
        all += runs;
    }
    (failing.len(), judged.len(), all)
}

/// Whether the table has a cell about mutants for the clause.
fn has_cell(findings: &Findings<'_>, entry: &CoverageEntry) -> bool {
    let has_switches = findings.engines.values().any(|engine| !engine.switches.is_empty());
    findings.proofs.is_some() && has_switches && entry.reason.is_none() && !entry.claims.is_empty()
}

fn has_own_switch(findings: &Findings<'_>, entry: &CoverageEntry) -> bool {
    let words = findings.suite.book.clause_text(&entry.id);
    findings.engines.values().flat_map(|engine| &engine.switches).any(|switch| words.contains(&switch.quote))
}

fn some_pass(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let (passing, all) = (judged(findings, entry).1, entry.claims.len());
    (passing < all).then(|| format!("| {passing} of {all} pass | ")).into_iter().collect()
}

fn judged_without(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let passing = judged(findings, entry).1;
    let cell = match numbers(findings, entry) {
        _ if !has_cell(findings, entry) || !has_own_switch(findings, entry) => None,
        (_, 0, 1..) => Some("| none judged | ".to_owned()),
        (failing, judged, 1..) if judged < passing => Some(format!("| {failing} of {judged} judged | ")),
        _ => None,
    };
    cell.into_iter().collect()
}

fn not_run(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_true = has_cell(findings, entry) && has_own_switch(findings, entry) && numbers(findings, entry).2 == 0;
    is_true.then(|| "| not run | ".to_owned()).into_iter().collect()
}

fn no_switch(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_true = has_cell(findings, entry) && !has_own_switch(findings, entry);
    is_true.then(|| "| no switch | ".to_owned()).into_iter().collect()
}

fn functions(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let fired = |switch: &&SwitchNote| {
        let citing = citing(findings, entry);
        citing.iter().any(|judged| judged.fired.iter().any(|firing| firing.switch == switch.name))
    };
    // The source has one function, which names one switch.
    let shown = |switch: &SwitchNote| match switch.name.as_str() {
        "rose" => "| [`grow`](../../engine/garden.py) |".to_owned(),
        _ => "| [`engine/garden.py`](../../engine/garden.py) |".to_owned(),
    };
    switches(findings, entry).into_iter().filter(fired).take(1).map(shown).collect()
}

/// Whether claims on the clause were judged and fail, and whether some hold.
fn judged(findings: &Findings<'_>, entry: &CoverageEntry) -> (usize, usize) {
    let claims = citing(findings, entry).into_iter().flat_map(|judged| {
        let own = judged.scenario.claims.iter().enumerate().filter(|(_, claim)| claim.clauses.contains(&entry.id));
        own.filter_map(|(index, _)| judged.holds(index)).collect::<Vec<bool>>()
    });
    let claims: Vec<bool> = claims.collect();
    (claims.iter().filter(|holds| !**holds).count(), claims.iter().filter(|holds| **holds).count())
}

/// Whether the example of a clause can be shown at all.
fn has_outcome(findings: &Findings<'_>, entry: &CoverageEntry) -> bool {
    entry.reason.is_none() && citing(findings, entry).iter().any(|judged| judged.document_facts.is_some())
}

fn fails(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let (failing, _) = judged(findings, entry);
    (failing > 0 && has_outcome(findings, entry)).then(|| "**Fails:** ".to_owned()).into_iter().collect()
}

fn holds(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let (failing, holding) = judged(findings, entry);
    let is_shown = failing == 0 && holding > 0 && has_outcome(findings, entry);
    is_shown.then(|| "**Result:** ".to_owned()).into_iter().collect()
}

/// Whether claims on the clause fail, and neither a gap nor another clause explains all of that.
fn is_violated(findings: &Findings<'_>, entry: &CoverageEntry) -> bool {
    judged(findings, entry).0 > 0 && !matches!(entry.grade, Grade::Gap | Grade::Blocked)
}

fn violated(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let fails = |judged: &&Judged<'_>| {
        let mut own = judged.scenario.claims.iter().enumerate().filter(|(_, claim)| claim.clauses.contains(&entry.id));
        own.any(|(index, _)| judged.holds(index) == Some(false))
    };
    let citing = citing(findings, entry);
    let failing: Vec<&&Judged<'_>> = citing.iter().filter(|judged| fails(judged)).collect();
    let files: BTreeSet<&str> = failing.iter().map(|judged| judged.scenario.place.file.path.as_str()).collect();
    let number = scenarios(files.len(), failing.len());
    let sentence = format!("The engine does something else in {number}.");
    is_violated(findings, entry).then_some(sentence).into_iter().collect()
}

/// Describes the number of scenario files and, for tables, the number of runs.
fn scenarios(files: usize, runs: usize) -> String {
    let scenarios = if files == 1 { "1 scenario".to_owned() } else { format!("{files} scenarios") };
    if files == runs { scenarios } else { format!("{scenarios} ({runs} runs)") }
}

fn cause<'f>(
    findings: &'f Findings<'_>,
    entry: &CoverageEntry,
) -> Option<&'f truthsayer_oracle::evidence::cause::Cause> {
    findings.diagnosis.causes.iter().find(|cause| cause.clauses.contains(&entry.id))
}

/// Returns how many failing claims on the clause are explained by causes elsewhere: wholly, in part, and not at all.
/// `None` if the clause is not violated or is itself a cause.
fn explained(findings: &Findings<'_>, entry: &CoverageEntry) -> Option<(usize, usize, usize)> {
    let (mut wholly, mut partly, mut rest) = (0, 0, 0);
    for (claim, _) in entry.claims.iter().filter(|(_, holds)| *holds == Some(false)) {
        let is_touched = findings.diagnosis.causes.iter().any(|cause| cause.explains.contains(claim));
        match (findings.diagnosis.explained.contains_key(claim), is_touched) {
            (true, _) => wholly += 1,
            (false, true) => partly += 1,
            (false, false) => rest += 1,
        }
    }
    (is_violated(findings, entry) && cause(findings, entry).is_none()).then_some((wholly, partly, rest))
}

/// Whether causes are searched: the reference engine has switches and differs from the engine, or the run has switches
/// off.
fn is_searched(findings: &Findings<'_>) -> bool {
    let has_switches = findings.engines.values().any(|engine| !engine.switches.is_empty());
    !findings.without.is_empty() && has_switches || findings.diagnosis.unsearched.is_empty()
}

fn unsearched(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_true = explained(findings, entry).is_some() && !is_searched(findings);
    is_true.then(|| "this run has no other engine with switches to compare with.".to_owned()).into_iter().collect()
}

fn is_cause(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let cause = cause(findings, entry).filter(|_| is_violated(findings, entry));
    cause.map(|cause| format!("the clause is {}", cause.kind.name())).into_iter().collect()
}

fn unexplained(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_true = matches!(explained(findings, entry), Some((0, 0, _))) && is_searched(findings);
    is_true.then(|| "No switch of the reference engine explains it.".to_owned()).into_iter().collect()
}

fn partly_explained(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let number = match explained(findings, entry) {
        Some((0, partly, _)) => partly,
        Some((wholly, _, _)) => wholly,
        None => 0,
    };
    (number > 0).then(|| format!("likely explains {number}")).into_iter().collect()
}

fn in_part(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let cause = cause(findings, entry).filter(|_| is_violated(findings, entry));
    let is_partial = |claim: &&ClaimRef| !findings.diagnosis.explained.contains_key(claim);
    let number = match cause {
        Some(cause) => cause.explains.iter().filter(is_partial).count(),
        None => explained(findings, entry).map_or(0, |(_, partly, _)| partly),
    };
    (number > 0).then(|| format!("{number} only in part")).into_iter().collect()
}

fn rest_unexplained(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let rest = explained(findings, entry).filter(|(wholly, partly, rest)| wholly + partly > 0 && *rest > 0);
    rest.map(|(_, _, rest)| format!("; no switch explains {rest}.")).into_iter().collect()
}

fn good(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let (failing, holding) = judged(findings, entry);
    let says_what_happens = !matches!(entry.grade, Grade::Cited | Grade::Stale);
    let is_true = failing == 0 && holding > 0 && entry.reason.is_none() && says_what_happens;
    is_true.then(|| "| ☑️ ".to_owned()).into_iter().collect()
}

fn excluded(findings: &Findings<'_>, entry: &CoverageEntry) -> Vec<String> {
    let is_listed = findings.suite.exclusions.iter().any(|it| it.clauses.contains(&entry.id));
    let is_informative = entry.claims.is_empty() && findings.suite.book.is_informative(&entry.id);
    let is_true = (is_listed || is_informative) && entry.rewording.is_none() && judged(findings, entry).0 == 0;
    is_true.then(|| "| ➖ excluded | ".to_owned()).into_iter().collect()
}

fn turned_off(findings: &Findings<'_>) -> Vec<String> {
    let proofs = findings.proofs.iter().flatten();
    let number: usize = proofs
        .map(|proof| (0..proof.matrix.switches.len()).filter(|at| proof.matrix.of_switch(*at).next().is_some()).count())
        .sum();
    let sentence = match number {
        0 => None,
        1 => Some(", also with 1 switch off.".to_owned()),
        _ => Some(format!(", also with each of {number} switches off in turn.")),
    };
    sentence.into_iter().collect()
}

fn played(findings: &Findings<'_>) -> Vec<String> {
    let files: BTreeSet<&str> = findings.judged.iter().map(|it| it.scenario.place.file.path.as_str()).collect();
    vec![format!("from a run of {}", scenarios(files.len(), findings.judged.len()))]
}

fn hash(findings: &Findings<'_>) -> Vec<String> {
    let engine = |engine: &truthsayer_protocol::Profile| {
        let version = if engine.version.is_empty() { String::new() } else { format!(" {}", engine.version) };
        format!("ran on the engine `{}`{version}; rulebook hash `{}`", engine.name, findings.suite.book.hash("garden"))
    };
    findings.engines.values().map(engine).collect()
}

fn no_switches(findings: &Findings<'_>) -> Vec<String> {
    let has_none = findings.engines.values().any(|engine| engine.switches.is_empty());
    let is_true = has_none && findings.proofs.is_some();
    is_true
        .then(|| "The engine has no switches, so the best possible grade is “holds”.".to_owned())
        .into_iter()
        .collect()
}

fn nothing_off(findings: &Findings<'_>) -> Vec<String> {
    let is_true = findings.proofs.is_none() && findings.without.is_empty();
    is_true.then(|| "so the best possible grade is “holds”.".to_owned()).into_iter().collect()
}

fn only(findings: &Findings<'_>, verb: &str) -> Vec<String> {
    let (runs, all) = (findings.judged.len(), findings.suite.scenarios.len());
    let is_true = runs < all && (verb == "is") == (runs == 1);
    is_true.then(|| format!("Only {runs} of {all} runs {verb} included.")).into_iter().collect()
}

fn drifting(findings: &Findings<'_>) -> Vec<String> {
    let drifts = |judged: &&Judged<'_>| {
        judged.verdict == Verdict::Pass && matches!(judged.status, Some(GoldenStatus::Drifted(_)))
    };
    let drifting = findings.judged.iter().filter(drifts);
    drifting.map(|judged| format!("`{}` drifts from its golden\n", judged.scenario.id)).collect()
}

fn nothing_fails(findings: &Findings<'_>) -> Vec<String> {
    // Nothing else is listed as wrong either.
    let is_fine = |judged: &Judged<'_>| {
        judged.verdict == Verdict::Pass && matches!(judged.status, Some(GoldenStatus::Accepted) | None)
    };
    let is_true = findings.judged.iter().all(is_fine);
    is_true.then(|| "No claim that was judged fails.".to_owned()).into_iter().collect()
}

fn excluded_rows(findings: &Findings<'_>) -> Vec<String> {
    let excluded = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Excluded);
    excluded.map(|entry| format!("| `{}` | ", entry.id)).collect()
}
