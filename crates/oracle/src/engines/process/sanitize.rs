//! Sanitizes output of an engine before it is shown.

pub(crate) use crate::base::plain_fault::reason;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Observes;
use truthsayer_protocol::ReadingClause;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::decimal;
use truthsayer_protocol::text::cut;
use truthsayer_protocol::text::is_one_line;
use truthsayer_protocol::text::one_line;
use truthsayer_protocol::wire::Greeting;

/// Maximum length of a text in a hello.
const LONGEST_NAME: usize = 2000;
/// Maximum number of switches, events, fields and paths.
const MOST_NAMES: usize = 20_000;

/// Returns why a hello is invalid.
pub(crate) fn entry(greeting: &Greeting) -> Option<String> {
    let fields = greeting.events.iter().map(|event| event.fields.len()).sum::<usize>();
    let observed = greeting.observes.iter().flat_map(observed_names).count();
    if greeting.switches.len() + greeting.events.len() + fields + observed > MOST_NAMES {
        return Some(format!("its hello has more than {MOST_NAMES} switches, events, fields and paths"));
    }
    (!has_plain_names(greeting))
        .then(|| format!("a name in its hello has control characters, or more than {LONGEST_NAME} bytes"))
}

/// Returns the last lines of a stack trace, safe to show.
pub(crate) fn trace<'l>(lines: impl DoubleEndedIterator<Item = &'l str>) -> Vec<String> {
    const MOST: usize = 6;
    const LONGEST: usize = 200;
    let lines = lines.rev().map(|line| one_line(&cut(line.trim_end(), LONGEST))).filter(|line| !line.trim().is_empty());
    let mut last: Vec<String> = lines.take(MOST).collect();
    last.reverse();
    last
}

/// Returns a source location that is safe to show. Of an absolute path only the file name is kept, because reports must
/// not contain paths of a machine.
pub(crate) fn source_line(said: &str) -> String {
    const LONGEST: usize = 500;
    let said = said.trim().trim_start_matches("file://");
    let drive = said.as_bytes().get(1) == Some(&b':') && said.contains('\\');
    let shown = match said.starts_with(['/', '\\']) || drive {
        true => said.rsplit(['/', '\\']).next().unwrap_or_default(),
        false => said,
    };
    one_line(&cut(shown, LONGEST))
}

/// Returns whether every name in a hello is safe to show. Names are used for lookups, so they cannot be sanitized.
fn has_plain_names(greeting: &Greeting) -> bool {
    let switches = greeting.switches.iter().flat_map(|switch| [&switch.name, &switch.cite, &switch.quote]);
    let events = greeting.events.iter().flat_map(|event| event.fields.iter().chain([&event.name]));
    let board = greeting.board.iter().flat_map(|board| {
        let grounds = board.grounds.iter().flat_map(|ground| ground.squares.iter().chain([&ground.name]));
        let sides = [&board.at, &board.empty, &board.sides.0, &board.sides.1];
        let glyphs = board.glyphs.iter().flat_map(|(piece, glyph)| [piece, glyph]);
        board.columns.iter().chain(&board.rows).chain(grounds).chain(sides).chain(glyphs)
    });
    let observed = greeting.observes.iter().flat_map(observed_names);
    let plain = |name: &String| name.len() <= LONGEST_NAME && is_one_line(name);
    switches.chain(events).chain(board).chain([&greeting.game]).chain(observed).all(plain)
}

/// Returns every name in `observes`.
fn observed_names(observes: &Observes) -> impl Iterator<Item = &String> {
    let events = observes.events.iter().flatten();
    let events = events.flat_map(|event| event.fields.iter().flatten().chain([&event.name]));
    events.chain([&observes.state, &observes.answers].into_iter().flatten().flatten())
}

/// Returns whether a text of JSON may contain control characters. Only then a full check is necessary.
pub(crate) fn is_odd(json: &str) -> bool {
    json.contains('\\') || !is_one_line(json)
}

/// Returns a reply that is safe to show, with numbers that can be compared.
pub(crate) fn checked(reply: Reply, is_odd: bool) -> Result<Reply, String> {
    let mut reply = harmless(reply, is_odd)?;
    if let Reply::Played(outcome) = &mut reply {
        decimal::normalise_outcome(outcome)?;
    }
    Ok(reply)
}

/// Returns a reply that is safe to show. Values are quoted when shown; names are not, so they must be safe.
pub(crate) fn harmless(reply: Reply, is_odd: bool) -> Result<Reply, String> {
    match reply {
        Reply::Invalid(mut complaint) => {
            complaint.why = reason(&complaint.why);
            complaint.at = reason(&complaint.at);
            Ok(Reply::Invalid(complaint))
        }
        Reply::Unsupported(why) => Ok(Reply::Unsupported(reason(&why))),
        Reply::Crashed(failure) => {
            let at = failure.at.as_deref().map(source_line).filter(|at| !at.is_empty());
            let crash = Crash::new(reason(&failure.why)).thrown_at(at).at_step(failure.step);
            Ok(Reply::Crashed(crash.with_trace(trace(failure.trace.iter().map(String::as_str)))))
        }
        Reply::Played(mut outcome) => {
            for note in &mut outcome.notes {
                note.text = reason(&note.text);
            }
            let states = [&outcome.before, &outcome.after];
            let plain = !is_odd
                || states.into_iter().all(has_plain_keys)
                    && outcome.log.iter().all(|event| is_one_line(&event.name) && has_plain_keys(&event.data))
                    && outcome.fired.iter().all(|firing| is_one_line(&firing.switch) && is_one_line(&firing.file))
                    && outcome
                        .asked
                        .iter()
                        .all(|ask| [&ask.who, &ask.what, &ask.why].into_iter().all(|t| is_one_line(t)));
            if !plain {
                return Err("a name in it has control characters".to_owned());
            }
            Ok(Reply::Played(outcome))
        }
        _ => Err("unknown kind of reply".to_owned()),
    }
}

/// Returns a reading that is safe to show.
pub(crate) fn plain_reading(note: &ReadingNote) -> ReadingNote {
    let values = note.values.iter().map(|value| one_line(value));
    let mut plain = ReadingNote::new(one_line(&note.name), values, one_line(&note.about))
        .of_clause(one_line(&note.cite), one_line(&note.quote));
    plain.default = one_line(&note.default);
    let state = |note: ReadingNote, clause: &ReadingClause| {
        note.stated_by(one_line(&clause.value), one_line(&clause.cite), one_line(&clause.quote))
    };
    note.clauses.iter().fold(plain, state)
}

fn has_plain_keys(data: &Data) -> bool {
    match data {
        Data::Object(map) => map.iter().all(|(key, value)| is_one_line(key) && has_plain_keys(value)),
        Data::Array(items) => items.iter().all(has_plain_keys),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_line_names_no_folder_of_a_machine() {
        for (said, shown) in [
            ("engine.py:68", "engine.py:68"),
            ("src/rules/battle.ts:12:5", "src/rules/battle.ts:12:5"),
            ("/home/ann/engine/engine.py:68", "engine.py:68"),
            ("file:///home/ann/engine.mjs:3", "engine.mjs:3"),
            (r"C:\engines\engine.py:68", "engine.py:68"),
            (" a\u{1b}[31mb.py:1\n", "ab.py:1"),
        ] {
            assert_eq!(source_line(said), shown);
        }
    }

    #[test]
    fn an_engine_remark_cannot_control_the_terminal() {
        let mut outcome = truthsayer_protocol::Outcome::new(Data::Null, Data::Null);
        outcome.notes.push(truthsayer_protocol::Note::new("a\u{1b}[31mred", 0));
        match checked(Reply::Played(Box::new(outcome)), false) {
            Ok(Reply::Played(outcome)) => assert_eq!(outcome.notes[0].text, "ared"),
            other => panic!("{other:?}"),
        }
    }
}
