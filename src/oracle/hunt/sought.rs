//! What is sought: a switch, and its kin, near which it is most likely to be met.

use crate::protocol::SwitchNote;

/// A switch for which nothing was found yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// Which rival it is.
    pub rival: usize,
    pub name: String,
    /// Switches of the same rule line, and those whose names have a word in common with its name.
    pub kin: Vec<String>,
}

impl Sought {
    pub fn new(rival: usize, name: &str, all: &[SwitchNote]) -> Sought {
        let cite = all.iter().find(|note| note.name == name).map(|note| note.cite.as_str());
        let related =
            |note: &&SwitchNote| note.name != name && (Some(note.cite.as_str()) == cite || share(name, &note.name));
        let kin = all.iter().filter(related).map(|note| note.name.clone()).collect();
        Sought { rival, name: name.to_owned(), kin }
    }
}

/// Whether two names have a word in common that is long enough to mean something.
fn share(one: &str, other: &str) -> bool {
    let words =
        |name: &str| name.split(['_', '-']).filter(|word| word.len() > 3).map(str::to_owned).collect::<Vec<_>>();
    let others = words(other);
    words(one).iter().any(|word| others.contains(word))
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
    }
}
