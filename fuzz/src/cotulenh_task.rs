//! Tasks for the CoTuLenh engine, and positions that can be read again after each of them.

use truthsayer_cotulenh::Cotulenh;
use truthsayer_cotulenh::notation::fen;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;

use super::task;

pub fn run(input: &[u8]) {
    let Some(task) = task::play(&mut Cotulenh, input) else { return };
    // On a mutant, pieces may reach squares that the rules forbid.
    if !task.without.is_empty() {
        return;
    }
    if let Ok(Reply::Played(outcome)) = Cotulenh.play(&task) {
        is_read_again(&outcome.before);
        is_read_again(&outcome.after);
    }
}

/// The FEN of a state can be read again, unless a deployment is open, which FEN cannot express.
fn is_read_again(state: &Data) {
    let text = state["fen"].as_str().expect("every state has a FEN");
    if state["deployment"]["open"] == false {
        let read = fen::read(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.why));
        assert_eq!(fen::write(&read), text);
    }
}
