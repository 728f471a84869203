//! The document of `new`.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NewDraft {
    pub cite: String,
    pub id: String,
    pub path: String,
    /// The clause that the draft quotes
    pub quote: String,
    pub text: String,
    /// false with `--stdout`
    pub written: bool,
}
