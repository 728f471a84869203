//! A list of texts in one piece of memory. Thousands of runs keep many short texts each.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextList {
    text: String,
    /// The end of each text.
    ends: Vec<u32>,
}

impl TextList {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of bytes of all texts.
    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        self.text.get(*start as usize..end as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds one text, in parts.
    pub(crate) fn push(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.text.push_str(part));
        // Runs keep no texts of this length.
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// Returns the list without spare memory.
    pub(crate) fn shrunk(mut self) -> TextList {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_order() {
        let mut list = TextList::default();
        assert_eq!((list.get(0), list.iter().count()), (None, 0));
        for parts in [&["a", "b"][..], &[""], &["ü"]] {
            list.push(parts);
        }
        let list = list.shrunk();
        assert_eq!(list.iter().collect::<Vec<_>>(), ["ab", "", "ü"]);
        assert_eq!((list.get(2), list.get(3), list.len(), list.size()), (Some("ü"), None, 3, 4));
    }
}
