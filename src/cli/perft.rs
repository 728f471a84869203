//! `engine perft`: count the steps of a CoTuLenh position to a depth, the field's own check of a move generator.

use std::time::Instant;

use crate::cli::arguments::PerftArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::engines::cotulenh::fen;
use crate::engines::cotulenh::notation;
use crate::engines::cotulenh::perft::Perft;
use crate::engines::cotulenh::position::Position;
use crate::engines::cotulenh::rules::Strict;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::source::Place;
use crate::source::SourceFile;

pub(crate) fn run(options: &PerftArguments, output: &Output) -> Result<ExitCode, Stop> {
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
            output.result(&format!("{step} {nodes}\n"));
        }
        parts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft.count(&mut position, options.depth)
    };
    output.result(&format!("depth {}: {nodes} nodes\n", options.depth));
    if !output.quiet {
        let seconds = began.elapsed().as_secs_f64();
        output.about(&format!("{:.0} nodes per second\n", nodes as f64 / seconds.max(1e-9)));
    }
    Ok(ExitCode::Conforms)
}

/// A position that cannot be is shown with a caret under the place where it goes wrong.
fn read(text: &str) -> Result<Position, Stop> {
    fen::read(text).map_err(|fault| {
        let file = SourceFile::new("--fen", text);
        let start = text.char_indices().nth(fault.at - 1).map_or(text.len(), |(at, _)| at);
        let place = Place::new(&file, start, start + 1);
        Stop::BadInput(vec![Problem::at(Kind::BadValue, &place, fault.why)])
    })
}
