//! A small validator for the JSON Schemas that are printed. A keyword it does not know is a failure of the test.

use serde_json::Value;

/// Whether the data fits the schema, and if not, why.
pub(crate) fn check(root: &Value, schema: &Value, data: &Value) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().ok_or("a schema is a map")? {
        let holds = keyword_holds(root, keyword, rule, schema, data)?;
        if !holds {
            return Err(format!("`{keyword}: {rule}` does not hold"));
        }
    }
    Ok(())
}

fn keyword_holds(root: &Value, keyword: &str, rule: &Value, schema: &Value, data: &Value) -> Result<bool, String> {
    let fields = || data.as_object();
    Ok(match keyword {
        "$schema" | "$id" | "$defs" | "title" | "description" => true,
        "$ref" => {
            let name = rule.as_str().and_then(|text| text.strip_prefix("#/$defs/")).ok_or("an odd reference")?;
            let target = root["$defs"].get(name).ok_or_else(|| format!("nothing is called `{name}`"))?;
            return check(root, target, data).map(|()| true);
        }
        "type" => match rule {
            Value::Array(names) => names.iter().any(|name| is(name, data)),
            name => is(name, data),
        },
        "const" => data == rule,
        "enum" => rule.as_array().is_some_and(|values| values.contains(data)),
        "oneOf" => {
            rule.as_array().is_some_and(|all| all.iter().filter(|one| check(root, one, data).is_ok()).count() == 1)
        }
        "not" => check(root, rule, data).is_err(),
        "required" => fields().is_none_or(|map| {
            rule.as_array()
                .is_some_and(|keys| keys.iter().all(|key| key.as_str().is_some_and(|key| map.contains_key(key))))
        }),
        "properties" => {
            for (key, inner) in rule.as_object().ok_or("properties is a map")? {
                if let Some(value) = data.get(key) {
                    check(root, inner, value).map_err(|why| format!("{key}: {why}"))?;
                }
            }
            true
        }
        "additionalProperties" => {
            assert_eq!(rule, &Value::Bool(false));
            fields().is_none_or(|map| map.keys().all(|key| schema["properties"].get(key).is_some()))
        }
        "minProperties" => fields().is_none_or(|map| map.len() as u64 >= rule.as_u64().unwrap_or(0)),
        "maxProperties" => fields().is_none_or(|map| map.len() as u64 <= rule.as_u64().unwrap_or(0)),
        "minItems" => data.as_array().is_none_or(|list| list.len() as u64 >= rule.as_u64().unwrap_or(u64::MAX)),
        "maxItems" => data.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap_or(0)),
        "minLength" => {
            data.as_str().is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap_or(u64::MAX))
        }
        "maxLength" => data.as_str().is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap_or(0)),
        "minimum" => data.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap_or(f64::MAX)),
        "items" => {
            for (index, item) in data.as_array().into_iter().flatten().enumerate() {
                check(root, rule, item).map_err(|why| format!("[{index}]: {why}"))?;
            }
            true
        }
        other => panic!("this validator does not know `{other}`"),
    })
}

fn is(name: &Value, data: &Value) -> bool {
    match name.as_str() {
        Some("object") => data.is_object(),
        Some("array") => data.is_array(),
        Some("string") => data.is_string(),
        Some("integer") => data.is_i64() || data.is_u64(),
        Some("null") => data.is_null(),
        other => panic!("this validator does not know the type {other:?}"),
    }
}
