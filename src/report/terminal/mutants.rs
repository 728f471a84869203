//! Mutants: killed, surviving, and killed for the wrong reason.

use colored::Colorize;

use crate::report::terminal::clause_with_words;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::thousands;
use crate::report::text::refusal;
use crate::report::text::wrapping::filled;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::specificity::ENOUGH_OTHERS;
use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_oracle::evidence::specificity::Witness;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::suite::grade::Grade;

/// Every switch that does not prove its clauses. With `verbose`, every switch.
pub(super) fn list(findings: &Findings<'_>, verbose: bool) -> String {
    let mut text = String::new();
    for mutant in findings.mutants() {
        text.push_str(&no_answer(mutant, findings));
        if mutant.survives() {
            text.push_str(&survivor(mutant, findings));
        } else {
            for (clause, specificity) in &mutant.specificities {
                text.push_str(&unproven(mutant, clause, specificity, findings));
            }
            if verbose && mutant.is_specific() {
                text.push_str(&killed_by(mutant, findings));
            }
        }
        text.push_str(&leaks(mutant, findings));
    }
    text
}

/// The switch, and its clauses with their words.
fn head(word: &str, mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    format!("{word} {}\n{}", mutant.switch.name.bold(), clause_lines(&mutant.clauses, findings))
}

fn clause_lines(clauses: &[ClauseId], findings: &Findings<'_>) -> String {
    clauses.iter().map(|clause| filled(&clause_with_words(clause, &findings.suite.book), 2)).collect()
}

/// Scenarios in which the mutant gives no answer. A mutant must still be playable.
fn no_answer(mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    let Some((scenario, fault)) = mutant.no_answer.first() else { return String::new() };
    let head = head(&"no-answer".red().bold().to_string(), mutant, findings);
    let number = count(mutant.no_answer.len(), "scenario");
    format!("{head}  {number} got no answer with the switch off, first {}: {fault}\n\n", scenario.id)
}

fn survivor(mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    let word = if mutant.tried == 0 { "idle" } else { "survived" };
    let head = head(&word.red().bold().to_string(), mutant, findings);
    let why = filled(&refusal::survival(mutant, findings), 2);
    format!("{head}{why}\n")
}

/// Why a switch does not prove a clause; empty if it does.
fn unproven(mutant: &Mutant<'_>, clause: &ClauseId, specificity: &Specificity<'_>, findings: &Findings<'_>) -> String {
    let (word, why) = match specificity {
        Specificity::Specific(_) => return String::new(),
        Specificity::Unspecific { witness, test, why } => {
            let by = format!("claim {} of {} fails", witness.claim + 1, witness.scenario.id);
            ("unspecific", format!("with the switch off, {by}, but not specifically ({}): {why}", test.letter()))
        }
        Specificity::Unjudged(why) => {
            ("unjudged", format!("with the switch off, no scenario that cites the clause could be judged: {why}"))
        }
        Specificity::OtherReading => ("unproven", specificity.shortcoming()),
        Specificity::Survived | Specificity::Untried | Specificity::Idle => {
            let why = specificity.shortcoming();
            let others = mutant.killed_by.first().map(|notice| &notice.scenario.id);
            let others =
                others.map_or(String::new(), |id| format!("; claims on other clauses fail, for example in {id}"));
            ("unproven", format!("{why}{others}"))
        }
    };
    let word = word.yellow().bold();
    let clause = clause_lines(std::slice::from_ref(clause), findings);
    format!("{word} {}\n{clause}{}\n", mutant.switch.name.bold(), filled(&why, 2))
}

/// Scenarios that the switch changes although the engine does not report that it took effect there.
fn leaks(mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    let Some(first) = mutant.leaks.first() else { return String::new() };
    let number = count(mutant.leaks.len(), "scenario");
    let verb = if mutant.leaks.len() == 1 { "changes" } else { "change" };
    let why = format!(
        "{number} {verb} with the switch off although the engine does not report that it took effect there, \
         for example {}",
        first.id
    );
    format!("{}{}\n", head(&"leaks".red().bold().to_string(), mutant, findings), filled(&why, 2))
}

fn killed_by(mutant: &Mutant<'_>, findings: &Findings<'_>) -> String {
    let mut text = head(&"killed".green().to_string(), mutant, findings);
    text.push_str(&format!("  {} failed with the switch off\n", count(mutant.killed_by.len(), "claim")));
    for (clause, specificity) in &mutant.specificities {
        if let Some(witness) = specificity.witness() {
            let evidence = findings.coverage.entries.get(clause).and_then(grammar::evidence);
            let evidence = evidence.map_or(String::new(), |it| format!("; {it}"));
            text.push_str(&format!("  {clause} is proven by {}{evidence}\n", witness_text(witness)));
        }
    }
    text
}

/// The claim that kills the mutant, and how often it holds with other switches off.
fn witness_text(witness: &Witness<'_>) -> String {
    let (holds, tried, all) = witness.others;
    let others = match all {
        0 => "no other switch took effect there".to_owned(),
        all if all < ENOUGH_OTHERS => {
            format!("only {} took effect there, too few for a comparison", count(all, "other switch"))
        }
        all => {
            format!("of {tried} other switches, each turned off alone, {holds} leave it passing ({all} fired there)")
        }
    };
    format!("claim {} of {}; {others}", witness.claim + 1, witness.scenario.id)
}

pub(super) fn summary(findings: &Findings<'_>) -> String {
    let mutants: Vec<_> = findings.mutants().collect();
    if mutants.is_empty() && findings.engines.values().all(|engine| engine.switches.is_empty()) {
        return "the engine has no switches, so no clause can be proven\n".to_owned() + &sharp(findings);
    }
    let number = |which: &dyn Fn(&Mutant<'_>) -> bool| mutants.iter().filter(|mutant| which(mutant)).count();
    let grave = [
        (number(&|mutant| mutant.survives() && mutant.tried > 0), "survived"),
        (number(&|mutant| mutant.survives() && mutant.tried == 0), "took no effect"),
        (number(&|mutant| !mutant.no_answer.is_empty()), "gave no answer"),
        (number(&|mutant| !mutant.leaks.is_empty()), "changed scenarios in which they took no effect"),
        (number(&|mutant| !mutant.survives() && !mutant.is_specific()), "not killed specifically"),
    ];
    let proven = thousands(number(&|mutant| mutant.is_specific()));
    let runs: usize = findings.proofs.iter().flatten().map(|proof| proof.matrix.plays()).sum();
    let runs = format!("{} with one switch off", count(runs, "run"));
    let mut text = format!("{} ({runs})", format!("{proven} of {} proven", count(mutants.len(), "switch")).green());
    for (number, what) in grave.into_iter().filter(|(number, _)| *number > 0) {
        text.push_str(&format!(", {}", format!("{} {what}", thousands(number)).red().bold()));
    }
    text + "\n" + &sharp(findings)
}

/// The number of sharp clauses.
fn sharp(findings: &Findings<'_>) -> String {
    match findings.coverage.count(Grade::Sharp) {
        0 => String::new(),
        number => {
            format!("{} sharp: a claim fails on the reference engine with the clause off\n", count(number, "clause"))
        }
    }
}
