//! JUnit XML: a suite for each topic folder, a case for each scenario, and the clauses it cites among its properties.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use quick_junit::NonSuccessKind;
use quick_junit::Property;
use quick_junit::Report;
use quick_junit::TestCase;
use quick_junit::TestCaseStatus;
use quick_junit::TestSuite;

use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::knockout::Knockout;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::text;
use crate::report::trouble;
use crate::report::trouble::Sort;
use crate::report::trouble::Trouble;
use crate::report::wording;

const NAME: &str = "truthsayer";
const LONGEST_MESSAGE: usize = 4000;

/// Whether a file begins as ours do.
pub(crate) fn is_ours(beginning: &str) -> bool {
    let first = beginning.lines().find(|line| !line.starts_with("<?xml")).unwrap_or_default();
    first.starts_with(&format!("<testsuites name=\"{NAME} "))
}

/// What a run found.
pub(crate) fn findings(command: &str, findings: &Findings<'_>, gathered: &[Trouble]) -> String {
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for judged in &findings.judged {
        let (topic, name) = judged.scenario.id.rsplit_once('/').unwrap_or(("", &judged.scenario.id));
        suites.entry(topic).or_insert_with(|| TestSuite::new(topic)).add_test_case(case(topic, name, judged, findings));
    }
    let mut report = Report::new(format!("{NAME} {command}"));
    report.add_test_suites(suites.into_values());
    let mut switches = TestSuite::new("switches");
    switches.add_test_cases(findings.knockouts().map(|knockout| switch(knockout, findings)));
    let problems = [trouble::of_problems(findings), gathered.to_vec()].concat();
    report.add_test_suites([switches, problem_suite(&problems)].into_iter().filter(|suite| suite.tests > 0));
    xml_text(&report)
}

/// Why a run ended before its work was done: an error for everything that is wrong.
pub(crate) fn stopped(command: &str, troubles: &[Trouble]) -> String {
    let mut report = Report::new(format!("{NAME} {command}"));
    report.add_test_suite(problem_suite(troubles));
    xml_text(&report)
}

fn xml_text(report: &Report) -> String {
    // It is written into memory, where there is always room.
    report.to_string().unwrap_or_default()
}

fn problem_suite(troubles: &[Trouble]) -> TestSuite {
    let mut suite = TestSuite::new("problems");
    for trouble in troubles {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type(trouble.sort.name()).set_message(trouble.title.as_str());
        status.set_description(description(trouble));
        let place = trouble.place.as_ref().map(ToString::to_string);
        let mut case = TestCase::new(place.unwrap_or_else(|| trouble.sort.name().to_owned()), status);
        case.set_classname("problems");
        at_file(&mut case, trouble);
        suite.add_test_case(case);
    }
    suite
}

fn at_file(case: &mut TestCase, trouble: &Trouble) {
    if let Some(place) = &trouble.place {
        case.extra.insert("file".into(), place.file.path.as_str().into());
    }
}

fn description(trouble: &Trouble) -> String {
    let place = trouble.place.as_ref().map_or(String::new(), |place| format!("{place}\n"));
    format!("{place}{}", text::abridged(&trouble.message, LONGEST_MESSAGE))
}

fn case(topic: &str, name: &str, judged: &Judged<'_>, findings: &Findings<'_>) -> TestCase {
    let mut case = TestCase::new(name, status(judged, findings));
    case.set_classname(topic.replace('/', "."));
    case.extra.insert("file".into(), judged.scenario.place.file.path.as_str().into());
    case.add_property(Property::new("title", judged.scenario.title.as_str()));
    let observed = judged.observed_in_all();
    if !observed.is_whole() {
        case.add_property(Property::new("observed", wording::observed_text(observed)));
    }
    let cited: BTreeSet<_> = judged.scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
    case.add_properties(cited.into_iter().map(|clause| Property::new("cite", clause.to_string())));
    case
}

/// Deviations fail; what could not be judged is an error; what nobody has to answer for is skipped.
fn status(judged: &Judged<'_>, findings: &Findings<'_>) -> TestCaseStatus {
    if let Some(gap) = findings.excuse(judged) {
        return skipped("gap", &gap.sentence());
    }
    let troubles = trouble::of_scenario(judged, findings);
    match &judged.verdict {
        Verdict::Unsupported(why) => skipped("unsupported", &format!("the engine does not support it: {why}")),
        Verdict::Unobserved => skipped("unobserved", "the engine shows nothing of what the claims speak of"),
        Verdict::Unanswered(fault) => {
            let told = Trouble::new(Sort::Fault, fault.to_string(), fault.last_words());
            non_success_status(NonSuccessKind::Error, "unanswered", &[told])
        }
        Verdict::Misposed(_) => non_success_status(NonSuccessKind::Error, "misposed", &troubles),
        Verdict::Deviates(_) | Verdict::Failed(_) | Verdict::Rejected(_) => {
            non_success_status(NonSuccessKind::Failure, "deviates", &troubles)
        }
        Verdict::Conforms => match &judged.standing {
            Some(Standing::Drifted(_)) => non_success_status(NonSuccessKind::Failure, "drifts", &troubles),
            Some(Standing::Missing) => non_success_status(NonSuccessKind::Failure, "no-golden", &troubles),
            Some(Standing::Unreadable(_)) => non_success_status(NonSuccessKind::Error, "golden", &troubles),
            Some(Standing::Accepted) | None => TestCaseStatus::success(),
        },
    }
}

fn skipped(kind: &str, why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_type(kind).set_message(text::one_line(why));
    status
}

fn non_success_status(kind: NonSuccessKind, name: &str, troubles: &[Trouble]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let first = troubles.first().map_or(name, |trouble| trouble.title.as_str());
    status.set_type(name).set_message(first);
    status.set_description(troubles.iter().map(description).collect::<Vec<_>>().join("\n\n"));
    status
}

/// A switch as a case: turning it off has to be noticed, by whom it concerns and nobody else.
fn switch(knockout: &Knockout<'_>, findings: &Findings<'_>) -> TestCase {
    let troubles = trouble::switches::of(knockout, findings);
    let status = match troubles.iter().any(|trouble| trouble.sort == Sort::Fault) {
        _ if troubles.is_empty() => TestCaseStatus::success(),
        true => non_success_status(NonSuccessKind::Error, "unanswered", &troubles),
        false => non_success_status(NonSuccessKind::Failure, "switch", &troubles),
    };
    let mut case = TestCase::new(knockout.switch.name.as_str(), status);
    case.set_classname("switches");
    case.add_properties(knockout.clauses.iter().map(|clause| Property::new("cite", clause.to_string())));
    case
}
