//! Inputs that once found a bug, kept as regression tests.

/// Inputs that broke a target.
pub(super) fn broken(target: &str) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> =
        BROKEN.iter().filter(|(own, _)| *own == target).map(|(_, input)| input.to_vec()).collect();
    found.extend(long(target));
    found
}

const BROKEN: &[(&str, &[u8])] = &[
    ("clause_splitter", b"They stay. (Effects cannot kill them. Nor can poison.) They wait."),
    ("citations", b"g/r.md:1\nNor can poison\nThey stay. (Effects cannot kill them. Nor can poison.) They wait.\n"),
    ("catalog", b"%% catalog\ncategories: [A]\nrules: [{rule: 1, title: T, category: A, lines: [\"g/x.md:1-18446744073709551615\"]}]\n%% rules\nOne.\n"),
    ("wire", b"{\"unsupported\":{\"id\":18446744073709551615,\"why\":\"no\"}}"),
    ("citations", b"g/r.md:1\na a\nba a a\n"),
    ("citations", b"g/r.md:1-18446744073709551615\nOne two\nOne.\n"),
    ("clause_splitter", b"ALLIANCE:\n  - [[]]\n  - {}\n"),
    ("project", b"games: x\n"),
    ("project", b"games: {a: {engine: b}}\nprofiles: x\n"),
    (
        "cotulenh_task",
        b"{\"given\":{\"fen\":\"7c2i/10m/11/11/11/11/11/11/4(FTI)6/11/10M/6C3I r - - 0 1\"},\"when\":[{\"move\":\"F>e8\"},{\"undo\":10000},{\"undo\":10000}],\"without\":[\"undo_step\"]}",
    ),
    ("errata", b"%% old\n\xef\xbf\xbdb c d.\nA b c \xe1.\n%% rules\nA b c d.\nA b c e.\nA b c d.\n"),
    ("errata", b"%% rules\nOne.\nA $md:;2\"\n%% old\nA b ..d.\n"),
    (
        "errata",
        b"%% old\n# Rules\nTIES: A tie goes to t|\n Aggressor. Nobody draws.\nThe winner.\n%% rules\n# Rules\nNew: it was noth tere.\nTIES: A tie go\xef\xbf\xbdes to the Defender. Nobody draws.\n\nThe winner gains 2 spice.\n",
    ),
    ("golden", b"{\"before\":{\"a\":{\"b\":0},\"a.b\":0},\"after\":{\"a\":{\"b\":1},\"a.b\":1},\"log\":[]}"),
];

/// Generated inputs that once took too long or too much memory.
fn long(target: &str) -> Vec<Vec<u8>> {
    match target {
        "clause_splitter" => vec![
            "a.".repeat(80_000).into_bytes(),
            ("(".repeat(80_000) + &")".repeat(80_000)).into_bytes(),
            "A. ".repeat(1000).into_bytes(),
        ],
        "yaml" => vec![
            format!("{{\"{}\": 1}}\n", "x".repeat(1020)).into_bytes(),
            format!("a: &a \"{}\"\nb: [{}]\n", "x".repeat(2000), vec!["*a"; 400].join(", ")).into_bytes(),
            "[".repeat(3000).into_bytes(),
        ],
        "golden" => vec![format!("{{\"before\":{}1{},\"after\":0,\"log\":[]}}", "[".repeat(60), "]".repeat(60)).into_bytes()],
        "board" => vec![format!(
            "{{\"note\":{{\"at\":\"b\",\"columns\":[\"a\"],\"rows\":[\"1\"],\"empty\":\"\",\"sides\":[\"r\",\"b\"],\"grounds\":[]}},\"before\":{{\"b\":{{\"a1\":\"{}\"}}}}}}",
            "N".repeat(3000)
        )
        .into_bytes()],
        _ => Vec::new(),
    }
}
