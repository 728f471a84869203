//! The questions of `hunt --readings`, for the author of the rules.

use colored::Colorize;

use crate::report::machine::reading_questions::DecidingScenario;
use crate::report::machine::reading_questions::ReadingQuestion;
use crate::report::terminal::indent;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::wrapping;
use truthsayer_oracle::base::yaml_block;
use truthsayer_protocol::text;

/// Every question, then the totals.
pub(crate) fn text(questions: &[ReadingQuestion]) -> String {
    let text: String = questions.iter().map(|it| block(it) + "\n").collect();
    text + &summary(questions)
}

fn line(text: &str, margin: usize) -> String {
    wrapping::folded(text, margin, 0) + "\n"
}

fn block(question: &ReadingQuestion) -> String {
    let about = text::one_line(&question.note.about);
    let name = format!("{} {}", question.game, question.note.name);
    let mut text = line(&format!("{} {}: {about}", "question".yellow().bold(), name.bold()), 2);
    for clause in &question.clauses {
        let states = clause.value.as_ref().map_or(String::new(), |value| format!(" (states {value})"));
        let words = text::one_line(&clause.words);
        text.push_str(&line(&format!("  {}{states} {words}", clause.clause.cyan()), 4));
    }
    if let Some(ruled) = &question.ruled {
        text.push_str(&line(&format!("  {} {ruled}, in truthsayer.yaml", "ruled:".green()), 4));
    }
    match &question.scenario {
        Some(scenario) => text.push_str(&situation(scenario, question)),
        None => {
            let [one, other] = &question.values;
            let runs = count(question.runs, "run");
            let none = format!("  {} {one} and {other} do not differ in {runs}", "not found".yellow());
            text.push_str(&line(&none, 4));
        }
    }
    text
}

fn situation(scenario: &DecidingScenario, question: &ReadingQuestion) -> String {
    let origin = if scenario.is_own { "found in" } else { "derived from" };
    let steps = count(scenario.when.len(), "step");
    let mut text = line(&format!("  The situation ({steps}; {origin} {}):", scenario.origin), 4);
    text.push_str(&indent(&yaml_block::entry("given", &scenario.given), 4));
    for (at, step) in scenario.when.iter().enumerate() {
        text.push_str(&line(&format!("    {}. {}", at + 1, text::one_line(&grammar::step(step))), 7));
    }
    for (value, answer) in question.values.iter().zip(&scenario.answers) {
        text.push_str(&line(&format!("  Under {}: {answer}", value.bold()), 4));
    }
    text.push_str("  Which is meant? Record the answer with one of these commands:\n");
    for value in &question.values {
        text.push_str(&format!("    {}\n", question.command(value)));
    }
    text
}

fn summary(questions: &[ReadingQuestion]) -> String {
    let found: Vec<usize> = questions.iter().filter_map(|it| Some(it.scenario.as_ref()?.when.len())).collect();
    let most = found.iter().max().map_or(String::new(), |most| format!(", at most {}", count(*most, "step")));
    let missing = match questions.len() - found.len() {
        0 => String::new(),
        number => format!("; {} without a scenario", count(number, "reading")),
    };
    format!("{}{most}{missing}\n", count(found.len(), "question"))
}
