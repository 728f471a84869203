//! A rulebook that changed since its review: changes are reported, addresses are updated, and updating them
//! twice changes nothing. Parts `old` (the reviewed rules) or `lock` (the lock file), `rules`, `later` (the rules
//! changed again after the repair), `catalog`, `exclusions` and `scenario`.

use std::collections::BTreeMap;
use std::path::Path;

use truthsayer::report::terminal::errata as report;
use truthsayer::report::terminal::errata::Errata;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::errata::changes;
use truthsayer_oracle::errata::impact::ImpactIndex;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::errata::repair;
use truthsayer_oracle::errata::repair::Accepted;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Profile;

use super::folder;
use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;
use super::problems;

const PROJECT: &str = "games: {g: {engine: g}}\n";
const LOCK: &str = "rules/g/rules.lock";
const RULES: &str = "rules/g/r.md";

/// The files of a project by their paths.
type Files = BTreeMap<String, String>;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let mut files = Files::from([(FILE_NAME.to_owned(), PROJECT.to_owned())]);
    let mut later = None;
    for part in parts(&text) {
        let (path, text) = match part.name {
            "old" => (LOCK, reviewed(part.text)),
            "lock" => (LOCK, part.text.to_owned()),
            "rules" => (RULES, part.text.to_owned()),
            "later" => {
                later = Some(part.text);
                continue;
            }
            "catalog" => ("rules/g/catalog.yaml", part.text.to_owned()),
            "exclusions" => ("rules/g/exclusions.yaml", part.text.to_owned()),
            "scenario" => ("scenarios/g/topic/one.yaml", part.text.to_owned()),
            _ => continue,
        };
        files.insert(path.to_owned(), text);
    }
    let Some(mut fixed) = repaired(&files) else { return };
    if let Some(later) = later {
        fixed.insert(RULES.to_owned(), later.to_owned());
        repaired(&fixed);
    }
}

/// The files after a repair. Repairs twice, and checks that the second repair changes nothing.
fn repaired(files: &Files) -> Option<Files> {
    let fixed = look(files, print_changes)?;
    let again = look(&fixed, |_| ()).unwrap_or_default();
    assert_eq!(again, fixed, "a repair that is made twice changes something the second time");
    Some(fixed)
}

/// A lock of rules, all of them reviewed.
fn reviewed(rules: &str) -> String {
    let mut book = Rulebook::default();
    book.add("g/r.md", SourceFile::new("rules/g/r.md", rules));
    Lock::of(&book, "g").render()
}

/// Reads the project and returns its repaired files; `None` if a file cannot be read.
fn look(files: &Files, print_changes: impl Fn(&Suite)) -> Option<Files> {
    let listed: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    folder::with(&listed, |root: &Path| {
        let (suite, found) = pending_changes::load_suite(Project::load(root).expect("our own project"), 1);
        problems::check(&found);
        print_changes(&suite);
        if found.iter().any(truthsayer::cli::commands::errata::hides_addresses) {
            return None;
        }
        let repair = repair::plan(&suite, &Accepted::default());
        problems::check(&repair.blocked);
        harmless("a repair", &report::repaired(&repair, &suite, false, true));
        let mut fixed = files.clone();
        fixed.extend(repair.writes.into_iter().map(|write| (write.path, write.after)));
        Some(fixed)
    })
}

/// The changes in every output format.
fn print_changes(suite: &Suite) {
    let unlocked = pending_changes::without_lock(suite);
    let Some(past) = suite.book.past() else { return };
    let touching = ImpactIndex::of(suite, past, std::iter::empty::<&Profile>());
    let changes: Vec<_> = changes::changes(past, &suite.book)
        .into_iter()
        .map(|change| (change.clone(), touching.touch(&change)))
        .collect();
    for (change, _) in &changes {
        assert!(change.old.iter().all(|id| past.old.line(&id.file, id.line).is_some()), "{change:?}");
        assert!(change.new.iter().all(|id| suite.book.line(&id.file, id.line).is_some()), "{change:?}");
    }
    let reported = Errata { suite, changes, grades: BTreeMap::new(), unlocked };
    let mut people = Vec::new();
    reported.write_pretty(&mut people, false, true).expect("memory takes what is written to it");
    harmless("changes in a terminal", &String::from_utf8(people).expect("text"));
    let mut machines = Vec::new();
    reported.write_json(&mut machines).expect("memory takes what is written to it");
    harmless("changes for machines", &String::from_utf8(machines).expect("text"));
    harmless("changes as a note", &reported.markdown());
}
