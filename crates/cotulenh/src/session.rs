//! A deployment while it is open: the stack it began with, what has stepped, and how to begin it again.

use super::attack;
use super::attack::View;
use super::board::Board;
use super::board::Trail;
use super::deed;
use super::formation;
use super::kind::Kind;
use super::note::Note;
use super::note::Why;
use super::rules::Rules;
use super::side::Side;
use super::square::Square;
use super::stack::Stack;
use super::step::Deed;
use super::step::Step;
use super::switch::Switch;
use super::terrain;
use super::unit::Unit;
use super::walk::Walk;
use super::walk::Walker;
use super::without;

/// A stack has three pieces at the most, and each of them steps once.
pub(crate) const MOST_STEPS: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub origin: Square,
    /// The stack as it was.
    pub stack: Stack,
    /// The board as it was.
    pub base: Board,
    steps: [Option<Step>; MOST_STEPS],
}

impl Session {
    pub(crate) fn open(board: &Board, origin: Square) -> Session {
        Session { origin, stack: board.at(origin), base: board.clone(), steps: [None; MOST_STEPS] }
    }

    pub(crate) fn side(&self) -> Side {
        self.stack.side()
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        self.steps.into_iter().flatten()
    }

    pub(crate) fn first(&self) -> Option<Step> {
        self.steps().next()
    }

    pub(crate) fn push(&mut self, step: Step) {
        if let Some(free) = self.steps.iter_mut().find(|step| step.is_none()) {
            *free = Some(step);
        }
    }

    /// Whether a piece may combine on a square by a step of its own, where it cannot recombine.
    pub(crate) fn may_join_by_itself<R: Rules>(&self, rules: &R, group: Stack, square: Square) -> bool {
        let of_this_stack = self.steps().any(|step| step.deed.places() && step.to == square);
        // stacks.md RECOMBINING: the carrier of the stack never recombines, so this is its only way.
        let carries = group.carrier().map(|unit| unit.kind) == self.stack.carrier().map(|unit| unit.kind);
        !of_this_stack
            || carries
            // stacks.md DEPLOYED COMBINATION: where the two could not have gone together.
            || rules.reads(rules.readings().only_by_recombining, Switch::JoinsByOwnStep, Switch::OnlyByRecombining)
    }

    /// Everybody who has not stepped, as they stand on the origin now.
    pub(crate) fn unused<R: Rules>(&self, rules: &R, board: &Board) -> Stack {
        let standing = board.at(self.origin);
        let waits = |unit: &Unit| !self.has_stepped(rules, unit.kind);
        if standing.belongs_to(self.side()) {
            Stack::from_units(standing.units().filter(waits), self.side())
        } else {
            Stack::NONE
        }
    }

    fn has_stepped<R: Rules>(&self, rules: &R, kind: Kind) -> bool {
        self.steps().any(|step| {
            // stacks.md DEPLOYED STAY CAPTURE: whoever stays aboard has stepped all the same.
            step.group.has(kind) && rules.permits(Switch::ShooterStaysAboard, step.deed == Deed::Stay)
        })
    }

    /// Whether the deployment may end like this.
    pub fn may_commit<R: Rules>(&self, rules: &R, board: &Board) -> bool {
        may_commit(rules, board, self.origin, self.side())
    }

    /// The steps that join a piece deployed earlier.
    pub(crate) fn recombinations<R: Rules>(&self, rules: &R, board: &Board) -> impl Iterator<Item = Step> + use<R> {
        let carrier = self.stack.carrier().map(|unit| unit.kind);
        let mut found = [None; MOST_STEPS * MOST_STEPS];
        let mut free = found.iter_mut();
        for unit in self.unused(rules, board).units() {
            // stacks.md RECOMBINING: only passengers do.
            if Some(unit.kind) == carrier && rules.upholds(Switch::CarrierStaysOut) {
                continue;
            }
            for (index, step) in self.steps().enumerate() {
                let joins = Step {
                    group: Stack::of(unit, self.side()),
                    deed: Deed::Combine,
                    deploys: true,
                    recombines: true,
                    ..step
                };
                if self.joined(rules, board, joins) == Some(index)
                    && let Some(slot) = free.next()
                {
                    *slot = Some(joins);
                }
            }
        }
        found.into_iter().flatten()
    }

    /// The step that a unit would join: the first one to that square which it could have shared.
    fn joined<R: Rules>(&self, rules: &R, board: &Board, joins: Step) -> Option<usize> {
        let mut steps = self.steps().enumerate();
        steps
            .find(|(index, step)| step.to == joins.to && self.may_join(rules, board, *index, *step, joins))
            .map(|it| it.0)
    }

    fn may_join<R: Rules>(&self, rules: &R, board: &Board, index: usize, step: Step, joins: Step) -> bool {
        // stacks.md PLACED PIECES: nobody stands on the target of a stay or a suicide capture.
        let placed = rules.demands(Switch::PlacedPieces, step.deed.places());
        placed
            && (self.rewritten(rules, index, joins).is_some_and(|steps| self.replay(rules, &steps).is_some())
                || (!rules.upholds(Switch::GroupStep) && without::could_merge(rules, board, joins)))
            && (rules.upholds(Switch::RecombiningAnyDistance) || without::within_reach(rules, board, joins))
            && rules.upholds(Switch::Recombining)
    }

    /// The steps as they would have been, had the unit gone with an earlier one.
    fn rewritten<R: Rules>(&self, rules: &R, index: usize, joins: Step) -> Option<[Option<Step>; MOST_STEPS]> {
        let mut steps = self.steps;
        let step = steps.get_mut(index)?.as_mut()?;
        step.group = formation::join(rules, step.group, joins.group)?;
        may_go_aboard(rules, step.group, joins.to).then_some(steps)
    }

    /// Joins a unit to an earlier step and plays the deployment again. `None` where that step was never possible.
    pub(crate) fn recombine<R: Rules>(&mut self, rules: &R, joins: Step, board: &Board) -> Option<Board> {
        let index = self.joined(rules, board, joins)?;
        if let Some(mut steps) = self.rewritten(rules, index, joins)
            && let Some(played) = self.replay(rules, &steps)
        {
            // heroic.md RANK: also a last guard that is joined keeps its rank, though the group never was one.
            let lost = |kind| is_heroic(board, joins.to, kind) && !is_heroic(&played, joins.to, kind);
            if let Some(step) = steps.get_mut(index).and_then(Option::as_mut) {
                step.group = step.group.with_heroic(lost);
            }
            self.steps = steps;
            let played = self.replay_as_it_was(rules);
            return Some(self.ranked(rules, played, joins));
        }
        self.push(joins);
        let mut merged = board.clone();
        deed::enact(rules, &mut merged, joins, &mut Trail::new(), &mut |_| {});
        Some(merged)
    }

    /// stacks.md RANK ABOARD: whoever recombines keeps its rank.
    fn ranked<R: Rules>(&self, rules: &R, mut played: Board, joins: Step) -> Board {
        let heroic = joins.group.units().any(|unit| unit.heroic);
        if heroic && !rules.upholds(Switch::RankAboard) {
            without::without_rank(&mut played, joins);
        }
        played
    }

    /// Takes the last step back. `None` when that leaves nothing of the deployment.
    pub(crate) fn without_last<R: Rules>(&self, rules: &R) -> Option<(Session, Board)> {
        let mut shorter = self.clone();
        let last = shorter.steps.iter().rposition(Option::is_some)?;
        shorter.steps[last] = None;
        shorter.first()?;
        let board = shorter.replay_as_it_was(rules);
        Some((shorter, board))
    }

    /// Plays steps that were all legal when they were made.
    fn replay_as_it_was<R: Rules>(&self, rules: &R) -> Board {
        let mut board = self.base.clone();
        for step in self.steps() {
            let group = kept(rules, pick(board.at(self.origin), step.group), step.group);
            deed::enact(rules, &mut board, Step { group, ..step }, &mut Trail::new(), &mut |_| {});
        }
        board
    }

    /// Plays steps from the beginning, if each of them is possible when its turn comes.
    fn replay<R: Rules>(&self, rules: &R, steps: &[Option<Step>; MOST_STEPS]) -> Option<Board> {
        let mut board = self.base.clone();
        for wanted in steps.iter().flatten() {
            let group = pick(board.at(self.origin), wanted.group);
            let step = Step { group, ..*wanted };
            if group.size() != wanted.group.size() || !is_possible(rules, self, &board, step) {
                return None;
            }
            let group = kept(rules, group, wanted.group);
            deed::enact(rules, &mut board, Step { group, ..step }, &mut Trail::new(), &mut |_| {});
        }
        Some(board)
    }

    /// The board whose zones count while this deployment is open.
    #[inline]
    pub(crate) fn sky<'a, R: Rules>(&'a self, rules: &R, board: &'a Board) -> &'a Board {
        // air-defence.md CURRENT BOARD: step by step.
        if rules.upholds(Switch::ZonesFollowBoard) { board } else { &self.base }
    }
}

/// Whether a deployment of a side out of a square may end like this.
#[inline]
pub(crate) fn may_commit<R: Rules>(rules: &R, board: &Board, origin: Square, side: Side) -> bool {
    rest_may_stand(rules, board, origin) && commander_is_safe(rules, board, side)
}

#[inline]
pub(crate) fn rest_may_stand<R: Rules>(rules: &R, board: &Board, origin: Square) -> bool {
    // stacks.md COMMIT: what is left stays behind, so it has to be able to stand there.
    rules.demands(Switch::RestStands, terrain::stack_may_stand(rules, board.at(origin), origin))
}

#[inline]
pub(crate) fn commander_is_safe<R: Rules>(rules: &R, board: &Board, side: Side) -> bool {
    // stacks.md COMMIT: a turn ends here, and no turn leaves the own commander in danger.
    rules.demands(Switch::SafeCommit, !attack::is_in_danger(rules, View::of(board), side))
}

/// stacks.md RECOMBINING: whether a group may join what stands on a square on which it could not stand by itself. That
/// is always a ship at sea, and the carrier that results.
fn may_go_aboard<R: Rules>(rules: &R, group: Stack, square: Square) -> bool {
    terrain::stack_may_stand(rules, group, square)
        || rules.reads(rules.readings().group_stands_alone, Switch::GroupLandsOnShip, Switch::GroupStandsAlone)
}

/// The units of these kinds, with the rank they have now.
fn pick(standing: Stack, kinds: Stack) -> Stack {
    let now = |unit: Unit| standing.unit(unit.kind);
    Stack::from_units(kinds.units().filter_map(now), kinds.side())
}

fn is_heroic(board: &Board, square: Square, kind: Kind) -> bool {
    board.at(square).unit(kind).is_some_and(|unit| unit.heroic)
}

/// stacks.md RANK ABOARD: a rank that was won aboard after the step that is joined.
fn kept<R: Rules>(rules: &R, group: Stack, won: Stack) -> Stack {
    let raised = group.with_heroic(|kind| won.unit(kind).is_some_and(|unit| unit.heroic));
    if raised != group && rules.upholds(Switch::RankAboard) { raised } else { group }
}

/// Whether a group has this very step.
fn is_possible<R: Rules>(rules: &R, session: &Session, board: &Board, wanted: Step) -> bool {
    let view = View { board, sky: session.sky(rules, board) };
    let walker = Walker { from: session.origin, group: wanted.group, deploys: true };
    let mut found = false;
    if let Some(walk) = Walk::new(rules, view, walker) {
        walk.steps(&mut |step| found |= step.to == wanted.to && step.deed == wanted.deed);
    }
    found
}

/// Whoever is heroic after a deployment was played again, and was not before.
pub(crate) fn promoted_between(before: &Board, after: &Board, notes: &mut impl FnMut(Note)) {
    for side in Side::BOTH {
        for square in after.occupied(side) {
            let stack = after.at(square);
            let was = before.at(square);
            for unit in stack.units().filter(|unit| unit.heroic) {
                let plain = was.belongs_to(side) && was.unit(unit.kind).is_some_and(|it| !it.heroic);
                if plain {
                    notes(Note::Promoted { square, unit, side, why: Why::Attack });
                }
            }
        }
    }
}
