//! The project file is read or refused at a place. No path in it leads out of the project folder.

use std::path::Component;
use std::path::Path;

use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::project::Project;

use super::folder;
use super::harmless;
use super::problems;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    folder::with(&[(FILE_NAME, input)], |root| match Project::load(root) {
        Ok(project) => {
            assert_eq!(Project::load(root).as_ref(), Ok(&project));
            look(&project);
        }
        Err(found) => {
            assert!(!found.is_empty(), "refused without a problem");
            problems::check(&found);
        }
    });
}

fn look(project: &Project) {
    let inside = |folder: &str| Path::new(folder).components().all(|part| matches!(part, Component::Normal(_)));
    for folder in [&project.rules, &project.scenarios, &project.golden] {
        assert!(!folder.is_empty() && inside(folder), "{folder:?} leads out of the project");
    }
    assert!(!project.games.is_empty(), "a project without a game");
    for engine in project.engines.values() {
        let parts = Path::new(&engine.dir).components();
        let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        assert!(parts.into_iter().all(stays), "{:?} leads out of the project", engine.dir);
        for gap in &engine.gaps {
            problems::inside(&gap.place);
            assert!(gap.until.to_string().len() == 10 && !gap.sentence().is_empty(), "{gap:?}");
        }
    }
    assert!(project.profiles.values().all(|profile| !profile.without.is_empty()));
}
