//! Source without what people say beside it.

/// The lines that hold code, each without the comment behind it.
pub(super) fn strip_comments<'l>(lines: &[&'l str], language: &str) -> Vec<&'l str> {
    let sign = sign(language);
    let mut kept = Vec::new();
    let mut inside = false;
    for line in lines {
        let start = line.trim_start();
        inside |= sign == "//" && start.starts_with("/*");
        if inside {
            inside = !line.contains("*/");
            continue;
        }
        let code = before_comment(line, sign).trim_end();
        if !code.is_empty() {
            kept.push(code);
        }
    }
    kept
}

/// With what a comment to the end of a line begins.
fn sign(language: &str) -> &'static str {
    match language {
        "py" | "rb" | "pl" | "ex" | "exs" | "jl" | "nim" => "#",
        "hs" | "lua" => "--",
        "clj" | "cljs" => ";",
        "erl" => "%",
        _ => "//",
    }
}

/// A sign between quotation marks is no comment, and neither is one that touches what stands before it.
fn before_comment<'l>(line: &'l str, sign: &str) -> &'l str {
    let is_comment = |at: usize| {
        let before = &line[..at];
        let is_apart = before.is_empty() || before.ends_with([' ', '\t']);
        is_apart && ['"', '`'].iter().all(|mark| before.matches(*mark).count().is_multiple_of(2))
    };
    let found = line.match_indices(sign).map(|(at, _)| at).find(|at| is_comment(*at));
    found.map_or(line, |at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        let rust =
            ["/// doc", "fn a() {", "", "    b(); // why", "    c(\"see // this\");", "/* two", " lines */", "}"];
        assert_eq!(strip_comments(&rust, "rs"), ["fn a() {", "    b();", "    c(\"see // this\");", "}"]);
        let python = ["# why", "def a():", "    b(\"#1\")  # and how", "    return x#y"];
        assert_eq!(strip_comments(&python, "py"), ["def a():", "    b(\"#1\")", "    return x#y"]);
        assert_eq!(strip_comments(&["-- why", "a = b - 1"], "lua"), ["a = b - 1"]);
        assert_eq!(strip_comments(&["let u = \"https://x\";"], "js"), ["let u = \"https://x\";"]);
    }
}
