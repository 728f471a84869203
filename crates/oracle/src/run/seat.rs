//! The engine of one game, with its reference engine, goldens and known gaps.

use std::collections::BTreeMap;

use crate::suite::gap::Gap;
use crate::suite::golden::Goldens;
use crate::suite::project::Project;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Profile;

/// The engine of each game.
pub type Seats = BTreeMap<String, Seat>;

/// The engine of one game.
pub struct Seat {
    /// The engine that is judged.
    pub engine: Box<dyn EngineMaker>,
    pub role: Role,
    /// The engine itself, if its saved answers are judged. Causes may need runs that were not saved.
    pub original: Option<Box<dyn EngineMaker>>,
    /// Its name in the project file; `None` for a command on the command line.
    pub name: Option<String>,
    /// Its known gaps.
    pub gaps: Vec<Gap>,
}

/// Whether an engine is the reference engine.
pub enum Role {
    /// The reference engine. The goldens of the project are its own.
    Reference,
    /// An engine that is not the reference engine.
    Other {
        /// The reference engine, if it can be started.
        reference: Option<Box<dyn EngineMaker>>,
        /// Folder of the engine's own goldens.
        goldens: Option<String>,
    },
}

impl Seat {
    /// Creates a seat for the reference engine.
    pub fn reference(engine: Box<dyn EngineMaker>) -> Seat {
        Seat { engine, role: Role::Reference, original: None, name: None, gaps: Vec::new() }
    }

    /// Creates a seat for another engine without goldens.
    pub fn other(engine: Box<dyn EngineMaker>, reference: Option<Box<dyn EngineMaker>>) -> Seat {
        Seat { role: Role::Other { reference, goldens: None }, ..Seat::reference(engine) }
    }

    pub fn profile(&self) -> &Profile {
        self.engine.profile()
    }

    pub fn is_reference(&self) -> bool {
        matches!(self.role, Role::Reference)
    }

    /// Returns the reference engine, if another engine runs.
    pub fn reference_engine(&self) -> Option<&dyn EngineMaker> {
        match &self.role {
            Role::Other { reference, .. } => reference.as_deref(),
            Role::Reference => None,
        }
    }

    /// Returns the profile of the reference engine, if another engine runs.
    pub fn reference_profile(&self) -> Option<&Profile> {
        self.reference_engine().map(EngineMaker::profile)
    }

    /// Returns the engine that a failing one is compared with: the reference engine, or, with switches off, the same
    /// engine with all switches on.
    pub(super) fn baseline(&self, without: &[String]) -> Option<&dyn EngineMaker> {
        let itself = || (!without.is_empty()).then(|| self.original.as_deref().unwrap_or(self.engine.as_ref()));
        self.reference_engine().or_else(itself)
    }

    /// Returns the folder of goldens of an engine that is not the reference engine.
    pub fn golden_folder(&self) -> Option<&str> {
        match &self.role {
            Role::Reference => None,
            Role::Other { goldens, .. } => goldens.as_deref(),
        }
    }

    /// Returns the goldens to compare outcomes with.
    pub fn goldens<'a>(&'a self, project: &'a Project) -> Option<Goldens<'a>> {
        match &self.role {
            Role::Reference => Some(project.goldens()),
            Role::Other { .. } => self.golden_folder().map(|folder| project.goldens_in(folder)),
        }
    }
}
