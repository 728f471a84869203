//! Drafts of a hunt that wait for a reviewer, with the answers of both engines.

use crate::evidence::findings::Findings;
use crate::hunt::draft;
use crate::judge::play_and_judge::Judged;
use crate::review;
use crate::review::DiffLine;
use crate::review::Item;
use crate::review::ItemKind;
use crate::review::SeenFile;
use crate::review::outcome;
use crate::rulebook::address::Address;
use crate::rulebook::citation::Citation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::text;

/// Returns whether a hunt wrote the draft and no reviewer has kept it.
pub fn waits(scenario: &Scenario) -> bool {
    let tagged = |tag: &str| scenario.tags.iter().any(|own| own == tag);
    scenario.is_draft
        && scenario.place.file.text.starts_with(draft::MARK)
        && tagged(draft::FOUND)
        && !tagged(draft::KEPT)
}

/// Returns whether the author has started to edit a draft, so that it must not be deleted.
pub fn is_begun(scenario: &Scenario) -> bool {
    !scenario.claims.is_empty()
}

/// Returns the text of a draft that the reviewer keeps. `None` if its tags are not as the hunt wrote them.
pub fn kept(file: &str) -> Option<String> {
    let line = draft::tags(false);
    let at = file.match_indices(&line).find(|(at, _)| *at == 0 || file[..*at].ends_with('\n'))?.0;
    Some(format!("{}{}{}", &file[..at], draft::tags(true), &file[at + line.len()..]))
}

/// Returns the item for a draft.
pub fn item(judged: &Judged<'_>, findings: &Findings<'_>) -> Item {
    let scenario = judged.scenario;
    let file = &scenario.place.file;
    let (comments, rest): (Vec<&str>, Vec<&str>) = file.text.lines().partition(|line| line.starts_with('#'));
    let cited: Vec<Citation> = comments.iter().filter_map(|line| offered(line)).collect();
    let mut diff: Vec<DiffLine> = answers(&comments).collect();
    diff.push(DiffLine::Head("the scenario".to_owned()));
    // The title already contains these lines.
    let heads = ["scenario:", "game:", "draft:", "tags:"];
    let own = rest.iter().filter(|line| !heads.iter().any(|head| line.starts_with(head)));
    diff.extend(own.map(|line| DiffLine::Same(text::one_line(line))));
    Item {
        id: scenario.id.clone(),
        matter: ItemKind::Draft,
        title: scenario.title.clone(),
        rules: review::rule_texts(&cited, &findings.suite.book),
        // The changes show the whole file.
        script: review::script(scenario),
        diff,
        log: outcome::log(judged),
        board: review::board(judged, findings),
        seen: vec![SeenFile::now(&findings.suite.project.root, &file.path)],
    }
}

/// Parses a clause that a comment suggests to cite: `#   dune/battle.md:23 "words"`.
fn offered(comment: &str) -> Option<Citation> {
    let (address, quote) = comment.strip_prefix("#   ")?.split_once(" \"")?;
    Some(Citation::new(Address::parse(address)?, quote.strip_suffix('"')?))
}

/// Returns the difference, followed by the answers of both engines.
fn answers(comments: &[&str]) -> impl Iterator<Item = DiffLine> {
    let lines = comments.iter().skip_while(|line| !line.starts_with(draft::DIFFERS));
    let answers = lines.take_while(|line| line.starts_with(draft::DIFFERS) || line.starts_with("#   "));
    answers.map(|line| match line.strip_prefix("#   ") {
        Some(said) => DiffLine::Same(text::one_line(said)),
        None => DiffLine::Head(text::one_line(line.trim_start_matches("# "))),
    })
}
