//! The source of this crate, for `truthsayer init --engine rust`, which copies it into a new engine.

/// Every file of the crate, by its name.
pub const SOURCE: [(&str, &str); 22] = [
    ("crash.rs", include_str!("crash.rs")),
    ("decimal.rs", include_str!("decimal.rs")),
    ("engine.rs", include_str!("engine.rs")),
    ("fault.rs", include_str!("fault.rs")),
    ("lib.rs", include_str!("lib.rs")),
    ("nearest.rs", include_str!("nearest.rs")),
    ("observes.rs", include_str!("observes.rs")),
    ("outcome.rs", include_str!("outcome.rs")),
    ("own_source.rs", include_str!("own_source.rs")),
    ("plain_json.rs", include_str!("plain_json.rs")),
    ("plain_line.rs", include_str!("plain_line.rs")),
    ("profile.rs", include_str!("profile.rs")),
    ("record.rs", include_str!("record.rs")),
    ("reply.rs", include_str!("reply.rs")),
    ("schema.json", include_str!("schema.json")),
    ("server.rs", include_str!("server.rs")),
    ("spare.rs", include_str!("spare.rs")),
    ("switchboard.rs", include_str!("switchboard.rs")),
    ("task.rs", include_str!("task.rs")),
    ("task_node.rs", include_str!("task_node.rs")),
    ("text.rs", include_str!("text.rs")),
    ("wire.rs", include_str!("wire.rs")),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, SOURCE.map(|(name, _)| name));
    }
}
