//! A ruling: the author's answer to which value of a reading is meant. It is kept in the project file, as
//! `games.<game>.readings.<reading>`.

use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::source::SourceFile;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::base::yaml_flow;
use crate::errata::yaml_edit;
use crate::errata::yaml_edit::Edit;
use crate::suite::project::FILE_NAME;
use crate::suite::project::Project;
use truthsayer_protocol::Data;

/// The result of writing a ruling.
#[derive(Debug)]
pub enum RulingText {
    /// The project file already says so.
    Same,
    /// The new text of the project file, and the value that it replaces.
    New { text: String, before: Option<String> },
    /// The file cannot be edited safely, such as an alias. Contains the lines to write by hand.
    ByHand(String),
}

/// Returns the project file with a ruling. Changes no other byte.
pub fn with_ruling(project: &Project, game: &str, reading: &str, value: &str) -> Result<RulingText, Vec<Problem>> {
    let node = safe_read::read_yaml(&project.root, FILE_NAME)?;
    let before = project.readings.get(game).and_then(|own| own.map().get(reading).cloned());
    if before.as_deref() == Some(value) {
        return Ok(RulingText::Same);
    }
    let file = &node.place.file;
    let edited = edit(&node, game, reading, value).map(|edit| yaml_edit::apply(&file.text, vec![edit]));
    let is_right = |text: &String| {
        let now = yaml::read(&SourceFile::new(FILE_NAME, text.as_str())).map(|node| node.to_data());
        now.is_ok_and(|now| now == ruled(node.to_data(), game, reading, value))
    };
    Ok(match edited.filter(is_right) {
        Some(text) => RulingText::New { text: file.with_text(&text), before },
        None => {
            let (reading, value) = (yaml_flow::key_text(reading), yaml_flow::key_text(value));
            let game = yaml_flow::key_text(game);
            RulingText::ByHand(format!("games:\n  {game}:\n    readings: {{{reading}: {value}}}\n"))
        }
    })
}

/// Returns the content that the file must have with the ruling.
fn ruled(mut project: Data, game: &str, reading: &str, value: &str) -> Data {
    let own = project.pointer_mut("/games").and_then(|games| games.get_mut(game)).and_then(Data::as_object_mut);
    if let Some(own) = own {
        let readings = own.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
        if let Some(readings) = readings.as_object_mut() {
            readings.insert(reading.to_owned(), Data::from(value));
        }
    }
    project
}

fn edit(node: &Node, game: &str, reading: &str, value: &str) -> Option<Edit> {
    let game = node.get("games")?.get(game)?;
    let entry = format!("{}: {}", yaml_flow::key_text(reading), yaml_flow::key_text(value));
    let Some(readings) = game.get("readings") else { return added(game, &format!("readings: {{{entry}}}")) };
    match (readings.get(reading), readings.entries()) {
        (Some(old), _) => yaml_edit::replaced(&old.place, &[value.to_owned()]),
        (None, Some([])) => {
            let range = readings.place.start as usize..readings.place.end as usize;
            Some(Edit { range, text: format!("{{{entry}}}") })
        }
        _ => added(readings, &entry),
    }
}

/// Adds an entry to a map that is not empty: after its last entry if that is a scalar, otherwise before its first entry.
fn added(map: &Node, entry: &str) -> Option<Edit> {
    let entries = map.entries()?;
    let (first, last) = (entries.first()?, entries.last()?);
    let is_flow = map.place.text().starts_with('{');
    let between = match is_flow {
        true => ", ".to_owned(),
        false => format!("\n{}", indentation(first)),
    };
    Some(match &last.value.value {
        Value::Scalar { .. } => {
            let raw = last.value.place.text();
            let length = raw.split(" #").next().unwrap_or(raw).trim_end().len();
            let end = last.value.place.start as usize + length;
            Edit { range: end..end, text: format!("{between}{entry}") }
        }
        _ => {
            let start = first.key_place.start as usize;
            Edit { range: start..start, text: format!("{entry}{between}") }
        }
    })
}

/// Returns the white space before a key of a block map.
fn indentation(entry: &MapEntry) -> String {
    let before = &entry.key_place.file.text[..entry.key_place.start as usize];
    let line = before.rsplit('\n').next().unwrap_or(before);
    " ".repeat(line.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str) -> String {
        let node = yaml::read(&SourceFile::new(FILE_NAME, text)).expect("YAML");
        let edit = edit(&node, "chess", "sight", "far off").expect("an edit");
        let edited = yaml_edit::apply(text, vec![edit]);
        let now = yaml::read(&SourceFile::new(FILE_NAME, edited.as_str())).expect("YAML").to_data();
        assert_eq!(now, ruled(node.to_data(), "chess", "sight", "far off"), "{edited}");
        edited
    }

    #[test]
    fn a_ruling_changes_one_entry_and_nothing_else() {
        let flow = "# mine\ngames:\n  chess: {engine: chess} # the game\n  go: {engine: go}\n";
        let with =
            "# mine\ngames:\n  chess: {engine: chess, readings: {sight: far off}} # the game\n  go: {engine: go}\n";
        assert_eq!(edited(flow), with);
        let block = "games:\n  chess:\n    engine: chess   # the game\n\n  go: {engine: go}\n";
        let with =
            "games:\n  chess:\n    engine: chess\n    readings: {sight: far off}   # the game\n\n  go: {engine: go}\n";
        assert_eq!(edited(block), with);
    }

    #[test]
    fn other_rulings_stay() {
        let text = "games: {chess: {engine: chess, readings: {mist: thin, sight: \"near\"}}}\n";
        assert_eq!(edited(text), text.replace("near", "far off"));
        let text = "games:\n  chess:\n    engine: chess\n    readings:\n      mist: thin\n";
        assert_eq!(edited(text), format!("{text}      sight: far off\n"));
        let text = "games: {chess: {engine: chess, readings: {}}}\n";
        assert_eq!(edited(text), "games: {chess: {engine: chess, readings: {sight: far off}}}\n");
        let text = "games:\n  chess:\n    engine: chess\n    normative:\n      - MUST\n";
        let with =
            "games:\n  chess:\n    readings: {sight: far off}\n    engine: chess\n    normative:\n      - MUST\n";
        assert_eq!(edited(text), with);
    }
}
