//! JUnit XML: a suite for each topic folder, a case for each scenario, the cited clauses as properties.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use quick_junit::NonSuccessKind;
use quick_junit::Property;
use quick_junit::Report;
use quick_junit::TestCase;
use quick_junit::TestCaseStatus;
use quick_junit::TestSuite;

use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use crate::report::text::grammar;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::findings::ScenarioStatus;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::text;

const NAME: &str = "truthsayer";
const LONGEST_MESSAGE: usize = 4000;

/// Whether Truthsayer wrote a file that begins like this.
pub(crate) fn is_ours(beginning: &str) -> bool {
    let first = beginning.lines().find(|line| !line.starts_with("<?xml")).unwrap_or_default();
    first.starts_with(&format!("<testsuites name=\"{NAME} "))
}

/// The findings of a run.
pub(crate) fn findings(command: &str, findings: &Findings<'_>, gathered: &[Entry]) -> String {
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for judged in &findings.judged {
        let (topic, name) = judged.scenario.id.rsplit_once('/').unwrap_or(("", &judged.scenario.id));
        suites.entry(topic).or_insert_with(|| TestSuite::new(topic)).add_test_case(case(topic, name, judged, findings));
    }
    let mut report = Report::new(format!("{NAME} {command}"));
    report.add_test_suites(suites.into_values());
    let mut switches = TestSuite::new("switches");
    switches.add_test_cases(findings.mutants().map(|mutant| switch(mutant, findings)));
    let problems = [entries::of_problems(findings), gathered.to_vec()].concat();
    report.add_test_suites([switches, problem_suite(&problems)].into_iter().filter(|suite| suite.tests > 0));
    xml_text(&report)
}

/// The problems that stopped a run, each as an error.
pub(crate) fn stopped(command: &str, entries: &[Entry]) -> String {
    let mut report = Report::new(format!("{NAME} {command}"));
    report.add_test_suite(problem_suite(entries));
    xml_text(&report)
}

fn xml_text(report: &Report) -> String {
    // Writing to memory cannot fail.
    report.to_string().unwrap_or_default()
}

fn problem_suite(entries: &[Entry]) -> TestSuite {
    let mut suite = TestSuite::new("problems");
    for entry in entries {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type(entry.sort.name()).set_message(entry.title.as_str());
        status.set_description(description(entry));
        let place = entry.place.as_ref().map(ToString::to_string);
        let mut case = TestCase::new(place.unwrap_or_else(|| entry.sort.name().to_owned()), status);
        case.set_classname("problems");
        at_file(&mut case, entry);
        suite.add_test_case(case);
    }
    suite
}

fn at_file(case: &mut TestCase, entry: &Entry) {
    if let Some(place) = &entry.place {
        case.extra.insert("file".into(), place.file.path.as_str().into());
    }
}

fn description(entry: &Entry) -> String {
    let place = entry.place.as_ref().map_or(String::new(), |place| format!("{place}\n"));
    format!("{place}{}", text::abridged(&entry.message, LONGEST_MESSAGE))
}

fn case(topic: &str, name: &str, judged: &Judged<'_>, findings: &Findings<'_>) -> TestCase {
    let mut case = TestCase::new(name, status(judged, findings));
    case.set_classname(topic.replace('/', "."));
    case.extra.insert("file".into(), judged.scenario.place.file.path.as_str().into());
    case.add_property(Property::new("title", judged.scenario.title.as_str()));
    let observed = judged.observed_in_all();
    if !observed.is_whole() {
        case.add_property(Property::new("observed", grammar::observed_text(observed)));
    }
    let cited: BTreeSet<_> = judged.scenario.claims.iter().flat_map(|claim| &claim.clauses).collect();
    case.add_properties(cited.into_iter().map(|clause| Property::new("cite", clause.to_string())));
    case
}

/// Failing claims, crashes and goldens that are not accepted are failures. Unjudged scenarios are errors. Known gaps, and
/// scenarios that the engine does not support or show, are skipped.
fn status(judged: &Judged<'_>, findings: &Findings<'_>) -> TestCaseStatus {
    let status = findings.scenario_status(judged);
    let kind = match status {
        ScenarioStatus::Pass => return TestCaseStatus::success(),
        ScenarioStatus::Gap | ScenarioStatus::Unsupported | ScenarioStatus::Unobserved => {
            return skipped(status.name(), &skip_reason(judged, findings));
        }
        ScenarioStatus::Fail | ScenarioStatus::Crashed | ScenarioStatus::Drifts | ScenarioStatus::NoGolden => {
            NonSuccessKind::Failure
        }
        ScenarioStatus::Invalid | ScenarioStatus::NoAnswer | ScenarioStatus::UnreadableGolden => NonSuccessKind::Error,
    };
    let entries = match &judged.verdict {
        Verdict::NoAnswer(fault) => vec![Entry::new(Sort::Fault, fault.to_string(), fault.last_words())],
        _ => entries::of_scenario(judged, findings),
    };
    non_success_status(kind, status.name(), &entries)
}

fn skip_reason(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    match (findings.excuse(judged), &judged.verdict) {
        (Some(gap), _) => gap.sentence(),
        (None, Verdict::Unsupported(why)) => format!("the engine does not support it: {why}"),
        (None, _) => "the engine shows nothing that the claims are about".to_owned(),
    }
}

fn skipped(kind: &str, why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_type(kind).set_message(text::one_line(why));
    status
}

fn non_success_status(kind: NonSuccessKind, name: &str, entries: &[Entry]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let first = entries.first().map_or(name, |entry| entry.title.as_str());
    status.set_type(name).set_message(first);
    status.set_description(entries.iter().map(description).collect::<Vec<_>>().join("\n\n"));
    status
}

/// A switch as a test case: its mutant must be killed, and killed specifically.
fn switch(mutant: &Mutant<'_>, findings: &Findings<'_>) -> TestCase {
    let entries = entries::switches::of(mutant, findings);
    let status = match entries.iter().any(|entry| entry.sort == Sort::Fault) {
        _ if entries.is_empty() => TestCaseStatus::success(),
        true => non_success_status(NonSuccessKind::Error, "no-answer", &entries),
        false => non_success_status(NonSuccessKind::Failure, "switch", &entries),
    };
    let mut case = TestCase::new(mutant.switch.name.as_str(), status);
    case.set_classname("switches");
    case.add_properties(mutant.clauses.iter().map(|clause| Property::new("cite", clause.to_string())));
    case
}
