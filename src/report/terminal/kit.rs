//! What `engine check` found: a list of what passes and what to mend.

use colored::Colorize;

use crate::report::screen::filled;

/// One thing that was tried on an engine.
pub(crate) struct CheckRow {
    pub name: &'static str,
    /// None when it could not be tried.
    pub passes: Option<bool>,
    pub message: String,
    /// What to do about it; empty when there is nothing to do.
    pub advice: String,
}

pub(crate) fn engine_check(rows: &[CheckRow], quiet: bool) -> String {
    let widest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows.iter().filter(|row| !quiet || row.passes == Some(false)) {
        let word = match row.passes {
            Some(true) => "passes ".green(),
            Some(false) => "mend   ".red().bold(),
            None => "untried".yellow(),
        };
        text.push_str(&format!("{word}  {:widest$}  {}\n", row.name, row.message));
        text.push_str(&filled(&row.advice, 9));
    }
    let number = |passes| rows.iter().filter(|row| row.passes == passes).count();
    let (passing, wrong, untried) = (number(Some(true)), number(Some(false)), number(None));
    text.push_str(&format!("{passing} pass, {wrong} to mend, {untried} untried\n"));
    text
}
