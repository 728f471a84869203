//! Checks what a repair may write: files with addresses, and in the project file only addresses. The journal is
//! untrusted input and must not give access to other files.

use std::path::Component;
use std::path::Path;

use crate::base::source::SourceFile;
use crate::base::yaml;
use crate::rulebook::address::Address;
use crate::rulebook::history::lock;
use crate::rulebook::rule_selector::NamedRule;
use crate::suite::project;
use crate::suite::project::Project;
use truthsayer_protocol::Data;

/// Returns whether a repair cannot have planned this text. `now` is the current text; `None` if there is no file.
pub(crate) fn is_foreign(project: &Project, path: &str, now: Option<&str>, after: &str) -> bool {
    let locks = || project.games.keys().map(|game| lock::path(&project.rules, game));
    if locks().any(|lock| lock == path) {
        return false;
    }
    // Only a lock can be a new file.
    let Some(now) = now else { return true };
    let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_table = |game: &String| {
        ["catalog", "exclusions"].iter().any(|name| path == format!("{}/{game}/{name}.yaml", project.rules))
    };
    match path {
        project::FILE_NAME => without_addresses(now) != without_addresses(after),
        _ if path == project.gate.floor || project.games.keys().any(is_table) => false,
        _ => !(plain && below(&project.scenarios) && path.ends_with(".yaml")),
    }
}

/// Returns the project file without its addresses; `None` if it cannot be parsed, which equals nothing else.
fn without_addresses(text: &str) -> Option<Data> {
    let mut data = yaml::read(&SourceFile::new(project::FILE_NAME, text)).ok()?.to_data();
    data.get_mut("engines").into_iter().for_each(blank);
    Some(data)
}

/// Removes the addresses. Only the known gaps of an engine contain addresses.
fn blank(data: &mut Data) {
    match data {
        Data::Object(map) => {
            for (key, value) in map {
                if matches!(key.as_str(), "clause" | "rule" | "cite") && is_address(value) {
                    *value = Data::Null;
                } else if key != "command" && key != "env" {
                    blank(value);
                }
            }
        }
        Data::Array(list) => list.iter_mut().for_each(blank),
        _ => {}
    }
}

fn is_address(value: &Data) -> bool {
    value.as_str().is_some_and(|text| Address::parse(text).is_some() || NamedRule::parse(text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROJECT: &str = "games: {g: {engine: e}}\nengines:\n  e:\n    game: g\n    command: [run, \"g/r.md:1\"]\n    gaps:\n      \
                           - {clause: \"g/r.md:3.2\", reason: old, until: \"2030-01-31\"}\n";

    fn project() -> (tempfile::TempDir, Project) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(project::FILE_NAME), PROJECT).unwrap();
        let project = Project::load(folder.path()).unwrap();
        (folder, project)
    }

    #[test]
    fn only_files_with_addresses_can_be_meant() {
        let (_folder, project) = project();
        for own in ["rules/g/catalog.yaml", "rules/g/exclusions.yaml", "floor.yaml", "scenarios/g/a/b.yaml"] {
            assert!(!is_foreign(&project, own, Some("old"), "new"), "{own}");
            assert!(is_foreign(&project, own, None, "new"), "{own} is not there");
        }
        assert!(!is_foreign(&project, "rules/g/rules.lock", None, "new"));
        for other in
            ["README.md", "rules/g/r.md", "src/x.rs", "scenarios/../x.yaml", "scenarios.yaml", "golden/g/a/b.yaml"]
        {
            assert!(is_foreign(&project, other, Some("old"), "new"), "{other}");
        }
    }

    #[test]
    fn of_the_project_file_only_addresses_may_change() {
        let (_folder, project) = project();
        let foreign = |after: &str| is_foreign(&project, project::FILE_NAME, Some(PROJECT), after);
        assert!(!foreign(
            &PROJECT.replace("g/r.md:3.2", "g/r.md#TIES.2").replace("g/r.md:4", "g/r.md:5\", \"g/r.md:7")
        ));
        for (from, to) in [
            ("run", "rm"),
            ("[run, \"g/r.md:1\"", "[run, \"g/r.md:2\""),
            ("reason: old", "reason: new"),
            ("games", "g:"),
        ] {
            assert!(foreign(&PROJECT.replace(from, to)), "{to}");
        }
    }
}
