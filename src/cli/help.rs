//! `help`: how commands are used, in groups, and three topics that belong to no single command.

use clap::Command;
use clap::CommandFactory;
use clap::builder::Styles;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::HelpArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::protocol::nearest::nearest;

/// What commands are for. One that stands in no group is listed nowhere, and a test says so.
const GROUPS: &[(&str, &[&str])] = &[
    ("Write", &["init", "new", "watch", "review", "bless", "errata"]),
    ("Judge", &["verify", "prove", "lint", "gate", "hunt"]),
    ("Tell", &["explain", "coverage", "report", "compare", "audit", "merge"]),
    ("Engines", &["engine", "schema", "completions", "man", "help"]),
];

const TOPICS: &[(&str, &str)] = &[
    ("citations", include_str!("help/citations.txt")),
    ("expectations", include_str!("help/expectations.txt")),
    ("exit-codes", include_str!("help/exit-codes.txt")),
];

/// How wide a list of commands is, and where its second column begins.
const WIDTH: usize = 80;
const COLUMN: usize = 15;

/// What can be typed, with its commands listed in groups.
pub(crate) fn command() -> Command {
    let command = Arguments::command();
    let groups = groups(&command);
    let head = command.get_styles().get_header();
    let options = format!("{head}Options:{head:#}\n{{options}}");
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{options}{{after-help}}"
    ))
}

pub(crate) fn run(options: &HelpArguments, output: &Output) -> Result<ExitCode, Stop> {
    let subject = options.subject.join(" ");
    if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == subject) {
        output.result(text);
        return Ok(ExitCode::Conforms);
    }
    let mut command = command();
    command.build();
    let mut found = &mut command;
    for name in &options.subject {
        let names: Vec<String> = found.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        found = match names.contains(name) {
            true => found.find_subcommand_mut(name).ok_or_else(|| unknown(&subject, name, &names))?,
            false => return Err(unknown(&subject, name, &names)),
        };
    }
    output.result(&format!("{}\n", found.render_long_help().ansi()));
    Ok(ExitCode::Conforms)
}

fn unknown(subject: &str, name: &str, names: &[String]) -> Stop {
    let known = names.iter().map(String::as_str).chain(TOPICS.iter().map(|(topic, _)| *topic));
    let hint = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`truthsayer help` lists the commands".to_owned(),
    };
    Stop::Usage(format!("there is no command and no topic `{subject}`; {hint}"))
}

fn groups(command: &Command) -> String {
    let head = command.get_styles().get_header();
    let mut text = String::new();
    for (title, names) in GROUPS {
        let known = names.iter().filter_map(|name| command.find_subcommand(name));
        let rows: String = known.map(|it| row(it, command.get_styles())).collect();
        text.push_str(&format!("{head}{title}:{head:#}\n{rows}\n"));
    }
    text
}

/// A command and what it does, filled to the width of the list.
fn row(command: &Command, styles: &Styles) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let lines = textwrap::wrap(&about, WIDTH - COLUMN);
    let name = format!("{:<width$}", command.get_name(), width = COLUMN - 2);
    let literal = styles.get_literal();
    let mut text = format!("  {literal}{name}{literal:#}");
    text.push_str(&lines.join(&format!("\n{}", " ".repeat(COLUMN))));
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_not_hidden_stands_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        for command in Arguments::command().get_subcommands().filter(|it| !it.is_hide_set()) {
            let times = grouped.iter().filter(|name| **name == command.get_name()).count();
            assert_eq!(times, 1, "{}", command.get_name());
        }
    }

    #[test]
    fn lists_and_topics_are_no_wider_than_a_terminal() {
        let mut plain = Arguments::command().styles(Styles::plain());
        plain.build();
        let texts = TOPICS.iter().map(|(_, text)| (*text).to_owned());
        for text in texts.chain([groups(&plain)]) {
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
    }
}
