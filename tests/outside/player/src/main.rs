//! Plays one step of Commander Chess and counts what can follow.

use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::board::position::Position;

fn main() {
    let mut position = Position::start();
    println!("perft 2: {}", position.perft(2));
    let step = position.find_step("Ic6").expect("it is legal");
    position.play(step);
    println!("{}", fen::write(&position));
}
