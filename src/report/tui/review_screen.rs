//! Draws the screen of `review`. Handles no keys and no files.

use crate::report::text::board;
use crate::report::tui::frame::Ink;
use crate::report::tui::frame::ScreenLine;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::review::DiffLine;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::review::ItemKind;
use truthsayer_oracle::rulebook::history::word_diff::Word;
use truthsayer_protocol::text;

/// The view below the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The rules on the left, the change on the right.
    Diff,
    Log,
    Board,
    Help,
}

/// The decision on an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Accepted,
    Rejected,
    Skipped,
}

/// The content of the last lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Prompt {
    Keys,
    /// Asks for confirmation before it deletes a draft.
    Delete(String),
    /// The reason typed so far.
    Reason(String),
}

/// The state of the screen.
#[derive(Debug)]
pub(crate) struct Desk<'a> {
    pub items: &'a [Item],
    pub decided: &'a [Option<Decision>],
    pub at: usize,
    pub pane: Pane,
    /// Scroll offset of the right side, or of a view without sides.
    pub offset: usize,
    /// Scroll offset of the rules on the left.
    pub rules_offset: usize,
    pub prompt: &'a Prompt,
    /// The result of the last key.
    pub note: &'a str,
    /// The reason stored with accepted items.
    pub reason: &'a str,
}

/// Minimum size of the screen.
pub(crate) const SMALLEST: (usize, usize) = (40, 10);
/// Lines outside the body: title, its text, two separators and two lines at the bottom.
const AROUND: usize = 6;

const HELP: &[(&str, &str)] = &[
    ("a", "accept: the outcome becomes the golden, new rule words are reviewed, a draft is kept"),
    ("r", "reject: discard a proposed outcome, or delete a draft (asks first)"),
    ("s →", "skip to the next item"),
    ("b ←", "back to the previous item"),
    ("d", "the rule and the change, side by side"),
    ("l", "the event log"),
    ("o", "the board before and after, if there is one"),
    ("↑ ↓ PgUp PgDn", "scroll (also j, k and space)"),
    ("Tab", "switch scrolling between the rules and the change"),
    ("w", "why: type a reason to store with every item accepted from now on"),
    ("q", "quit; decisions made so far are kept"),
    ("Enter", "does nothing"),
];

/// Number of lines of the body.
pub(crate) fn body_height(height: usize) -> usize {
    height.saturating_sub(AROUND)
}

/// Draws the screen: exactly its number of lines, each exactly its width.
pub(crate) fn frame(desk: &Desk<'_>, width: usize, height: usize) -> Vec<ScreenLine> {
    let fitted = |lines: Vec<ScreenLine>| -> Vec<ScreenLine> {
        let padding = std::iter::repeat_with(ScreenLine::default);
        lines.into_iter().chain(padding).take(height).map(|line| line.fitted(width)).collect()
    };
    let Some(item) = desk.items.get(desk.at).filter(|_| width >= SMALLEST.0 && height >= SMALLEST.1) else {
        let (columns, rows) = SMALLEST;
        return fitted(vec![ScreenLine::new(&format!("needs {columns} × {rows}; q quits"), Ink::Bold)]);
    };
    let body = body(desk, item, width);
    let mut lines = vec![title(desk, item, width), ScreenLine::new(&item.title, Ink::Bold).cut(width)];
    lines.push(rule(desk, width, None));
    lines.extend(body.visible(desk, body_height(height)));
    lines.push(rule(desk, width, Some(body.position(desk, body_height(height)))));
    lines.extend(bottom(desk).into_iter().map(|line| line.cut(width)));
    fitted(lines)
}

/// Maximum scroll offsets of the rules and of the rest.
pub(crate) fn furthest(desk: &Desk<'_>, width: usize, height: usize) -> (usize, usize) {
    let Some(item) = desk.items.get(desk.at) else { return (0, 0) };
    let body = body(desk, item, width);
    let room = body_height(height);
    (body.left.len().saturating_sub(room), body.right.len().saturating_sub(room))
}

fn title(desk: &Desk<'_>, item: &Item, width: usize) -> ScreenLine {
    let left = format!(" review {}/{}  {}  {}", desk.at + 1, desk.items.len(), item.matter.name(), item.id);
    let right = match desk.decided.get(desk.at).copied().flatten() {
        Some(Decision::Accepted) => " accepted ",
        Some(Decision::Rejected) => " rejected ",
        Some(Decision::Skipped) => " skipped ",
        None => "",
    };
    let room = width.saturating_sub(right.len());
    let left = ScreenLine::new(&left, Ink::Title).cut(room).fitted(room);
    let gap = ScreenLine::new(&left.painted(false), Ink::Title);
    gap.then(right, Ink::Title)
}

/// A separator; the lower one shows the scroll position.
fn rule(desk: &Desk<'_>, width: usize, position: Option<String>) -> ScreenLine {
    let mut text = "─".repeat(width);
    if desk.pane == Pane::Diff {
        let joint = if position.is_some() { "┴" } else { "┬" };
        let at = left_width(width) + 1;
        text = format!("{}{joint}{}", "─".repeat(at), "─".repeat(width.saturating_sub(at + 1)));
    }
    let position = position.filter(|text| !text.is_empty() && text.chars().count() + 4 < width);
    let Some(position) = position else { return ScreenLine::new(&text, Ink::Faint) };
    let kept = width - position.chars().count() - 4;
    ScreenLine::new(&text, Ink::Faint).fitted(kept).then(&format!(" {position} "), Ink::Faint).then("──", Ink::Faint)
}

fn left_width(width: usize) -> usize {
    width * 2 / 5
}

/// The two sides of the body. Without a left side, the right one has the whole width.
struct Body {
    left: Vec<ScreenLine>,
    left_width: usize,
    right: Vec<ScreenLine>,
}

impl Body {
    fn visible(&self, desk: &Desk<'_>, height: usize) -> Vec<ScreenLine> {
        let row =
            |lines: &[ScreenLine], offset: usize, index: usize| lines.get(offset + index).cloned().unwrap_or_default();
        let both = |index: usize| {
            let right = row(&self.right, desk.offset, index);
            match self.left_width {
                0 => right,
                width => {
                    let left = row(&self.left, desk.rules_offset, index).fitted(width);
                    left.then(" │ ", Ink::Faint).followed_by(right)
                }
            }
        };
        (0..height).map(both).collect()
    }

    /// The range of visible lines, if not all are visible.
    fn position(&self, desk: &Desk<'_>, height: usize) -> String {
        let range = |name: &str, lines: &[ScreenLine], offset: usize| match lines.len() > height {
            true => format!("{name} {}-{} of {}", offset + 1, (offset + height).min(lines.len()), lines.len()),
            false => String::new(),
        };
        let sides = [range("rule", &self.left, desk.rules_offset), range("lines", &self.right, desk.offset)];
        sides.into_iter().filter(|side| !side.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

fn body(desk: &Desk<'_>, item: &Item, width: usize) -> Body {
    let whole = |right: Vec<ScreenLine>| Body { left: Vec::new(), left_width: 0, right };
    match desk.pane {
        Pane::Diff => {
            let left_width = left_width(width);
            let right = item.diff.iter().flat_map(|line| diff_line(line).folded(width - left_width - 3, 4)).collect();
            Body { left: rules(item, left_width), left_width, right }
        }
        Pane::Log => whole(log(item, width)),
        Pane::Board => whole(boards(item, width)),
        Pane::Help => whole(help(width)),
    }
}

/// The rules, with «» around the quoted words.
pub(crate) fn rules(item: &Item, width: usize) -> Vec<ScreenLine> {
    let mut lines = Vec::new();
    for rule in &item.rules {
        lines.push(ScreenLine::new(&rule.address, Ink::Address));
        let text = rule.parts.iter().fold(ScreenLine::default(), |line, (part, quoted)| match quoted {
            true => line.then("«", Ink::Quoted).then(part, Ink::Quoted).then("»", Ink::Quoted),
            false => line.then(part, Ink::Plain),
        });
        lines.extend(text.folded(width, 0));
        lines.push(ScreenLine::default());
    }
    if lines.is_empty() {
        lines.push(ScreenLine::new("no rule", Ink::Faint));
    }
    // The changes of a draft show its file.
    let script = item.script.iter().filter(|_| item.matter != ItemKind::Draft);
    for (key, data) in script {
        let text = yaml_block::entry(key, data);
        lines.extend(text.lines().flat_map(|line| ScreenLine::new(&text::one_line(line), Ink::Plain).folded(width, 4)));
    }
    lines
}

/// A line of the change.
pub(crate) fn diff_line(line: &DiffLine) -> ScreenLine {
    match line {
        DiffLine::Head(text) => ScreenLine::new(text, Ink::Bold),
        DiffLine::Same(text) => ScreenLine::new("  ", Ink::Plain).then(text, Ink::Plain),
        DiffLine::Gone(text) => ScreenLine::new("- ", Ink::Gone).then(text, Ink::Gone),
        DiffLine::New(text) => ScreenLine::new("+ ", Ink::New).then(text, Ink::New),
        DiffLine::Words(words) => words.iter().fold(ScreenLine::new(" ", Ink::Plain), |line, word| match word {
            Word::Both(word) => line.then(&format!(" {word}"), Ink::Plain),
            Word::Quoted(word) => line.then(" ", Ink::Plain).then(&format!("[-{word}-]"), Ink::Gone),
            Word::Ruled(word) => line.then(" ", Ink::Plain).then(&format!("{{+{word}+}}"), Ink::New),
        }),
    }
}

fn log(item: &Item, width: usize) -> Vec<ScreenLine> {
    if item.log.is_empty() {
        let why = match item.matter {
            ItemKind::Stale { .. } => "a rule has no log",
            ItemKind::Outcome { .. } | ItemKind::Draft => "the log is empty",
        };
        return vec![ScreenLine::new(why, Ink::Faint)];
    }
    let entry = |(number, entry): (usize, &String)| {
        let (name, data) = entry.split_once(':').unwrap_or((entry, ""));
        let line = ScreenLine::new(&format!("{number:>4} "), Ink::Faint).then(name, Ink::Address);
        line.then(&format!(" {}", data.trim_start()), Ink::Plain).folded(width, 7)
    };
    (1..).zip(&item.log).flat_map(entry).collect()
}

fn boards(item: &Item, width: usize) -> Vec<ScreenLine> {
    let Some((note, outcome)) = &item.board else {
        return vec![ScreenLine::new("the engine shows no board", Ink::Faint)];
    };
    let drawn = board::before_and_after_within(note, outcome, false, width);
    drawn.lines().map(|line| ScreenLine::new(line, Ink::Plain)).collect()
}

fn help(width: usize) -> Vec<ScreenLine> {
    const COLUMN: usize = 16;
    let row = |(keys, does): &(&str, &str)| {
        let line = ScreenLine::new(keys, Ink::Bold).fitted(COLUMN);
        line.then(does, Ink::Plain).folded(width, COLUMN)
    };
    HELP.iter().flat_map(row).collect()
}

/// The result of the last key, and the available keys.
fn bottom(desk: &Desk<'_>) -> Vec<ScreenLine> {
    let note = match (desk.note.is_empty(), desk.reason.is_empty()) {
        (true, false) => ScreenLine::new(&format!("why: {}", desk.reason), Ink::Faint),
        _ => ScreenLine::new(desk.note, Ink::Quoted),
    };
    let keys = match desk.prompt {
        Prompt::Keys => keys(&[
            ("a", "accept"),
            ("r", "reject"),
            ("s", "skip"),
            ("b", "back"),
            ("l", "log"),
            ("o", "board"),
            ("d", "diff"),
            ("?", "help"),
            ("q", "quit"),
        ]),
        Prompt::Delete(path) => {
            let question = ScreenLine::new("press y to delete this file; any other key keeps it", Ink::Bold);
            return vec![ScreenLine::new(path, Ink::Quoted), question];
        }
        Prompt::Reason(typed) => ScreenLine::new("why? ", Ink::Bold).then(typed, Ink::Plain).then("▏", Ink::Plain),
    };
    vec![note, keys]
}

fn keys(all: &[(&str, &str)]) -> ScreenLine {
    all.iter().fold(ScreenLine::default(), |line, (key, does)| {
        line.then(key, Ink::Bold).then(&format!(" {does}  "), Ink::Plain)
    })
}
