//! The judge, the knock-outs and the ledger, on a made-up game with an engine whose every answer is known.

mod citations;
mod clauses;
mod drifts;
mod evidence;
mod expectations;
mod gaps;
mod grades;
mod isolations;
mod knockouts;
mod ledgers;
mod next_steps;
mod puppet;
mod scripted;
mod sight;
mod table;
mod toy;
mod verdicts;
mod whole_outcomes;
