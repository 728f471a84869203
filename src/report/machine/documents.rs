//! The JSON documents of commands other than `verify`, `prove`, `gate` and `merge`. Each has one part; its types write the
//! document and generate its schema. Fields are in alphabetical order, because that is the order of the keys.

pub(crate) mod audit_rows;
pub(crate) mod change_document;
pub(crate) mod comparison_document;
pub(crate) mod coverage_rules;
pub(crate) mod errata_changes;
pub(crate) mod explanation;
pub(crate) mod hunt_document;
pub(crate) mod listing;
pub(crate) mod new_drafts;
pub(crate) mod review_items;

use schemars::JsonSchema;
use schemars::SchemaGenerator;
use serde_json::Map;
use serde_json::json;

use audit_rows::AuditedRow;
use comparison_document::ComparisonDocument;
use coverage_rules::CoveredRule;
use coverage_rules::MissingClause;
use coverage_rules::WeakParts;
use errata_changes::ErrataChanges;
use errata_changes::ErrataRepair;
use explanation::ExplainDocument;
use hunt_document::HuntDocument;
use hunt_document::ReadingsDocument;
use listing::ProjectListing;
use new_drafts::NewDraft;
use review_items::ReviewItem;
use truthsayer_oracle::compare::result_model;
use truthsayer_oracle::compare::result_model::ProblemResult;
use truthsayer_oracle::compare::result_model::StoppedResult;
use truthsayer_oracle::compare::result_model::VERSION;
use truthsayer_oracle::suite::SuiteCounts;
use truthsayer_protocol::Data;

/// The JSON Schema of what a command prints with `--format json`: its result, or an error. None if it has no document here.
pub(crate) fn schema(command: &str) -> Option<Data> {
    let mut documents = Documents { command, generator: result_model::generator() };
    let own = match command {
        "audit" => vec![documents.part::<Vec<AuditedRow>>("rows")],
        "compare" => vec![documents.part::<ComparisonDocument>("compare")],
        "coverage" => vec![
            documents.part::<Vec<CoveredRule>>("rules"),
            documents.part::<Vec<MissingClause>>("missing"),
            documents.parts::<WeakParts>(),
        ],
        "errata" => {
            vec![documents.part::<ErrataChanges>("errata"), documents.part::<ErrataRepair>("repair")]
        }
        "explain" => vec![documents.part::<ExplainDocument>("explain")],
        "hunt" => {
            vec![documents.part::<HuntDocument>("hunt"), documents.part::<ReadingsDocument>("readings")]
        }
        "lint" => vec![documents.part::<Vec<ProblemResult>>("problems")],
        "list" => vec![documents.part::<ProjectListing>("list")],
        "new" => vec![documents.part::<Vec<NewDraft>>("drafts")],
        "review" => vec![documents.part::<Vec<ReviewItem>>("items")],
        _ => return None,
    };
    let kinds: Vec<Data> = own.into_iter().chain([documents.schema_of::<StoppedResult>()]).collect();
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("truthsayer-{command}-{VERSION}"),
        "title": format!("What `truthsayer {command} --format json` prints"),
        "oneOf": kinds,
        "$defs": documents.generator.take_definitions(true),
    }))
}

/// Generates the schemas of one command.
struct Documents<'c> {
    command: &'c str,
    generator: SchemaGenerator,
}

impl Documents<'_> {
    /// The schema of a document with this part.
    fn part<T: JsonSchema>(&mut self, part: &str) -> Data {
        let own = self.schema_of::<T>();
        self.with_marks(Map::from_iter([(part.to_owned(), own)]))
    }

    /// The schema of a document whose parts are the fields of a type.
    fn parts<T: JsonSchema>(&mut self) -> Data {
        let own = serde_json::to_value(T::json_schema(&mut self.generator)).unwrap_or_default();
        self.with_marks(own["properties"].as_object().cloned().unwrap_or_default())
    }

    fn schema_of<T: JsonSchema>(&mut self) -> Data {
        serde_json::to_value(self.generator.subschema_for::<T>()).unwrap_or_default()
    }

    /// The schema of an object with these parts and the marks that every document has.
    fn with_marks(&mut self, parts: Map<String, Data>) -> Data {
        let marks = [
            ("command", json!({"const": self.command})),
            ("read", self.schema_of::<SuiteCounts>()),
            ("truthsayer", json!({"description": "The version of the format", "const": VERSION})),
        ];
        let marks = marks.into_iter().map(|(name, schema)| (name.to_owned(), schema));
        let properties: Map<String, Data> = parts.into_iter().chain(marks).collect();
        let required: Vec<String> = properties.keys().cloned().collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }
}
