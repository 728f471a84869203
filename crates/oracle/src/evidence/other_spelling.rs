//! Groups failures with one reason: the engine spells a value, an event or a refusal differently.
//!
//! Such failures become one entry, with the lines of the project file that accept the spelling.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::yaml_flow;
use crate::evidence::coverage::ClaimRef;
use crate::judge::play_and_judge::Judged;
use crate::judge::spelling::Spelling;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Data;

/// All words that the engine of one game spells differently.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherSpelling {
    pub game: String,
    /// The spellings, with the number of expectations that fail because of each.
    pub entries: Vec<(Spelling, usize)>,
    /// Claims that fail only because of the spelling.
    pub settled: BTreeSet<ClaimRef>,
    /// The engine's name in the project file; `None` for a command on the command line.
    engine: Option<String>,
}

impl OtherSpelling {
    /// Groups the failures of a game. `scenarios` are all scenarios of the suite.
    pub(crate) fn find<'s>(
        game: &str,
        engine: Option<&str>,
        judged: &[Judged<'_>],
        scenarios: impl Iterator<Item = &'s Scenario>,
    ) -> Option<OtherSpelling> {
        let mut counts: BTreeMap<&Spelling, usize> = BTreeMap::new();
        let mismatches = || judged.iter().flat_map(|judged| judged.verdict.mismatches());
        mismatches().flat_map(|it| &it.spelled).for_each(|spelling| *counts.entry(spelling).or_default() += 1);
        if counts.is_empty() {
            return None;
        }
        let codes = claimed_codes(scenarios.filter(|scenario| scenario.game == game));
        let is_clear = |spelling: &Spelling| is_clear(spelling, counts.keys().copied(), &codes);
        let clear: BTreeSet<Spelling> = counts.keys().filter(|it| is_clear(it)).map(|it| (*it).clone()).collect();
        let (mut settled, mut unsettled) = (BTreeSet::new(), BTreeSet::new());
        for judged in judged {
            for mismatch in judged.verdict.mismatches() {
                let Some(claim) = mismatch.claim else { continue };
                let is_spelled = !mismatch.spelled.is_empty() && mismatch.spelled.iter().all(|it| clear.contains(it));
                let claim = ClaimRef { scenario: judged.scenario.id.clone(), claim };
                if is_spelled { &mut settled } else { &mut unsettled }.insert(claim);
            }
        }
        settled.retain(|claim| !unsettled.contains(claim));
        let entries = clear.into_iter().map(|it| (it.clone(), counts[&it])).collect::<Vec<_>>();
        let (game, engine) = (game.to_owned(), engine.map(str::to_owned));
        (!entries.is_empty()).then_some(OtherSpelling { game, entries, settled, engine })
    }

    /// Returns the lines of the project file that accept all of these spellings.
    pub fn mapping(&self) -> String {
        let pairs = |of: fn(&Spelling) -> Option<(&String, &String)>| -> Vec<(&String, &String)> {
            self.entries.iter().filter_map(|(spelling, _)| of(spelling)).collect()
        };
        let events = pairs(|it| if let Spelling::Event { ours, theirs } = it { Some((ours, theirs)) } else { None });
        let refusals =
            pairs(|it| if let Spelling::Refusal { ours, theirs } = it { Some((ours, theirs)) } else { None });
        let values = pairs(|it| if let Spelling::Value { ours, theirs } = it { Some((ours, theirs)) } else { None });
        let word = |text: &String| yaml_flow::line(&Data::from(text.as_str()));
        let mut text = format!("engines:\n  {}:\n", self.engine.as_deref().unwrap_or("NAME"));
        if !events.is_empty() {
            text.push_str("    events:\n");
        }
        for (ours, theirs) in events {
            text.push_str(&format!("      {}: {{called: {}}}\n", word(ours), word(theirs)));
        }
        if !refusals.is_empty() {
            text.push_str("    refusals:\n");
        }
        for (ours, theirs) in refusals {
            text.push_str(&format!("      {}: {}\n", word(ours), word(theirs)));
        }
        let has_numbers = self.entries.iter().any(|(spelling, _)| *spelling == Spelling::NumberAsText);
        if has_numbers || !values.is_empty() {
            text.push_str("    values:\n");
        }
        if has_numbers {
            text.push_str("      numbers_as_text: true\n");
        }
        if !values.is_empty() {
            text.push_str("      words:\n");
        }
        for (ours, theirs) in values {
            text.push_str(&format!("        {}: {}\n", word(ours), word(theirs)));
        }
        text
    }
}

/// Returns the refusal codes that claims expect.
fn claimed_codes<'s>(scenarios: impl Iterator<Item = &'s Scenario>) -> BTreeSet<String> {
    let expectations = scenarios.flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.then);
    let code = |expectation: &Expectation| match expectation {
        Expectation::Refused { code, .. } => code.as_ref().map(ToString::to_string),
        _ => None,
    };
    expectations.filter_map(code).collect()
}

/// Returns whether a spelling is a mapping of one word to one word. A refusal code that other claims expect is another
/// reason, not another spelling.
fn is_clear<'k>(spelling: &Spelling, all: impl Iterator<Item = &'k Spelling>, codes: &BTreeSet<String>) -> bool {
    let conflicts = |other: &Spelling| match (spelling, other) {
        (Spelling::Event { ours, theirs }, Spelling::Event { ours: own, theirs: called })
        | (Spelling::Refusal { ours, theirs }, Spelling::Refusal { ours: own, theirs: called })
        | (Spelling::Value { ours, theirs }, Spelling::Value { ours: own, theirs: called }) => {
            (ours == own) != (theirs == called)
        }
        _ => false,
    };
    let is_other_reason = matches!(spelling, Spelling::Refusal { theirs, .. } if codes.contains(theirs));
    !is_other_reason && !all.into_iter().any(conflicts)
}
