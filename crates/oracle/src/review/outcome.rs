//! Outcomes that are not accepted, with their differences from the golden.

use crate::base::diagnostic::Problem;
use crate::evidence::findings::Findings;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::review;
use crate::review::DiffLine;
use crate::review::GoldenState;
use crate::review::Item;
use crate::review::ItemKind;
use crate::review::SeenFile;
use crate::suite::golden::GoldenStatus;
use crate::suite::golden::Goldens;
use crate::suite::golden_diff::Drift;
use crate::suite::golden_diff::LogLine;
use truthsayer_protocol::text;

/// Returns whether an outcome waits for a reviewer: its scenario passes, and it differs from its golden. An outcome
/// with a failing claim cannot be accepted.
pub fn waits(judged: &Judged<'_>) -> bool {
    judged.verdict == Verdict::Pass && judged.rendered.is_some() && how(judged).is_some()
}

fn how(judged: &Judged<'_>) -> Option<GoldenState> {
    match judged.status.as_ref()? {
        GoldenStatus::Accepted => None,
        GoldenStatus::Missing => Some(GoldenState::Missing),
        GoldenStatus::Drifted(_) => Some(GoldenState::Drifted),
        GoldenStatus::Unreadable(_) => Some(GoldenState::Unreadable),
    }
}

/// Returns the item for an outcome.
pub fn item(judged: &Judged<'_>, findings: &Findings<'_>, goldens: Goldens<'_>) -> Option<Item> {
    let (scenario, how) = (judged.scenario, how(judged)?);
    let rendered = judged.rendered.as_deref().unwrap_or_default();
    let diff = match &judged.status {
        Some(GoldenStatus::Drifted(drift)) => drifted(drift),
        Some(GoldenStatus::Unreadable(problems)) => [unreadable(problems), missing(rendered)].concat(),
        _ => missing(rendered),
    };
    let root = &findings.suite.project.root;
    let seen = [scenario.place.file.path.clone(), goldens.path(&scenario.id)];
    Some(Item {
        id: scenario.id.clone(),
        matter: ItemKind::Outcome { how, rendered: rendered.to_owned() },
        title: scenario.title.clone(),
        rules: review::rule_texts(scenario.claims.iter().map(|claim| &claim.citation), &findings.suite.book),
        script: review::script(scenario),
        diff,
        log: log(judged),
        board: review::board(judged, findings),
        seen: seen.iter().map(|path| SeenFile::now(root, path)).collect(),
    })
}

/// Returns every log entry on one line.
pub(super) fn log(judged: &Judged<'_>) -> Vec<String> {
    let rendered = judged.rendered.as_deref().unwrap_or_default();
    let lines = rendered.lines().skip_while(|line| *line != "log:").skip(1);
    lines.take_while(|line| line.starts_with("  - ")).map(|line| text::one_line(&line[4..])).collect()
}

/// Returns a diff in which everything is new, the changes first: they are shorter than the log.
fn missing(rendered: &str) -> Vec<DiffLine> {
    let (log, changes) = rendered.split_once("changes:").unwrap_or((rendered, ""));
    let new = |line: &str| DiffLine::New(text::one_line(line.trim()));
    let mut lines = vec![DiffLine::Head("changes".to_owned())];
    lines.extend(changes.lines().filter(|line| !line.trim().is_empty()).map(new));
    lines.push(DiffLine::Head("log".to_owned()));
    lines.extend(log.lines().filter_map(|line| line.strip_prefix("  - ")).map(new));
    lines
}

fn drifted(drift: &Drift) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    let shown = |change: &Option<String>| change.as_deref().map_or_else(|| "unchanged".to_owned(), text::one_line);
    for (path, accepted, now) in &drift.changes {
        lines.push(DiffLine::Head(text::one_line(path)));
        lines.push(DiffLine::Gone(shown(accepted)));
        lines.push(DiffLine::New(shown(now)));
    }
    if !drift.log.is_empty() {
        lines.push(DiffLine::Head("log".to_owned()));
    }
    lines.extend(drift.log.iter().map(|line| match line {
        LogLine::Same(line) => DiffLine::Same(text::one_line(line)),
        LogLine::Gone(line) => DiffLine::Gone(text::one_line(line)),
        LogLine::New(line) => DiffLine::New(text::one_line(line)),
    }));
    lines
}

fn unreadable(problems: &[Problem]) -> Vec<DiffLine> {
    let place = |problem: &Problem| problem.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
    let line = |problem: &Problem| DiffLine::Gone(format!("{}{}", place(problem), problem.message));
    let head = DiffLine::Head("the golden cannot be read".to_owned());
    [head].into_iter().chain(problems.iter().map(line)).collect()
}
