//! `schema`: JSON Schemas, and the words of the built-in engines, for editors and for authors of engines.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Playing;
use crate::cli::arguments::SchemaArguments;
use crate::cli::arguments::SchemaKind;
use crate::cli::choice;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines::cotulenh;
use crate::engines::dune;
use crate::oracle::project::Project;
use crate::protocol::Data;
use crate::protocol::nearest::nearest;
use crate::protocol::wire;
use crate::report::json;

mod words;

/// The schemas of the files that people write, kept true by tests/schemas.rs.
pub(crate) const PROJECT: &str = include_str!("schema/project.json");
pub(crate) const SCENARIO: &str = include_str!("schema/scenario.json");
pub(crate) const FIXTURE: &str = include_str!("schema/fixture.json");
pub(crate) const GOLDEN: &str = include_str!("schema/golden.json");
pub(crate) const CATALOG: &str = include_str!("schema/catalog.json");
pub(crate) const EXCLUSIONS: &str = include_str!("schema/exclusions.json");
pub(crate) const FLOOR: &str = include_str!("schema/floor.json");
/// The lock is plain text: what its lines are.
const LOCK: &str = include_str!("schema/lock.txt");

pub(crate) fn run(
    options: &SchemaArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if let Some(game) = &options.game {
        let plain = match options.kind {
            SchemaKind::Scenario => SCENARIO,
            SchemaKind::Fixture => FIXTURE,
            _ => return Err(Stop::Usage("only a scenario or a fixture has the words of a game".to_owned())),
        };
        output.data(&printed(&worded(plain, game, arguments, surroundings, output)?));
        return Ok(ExitCode::Conforms);
    }
    match options.kind {
        SchemaKind::Protocol => output.data(wire::SCHEMA),
        SchemaKind::Result => output.data(json::SCHEMA),
        SchemaKind::Dune => output.copied(&printed(&dune::door_words::vocabulary())),
        SchemaKind::Cotulenh => output.copied(&printed(&cotulenh::door_words::vocabulary())),
        SchemaKind::Project => output.data(PROJECT),
        SchemaKind::Scenario => output.data(SCENARIO),
        SchemaKind::Fixture => output.data(FIXTURE),
        SchemaKind::Golden => output.data(GOLDEN),
        SchemaKind::Catalog => output.data(CATALOG),
        SchemaKind::Exclusions => output.data(EXCLUSIONS),
        SchemaKind::Floor => output.data(FLOOR),
        SchemaKind::Lock => output.copied(LOCK),
    }
    Ok(ExitCode::Conforms)
}

/// A schema with the words of a game: those of a built-in engine, or those that the project's engine declares.
fn worded(
    plain: &str,
    game: &str,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<Data, Stop> {
    let mut schema: Data = serde_json::from_str(plain).unwrap_or_default();
    match game {
        "dune" => words::of_vocabulary(&mut schema, &dune::door_words::vocabulary()),
        "cotulenh" => words::of_vocabulary(&mut schema, &cotulenh::door_words::vocabulary()),
        _ => {
            let project = setting::project(arguments, surroundings)?;
            let makers = choice::makers(&project, &Playing::default(), surroundings, output)?.makers;
            let Some(maker) = makers.get(game) else {
                let near = nearest(game, makers.keys().map(String::as_str).chain(["dune", "cotulenh"]));
                let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(Stop::Usage(format!("there is no game `{game}`{help}")));
            };
            if let Some(fault) = maker.fault() {
                return Err(Stop::fault(&fault));
            }
            words::of_profile(&mut schema, maker.profile());
        }
    }
    Ok(schema)
}

/// The line by which editors find the schema of a file that lies so many folders below the project.
pub(crate) fn line(kind: &str, depth: usize) -> String {
    format!("# yaml-language-server: $schema={}{}\n", "../".repeat(depth), path(kind))
}

/// The same line for a file of a project that keeps the schema; nothing where it does not.
pub(crate) fn line_in(project: &Project, kind: &str, file: &str) -> String {
    match project.root.join(path(kind)).is_file() {
        true => line(kind, file.matches('/').count()),
        false => String::new(),
    }
}

/// Where a project keeps the schema of a kind of file.
pub(crate) fn path(kind: &str) -> String {
    format!("schemas/{kind}.json")
}

fn printed(words: &Data) -> String {
    format!("{words:#}\n")
}
