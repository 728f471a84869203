//! `schema`: JSON Schemas, and the words of the built-in engines, for editors and for authors of engines.

use crate::cli::arguments::SchemaArguments;
use crate::cli::arguments::SchemaKind;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::engines::cotulenh;
use crate::engines::dune;
use crate::protocol::Data;
use crate::protocol::wire;

pub fn run(options: &SchemaArguments, output: &Output) -> ExitCode {
    match options.kind {
        SchemaKind::Protocol => output.result(wire::SCHEMA),
        SchemaKind::Dune => output.result(&printed(&dune::door_words::vocabulary())),
        SchemaKind::Cotulenh => output.result(&printed(&cotulenh::door_words::vocabulary())),
    }
    ExitCode::Conforms
}

fn printed(words: &Data) -> String {
    format!("{words:#}\n")
}
