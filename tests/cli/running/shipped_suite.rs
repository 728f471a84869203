//! The shipped suite: every mutant is killed, and the independent reader agrees with ours.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use truthsayer::builtin_engines;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

use crate::project::shipped;

#[test]
fn a_part_of_the_suite_answers_only_for_what_it_cites() {
    shipped(&["prove", "--rule", "dune/battle.md:19"]).exits(0).says("1 of 1 switch proven");
    shipped(&["prove", "dune/leader-return", "-v"]).exits(0).says("leader_return").does_not_say("voice");
}

/// Checks every switch in this process, which loads the suite once, and some switches through the binary.
#[test]
fn turning_off_any_switch_makes_a_claim_fail() {
    let proof = shipped(&["prove", "--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&proof.stdout).expect("JSON");
    let mutants = data["mutants"].as_array().expect("mutants");
    assert!(mutants.len() >= 40, "only {} switches", mutants.len());
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, 2);
    assert!(problems.is_empty(), "{problems:?}");
    for (number, mutant) in mutants.iter().enumerate() {
        let switch = mutant["switch"].as_str().expect("a name");
        let witness = mutant["killed_by"][0]["scenario"].as_str().expect("a witness");
        let scenario = suite.scenarios.iter().find(|scenario| scenario.id == witness).expect("a scenario");
        let maker = builtin_engines::by_name(&scenario.game).expect("on the roster");
        let without = [switch.to_owned()];
        let trial = PlayAndJudge { without: &without, ..PlayAndJudge::of(&suite.project, Retention::Verdicts) };
        let verdict = &trial.run(&[scenario], maker.as_ref())[0].verdict;
        assert!(matches!(verdict, Verdict::Fail(_)), "{witness} without {switch}: {verdict:?}");
        if number % 40 == 0 {
            shipped(&["verify", witness, "--without", switch]).exits(1).says("fail");
        }
    }
}

#[test]
fn a_second_reader_understands_every_yaml_file_in_the_same_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for folder in ["rules", "scenarios", "golden", "truthsayer.yaml"] {
        for path in yaml_files(&root.join(folder)) {
            let text = fs::read_to_string(&path).expect("a file");
            let file = truthsayer_oracle::base::source::SourceFile::new("x", text.clone());
            let ours = truthsayer_oracle::base::yaml::read(&file)
                .unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()));
            let theirs: serde_json::Value =
                serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(truthsayer_oracle::base::datapath::same(&ours.to_data(), &theirs), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 80, "only {compared} files");
}

fn yaml_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { yaml_files(&path) } else { vec![path] }).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files
}
