//! Every shipped scenario of a game, played.

use std::path::Path;

use truthsayer::builtin_engines;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

/// The outcomes by scenario.
pub(crate) fn outcomes(game: &str) -> Vec<(String, Outcome)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    let maker = builtin_engines::by_name(game).expect("on the roster");
    let mut engine = maker.engine();
    let mut found = Vec::new();
    for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == game) {
        match engine.play(&scenario.task(&[])) {
            Ok(Reply::Played(outcome)) => found.push((scenario.id.to_string(), *outcome)),
            other => panic!("{}: {other:?}", scenario.id),
        }
    }
    found
}
