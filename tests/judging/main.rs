//! The judge, the knock-outs and the ledger, on a made-up game with an engine whose every answer is known.

mod citations;
mod clauses;
mod drifts;
mod evidence;
mod expectations;
mod floors;
mod followings;
mod gaps;
mod gate_lists;
mod gates;
mod grades;
mod isolations;
mod knockouts;
mod ledgers;
mod moments;
mod next_steps;
mod passed_over;
mod puppet;
mod readings;
mod scripted;
mod shards;
mod sight;
mod table;
mod toy;
mod verdicts;
mod whole_outcomes;
