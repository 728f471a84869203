//! Readings: named options for clauses with several fair interpretations. A scenario or the command line chooses one.

use std::collections::BTreeMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::yaml::Node;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::nearest::nearest;

/// The chosen value of each reading, by name.
pub type Readings = BTreeMap<String, String>;

/// Readings chosen in a file, with their position.
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
            if let Some(value) = strict_map::text(&entry.value, &entry.key, problems) {
                chosen.push((entry.key.clone(), value.to_owned(), entry.key_place.clone()));
            }
        }
        ChosenReadings { chosen }
    }

    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    pub fn map(&self) -> Readings {
        self.chosen.iter().map(|(name, value, _)| (name.clone(), value.clone())).collect()
    }

    /// Returns problems for readings that an engine with this profile does not have.
    pub fn problems(&self, profile: &Profile) -> Vec<Problem> {
        let check = |(name, value, place): &(String, String, Place)| {
            let why = unknown(name, value, &profile.readings)?;
            Some(Problem { place: Some(place.clone()), ..why })
        };
        self.chosen.iter().filter_map(check).collect()
    }

    /// Returns problems for readings that neither the engine nor the reference engine has.
    pub(crate) fn unknown_readings(&self, profile: &Profile, reference: Option<&Profile>) -> Vec<Problem> {
        let known = reference.map_or(&[][..], |profile| &profile.readings);
        let is_unknown = |(name, value, _): &&(String, String, Place)| unknown(name, value, known).is_some();
        let chosen = self.chosen.iter().filter(is_unknown).cloned().collect();
        ChosenReadings { chosen }.problems(profile)
    }

    /// Returns whether these readings are active. An engine that does not declare a reading uses the reference engine's
    /// default.
    pub(crate) fn hold(&self, played: &Readings, profile: &Profile, reference: Option<&Profile>) -> bool {
        let notes = || [Some(profile), reference].into_iter().flatten().flat_map(|profile| &profile.readings);
        self.chosen.iter().all(|(name, value, _)| {
            let default = notes().find(|note| note.name == *name).map(|note| &note.default);
            played.get(name).or(default) == Some(value)
        })
    }
}

/// Returns why an engine cannot run a set-up: it declares its readings, and lacks one that the reference engine has.
pub(crate) fn lacking(given: &Data, profile: &Profile, reference: &Profile) -> Option<String> {
    let chosen = given.get("readings").and_then(Data::as_object).filter(|_| !profile.readings.is_empty())?;
    let lacks = |(name, value): &(&String, &str)| {
        unknown(name, value, &profile.readings).is_some() && unknown(name, value, &reference.readings).is_none()
    };
    let mut chosen = chosen.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
    chosen.find(lacks).map(|(name, value)| format!("it does not have the reading `{name}: {value}`"))
}

/// Returns a problem if the engine does not have this reading or value.
pub fn unknown(name: &str, value: &str, notes: &[ReadingNote]) -> Option<Problem> {
    if notes.is_empty() {
        let message = format!("the reading `{name}` cannot be chosen: the engine declares no readings");
        let problem = Problem::new(Kind::Invalid, message);
        return Some(
            problem.help("remove the choice, or list the reading under `readings` in the hello of the engine"),
        );
    }
    let Some(note) = notes.iter().find(|note| note.name == name) else {
        let problem = Problem::new(Kind::Invalid, format!("the engine has no reading `{name}`"));
        let names: Vec<&str> = notes.iter().map(|note| note.name.as_str()).collect();
        return Some(match nearest(name, names.iter().copied()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")).replace_with(near),
            None => problem.help(format!("it has: {}", names.join(", "))),
        });
    };
    if note.values.iter().any(|known| known == value) {
        return None;
    }
    let problem = Problem::new(Kind::Invalid, format!("the reading `{name}` has no value `{value}`"));
    let problem = problem.nearest(value, note.values.iter().map(String::as_str));
    Some(problem.help(format!("it has: {}", note.values.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;
    use crate::base::yaml;

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
