//! Mutation testing of the judge: mutates it in many places and checks that a test fails.
//!
//! All mutants are built into one program and activated one at a time, so that nothing is built twice.

mod bodies;
mod branches;
mod breakage;
mod chains;
mod changed;
mod compiler;
mod copy;
mod finder;
mod known;
mod operators;
mod rendering;
mod sources;
mod trial;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::breakage::Breakage;
use crate::changed::Changed;
use crate::copy::Copy;
use crate::known::Known;
use crate::sources::Sources;
use crate::trial::Trials;

/// The arguments: `--since COMMIT`, `--jobs NUMBER`, and files or parts of their names.
struct Wish {
    since: Option<String>,
    jobs: Option<usize>,
    files: Vec<String>,
}

impl Wish {
    fn read() -> Wish {
        let mut wish = Wish { since: None, jobs: None, files: Vec::new() };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--since" => wish.since = words.next(),
                "--jobs" => wish.jobs = words.next().and_then(|number| number.parse().ok()),
                _ => wish.files.push(word),
            }
        }
        wish
    }

    fn is_whole(&self) -> bool {
        self.since.is_none() && self.files.is_empty()
    }
}

fn main() -> ExitCode {
    match run(&Wish::read()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Whether all surviving mutants are known.
fn run(wish: &Wish) -> Result<bool, String> {
    let told = |error: std::io::Error| error.to_string();
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no checkout")?;
    let known = Known::read(&fs::read_to_string(checkout.join("judge-mutants/known.txt")).map_err(told)?)?;
    let changed = wish.since.as_ref().map(|commit| Changed::since(commit, checkout)).transpose()?;
    let mut sources = Sources::of(checkout, |file, line| {
        (wish.files.is_empty() || wish.files.iter().any(|part| file.contains(part.as_str())))
            && changed.as_ref().is_none_or(|changed| changed.holds(file, line))
    })?;
    if sources.breaks().is_empty() {
        println!("nothing to mutate");
        return Ok(true);
    }
    let copy = Copy::of(checkout).map_err(told)?;
    eprintln!("compiling {} mutants", sources.breaks().len());
    sources.settle(&copy)?;
    let programs = compiler::build(&copy).map_err(told)?;
    if programs.len() != 2 {
        return Err("the tests with all mutants could not be built".to_owned());
    }
    let trials = Trials::new(&copy, programs, wish.jobs).map_err(told)?;
    let breaks = sources.breaks();
    eprintln!("running the tests of {} mutants", breaks.len());
    let reaches = trials.reaches().map_err(told)?;
    let survive = trials.survive(&breaks, &reaches);
    let survivors = breaks.iter().zip(survive).filter(|(_, survives)| *survives).map(|(it, _)| it);
    let survivors: Vec<(&Breakage, bool)> = survivors.map(|it| (it, reaches.contains_key(&it.number))).collect();
    Ok(report(&breaks, &survivors, &known, wish))
}

/// Reports unknown survivors, known mutants that are killed, and the number of mutants per file.
fn report(breaks: &[Breakage], survivors: &[(&Breakage, bool)], known: &Known, wish: &Wish) -> bool {
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    breaks.iter().for_each(|it| counts.entry(&it.file).or_default()[0] += 1);
    for (it, _) in survivors {
        let count = counts.entry(&it.file).or_default();
        count[1] += 1;
        count[2] += usize::from(!known.holds(&it.key()));
    }
    println!("{:44} {:>7} {:>9} {:>11}", "file", "mutants", "survive", "unexplained");
    for (file, [all, alive, unknown]) in &counts {
        println!("{file:44} {all:>7} {alive:>9} {unknown:>11}");
    }
    let total = |which: usize| counts.values().map(|count| count[which]).sum::<usize>();
    println!("{:44} {:>7} {:>9} {:>11}", "all", total(0), total(1), total(2));
    for (it, is_reached) in survivors.iter().filter(|(it, _)| !known.holds(&it.key())) {
        println!("survives: {}{}", it.location_and_change(), if *is_reached { "" } else { " (no test reaches it)" });
    }
    let keys: BTreeSet<String> = survivors.iter().map(|(it, _)| it.key()).collect();
    let outdated = if wish.is_whole() { known.outdated(&keys) } else { Vec::new() };
    outdated.iter().for_each(|key| println!("listed in known.txt, but does not survive: {key}"));
    total(2) == 0 && outdated.is_empty()
}
