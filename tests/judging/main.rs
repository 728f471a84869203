//! The judge, the knock-outs and the ledger, on a made-up game with an engine whose every answer is known.

mod clauses;
mod drifts;
mod expectations;
mod grades;
mod table;
mod toy;
