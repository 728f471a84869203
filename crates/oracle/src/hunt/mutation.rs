//! Mutations: small random changes of a task, without knowledge of the game.

pub mod bounds;
pub mod days;
pub mod delta;
pub mod fields;
pub mod hint;
pub mod number;
pub mod odd;
pub mod repair;
pub mod steps;
pub mod text;
pub mod text_fields;
pub mod twins;
pub mod values;

use crate::base::data_tree;
use crate::hunt::corpus::Member;
use crate::hunt::corpus::Pool;
use crate::hunt::rng::Rng;
use crate::hunt::target::Target;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Sources of values for mutations.
pub(crate) struct Stock<'a> {
    pub vocabulary: &'a Vocabulary,
    pub pool: &'a Pool,
    /// The targets without a finding.
    pub target: &'a [Target],
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
    MergeGiven,
    UseAnswer,
    RepeatSteps,
    ChooseReading,
    FollowHint,
    ExchangeField,
    OddValue,
    Twins,
    Walk,
}

impl Mutation {
    pub(crate) const ALL: [Mutation; 19] = [
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
        Mutation::MergeGiven,
        Mutation::UseAnswer,
        Mutation::RepeatSteps,
        Mutation::ChooseReading,
        Mutation::FollowHint,
        Mutation::ExchangeField,
        Mutation::OddValue,
        Mutation::Twins,
        Mutation::Walk,
    ];

    /// Applies the mutation, if possible.
    fn apply(self, task: &mut Task, member: &Member, stock: &Stock<'_>, rng: &mut Rng) {
        match self {
            Mutation::DropStep => steps::drop_one(task, rng),
            Mutation::DoubleStep => steps::double_one(task, rng),
            Mutation::SwapSteps => steps::swap_two(task, rng),
            Mutation::InsertStep => steps::insert_one(task, stock, rng),
            Mutation::SpliceSteps => steps::splice(task, stock, rng),
            Mutation::ChangeStep => values::change_step(task, stock, rng),
            Mutation::ChangeGiven => values::change_given(task, stock, rng),
            Mutation::ChangeBoth => {
                values::change_given(task, stock, rng);
                values::change_step(task, stock, rng);
            }
            Mutation::ExchangeWords => values::exchange_words(task, stock, rng),
            Mutation::CrossGiven => values::cross_given(task, stock, rng),
            Mutation::MergeGiven => values::merge_given(task, stock, rng),
            Mutation::UseAnswer => steps::use_answer(task, member, stock, rng),
            Mutation::RepeatSteps => steps::repeat(task, rng),
            Mutation::ChooseReading => values::choose_reading(task, stock, rng),
            Mutation::FollowHint => hint::follow(task, stock, rng),
            Mutation::ExchangeField => fields::exchange(task, stock, rng),
            Mutation::OddValue => odd::put(task, stock.vocabulary, rng),
            Mutation::Twins => twins::put(task, stock, rng),
            // The attempt walks, because only the engine knows the next answers.
            Mutation::Walk => {}
        }
    }
}

/// Numbers of attempts and successes of each mutation. Successful mutations are tried more often; none is dropped.
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

    fn choose(&self, rng: &mut Rng) -> usize {
        let weight = |index: usize| 20 + 4000 * u64::from(self.new[index]) / u64::from(self.tried[index] + 40);
        let weights: Vec<u64> = (0..Mutation::ALL.len()).map(|index| weight(index).min(400)).collect();
        let mut left = rng.below(weights.iter().sum::<u64>() as usize) as u64;
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= weight;
        }
        0
    }
}

/// Returns the places of some values: the step (`None` for the set-up) and the number of the value.
pub(crate) fn places(task: &Task, is_wanted: &dyn Fn(&Data) -> bool) -> Vec<(Option<usize>, usize)> {
    let steps = task.when.iter().enumerate().map(|(index, step)| (Some(index), step));
    let mut places = Vec::new();
    for (step, root) in std::iter::once((None, &task.given)).chain(steps) {
        let mut number = 0;
        data_tree::visit(root, "", &mut |_, value| {
            if is_wanted(value) {
                places.push((step, number));
            }
            number += 1;
        });
    }
    places
}

/// Returns whether the answers of the engine choose the last steps.
pub(crate) fn walks(used: &[usize]) -> bool {
    used.iter().any(|index| Mutation::ALL[*index] == Mutation::Walk)
}

/// Maximum number of steps in a script.
pub(crate) const MOST_STEPS: usize = 24;

/// Mutates a task of the corpus. Returns the indices of the mutations.
pub(crate) fn mutate(task: &mut Task, member: &Member, stock: &Stock<'_>, luck: &Luck, rng: &mut Rng) -> Vec<usize> {
    let mut used = Vec::new();
    loop {
        let index = luck.choose(rng);
        Mutation::ALL[index].apply(task, member, stock, rng);
        used.push(index);
        if used.len() >= 6 || !rng.once_in(2) {
            break;
        }
    }
    task.when.truncate(MOST_STEPS);
    used
}
