//! Outcomes that nobody has accepted, each with what differs from its golden.

use crate::oracle::drift::Drift;
use crate::oracle::drift::LogLine;
use crate::oracle::findings::Findings;
use crate::oracle::golden::Goldens;
use crate::oracle::golden::Standing;
use crate::oracle::problem::Problem;
use crate::oracle::review;
use crate::oracle::review::DiffLine;
use crate::oracle::review::How;
use crate::oracle::review::Item;
use crate::oracle::review::Matter;
use crate::oracle::review::SeenFile;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::text;

/// Whether an outcome waits for somebody: its scenario conforms, and no golden says the same. While a claim fails there
/// is nothing to accept.
pub(crate) fn waits(judged: &Judged<'_>) -> bool {
    judged.verdict == Verdict::Conforms && judged.rendered.is_some() && how(judged).is_some()
}

fn how(judged: &Judged<'_>) -> Option<How> {
    match judged.standing.as_ref()? {
        Standing::Accepted => None,
        Standing::Missing => Some(How::Missing),
        Standing::Drifted(_) => Some(How::Drifted),
        Standing::Unreadable(_) => Some(How::Unreadable),
    }
}

/// An outcome to be looked at.
pub(crate) fn item(judged: &Judged<'_>, findings: &Findings<'_>, goldens: Goldens<'_>) -> Option<Item> {
    let (scenario, how) = (judged.scenario, how(judged)?);
    let rendered = judged.rendered.as_deref().unwrap_or_default();
    let diff = match &judged.standing {
        Some(Standing::Drifted(drift)) => drifted(drift),
        Some(Standing::Unreadable(problems)) => [unreadable(problems), missing(rendered)].concat(),
        _ => missing(rendered),
    };
    let root = &findings.suite.project.root;
    let seen = [scenario.place.file.path.clone(), goldens.path(&scenario.id)];
    Some(Item {
        id: scenario.id.clone(),
        matter: Matter::Outcome { how, rendered: rendered.to_owned() },
        title: scenario.title.clone(),
        rules: review::rule_texts(scenario.claims.iter().map(|claim| &claim.citation), &findings.suite.book),
        diff,
        log: log(judged),
        board: review::board(judged, findings),
        seen: seen.iter().map(|path| SeenFile::now(root, path)).collect(),
    })
}

/// Every entry of the log of a play, on a line.
pub(super) fn log(judged: &Judged<'_>) -> Vec<String> {
    let rendered = judged.rendered.as_deref().unwrap_or_default();
    let lines = rendered.lines().skip_while(|line| *line != "log:").skip(1);
    lines.take_while(|line| line.starts_with("  - ")).map(|line| text::one_line(&line[4..])).collect()
}

/// Everything is new, the changes first: they are shorter than the log.
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
    let head = DiffLine::Head("the golden that is there cannot be read".to_owned());
    [head].into_iter().chain(problems.iter().map(line)).collect()
}
