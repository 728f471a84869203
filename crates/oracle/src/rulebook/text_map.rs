//! Maps offsets of a rendered text to the file that it was rendered from.

/// Maps offsets of a rendered text to the file. The pieces are in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TextMap {
    /// Start of each piece in the rendered text and in the file.
    pieces: Vec<(usize, usize)>,
}

impl TextMap {
    /// A text that is in the file as it is.
    pub(super) fn at(offset: usize) -> TextMap {
        TextMap { pieces: vec![(0, offset)] }
    }

    /// Adds a piece at the end.
    pub(super) fn push(&mut self, rendered: usize, offset: usize) {
        self.pieces.push((rendered, offset));
    }

    /// Returns the map of the text with `length` more bytes in front, which map to its first byte.
    pub(super) fn shifted(&self, length: usize) -> TextMap {
        let pieces = self.pieces.iter().map(|(rendered, offset)| (rendered + length, *offset));
        TextMap { pieces: pieces.collect() }
    }

    /// Returns the offset in the file of a character of the rendered text.
    pub(super) fn offset(&self, rendered: usize) -> usize {
        let at = self.pieces.partition_point(|(start, _)| *start <= rendered);
        match at.checked_sub(1).and_then(|at| self.pieces.get(at)) {
            Some((start, offset)) => offset + (rendered - start),
            None => self.pieces.first().map_or(0, |(_, offset)| *offset),
        }
    }

    /// Returns the offset in the file of the end of a text that ends at `rendered`.
    pub(super) fn end(&self, rendered: usize) -> usize {
        match rendered.checked_sub(1) {
            Some(last) => self.offset(last) + 1,
            None => self.offset(0),
        }
    }
}
