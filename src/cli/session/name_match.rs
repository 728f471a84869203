//! Matches names as typed: exactly, by glob, else by a part of them.

use truthsayer_protocol::nearest::nearest;

/// Whether a name contains these letters, in any case.
pub(crate) fn has_part(name: &str, part: &str) -> bool {
    !part.is_empty() && name.to_lowercase().contains(&part.to_lowercase())
}

/// The nearest name, else the first name or folder whose last part is near to what was typed.
pub(crate) fn nearest_part<'n>(typed: &str, names: &[&'n str]) -> Option<&'n str> {
    let folders = names.iter().flat_map(|name| name.match_indices('/').map(|(end, _)| &name[..end]));
    let all: Vec<&'n str> = names.iter().copied().chain(folders).collect();
    let whole = nearest(typed, all.iter().copied());
    whole.or_else(|| {
        let last = |name: &&'n str| (name.rsplit('/').next().unwrap_or(name), *name);
        let by_last: Vec<(&str, &'n str)> = all.iter().map(last).collect();
        let near = nearest(typed, by_last.iter().map(|(last, _)| *last))?;
        by_last.iter().find(|(last, _)| *last == near).map(|(_, name)| *name)
    })
}

/// The items that a filter matches: by name, by glob, else by a part of any of their texts.
pub(crate) fn matching<T>(filter: &str, items: Vec<T>, texts: impl Fn(&T) -> Vec<String>) -> Vec<T> {
    let is_exact = |item: &T| texts(item).iter().any(|text| text == filter || fast_glob::glob_match(filter, text));
    let is_part = |item: &T| texts(item).iter().any(|text| has_part(text, filter));
    match items.iter().any(is_exact) {
        true => items.into_iter().filter(is_exact).collect(),
        false => items.into_iter().filter(is_part).collect(),
    }
}
