//! Knock-outs: which switch was noticed by whom, which survived, and which are not specific.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::isolation::Isolation;
use crate::oracle::isolation::Witness;
use crate::oracle::knockout::Knockout;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suggestion::this_call;
use crate::report::screen::filled;
use crate::report::wording::count;

/// Whatever keeps a clause from being proven; with `verbose`, every switch.
pub(super) fn list(findings: &Findings<'_>, verbose: bool) -> String {
    let mut text = String::new();
    for knockout in findings.knockouts() {
        text.push_str(&unanswered(knockout));
        if knockout.survives() {
            text.push_str(&survivor(knockout, findings));
        } else {
            for (clause, isolation) in &knockout.isolations {
                text.push_str(&unproven(knockout, clause, isolation, findings));
            }
            if verbose && knockout.isolates() {
                text.push_str(&noticed(knockout));
            }
        }
        text.push_str(&leaks(knockout));
    }
    text
}

fn head(word: &str, knockout: &Knockout<'_>) -> String {
    let clauses: Vec<String> = knockout.clauses.iter().map(ToString::to_string).collect();
    format!("{word} {} {}\n", knockout.switch.name.bold(), clauses.join(", ").cyan())
}

fn clause_text(clauses: &[ClauseId], findings: &Findings<'_>) -> String {
    clauses.iter().map(|clause| format!("  {}\n", findings.suite.book.clause_text(clause))).collect()
}

/// Turning a clause off has to leave a game that can be played.
fn unanswered(knockout: &Knockout<'_>) -> String {
    let Some((scenario, fault)) = knockout.unanswered.first() else { return String::new() };
    let head = head(&"unanswered".red().bold().to_string(), knockout);
    let number = count(knockout.unanswered.len(), "scenario");
    format!("{head}  {number} could not be played without it, first {}: {fault}\n\n", scenario.id)
}

fn survivor(knockout: &Knockout<'_>, findings: &Findings<'_>) -> String {
    let word = if knockout.tried == 0 { "idle" } else { "survives" };
    let head = head(&word.red().bold().to_string(), knockout);
    let why = filled(&survival(knockout, findings), 2);
    format!("{head}{}{why}\n", clause_text(&knockout.clauses, findings))
}

/// Why no claim fails without the switch, and what to do about it.
pub(crate) fn survival(knockout: &Knockout<'_>, findings: &Findings<'_>) -> String {
    let what = match knockout.tried {
        0 => "it takes effect in no passing scenario".to_owned(),
        tried => format!("no claim of {} fails without it", count(tried, "passing scenario")),
    };
    if let Some(failing) = findings.failing_scenario(&knockout.clauses) {
        let explain = this_call().plays(&["explain", &failing.scenario.id]);
        return format!("{what}; a scenario that cites its clause does not pass: `{explain}` shows it");
    }
    if knockout.tried > 0 {
        return format!("{what}; sharpen one, or the clause has no effect");
    }
    let hunt = knockout.clauses.first().and_then(|it| findings.hunt(&knockout.switch.name, it, this_call()));
    let hunt = hunt.map_or(String::new(), |hunt| format!(" (`{hunt}` looks for one)"));
    format!("{what}; write one in which it does{hunt}")
}

/// Why a switch does not prove a clause; nothing if it does.
fn unproven(knockout: &Knockout<'_>, clause: &ClauseId, isolation: &Isolation<'_>, findings: &Findings<'_>) -> String {
    let (word, why) = match isolation {
        Isolation::Isolates(_) => return String::new(),
        Isolation::Unspecific { witness, test, why } => {
            let by = format!(
                "{} claim {} fails without it, but it does not isolate",
                witness.scenario.id,
                witness.claim + 1
            );
            ("unspecific", format!("{by} ({}): {why}", test.letter()))
        }
        Isolation::Unjudged(why) => {
            ("unjudged", format!("without it nothing that cites the clause could be judged, {why}"))
        }
        Isolation::OtherReading => ("unproven", isolation.shortcoming()),
        Isolation::Unnoticed | Isolation::Untried | Isolation::Idle => {
            let why = isolation.shortcoming();
            let others = knockout.noticed.first().map(|notice| &notice.scenario.id);
            let others = others.map_or(String::new(), |id| format!("; claims on other clauses fail, e.g. in {id}"));
            ("unproven", format!("{why}{others}"))
        }
    };
    let word = word.yellow().bold();
    let address = clause.to_string().cyan();
    let words = clause_text(std::slice::from_ref(clause), findings);
    format!("{word} {} {address}\n{words}  {why}\n\n", knockout.switch.name.bold())
}

/// A switch that changes what it did not take effect in: the engine does not tell the truth about it.
fn leaks(knockout: &Knockout<'_>) -> String {
    let Some(first) = knockout.leaks.first() else { return String::new() };
    let number = count(knockout.leaks.len(), "scenario");
    let verb = if knockout.leaks.len() == 1 { "changes" } else { "change" };
    format!(
        "{}  {number} {verb} without it although the engine does not say that it took effect there, e.g. {}\n\n",
        head(&"leaks".red().bold().to_string(), knockout),
        first.id
    )
}

fn noticed(knockout: &Knockout<'_>) -> String {
    let mut text = head(&"noticed".green().to_string(), knockout);
    text.push_str(&format!("  {} failed without it\n", count(knockout.noticed.len(), "claim")));
    for (clause, isolation) in &knockout.isolations {
        if let Some(witness) = isolation.witness() {
            text.push_str(&format!("  {clause} is isolated by {}\n", witness_text(witness)));
        }
    }
    text
}

/// The claim that shows it, and how it fares without other switches.
fn witness_text(witness: &Witness<'_>) -> String {
    let (holds, tried, all) = witness.others;
    let others = match all {
        0 => "no other switch took effect there".to_owned(),
        all if all < ENOUGH_OTHERS => format!("{} took effect there, too few to decide", count(all, "other switch")),
        all => format!("it holds without {holds} of {tried} tried out of {}", count(all, "other switch")),
    };
    format!("{} claim {}; {others}", witness.scenario.id, witness.claim + 1)
}

pub(super) fn summary(findings: &Findings<'_>) -> String {
    let knockouts: Vec<_> = findings.knockouts().collect();
    if knockouts.is_empty() && findings.engines.values().all(|engine| engine.switches.is_empty()) {
        return "the engine names no switches, so nothing could be turned off and nothing is proven\n".to_owned()
            + &sharp(findings);
    }
    let number = |which: &dyn Fn(&Knockout<'_>) -> bool| knockouts.iter().filter(|knockout| which(knockout)).count();
    let grave = [
        (number(&|knockout| knockout.survives() && knockout.tried > 0), "survives", "survive"),
        (number(&|knockout| knockout.survives() && knockout.tried == 0), "idle", "idle"),
        (number(&|knockout| !knockout.unanswered.is_empty()), "unanswered", "unanswered"),
        (number(&|knockout| !knockout.leaks.is_empty()), "leaks", "leak"),
        (number(&|knockout| !knockout.survives() && !knockout.isolates()), "does not isolate", "do not isolate"),
    ];
    let isolating = number(&|knockout| knockout.isolates());
    let isolate = if isolating == 1 { "isolates its clauses" } else { "isolate their clauses" };
    let mut parts = vec![format!("{isolating} {isolate}").green().to_string()];
    parts.extend(
        grave
            .into_iter()
            .filter(|(number, ..)| *number > 0)
            .map(|(n, one, many)| format!("{n} {}", if n == 1 { one } else { many }).red().bold().to_string()),
    );
    let plays: usize = findings.proofs.iter().flatten().map(|proof| proof.matrix.plays()).sum();
    let told = format!("{} in {}: {}\n", count(knockouts.len(), "switch"), count(plays, "knock-out"), parts.join(", "));
    told + &sharp(findings)
}

/// What foils showed.
fn sharp(findings: &Findings<'_>) -> String {
    match findings.ledger.count(Grade::Sharp) {
        0 => String::new(),
        number => format!("{} sharp: a claim deviates on a foil that lacks the clause\n", count(number, "clause")),
    }
}
