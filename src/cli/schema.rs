//! `schema`: JSON Schemas, for editors and for authors of engines.

use crate::cli::arguments::SchemaArguments;
use crate::cli::arguments::SchemaKind;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::protocol::wire;

pub fn run(options: &SchemaArguments, output: &Output) -> ExitCode {
    output.result(match options.kind {
        SchemaKind::Protocol => wire::SCHEMA,
    });
    ExitCode::Conforms
}
