//! Completion: addresses, quotes, fixtures, switches, and the keys and words of the scenario schema.

use serde_json::json;

use super::navigation;
use super::position;
use super::schema_words;
use super::workspace;
use super::workspace::Workspace;
use super::yaml_cursor::YamlCursor;
use crate::cli::commands::schema;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_protocol::Data;

/// Kinds of completion items, as the protocol numbers them.
const TEXT: u8 = 1;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const REFERENCE: u8 = 18;

/// One proposal: what is shown, what is inserted, and a remark.
struct Proposal {
    label: String,
    text: String,
    detail: String,
    kind: u8,
}

/// The proposals at the cursor.
pub(super) fn all(workspace: &Workspace<'_>, path: &str, text: &str, cursor: &YamlCursor<'_>) -> Vec<Data> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    let keys = cursor.path();
    let key = keys.last().map(String::as_str).unwrap_or_default();
    let entry = cursor.entry().filter(|_| cursor.is_in_value());
    let (proposals, range) = match (key, entry) {
        ("cite", Some(entry)) => (addresses(suite, path), entry.value.clone()),
        ("quote", Some(entry)) => (quotes(suite, cursor), entry.value.clone()),
        ("use", _) => (fixtures(suite, path), cursor.word()),
        ("without", _) if path == FILE_NAME => (switches(workspace), cursor.word()),
        _ => (words(workspace, path, &keys, cursor), cursor.word()),
    };
    // An empty value begins behind the cursor if a blank is still missing.
    let range = position::range(text, range.start.min(cursor.offset), range.end.max(cursor.offset));
    proposals.iter().map(|proposal| item(proposal, &range)).collect()
}

fn item(proposal: &Proposal, range: &Data) -> Data {
    json!({
        "label": proposal.label,
        "kind": proposal.kind,
        "detail": proposal.detail,
        "filterText": proposal.text,
        "textEdit": {"range": range, "newText": proposal.text},
    })
}

/// The addresses of all rules of the game.
fn addresses(suite: &Suite, path: &str) -> Vec<Proposal> {
    let game = navigation::game_of(suite, path);
    let files = suite.book.files().filter(|file| game.is_none_or(|game| file.game() == game));
    let rules = files.flat_map(|file| file.lines().map(move |line| (file, line)));
    let proposal = |(file, line)| {
        let label = Address::stable(file, line).to_string();
        let line: &truthsayer_oracle::rulebook::rule_line::RuleLine = line;
        let text = yaml_flow::address_text(&label);
        Proposal { label, text, detail: line.text.clone(), kind: REFERENCE }
    };
    rules.map(proposal).collect()
}

/// The sentences of the cited rule.
fn quotes(suite: &Suite, cursor: &YamlCursor<'_>) -> Vec<Proposal> {
    let Some(address) = cursor.inherited("cite").and_then(|cite| Address::parse(&cite)) else { return Vec::new() };
    let Some(file) = suite.book.file(&address.file) else { return Vec::new() };
    let rules = address.candidates(file).into_iter();
    let clauses = rules.flat_map(|line| workspace::clauses(file, line));
    let proposal = |(id, words): (truthsayer_oracle::rulebook::ClauseId, &str)| Proposal {
        label: words.to_owned(),
        text: Data::from(words).to_string(),
        detail: id.to_string(),
        kind: TEXT,
    };
    clauses.map(proposal).collect()
}

fn fixtures(suite: &Suite, path: &str) -> Vec<Proposal> {
    let Some(own) = navigation::game_of(suite, path).and_then(|game| suite.fixtures.get(game)) else {
        return Vec::new();
    };
    let proposal = |(name, fixture): (&str, &truthsayer_oracle::suite::fixture::Fixture)| Proposal {
        label: name.to_owned(),
        text: yaml_flow::key_text(name),
        detail: fixture.title.clone(),
        kind: VALUE,
    };
    own.all().map(proposal).collect()
}

/// The switches of all engines.
fn switches(workspace: &Workspace<'_>) -> Vec<Proposal> {
    let seats = workspace.seats().into_iter().flat_map(|seats| seats.values());
    let notes = seats.flat_map(|seat| &seat.profile().switches);
    let proposal = |note: &truthsayer_protocol::SwitchNote| Proposal {
        label: note.name.clone(),
        text: note.name.clone(),
        detail: note.quote.clone(),
        kind: VALUE,
    };
    notes.map(proposal).collect()
}

/// Keys and values that the schema of the file allows at this path.
fn words(workspace: &Workspace<'_>, path: &str, keys: &[String], cursor: &YamlCursor<'_>) -> Vec<Proposal> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    let game = navigation::game_of(suite, path);
    let schema = match path {
        FILE_NAME => schema::plain(schema::PROJECT),
        _ => match game {
            Some(game) => schema::of_scenario(game, workspace.seats()),
            None => return Vec::new(),
        },
    };
    let found = schema_words::at(&schema, keys);
    if cursor.is_in_value() && !found.values.is_empty() {
        let value = |value: String| Proposal {
            label: value.clone(),
            text: yaml_flow::key_text(&value),
            detail: String::new(),
            kind: VALUE,
        };
        return found.values.into_iter().map(value).collect();
    }
    let key = |(key, detail): (String, String)| Proposal {
        label: key.clone(),
        text: format!("{}: ", yaml_flow::key_text(&key)),
        detail,
        kind: PROPERTY,
    };
    found.keys.into_iter().map(key).collect()
}
