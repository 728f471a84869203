//! Renders a file with all its mutants, each behind a check.
//!
//! A replacement contains no other mutants, because only one is active at a time.

use std::cmp::Reverse;
use std::ops::Range;

use crate::breakage::Break;
use crate::breakage::Form;
use crate::breakage::Place;

/// The text with the numbered mutants; the others are left out.
pub fn render(source: &str, places: &[Place], number: &impl Fn(usize, usize) -> Option<usize>) -> String {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| {
        let Place { range, form, .. } = &places[*at];
        (range.start, range.start != range.end, Reverse(range.end), form.clone())
    });
    let mut rendering = Rendering { source, places, number, left: order.into_iter().peekable() };
    rendering.stretch(0..source.len())
}

struct Rendering<'a, N, I: Iterator<Item = usize>> {
    source: &'a str,
    places: &'a [Place],
    number: &'a N,
    left: std::iter::Peekable<I>,
}

impl<N: Fn(usize, usize) -> Option<usize>, I: Iterator<Item = usize>> Rendering<'_, N, I> {
    /// A range of the source with every place inside it.
    fn stretch(&mut self, range: Range<usize>) -> String {
        let (places, mut at, mut text) = (self.places, range.start, String::new());
        while let Some(next) = self.left.next_if(|next| places[*next].range.end <= range.end) {
            let place = &places[next];
            text.push_str(&self.source[at..place.range.start]);
            let inner = self.stretch(place.range.clone());
            text.push_str(&self.place(next, place, inner));
            at = place.range.end;
        }
        text.push_str(&self.source[at..range.end]);
        text
    }

    fn place(&self, at: usize, place: &Place, inner: String) -> String {
        let numbered = |(which, it)| Some(((self.number)(at, which)?, it));
        let breaks: Vec<(usize, &Break)> = place.breaks.iter().enumerate().filter_map(numbered).collect();
        if breaks.is_empty() {
            return inner;
        }
        let marked = |number: usize, text: &str| format!("/*<{number}*/{text}/*{number}>*/");
        if place.form == Form::Insertion {
            return breaks.iter().map(|(number, it)| insertion(*number, it, &marked)).collect();
        }
        let switches = breaks
            .iter()
            .map(|(number, it)| format!("if crate::breaks::on({number}) {{ {} }} else ", marked(*number, &it.text)));
        let choice = format!("{}{{ {inner} }}", switches.collect::<String>());
        match place.form {
            Form::Statement | Form::Branch => choice,
            Form::Arm => format!("{{ {choice} }}"),
            Form::Field => format!("{inner}: ({choice})"),
            Form::Value | Form::Insertion => format!("({choice})"),
        }
    }
}

fn insertion(number: usize, it: &Break, marked: &impl Fn(usize, &str) -> String) -> String {
    match it.kind {
        "arm dropped" => format!(" if {}", marked(number, &format!("!crate::breaks::on({number})"))),
        "only the first" => format!("; if crate::breaks::on({number}) {{ {} }}", marked(number, "break")),
        _ => format!(" if crate::breaks::on({number}) {{ {}; }} ", marked(number, &it.text)),
    }
}

/// The mutant that contains a range of the rendered file.
pub fn around(rendered: &str, stretch: &Range<usize>) -> Option<usize> {
    let within = markers(rendered).filter(|(_, range)| range.start <= stretch.start && stretch.end <= range.end);
    within.min_by_key(|(_, range)| range.len()).map(|(number, _)| number)
}

/// The mutant whose original code is in a range of the rendered file.
pub fn beside(rendered: &str, stretch: &Range<usize>) -> Option<usize> {
    let before = rendered.get(..stretch.start)?.strip_suffix(">*/ } else { ")?;
    before[before.rfind("/*")? + 2..].parse().ok()
}

/// Every mutant of a rendered file with the range of its replacement.
fn markers(rendered: &str) -> impl Iterator<Item = (usize, Range<usize>)> {
    rendered.match_indices("/*<").filter_map(|(at, _)| {
        let digits = &rendered[at + 3..];
        let number: usize = digits[..digits.find("*/")?].parse().ok()?;
        let end = at + rendered[at..].find(&format!("/*{number}>*/"))?;
        Some((number, at..end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finder;

    const SOURCE: &str = "fn few(all: &[usize]) -> bool {\n    match all.len() {\n        0 => true,\n        _ if all[0] < 3 => {\n            false\n        }\n        _ => !all.iter().any(|it| *it > 1),\n    }\n}\n";

    #[test]
    fn rendered_files_parse_and_equal_the_original_without_mutants() {
        let places = finder::places(SOURCE).expect("source");
        let all: Vec<&str> = places.iter().flat_map(|place| &place.breaks).map(|it| it.text.as_str()).collect();
        for expected in ["all[0] <= 3", "*it >= 1", "all.iter().all(|it| *it > 1)", "return true", "(0 + 1)"] {
            assert!(all.contains(&expected), "{expected}: {all:?}");
        }
        assert_eq!(render(SOURCE, &places, &|_, _| None), SOURCE);
        let broken = render(SOURCE, &places, &|at, which| Some(100 * at + which));
        syn::parse_file(&broken).expect("source with breaks");
        assert_eq!(markers(&broken).count(), all.len());
    }

    #[test]
    fn an_error_belongs_to_the_break_in_which_it_lies_or_beside_which_it_stands() {
        let rendered = "(if crate::breaks::on(7) { /*<7*/ oops /*7>*/ } else { fine })";
        let spot = |word: &str| rendered.find(word).map(|at| at..at + word.len()).expect("a word");
        assert_eq!(around(rendered, &spot("oops")), Some(7));
        assert_eq!((around(rendered, &spot("fine")), beside(rendered, &spot("fine"))), (None, Some(7)));
        assert_eq!(beside(rendered, &spot("crate")), None);
    }
}
