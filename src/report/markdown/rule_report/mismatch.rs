//! Expected and actual in one sentence, in Markdown or HTML.

use crate::report::text::escape;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::verdict::Mismatch;

/// How names and values, and other words, are written.
struct Markup {
    code: fn(&str) -> String,
    text: fn(&str) -> String,
}

/// `expected X to be A, got B`, as a clause of a sentence in Markdown.
pub(crate) fn expected_and_actual(mismatch: &Mismatch) -> String {
    Markup { code: escape::code, text: escape::escape }.sentence(mismatch)
}

/// Like [`expected_and_actual`], in HTML.
pub(crate) fn expected_and_actual_html(mismatch: &Mismatch) -> String {
    let code = |text: &str| format!("<code>{}</code>", escape::html(text));
    Markup { code, text: escape::html }.sentence(mismatch)
}

impl Markup {
    fn sentence(&self, mismatch: &Mismatch) -> String {
        let Mismatch { subject, expected, actual, .. } = mismatch;
        if subject == "event" {
            return self.event(expected, actual);
        }
        let part = self.answer_part(expected).filter(|_| subject.starts_with(judge::ANSWER));
        let expected = part.unwrap_or_else(|| format!("be {}", (self.code)(expected)));
        let subject = if subject.contains(' ') { (self.text)(subject) } else { (self.code)(subject) };
        format!("expected {subject} to {expected}, got {}", (self.code)(actual))
    }

    fn event(&self, expected: &str, actual: &str) -> String {
        if let Some(pattern) = expected.strip_prefix("no ") {
            return format!("expected no event {}, got {}", (self.code)(pattern), (self.code)(actual));
        }
        if let Some(pattern) = expected.strip_suffix(", once") {
            return format!("expected event {} once, got it {}", (self.code)(pattern), (self.text)(actual));
        }
        let event = format!("expected event {}", (self.code)(expected));
        match actual {
            judge::NO_SUCH_EVENT => format!("{event}, got none"),
            judge::NO_FURTHER_EVENT => format!("{event} once more, got no further one"),
            judge::HAPPENED_EARLIER => format!("{event} in this order, got it earlier"),
            other => format!("{event}, got {}", (self.code)(other)),
        }
    }

    /// The items that an answered list should include or leave out. `None` if the whole answer is expected.
    fn answer_part(&self, expected: &str) -> Option<String> {
        let includes = |list: &str| format!("include {}", (self.code)(list));
        let leaves_out = |list: &str| format!("leave out {}", (self.code)(list));
        if let Some(list) = expected.strip_prefix(judge::WITHOUT) {
            return Some(leaves_out(list));
        }
        let list = expected.strip_prefix(judge::ALSO)?;
        Some(match list.split_once(&format!(", {}", judge::WITHOUT)) {
            Some((more, less)) => format!("{} and {}", includes(more), leaves_out(less)),
            None => includes(list),
        })
    }
}
