//! Notation: a position on the first line, and steps on all others.

use std::collections::BTreeSet;

use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::board::step::Step;
use truthsayer_cotulenh::game::Game;
use truthsayer_cotulenh::game::event::Event;
use truthsayer_cotulenh::game::script;
use truthsayer_cotulenh::game::script::Action;
use truthsayer_cotulenh::notation;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::notation::written::Written;
use truthsayer_cotulenh::rules::Strict;
use truthsayer_cotulenh::rules::reading::Readings;
use truthsayer_cotulenh::rules::table::Table;

use super::harmless::harmless_line;
use super::part::text;

const MOST_STEPS: usize = 8;

pub fn run(input: &[u8]) {
    let text = text(input);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("");
    let steps: Vec<&str> = lines.take(MOST_STEPS).collect();
    steps.iter().for_each(|step| is_read(step));
    let Ok(position) = fen::read(first) else { return };
    let mut game = game(&position);
    for (number, step) in (1..).zip(&steps) {
        play(&mut game, number, step);
    }
    if game.position.deployment.is_none() {
        let written = fen::write(&game.position);
        assert_eq!(fen::read(&written).as_ref(), Ok(&game.position), "{written}");
        every_step_has_its_own(&game.position, input.len());
    }
}

fn game(position: &Position) -> Game {
    // Fired clauses are checked in `cotulenh_task`.
    Game::new(Table::without_notes(Vec::new(), Readings::DEFAULT), position.clone())
}

fn is_read(step: &str) {
    if let Err(fault) = Written::parse(step) {
        let length = step.chars().count();
        assert!((1..=length + 1).contains(&fault.at), "character {} of {step:?}: {}", fault.at, fault.why);
        harmless_line("why a step makes no sense", &fault.why);
    }
}

fn action(step: &str) -> Action {
    match step {
        "commit" => Action::Commit,
        "cancel" => Action::Cancel,
        "undo" => Action::Undo(1),
        written => Action::Written(written.to_owned()),
    }
}

/// An invalid step changes nothing and is not logged. A refused step changes nothing and is logged.
fn play(game: &mut Game, number: usize, step: &str) {
    let before = game.position.clone();
    let reported = game.log().len();
    match script::perform(game, number, &action(step)) {
        Err(nonsense) => {
            assert_eq!((&game.position, game.log().len()), (&before, reported), "{step:?}");
            harmless_line("why a step cannot be found", &nonsense.0);
        }
        Ok(()) if game.log().len() == reported => assert!(step == "undo" && game.position == before, "{step:?}"),
        Ok(()) => {
            let refused = matches!(game.log().last(), Some(Event::Refused { .. }));
            assert!(!refused || game.position == before, "{step:?} is refused and changes something");
        }
    }
}

/// Checks that every step has its own notation and is found by it.
fn every_step_has_its_own(position: &Position, chosen: usize) {
    let start = game(position);
    let legal = start.legal_quietly();
    let mut seen = BTreeSet::new();
    for step in &legal {
        let san = notation::san(&Strict, *step, &legal);
        names(&san, *step);
        names(&notation::lan(&Strict, *step), *step);
        assert!(seen.insert(san.clone()), "two steps are written {san}");
    }
    let Some(step) = legal.get(chosen % legal.len().max(1)) else { return };
    if start.ending.is_some() {
        return;
    }
    let san = notation::san(&Strict, *step, &legal);
    let (mut written, mut expected) = (game(position), game(position));
    script::perform(&mut written, 1, &Action::Written(san.clone())).unwrap_or_else(|nonsense| panic!("{}", nonsense.0));
    expected.play(*step, &legal);
    assert_eq!(written.position, expected.position, "{} {san}", fen::write(position));
}

fn names(text: &str, step: Step) {
    let written = Written::parse(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.why));
    assert!(written.to == step.to && written.deploys == step.deploys && written.allows(step.from), "{text}");
    assert_eq!(written.group, step.group.notation(), "{text}");
}
