//! The format of a game's rulebook, as the project file sets it.

use crate::rulebook::abbreviations;
use crate::rulebook::modality::NormativeWords;

/// How the rulebook of a game is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulebookFormat {
    pub layout: RulebookLayout,
    /// Abbreviations besides the built-in ones, without their last point and in lower case.
    abbreviations: Vec<String>,
    /// The words that make a clause normative, if the project lists any.
    pub normative: Option<NormativeWords>,
}

/// The unit of a rule: a line, or a block of Markdown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RulebookLayout {
    #[default]
    Lines,
    Markdown,
}

impl RulebookLayout {
    pub const NAMES: [&str; 2] = ["lines", "markdown"];

    /// Returns the layout with this name.
    pub fn named(name: &str) -> Option<RulebookLayout> {
        match name {
            "lines" => Some(RulebookLayout::Lines),
            "markdown" => Some(RulebookLayout::Markdown),
            _ => None,
        }
    }
}

impl RulebookFormat {
    /// A text as published, in Markdown.
    pub fn markdown() -> RulebookFormat {
        RulebookFormat { layout: RulebookLayout::Markdown, ..RulebookFormat::default() }
    }

    /// Adds abbreviations as they are written: `vol.` or `v. H.`
    pub fn abbreviate<'a>(&mut self, written: impl IntoIterator<Item = &'a str>) {
        self.abbreviations.extend(abbreviations::normalized(written));
    }

    pub(super) fn abbreviations(&self) -> &[String] {
        &self.abbreviations
    }
}
