//! An audited document: what it says, row by row, and what playing shows.

use crate::oracle::audit;
use crate::oracle::audit::Line;
use crate::oracle::findings::Findings;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::report::wording::count;

/// What marks a file as written here.
pub const SIGNATURE: &str = "Written by `truthsayer audit`.";

pub fn write(source: &str, title: &str, lines: &[Line], findings: &Findings<'_>) -> String {
    let mut body = String::new();
    let (mut rows, mut broken) = (0, 0);
    let mut in_table = false;
    for line in lines {
        match line {
            Line::Heading(text) => {
                body.push_str(&format!("\n{text}\n"));
                in_table = false;
            }
            Line::Row { said, ids } => {
                if !in_table {
                    body.push_str("\n| what it says | what playing shows |\n|---|---|\n");
                    in_table = true;
                }
                let (stands, shown) = shown(ids, findings);
                rows += 1;
                broken += usize::from(!stands);
                body.push_str(&format!("| {said} | {shown} |\n"));
            }
        }
    }
    let off: Vec<String> = findings.without.iter().map(|name| format!("`{name}`")).collect();
    let engine = if off.is_empty() {
        "the engine as it is".to_owned()
    } else {
        format!("{title}: the engine without {}", off.join(", "))
    };
    format!(
        "# Audit of {source}\n\n{SIGNATURE} Every row of that page was played on {engine}.\n\n\
         Of {}, {broken} {} not stand when played.\n{body}",
        count(rows, "row"),
        if broken == 1 { "does" } else { "do" },
    )
}

/// Whether a row stands, and what its scenarios show.
fn shown(ids: &[String], findings: &Findings<'_>) -> (bool, String) {
    let played: Vec<&Judged<'_>> = ids
        .iter()
        .flat_map(|id| audit::matching(findings.suite, id))
        .filter_map(|scenario| findings.judged(&scenario.id))
        .collect();
    let failing: Vec<&&Judged<'_>> = played.iter().filter(|judged| judged.verdict != Verdict::Conforms).collect();
    match failing.first() {
        None => (true, format!("✅ holds in {}", count(played.len(), "scenario"))),
        Some(first) => {
            let more = if failing.len() > 1 { format!(" (and {} more)", failing.len() - 1) } else { String::new() };
            (false, format!("❌ `{}`{more}: {}", first.scenario.id, why(first)))
        }
    }
}

fn why(judged: &Judged<'_>) -> String {
    let plain = |text: &str| text.replace('`', "'").replace('|', "\\|");
    match &judged.verdict {
        Verdict::Conforms => String::new(),
        Verdict::Deviates(deviations) => deviations.first().map_or(String::new(), |first| {
            format!(
                "{}: expected `{}`, actual `{}`",
                plain(&first.subject),
                plain(&first.expected),
                plain(&first.actual)
            )
        }),
        Verdict::Misposed(problems) => problems.first().map_or(String::new(), |first| plain(&first.message)),
        Verdict::Unanswered(fault) => plain(&fault.to_string()),
        Verdict::Unsupported(why) => format!("the engine does not play it: {}", plain(why)),
    }
}
