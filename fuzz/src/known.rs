//! What is known to be wrong and is being mended elsewhere. Inputs that would only show it again are passed over.
//!
//! Every constant here is TO BE TURNED ON when its fault is mended, and then to be dropped with what hangs on it.

use truthsayer::oracle::flow_style;
use truthsayer::oracle::wording::Wording;
use truthsayer::protocol::Data;

/// `They stay. (Effects cannot kill them. Nor can poison.) They wait.` breaks the splitting of clauses: a sentence that
/// ends inside a parenthesis which stands alone gives a border behind the one before it.
pub(crate) const PARENTHESES_ARE_MENDED: bool = true;

/// Splitting takes time by the square of the line: 160 KB of `a.`, 80,000 nested parentheses.
pub(crate) const LONG_LINES_ARE_MENDED: bool = true;

/// A longer line is passed over until then.
pub(crate) const LONGEST_LINE: usize = 4096;

/// Lines `1-18446744073709551615` of a file are looked at one by one (`catalog.rs`, `terminal.rs`).
pub(crate) const LONG_RANGES_ARE_MENDED: bool = true;

/// An answer with the highest id there is makes the id after it overflow (`engines/process.rs`).
pub(crate) const HIGHEST_ID_IS_MENDED: bool = true;

/// A decision answered by step 0 makes the step before it overflow (`report/terminal/story.rs`).
pub(crate) const STEP_ZERO_IS_MENDED: bool = true;

/// Keys that hold points make two paths alike, and then a golden that was written cannot be read (`golden.rs`).
pub(crate) const POINTED_KEYS_ARE_MENDED: bool = false;

/// Data may be nested 127 deep on the wire and only 48 deep in a golden.
pub(crate) const DEEP_OUTCOMES_ARE_MENDED: bool = false;

/// A board gives every square as much room as its longest piece takes, however long that is (`report/board.rs`).
pub(crate) const LONG_PIECES_ARE_MENDED: bool = true;

/// A key of more than 1024 characters is written and cannot be read (`yaml.rs`, the parser's own limit).
pub(crate) const LONG_KEYS_ARE_MENDED: bool = false;

/// `games: x` is taken for a project without a game, `profiles: x` for one without profiles (`project.rs`).
pub(crate) const GAMES_OF_ONE_WORD_ARE_MENDED: bool = true;

/// `a a` is not found in `ba a a`: where a quote overlaps itself, the place after a wrong one is missed (`wording.rs`).
pub(crate) const OVERLAPS_ARE_MENDED: bool = true;

/// Whether splitting this rulebook would only show again what is known.
pub(crate) fn breaks_the_splitter(text: &str) -> bool {
    text.lines().any(breaks_on_line)
}

pub(crate) fn breaks_on_line(line: &str) -> bool {
    let too_long = !LONG_LINES_ARE_MENDED && line.len() > LONGEST_LINE;
    too_long || (!PARENTHESES_ARE_MENDED && ends_inside_a_parenthesis(line))
}

/// Whether a sentence may end inside a parenthesis, besides at its end.
fn ends_inside_a_parenthesis(line: &str) -> bool {
    let Some((_, rest)) = line.split_once('(') else { return false };
    let Some((inside, _)) = rest.rsplit_once(')') else { return false };
    inside.matches(['.', '!', '?', ';']).count() > 1
}

/// Whether some range of lines is too long to be looked at.
pub(crate) fn has_a_long_range(text: &str) -> bool {
    let digits = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count();
    !LONG_RANGES_ARE_MENDED && text.split('-').skip(1).any(|rest| digits(rest) > 5)
}

/// Whether some key of the data is too long to be read again.
pub(crate) fn has_long_keys(data: &Data) -> bool {
    const LONGEST_KEY: usize = 1000;
    let long = match data {
        Data::Object(map) => {
            map.iter().any(|(key, value)| flow_style::key_text(key).len() > LONGEST_KEY || has_long_keys(value))
        }
        Data::Array(items) => items.iter().any(has_long_keys),
        _ => false,
    };
    long && !LONG_KEYS_ARE_MENDED
}

/// Whether a quote begins as it ends.
pub(crate) fn overlaps_itself(quote: &Wording) -> bool {
    let text = quote.as_str();
    !OVERLAPS_ARE_MENDED && text.char_indices().skip(1).any(|(at, _)| text.starts_with(&text[at..]))
}
