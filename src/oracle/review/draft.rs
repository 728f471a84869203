//! Drafts that a hunt wrote and nobody has looked at yet, each with what both engines answered.

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::findings::Findings;
use crate::oracle::hunt::draft;
use crate::oracle::review;
use crate::oracle::review::DiffLine;
use crate::oracle::review::Item;
use crate::oracle::review::Matter;
use crate::oracle::review::SeenFile;
use crate::oracle::review::outcome;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial::Judged;
use crate::protocol::text;

/// Whether a hunt wrote it, and nobody has said that it is worth finishing.
pub(crate) fn waits(scenario: &Scenario) -> bool {
    let tagged = |tag: &str| scenario.tags.iter().any(|own| own == tag);
    scenario.is_draft
        && scenario.place.file.text.starts_with(draft::MARK)
        && tagged(draft::FOUND)
        && !tagged(draft::KEPT)
}

/// Why a draft cannot be deleted: somebody has begun to work on it.
pub(crate) fn is_begun(scenario: &Scenario) -> bool {
    !scenario.claims.is_empty()
}

/// The text of a draft that somebody wants to finish. None where its tags are no longer as the hunt wrote them.
pub(crate) fn kept(file: &str) -> Option<String> {
    let line = draft::tags(false);
    let at = file.match_indices(&line).find(|(at, _)| *at == 0 || file[..*at].ends_with('\n'))?.0;
    Some(format!("{}{}{}", &file[..at], draft::tags(true), &file[at + line.len()..]))
}

/// A draft to be looked at.
pub(crate) fn item(judged: &Judged<'_>, findings: &Findings<'_>) -> Item {
    let scenario = judged.scenario;
    let file = &scenario.place.file;
    let (comments, rest): (Vec<&str>, Vec<&str>) = file.text.lines().partition(|line| line.starts_with('#'));
    let cited: Vec<Citation> = comments.iter().filter_map(|line| offered(line)).collect();
    let mut diff: Vec<DiffLine> = answers(&comments).collect();
    diff.push(DiffLine::Head("the scenario".to_owned()));
    // What every draft says stands in the title.
    let heads = ["scenario:", "game:", "draft:", "tags:"];
    let own = rest.iter().filter(|line| !heads.iter().any(|head| line.starts_with(head)));
    diff.extend(own.map(|line| DiffLine::Same(text::one_line(line))));
    Item {
        id: scenario.id.clone(),
        matter: Matter::Draft,
        title: scenario.title.clone(),
        rules: review::rule_texts(&cited, &findings.suite.book),
        diff,
        log: outcome::log(judged),
        board: review::board(judged, findings),
        seen: vec![SeenFile::now(&findings.suite.project.root, &file.path)],
    }
}

/// A clause that a comment offers to be cited: `#   dune/battle.md:23 "words"`.
fn offered(comment: &str) -> Option<Citation> {
    let (address, quote) = comment.strip_prefix("#   ")?.split_once(" \"")?;
    Some(Citation::new(Address::parse(address)?, quote.strip_suffix('"')?))
}

/// What differs, and below it what each engine says.
fn answers(comments: &[&str]) -> impl Iterator<Item = DiffLine> {
    let lines = comments.iter().skip_while(|line| !line.starts_with(draft::DIFFERS));
    let told = lines.take_while(|line| line.starts_with(draft::DIFFERS) || line.starts_with("#   "));
    told.map(|line| match line.strip_prefix("#   ") {
        Some(said) => DiffLine::Same(text::one_line(said)),
        None => DiffLine::Head(text::one_line(line.trim_start_matches("# "))),
    })
}
