//! Invariants of every CoTuLenh position, checked in seeded random play from many positions.

use crate::play::Chance;
use crate::play::beginnings;
use crate::play::legal;
use crate::play::legal_by;
use crate::play::position;
use crate::play::walk_through;
use truthsayer_cotulenh::board::Trail;
use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::board::side::Side;
use truthsayer_cotulenh::board::square::Square;
use truthsayer_cotulenh::board::stack::Stack;
use truthsayer_cotulenh::board::step::Step;
use truthsayer_cotulenh::board::unit::Unit;
use truthsayer_cotulenh::game::Game;
use truthsayer_cotulenh::game::script;
use truthsayer_cotulenh::game::script::Action;
use truthsayer_cotulenh::moves::attack;
use truthsayer_cotulenh::moves::attack::View;
use truthsayer_cotulenh::moves::perft::Perft;
use truthsayer_cotulenh::notation;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::rules::Rules;
use truthsayer_cotulenh::rules::Strict;
use truthsayer_cotulenh::rules::reading::Readings;
use truthsayer_cotulenh::rules::switch::Switch;
use truthsayer_cotulenh::rules::table::Table;

/// All clauses are in force, but the shortcuts that rely on this are off.
struct Careful;

impl Rules for Careful {
    const FURTHEST: u8 = 11;
    const COMPLETE: bool = false;

    fn applies(&self, _: Switch) -> bool {
        true
    }

    fn readings(&self) -> Readings {
        Readings::DEFAULT
    }
}

/// A game that records no clauses.
fn game(position: &Position) -> Game {
    Game::new(Table::without_notes(Vec::new(), Readings::DEFAULT), position.clone())
}

/// Each reading of the crate at random.
fn random_readings(chance: &mut Chance) -> Readings {
    let mut readings = Readings::DEFAULT;
    for reading in Readings::ALL {
        readings.set(reading.name, chance.below(2) == 1);
    }
    readings
}

#[test]
fn a_game_is_the_same_whether_or_not_its_clauses_are_recorded() {
    let mut chance = Chance::new(11);
    for text in beginnings().iter().step_by(4) {
        for readings in [Readings::DEFAULT, random_readings(&mut chance)] {
            compare_with_unrecorded(&mut chance, text, readings);
        }
    }
}

fn compare_with_unrecorded(chance: &mut Chance, text: &str, readings: Readings) {
    let position = position(text);
    let mut unrecorded = Game::new(Table::without_notes(Vec::new(), readings), position.clone());
    let mut recorded = Game::new(Table::new(Vec::new(), readings), position);
    for _ in 0..4 {
        let steps = recorded.legal();
        assert_eq!(unrecorded.legal(), steps, "{text} {readings:?}");
        let Some(step) = steps.get(chance.below(steps.len())).filter(|_| recorded.ending.is_none()) else { break };
        recorded.play(*step, &steps);
        unrecorded.play(*step, &steps);
        let (one, other) = (&unrecorded, &recorded);
        assert_eq!((&one.position, one.ending), (&other.position, other.ending), "{text} {readings:?}");
    }
    let (recorded, unrecorded) = (recorded.into_record(), unrecorded.into_record());
    assert_eq!(unrecorded.0, recorded.0, "{text} {readings:?}");
    assert!(unrecorded.1.into_fired().is_empty() && !recorded.1.into_fired().is_empty(), "{text} {readings:?}");
}

#[test]
fn the_shortcuts_of_calm_positions_are_right() {
    walk_through(1, 30, |position, from| {
        assert_eq!(legal(position), legal_by(&Careful, position), "{from}: {}", fen::write(position));
    });
}

#[test]
fn unmake_restores_the_position() {
    walk_through(2, 12, |position, from| {
        let mut copy = position.clone();
        let mut trail = Trail::new();
        for step in legal(position) {
            let undo = copy.make(&Strict, step, &mut trail);
            copy.unmake(undo, &mut trail);
            assert_eq!(&copy, position, "{from}: {} {}", fen::write(position), notation::lan(&Strict, step));
        }
    });
}

#[test]
fn an_undone_turn_gives_back_the_identical_position() {
    walk_through(3, 2, |position, from| {
        if position.deployment.is_some() {
            return;
        }
        for step in legal(position) {
            let mut game = game(position);
            let steps = game.legal_quietly();
            game.play(step, &steps);
            if game.position.deployment.is_some() {
                let _ = game.commit();
            }
            game.undo();
            assert_eq!(&game.position, position, "{from}: {}", notation::lan(&Strict, step));
            assert_eq!(game.legal_quietly(), steps, "{from}: {}", notation::lan(&Strict, step));
        }
    });
}

#[test]
fn a_position_is_read_as_it_is_written() {
    walk_through(4, 60, |position, from| {
        if position.deployment.is_some() {
            return;
        }
        let text = fen::write(position);
        let read = fen::read(&text).unwrap_or_else(|fault| panic!("{from}: {text}: {}", fault.why));
        assert_eq!(&read, position, "{from}: {text}");
        assert_eq!(fen::write(&read), text);
    });
}

#[test]
fn every_step_is_found_by_its_own_notation_and_no_two_share_one() {
    walk_through(5, 1, |position, from| {
        if position.deployment.is_some() {
            return;
        }
        let steps = legal(position);
        let mut sans: Vec<String> = steps.iter().map(|step| notation::san(&Strict, *step, &steps)).collect();
        for (step, text) in steps.iter().zip(&sans) {
            let mut written = game(position);
            let mut expected = game(position);
            script::perform(&mut written, 1, &Action::Written(text.clone())).expect("its own notation is readable");
            expected.play(*step, &steps);
            assert_eq!(written.position, expected.position, "{from}: {} {text}", fen::write(position));
        }
        let count = sans.len();
        sans.sort();
        sans.dedup();
        assert_eq!(sans.len(), count, "{from}: {}", fen::write(position));
    });
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut chance = Chance::new(6);
    walk_through(6, 4, |position, from| {
        let mut game = game(position);
        if game.ending.is_some() {
            return;
        }
        let legal: Vec<String> = game.legal_quietly().iter().map(|step| notation::lan(&Strict, *step)).collect();
        for _ in 0..20 {
            let text = nonsense(&mut chance);
            let before = game.position.clone();
            let events = game.log().len();
            if legal.contains(&text) {
                continue;
            }
            let result = script::perform(&mut game, 1, &Action::Written(text.clone()));
            assert_eq!(game.position, before, "{from}: {} {text}", fen::write(position));
            assert_eq!(game.log().len(), events + usize::from(result.is_ok()), "{text} is refused or unreadable");
        }
    });
}

/// A well-formed step that is probably illegal.
fn nonsense(chance: &mut Chance) -> String {
    let squares: Vec<Square> = Square::all().collect();
    let (from, to) = (squares[chance.below(squares.len())], squares[chance.below(squares.len())]);
    let pieces = ["C", "I", "+T", "T", "A", "S", "F", "N", "(TI)", "(FT)", "H", "G"];
    let marks = ["", "x", "_", "@", "&", ">", ">x", ">&"];
    let (piece, mark) = (pieces[chance.below(pieces.len())], marks[chance.below(marks.len())]);
    format!("{piece}{from}{mark}{to}")
}

#[test]
fn no_turn_leaves_its_own_commander_in_danger() {
    walk_through(7, 40, |position, from| {
        if position.deployment.is_some() {
            return;
        }
        let mover = position.turn.other();
        let view = View::of(&position.board);
        // The side that has just moved is safe. Only positions reached by play count, because the initial ones are made
        // by hand.
        if from.contains('>') {
            assert!(!attack::is_in_danger(&Careful, view, mover), "{from}: {}", fen::write(position));
        }
    });
}

#[test]
fn counting_by_copies_equals_counting_by_taking_back() {
    fn by_copies(position: &Position, depth: u32) -> u64 {
        let steps = legal_by(&Careful, position);
        if depth == 1 {
            return steps.len() as u64;
        }
        let after = |step| {
            let mut copy = position.clone();
            copy.advance(&Strict, step, &mut Trail::new(), &mut |_| {});
            by_copies(&copy, depth - 1)
        };
        steps.into_iter().map(after).sum()
    }
    // Positions with a commander in danger and stacks.
    let besieged = [
        "11/9f1/6I4/1(NFT)9/5C5/11/11/5E5/11/11/2c1(+ft)6/11 b - - 63 2",
        "8TH+G/1(+nfm)(tm)2c5/11/2e8/7(es)1m1/11/11/4+f6/9H1/2I1F3(FTC)2/7H3/2g2I5 b - - 53 35",
        "4h3C2/2s1M5(t+i)/11/11/2(nf)2(fm)5/2+n8/8a2/4(ftc)3m2/8s2/11/2(NF+I)8/11 b - - 45 26",
    ];
    for text in beginnings().iter().step_by(9).map(String::as_str).chain(besieged) {
        let mut position = position(text);
        assert_eq!(Perft::default().count(&mut position, 2), by_copies(&position, 2), "{text}");
    }
}

#[test]
fn turned_round_the_board_plays_the_same() {
    walk_through(8, 12, |position, from| {
        if position.deployment.is_some() {
            return;
        }
        let mut ours: Vec<String> = legal(position).iter().map(|step| notation::lan(&Strict, *step)).collect();
        let mirrored = mirror(position);
        let back = |step: &truthsayer_cotulenh::board::step::Step| {
            let step = truthsayer_cotulenh::board::step::Step { from: flip(step.from), to: flip(step.to), ..*step };
            notation::lan(&Strict, step)
        };
        let mut theirs: Vec<String> = legal(&mirrored).iter().map(back).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{from}: {}", fen::write(position));
    });
}

fn flip(square: Square) -> Square {
    Square::new(square.file(), 11 - square.rank()).expect("a square of the board")
}

fn mirror(position: &Position) -> Position {
    let mut mirrored = position.clone();
    for square in Square::all() {
        let stack = position.board.at(flip(square));
        let turned = Stack::from_units(stack.units(), stack.side().other());
        mirrored.board.set(square, if stack.is_none() { Stack::NONE } else { turned });
    }
    mirrored.turn = position.turn.other();
    mirrored
}

#[test]
fn a_rank_once_won_is_kept_until_the_piece_is_taken() {
    let heroes = |position: &Position, side: Side| -> usize {
        let squares = position.board.occupied(side).into_iter();
        squares
            .flat_map(|square| position.board.at(square).units().collect::<Vec<Unit>>())
            .filter(|unit| unit.heroic)
            .count()
    };
    walk_through(9, 20, |position, from| {
        for step in legal(position) {
            if step.effect == truthsayer_cotulenh::board::step::Effect::Suicide {
                continue;
            }
            let mut after = position.clone();
            after.advance(&Strict, step, &mut Trail::new(), &mut |_| {});
            let (was, is) = (heroes(position, position.turn), heroes(&after, position.turn));
            assert!(is >= was, "{from}: {} {}", fen::write(position), notation::lan(&Strict, step));
        }
    });
}

/// Dense positions with a side in danger and stacks that might save it. Random play rarely reaches them.
#[test]
fn giving_a_deployment_up_as_hopeless_is_right() {
    let mut chance = Chance::new(10);
    let (mut compared, mut saved, mut lost) = (0, 0, 0);
    while compared < 1_500 {
        let Some(mut position) = besieged(&mut chance) else { continue };
        let steps = compare_with_trying_everything(&position);
        compared += 1;
        let deploying: Vec<Step> = steps.into_iter().filter(|step| step.deploys).collect();
        (saved, lost) = if deploying.is_empty() { (saved, lost + 1) } else { (saved + 1, lost) };
        // The same with the deployment open.
        if let Some(step) = deploying.get(chance.below(deploying.len())) {
            position.advance(&Strict, *step, &mut Trail::new(), &mut |_| {});
            compare_with_trying_everything(&position);
        }
    }
    assert!(saved > 100 && lost > 100, "{saved} could be saved by deploying, {lost} could not");
}

/// Rescues that random positions do not contain.
#[test]
fn rare_ways_to_save_the_commander_are_found() {
    for (text, saving, why) in [
        (
            "2(+NT)8/11/2f8/11/2C8/11/2+i8/11/11/11/10i/10c r - - 0 1",
            "Tc12>xc10",
            "the ship can block further away than it captures",
        ),
        (
            "11/11/11/11/2(FTI)4(tm)3/2s8/2(TI)1c6/11/2(NC)8/2+a8/4g6/4f6 r - - 0 1",
            "Tc8>c9",
            "a waiting piece becomes heroic by the next step, and then reaches further",
        ),
        (
            "10c/10i/11/11/4f6/11/6G4/11/11/11/11/4(FC)2g3 r - - 0 1",
            "Ce1>e4",
            "a suicide capture leaves a last guard with a wider zone",
        ),
    ] {
        let steps = compare_with_trying_everything(&position(text));
        assert!(steps.iter().any(|step| notation::lan(&Strict, *step) == saving), "{why}");
    }
}

/// Returns the legal steps, which must be those that are found without shortcuts.
fn compare_with_trying_everything(position: &Position) -> Vec<Step> {
    let (fast, slow) = (legal(position), legal_by(&Careful, position));
    let opened = position.deployment.as_ref().map(|deployment| &deployment.stack);
    assert_eq!(fast, slow, "{} {opened:?}", fen::write(position));
    fast
}

/// A position in which Red is in danger and to move, with one or two stacks of two or three pieces.
fn besieged(chance: &mut Chance) -> Option<Position> {
    const COMMANDERS: [&str; 6] = ["C", "C", "C", "(TC)", "(NC)", "(FTC)"];
    const STACKS: [&str; 13] =
        ["(TI)", "(FT)", "(FI)", "(NT)", "(NFT)", "(FTI)", "(EA)", "(ES)", "(N+T)", "(EG)", "(+NF)", "(NFI)", "(F+TM)"];
    const FRIENDS: [&str; 7] = ["G", "S", "N", "+G", "I", "E", "F"];
    const ENEMIES: [&str; 14] = ["t", "a", "s", "n", "f", "f", "+i", "g", "+m", "+t", "(tm)", "(nf)", "(ft)", "+a"];
    let mut board = truthsayer_cotulenh::board::Board::default();
    let mut put = |texts: &[&str], chance: &mut Chance| {
        let square = Square::new(u8::try_from(chance.below(8)).ok()?, u8::try_from(chance.below(8)).ok()?)?;
        let (units, side) = fen::read_stack(texts[chance.below(texts.len())]).ok()?;
        (board.at(square).is_none()).then(|| fen::place(&mut board, square, &units, side).ok()).flatten()
    };
    put(&COMMANDERS, chance)?;
    put(&["c"], chance)?;
    for (texts, least, more) in [(&STACKS[..], 1, 2), (&FRIENDS, 0, 4), (&ENEMIES, 1, 5)] {
        for _ in 0..least + chance.below(more) {
            put(texts, chance)?;
        }
    }
    let danger = attack::is_in_danger(&Careful, View::of(&board), Side::Red);
    let position = Position { board, turn: Side::Red, half_moves: 0, move_number: 1, deployment: None };
    danger.then_some(position)
}
