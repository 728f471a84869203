//! The state of a review: takes keys, returns actions. Independent of the terminal.

use crate::report::tui::review_screen;
use crate::report::tui::review_screen::Decision;
use crate::report::tui::review_screen::Desk;
use crate::report::tui::review_screen::Pane;
use crate::report::tui::review_screen::Prompt;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::review::ItemKind;

/// A key, independent of the terminal library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyPress {
    Letter(char),
    Enter,
    Escape,
    Backspace,
    Tab,
    Up,
    Down,
    PageUp,
    PageDown,
    Left,
    Right,
}

/// An action that a key requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Accept,
    Reject,
    Quit,
}

pub(super) struct Walkthrough<'s> {
    items: &'s [Item],
    pub(super) decided: Vec<Option<Decision>>,
    at: usize,
    pane: Pane,
    offset: usize,
    rules_offset: usize,
    /// Whether the arrows scroll the rules.
    in_rules: bool,
    prompt: Prompt,
    pub(super) note: String,
    pub(super) reason: String,
    pub(super) size: (usize, usize),
}

impl<'s> Walkthrough<'s> {
    pub(super) fn new(items: &'s [Item], reason: String, size: (usize, usize)) -> Walkthrough<'s> {
        let decided = vec![None; items.len()];
        let (pane, prompt, note) = (Pane::Diff, Prompt::Keys, String::new());
        Walkthrough {
            items,
            decided,
            at: 0,
            pane,
            offset: 0,
            rules_offset: 0,
            in_rules: false,
            prompt,
            note,
            reason,
            size,
        }
    }

    pub(super) fn item(&self) -> &'s Item {
        &self.items[self.at]
    }

    pub(super) fn desk(&self) -> Desk<'_> {
        Desk {
            items: self.items,
            decided: &self.decided,
            at: self.at,
            pane: self.pane,
            offset: self.offset,
            rules_offset: self.rules_offset,
            prompt: &self.prompt,
            note: &self.note,
            reason: &self.reason,
        }
    }

    /// Handles a key. Changes the view, or returns an action.
    pub(super) fn press(&mut self, key: KeyPress) -> Option<Wish> {
        self.note.clear();
        match std::mem::replace(&mut self.prompt, Prompt::Keys) {
            Prompt::Keys => self.command(key),
            Prompt::Delete(_) if key == KeyPress::Letter('y') => Some(Wish::Reject),
            Prompt::Delete(_) => {
                self.note = "nothing is deleted".to_owned();
                None
            }
            Prompt::Reason(typed) => {
                self.type_reason(typed, key);
                None
            }
        }
    }

    fn command(&mut self, key: KeyPress) -> Option<Wish> {
        match key {
            KeyPress::Letter('q') => return Some(Wish::Quit),
            KeyPress::Letter('a') => return self.if_open(Wish::Accept),
            KeyPress::Letter('r') => return self.reject(),
            KeyPress::Letter('s' | 'n') | KeyPress::Right => self.skip(),
            KeyPress::Letter('b' | 'p') | KeyPress::Left => self.back(),
            KeyPress::Letter('l') => self.show(Pane::Log),
            KeyPress::Letter('o') => self.show(Pane::Board),
            KeyPress::Letter('?' | 'h') => self.show(Pane::Help),
            KeyPress::Letter('d') | KeyPress::Escape => self.show(Pane::Diff),
            KeyPress::Letter('w') => self.prompt = Prompt::Reason(self.reason.clone()),
            KeyPress::Tab => self.change_side(),
            KeyPress::Up | KeyPress::Letter('k') => self.scroll(-1),
            KeyPress::Down | KeyPress::Letter('j') => self.scroll(1),
            KeyPress::PageUp => self.scroll(-self.page()),
            KeyPress::PageDown | KeyPress::Letter(' ') => self.scroll(self.page()),
            KeyPress::Enter => self.note = "Enter does nothing: press a to accept, s to skip, ? for help".to_owned(),
            KeyPress::Letter(_) | KeyPress::Backspace => self.note = "unknown key: press ? for help".to_owned(),
        }
        None
    }

    /// Refuses to decide an item twice.
    fn if_open(&mut self, wish: Wish) -> Option<Wish> {
        match self.decided[self.at] {
            Some(Decision::Accepted) => self.note = "this item is already accepted".to_owned(),
            Some(Decision::Rejected) => self.note = "this item is already rejected".to_owned(),
            Some(Decision::Skipped) | None => return Some(wish),
        }
        None
    }

    fn reject(&mut self) -> Option<Wish> {
        let wish = self.if_open(Wish::Reject)?;
        if self.item().matter == ItemKind::Draft {
            self.prompt = Prompt::Delete(format!("{}.yaml", self.item().id));
            return None;
        }
        Some(wish)
    }

    fn skip(&mut self) {
        self.decided[self.at].get_or_insert(Decision::Skipped);
        self.next();
    }

    /// Moves to the next item, or notes that there is none.
    fn next(&mut self) {
        if self.at + 1 < self.items.len() {
            self.go(self.at + 1);
        } else {
            let sign = if self.note.is_empty() { "" } else { " · " };
            self.note.push_str(&format!("{sign}that was the last item: press q to quit, b to go back"));
        }
    }

    fn back(&mut self) {
        match self.at.checked_sub(1) {
            Some(before) => self.go(before),
            None => self.note = "this is the first item".to_owned(),
        }
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        (self.offset, self.rules_offset, self.in_rules) = (0, 0, false);
        self.pane = Pane::Diff;
    }

    fn show(&mut self, pane: Pane) {
        self.pane = if self.pane == pane { Pane::Diff } else { pane };
        self.offset = 0;
    }

    /// Switches what the arrows scroll.
    fn change_side(&mut self) {
        self.in_rules = !self.in_rules;
        let side = if self.in_rules { "the rules" } else { "the change" };
        self.note = format!("the arrows scroll {side}");
    }

    fn page(&self) -> isize {
        review_screen::body_height(self.size.1).saturating_sub(1).max(1).cast_signed()
    }

    fn scroll(&mut self, by: isize) {
        let (rules, rest) = review_screen::furthest(&self.desk(), self.size.0, self.size.1);
        let moved = |offset: usize, most: usize| offset.saturating_add_signed(by).min(most);
        match self.in_rules && self.pane == Pane::Diff {
            true => self.rules_offset = moved(self.rules_offset, rules),
            false => self.offset = moved(self.offset, rest),
        }
    }

    fn type_reason(&mut self, mut typed: String, key: KeyPress) {
        match key {
            KeyPress::Enter => {
                self.reason = typed.trim().to_owned();
                return;
            }
            KeyPress::Escape => return,
            KeyPress::Letter(letter) => typed.push(letter),
            KeyPress::Backspace => {
                typed.pop();
            }
            _ => {}
        }
        self.prompt = Prompt::Reason(typed);
    }

    /// Stores the decision on the current item, if any, and moves to the next one.
    pub(super) fn settle(&mut self, decision: Option<Decision>, note: &str) {
        self.note = note.to_owned();
        if decision.is_some() {
            self.decided[self.at] = decision;
            self.next();
        }
    }

    /// Limits the scroll offsets after a resize.
    pub(super) fn resize(&mut self, size: (usize, usize)) {
        self.size = size;
        let (rules, rest) = review_screen::furthest(&self.desk(), size.0, size.1);
        (self.rules_offset, self.offset) = (self.rules_offset.min(rules), self.offset.min(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truthsayer_oracle::review::DiffLine;
    use truthsayer_oracle::review::GoldenState;
    use truthsayer_oracle::review::RuleText;

    fn item(id: &str, matter: ItemKind) -> Item {
        let rules = vec![RuleText {
            address: "dune/battle.md:2".to_owned(),
            parts: vec![("The higher total ".to_owned(), false), ("wins".to_owned(), true), (".".to_owned(), false)],
        }];
        let diff = (0..60).map(|number| DiffLine::New(format!("event_{number}: {{}}"))).collect();
        let (title, log, board, seen) = (format!("About {id}"), vec!["won: {by: ann}".to_owned()], None, Vec::new());
        Item { id: id.to_owned(), matter, title, rules, script: Vec::new(), diff, log, board, seen }
    }

    fn items() -> Vec<Item> {
        let outcome = |how| ItemKind::Outcome { how, rendered: String::new() };
        vec![
            item("dune/a", outcome(GoldenState::Missing)),
            item("dune/b", outcome(GoldenState::Drifted)),
            item("dune/found/c", ItemKind::Draft),
        ]
    }

    fn shown(walkthrough: &Walkthrough<'_>) -> String {
        let lines = review_screen::frame(&walkthrough.desk(), walkthrough.size.0, walkthrough.size.1);
        assert_eq!(lines.len(), walkthrough.size.1);
        assert!(lines.iter().all(|line| line.width() == walkthrough.size.0));
        lines.iter().map(|line| line.painted(false) + "\n").collect()
    }

    #[track_caller]
    fn shows(walkthrough: &Walkthrough<'_>, words: &str) {
        let screen = shown(walkthrough);
        assert!(screen.contains(words), "`{words}` is not on\n{screen}");
    }

    #[test]
    fn enter_never_accepts_anything() {
        let items = items();
        let mut walkthrough = Walkthrough::new(&items, String::new(), (80, 24));
        for pane in ['d', 'l', 'o', '?'] {
            walkthrough.press(KeyPress::Letter(pane));
            assert_eq!(walkthrough.press(KeyPress::Enter), None);
            shows(&walkthrough, "Enter does nothing");
        }
        walkthrough.press(KeyPress::Letter('s'));
        walkthrough.press(KeyPress::Letter('s'));
        walkthrough.press(KeyPress::Letter('r'));
        assert_eq!(walkthrough.press(KeyPress::Enter), None, "a draft is not deleted by Enter");
        shows(&walkthrough, "nothing is deleted");
        walkthrough.press(KeyPress::Letter('w'));
        assert_eq!(walkthrough.press(KeyPress::Enter), None, "a reason is not a decision");
        assert!(walkthrough.decided.iter().all(|it| !matches!(it, Some(Decision::Accepted | Decision::Rejected))));
    }

    #[test]
    fn each_key_does_what_help_says() {
        let items = items();
        let mut walkthrough = Walkthrough::new(&items, String::new(), (80, 24));
        shows(&walkthrough, " review 1/3  no golden  dune/a");
        shows(&walkthrough, "The higher total «wins».");
        shows(&walkthrough, "+ event_0: {}");
        assert_eq!(walkthrough.press(KeyPress::Letter('a')), Some(Wish::Accept));
        walkthrough.settle(Some(Decision::Accepted), "accepted: it is the golden now");
        shows(&walkthrough, " review 2/3  drifts  dune/b");
        shows(&walkthrough, "accepted: it is the golden now");
        walkthrough.press(KeyPress::Letter('b'));
        shows(&walkthrough, " accepted ");
        assert_eq!(walkthrough.press(KeyPress::Letter('a')), None, "what is done is done once");
        shows(&walkthrough, "this item is already accepted");
        walkthrough.press(KeyPress::Right);
        assert_eq!(walkthrough.press(KeyPress::Letter('r')), Some(Wish::Reject));
        walkthrough.settle(None, "refused: CI is set");
        shows(&walkthrough, " review 2/3 ");
        walkthrough.press(KeyPress::Letter('l'));
        shows(&walkthrough, "   1 won {by: ann}");
        walkthrough.press(KeyPress::Letter('l'));
        shows(&walkthrough, "+ event_0: {}");
        walkthrough.press(KeyPress::Letter('o'));
        shows(&walkthrough, "no board");
        walkthrough.press(KeyPress::Letter('s'));
        shows(&walkthrough, " review 3/3  draft  dune/found/c");
        walkthrough.press(KeyPress::Letter('s'));
        shows(&walkthrough, "that was the last item");
        assert_eq!(walkthrough.press(KeyPress::Letter('q')), Some(Wish::Quit));
        assert_eq!(walkthrough.decided, [Some(Decision::Accepted), Some(Decision::Skipped), Some(Decision::Skipped)]);
    }

    #[test]
    fn a_draft_is_deleted_only_after_a_second_confirmation() {
        let items = items();
        let mut walkthrough = Walkthrough::new(&items, String::new(), (80, 24));
        walkthrough.go(2);
        for other in [KeyPress::Letter('n'), KeyPress::Escape, KeyPress::Letter('a'), KeyPress::Letter('r')] {
            assert_eq!(walkthrough.press(KeyPress::Letter('r')), None);
            shows(&walkthrough, "press y to delete this file");
            assert_eq!(walkthrough.press(other), None);
        }
        walkthrough.press(KeyPress::Letter('r'));
        assert_eq!(walkthrough.press(KeyPress::Letter('y')), Some(Wish::Reject));
    }

    #[test]
    fn a_reason_is_typed_and_kept() {
        let items = items();
        let mut walkthrough = Walkthrough::new(&items, String::new(), (80, 24));
        walkthrough.press(KeyPress::Letter('w'));
        "asq!".chars().for_each(|letter| assert_eq!(walkthrough.press(KeyPress::Letter(letter)), None));
        walkthrough.press(KeyPress::Backspace);
        shows(&walkthrough, "why? asq");
        walkthrough.press(KeyPress::Enter);
        assert_eq!(walkthrough.reason, "asq");
        walkthrough.press(KeyPress::Letter('w'));
        walkthrough.press(KeyPress::Letter('x'));
        walkthrough.press(KeyPress::Escape);
        assert_eq!(walkthrough.reason, "asq");
        shows(&walkthrough, "why: asq");
    }

    #[test]
    fn scrolling_ends_at_the_last_line() {
        let items = items();
        let mut walkthrough = Walkthrough::new(&items, String::new(), (80, 24));
        shows(&walkthrough, "lines 1-18 of 60");
        (0..20).for_each(|_| assert_eq!(walkthrough.press(KeyPress::PageDown), None));
        shows(&walkthrough, "lines 43-60 of 60");
        shows(&walkthrough, "+ event_59: {}");
        walkthrough.press(KeyPress::Tab);
        walkthrough.press(KeyPress::Down);
        shows(&walkthrough, "The higher total «wins».");
        walkthrough.resize((120, 40));
        shows(&walkthrough, "lines 27-60 of 60");
        walkthrough.press(KeyPress::Tab);
        (0..20).for_each(|_| assert_eq!(walkthrough.press(KeyPress::PageUp), None));
        shows(&walkthrough, "lines 1-34 of 60");
    }

    #[test]
    fn every_size_can_be_drawn() {
        let items = items();
        for size in [(0, 0), (1, 1), (39, 10), (40, 9), (40, 10), (80, 24), (120, 40), (500, 200)] {
            let mut walkthrough = Walkthrough::new(&items, String::new(), size);
            for key in ['d', 'l', 'o', '?', 'r', 'j', ' ', 'w'] {
                walkthrough.press(KeyPress::Letter(key));
                shown(&walkthrough);
            }
        }
        let mut walkthrough = Walkthrough::new(&items, String::new(), (30, 8));
        shows(&walkthrough, "needs 40 × 10; q quits");
        assert_eq!(walkthrough.press(KeyPress::Letter('q')), Some(Wish::Quit));
    }
}
