//! GitLab: jobs with `parallel:`, and artifacts that later stages find in their folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_yaml::Value;

use super::file_of_page;
use super::repository::Repository;
use super::repository::Step;
use super::repository::copy_folder;
use super::repository::matching;
use super::repository::sh;

fn lines(value: &Value) -> Vec<&str> {
    value.as_sequence().map(|lines| lines.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

/// Runs a job as often as it asks for, and keeps its artifacts.
fn run(repository: &Repository, pipeline: &Value, name: &str) -> Vec<Step> {
    let job = &pipeline[name];
    let kept = repository.folder.path().join("kept");
    fs::create_dir_all(&kept).expect("a folder");
    let parallel = job["parallel"].as_u64();
    let machines: Vec<Option<u64>> = parallel.map_or(vec![None], |many| (1..=many).map(Some).collect());
    let on = |index: Option<u64>| {
        let folder = repository.checkout(&format!("{name}-{}", index.unwrap_or(0)));
        copy_folder(&kept, &folder);
        let mut variables: BTreeMap<String, String> = repository.variables.clone();
        variables
            .extend([("CI", "true"), ("GITLAB_CI", "true")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        variables.insert("CI_PROJECT_DIR".to_owned(), folder.display().to_string());
        variables.insert("CI_NODE_TOTAL".to_owned(), parallel.unwrap_or(1).to_string());
        variables.extend(index.map(|index| ("CI_NODE_INDEX".to_owned(), index.to_string())));
        variables.insert("PATH".to_owned(), path_without_installing(repository.folder.path()));
        let script = [lines(&pipeline["default"]["before_script"]), lines(&job["script"])].concat().join("\n");
        let step = sh(&script, &folder, &variables);
        let junit = job["artifacts"]["reports"]["junit"].as_str();
        for pattern in lines(&job["artifacts"]["paths"]).into_iter().chain(junit) {
            for file in matching(&folder, pattern) {
                fs::copy(&file, kept.join(file.file_name().expect("a name"))).expect("a copy");
            }
        }
        step
    };
    machines.into_iter().map(on).collect()
}

/// Package installations of the image are skipped here.
fn path_without_installing(folder: &Path) -> String {
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).expect("a folder");
    fs::write(tools.join("apt-get"), "#!/bin/sh\n").expect("a file");
    assert_eq!(sh("chmod +x apt-get", &tools, &BTreeMap::new()).code, 0);
    format!("{}:{}", tools.display(), std::env::var("PATH").expect("a path"))
}

#[test]
fn a_project_that_keeps_its_rules_passes_every_stage() {
    needs_interpreters!();
    let repository = Repository::new();
    let pipeline = file_of_page(".gitlab-ci.yml");
    assert_eq!(lines(&pipeline["stages"]).len(), 4);
    for (name, machines) in [("verify", 4), ("merge", 1), ("prove", 4), ("gate", 1)] {
        let steps = run(&repository, &pipeline, name);
        assert_eq!(steps.len(), machines);
        for Step { code, reported } in steps {
            assert_eq!(code, 0, "{name}: {reported}");
        }
    }
    assert!(fs::read_to_string(repository.folder.path().join("kept/gate.xml")).expect("JUnit").contains("<testsuites"));
}

#[test]
fn a_claim_that_fails_fails_its_shard_and_the_merge_request_shows_the_case() {
    needs_interpreters!();
    let repository = Repository::broken();
    let pipeline = file_of_page(".gitlab-ci.yml");
    let failing = run(&repository, &pipeline, "verify").into_iter().filter(|step| step.code == 1).count();
    assert_eq!(failing, 1);
    assert_eq!(run(&repository, &pipeline, "merge")[0].code, 1);
    let junit = fs::read_to_string(repository.folder.path().join("kept/verify.xml")).expect("JUnit");
    assert!(junit.contains("<failure") && junit.contains("stones-are-taken"), "{junit}");
}
