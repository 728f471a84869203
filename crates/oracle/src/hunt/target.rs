//! Targets of a hunt: a switch and its relatives, which often fire together with it.

use truthsayer_protocol::SwitchNote;

/// A switch without a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// Index of the rival.
    pub rival: usize,
    pub name: String,
    /// Switches of the same rule line, and those whose names share a word with its name.
    pub kin: Vec<String>,
    /// The words of its name and of its clause.
    pub words: Vec<String>,
}

impl Target {
    pub(crate) fn new(rival: usize, name: &str, all: &[SwitchNote]) -> Target {
        let own = all.iter().find(|note| note.name == name);
        let cite = own.map(|note| note.cite.as_str());
        let said = format!("{name} {}", own.map_or("", |note| &note.quote)).to_lowercase();
        let mut words: Vec<String> = words(&said).map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        let related =
            |note: &&SwitchNote| note.name != name && (Some(note.cite.as_str()) == cite || share(name, &note.name));
        let kin = all.iter().filter(related).map(|note| note.name.clone()).collect();
        Target { rival, name: name.to_owned(), kin, words }
    }
}

/// Returns the words of a name or sentence, without short ones.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3)
}

/// Returns whether two names share a word.
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
        assert_eq!(Target::new(0, "ghola_is_free", &all).kin, ["ghola_revives", "one_disc", "is_free"]);
        assert_eq!(Target::new(0, "one_disc", &all).kin, ["ghola_is_free"]);
        assert_eq!(Target::new(0, "ghola_is_free", &all).words, ["free", "ghola", "words"]);
    }
}
