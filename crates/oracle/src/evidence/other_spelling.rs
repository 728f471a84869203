//! Groups failures with one reason: the engine spells a value, an event or a refusal differently.
//!
//! Such failures become one entry, with the lines of the project file that accept the spelling.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::yaml_flow;
use crate::evidence::coverage::ClaimRef;
use crate::judge::play_and_judge::Judged;
use crate::judge::spelling::Spelling;
use crate::judge::verdict::Mismatch;
use crate::suite::event_pattern::Pattern;
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
        let spelled = judged.iter().flat_map(|judged| judged.verdict.mismatches()).flat_map(|it| &it.spelled);
        let all: BTreeSet<&Spelling> = spelled.collect();
        if all.is_empty() {
            return None;
        }
        let claimed = claimed_words(scenarios.filter(|scenario| scenario.game == game));
        let clear: BTreeSet<&Spelling> = all.iter().filter(|it| is_clear(it, &all, &claimed)).copied().collect();
        let is_spelled = |it: &Mismatch| !it.spelled.is_empty() && it.spelled.iter().all(|it| clear.contains(it));
        let (mut settled, mut entries) = (BTreeSet::new(), BTreeMap::new());
        for judged in judged {
            for claim in 0..judged.scenario.claims.len() {
                let own = || judged.verdict.mismatches().iter().filter(|it| it.claim == Some(claim));
                if own().next().is_some() && own().all(is_spelled) {
                    settled.insert(ClaimRef { scenario: judged.scenario.id.clone(), claim });
                    own().flat_map(|it| &it.spelled).for_each(|it| *entries.entry(it.clone()).or_insert(0) += 1);
                }
            }
        }
        let (game, engine) = (game.to_owned(), engine.map(str::to_owned));
        let entries: Vec<(Spelling, usize)> = entries.into_iter().collect();
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

/// Returns all words that claims expect: values, names of events and refusal codes.
fn claimed_words<'s>(scenarios: impl Iterator<Item = &'s Scenario>) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for expectation in scenarios.flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.then) {
        match expectation {
            Expectation::Change { before, after, .. } => {
                [before, after].into_iter().for_each(|it| enter(it, &mut words))
            }
            Expectation::State { value, .. } | Expectation::HoldsBefore { value, .. } => enter(value, &mut words),
            Expectation::Events { patterns, .. } => patterns.iter().for_each(|it| enter_pattern(it, &mut words)),
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => enter_pattern(pattern, &mut words),
            Expectation::Refused { code, .. } => words.extend(code.iter().map(ToString::to_string)),
            Expectation::Answer { holds, .. } => holds.values().for_each(|it| enter(it, &mut words)),
            Expectation::Unchanged { .. } => {}
        }
    }
    words
}

fn enter_pattern(pattern: &Pattern, words: &mut BTreeSet<String>) {
    words.insert(pattern.name.clone());
    pattern.fields.iter().for_each(|(_, value)| enter(value, words));
}

fn enter(value: &Data, words: &mut BTreeSet<String>) {
    match value {
        Data::String(text) => {
            words.insert(text.clone());
        }
        Data::Array(items) => items.iter().for_each(|item| enter(item, words)),
        Data::Object(fields) => fields.values().for_each(|field| enter(field, words)),
        Data::Null | Data::Bool(_) | Data::Number(_) => {}
    }
}

/// Returns whether a spelling maps one word to one word. A word that other claims expect has its own meaning, so it is not
/// another spelling.
fn is_clear(spelling: &Spelling, all: &BTreeSet<&Spelling>, claimed: &BTreeSet<String>) -> bool {
    let (Spelling::Event { theirs, .. } | Spelling::Refusal { theirs, .. } | Spelling::Value { theirs, .. }) = spelling
    else {
        return true;
    };
    let conflicts = |other: &&Spelling| match (spelling, other) {
        (Spelling::Event { ours, theirs }, Spelling::Event { ours: own, theirs: called })
        | (Spelling::Refusal { ours, theirs }, Spelling::Refusal { ours: own, theirs: called })
        | (Spelling::Value { ours, theirs }, Spelling::Value { ours: own, theirs: called }) => {
            (ours == own) != (theirs == called)
        }
        _ => false,
    };
    !claimed.contains(theirs) && !all.iter().any(conflicts)
}
