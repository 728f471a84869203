//! FEN: the reader is strict, and written FEN can be read again.

use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::notation::fen::Fault;

use super::harmless::harmless_line;
use super::part::text;

/// Reads every line as a position and as a stack.
pub fn run(input: &[u8]) {
    for line in text(input).lines() {
        match fen::read(line) {
            Ok(position) => {
                let written = fen::write(&position);
                assert_eq!(fen::read(&written).as_ref(), Ok(&position), "{line:?} is written as {written:?}");
                assert_eq!(written.split(' ').next(), Some(fen::placement(&position.board).as_str()));
            }
            Err(fault) => points_into(&fault, line),
        }
        if let Err(fault) = fen::read_stack(line) {
            points_into(&fault, line);
        }
    }
}

/// An error points at a character of the line, or behind its end.
fn points_into(fault: &Fault, line: &str) {
    let length = line.chars().count();
    assert!((1..=length + 1).contains(&fault.at), "character {} of {length}: {}", fault.at, fault.why);
    harmless_line("why a FEN makes no sense", &fault.why);
}
