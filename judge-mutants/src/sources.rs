//! The mutated files, with the mutants that compile.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::breakage::Breakage;
use crate::breakage::Form;
use crate::breakage::Place;
use crate::breakage::short;
use crate::compiler;
use crate::compiler::Refusal;
use crate::copy::Copy;
use crate::finder;
use crate::rendering;

/// The sources of the library.
pub const LIBRARY: &str = "crates/oracle/src/";

/// The files and folders of the library that decide.
const JUDGE: &[&str] = &[
    "evidence/coverage.rs",
    "evidence/kill_matrix.rs",
    "evidence/mutant.rs",
    "evidence/proof.rs",
    "evidence/proof/",
    "evidence/rule_status.rs",
    "evidence/specificity.rs",
    "gate.rs",
    "judge.rs",
    "judge/decision.rs",
    "judge/failed_expectations.rs",
    "judge/log.rs",
    "judge/moment.rs",
    "judge/state.rs",
    "judge/verdict.rs",
    "rulebook/citation.rs",
    "rulebook/clause_split.rs",
    "suite/golden_diff.rs",
    "suite/floor.rs",
    "suite/gap.rs",
    "suite/shard.rs",
    "suite/shard/",
];
/// Maximum number of compile rounds.
const MOST_ROUNDS: usize = 12;

struct Source {
    name: String,
    text: String,
    places: Vec<Place>,
    /// The number of the first mutant.
    first: usize,
}

impl Source {
    /// The mutants by their places, with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let each =
            self.places.iter().enumerate().flat_map(|(at, place)| (0..place.breaks.len()).map(move |it| (at, it)));
        each.zip(self.first..).map(|((at, it), number)| (at, it, number))
    }
}

pub struct Sources {
    files: Vec<Source>,
    library: String,
    count: usize,
    refused: BTreeSet<usize>,
}

impl Sources {
    /// Every file of the library, with its mutants if it is selected.
    pub fn of(checkout: &Path, wanted: impl Fn(&str, usize) -> bool) -> Result<Sources, String> {
        let mut names = Vec::new();
        list(checkout, LIBRARY.trim_end_matches('/'), &mut names)?;
        names.sort();
        let library_root = format!("{LIBRARY}lib.rs");
        names.retain(|name| *name != library_root);
        let library = read(checkout, &library_root)?;
        let mut sources = Sources { files: Vec::new(), library, count: 0, refused: BTreeSet::new() };
        for name in names {
            let text = read(checkout, &name)?;
            let mut places =
                if is_judge(&name) { finder::places(&text).map_err(|why| why.to_string())? } else { Vec::new() };
            places.retain(|place| wanted(&name, place.line));
            let first = sources.count;
            sources.count += places.iter().map(|place| place.breaks.len()).sum::<usize>();
            sources.files.push(Source { name, text, places, first });
        }
        Ok(sources)
    }

    /// Every remaining mutant.
    pub fn breaks(&self) -> Vec<Breakage> {
        let mut breaks = Vec::new();
        for file in &self.files {
            for (at, which, number) in file.numbered().filter(|(.., number)| !self.refused.contains(number)) {
                let place = &file.places[at];
                let it = &place.breaks[which];
                let change = match &it.told {
                    Some(told) => told.clone(),
                    None if place.form == Form::Insertion => short(&it.text),
                    None if place.form == Form::Statement => short(&file.text[place.range.clone()]),
                    None => format!("{} → {}", short(&file.text[place.range.clone()]), short(&it.text)),
                };
                let (name, function) = (file.name.clone(), place.function.clone());
                breaks.push(Breakage { number, file: name, line: place.line, function, kind: it.kind, change });
            }
        }
        breaks
    }

    /// Writes the mutated files and drops mutants with compile errors, until the library compiles.
    pub fn settle(&mut self, copy: &Copy) -> Result<(), String> {
        copy.put_switches(&self.library, self.count).map_err(|error| error.to_string())?;
        for round in 1..=MOST_ROUNDS {
            let rendered: Vec<(String, String)> = self.files.iter().map(|file| self.rendered(file)).collect();
            for (name, text) in &rendered {
                copy.put(name, text).map_err(|error| error.to_string())?;
            }
            let refusals = compiler::refusals(copy).map_err(|error| error.to_string())?;
            if refusals.is_empty() {
                return Ok(());
            }
            let before = self.refused.len();
            refusals.iter().for_each(|refusal| self.refused.extend(culprit(refusal, &rendered)));
            eprintln!("round {round}: {} errors, {} mutants dropped", refusals.len(), self.refused.len() - before);
            if self.refused.len() == before {
                return Err(format!("compile error outside of the mutants: {}", refusals[0].text));
            }
        }
        Err("some mutants still do not compile".to_owned())
    }

    fn rendered(&self, file: &Source) -> (String, String) {
        let mut numbers = vec![Vec::new(); file.places.len()];
        file.numbered().for_each(|(at, _, number)| numbers[at].push(number));
        let number = |at: usize, which: usize| Some(numbers[at][which]).filter(|it| !self.refused.contains(it));
        (file.name.clone(), rendering::render(&file.text, &file.places, &number))
    }
}

/// The mutant of a compile error: the first of its places that is inside a mutant.
fn culprit(refusal: &Refusal, rendered: &[(String, String)]) -> Option<usize> {
    let spots: Vec<(&str, &Range<usize>)> = refusal
        .spots
        .iter()
        .filter_map(|(name, spot)| Some((rendered.iter().find(|(file, _)| file == name)?.1.as_str(), spot)))
        .collect();
    let around = spots.iter().find_map(|(text, spot)| rendering::around(text, spot));
    around.or_else(|| spots.iter().find_map(|(text, spot)| rendering::beside(text, spot)))
}

fn is_judge(name: &str) -> bool {
    let own = name.strip_prefix(LIBRARY).unwrap_or(name);
    JUDGE.iter().any(|it| own.starts_with(it))
}

fn list(checkout: &Path, folder: &str, names: &mut Vec<String>) -> Result<(), String> {
    for entry in fs::read_dir(checkout.join(folder)).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(checkout, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn read(checkout: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(checkout.join(name)).map_err(|error| format!("{name}: {error}"))
}
