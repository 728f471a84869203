//! The evidence from each switch of a clause, one list item per switch.

use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::mismatch;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::SwitchEvidence;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::specificity::ENOUGH_OTHERS;
use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_oracle::evidence::specificity::Witness;

/// The items. `shown` is the scenario that the example shows.
pub(super) fn items(entry: &CoverageEntry, shown: &str, context: &ReportContext<'_, '_>) -> String {
    if entry.claims.is_empty() {
        return String::new();
    }
    let switches = entry.switches.iter().filter_map(|switch| item(switch, entry, shown, context));
    let items = switches.chain(without_switch(entry, context.findings));
    items.map(|item| format!("- {item}\n")).collect()
}

/// `None` if the run did not try the switch.
fn item(
    switch: &SwitchEvidence,
    entry: &CoverageEntry,
    shown: &str,
    context: &ReportContext<'_, '_>,
) -> Option<String> {
    let mutant = context.findings.mutant(&switch.name, &entry.id)?;
    let name = code(&switch.name);
    Some(match mutant.specificities.get(&entry.id)? {
        Specificity::Specific(witness) => {
            format!("**With {name} off:** {}.{}", failure(witness, shown, context), specificity(witness))
        }
        Specificity::Unspecific { witness, test, why } => {
            let (failure, letter) = (failure(witness, shown, context), test.letter());
            format!("**With {name} off:** {failure}. This is not specific ({letter}): {}.", escape(why))
        }
        Specificity::Survived => format!("**With {name} off:** no claim on this clause fails."),
        Specificity::Unjudged(why) => {
            format!("**With {name} off:** no scenario that cites this clause could be judged: {}.", escape(why))
        }
        Specificity::OtherReading => format!("**With {name} off:** no claim under the clause's own reading fails."),
        Specificity::Untried => {
            format!("The switch {name} takes effect in no passing scenario that cites this clause.")
        }
        Specificity::Idle => format!("The switch {name} takes effect in no scenario that cites this clause."),
    })
}

/// Expected and actual, and the scenario if it is not the shown one.
fn failure(witness: &Witness<'_>, shown: &str, context: &ReportContext<'_, '_>) -> String {
    let failure = mismatch::expected_and_actual(&witness.mismatch);
    match witness.scenario.id == shown {
        true => failure,
        false => format!("in {}, {failure}", context.scenario(witness.scenario)),
    }
}

/// The number of other switches that can be off without failing the claim. Empty if there are too few other switches.
fn specificity(witness: &Witness<'_>) -> String {
    match witness.others {
        (holds, tried, all) if all >= ENOUGH_OTHERS => {
            format!(" Of {tried} other switches, each turned off alone, {holds} leave the claim passing.")
        }
        _ => String::new(),
    }
}

fn without_switch(entry: &CoverageEntry, findings: &Findings<'_>) -> Option<String> {
    let has_none = findings.engines.contains_key(entry.id.game()) && !findings.has_switch(&entry.id);
    (findings.proofs.is_some() && has_none)
        .then(|| "The engine has no switch for this clause, so the clause cannot be turned off.".to_owned())
}
