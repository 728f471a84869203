//! Notation: a step as text, with its full origin (LAN) or with as much of it as is needed (SAN).

use crate::board::step::Step;
use crate::rules::Rules;

pub mod fen;
pub mod written;

/// Returns the step in long notation, with its whole origin: `Td4xd5`.
pub fn lan<R: Rules>(rules: &R, step: Step) -> String {
    spell(rules, step, &step.from.to_string())
}

/// Returns the step in short notation. It names the origin only if other legal steps look the same: `Txd5`, `Tdxd5`.
pub fn san<R: Rules>(rules: &R, step: Step, legal: &[Step]) -> String {
    spell(rules, step, &hint(step, legal))
}

/// Without any origin.
pub fn bare<R: Rules>(rules: &R, step: Step) -> String {
    spell(rules, step, "")
}

fn spell<R: Rules>(rules: &R, step: Step, origin: &str) -> String {
    let deploys = if step.deploys { ">" } else { "" };
    format!("{}{origin}{deploys}{}{}", step.group.notation(), step.effect.mark(rules), step.to)
}

/// Returns the part of the origin that the notation needs, if another piece of this kind can go to the same square: the
/// file; the rank if a rival is on the same file; the whole square if rivals share both.
fn hint(step: Step, legal: &[Step]) -> String {
    let rival = |other: &&Step| other.to == step.to && other.from != step.from && other.kind() == step.kind();
    let origins = || legal.iter().filter(rival).map(|other| other.from);
    let same_file = origins().any(|from| from.file() == step.from.file());
    let same_rank = origins().any(|from| from.rank() == step.from.rank());
    match (origins().next(), same_file, same_rank) {
        (None, ..) => String::new(),
        (_, true, true) => step.from.to_string(),
        (_, true, false) => (step.from.rank() + 1).to_string(),
        (_, false, _) => step.from.file_letter().to_string(),
    }
}
