//! Mutations: small changes of a task, made without knowing what any of it means.

pub(crate) mod hint;
pub(crate) mod number;
pub(crate) mod repair;
pub(crate) mod steps;
pub(crate) mod text;
pub(crate) mod values;

use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::pool::Member;
use crate::oracle::hunt::pool::Pool;
use crate::oracle::hunt::sought::Sought;
use crate::oracle::hunt::vocabulary::Vocabulary;
use crate::protocol::Task;

/// What a mutation can draw from.
pub(crate) struct Stock<'a> {
    pub vocabulary: &'a Vocabulary,
    pub pool: &'a Pool,
    /// What nothing was found for yet.
    pub sought: &'a [Sought],
}

/// One kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutation {
    DropStep,
    DoubleStep,
    SwapSteps,
    InsertStep,
    SpliceSteps,
    ChangeStep,
    ChangeGiven,
    ChangeBoth,
    ExchangeWords,
    CrossGiven,
    LayGivenOver,
    UseAnswer,
    RepeatSteps,
    ChooseReading,
    FollowHint,
}

impl Mutation {
    pub(crate) const ALL: [Mutation; 15] = [
        Mutation::DropStep,
        Mutation::DoubleStep,
        Mutation::SwapSteps,
        Mutation::InsertStep,
        Mutation::SpliceSteps,
        Mutation::ChangeStep,
        Mutation::ChangeGiven,
        Mutation::ChangeBoth,
        Mutation::ExchangeWords,
        Mutation::CrossGiven,
        Mutation::LayGivenOver,
        Mutation::UseAnswer,
        Mutation::RepeatSteps,
        Mutation::ChooseReading,
        Mutation::FollowHint,
    ];

    /// Changes a task in this way, if it can be.
    fn apply(self, task: &mut Task, member: &Member, stock: &Stock<'_>, dice: &mut Dice) {
        match self {
            Mutation::DropStep => steps::drop_one(task, dice),
            Mutation::DoubleStep => steps::double_one(task, dice),
            Mutation::SwapSteps => steps::swap_two(task, dice),
            Mutation::InsertStep => steps::insert_one(task, stock, dice),
            Mutation::SpliceSteps => steps::splice(task, stock, dice),
            Mutation::ChangeStep => values::change_step(task, stock, dice),
            Mutation::ChangeGiven => values::change_given(task, stock, dice),
            Mutation::ChangeBoth => {
                values::change_given(task, stock, dice);
                values::change_step(task, stock, dice);
            }
            Mutation::ExchangeWords => values::exchange_words(task, stock, dice),
            Mutation::CrossGiven => values::cross_given(task, stock, dice),
            Mutation::LayGivenOver => values::lay_given_over(task, stock, dice),
            Mutation::UseAnswer => steps::use_answer(task, member, stock, dice),
            Mutation::RepeatSteps => steps::repeat(task, dice),
            Mutation::ChooseReading => values::choose_reading(task, stock, dice),
            Mutation::FollowHint => hint::follow(task, stock, dice),
        }
    }
}

/// How often each mutation was tried, and how often it led to something new. What leads somewhere is tried more often,
/// and nothing is given up.
#[derive(Debug, Clone)]
pub(crate) struct Luck {
    tried: [u32; Mutation::ALL.len()],
    new: [u32; Mutation::ALL.len()],
}

impl Default for Luck {
    fn default() -> Luck {
        Luck { tried: [1; Mutation::ALL.len()], new: [1; Mutation::ALL.len()] }
    }
}

impl Luck {
    pub(crate) fn note(&mut self, used: &[usize], new: bool) {
        for index in used {
            self.tried[*index] += 1;
            self.new[*index] += u32::from(new);
        }
    }

    fn choose(&self, dice: &mut Dice) -> usize {
        let weight = |index: usize| 20 + 4000 * u64::from(self.new[index]) / u64::from(self.tried[index] + 40);
        let weights: Vec<u64> = (0..Mutation::ALL.len()).map(|index| weight(index).min(400)).collect();
        let mut left = dice.below(weights.iter().sum::<u64>() as usize) as u64;
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= weight;
        }
        0
    }
}

/// No script of a hunt is longer.
const MOST_STEPS: usize = 24;

/// Makes another task out of that of a member of the pool, and says which mutations did it.
pub(crate) fn mutate(task: &mut Task, member: &Member, stock: &Stock<'_>, luck: &Luck, dice: &mut Dice) -> Vec<usize> {
    let mut used = Vec::new();
    loop {
        let index = luck.choose(dice);
        Mutation::ALL[index].apply(task, member, stock, dice);
        used.push(index);
        if used.len() >= 6 || !dice.once_in(2) {
            break;
        }
    }
    task.when.truncate(MOST_STEPS);
    used
}
