//! Tasks for the Dune engine.

use truthsayer::engines::dune::Dune;

use super::task;

pub fn run(input: &[u8]) {
    task::play(&mut Dune, input);
}
