//! The results of `engine check`.

use colored::Colorize;

use crate::report::text::grammar::count;
use crate::report::text::wrapping::filled;

/// One check of an engine.
pub(crate) struct CheckRow {
    pub name: &'static str,
    /// None if the check could not run.
    pub passes: Option<bool>,
    pub message: String,
    /// How to fix it; empty if nothing is wrong.
    pub advice: String,
}

pub(crate) fn engine_check(rows: &[CheckRow], quiet: bool) -> String {
    let widest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows.iter().filter(|row| !quiet || row.passes == Some(false)) {
        let word = match row.passes {
            Some(true) => "pass   ".green(),
            Some(false) => "fail   ".red().bold(),
            None => "not run".yellow(),
        };
        text.push_str(&format!("{word}  {:widest$}  {}\n", row.name, row.message));
        text.push_str(&filled(&row.advice, 9));
    }
    let number = |passes| rows.iter().filter(|row| row.passes == passes).count();
    let (passed, failed, not_run) = (number(Some(true)), number(Some(false)), number(None));
    text.push_str(&format!("{} passed, {failed} failed, {not_run} did not run\n", count(passed, "check")));
    text
}
