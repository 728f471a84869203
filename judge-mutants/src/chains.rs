//! Mutants of method calls: another method, or one call of a chain removed.

use syn::Expr;
use syn::ExprMethodCall;

use crate::breakage::Break;
use crate::breakage::short;
use crate::finder::Finder;
use crate::operators::forgotten;

/// Methods that are easily confused.
const SWAPPED: &[(&str, &str)] = &[
    ("any", "all"),
    ("min", "max"),
    ("first", "last"),
    ("is_some_and", "is_none_or"),
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("starts_with", "ends_with"),
    ("and", "or"),
    ("position", "rposition"),
    ("push_back", "push_front"),
    ("pop_front", "pop_back"),
    ("trim_start", "trim_end"),
    ("min_by_key", "max_by_key"),
    ("first_mut", "last_mut"),
];

/// Calls that can often be removed from a chain.
const LINKS: &[&str] = &[
    "filter",
    "take_while",
    "skip_while",
    "skip",
    "take",
    "rev",
    "chain",
    "trim",
    "trim_start",
    "trim_end",
    "trim_start_matches",
    "to_lowercase",
    "max",
    "min",
    "saturating_sub",
    "or_else",
    "or",
    "help",
    "nearest",
    "checked_sub",
    "div_ceil",
];

/// Methods that answer yes or no.
fn is_question(name: &str) -> bool {
    name.starts_with("is_")
        || name.starts_with("has_")
        || matches!(name, "any" | "all" | "contains" | "contains_key" | "starts_with" | "ends_with" | "eq")
}

pub fn of_call(finder: &mut Finder<'_>, expression: &Expr, it: &ExprMethodCall) {
    let name = it.method.to_string();
    let (start, method) = (finder.range(expression).start, finder.range(&it.method));
    let (before, after) =
        (&finder.source[start..method.start], &finder.source[method.end..finder.range(expression).end]);
    for (one, other) in SWAPPED {
        let swapped = if name == *one { other } else { one };
        if name == *one || name == *other {
            finder.value(expression, vec![("method", format!("{before}{swapped}{after}"))]);
        }
    }
    if name == "find" {
        finder.value(expression, vec![("the last for the first", format!("{before}filter{after}.last()"))]);
    }
    if name == "next" {
        finder.value(expression, vec![("the last for the first", format!("{before}last{after}"))]);
    }
    if is_question(&name) {
        let text = finder.text(expression);
        let breaks =
            vec![("negated", format!("!{text}")), ("held true", "true".into()), ("held false", "false".into())];
        finder.value(expression, breaks);
    }
    if matches!(name.as_str(), "then" | "then_some") {
        finder.held(&it.receiver);
    }
    if !matches!(name.as_str(), "help" | "unwrap_or" | "join") {
        it.args.iter().for_each(|argument| forgotten(finder, argument));
    }
    finder.inner.insert(finder.range(&it.receiver));
    if !finder.inner.contains(&finder.range(expression)) {
        links(finder, expression);
    }
}

/// The chain without one of its calls. The compiler decides whether it still has the same type.
fn links(finder: &mut Finder<'_>, expression: &Expr) {
    let whole = finder.range(expression);
    let mut breaks = Vec::new();
    let mut link = expression;
    while let Expr::MethodCall(it) = link {
        if LINKS.contains(&it.method.to_string().as_str()) {
            let (inner, outer) = (finder.range(&it.receiver), finder.range(link));
            let text = format!("{}{}", &finder.source[whole.start..inner.end], &finder.source[outer.end..whole.end]);
            let told = Some(short(&finder.source[inner.end..outer.end]));
            breaks.push(Break { kind: "link left out", text, told });
        }
        link = &it.receiver;
    }
    finder.value(expression, breaks);
}
