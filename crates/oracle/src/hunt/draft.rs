//! A draft: a finding as a scenario file. It has no claims: the author decides which engine is right.

use crate::base::hash;
use crate::base::yaml_block;
use crate::base::yaml_flow;
use crate::hunt::finding::Finding;
use crate::hunt::sides::Sides;
use truthsayer_protocol::Data;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::text;

/// Folder for drafts in a game's scenarios.
pub const FOLDER: &str = "found";

/// First words of a draft, and its tags: as found, and as kept after review.
pub(crate) const MARK: &str = "# Found by a hunt: ";
pub(crate) const DIFFERS: &str = "# What differs: ";
pub(crate) const FOUND: &str = "found";
pub(crate) const KEPT: &str = "kept";

/// Returns the line with the tags of a draft.
pub(crate) fn tags(kept: bool) -> String {
    if kept { format!("tags: [{FOUND}, {KEPT}]\n") } else { format!("tags: [{FOUND}]\n") }
}

/// Maximum number of suggested clauses.
const MOST_CLAUSES: usize = 12;
const LONGEST_NAME: usize = 48;

/// A scenario file for review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub id: String,
    pub text: String,
}

impl Draft {
    /// Creates the draft of a finding. The same finding always has the same name.
    pub fn of(finding: &Finding, contest: &Sides<'_>, game: &str) -> Draft {
        let task = &finding.task;
        let rival = contest.rival_name(finding.rival);
        let name = if contest.is_by_switch() { &rival } else { &finding.difference.group };
        let steps = Data::Array(task.when.clone()).to_string();
        let hash = hash::of(&[&task.given.to_string(), &steps, &rival]);
        let id = format!("{game}/{FOLDER}/{}-{}", slug(name), &hash[..6]);
        Draft { id, text: draft_text(finding, contest, game) }
    }
}

/// Returns a file name: words joined by `-`.
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

fn draft_text(finding: &Finding, contest: &Sides<'_>, game: &str) -> String {
    let (home, rival) = (contest.home(), contest.rival_name(finding.rival));
    let comment = |line: &str| format!("# {}\n", text::one_line(line));
    let first = format!("{} and {rival} differ. Decide which one is right.", home.name);
    let mut text = format!("{MARK}{}\n", text::one_line(&first));
    text.push_str(&format!("{DIFFERS}{}\n", text::one_line(&finding.difference.group)));
    text.push_str(&comment(&format!("  {}: {}", home.name, finding.difference.sides[0])));
    text.push_str(&comment(&format!("  {rival}: {}", finding.difference.sides[1])));
    finding.notes().iter().for_each(|note| text.push_str(&comment(&format!("  {note}"))));
    let clauses = clauses(finding, contest);
    if !clauses.is_empty() {
        text.push_str("# Clauses that fired; cite those that decide:\n");
        clauses.iter().for_each(|note| text.push_str(&comment(&format!("  {} \"{}\"", note.cite, note.quote))));
    }
    let title = match contest.is_by_switch() {
        true => format!("An outcome that differs {rival}"),
        false => format!("{} and {rival} differ: {}", home.name, finding.difference.group),
    };
    text.push_str(&format!("scenario: {}\n", yaml_flow::key_text(&text::one_line(&title))));
    text.push_str(&format!("game: {}\n", yaml_flow::key_text(game)));
    text.push_str("draft: true      # remove this line when the claims are written\n");
    text.push_str(&tags(false));
    text + &set_up(&finding.task.given) + &yaml_block::entry("when", &Data::Array(finding.task.when.clone()))
}

/// Returns the set-up. Keys of the scenario's top level are moved there.
fn set_up(given: &Data) -> String {
    let mut given = given.clone();
    let mut text = String::new();
    if let Some(map) = given.as_object_mut()
        && map.get("unscripted").and_then(Data::as_str) == Some("decline")
    {
        map.remove("unscripted");
        text.push_str("unscripted: decline\n");
    }
    text + &yaml_block::entry("given", &given)
}

/// Returns the clauses that fired on either side, the target first.
fn clauses<'a>(finding: &Finding, contest: &'a Sides<'_>) -> Vec<&'a SwitchNote> {
    let fired = finding.fired();
    let target = |note: &SwitchNote| contest.switch(&note.name) == Some(finding.rival);
    let switches = &contest.home().maker.profile().switches;
    let first = switches.iter().filter(|note| target(note));
    let others = switches.iter().filter(|note| !target(note) && fired.contains(&note.name));
    first.chain(others).take(MOST_CLAUSES).collect()
}
