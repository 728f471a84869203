//! Keys and values that a JSON Schema allows at a path.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use truthsayer_protocol::Data;

/// Maximum depth of references, because a schema may refer to itself.
const DEEPEST: usize = 12;

#[derive(Debug, Default)]
pub(super) struct SchemaWords {
    /// Keys with their descriptions.
    pub keys: BTreeMap<String, String>,
    pub values: BTreeSet<String>,
}

/// The words at a path of keys. Lists do not count in the path.
pub(super) fn at(schema: &Data, path: &[String]) -> SchemaWords {
    let mut here = vec![schema];
    for key in path {
        let mut next = Vec::new();
        for part in here.into_iter().flat_map(|part| alternatives(schema, part, 0)) {
            next.extend(part["properties"].get(key));
            let is_open = part["properties"].get(key).is_none() && part["additionalProperties"].is_object();
            next.extend(is_open.then(|| &part["additionalProperties"]));
        }
        here = next;
    }
    let mut words = SchemaWords::default();
    for part in here.into_iter().flat_map(|part| alternatives(schema, part, 0)) {
        for (key, value) in part["properties"].as_object().into_iter().flatten() {
            let description = value["description"].as_str().or_else(|| resolved(schema, value)["description"].as_str());
            words.keys.entry(key.clone()).or_insert_with(|| description.unwrap_or_default().to_owned());
        }
        words.values.extend(part["enum"].as_array().into_iter().flatten().filter_map(Data::as_str).map(str::to_owned));
        words.values.extend(part["const"].as_str().map(str::to_owned));
    }
    words
}

/// All schemas that a value may have: references, alternatives and the items of lists.
fn alternatives<'s>(root: &'s Data, schema: &'s Data, depth: usize) -> Vec<&'s Data> {
    if depth > DEEPEST {
        return Vec::new();
    }
    let schema = resolved(root, schema);
    let mut found = vec![schema];
    let lists = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    let items = schema.get("items").filter(|items| items.is_object());
    for part in lists.chain(items) {
        found.extend(alternatives(root, part, depth + 1));
    }
    found
}

fn resolved<'s>(root: &'s Data, schema: &'s Data) -> &'s Data {
    let pointer = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    pointer.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_alternatives_and_items_are_followed() {
        let schema = json!({
            "properties": {"claims": {"items": {"$ref": "#/$defs/claim"}}},
            "$defs": {"claim": {"properties": {
                "then": {"anyOf": [{"properties": {"state": {"description": "a state"}}}, {"enum": ["x"]}]},
                "self": {"$ref": "#/$defs/claim"},
            }}},
        });
        let path = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        assert_eq!(at(&schema, &path(&["claims"])).keys.keys().collect::<Vec<_>>(), ["self", "then"]);
        let then = at(&schema, &path(&["claims", "self", "then"]));
        assert_eq!(then.keys["state"], "a state");
        assert_eq!(then.values.iter().collect::<Vec<_>>(), ["x"]);
        assert!(at(&schema, &path(&["other"])).keys.is_empty());
    }
}
