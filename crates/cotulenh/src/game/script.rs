//! A script: actions to perform in a game. Finds the legal step that an action means.

use crate::board::kind::Kind;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::board::step::Effect;
use crate::board::step::Step;
use crate::game::Game;
use crate::game::event::Event;
use crate::game::event::QueryAnswer;
use crate::game::query::Query;
use crate::game::refusal;
use crate::game::refusal::Refusal;
use crate::game::request::Request;
use crate::game::request::Want;
use crate::moves::walk::Walker;
use crate::notation;
use crate::notation::written::Written;

#[derive(Debug, Clone)]
pub enum Action {
    /// A step in SAN or LAN.
    Written(String),
    /// A step by its squares.
    Squares(Squares),
    Commit,
    Cancel,
    Undo(u32),
    Ask(Query),
}

#[derive(Debug, Clone, Copy)]
pub struct Squares {
    pub from: Square,
    pub to: Square,
    /// The piece that deploys out of the stack.
    pub piece: Option<Kind>,
    pub capture: Option<Want>,
}

/// An action that cannot be understood, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidAction(pub String);

/// The result of a requested step.
enum Found {
    Step(Step),
    Refused(Refusal),
}

/// Performs one action of a script. Actions count from 1.
pub fn perform(game: &mut Game, number: usize, action: &Action) -> Result<(), InvalidAction> {
    match action {
        Action::Written(text) => {
            let written = read_written(text)?;
            // Notation depends only on other steps to the same square.
            let legal = game.legal_to(written.to);
            let found = find_written(game, text, &written, &legal)?;
            settle(game, number, found, &legal);
        }
        Action::Squares(squares) => {
            let legal = game.legal_to(squares.to);
            let found = find_squares(game, *squares, &legal)?;
            settle(game, number, found, &legal);
        }
        Action::Commit => {
            let done = game.ending.map_or(Ok(()), |ending| Err(refusal::game_over(ending.how)));
            let done = done.and_then(|()| game.commit());
            refuse(game, number, done);
        }
        Action::Cancel => {
            let done = game.cancel();
            refuse(game, number, done);
        }
        Action::Undo(times) => take_back(game, *times),
        Action::Ask(query) => {
            let answer: QueryAnswer = game.table.asked(|| query.answer(game));
            game.record(Event::Answered { step: number, answer });
        }
    }
    Ok(())
}

/// Stops at the first step that cannot be taken back, to keep the log short.
fn take_back(game: &mut Game, times: u32) {
    for _ in 0..times {
        let before = game.position.clone();
        game.undo();
        if game.position == before {
            return;
        }
    }
}

fn settle(game: &mut Game, number: usize, found: Found, legal: &[Step]) {
    match found {
        Found::Step(step) => {
            game.examine(Walker { from: step.from, group: step.group, deploys: step.deploys }, step.to);
            // In an open deployment all of these pieces are on one square and are already recorded.
            if let Some(kind) = step.kind().filter(|_| game.position.deployment.is_none()) {
                game.weigh_rivals(kind, step.to);
            }
            game.play(step, legal);
        }
        Found::Refused(refusal) => game.refuse(number, refusal),
    }
}

fn refuse(game: &mut Game, number: usize, done: Result<(), Refusal>) {
    if let Err(refusal) = done {
        game.refuse(number, refusal);
    }
}

fn read_written(text: &str) -> Result<Written, InvalidAction> {
    Written::parse(text)
        .map_err(|fault| InvalidAction(format!("`{}`, character {}: {}", text.escape_debug(), fault.at, fault.why)))
}

fn find_written(game: &Game, text: &str, written: &Written, legal: &[Step]) -> Result<Found, InvalidAction> {
    if let Some(ending) = game.ending {
        return Ok(Found::Refused(refusal::game_over(ending.how)));
    }
    let table = &game.table;
    let fitting: Vec<Step> = legal.iter().copied().filter(|step| fits(written, *step)).collect();
    let exact = |step: &Step| notation::san(table, *step, legal) == text || notation::lan(table, *step) == text;
    let shown = |step: &Step| format!("`{}`", notation::san(table, *step, legal));
    match fitting.as_slice() {
        [] => Ok(Found::Refused(why_not(game, written))),
        // With a switch off, there may be legal steps that the author could not expect.
        [step, ..] if table.is_altered() => Ok(Found::Step(fitting.iter().copied().find(exact).unwrap_or(*step))),
        [step] if table.quietly(|| exact(step)) => Ok(Found::Step(*step)),
        [step] => Err(InvalidAction(format!(
            "`{}` names too much or too little of the origin; write {}",
            text.escape_debug(),
            shown(step)
        ))),
        several => match table.quietly(|| several.iter().find(|step| exact(step))) {
            Some(step) => Ok(Found::Step(*step)),
            None => {
                let all: Vec<String> = several.iter().map(shown).collect();
                Err(InvalidAction(format!("`{}` is ambiguous; it can be {}", text.escape_debug(), all.join(", "))))
            }
        },
    }
}

fn fits(written: &Written, step: Step) -> bool {
    step.group.notation() == written.group
        && step.to == written.to
        && step.deploys == written.deploys
        && step.effect == effect_of(written.mark)
        && written.allows(step.from)
}

fn effect_of(mark: Option<char>) -> Effect {
    match mark {
        Some('x') => Effect::Normal,
        Some('_') => Effect::Stay,
        Some('@') => Effect::Suicide,
        Some('&') => Effect::Combine,
        _ => Effect::Plain,
    }
}

/// Returns why no piece can make a written step. Of all pieces that the text can mean, the one that fails latest gives
/// the reason.
fn why_not(game: &Game, written: &Written) -> Refusal {
    let want = Want::Do(effect_of(written.mark));
    let walkers = walkers(game, written);
    if walkers.is_empty() {
        if let Some(kind) = written.kind() {
            game.weigh_rivals(kind, written.to);
        }
        return if game.position.deployment.is_some() { refusal::NOT_IN_DEPLOYMENT } else { refusal::NO_PIECE };
    }
    let refusals = walkers.into_iter().map(|walker| refusal_of(game, Request { walker, to: written.to, want }));
    refusals.max_by_key(|refusal| refusal.severity()).unwrap_or(refusal::NO_PIECE)
}

fn refusal_of(game: &Game, request: Request) -> Refusal {
    game.examine(request.walker, request.to);
    request.refusal(&game.table, &game.position)
}

/// All pieces that a written step can mean.
fn walkers(game: &Game, written: &Written) -> Vec<Walker> {
    let position = &game.position;
    let mut found = Vec::new();
    for from in position.board.occupied(position.turn) {
        let (stack, deploys) = match &position.deployment {
            Some(deployment) if from == deployment.origin => (deployment.unused(&game.table, &position.board), true),
            Some(_) => continue,
            None => (position.board.at(from), written.deploys),
        };
        if !written.allows(from) || deploys != written.deploys {
            continue;
        }
        if !deploys && stack.notation() == written.group {
            found.push(Walker { from, group: stack, deploys });
        }
        if deploys && (position.deployment.is_some() || !stack.is_single()) {
            let named = stack.units().filter(|unit| unit.text() == written.group);
            found.extend(named.map(|unit| Walker { from, group: Stack::of(unit, stack.side()), deploys }));
        }
    }
    found
}

fn find_squares(game: &Game, squares: Squares, legal: &[Step]) -> Result<Found, InvalidAction> {
    if let Some(ending) = game.ending {
        return Ok(Found::Refused(refusal::game_over(ending.how)));
    }
    let walker = match walker(game, squares)? {
        Ok(walker) => walker,
        Err(refusal) => return Ok(Found::Refused(refusal)),
    };
    let own = game.position.board.at(squares.to).belongs_to(game.position.turn);
    let want = squares.capture.unwrap_or(Want::Do(if own { Effect::Combine } else { Effect::Plain }));
    let request = Request { walker, to: squares.to, want };
    let fitting: Vec<Step> = legal.iter().copied().filter(|step| request.fits(*step)).collect();
    match fitting.as_slice() {
        [] => Ok(Found::Refused(refusal_of(game, request))),
        [_, _, ..] if !game.table.is_altered() => {
            Err(InvalidAction("more than one kind of capture is possible; say which".to_owned()))
        }
        [step, ..] => Ok(Found::Step(*step)),
    }
}

/// The actor that the squares of a step name.
fn walker(game: &Game, squares: Squares) -> Result<Result<Walker, Refusal>, InvalidAction> {
    let position = &game.position;
    let from = squares.from;
    let standing = position.board.at(from);
    if !standing.belongs_to(position.turn) {
        return Ok(Err(refusal::NO_PIECE));
    }
    let Some(deployment) = &position.deployment else {
        let Some(kind) = squares.piece else { return Ok(Ok(Walker { from, group: standing, deploys: false })) };
        let unit = standing.unit(kind).filter(|_| !standing.is_single());
        let deploying = |unit| Walker { from, group: Stack::of(unit, standing.side()), deploys: true };
        return Ok(unit.map(deploying).ok_or(refusal::NO_PIECE));
    };
    let unused = deployment.unused(&game.table, &position.board);
    let unit = match squares.piece {
        Some(kind) => unused.unit(kind),
        None if unused.is_single() => unused.carrier(),
        None if from == deployment.origin => {
            return Err(InvalidAction("say with `piece` which one deploys".to_owned()));
        }
        None => None,
    };
    let unit = unit.filter(|_| from == deployment.origin);
    let deploying = |unit| Walker { from, group: Stack::of(unit, standing.side()), deploys: true };
    Ok(unit.map(deploying).ok_or(refusal::NOT_IN_DEPLOYMENT))
}
