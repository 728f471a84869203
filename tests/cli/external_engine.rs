//! Engines in processes of their own: what a user sees when one fails.

use crate::project::Project;

fn verify(command: &str) -> crate::project::Run {
    Project::with_duel().run_in_ci(&["verify", "--timeout", "1", "--engine-command", command])
}

#[test]
fn an_engine_that_cannot_be_started_is_named() {
    verify("no-such-engine-anywhere").exits(4).says("`no-such-engine-anywhere` could not be started");
}

#[test]
fn an_engine_that_dies_is_told_with_its_last_words() {
    verify("sh -c 'echo the spice must flow >&2; exit 3'").exits(4).says("the engine died").says("the spice must flow");
}

#[test]
fn an_engine_that_hangs_is_stopped() {
    verify("sh -c 'sleep 60'").exits(4).says("no answer within 1s");
}

#[test]
fn an_engine_that_babbles_is_garbled() {
    verify("sh -c 'echo hello there; sleep 60'").exits(4).says("makes no sense: not JSON").says("hello there");
}

#[test]
fn another_protocol_is_refused() {
    verify("sh -c 'echo {\\\"hello\\\":{\\\"protocol\\\":99}}; sleep 60'").exits(4).says("protocol 99");
}

/// Plays anything and observes nothing: every claim has to deviate.
#[test]
fn an_engine_that_shrugs_conforms_to_nothing() {
    let script = r#"read l; echo '{"hello":{"protocol":1}}'; n=0; while read l; do n=$((n+1)); echo "{\"played\":{\"id\":$n,\"before\":{\"factions\":{\"emperor\":{\"forces\":{\"arrakeen\":4,\"tanks\":0}}}},\"after\":{\"factions\":{\"emperor\":{\"forces\":{\"arrakeen\":4,\"tanks\":0}}}},\"log\":[]}}"; done"#;
    let project = Project::with_duel().file("shrugs.sh", script);
    let run = project.run_in_ci(&["verify", "--engine-command", "sh shrugs.sh"]).exits(1);
    assert!(run.stdout.contains("deviates dune/duel/plain"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("expected").count(), 3, "{}", run.stdout);
}
