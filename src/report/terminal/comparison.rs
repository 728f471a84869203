//! Comparison of engines or saved runs: every difference with both answers, then a table of rules.

use std::collections::BTreeMap;

use colored::Colorize;

use crate::report::text::board;
use crate::report::text::comparison_words;
use crate::report::text::comparison_words::sign;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::html as html_text;
use crate::report::text::escape::row;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use truthsayer_oracle::compare::comparison::ComparedRule;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::comparison::DifferenceGroup;
use truthsayer_oracle::compare::comparison::DisputedScenario;
use truthsayer_oracle::compare::comparison::Turn;
use truthsayer_oracle::compare::comparison::outcomes::OutcomeGroup;
use truthsayer_oracle::compare::comparison::outcomes::PlayedSide;
use truthsayer_protocol::Reply;

/// The number of differences of each kind.
pub(crate) fn verdict(comparison: &Comparison<'_>) -> String {
    let common = count(comparison.common, "scenario");
    if comparison.is_empty() {
        return format!("no differences in {common}");
    }
    let number = |turn: Turn| {
        let own = comparison.groups.iter().filter(|group| group.turn == turn);
        own.map(|group| group.differences.len()).sum::<usize>()
    };
    let otherwise = comparison.outcomes.iter().map(|group| group.scenarios.len()).sum::<usize>();
    let turned = |turn: Turn| (number(turn), comparison_words::counted(turn, comparison));
    let parts = [
        turned(Turn::Broken),
        turned(Turn::Mended),
        turned(Turn::Otherwise),
        (otherwise, "with equal verdicts and different outcomes".to_owned()),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}")).collect();
    format!("{}, of {common} that all ran", parts.join(", "))
}

/// Texts shown with a comparison.
pub struct ComparedWords<'a> {
    /// Words of the rulebook, by clause.
    pub sentences: Option<&'a BTreeMap<String, String>>,
    /// The last engine that ran, for its boards.
    pub last: Option<&'a PlayedSide>,
}

impl ComparedWords<'_> {
    fn sentence(&self, clause: &str) -> &str {
        self.sentences.and_then(|sentences| sentences.get(clause)).map_or("", String::as_str)
    }

    fn board(&self, id: &str) -> String {
        let side = self.last.and_then(|side| Some((side.profile.board.as_ref()?, side.replies.get(id)?)));
        match side {
            Some((note, (_, Ok(Reply::Played(outcome))))) => board::on_screen(note, outcome, false, 4),
            _ => String::new(),
        }
    }
}

/// Regressions first. With `verbose`, every rule and every scenario.
pub fn pretty(comparison: &Comparison<'_>, words: &ComparedWords<'_>, verbose: bool) -> String {
    let names: Vec<&str> = comparison.saved_runs.iter().map(|saved_run| saved_run.name.as_str()).collect();
    let mut text = format!(
        "{}: {}\n\n",
        names.join(if comparison.are_versions() { " → " } else { " and " }).bold(),
        verdict(comparison)
    );
    for (at, group) in comparison.groups.iter().enumerate() {
        text.push_str(&group_text(group, comparison, words, at == 0, verbose));
    }
    for group in &comparison.outcomes {
        text.push_str(&outcome_text(group, &names, verbose));
    }
    for (name, cause) in &comparison.causes {
        let clauses = cause.clauses.join(", ");
        text.push_str(&format!("{} in {name}: {} is {}\n", "likely cause".yellow(), clauses.cyan(), cause.kind));
    }
    for (name, suspect) in &comparison.suspects {
        let (clauses, fails) = (suspect.clauses.join(", "), if suspect.failing == 1 { "fails" } else { "fail" });
        let share = format!("{} of {} {fails}", suspect.failing, count(suspect.of, "claim"));
        text.push_str(&format!("{} in {name}: {}, {share}\n", "suspect".yellow(), clauses.cyan()));
    }
    for change in &comparison.changes {
        text.push_str(&format!("{} {}\n", "changed".yellow(), change.what));
    }
    text.push_str(&table(comparison, &names, verbose));
    text
}

/// The marks of each rule. Without `verbose`, only the rules whose marks differ.
fn table(comparison: &Comparison<'_>, names: &[&str], verbose: bool) -> String {
    let is_torn = |row: &&ComparedRule<'_>| row.marks.iter().any(|mark| Some(mark) != row.marks.first());
    let torn = comparison.rows.iter().filter(is_torn).count();
    let rest = comparison.rows.len() - torn;
    let mut text = String::new();
    if torn > 0 || verbose {
        let widths: Vec<usize> = names.iter().map(|name| name.chars().count().max(8)).collect();
        for (name, width) in names.iter().zip(&widths) {
            text.push_str(&format!("{:width$}  ", name.bold()));
        }
        text.push_str("rule\n");
        for row in comparison.rows.iter().filter(|row| verbose || is_torn(row)) {
            text.push_str(&row_text(row, &widths, is_torn(&row)));
        }
    }
    if rest > 0 && !verbose {
        let are = if rest == 1 { "is" } else { "are" };
        text.push_str(&format!("{} {are} equal; use -v to list them\n", count(rest, "rule")));
    }
    text
}

fn row_text(row: &ComparedRule<'_>, widths: &[usize], torn: bool) -> String {
    let mut text = String::new();
    for (mark, width) in row.marks.iter().zip(widths) {
        let shown = sign(*mark);
        // Pad by display width: some symbols have a variation selector.
        let pad = width.saturating_sub(unicode_width::UnicodeWidthStr::width(shown.as_str()));
        text.push_str(&format!("{shown}{}  ", " ".repeat(pad)));
    }
    let title = format!("{} {}: {}", row.rule.game, row.rule.number, row.rule.title);
    text + &format!("{}\n", if torn { title.yellow().bold() } else { title.normal() })
}

fn group_text(
    group: &DifferenceGroup<'_>,
    comparison: &Comparison<'_>,
    words: &ComparedWords<'_>,
    draws: bool,
    verbose: bool,
) -> String {
    let names: Vec<&str> = comparison.saved_runs.iter().map(|saved_run| saved_run.name.as_str()).collect();
    let word = comparison_words::turned(group.turn, comparison);
    let word = match group.turn {
        Turn::Broken => word.red().bold(),
        Turn::Mended => word.green().bold(),
        Turn::Otherwise => word.yellow().bold(),
    };
    let mut text = String::new();
    for clause in &group.clauses {
        text.push_str(&format!("{word} {} {}\n", clause.cyan(), words.sentence(clause)));
    }
    if group.clauses.is_empty() {
        text.push_str(&format!("{word}\n"));
    }
    let most = if verbose { usize::MAX } else { 1 };
    for difference in group.differences.iter().take(most) {
        text.push_str(&difference_text(difference, &names));
        if draws {
            text.push_str(&words.board(difference.id).lines().map(|line| format!("    {line}\n")).collect::<String>());
        }
    }
    let rest: Vec<&str> = group.differences.iter().skip(most).map(|difference| difference.id).collect();
    text.push_str(&and_more(&rest));
    text + "\n"
}

fn and_more(rest: &[&str]) -> String {
    const MOST: usize = 3;
    if rest.is_empty() {
        return String::new();
    }
    let more = if rest.len() > MOST {
        format!(" and {} more (use -v to list them)", rest.len() - MOST)
    } else {
        String::new()
    };
    format!("  also {}{more}\n", rest.iter().take(MOST).copied().collect::<Vec<_>>().join(", "))
}

/// Scenarios with equal verdicts and different outcomes.
fn outcome_text(group: &OutcomeGroup, names: &[&str], verbose: bool) -> String {
    let mut text = format!("{} {}\n", "outcome differs".yellow().bold(), group.what);
    let ids: Vec<&str> = group.scenarios.iter().map(String::as_str).collect();
    let Some((first, rest)) = ids.split_first() else { return text };
    text.push_str(&format!("  {first}\n"));
    for (name, side) in [names.first(), names.last()].into_iter().flatten().zip(group.sides.iter().flatten()) {
        text.push_str(&format!("  {:12} {side}\n", format!("{name}:")));
    }
    match verbose {
        true => text.push_str(&rest.iter().map(|id| format!("  {id}\n")).collect::<String>()),
        false => text.push_str(&and_more(rest)),
    }
    text + "\n"
}

fn difference_text(difference: &DisputedScenario<'_>, names: &[&str]) -> String {
    let mut text = format!("  {}: {}\n", difference.id.bold(), difference.title);
    for (name, answer) in names.iter().zip(&difference.answers) {
        for (at, line) in lines(answer).iter().enumerate() {
            let margin = if at == 0 { format!("{name}:") } else { String::new() };
            text.push_str(&format!("  {margin:12} {line}\n"));
        }
    }
    for reason in &difference.because {
        text.push_str(&format!("  {} {reason}\n", "=".blue()));
    }
    text
}

fn lines(answer: &Option<Vec<String>>) -> Vec<String> {
    answer.clone().unwrap_or_else(|| vec!["did not run".to_owned()])
}

pub fn markdown(comparison: &Comparison<'_>) -> String {
    let names: Vec<String> = comparison.saved_runs.iter().map(|saved_run| escape(&saved_run.name)).collect();
    let mut text = format!("# Comparison of {}\n\n{}.\n\n", names.join(" and "), capital(&verdict(comparison)));
    text.push_str(&row(["rule".to_owned()].iter().chain(&names)));
    text.push_str(&format!("|---|{}\n", "---|".repeat(names.len())));
    for compared in &comparison.rows {
        let ComparedRule { rule, marks } = compared;
        let title = format!("{} {}: {}", escape(&rule.game), rule.number, escape(&rule.title));
        text.push_str(&row([title].into_iter().chain(marks.iter().map(|mark| sign(*mark)))));
    }
    if !comparison.groups.is_empty() {
        text.push_str("\n## Differences\n");
    }
    for difference in comparison.differences() {
        text.push_str(&format!("\n### {}\n\n{}\n\n", code(difference.id), escape(difference.title)));
        if !difference.clauses.is_empty() {
            text.push_str(&format!("On {}.\n\n", escape(&difference.clauses.join(", "))));
        }
        text.push_str("| | answer |\n|---|---|\n");
        for (name, answer) in names.iter().zip(&difference.answers) {
            let answer: Vec<String> = lines(answer).iter().map(|line| escape(line)).collect();
            text.push_str(&row([name, &answer.join("<br>")]));
        }
        for reason in &difference.because {
            text.push_str(&format!("\n- {}\n", escape(reason)));
        }
    }
    if !comparison.outcomes.is_empty() {
        text.push_str("\n## Equal verdicts, different outcomes\n\n");
    }
    for group in &comparison.outcomes {
        let ids: Vec<String> = group.scenarios.iter().map(|id| code(id)).collect();
        text.push_str(&format!("- {}: {}\n", escape(&group.what), ids.join(", ")));
    }
    if !comparison.changes.is_empty() {
        text.push_str("\n## Changes\n\n");
    }
    for (name, suspect) in &comparison.suspects {
        let (clauses, fails) = (suspect.clauses.join(", "), if suspect.failing == 1 { "fails" } else { "fail" });
        let share = format!("{} of {} {fails}", suspect.failing, count(suspect.of, "claim"));
        text.push_str(&format!("{} in {name}: {}, {share}\n", "suspect".yellow(), clauses.cyan()));
    }
    for change in &comparison.changes {
        text.push_str(&format!("- {}\n", escape(&change.what)));
    }
    text
}

/// One HTML page that loads nothing.
pub fn html(comparison: &Comparison<'_>) -> String {
    let names: Vec<String> = comparison.saved_runs.iter().map(|saved_run| html_text(&saved_run.name)).collect();
    let head: String = names.iter().map(|name| format!("<th>{name}</th>")).collect();
    let mut rows = String::new();
    for row in &comparison.rows {
        let torn = row.marks.iter().any(|mark| Some(mark) != row.marks.first());
        let cells: String = row.marks.iter().map(|mark| format!("<td>{}</td>", sign(*mark))).collect();
        let class = if torn { " class=\"torn\"" } else { "" };
        let title = html_text(&format!("{} {}: {}", row.rule.game, row.rule.number, row.rule.title));
        rows.push_str(&format!("<tr{class}><th scope=\"row\">{title}</th>{cells}</tr>\n"));
    }
    let differences: String = comparison.differences().map(|difference| section(difference, &names)).collect();
    let changes: String = comparison.changes.iter().map(|c| format!("<li>{}</li>\n", html_text(&c.what))).collect();
    let changes = if changes.is_empty() { changes } else { format!("<h2>Changes</h2>\n<ul>\n{changes}</ul>\n") };
    let differences = if differences.is_empty() { differences } else { format!("<h2>Differences</h2>\n{differences}") };
    let differences = differences + &different_outcomes_section(comparison);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>Comparison of {title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>Comparison of {title}</h1>\n<p>{verdict}.</p>\n<table>\n<thead><tr><th>rule</th>{head}</tr>\
         </thead>\n<tbody>\n{rows}</tbody>\n</table>\n{differences}{changes}</body>\n</html>\n",
        title = names.join(" and "),
        verdict = capital(&verdict(comparison)),
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;\
color-scheme:light dark}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.2rem .8rem;\
border-bottom:1px solid #8886}.torn{background:#e8a90033}";

fn section(difference: &DisputedScenario<'_>, names: &[String]) -> String {
    let mut text = format!(
        "<h3><code>{}</code></h3>\n<p>{}</p>\n<table>\n",
        html_text(difference.id),
        html_text(difference.title)
    );
    for (name, answer) in names.iter().zip(&difference.answers) {
        let answer: Vec<String> = lines(answer).iter().map(|line| html_text(line)).collect();
        text.push_str(&format!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>\n", answer.join("<br>")));
    }
    text.push_str("</table>\n");
    let notes =
        difference.clauses.iter().map(|clause| format!("on {clause}")).chain(difference.because.iter().cloned());
    let notes: String = notes.map(|note| format!("<li>{}</li>\n", html_text(&note))).collect();
    text + &format!("<ul>\n{notes}</ul>\n")
}

/// Scenarios with equal verdicts and different outcomes.
fn different_outcomes_section(comparison: &Comparison<'_>) -> String {
    let item = |group: &OutcomeGroup| {
        let ids: Vec<String> = group.scenarios.iter().map(|id| format!("<code>{}</code>", html_text(id))).collect();
        format!("<li>{}: {}</li>\n", html_text(&group.what), ids.join(", "))
    };
    let items: String = comparison.outcomes.iter().map(item).collect();
    if items.is_empty() { items } else { format!("<h2>Equal verdicts, different outcomes</h2>\n<ul>\n{items}</ul>\n") }
}
