//! The floor: any file is read or refused at a place, and a written floor is read back. Parts `floor` and `rules`.

use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::suite::floor;
use truthsayer_oracle::suite::floor::Floor;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::project::Project;

use super::folder;
use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;
use super::problems;

const PROJECT: &[u8] = b"games: {g: {engine: g}}\n";

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let parts = parts(&text);
    let part = |name: &str| parts.iter().find(|part| part.name == name).map_or("", |part| part.text);
    let mut book = Rulebook::default();
    book.add("g/r.md", SourceFile::new("rules/g/r.md", part("rules")));
    let mut found = Vec::new();
    let Some(read) = load(part("floor"), &mut found) else {
        return problems::check_placed(&found);
    };
    let clauses = read.by_clause(&book, &mut found);
    problems::check(&found);
    let written = floor::render(&clauses, &read.observed);
    harmless("a floor", &written);
    let mut found = Vec::new();
    let again = load(&written, &mut found).unwrap_or_else(|| panic!("{found:?}: {written}"));
    assert_eq!(again.by_clause(&book, &mut found), clauses, "{written}");
    assert_eq!(again.observed, read.observed, "{written}");
    assert_eq!(found, [], "{written}");
}

fn load(text: &str, found: &mut Vec<Problem>) -> Option<Floor> {
    let files = [(FILE_NAME, PROJECT), ("floor.yaml", text.as_bytes())];
    folder::with(&files, |root| Floor::load(&Project::load(root).expect("our own project"), found))
}
