//! Small seeds, written by hand. The fuzzer tries short inputs much more often.

pub(super) fn seeds(target: &str) -> &'static [&'static str] {
    match target {
        "saved_run" => SAVED_RUNS,
        "board" => BOARDS,
        "errata" => CHANGES,
        "floor" => FLOORS,
        "datapath" => PATHS,
        "golden" => GOLDENS,
        "recording" => RECORDINGS,
        "saved" => WHOLE,
        "wire" => LINES,
        "yaml" => DOCUMENTS,
        _ => &[],
    }
}

const SAVED_RUNS: &[&str] = &[
    r#"{"truthsayer":1,"engines":{},"catalog":[],"scenarios":[],"clauses":[]}"#,
    concat!(
        r#"{"truthsayer":1,"without":["s"],"engines":{"g":{"name":"e","version":"1","fingerprint":"f"}},"#,
        r#""catalog":[{"game":"g","number":1,"category":"C","title":"T","clauses":["g/r.md:1.1"]}],"#,
        r#""scenarios":[{"id":"g/a","title":"A","game":"g","verdict":"fail","fingerprint":"p","golden":"missing","#,
        r#""claims":[{"clauses":["g/r.md:1.1"],"holds":false}],"failures":[{"at":"a:1:1","subject":"x","expected":"1","actual":"2"}],"#,
        r#""problems":[{"kind":"k","message":"m","help":[]}],"fault":"it died","unsupported":"no"}],"#,
        r#""command":"verify","exit":{"applied":[0],"code":0},"read":{"clauses":0,"drafts":0,"files":0,"ignored":0,"scenarios":0},"#,
        r#""readings":{},"tally":{"crashed":0,"drifted":0,"fail":0,"gaps":0,"invalid":0,"no-answer":0,"observed":{"of":1,"shown":0},"#,
        r#""pass":0,"unloaded":0,"unobserved":0,"unreadable_goldens":0,"unsupported":0,"without_golden":0},"#,
        r#""clauses":[{"id":"g/r.md:1.1","grade":"violated","fingerprint":"q","claims":[],"switches":[]}]}"#,
        "\n%% other\n",
        r#"{"truthsayer":1,"without":[],"engines":{"g":{"name":"e","version":"2","fingerprint":"f"}},"#,
        r#""catalog":[{"game":"g","number":1,"category":"C","title":"T","clauses":["g/r.md:1.1"]}],"#,
        r#""scenarios":[{"id":"g/a","title":"A","game":"g","verdict":"pass","fingerprint":"p2","golden":"missing","#,
        r#""claims":[{"clauses":["g/r.md:1.1"],"holds":true}]}],"#,
        r#""command":"verify","exit":{"applied":[0],"code":0},"read":{"clauses":0,"drafts":0,"files":0,"ignored":0,"scenarios":0},"#,
        r#""readings":{},"tally":{"crashed":0,"drifted":0,"fail":0,"gaps":0,"invalid":0,"no-answer":0,"observed":{"of":1,"shown":0},"#,
        r#""pass":0,"unloaded":0,"unobserved":0,"unreadable_goldens":0,"unsupported":0,"without_golden":0},"#,
        r#""clauses":[{"id":"g/r.md:1.1","grade":"holds","fingerprint":"q2","claims":[],"switches":[]}]}"#,
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
        "2 | low\n2 < {\"unsupported\":{\"id\":3,\"why\":\"no\"}}\n1 < {\"invalid\":{\"id\":4,\"at\":\"given\",\"why\":\"no\"}}\n",
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

const FLOORS: &[&str] = &[
    concat!(
        "%% floor\nobserved: {g: 12, \"odd: name\": 3}\nfloor:\n  - {clause: \"g/r.md:2.1\", grade: proven}\n",
        "  - {clause: \"g/r.md#LIMIT.2\", grade: holds, reason: \"it was lower, see #7\"}\n",
        "%% rules\n# Rules\nTAKING: One takes stones.\nLIMIT: Not more than three; nor none. (Never four.)\n",
    ),
    "%% floor\nfloor: []\n%% rules\nOne.\n",
    "%% floor\nobserved: {g: -1}\nfloor:\n  - {clause: \"g/r.md:9-18446744073709551615\", grade: x}\n%% rules\nOne.\n",
];

const CHANGES: &[&str] = &[
    concat!(
        "%% old\n# Rules\nTIES: A tie goes to the Aggressor. Nobody draws.\nThe winner gains 2 spice.\nGone with the next edition.\n",
        "%% rules\n# Rules\nNew: it was not there.\nTIES: A tie goes to the Defender. Nobody draws.\n\nThe winner gains 2 spice.\n",
        "%% catalog\ncategories: [A]\nrules:\n  - {rule: 1, title: Ties, category: A, lines: [\"g/r.md:2-3\"], related: [\"g/r.md:3\"]}\n",
        "%% exclusions\nexclusions:\n  - {cite: \"g/r.md:3\", quote: gains 2 spice, reason: nobody counts}\n",
        "%% scenario\nscenario: A tie\ngame: g\nwhen:\n  - fight: {}\nclaims:\n  - cite: g/r.md:2\n    quote: Nobody draws\n    then: {state: {a: 1}}\n",
    ),
    concat!(
        "%% lock\n# The rulebook\n==> g/r.md\n# accepted: why\n| One. Two; three.\n|\n| Four (and five. Six.) seven.\n",
        "%% rules\nOne.\nTwo; three.\nFour (and five.\nSix.) seven.\n",
        "%% scenario\nscenario: Rows\ngame: g\nexamples:\n  - {line: 1}\n  - {line: 3}\nwhen: []\nclaims:\n  - {cite: \"g/r.md:${line}\", quote: s, then: {state: {a: 1}}}\n",
    ),
    "%% old\nA b c d.\nA b c d.\n%% rules\nA b c d.\nA b c e.\nA b c d.\n",
    "%% lock\n==> g/x.md\n| One.\n| Two.\n==> g/r.md\n%% rules\nTwo.\nOne.\n",
    concat!(
        "%% old\nA b c d. E f g h.\nTIES: A tie goes to the Aggressor.\nThe winner gains 2 spice.\n",
        "%% rules\nA b c x. E f g h.\nTIES: A tie goes to the Defender.\nThe winner gains 3 spice.\n",
        "%% later\nThe winner gains 4 spice.\nTIES: A tie goes to the Aggressor.\nA b c x.\nE f y h.\n",
        "%% scenario\nscenario: S\ngame: g\nwhen: []\nclaims:\n  - {cite: \"g/r.md:3\", quote: gains 2 spice, then: {state: {a: 1}}}\n",
    ),
    "%% lock\n==> g/r.md\n- 1 One.\n- 2 Three.\n| ONCE: Two. Four.\n- 1 A b c d.\n| A b c e.\n%% rules\nA b c d.\nONCE: Two.\nFour. Five.\n",
];

const WHOLE: &[&str] = &[
    concat!(
        r#"{"truthsayer":1,"whole":{"asked":{"command":"verify","shard":[1,2],"suite":"a","engines":{"g":{"hello":{"protocol":1,"#,
        r#""engine":{"name":"e","version":"1"},"game":"g","supports":["without","fired"],"switches":[{"name":"s","cite":"g/r.md:1","quote":"q"}],"#,
        r#""events":[{"name":"took","fields":["by"]}]},"named":"mine","foreign":false,"golden":null}},"readings":{"g":{}},"#,
        r#""without":[],"filters":{"ids":[],"rule":[],"tag":[],"game":[]},"proving":{"all":false,"claims":false}},"#,
        r#""part":["g/a/b"],"plays":{"states":{"85":{"heap":5,"turn":"ann","deep":{"x":[1]}}},"firings":[["s","engine.py",32]],"#,
        r#""answers":{"53":[{"times":2,"reply":{"played":{"before":"85","change":{"in":{"heap":{"is":7},"deep":{"in":{},"gone":["x"]}}},"#,
        r#""log":[{"took":{"by":"ann"}}],"fired":[[0,1]],"asked":[{"who":"p","what":"q","why":"w","step":1,"event":0}],"#,
        r#""notes":[{"text":"t","event":0}]}}}]}}}}"#,
        "\n%% other\n",
        r#"{"truthsayer":1,"whole":{"asked":{"command":"verify","shard":[2,2],"suite":"a","engines":{"g":{"hello":{"protocol":1,"#,
        r#""engine":{"name":"e","version":"1"},"game":"g","supports":["without","fired"],"switches":[{"name":"s","cite":"g/r.md:1","quote":"q"}],"#,
        r#""events":[{"name":"took","fields":["by"]}]},"named":"mine","foreign":false,"golden":null}},"readings":{"g":{}},"#,
        r#""without":[],"filters":{"ids":[],"rule":[],"tag":[],"game":[]},"proving":{"all":false,"claims":false}},"#,
        r#""part":["g/a/c"],"plays":{"states":{},"firings":[],"answers":{"54":[{"times":1,"reply":{"invalid":{"at":"when","why":"no"}}},"#,
        r#"{"times":1,"reply":{"unsupported":"no"}},{"times":1,"reply":{"failed":{"why":"it threw","step":3}}},"#,
        r#"{"times":1,"reply":{"fault":{"Died":{"how":"exit 1","last_words":"oh"}}}}]}}}}"#,
    ),
    concat!(
        r#"{"truthsayer":1,"whole":{"asked":{"command":"prove","shard":[1,1],"suite":"","engines":{},"readings":{},"without":["s"],"#,
        r#""filters":{"ids":["g/*"],"rule":[],"tag":[],"game":[]}},"part":[],"plays":{"states":{},"firings":[],"answers":{}}}}"#,
    ),
];
