//! A draft: a finding as a scenario file. It claims nothing: which engine is right is for a person to say.

use crate::oracle::block;
use crate::oracle::fingerprint;
use crate::oracle::flow_style;
use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::finding::Finding;
use crate::protocol::Data;
use crate::protocol::SwitchNote;
use crate::protocol::text;

/// The folder of a game's scenarios in which drafts are laid.
pub(crate) const FOLDER: &str = "found";

/// How the first lines of a draft begin, and how it is tagged: as found, and once somebody wants to finish it, as kept.
pub(crate) const MARK: &str = "# Found by a hunt: ";
pub(crate) const DIFFERS: &str = "# What differs: ";
pub(crate) const FOUND: &str = "found";
pub(crate) const KEPT: &str = "kept";

/// The line by which a draft is tagged.
pub(crate) fn tags(kept: bool) -> String {
    if kept { format!("tags: [{FOUND}, {KEPT}]\n") } else { format!("tags: [{FOUND}]\n") }
}

/// How many clauses are offered.
const MOST_CLAUSES: usize = 12;
const LONGEST_NAME: usize = 48;

/// A scenario file that is still to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    pub id: String,
    pub text: String,
}

impl Draft {
    /// A finding in words. The same finding always has the same name.
    pub(crate) fn of(finding: &Finding, contest: &Contest<'_>, game: &str) -> Draft {
        let task = &finding.task;
        let rival = contest.rival_name(finding.rival);
        let name = if contest.is_by_switch() { &rival } else { &finding.difference.group };
        let steps = Data::Array(task.when.clone()).to_string();
        let print = fingerprint::of(&[&task.given.to_string(), &steps, &rival]);
        let id = format!("{game}/{FOLDER}/{}-{}", slug(name), &print[..6]);
        Draft { id, text: draft_text(finding, contest, game) }
    }
}

/// A name for a file: words with `-` between them.
fn slug(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let mut name = String::new();
    for word in plain.split('-').filter(|word| !word.is_empty()) {
        if name.len() + word.len() >= LONGEST_NAME {
            break;
        }
        name.push_str(if name.is_empty() { "" } else { "-" });
        name.push_str(word);
    }
    if name.is_empty() { "difference".to_owned() } else { name }
}

fn draft_text(finding: &Finding, contest: &Contest<'_>, game: &str) -> String {
    let (home, rival) = (contest.home(), contest.rival_name(finding.rival));
    let comment = |line: &str| format!("# {}\n", text::one_line(line));
    let first = format!("{} and {rival} differ. Who is right is for a person to say.", home.name);
    let mut text = format!("{MARK}{}\n", text::one_line(&first));
    text.push_str(&format!("{DIFFERS}{}\n", text::one_line(&finding.difference.group)));
    text.push_str(&comment(&format!("  {}: {}", home.name, finding.difference.sides[0])));
    text.push_str(&comment(&format!("  {rival}: {}", finding.difference.sides[1])));
    let clauses = clauses(finding, contest);
    if !clauses.is_empty() {
        text.push_str("# Clauses that took effect, to be cited where they decide:\n");
        clauses.iter().for_each(|note| text.push_str(&comment(&format!("  {} \"{}\"", note.cite, note.quote))));
    }
    let title = match contest.is_by_switch() {
        true => format!("A play that is another one {rival}"),
        false => format!("{} and {rival} differ: {}", home.name, finding.difference.group),
    };
    text.push_str(&format!("scenario: {}\n", flow_style::key_text(&text::one_line(&title))));
    text.push_str(&format!("game: {}\n", flow_style::key_text(game)));
    text.push_str("draft: true      # take this out when the claims are written\n");
    text.push_str(&tags(false));
    text + &set_up(&finding.task.given) + &block::entry("when", &Data::Array(finding.task.when.clone()))
}

/// What a scenario says at its top is part of the set-up that an engine is given.
fn set_up(given: &Data) -> String {
    let mut given = given.clone();
    let mut text = String::new();
    if let Some(map) = given.as_object_mut()
        && map.get("unscripted").and_then(Data::as_str) == Some("decline")
    {
        map.remove("unscripted");
        text.push_str("unscripted: decline\n");
    }
    text + &block::entry("given", &given)
}

/// The clauses that took effect on either side; the one that is sought goes first.
fn clauses<'a>(finding: &Finding, contest: &'a Contest<'_>) -> Vec<&'a SwitchNote> {
    let fired = finding.fired();
    let sought = |note: &SwitchNote| contest.switch(&note.name) == Some(finding.rival);
    let switches = &contest.home().maker.profile().switches;
    let first = switches.iter().filter(|note| sought(note));
    let others = switches.iter().filter(|note| !sought(note) && fired.contains(&note.name));
    first.chain(others).take(MOST_CLAUSES).collect()
}
