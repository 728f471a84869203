//! Engines or runs side by side: the matrix of rules, then every difference with both answers.

use colored::Colorize;

use crate::oracle::comparison::Cell;
use crate::oracle::comparison::Comparison;
use crate::oracle::comparison::Difference;
use crate::report::document::code;
use crate::report::document::escape;
use crate::report::wording::count;

/// The sign of a cell and a short word for it.
fn sign(cell: Cell) -> String {
    match cell {
        Cell::Holds(all) => format!("☑️ {all}/{all}"),
        Cell::Partly(held, all) => format!("⬜ {held}/{all}"),
        Cell::Gap => "⚠️ gap".to_owned(),
        Cell::Violated(number) => format!("❌ {number}"),
        Cell::Absent => "–".to_owned(),
    }
}

fn verdict(comparison: &Comparison<'_>) -> String {
    let (differ, common) = (comparison.differences.len(), comparison.common);
    match differ {
        0 => format!("no difference in {}", count(common, "scenario")),
        _ => format!("{} of {} played by all", count(differ, "difference"), count(common, "scenario")),
    }
}

pub fn pretty(comparison: &Comparison<'_>) -> String {
    let names: Vec<&str> = comparison.accounts.iter().map(|account| account.name.as_str()).collect();
    let widths: Vec<usize> = names.iter().map(|name| name.chars().count().max(8)).collect();
    let mut text = String::new();
    for (name, width) in names.iter().zip(&widths) {
        text.push_str(&format!("{:width$}  ", name.bold()));
    }
    text.push_str("rule\n");
    for row in &comparison.rows {
        let torn = row.cells.iter().any(|cell| Some(cell) != row.cells.first());
        for (cell, width) in row.cells.iter().zip(&widths) {
            let shown = sign(*cell);
            // The signs with a variation selector are as wide as those without; count what is seen.
            let pad = width.saturating_sub(unicode_width::UnicodeWidthStr::width(shown.as_str()));
            text.push_str(&format!("{shown}{}  ", " ".repeat(pad)));
        }
        let title = format!("{} {}: {}", row.rule.game, row.rule.number, row.rule.title);
        text.push_str(&format!("{}\n", if torn { title.yellow().bold() } else { title.normal() }));
    }
    text.push('\n');
    for difference in &comparison.differences {
        text.push_str(&difference_text(difference, &names));
    }
    for change in &comparison.changes {
        text.push_str(&format!("{} {}\n", "changed".yellow(), change.what));
    }
    text.push_str(&format!("{}\n", verdict(comparison)));
    text
}

fn difference_text(difference: &Difference<'_>, names: &[&str]) -> String {
    let mut text = format!("{} {}\n  {}\n", "differs".red().bold(), difference.id.bold(), difference.title);
    if !difference.clauses.is_empty() {
        text.push_str(&format!("  on {}\n", difference.clauses.join(", ").cyan()));
    }
    for (name, answer) in names.iter().zip(&difference.answers) {
        for (at, line) in lines(answer).iter().enumerate() {
            let margin = if at == 0 { format!("{name}:") } else { String::new() };
            text.push_str(&format!("  {margin:12} {line}\n"));
        }
    }
    for reason in &difference.because {
        text.push_str(&format!("  {} {reason}\n", "=".blue()));
    }
    text + "\n"
}

fn lines(answer: &Option<Vec<String>>) -> Vec<String> {
    answer.clone().unwrap_or_else(|| vec!["was not played".to_owned()])
}

pub fn markdown(comparison: &Comparison<'_>) -> String {
    let names: Vec<String> = comparison.accounts.iter().map(|account| escape(&account.name)).collect();
    let mut text = format!("# Comparison of {}\n\n{}.\n\n", names.join(" and "), capital(&verdict(comparison)));
    text.push_str(&format!("| rule | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len())));
    for row in &comparison.rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| sign(*cell)).collect();
        let title = escape(&row.rule.title);
        text.push_str(&format!(
            "| {} {}: {title} | {} |\n",
            escape(&row.rule.game),
            row.rule.number,
            cells.join(" | ")
        ));
    }
    if !comparison.differences.is_empty() {
        text.push_str("\n## Differences\n");
    }
    for difference in &comparison.differences {
        text.push_str(&format!("\n### {}\n\n{}\n\n", code(difference.id), escape(difference.title)));
        if !difference.clauses.is_empty() {
            text.push_str(&format!("On {}.\n\n", escape(&difference.clauses.join(", "))));
        }
        text.push_str("| | answer |\n|---|---|\n");
        for (name, answer) in names.iter().zip(&difference.answers) {
            let answer: Vec<String> = lines(answer).iter().map(|line| escape(line)).collect();
            text.push_str(&format!("| {name} | {} |\n", answer.join("<br>")));
        }
        for reason in &difference.because {
            text.push_str(&format!("\n- {}\n", escape(reason)));
        }
    }
    if !comparison.changes.is_empty() {
        text.push_str("\n## What has changed\n\n");
    }
    for change in &comparison.changes {
        text.push_str(&format!("- {}\n", escape(&change.what)));
    }
    text
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + characters.as_str())
}

/// One page without anything from outside.
pub fn html(comparison: &Comparison<'_>) -> String {
    let names: Vec<String> = comparison.accounts.iter().map(|account| markup(&account.name)).collect();
    let head: String = names.iter().map(|name| format!("<th>{name}</th>")).collect();
    let mut rows = String::new();
    for row in &comparison.rows {
        let torn = row.cells.iter().any(|cell| Some(cell) != row.cells.first());
        let cells: String = row.cells.iter().map(|cell| format!("<td>{}</td>", sign(*cell))).collect();
        let class = if torn { " class=\"torn\"" } else { "" };
        let title = markup(&format!("{} {}: {}", row.rule.game, row.rule.number, row.rule.title));
        rows.push_str(&format!("<tr{class}><th scope=\"row\">{title}</th>{cells}</tr>\n"));
    }
    let differences: String = comparison.differences.iter().map(|difference| section(difference, &names)).collect();
    let changes: String = comparison.changes.iter().map(|c| format!("<li>{}</li>\n", markup(&c.what))).collect();
    let changes =
        if changes.is_empty() { changes } else { format!("<h2>What has changed</h2>\n<ul>\n{changes}</ul>\n") };
    let differences = if differences.is_empty() { differences } else { format!("<h2>Differences</h2>\n{differences}") };
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

fn section(difference: &Difference<'_>, names: &[String]) -> String {
    let mut text =
        format!("<h3><code>{}</code></h3>\n<p>{}</p>\n<table>\n", markup(difference.id), markup(difference.title));
    for (name, answer) in names.iter().zip(&difference.answers) {
        let answer: Vec<String> = lines(answer).iter().map(|line| markup(line)).collect();
        text.push_str(&format!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>\n", answer.join("<br>")));
    }
    text.push_str("</table>\n");
    let notes =
        difference.clauses.iter().map(|clause| format!("on {clause}")).chain(difference.because.iter().cloned());
    let notes: String = notes.map(|note| format!("<li>{}</li>\n", markup(&note))).collect();
    text + &format!("<ul>\n{notes}</ul>\n")
}

fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
