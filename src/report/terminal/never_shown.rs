//! Events, fields and paths that an engine never shows, and the `observes` line that declares what it shows.

use colored::Colorize;

use crate::report::text::grammar;
use crate::report::text::wrapping::filled;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::never_shown::NeverShown;

/// One block for each game.
pub(super) fn list(findings: &Findings<'_>) -> String {
    findings.never_shown.iter().map(block).collect()
}

fn block(never: &NeverShown) -> String {
    let mut text = format!("{} by the engine of {}\n", "never shown".red().bold(), never.game.bold());
    for entry in &never.entries {
        let example =
            entry.claims.first().map_or(String::new(), |claim| format!(", for example in {}", claim.scenario));
        text.push_str(&filled(&format!("{}{example}", grammar::never_shown(entry, |name| format!("`{name}`"))), 2));
    }
    text.push_str(&filled("If the engine cannot show this, declare in `hello` what it shows:", 2));
    text.push_str(&format!("    \"observes\": {}\n", grammar::observes(&never.declares)));
    text.push_str(&filled(
        "The adapters take the same map: `observes = {…}` in Python, `static observes = {…};` in Node.",
        2,
    ));
    text.push('\n');
    text
}
