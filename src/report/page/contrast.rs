//! Every pair of text and background colours of the HTML report has the contrast that WCAG AA asks for.

use std::collections::BTreeMap;

use super::STYLE;

/// Minimum contrast of normal text (WCAG 2.2, criterion 1.4.3).
const ENOUGH: f64 = 4.5;

/// Text colours, and the backgrounds they are used on.
const PAIRS: &[(&str, &[&str])] = &[
    (
        "ink",
        &[
            "paper", "panel", "proven", "holds", "cited", "uncited", "violated", "excluded", "mark", "water", "shore",
            "land",
        ],
    ),
    ("soft", &["paper", "panel", "proven", "holds", "cited", "uncited", "violated", "excluded"]),
    ("accent", &["paper", "panel", "uncited", "proven", "holds", "cited", "violated", "excluded"]),
    ("bad", &["paper", "panel", "cited"]),
    ("red", &["water", "shore", "land", "panel"]),
    ("blue", &["water", "shore", "land", "panel"]),
];

/// The variables of a block of the style sheet, such as `paper` and `#fbfaf7`.
fn variables(block: &str) -> BTreeMap<&str, &str> {
    let declarations = block.split(';').filter_map(|declaration| declaration.rsplit_once("--")?.1.split_once(':'));
    declarations.map(|(name, value)| (name.trim(), value.trim())).filter(|(_, value)| value.starts_with('#')).collect()
}

/// The colours of the light and of the dark scheme.
fn schemes() -> [BTreeMap<&'static str, &'static str>; 2] {
    let (light, rest) = STYLE.split_once("@media (prefers-color-scheme: dark)").expect("a dark scheme");
    let (dark, _) = rest.split_once("}\n}").expect("the end of the dark scheme");
    [variables(light), variables(dark)]
}

fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_has_enough_contrast_in_both_schemes() {
    let mut weak = Vec::new();
    for (scheme, colours) in ["light", "dark"].iter().zip(schemes()) {
        for (text, background) in PAIRS.iter().flat_map(|(text, on)| on.iter().map(move |on| (*text, *on))) {
            let ratio = contrast(colours[text], colours[background]);
            if ratio < ENOUGH {
                weak.push(format!("{scheme}: {text} on {background} {ratio:.2}"));
            }
        }
    }
    assert!(weak.is_empty(), "{weak:#?}");
}

#[test]
fn text_has_no_colour_or_opacity_outside_the_variables() {
    let rules = STYLE.rsplit_once("@media print").expect("a print style").0;
    let (_, rules) = rules.split_once("}\n}").expect("the end of the dark scheme");
    assert!(!rules.contains("opacity:"), "opacity lowers the contrast of text");
    assert!(!rules.contains(" color: #") && !rules.contains("{color: #"), "a text colour is not a variable");
}

#[test]
fn the_contrast_of_black_and_white_is_21() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 0.01);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
}
