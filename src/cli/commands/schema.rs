//! `schema`: prints JSON Schemas and engine vocabularies, for editors and engine authors.

pub(crate) mod words;

use clap::ValueEnum;

use crate::cli::args::Playing;
use crate::cli::args::SchemaArguments;
use crate::cli::args::SchemaKind;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::engine_selection;
use crate::report::machine::documents;
use truthsayer_oracle::compare::result_model;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Data;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::wire;

/// Schemas of the project files. Tests check them against the parsers.
pub(crate) const PROJECT: &str = include_str!("schema/project.json");
pub(crate) const SCENARIO: &str = include_str!("schema/scenario.json");
pub(crate) const FIXTURE: &str = include_str!("schema/fixture.json");
pub(crate) const GOLDEN: &str = include_str!("schema/golden.json");
pub(crate) const CATALOG: &str = include_str!("schema/catalog.json");
pub(crate) const EXCLUSIONS: &str = include_str!("schema/exclusions.json");
pub(crate) const FLOOR: &str = include_str!("schema/floor.json");
/// Describes the lines of the lock, which is plain text.
const LOCK: &str = include_str!("schema/lock.txt");

pub(crate) fn run(options: &SchemaArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if let Some(game) = &options.game {
        let plain = match options.kind {
            SchemaKind::Scenario => SCENARIO,
            SchemaKind::Fixture => FIXTURE,
            _ => {
                return Err(CliError::Usage("--game applies only to the schemas of scenarios and fixtures".to_owned()));
            }
        };
        context.console.data(&printed(&worded(plain, game, context)?));
        return Ok(ExitCode::Pass);
    }
    match options.kind {
        SchemaKind::Protocol => context.console.data(wire::SCHEMA),
        SchemaKind::Result => context.console.data(&printed(&result_model::schema())),
        SchemaKind::Dune => context.console.copied(&printed(&truthsayer_dune::door_words::vocabulary())),
        SchemaKind::Cotulenh => context.console.copied(&printed(&truthsayer_cotulenh::vocabulary())),
        SchemaKind::Project => context.console.data(PROJECT),
        SchemaKind::Scenario => context.console.data(SCENARIO),
        SchemaKind::Fixture => context.console.data(FIXTURE),
        SchemaKind::Golden => context.console.data(GOLDEN),
        SchemaKind::Catalog => context.console.data(CATALOG),
        SchemaKind::Exclusions => context.console.data(EXCLUSIONS),
        SchemaKind::Floor => context.console.data(FLOOR),
        SchemaKind::Lock => context.console.copied(LOCK),
        // The others are named after the command that prints them.
        kind => {
            let schema = kind.to_possible_value().and_then(|value| documents::schema(value.get_name()));
            context.console.data(&printed(&schema.unwrap_or_default()));
        }
    }
    Ok(ExitCode::Pass)
}

/// A schema with the vocabulary of a game's engine.
fn worded(plain: &str, game: &str, context: &Context<'_>) -> Result<Data, CliError> {
    let mut schema: Data = serde_json::from_str(plain).unwrap_or_default();
    match game {
        "dune" => words::of_vocabulary(&mut schema, &truthsayer_dune::door_words::vocabulary()),
        "cotulenh" => words::of_vocabulary(&mut schema, &truthsayer_cotulenh::vocabulary()),
        _ => {
            let project = session::project(context)?;
            let seats = engine_selection::select(&project, &Playing::default(), context)?.seats;
            let Some(seat) = seats.get(game) else {
                let near = nearest(game, seats.keys().map(String::as_str).chain(["dune", "cotulenh"]));
                let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(CliError::Usage(format!("there is no game `{game}`{help}")));
            };
            if let Some(fault) = seat.engine.fault() {
                return Err(CliError::fault(&fault));
            }
            words::of_profile(&mut schema, seat.profile());
        }
    }
    Ok(schema)
}

/// A schema without the words of a game.
pub(crate) fn plain(text: &str) -> Data {
    serde_json::from_str(text).unwrap_or_default()
}

/// The scenario schema with the words that the engine of a game declares.
pub(crate) fn of_scenario(game: &str, seats: Option<&Seats>) -> Data {
    let mut schema = plain(SCENARIO);
    match (game, seats.and_then(|seats| seats.get(game))) {
        ("dune", _) => words::of_vocabulary(&mut schema, &truthsayer_dune::door_words::vocabulary()),
        ("cotulenh", _) => words::of_vocabulary(&mut schema, &truthsayer_cotulenh::vocabulary()),
        (_, Some(seat)) => words::of_profile(&mut schema, seat.profile()),
        (_, None) => {}
    }
    schema
}

/// The comment line that names the schema of a file, `depth` folders below the project.
pub(crate) fn line(kind: &str, depth: usize) -> String {
    format!("# yaml-language-server: $schema={}{}\n", "../".repeat(depth), path(kind))
}

/// The comment line for a file; empty if the project has no copy of the schema.
pub(crate) fn line_in(project: &Project, kind: &str, file: &str) -> String {
    match project.root.join(path(kind)).is_file() {
        true => line(kind, file.matches('/').count()),
        false => String::new(),
    }
}

/// Path of a schema in a project.
pub(crate) fn path(kind: &str) -> String {
    format!("schemas/{kind}.json")
}

fn printed(words: &Data) -> String {
    format!("{words:#}\n")
}
