//! `engine perft`: counts the positions below a CoTuLenh position, the usual check of a move generator.

use std::time::Instant;

use crate::cli::args::PerftArguments;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::moves::perft::Perft;
use truthsayer_cotulenh::notation;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::rules::Strict;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::base::source::SourceFile;

pub(crate) fn run(options: &PerftArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let mut position = read(options.fen.as_deref().unwrap_or(fen::START))?;
    let began = Instant::now();
    let mut perft = Perft::default();
    let nodes = if options.divide {
        let mut parts: Vec<(String, u64)> = Vec::new();
        for (step, nodes) in perft.divide(&mut position, options.depth) {
            parts.push((notation::lan(&Strict, step), nodes));
        }
        parts.sort();
        for (step, nodes) in &parts {
            context.console.result(&format!("{step} {nodes}\n"));
        }
        parts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft.count(&mut position, options.depth)
    };
    context.console.result(&format!("depth {}: {nodes} nodes\n", options.depth));
    if !context.console.quiet {
        let seconds = began.elapsed().as_secs_f64();
        context.console.about(&format!("{:.0} nodes per second\n", nodes as f64 / seconds.max(1e-9)));
    }
    Ok(ExitCode::Pass)
}

/// Parses a position. The error points at the wrong character.
fn read(text: &str) -> Result<Position, CliError> {
    fen::read(text).map_err(|fault| {
        let file = SourceFile::new("--fen", text);
        let start = text.char_indices().nth(fault.at - 1).map_or(text.len(), |(at, _)| at);
        let place = Place::new(&file, start, start + 1);
        CliError::BadInput(vec![Problem::at(Kind::BadValue, &place, fault.why)])
    })
}
