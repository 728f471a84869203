//! What an engine never shows: one line for each thing, and how the engine can declare what it does show.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::never_shown::NeverShown;
use crate::report::screen::filled;
use crate::report::wording;

/// One block for each game.
pub(super) fn list(findings: &Findings<'_>) -> String {
    findings.never_shown.iter().map(block).collect()
}

fn block(never: &NeverShown) -> String {
    let mut text = format!("{} by the engine of {}\n", "never shown".red().bold(), never.game.bold());
    for entry in &never.entries {
        let example = entry.claims.first().map_or(String::new(), |claim| format!(", e.g. {}", claim.scenario));
        text.push_str(&filled(&format!("{}{example}", wording::never_shown(entry, |name| format!("`{name}`"))), 2));
    }
    text.push_str(&filled("If the engine cannot show this, declare in `hello` what it shows:", 2));
    text.push_str(&format!("    \"observes\": {}\n", wording::observes(&never.declares)));
    text.push_str(&filled(
        "The adapters take the same map: `observes = {…}` in Python, `static observes = {…};` in Node.",
        2,
    ));
    text.push('\n');
    text
}
