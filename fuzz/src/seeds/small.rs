//! Small seeds, written by hand: what is short is tried much more often than what was really played.

pub(super) fn seeds(target: &str) -> &'static [&'static str] {
    match target {
        "account" => ACCOUNTS,
        "board" => BOARDS,
        "datapath" => PATHS,
        "golden" => GOLDENS,
        "recording" => RECORDINGS,
        "wire" => LINES,
        "yaml" => DOCUMENTS,
        _ => &[],
    }
}

const ACCOUNTS: &[&str] = &[
    r#"{"truthsayer":1,"engines":{},"catalog":[],"scenarios":[],"clauses":[]}"#,
    concat!(
        r#"{"truthsayer":1,"without":["s"],"engines":{"g":{"name":"e","version":"1","fingerprint":"f"}},"#,
        r#""catalog":[{"game":"g","number":1,"title":"T","clauses":["g/r.md:1.1"]}],"#,
        r#""scenarios":[{"id":"g/a","title":"A","game":"g","verdict":"deviates","fingerprint":"p","#,
        r#""claims":[{"clauses":["g/r.md:1.1"],"holds":false}],"deviations":[{"subject":"x","expected":"1","actual":"2"}],"#,
        r#""problems":[{"message":"m"}],"fault":"it died","unsupported":"no"}],"#,
        r#""clauses":[{"id":"g/r.md:1.1","grade":"violated","fingerprint":"q"}]}"#,
        "\n%% other\n",
        r#"{"truthsayer":1,"engines":{"g":{"name":"e","version":"2","fingerprint":"f"}},"#,
        r#""catalog":[{"game":"g","number":1,"title":"T","clauses":["g/r.md:1.1"]}],"#,
        r#""scenarios":[{"id":"g/a","title":"A","game":"g","verdict":"conforms","fingerprint":"p2","#,
        r#""claims":[{"clauses":["g/r.md:1.1"],"holds":true}]}],"#,
        r#""clauses":[{"id":"g/r.md:1.1","grade":"holds","fingerprint":"q2"}]}"#,
    ),
];

const BOARDS: &[&str] = &[
    concat!(
        r#"{"note":{"at":"board","columns":["a","b"],"rows":["2","1"],"empty":"none","sides":["red","blue"],"#,
        r#""grounds":[{"name":"sea","sign":"~","squares":["a1"]},{"name":"land","sign":"."}]},"#,
        r#""before":{"board":{"a1":"N","b2":"(ti)"}},"after":{"board":{"a2":"N","b2":"none"}}}"#,
    ),
    r#"{"note":{"at":"","columns":["a"],"rows":["1"],"empty":"","sides":["",""],"grounds":[]},"before":{"a1":"x"},"after":null}"#,
];

const PATHS: &[&str] = &[
    "{\"a\":{\"b\":[1,2.0]},\"c\":null}\n{\"a\":{\"b\":[1,2]},\"d\":\"x\"}\na.b\na.b[1]\na\nd\nwhen[2].plan.leader\n",
    "[[0],{\"x\":{\"y\":1}}]\n{\"x\":{}}\n[0][0]\n[1].x\nx.y\n..\n[\n",
];

const GOLDENS: &[&str] = &[
    "log: []\nchanges: {}\n",
    "# g/s: the accepted outcome\nlog:\n  - held: {by: anna, points: 5}\nchanges:\n  scores.anna: 0 -> 5\n  hand: \"[a] -> []\"\n",
    r#"{"before":{"a":1,"b":[],"c":"x"},"after":{"a":2.5,"b":["k","no"],"d":{"e":"f: g"}},"log":[{"held":{"by":"anna"}},{"x y":null}]}"#,
];

const RECORDINGS: &[&str] = &[
    concat!(
        "# truthsayer conversation 1\n1 > {\"hello\":{\"protocol\":1}}\n1 < {\"hello\":{\"protocol\":1}}\n",
        "2 > {\"play\":{\"id\":3,\"given\":{},\"when\":[]}}\n1 > {\"play\":{\"id\":4,\"given\":1,\"when\":[{}]}}\n",
        "2 | low\n2 < {\"unsupported\":{\"id\":3,\"why\":\"no\"}}\n1 < {\"misposed\":{\"id\":4,\"at\":\"given\",\"why\":\"no\"}}\n",
        "1 > nonsense\n1 < {\"unknown\":{\"why\":\"what\"}}\n1 > {\"bye\":{}}\n",
    ),
    "# truthsayer conversation 1\n",
];

const LINES: &[&str] = &[
    r#"{"played":{"id":1,"before":{"a":1},"after":{"a":2},"log":[{"x":{"y":[null,true,1.5]}}]}}"#,
    concat!(
        r#"{"played":{"id":7,"before":null,"after":0,"log":[{"x":1}],"fired":[{"switch":"s","file":"f","line":3,"event":1}],"#,
        r#""asked":[{"who":"p","what":"plan","why":"w","step":1,"event":0},{"who":"p","what":"q","why":"w","step":null,"event":1}]}}"#,
    ),
    r#"{"play":{"id":1,"given":{"x":[]},"when":[{"a":{}}],"without":["s"]}}"#,
    concat!(
        r#"{"hello":{"protocol":1,"engine":{"name":"e","version":"1"},"game":"g","supports":["without","fired"],"#,
        r#""switches":[{"name":"s","cite":"g/r.md:1","quote":"q"}],"events":[{"name":"x","fields":["y"]}]}}"#,
    ),
];

const DOCUMENTS: &[&str] = &[
    "a: &x [1, 2.5, ~, true, \"q\\n\", 'it''s', 007, -0, 1e3]\nb: *x\n? c\n: |\n  text\n  more\nd: >-\n  folded\n",
    "- {a: b, \"c d\": [e, {f: g}]}\n- - x\n  - y\n# comment\n- \"\\u0085\\u2028\\ufeff\"\n",
    "%YAML 1.2\n---\nplain\n...\n",
];
