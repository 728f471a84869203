//! `help`: the commands in groups, help for one command, and three topics.

pub(crate) mod examples;

use clap::Command;
use clap::CommandFactory;
use clap::builder::Styles;

use crate::cli::args::Arguments;
use crate::cli::args::HelpArguments;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use truthsayer_protocol::nearest::nearest;

/// The groups of commands. A test checks that every command is in one group.
const GROUPS: &[(&str, &[&str])] = &[
    ("Author", &["init", "new", "watch", "review", "bless", "errata", "lsp"]),
    ("Check", &["verify", "prove", "lint", "gate", "hunt"]),
    ("Report", &["list", "explain", "coverage", "report", "compare", "audit", "merge"]),
    ("Engines and shell", &["engine", "schema", "completions", "man", "help"]),
];

const TOPICS: &[(&str, &str)] = &[
    ("citations", include_str!("help/citations.txt")),
    ("expectations", include_str!("help/expectations.txt")),
    ("exit-codes", include_str!("help/exit-codes.txt")),
];

/// The width of the list of commands, and its second column.
const WIDTH: usize = 80;
const COLUMN: usize = 15;

/// Environment variables that Truthsayer reads, for help and man pages.
pub(crate) const ENVIRONMENT: &[(&str, &str)] = &[
    ("CI", "If set, Truthsayer accepts and proposes nothing."),
    ("NO_COLOR, CLICOLOR_FORCE", "Turn colour off or on."),
    (
        "TRUTHSAYER_TODAY",
        "The date (2027-01-31) that Truthsayer uses as today, to decide which known gaps have expired.",
    ),
];

/// Exit codes, for help and man pages.
pub(crate) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "pass"),
    ("1", "fail, drift, surviving mutant, stale report, difference, failing gate"),
    ("2", "usage"),
    ("3", "bad input"),
    ("4", "engine fault"),
    ("5", "nothing ran"),
    ("70", "a bug in Truthsayer"),
    ("130", "interrupted"),
];

/// The command line, with its commands in groups and examples for each.
pub(crate) fn command() -> Command {
    let command = Arguments::command().after_help(after_help());
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let head = *command.get_styles().get_header();
    let with_examples = |command: Command, name: String| {
        let text = format!("{head}Examples:{head:#}\n{}", examples::text(&name));
        command.mut_subcommand(name, |it| it.after_help(text))
    };
    let command = names.into_iter().fold(command, with_examples);
    let groups = groups(&command);
    let head = command.get_styles().get_header();
    let options = format!("{head}Options:{head:#}\n{{options}}");
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{options}{{after-help}}"
    ))
}

/// The end of the program's own help.
fn after_help() -> String {
    let codes: Vec<String> = EXIT_CODES.iter().map(|(code, words)| format!("{code} {words}")).collect();
    let variables: Vec<String> = ENVIRONMENT.iter().map(|(name, words)| format!("{name}: {words}")).collect();
    format!(
        "Examples:\n{}\nExit codes: {}\n\nEnvironment:\n  {}\n\nTopics: truthsayer help citations | expectations | exit-codes",
        examples::text(""),
        codes.join(" · "),
        variables.join("\n  ")
    )
}

pub(crate) fn run(options: &HelpArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let subject = options.subject.join(" ");
    if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == subject) {
        context.console.result(text);
        return Ok(ExitCode::Pass);
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
    context.console.result(&format!("{}\n", found.render_long_help().ansi()));
    Ok(ExitCode::Pass)
}

fn unknown(subject: &str, name: &str, names: &[String]) -> CliError {
    let known = names.iter().map(String::as_str).chain(TOPICS.iter().map(|(topic, _)| *topic));
    let hint = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`truthsayer help` lists the commands".to_owned(),
    };
    CliError::Usage(format!("there is no command and no topic `{subject}`; {hint}"))
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

/// A command and its summary, wrapped.
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
    fn every_command_has_examples_and_a_short_summary() {
        for command in Arguments::command().get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.len() <= 60, "{about}");
            assert!(!examples::of(command.get_name()).is_empty(), "{}", command.get_name());
        }
    }

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        for command in Arguments::command().get_subcommands().filter(|it| !it.is_hide_set()) {
            let times = grouped.iter().filter(|name| **name == command.get_name()).count();
            assert_eq!(times, 1, "{}", command.get_name());
        }
    }

    #[test]
    fn lists_topics_and_examples_fit_80_columns() {
        let mut plain = Arguments::command().styles(Styles::plain());
        plain.build();
        let texts = TOPICS.iter().map(|(_, text)| (*text).to_owned());
        let all = plain.get_subcommands().map(|it| examples::text(it.get_name())).chain([examples::text("")]);
        for text in texts.chain([groups(&plain)]).chain(all.collect::<Vec<_>>()) {
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
    }
}
