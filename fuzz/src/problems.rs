//! Reported problems: each has a message and a place inside its file, and contains no escape sequences.

use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;

use super::harmless::harmless;

/// Maximum length of an excerpt.
const LONGEST_EXCERPT: usize = 4096;

pub(super) fn check(problems: &[Problem]) {
    for problem in problems {
        assert!(!problem.message.is_empty(), "a problem without words: {problem:?}");
        if let Some(place) = &problem.place {
            can_be_shown(place);
        }
        harmless("the message of a problem", &problem.message);
        for help in &problem.help {
            harmless("the help of a problem", help);
        }
        harmless("a problem as it is shown", &problem.to_string());
    }
}

/// Every problem has a place in the text.
pub(super) fn check_placed(problems: &[Problem]) {
    assert!(!problems.is_empty(), "refused without a problem");
    for problem in problems {
        assert!(problem.place.is_some(), "a problem without a place: {problem:?}");
    }
    check(problems);
}

/// A place lies inside its file, in order and at the borders of characters.
pub(super) fn inside(place: &Place) {
    let text = &place.file.text;
    let (start, end) = (place.start as usize, place.end as usize);
    assert!(start <= end && end <= text.len(), "{start}..{end} of {} bytes", text.len());
    assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{start}..{end} cuts a character");
}

/// The excerpt of a problem is inside its file, too.
fn can_be_shown(place: &Place) {
    inside(place);
    let (line, column) = place.line_and_column();
    assert!(line <= place.file.text.split('\n').count() && column >= 1, "line {line}, column {column}");
    let excerpt = place.excerpt().to_string();
    assert!(excerpt.len() <= LONGEST_EXCERPT, "an excerpt of {} bytes", excerpt.len());
    harmless("an excerpt", &excerpt);
}
