//! Tasks for the CoTuLenh engine.

use truthsayer::engines::cotulenh::Cotulenh;

use super::task;

pub fn run(input: &[u8]) {
    task::play(&mut Cotulenh, input);
}
