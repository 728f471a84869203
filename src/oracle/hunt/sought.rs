//! What is sought: a switch, and its kin, near which it is most likely to be met.

use crate::protocol::SwitchNote;

/// A switch for which nothing was found yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sought {
    /// Which rival it is.
    pub rival: usize,
    pub name: String,
    /// Switches of the same rule line, and those whose names have a word in common with its name.
    pub kin: Vec<String>,
    /// The words of its name and of its clause, by which what it is about may be known.
    pub words: Vec<String>,
}

impl Sought {
    pub(crate) fn new(rival: usize, name: &str, all: &[SwitchNote]) -> Sought {
        let own = all.iter().find(|note| note.name == name);
        let cite = own.map(|note| note.cite.as_str());
        let said = format!("{name} {}", own.map_or("", |note| &note.quote)).to_lowercase();
        let mut words: Vec<String> = words(&said).map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        let related =
            |note: &&SwitchNote| note.name != name && (Some(note.cite.as_str()) == cite || share(name, &note.name));
        let kin = all.iter().filter(related).map(|note| note.name.clone()).collect();
        Sought { rival, name: name.to_owned(), kin, words }
    }
}

/// The words of a name or a sentence that are long enough to mean something.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3)
}

/// Whether two names have a word in common.
fn share(one: &str, other: &str) -> bool {
    words(one).any(|word| words(other).any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kin_cites_the_same_line_or_shares_a_word() {
        let all =
            [("ghola_is_free", "r.md:1"), ("ghola_revives", "r.md:9"), ("one_disc", "r.md:1"), ("is_free", "r.md:3")];
        let all = all.map(|(name, cite)| SwitchNote::new(name, cite, "words"));
        assert_eq!(Sought::new(0, "ghola_is_free", &all).kin, ["ghola_revives", "one_disc", "is_free"]);
        assert_eq!(Sought::new(0, "one_disc", &all).kin, ["ghola_is_free"]);
        assert_eq!(Sought::new(0, "ghola_is_free", &all).words, ["free", "ghola", "words"]);
    }
}
