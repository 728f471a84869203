//! Checks of the repository: imports, names, licences, schemas, the sentences of documents.

mod layering;
mod licences;
mod schemas;
mod seed_coverage;
mod sentences;
mod words;
