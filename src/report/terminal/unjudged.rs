//! Scenarios without a judgement: no answer, unsupported, or nothing observed.

use colored::Colorize;

use crate::report::terminal::indent;
use crate::report::terminal::problem;
use crate::report::text::fault_help;
use crate::report::text::grammar::count;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Fault;

/// One block for each reason, with its scenarios.
pub(super) fn blocks(judged: &[Judged<'_>], project: &Project) -> String {
    let mut reasons: Vec<(String, Vec<&Judged<'_>>)> = Vec::new();
    for judged in judged {
        let Some(reason) = reason(judged, project) else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, scenarios)) => scenarios.push(judged),
            None => reasons.push((reason, vec![judged])),
        }
    }
    reasons.iter().map(|(reason, scenarios)| block(reason, scenarios)).collect()
}

/// The reason as text; none for a judged scenario.
fn reason(judged: &Judged<'_>, project: &Project) -> Option<String> {
    match &judged.verdict {
        Verdict::NoAnswer(fault) => {
            let words = fault.last_words();
            let words = words.lines().map(|line| format!("  | {line}\n")).collect::<String>();
            let log = if words.is_empty() { String::new() } else { format!("the end of its log (stderr):\n{words}") };
            let help = fault_help::of(fault, &judged.scenario.game, project).map_or(String::new(), |(place, help)| {
                let place = place.map_or(String::new(), |place| problem::place(&place));
                format!("{place}{} {help}\n", "help:".cyan())
            });
            Some(format!("{fault}\n{log}{help}"))
        }
        Verdict::Unsupported(why) => Some(format!("the engine does not support it: {why}\n")),
        Verdict::Unobserved => Some("the engine shows nothing that the claims are about\n".to_owned()),
        Verdict::Pass | Verdict::Fail(_) | Verdict::Invalid(_) | Verdict::Crashed(_) | Verdict::Rejected(_) => None,
    }
}

fn block(reason: &str, scenarios: &[&Judged<'_>]) -> String {
    const MOST: usize = 10;
    let Some(first) = scenarios.first() else { return String::new() };
    let word = match &first.verdict {
        Verdict::Unsupported(_) => "unsupported".yellow().bold(),
        Verdict::Unobserved => "unobserved".yellow().bold(),
        _ => "no-answer".red().bold(),
    };
    if let [only] = scenarios {
        let title = indent(&only.scenario.title, 2);
        return format!("{word} {}\n{title}{}\n", only.scenario.id.bold(), indent(reason, 2));
    }
    let mut text = format!("{word} {}\n{}", count(scenarios.len(), "scenario").bold(), indent(reason, 2));
    text.push_str(match &first.verdict {
        Verdict::NoAnswer(fault) if matches!(**fault, Fault::GivenUp { .. }) => "  not sent to the engine:\n",
        Verdict::NoAnswer(_) => "  sent to the engine:\n",
        _ => "",
    });
    for judged in scenarios.iter().take(MOST) {
        text.push_str(&format!("    {}\n", judged.scenario.id));
    }
    if scenarios.len() > MOST {
        text.push_str(&format!("    and {} more\n", scenarios.len() - MOST));
    }
    text.push('\n');
    text
}
