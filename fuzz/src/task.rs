//! A task as JSON. The engine must answer it twice with the same bytes and with a limited size.

use truthsayer_oracle::engines::process;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::wire::Answer;

use super::harmless::harmless;

/// Maximum size of an answer: a constant, plus a factor for each byte of its task.
const LARGEST_ANSWER: usize = 256 * 1024;
const FOR_EVERY_BYTE: usize = 1024;

/// Runs the input. Returns `None` if it is not a task, or if the engine calls it invalid.
pub(super) fn play(engine: &mut dyn Engine, input: &[u8]) -> Option<Task> {
    let task: Task = serde_json::from_slice(input).ok()?;
    let reply = engine.play(&task).expect("an engine in this process answers");
    let line = Answer::of(1, reply.clone()).line();
    let again = Answer::of(1, engine.play(&task).expect("it answers again")).line();
    assert_eq!(line, again, "played twice, answered otherwise");
    let most = LARGEST_ANSWER + FOR_EVERY_BYTE * input.len();
    assert!(line.len() <= most, "{} bytes of answer to {} bytes of task", line.len(), input.len());
    match &reply {
        Reply::Played(_) => {
            assert_eq!(process::understand(&line, 1).as_ref(), Ok(&reply), "{line}");
            Some(task)
        }
        Reply::Invalid(complaint) => {
            let known = ["given", "when", "without"].iter().any(|root| complaint.at.starts_with(root));
            assert!(known && !complaint.why.is_empty(), "{complaint:?}");
            harmless("where a built-in engine complains", &complaint.at);
            harmless("why a built-in engine complains", &complaint.why);
            None
        }
        other => panic!("a built-in engine plays everything: {other:?}"),
    }
}
