//! The document of `list`.

use schemars::JsonSchema;
use serde::Serialize;

/// The items of the project; only the requested kind is present
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ProjectListing {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Vec<ListedClause>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engines: Option<Vec<ListedEngine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenarios: Option<Vec<ListedScenario>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<Vec<ListedSwitch>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ListedScenario {
    /// file:line:column
    pub at: String,
    /// The cited clauses
    pub clauses: Vec<String>,
    pub draft: bool,
    pub game: String,
    pub id: String,
    pub tags: Vec<String>,
    pub title: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ListedClause {
    /// The reason why the clause needs no verification
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
    /// The address of the clause, such as dune/battle.md:23.2
    pub id: String,
    /// The name of the rule
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The scenarios that cite it
    pub scenarios: Vec<String>,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ListedSwitch {
    /// The address that the engine declares
    pub cite: String,
    /// The clauses that it turns off, each with the name of its rule
    pub clauses: Vec<SwitchClause>,
    pub engine: String,
    pub game: String,
    pub name: String,
    pub quote: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct SwitchClause {
    /// The address of the clause, such as dune/battle.md:23.2
    pub id: String,
    /// The name of the rule
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ListedEngine {
    /// The command that starts it; left out for a built-in engine
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    pub game: String,
    pub name: String,
    /// Whether the project file names it for its game
    pub reference: bool,
}
