//! Truthsayer tests a rules engine against its written rulebook. This library loads a project, runs its scenarios on
//! an engine, and grades every clause of the rulebook.
//!
//! ```
//! use std::path::Path;
//! use truthsayer_oracle::{InProcess, NoProgress, Project, Proving, Run, Seat, Seats, Suite};
//!
//! let project = Project::load(Path::new("../..")).expect("a folder with a truthsayer.yaml");
//! let (suite, problems) = Suite::load(project, 2);
//! assert!(problems.is_empty());
//!
//! // An engine over stdio: `Processes::new(Launch::command(["python3", "engine.py"], "."), None, None)`.
//! let engine = InProcess::new(truthsayer_dune::profile(), || Box::new(truthsayer_dune::Dune));
//! let seats = Seats::from([("dune".to_owned(), Seat::reference(Box::new(engine)))]);
//!
//! let mut run = Run::new(&suite, &seats, 2, &NoProgress);
//! run.chosen.retain(|scenario| scenario.id.starts_with("dune/storm/"));
//! run.proving = Some(Proving::default());
//! let findings = run.findings();
//!
//! for (clause, entry) in findings.coverage.entries.iter().filter(|(_, entry)| !entry.claims.is_empty()) {
//!     println!("{clause}: {} ({} claims)", entry.grade.name(), entry.claims.len());
//! }
//! assert_eq!(findings.tally().failing, 0);
//! ```
//!
//! The items on this page are the supported interface. The modules behind them are public for the command line and
//! its reports, and change without notice.

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod diagnosis;
#[doc(hidden)]
pub mod engines;
#[doc(hidden)]
pub mod errata;
#[doc(hidden)]
pub mod evidence;
#[doc(hidden)]
pub mod gate;
#[doc(hidden)]
pub mod hunt;
#[doc(hidden)]
pub mod judge;
#[doc(hidden)]
pub mod review;
#[doc(hidden)]
pub mod rulebook;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod suite;

pub use base::diagnostic::Problem;
pub use engines::in_process::InProcess;
pub use engines::process::Processes;
pub use engines::process::launch::Launch;
pub use evidence::cause::Cause;
pub use evidence::coverage::Coverage;
pub use evidence::coverage::CoverageEntry;
pub use evidence::findings::Findings;
pub use evidence::mutant::Mutant;
pub use judge::play_and_judge::Judged;
pub use judge::verdict::Mismatch;
pub use judge::verdict::Verdict;
pub use rulebook::ClauseId;
pub use run::NoProgress;
pub use run::Progress;
pub use run::Run;
pub use run::proving::Proving;
pub use run::seat::Role;
pub use run::seat::Seat;
pub use run::seat::Seats;
pub use suite::Suite;
pub use suite::grade::Grade;
pub use suite::project::Project;
pub use suite::scenario::Scenario;
