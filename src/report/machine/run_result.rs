//! Findings as the result that machines read.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::report::machine::kill_matrix;
use crate::report::text::expectation;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::hash;
use truthsayer_oracle::compare::result_model as model;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::CrashGroup;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::never_shown::Missing;
use truthsayer_oracle::evidence::never_shown::NeverShown;
use truthsayer_oracle::evidence::never_shown::NeverShownEntry;
use truthsayer_oracle::evidence::other_spelling::OtherSpelling;
use truthsayer_oracle::evidence::rule_status;
use truthsayer_oracle::evidence::suspect::Suspect;
use truthsayer_oracle::gate;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::suite::claim::Claim;
use truthsayer_oracle::suite::floor::FloorGrade;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::golden::GoldenStatus;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::shard::parts;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;

/// The result of a run, without digest and plays.
pub fn of(command: &str, findings: &Findings<'_>, codes: &[u8], refusals: Option<&[Refusal]>) -> model::RunResult {
    let tally = tally(findings);
    let floor = gate::grades(findings);
    let diagnosis = &findings.diagnosis;
    let explains = !diagnosis.causes.is_empty() || tally.fail + tally.crashed > 0;
    let proofs = findings.proofs.as_ref();
    model::RunResult {
        catalog: findings.suite.catalog.iter().map(|rule| catalog_rule(rule, findings)).collect(),
        causes: explains.then(|| diagnosis.causes.iter().map(cause).collect()),
        clauses: clauses(findings).map(|entry| clause(entry, findings, &floor)).collect(),
        command: command.to_owned(),
        crashes: findings.crashes().iter().map(crash_group).collect(),
        engines: findings.engines.iter().map(|(game, profile)| (game.clone(), engine(profile))).collect(),
        exit: exit(codes),
        gate: refusals.map(|refusals| refusals.iter().map(refusal).collect()),
        matrix: proofs.map(|proofs| proofs.iter().flat_map(|proof| kill_matrix::rows(&proof.matrix)).collect()),
        mutants: proofs.map(|_| findings.mutants().map(mutant).collect()),
        never_shown: findings.never_shown.iter().map(never_shown).collect(),
        problems: findings.closed_gaps().iter().chain(&findings.problems).map(problem).collect(),
        read: findings.suite.read,
        readings: findings.suite.readings.clone(),
        scenarios: scenarios(findings).into_iter().map(|judged| scenario(judged, findings)).collect(),
        suspects: explains.then(|| diagnosis.suspects.iter().map(|it| suspect(it, diagnosis)).collect()),
        shard: findings.shard.map(|shard| shard.to_string()),
        spellings: findings.spellings.iter().map(spelling).collect(),
        tally,
        truthsayer: model::VERSION,
        unexplained: explains.then(|| diagnosis.unexplained.iter().map(unexplained).collect()),
        without: findings.without.clone(),
        whole: None,
        digest: None,
    }
}

/// The clauses of a result. A shard lists those of its own mutants, or those that its scenarios cite.
fn clauses<'f>(findings: &'f Findings<'_>) -> impl Iterator<Item = &'f CoverageEntry> {
    let own: BTreeSet<&ClauseId> = findings.mutants().flat_map(|mutant| &mutant.clauses).collect();
    findings.coverage.entries.values().filter(move |entry| match (&findings.shard, &findings.proofs) {
        (None, _) => true,
        (Some(_), None) => !entry.claims.is_empty(),
        (Some(_), Some(_)) => own.contains(&entry.id),
    })
}

/// The scenarios of a result. Every shard of `prove` runs all scenarios with every switch on. It lists its share of them,
/// and all that do not pass.
fn scenarios<'f, 's>(findings: &'f Findings<'s>) -> Vec<&'f Judged<'s>> {
    let shard = findings.shard.filter(|_| findings.proofs.is_some());
    let Some(shard) = shard else { return findings.judged.iter().collect() };
    let all = findings.judged.iter().map(|judged| judged.scenario).collect();
    let own: BTreeSet<&str> = parts::scenarios(shard, all).into_iter().map(|scenario| scenario.id.as_str()).collect();
    let passes = |judged: &Judged<'_>| matches!(judged.verdict, Verdict::Pass);
    findings.judged.iter().filter(|judged| !passes(judged) || own.contains(judged.scenario.id.as_str())).collect()
}

pub(super) fn exit(codes: &[u8]) -> model::ExitResult {
    let applied: Vec<model::ExitNumber> = codes.iter().copied().map(model::ExitNumber).collect();
    model::ExitResult { code: applied.first().copied().unwrap_or_default(), applied }
}

fn tally(findings: &Findings<'_>) -> model::TallyResult {
    let tally = findings.tally();
    model::TallyResult {
        crashed: tally.crashed,
        drifted: tally.drifted,
        fail: tally.failing,
        gaps: tally.gaps,
        invalid: tally.invalid,
        no_answer: tally.no_answer,
        observed: tally.observed,
        pass: tally.passed,
        unloaded: findings.unloaded,
        unobserved: tally.unobserved,
        unreadable_goldens: tally.unreadable_goldens,
        unsupported: tally.unsupported,
        without_golden: tally.without_golden,
    }
}

fn refusal(refusal: &Refusal) -> model::RefusalResult {
    let Refusal { ground, items, begin_with, .. } = refusal;
    model::RefusalResult { begin_with: begin_with.clone(), ground: ground.name().to_owned(), items: items.clone() }
}

/// The fingerprint covers what the engine declares, because name and version often stay the same during development.
fn engine(profile: &Profile) -> model::EngineResult {
    let switches = profile.switches.iter().map(|switch| [&switch.name, &switch.cite, &switch.quote]);
    let switches: Vec<&str> = switches.flatten().map(String::as_str).collect();
    let own = [profile.name.as_str(), &profile.version, &profile.game];
    let fingerprint = hash::of(&[own.as_slice(), &switches].concat());
    model::EngineResult { fingerprint, name: profile.name.clone(), version: profile.version.clone() }
}

fn catalog_rule(rule: &CatalogRule, findings: &Findings<'_>) -> model::RuleResult {
    let clauses = rule_status::entries(rule, &findings.coverage).into_iter().map(|entry| entry.id.to_string());
    model::RuleResult {
        category: rule.category.clone(),
        clauses: clauses.collect(),
        game: rule.game.clone(),
        number: rule.number.clone(),
        title: rule.title.clone(),
    }
}

/// The fingerprint of the script and the claims. Path and layout of the file do not matter.
fn scenario_hash(scenario: &Scenario) -> String {
    let task = scenario.task(&[]);
    let mut parts = vec![task.given.to_string(), Data::from(task.when).to_string()];
    for claim in &scenario.claims {
        parts.push(claim.citation.quote.clone());
        parts.extend(claim.then.iter().map(expectation::words));
    }
    hash::of(&parts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn known(gap: &Gap) -> model::GapResult {
    model::GapResult { link: gap.link.clone(), reason: gap.reason.clone(), until: gap.until.to_string() }
}

pub(super) fn scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> model::ScenarioResult {
    let claim = |(index, claim): (usize, &Claim)| model::ClaimResult {
        clauses: addresses(&claim.clauses),
        holds: judged.holds(index),
    };
    let golden = match &judged.status {
        Some(GoldenStatus::Accepted) => "accepted",
        Some(GoldenStatus::Missing) => "missing",
        Some(GoldenStatus::Drifted(_)) => "drifted",
        Some(GoldenStatus::Unreadable(_)) => "unreadable",
        None => "not compared",
    };
    let mut result = model::ScenarioResult {
        claims: judged.scenario.claims.iter().enumerate().map(claim).collect(),
        fingerprint: scenario_hash(judged.scenario),
        game: judged.scenario.game.clone(),
        gap: findings.excuse(judged).map(known),
        golden: golden.to_owned(),
        id: judged.scenario.id.clone(),
        observed: unless_whole(judged.observed_in_all()),
        // A hash cannot be compared within a tolerance.
        outcome: judged.hash.filter(|_| judged.scenario.tolerance.is_exact()).map(|hash| format!("{hash:016x}")),
        title: judged.scenario.title.clone(),
        verdict: judged.verdict.name().to_owned(),
        ..model::ScenarioResult::default()
    };
    match &judged.verdict {
        Verdict::Pass | Verdict::Unobserved => {}
        Verdict::Fail(mismatches) => result.failures = mismatches.iter().map(failure).collect(),
        Verdict::Rejected(rejected) => result.failures = vec![failure(rejected)],
        Verdict::Invalid(problems) => result.problems = problems.iter().map(problem).collect(),
        Verdict::Unsupported(why) => result.unsupported = Some(why.clone()),
        Verdict::NoAnswer(fault) => {
            result.fault = Some(fault.to_string());
            result.stderr = Some(fault.last_words().to_owned()).filter(|words| !words.is_empty());
        }
        Verdict::Crashed(crashed) => {
            let crash = &crashed.failure;
            result.crashed = Some(model::CrashResult {
                at: crash.at.clone(),
                step: crash.step,
                trace: crash.trace.clone(),
                why: crash.why.clone(),
            });
            result.failures = vec![failure(&crashed.mismatch)];
        }
    }
    result
}

fn unless_whole(seen: Observed) -> Option<Observed> {
    (!seen.is_whole()).then_some(seen)
}

fn crash_group(group: &CrashGroup<'_, '_>) -> model::CrashGroupResult {
    let crash = &group.first.failure;
    let scenarios = group.scenarios.iter().map(|judged| judged.scenario.id.clone()).collect();
    model::CrashGroupResult { at: crash.at.clone(), scenarios, trace: crash.trace.clone(), why: crash.why.clone() }
}

fn failure(mismatch: &Mismatch) -> model::FailureResult {
    model::FailureResult {
        actual: mismatch.actual.clone(),
        at: mismatch.place.to_string(),
        claim: mismatch.claim.or(mismatch.unreached).map(|index| index + 1),
        expected: mismatch.expected.clone(),
        reached: mismatch.unreached.map(|_| false),
        remark: mismatch.remark.map(str::to_owned),
        subject: mismatch.subject.clone(),
    }
}

pub(crate) fn problem(problem: &Problem) -> model::ProblemResult {
    model::ProblemResult {
        at: problem.place.as_ref().map(ToString::to_string),
        help: problem.help.clone(),
        kind: problem.kind.name().to_owned(),
        message: problem.message.clone(),
        severity: problem.kind.severity().to_owned(),
    }
}

fn claim_address(claim: &ClaimRef) -> model::ClaimAddress {
    model::ClaimAddress { claim: claim.claim + 1, scenario: claim.scenario.clone() }
}

fn claim_addresses<'c>(claims: impl IntoIterator<Item = &'c ClaimRef>) -> Vec<model::ClaimAddress> {
    claims.into_iter().map(claim_address).collect()
}

fn addresses(clauses: &[ClauseId]) -> Vec<String> {
    clauses.iter().map(ToString::to_string).collect()
}

pub(crate) fn clause(
    entry: &CoverageEntry,
    findings: &Findings<'_>,
    floor: &BTreeMap<ClauseId, FloorGrade>,
) -> model::ClauseResult {
    let claims = entry.claims.iter().map(|(claim, holds)| model::CitingClaim {
        claim: claim.claim + 1,
        holds: *holds,
        scenario: claim.scenario.clone(),
    });
    let switches = entry.switches.iter().map(|switch| model::SwitchResult {
        code: switch.code.iter().map(|(file, line)| format!("{file}:{line}")).collect(),
        killed_by: claim_addresses(&switch.witnesses),
        switch: switch.name.clone(),
    });
    model::ClauseResult {
        claims: claims.collect(),
        failed: entry.failed.clone(),
        fingerprint: hash::of(&[findings.suite.book.clause_text(&entry.id)]),
        floor: floor.get(&entry.id).map(|(grade, _)| grade.name().to_owned()),
        gap: entry.gap.as_ref().map(known),
        grade: entry.grade.name().to_owned(),
        id: entry.id.to_string(),
        informative: entry.is_informative,
        modality: findings.suite.book.modality(&entry.id),
        observed: unless_whole(entry.observed),
        readings: entry.readings.clone(),
        reason: entry.reason.clone(),
        reworded: entry.rewording.as_ref().map(|rewording| model::RewordingResult {
            class: rewording.erratum.class.name().to_owned(),
            was: rewording.was.clone(),
            would_be: rewording.would_be.name().to_owned(),
        }),
        sharp: entry.sharpness.as_ref().map(|sharpness| model::SharpnessResult {
            fails: claim_address(&sharpness.claim),
            mutant: sharpness.mutant.clone(),
        }),
        section: findings.suite.book.section(&entry.id).map(str::to_owned),
        switches: switches.collect(),
        unsupported: entry.unsupported.clone(),
    }
}

fn never_shown(never: &NeverShown) -> model::NeverShownResult {
    let item = |entry: &NeverShownEntry| {
        let (event, field, path) = match entry.what.clone() {
            Missing::Field { event, field } => (Some(event), Some(field), None),
            Missing::Event(event) => (Some(event), None, None),
            Missing::Path(path) => (None, None, Some(path)),
        };
        let claims = claim_addresses(&entry.claims);
        model::NeverShownItem { claims, event, expectations: entry.expectations, field, path }
    };
    model::NeverShownResult {
        entries: never.entries.iter().map(item).collect(),
        game: never.game.clone(),
        observes: serde_json::to_value(&never.declares).unwrap_or_default(),
    }
}

fn cause(cause: &Cause) -> model::CauseResult {
    model::CauseResult {
        begin_with: cause.scenario.clone(),
        blocks: addresses(&cause.blocks),
        clauses: addresses(&cause.clauses),
        explains: claim_addresses(&cause.explains),
        game: cause.game.clone(),
        kind: cause.kind.name().to_owned(),
        share: cause.share,
        switches: cause.switches.clone(),
    }
}

fn suspect(suspect: &Suspect, diagnosis: &Diagnosis) -> model::SuspectResult {
    model::SuspectResult {
        cause: diagnosis.confirmed(suspect).is_some(),
        clauses: addresses(&suspect.clauses),
        explains: claim_addresses(&suspect.explains),
        failing: suspect.failing,
        game: suspect.game.clone(),
        of: suspect.of,
        scenario: suspect.scenario.clone(),
        // Three digits, so that the last bits of a float do not matter.
        score: (suspect.score * 1000.0).round() / 1000.0,
        switches: suspect.switches.clone(),
    }
}

fn spelling(other: &OtherSpelling) -> model::SpellingResult {
    let claims = claim_addresses(&other.settled);
    model::SpellingResult { claims, game: other.game.clone(), mapping: other.mapping() }
}

fn unexplained((clause, claims): (&ClauseId, &Vec<ClaimRef>)) -> model::UnexplainedResult {
    model::UnexplainedResult { claims: claim_addresses(claims), clause: clause.to_string() }
}

fn mutant(mutant: &Mutant<'_>) -> model::MutantResult {
    let killed_by = mutant
        .killed_by
        .iter()
        .map(|kill| model::ClaimAddress { claim: kill.claim + 1, scenario: kill.scenario.id.clone() });
    model::MutantResult {
        clauses: addresses(&mutant.clauses),
        killed_by: killed_by.collect(),
        no_answer: mutant.no_answer.iter().map(|(scenario, _)| scenario.id.clone()).collect(),
        survives: mutant.survives(),
        switch: mutant.switch.name.clone(),
        tried: mutant.tried,
    }
}
