//! A source that answers at random and checks the table.

use super::Dice;
use super::decision::decide;
use super::decision::karama;
use super::decision::wanted;
use truthsayer_dune::ask::Ask;
use truthsayer_dune::ask::Need;
use truthsayer_dune::card::Card;
use truthsayer_dune::event::Event;
use truthsayer_dune::faction::Faction;
use truthsayer_dune::game::Game;
use truthsayer_dune::invariant;
use truthsayer_dune::source::AsideFilter;
use truthsayer_dune::source::Mistake;
use truthsayer_dune::source::Next;
use truthsayer_dune::source::Source;
use truthsayer_dune::step::Kind;
use truthsayer_dune::step::Query;
use truthsayer_dune::step::Step;
use truthsayer_dune::table::Table;
use truthsayer_dune::table::ability::Ability;
use truthsayer_dune::table::ability::Use;
use truthsayer_dune::table::battle::Battle;
use truthsayer_dune::turn::Phase;

/// Answers at random, records its answers, and checks the table at every question.
pub(crate) struct Gambler {
    pub dice: Dice,
    start: Game,
    /// All answers so far; together with the set-up they are a script.
    pub said: Vec<Step>,
    /// Violated invariants, with the number of the step before.
    pub faults: Vec<String>,
    pub looks: u32,
    pub refusals: u32,
    /// Whether it had no answer to a question that needs one.
    pub gave_up: bool,
    before: Option<(usize, Game, Option<Battle>)>,
    tries: u32,
    answers: bool,
    /// Number of interludes without an aside since the last decision.
    passed: Vec<AsideFilter>,
    /// Whether a turn could have been marked since the last decision and was not.
    passed_turn: bool,
}

impl Gambler {
    pub(crate) fn new(dice: Dice, start: Game) -> Gambler {
        Gambler {
            dice,
            start,
            said: Vec::new(),
            faults: Vec::new(),
            looks: 0,
            refusals: 0,
            gave_up: false,
            before: None,
            tries: 0,
            answers: false,
            passed: Vec::new(),
            passed_turn: false,
        }
    }

    /// Checks every invariant, and that a refusal has changed nothing.
    pub(crate) fn look(&mut self, table: &Table) {
        self.looks += 1;
        for breach in invariant::breaches(&self.start, table) {
            self.faults.push(format!("after step {}: {breach:?}", self.said.len()));
        }
        if let Some((events, game, battle)) = self.before.take()
            && table.log().len() > events
            && matches!(table.log().last(), Some(Event::Refused { .. }))
        {
            self.refusals += 1;
            if table.game != game || table.battle != battle || table.log().len() != events + 1 {
                self.faults.push(format!("step {} was refused and changed the state", self.said.len()));
            }
        }
    }

    fn say(&mut self, table: &Table, step: Step) -> (u32, Step) {
        self.before = Some((table.log().len(), table.game.clone(), table.battle.clone()));
        if !step.is_aside() {
            self.passed.clear();
            self.passed_turn = false;
        }
        self.said.push(step.clone());
        (u32::try_from(self.said.len()).unwrap_or(u32::MAX), step)
    }

    /// A script plays an aside at the first chance. A later aside would move there when the script is replayed.
    fn is_late(&self, step: &Step, table: &Table) -> bool {
        self.passed.iter().any(|wanted| wanted(step, table))
    }

    fn aside_step(&mut self, table: &Table) -> Option<Step> {
        let factions: Vec<Faction> = table.game.players.iter().map(|player| player.faction).collect();
        let by = self.dice.pick(&factions)?;
        let dice = &mut self.dice;
        let has_asked = table.battle.as_ref().is_some_and(|battle| battle.prescience.is_some());
        Some(match dice.below(9) {
            8 if has_asked => Step::Prescience { by: Faction::Atreides, element: dice.word() },
            0 => Step::Ask(Query::Leaders(by)),
            1 => Step::Ask(Query::Battles),
            2 => Step::Ask(Query::CapturePool(by)),
            3 => Step::Gift { by, to: dice.pick(&factions)?, spice: dice.below(6) },
            4 | 5 => {
                let holders = table.game.players.iter().filter(|player| player.holds(Card::TleilaxuGhola));
                let by = holders.map(|player| player.faction).next().unwrap_or(by);
                Step::Ghola { by, wanted: wanted(dice, table, by) }
            }
            _ => karama(dice, table)?,
        })
    }
}

/// Whether a step belongs to a certain moment, to which a replayed script would move it.
fn has_a_moment(step: &Step) -> bool {
    if matches!(step, Step::Prescience { .. }) {
        return true;
    }
    let Step::Karama { purpose, .. } = step else { return false };
    matches!(purpose, Use::SeePlan(_) | Use::Against(Ability::CapturedLeader | Ability::WorthlessKarama))
}

impl Source for Gambler {
    fn next(&mut self, ask: &Ask, table: &Table) -> Next {
        self.look(table);
        if self.tries > 400 {
            self.gave_up = true;
            return Next::Over;
        }
        self.tries += 1;
        let declines = match ask.need {
            Need::Required => false,
            Need::Optional => !self.answers && self.dice.chance(40),
            Need::Open => !self.answers && self.dice.chance(if ask.kind == Kind::Traitor { 20 } else { 60 }),
        };
        if declines {
            return Next::Declined;
        }
        // Plays asides only where a replayed script would play them, too.
        let may_aside = matches!(ask.kind, Kind::Plan | Kind::Answer | Kind::Losses | Kind::Cards | Kind::Capture);
        if may_aside
            && self.dice.chance(25)
            && let Some(step) = self.aside_step(table)
            && (matches!(ask.kind, Kind::Plan | Kind::Answer) || !has_a_moment(&step))
            && !self.is_late(&step, table)
        {
            self.answers = true;
            let (number, step) = self.say(table, step);
            return Next::Aside(number, step);
        }
        self.answers = false;
        match decide(&mut self.dice, ask, table) {
            Some(step) => {
                let (number, step) = self.say(table, step);
                Next::Decision(number, step)
            }
            None if ask.need == Need::Required => {
                self.gave_up = true;
                Next::Over
            }
            None => Next::Declined,
        }
    }

    fn aside(&mut self, wanted: AsideFilter, table: &Table) -> Option<(u32, Step)> {
        self.look(table);
        let takes_all = wanted(&Step::Stop, table);
        if self.dice.chance(30)
            && let Some(step) = self.aside_step(table).filter(|step| wanted(step, table))
            && !(takes_all && has_a_moment(&step))
            && !self.is_late(&step, table)
        {
            return Some(self.say(table, step));
        }
        self.passed.push(wanted);
        None
    }

    fn marks_turn(&mut self, _: Phase, _: Phase) -> bool {
        // A script marks a turn at the first possible place.
        let marks = self.dice.chance(50) && !self.passed_turn;
        if marks {
            self.said.push(Step::NextTurn);
            self.passed.clear();
        }
        self.passed_turn = !marks;
        marks
    }

    fn is_over(&self) -> bool {
        false
    }

    fn finish(&self) -> Result<(), Mistake> {
        Ok(())
    }
}
