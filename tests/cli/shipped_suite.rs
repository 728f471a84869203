//! The suite that ships: every switch is noticed, and the second reader agrees with the first.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use truthsayer::engines;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::suite::Suite;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::oracle::verdict::Verdict;

use crate::project::shipped;

#[test]
fn a_part_of_the_suite_answers_only_for_what_it_cites() {
    shipped(&["prove", "--rule", "dune/battle.md:19"]).exits(0).says("1 switch in ").says("1 isolates its clauses");
    shipped(&["prove", "dune/leader-return", "-v"]).exits(0).says("leader_return").does_not_say("voice");
}

/// Every switch in this process, which reads the suite once, and some of them through the binary.
#[test]
fn turning_off_any_switch_makes_a_claim_deviate() {
    let proof = shipped(&["prove", "--format", "json"]).exits(0);
    let data: serde_json::Value = serde_json::from_str(&proof.stdout).expect("JSON");
    let knockouts = data["knockouts"].as_array().expect("knock-outs");
    assert!(knockouts.len() >= 40, "only {} switches", knockouts.len());
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, 2);
    assert!(problems.is_empty(), "{problems:?}");
    for (number, knockout) in knockouts.iter().enumerate() {
        let switch = knockout["switch"].as_str().expect("a name");
        let witness = knockout["noticed"][0]["scenario"].as_str().expect("a witness");
        let scenario = suite.scenarios.iter().find(|scenario| scenario.id == witness).expect("a scenario");
        let maker = engines::by_name(&scenario.game).expect("on the roster");
        let without = [switch.to_owned()];
        let trial = Trial { without: &without, ..Trial::of(&suite.project, Keep::Verdicts) };
        let verdict = &trial.run(&[scenario], maker.as_ref())[0].verdict;
        assert!(matches!(verdict, Verdict::Deviates(_)), "{witness} without {switch}: {verdict:?}");
        if number % 40 == 0 {
            shipped(&["verify", witness, "--without", switch]).exits(1).says("deviates");
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
            let file = truthsayer::source::SourceFile::new("x", text.clone());
            let ours = truthsayer::oracle::yaml::read(&file)
                .unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()));
            let theirs: serde_json::Value =
                serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(truthsayer::oracle::datapath::same(&ours.to_data(), &theirs), "{}", path.display());
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
