//! A problem in colour. Without colour, the text equals the `Display` of `Problem`.

use colored::Colorize;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;

/// The problem with its place and help, followed by an empty line.
pub(crate) fn show(problem: &Problem) -> String {
    let severity = problem.kind.severity();
    let severity = if problem.kind.is_warning() { severity.yellow() } else { severity.red() };
    let mut text = format!("{}{} {}\n", severity.bold(), ":".bold(), problem.message.bold());
    if let Some(at) = &problem.place {
        text.push_str(&place(at));
    }
    for help in &problem.help {
        text.push_str(&format!("  {} {}\n", "=".blue(), colour_changes(help)));
    }
    text + "\n"
}

/// Several problems, one after the other.
pub(crate) fn list<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> String {
    problems.into_iter().map(show).collect()
}

/// A place with its line.
pub(crate) fn place(place: &Place) -> String {
    format!("  {} {place}\n{}", "-->".blue(), excerpt(place))
}

fn excerpt(place: &Place) -> String {
    let shown = place.excerpt();
    let number = shown.line.to_string();
    let (margin, indent) = (" ".repeat(number.len()), " ".repeat(shown.indent));
    let (bar, carets) = ("|".blue(), "^".repeat(shown.width));
    format!("  {} {bar} {}\n  {margin} {bar} {indent}{}\n", number.blue(), shown.text, carets.red().bold())
}

/// Removed words in red and added words in green.
fn colour_changes(line: &str) -> String {
    let colour = |word: &str| match word {
        removed if removed.starts_with("[-") && removed.ends_with("-]") => removed.red().to_string(),
        added if added.starts_with("{+") && added.ends_with("+}") => added.green().to_string(),
        other => other.to_owned(),
    };
    line.split(' ').map(colour).collect::<Vec<_>>().join(" ")
}
