//! A review while it goes on: keys in, deeds out. It knows no terminal.

use crate::oracle::review::Item;
use crate::oracle::review::Matter;
use crate::report::review_screen;
use crate::report::review_screen::Decision;
use crate::report::review_screen::Desk;
use crate::report::review_screen::Pane;
use crate::report::review_screen::Prompt;

/// A key, whatever the terminal calls it.
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

/// What a key asks for that is not only looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Accept,
    Reject,
    Quit,
}

pub(super) struct Session<'s> {
    items: &'s [Item],
    pub(super) decided: Vec<Option<Decision>>,
    at: usize,
    pane: Pane,
    offset: usize,
    rules_offset: usize,
    /// Whether the rule lines are scrolled.
    in_rules: bool,
    prompt: Prompt,
    pub(super) note: String,
    pub(super) reason: String,
    pub(super) size: (usize, usize),
}

impl<'s> Session<'s> {
    pub(super) fn new(items: &'s [Item], reason: String, size: (usize, usize)) -> Session<'s> {
        let decided = vec![None; items.len()];
        let (pane, prompt, note) = (Pane::Diff, Prompt::Keys, String::new());
        Session { items, decided, at: 0, pane, offset: 0, rules_offset: 0, in_rules: false, prompt, note, reason, size }
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

    /// What a key does. Looking is done at once; the rest is wished for.
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
            KeyPress::Enter => self.note = "Enter accepts nothing: a accepts, s skips, ? helps".to_owned(),
            KeyPress::Letter(_) | KeyPress::Backspace => self.note = "? tells which keys there are".to_owned(),
        }
        None
    }

    /// What is done is done once.
    fn if_open(&mut self, wish: Wish) -> Option<Wish> {
        match self.decided[self.at] {
            Some(Decision::Accepted) => self.note = "it is accepted already".to_owned(),
            Some(Decision::Rejected) => self.note = "it is rejected already".to_owned(),
            Some(Decision::Skipped) | None => return Some(wish),
        }
        None
    }

    fn reject(&mut self) -> Option<Wish> {
        let wish = self.if_open(Wish::Reject)?;
        if self.item().matter == Matter::Draft {
            self.prompt = Prompt::Delete(format!("{}.yaml", self.item().id));
            return None;
        }
        Some(wish)
    }

    fn skip(&mut self) {
        self.decided[self.at].get_or_insert(Decision::Skipped);
        self.next();
    }

    /// The next one, or a word that there is none.
    fn next(&mut self) {
        if self.at + 1 < self.items.len() {
            self.go(self.at + 1);
        } else {
            let sign = if self.note.is_empty() { "" } else { " · " };
            self.note.push_str(&format!("{sign}that was the last one: q quits, b goes back"));
        }
    }

    fn back(&mut self) {
        match self.at.checked_sub(1) {
            Some(before) => self.go(before),
            None => self.note = "this is the first one".to_owned(),
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

    /// What the arrows scroll from now on.
    fn change_side(&mut self) {
        self.in_rules = !self.in_rules;
        let side = if self.in_rules { "the rule lines" } else { "what is new" };
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

    /// Something was decided about the item at hand, or not; then the next one is shown.
    pub(super) fn settle(&mut self, decision: Option<Decision>, told: &str) {
        self.note = told.to_owned();
        if decision.is_some() {
            self.decided[self.at] = decision;
            self.next();
        }
    }

    /// Another size may leave less to scroll.
    pub(super) fn resize(&mut self, size: (usize, usize)) {
        self.size = size;
        let (rules, rest) = review_screen::furthest(&self.desk(), size.0, size.1);
        (self.rules_offset, self.offset) = (self.rules_offset.min(rules), self.offset.min(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::review::DiffLine;
    use crate::oracle::review::How;
    use crate::oracle::review::RuleText;

    fn item(id: &str, matter: Matter) -> Item {
        let rules = vec![RuleText {
            address: "dune/battle.md:2".to_owned(),
            parts: vec![("The higher total ".to_owned(), false), ("wins".to_owned(), true), (".".to_owned(), false)],
        }];
        let diff = (0..60).map(|number| DiffLine::New(format!("event_{number}: {{}}"))).collect();
        let (title, log, board, seen) = (format!("About {id}"), vec!["won: {by: ann}".to_owned()], None, Vec::new());
        Item { id: id.to_owned(), matter, title, rules, diff, log, board, seen }
    }

    fn items() -> Vec<Item> {
        let outcome = |how| Matter::Outcome { how, rendered: String::new() };
        vec![
            item("dune/a", outcome(How::Missing)),
            item("dune/b", outcome(How::Drifted)),
            item("dune/found/c", Matter::Draft),
        ]
    }

    fn shown(session: &Session<'_>) -> String {
        let lines = review_screen::frame(&session.desk(), session.size.0, session.size.1);
        assert_eq!(lines.len(), session.size.1);
        assert!(lines.iter().all(|line| line.width() == session.size.0));
        lines.iter().map(|line| line.painted(false) + "\n").collect()
    }

    #[track_caller]
    fn shows(session: &Session<'_>, words: &str) {
        let screen = shown(session);
        assert!(screen.contains(words), "`{words}` is not on\n{screen}");
    }

    #[test]
    fn enter_never_accepts_whatever_is_shown() {
        let items = items();
        let mut session = Session::new(&items, String::new(), (80, 24));
        for pane in ['d', 'l', 'o', '?'] {
            session.press(KeyPress::Letter(pane));
            assert_eq!(session.press(KeyPress::Enter), None);
            shows(&session, "Enter accepts nothing");
        }
        session.press(KeyPress::Letter('s'));
        session.press(KeyPress::Letter('s'));
        session.press(KeyPress::Letter('r'));
        assert_eq!(session.press(KeyPress::Enter), None, "a draft is not deleted by Enter");
        shows(&session, "nothing is deleted");
        session.press(KeyPress::Letter('w'));
        assert_eq!(session.press(KeyPress::Enter), None, "a reason is no decision");
        assert!(session.decided.iter().all(|it| !matches!(it, Some(Decision::Accepted | Decision::Rejected))));
    }

    #[test]
    fn each_key_does_what_help_says() {
        let items = items();
        let mut session = Session::new(&items, String::new(), (80, 24));
        shows(&session, " review 1/3  no golden  dune/a");
        shows(&session, "The higher total «wins».");
        shows(&session, "+ event_0: {}");
        assert_eq!(session.press(KeyPress::Letter('a')), Some(Wish::Accept));
        session.settle(Some(Decision::Accepted), "accepted: it is the golden now");
        shows(&session, " review 2/3  drifts  dune/b");
        shows(&session, "accepted: it is the golden now");
        session.press(KeyPress::Letter('b'));
        shows(&session, " accepted ");
        assert_eq!(session.press(KeyPress::Letter('a')), None, "what is done is done once");
        shows(&session, "it is accepted already");
        session.press(KeyPress::Right);
        assert_eq!(session.press(KeyPress::Letter('r')), Some(Wish::Reject));
        session.settle(None, "refused: CI is set");
        shows(&session, " review 2/3 ");
        session.press(KeyPress::Letter('l'));
        shows(&session, "   1 won {by: ann}");
        session.press(KeyPress::Letter('l'));
        shows(&session, "+ event_0: {}");
        session.press(KeyPress::Letter('o'));
        shows(&session, "no board");
        session.press(KeyPress::Letter('s'));
        shows(&session, " review 3/3  draft  dune/found/c");
        session.press(KeyPress::Letter('s'));
        shows(&session, "that was the last one");
        assert_eq!(session.press(KeyPress::Letter('q')), Some(Wish::Quit));
        assert_eq!(session.decided, [Some(Decision::Accepted), Some(Decision::Skipped), Some(Decision::Skipped)]);
    }

    #[test]
    fn a_draft_is_deleted_only_when_somebody_says_so_once_more() {
        let items = items();
        let mut session = Session::new(&items, String::new(), (80, 24));
        session.go(2);
        for other in [KeyPress::Letter('n'), KeyPress::Escape, KeyPress::Letter('a'), KeyPress::Letter('r')] {
            assert_eq!(session.press(KeyPress::Letter('r')), None);
            shows(&session, "y deletes this file, any other key does not");
            assert_eq!(session.press(other), None);
        }
        session.press(KeyPress::Letter('r'));
        assert_eq!(session.press(KeyPress::Letter('y')), Some(Wish::Reject));
    }

    #[test]
    fn a_reason_is_typed_and_kept() {
        let items = items();
        let mut session = Session::new(&items, String::new(), (80, 24));
        session.press(KeyPress::Letter('w'));
        "asq!".chars().for_each(|letter| assert_eq!(session.press(KeyPress::Letter(letter)), None));
        session.press(KeyPress::Backspace);
        shows(&session, "why? asq");
        session.press(KeyPress::Enter);
        assert_eq!(session.reason, "asq");
        session.press(KeyPress::Letter('w'));
        session.press(KeyPress::Letter('x'));
        session.press(KeyPress::Escape);
        assert_eq!(session.reason, "asq");
        shows(&session, "why: asq");
    }

    #[test]
    fn what_does_not_fit_can_be_scrolled_to_and_no_further() {
        let items = items();
        let mut session = Session::new(&items, String::new(), (80, 24));
        shows(&session, "lines 1-18 of 60");
        (0..20).for_each(|_| assert_eq!(session.press(KeyPress::PageDown), None));
        shows(&session, "lines 43-60 of 60");
        shows(&session, "+ event_59: {}");
        session.press(KeyPress::Tab);
        session.press(KeyPress::Down);
        shows(&session, "The higher total «wins».");
        session.resize((120, 40));
        shows(&session, "lines 27-60 of 60");
        session.press(KeyPress::Tab);
        (0..20).for_each(|_| assert_eq!(session.press(KeyPress::PageUp), None));
        shows(&session, "lines 1-34 of 60");
    }

    #[test]
    fn every_size_can_be_drawn() {
        let items = items();
        for size in [(0, 0), (1, 1), (39, 10), (40, 9), (40, 10), (80, 24), (120, 40), (500, 200)] {
            let mut session = Session::new(&items, String::new(), size);
            for key in ['d', 'l', 'o', '?', 'r', 'j', ' ', 'w'] {
                session.press(KeyPress::Letter(key));
                shown(&session);
            }
        }
        let mut session = Session::new(&items, String::new(), (30, 8));
        shows(&session, "needs 40 × 10; q quits");
        assert_eq!(session.press(KeyPress::Letter('q')), Some(Wish::Quit));
    }
}
