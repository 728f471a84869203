//! Words that an engine spells differently, and the lines of the project file that accept them.

use colored::Colorize;

use crate::report::text::grammar::count;
use crate::report::text::wrapping::filled;
use crate::report::text::wrapping::indented;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::other_spelling::OtherSpelling;
use truthsayer_oracle::judge::spelling::Spelling;

/// One block for each game.
pub(super) fn list(findings: &Findings<'_>) -> String {
    findings.spellings.iter().map(block).collect()
}

fn block(other: &OtherSpelling) -> String {
    let mut text = format!("{} by the engine of {}\n", "spelled differently".red().bold(), other.game.bold());
    for (spelling, expectations) in &other.entries {
        text.push_str(&filled(&format!("{}: {}", sentence(spelling), count(*expectations, "expectation")), 2));
    }
    let claims = match other.settled.len() {
        1 => "In 1 claim, nothing else differs.".to_owned(),
        claims => format!("In {}, nothing else differs.", count(claims, "claim")),
    };
    text.push_str(&filled(&format!("{claims} If this is right, add to truthsayer.yaml:"), 2));
    text + &indented(&other.mapping(), 4) + "\n"
}

fn sentence(spelling: &Spelling) -> String {
    match spelling {
        Spelling::Event { ours, theirs } => format!("event `{ours}` is called `{theirs}`"),
        Spelling::Refusal { ours, theirs } => format!("refusal code `{ours}` is `{theirs}`"),
        Spelling::Value { ours, theirs } => format!("value `{ours}` is `{theirs}`"),
        Spelling::NumberAsText => "numbers are text (\"5\" for 5)".to_owned(),
    }
}
