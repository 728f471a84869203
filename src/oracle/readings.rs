//! Readings: what fair people settle differently. Which one is played is said by the scenario, or by whoever plays.

use std::collections::BTreeMap;

use crate::oracle::fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml::Node;
use crate::protocol::Data;
use crate::protocol::Profile;
use crate::protocol::ReadingNote;
use crate::protocol::nearest::nearest;
use crate::source::Place;

/// Readings by name, each with the value that is chosen.
pub type Readings = BTreeMap<String, String>;

/// Readings as a file chooses them, and where.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChosenReadings {
    chosen: Vec<(String, String, Place)>,
}

impl ChosenReadings {
    /// Reads `{sight: first_piece_too}`.
    pub(crate) fn read(node: &Node, key: &str, problems: &mut Vec<Problem>) -> ChosenReadings {
        let Some(entries) = node.entries() else {
            let message = format!("`{key}` must be a map of readings and their values, this is {}", node.kind());
            problems.push(Problem::at(Kind::WrongType, &node.place, message));
            return ChosenReadings::default();
        };
        let mut chosen = Vec::new();
        for entry in entries {
            if let Some(value) = fields::text(&entry.value, &entry.key, problems) {
                chosen.push((entry.key.clone(), value.to_owned(), entry.key_place.clone()));
            }
        }
        ChosenReadings { chosen }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    pub(crate) fn map(&self) -> Readings {
        self.chosen.iter().map(|(name, value, _)| (name.clone(), value.clone())).collect()
    }

    /// What an engine with this profile does not know.
    pub(crate) fn problems(&self, profile: &Profile) -> Vec<Problem> {
        let check = |(name, value, place): &(String, String, Place)| {
            let why = unknown(name, value, &profile.readings)?;
            Some(Problem { place: Some(place.clone()), ..why })
        };
        self.chosen.iter().filter_map(check).collect()
    }

    /// What neither an engine with this profile knows nor the reference engine.
    pub(crate) fn unheard(&self, profile: &Profile, reference: Option<&Profile>) -> Vec<Problem> {
        let known = reference.map_or(&[][..], |profile| &profile.readings);
        let is_unheard = |(name, value, _): &&(String, String, Place)| unknown(name, value, known).is_some();
        let chosen = self.chosen.iter().filter(is_unheard).cloned().collect();
        ChosenReadings { chosen }.problems(profile)
    }

    /// Whether these are the readings that are played. An engine that does not declare a reading plays the default of the
    /// reference engine.
    pub(crate) fn hold(&self, played: &Readings, profile: &Profile, reference: Option<&Profile>) -> bool {
        let notes = || [Some(profile), reference].into_iter().flatten().flat_map(|profile| &profile.readings);
        self.chosen.iter().all(|(name, value, _)| {
            let default = notes().find(|note| note.name == *name).map(|note| &note.default);
            played.get(name).or(default) == Some(value)
        })
    }
}

/// Why an engine cannot play a set-up: it declares its readings, and lacks one that the reference engine has.
pub(crate) fn lacking(given: &Data, profile: &Profile, reference: &Profile) -> Option<String> {
    let chosen = given.get("readings").and_then(Data::as_object).filter(|_| !profile.readings.is_empty())?;
    let lacks = |(name, value): &(&String, &str)| {
        unknown(name, value, &profile.readings).is_some() && unknown(name, value, &reference.readings).is_none()
    };
    let mut chosen = chosen.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
    chosen.find(lacks).map(|(name, value)| format!("it does not have the reading `{name}: {value}`"))
}

/// Why no engine of these readings can be asked for this one.
pub(crate) fn unknown(name: &str, value: &str, notes: &[ReadingNote]) -> Option<Problem> {
    if notes.is_empty() {
        let message = format!("the reading `{name}` cannot be chosen: the engine declares no readings");
        let problem = Problem::new(Kind::Misposed, message);
        return Some(
            problem.help("remove the choice, or list the reading under `readings` in the hello of the engine"),
        );
    }
    let Some(note) = notes.iter().find(|note| note.name == name) else {
        let problem = Problem::new(Kind::Misposed, format!("the engine has no reading `{name}`"));
        let names: Vec<&str> = notes.iter().map(|note| note.name.as_str()).collect();
        return Some(match nearest(name, names.iter().copied()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("it has: {}", names.join(", "))),
        });
    };
    if note.values.iter().any(|known| known == value) {
        return None;
    }
    let problem = Problem::new(Kind::Misposed, format!("the reading `{name}` has no value `{value}`"));
    let problem = problem.nearest(value, note.values.iter().map(String::as_str));
    Some(problem.help(format!("it has: {}", note.values.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::yaml;
    use crate::source::SourceFile;

    fn profile() -> Profile {
        let mut note = ReadingNote::default();
        note.name = "sight".to_owned();
        note.values = vec!["empty_squares".to_owned(), "first_piece_too".to_owned()];
        note.default = "empty_squares".to_owned();
        let mut profile = Profile::default();
        profile.readings = vec![note];
        profile
    }

    fn chosen(text: &str) -> ChosenReadings {
        let node = yaml::read(&SourceFile::new("a.yaml", text)).unwrap();
        ChosenReadings::read(&node, "readings", &mut Vec::new())
    }

    #[test]
    fn a_claim_under_a_reading_holds_for_the_one_that_is_played() {
        let (by_default, other) = (chosen("sight: empty_squares\n"), chosen("sight: first_piece_too\n"));
        let played = Readings::from([("sight".to_owned(), "first_piece_too".to_owned())]);
        assert!(by_default.hold(&Readings::new(), &profile(), None) && !other.hold(&Readings::new(), &profile(), None));
        assert!(!by_default.hold(&played, &profile(), None) && other.hold(&played, &profile(), None));
        assert!(chosen("{}\n").hold(&played, &profile(), None));
    }

    #[test]
    fn a_misspelt_reading_gets_the_nearest_name() {
        let help =
            |text: &str| chosen(text).problems(&profile()).into_iter().map(|p| p.help[0].clone()).collect::<Vec<_>>();
        assert_eq!(help("sihgt: empty_squares\n"), ["did you mean `sight`?"]);
        assert_eq!(help("sight: empty_square\n"), ["did you mean `empty_squares`?"]);
        assert!(help("sight: empty_squares\n").is_empty());
    }
}
