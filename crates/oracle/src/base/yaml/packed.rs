//! A tree in a few bytes per value. A suite keeps the set-up and the script of every scenario; their positions are
//! needed only for messages.

use std::sync::Arc;

use super::MapEntry;
use super::Node;
use super::Value;
use super::resolve;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use truthsayer_protocol::Data;

/// A value and its position, packed. All positions are in one file.
#[derive(Debug, Clone)]
pub(crate) struct PackedNode {
    file: Arc<SourceFile>,
    /// For each value, the parents first: its kind and size, and its position.
    shape: Box<[u8]>,
    /// The texts that differ from the text at their position, such as quoted ones, in the same order.
    texts: Box<str>,
}

/// Kinds of values, in the lowest bits of the first number.
const PLAIN: u64 = 0;
const QUOTED: u64 = 1;
const LIST: u64 = 2;
const MAP: u64 = 3;

/// Bits of a kind.
const KIND: u32 = 2;
/// Bits of one byte of a number. The highest bit says that more bytes follow.
const DIGIT: u32 = 7;
const MORE: u8 = 1 << DIGIT;

impl PackedNode {
    pub(crate) fn of(node: &Node) -> PackedNode {
        let mut writer = Writer::default();
        writer.node(node);
        let Writer { shape, texts, .. } = writer;
        PackedNode { file: Arc::clone(&node.place.file), shape: shape.into(), texts: texts.into() }
    }

    /// Returns the value with its positions.
    pub(crate) fn node(&self) -> Node {
        PackedReader::of(self).node()
    }

    /// Returns the value without positions.
    pub(crate) fn to_data(&self) -> Data {
        PackedReader::of(self).data()
    }

    /// Returns the number of items of a list or entries of a map.
    pub(crate) fn len(&self) -> usize {
        match PackedReader::of(self).head() {
            Head { kind: LIST | MAP, size, .. } => size,
            _ => 0,
        }
    }
}

#[derive(Default)]
struct Writer {
    shape: Vec<u8>,
    texts: String,
    /// The start of the value before this one.
    last_start: u32,
}

impl Writer {
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Scalar { text, plain } => self.text(text, if *plain { PLAIN } else { QUOTED }, &node.place),
            Value::List(items) => {
                self.head(LIST, items.len(), &node.place);
                items.iter().for_each(|item| self.node(item));
            }
            Value::Map(entries) => {
                self.head(MAP, entries.len(), &node.place);
                for entry in entries {
                    self.text(&entry.key, PLAIN, &entry.key_place);
                    self.node(&entry.value);
                }
            }
        }
    }

    /// Writes a text. Its size is one more than its length, or 0 if it is the text at its position.
    fn text(&mut self, text: &str, kind: u64, place: &Place) {
        let is_at_place = text == place.text();
        self.head(kind, if is_at_place { 0 } else { text.len() + 1 }, place);
        if !is_at_place {
            self.texts.push_str(text);
        }
    }

    fn head(&mut self, kind: u64, size: usize, place: &Place) {
        self.number((size as u64) << KIND | kind);
        // Most values follow the one before. A value of another part of the file can precede it.
        let step = i64::from(place.start) - i64::from(self.last_start);
        self.number((step.unsigned_abs() << 1) | u64::from(step < 0));
        self.number(u64::from(place.end - place.start));
        self.last_start = place.start;
    }

    fn number(&mut self, mut number: u64) {
        while number >= u64::from(MORE) {
            self.shape.push(number as u8 | MORE);
            number >>= DIGIT;
        }
        self.shape.push(number as u8);
    }
}

struct PackedReader<'p> {
    packed: &'p PackedNode,
    shape: &'p [u8],
    texts: &'p str,
    last_start: u32,
}

/// The first part of a value.
struct Head {
    kind: u64,
    size: usize,
    start: u32,
    end: u32,
}

impl<'p> PackedReader<'p> {
    fn of(packed: &'p PackedNode) -> PackedReader<'p> {
        PackedReader { packed, shape: &packed.shape, texts: &packed.texts, last_start: 0 }
    }

    fn node(&mut self) -> Node {
        let head = self.head();
        let value = match head.kind {
            PLAIN | QUOTED => Value::Scalar { text: self.text(&head).to_owned(), plain: head.kind == PLAIN },
            LIST => Value::List((0..head.size).map(|_| self.node()).collect()),
            _ => Value::Map((0..head.size).map(|_| self.entry()).collect()),
        };
        Node { value, place: self.place(&head) }
    }

    fn entry(&mut self) -> MapEntry {
        let head = self.head();
        let key = self.text(&head).to_owned();
        MapEntry { key, key_place: self.place(&head), value: self.node() }
    }

    fn data(&mut self) -> Data {
        let head = self.head();
        match head.kind {
            PLAIN => resolve(self.text(&head)),
            QUOTED => Data::String(self.text(&head).to_owned()),
            LIST => Data::Array((0..head.size).map(|_| self.data()).collect()),
            _ => {
                // Most maps are small; for those, inserting one by one is faster than sorting.
                let mut map = serde_json::Map::new();
                for _ in 0..head.size {
                    let head = self.head();
                    let key = self.text(&head).to_owned();
                    map.insert(key, self.data());
                }
                Data::Object(map)
            }
        }
    }

    fn head(&mut self) -> Head {
        let first = self.number();
        let step = self.number();
        let distance = (step >> 1) as u32;
        let start = if step & 1 == 0 { self.last_start + distance } else { self.last_start - distance };
        self.last_start = start;
        Head {
            kind: first & ((1 << KIND) - 1),
            size: (first >> KIND) as usize,
            start,
            end: start + self.number() as u32,
        }
    }

    fn text(&mut self, head: &Head) -> &'p str {
        match head.size.checked_sub(1) {
            None => &self.packed.file.text[head.start as usize..head.end as usize],
            Some(length) => {
                let (text, rest) = self.texts.split_at(length);
                self.texts = rest;
                text
            }
        }
    }

    fn place(&self, head: &Head) -> Place {
        Place { file: Arc::clone(&self.packed.file), start: head.start, end: head.end }
    }

    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let Some((byte, rest)) = self.shape.split_first() {
            self.shape = rest;
            number |= u64::from(byte & !MORE) << shift;
            if *byte < MORE {
                break;
            }
            shift += DIGIT;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::yaml;

    fn tree(text: &str) -> Node {
        yaml::read(&SourceFile::new("a.yaml", text)).expect("a tree")
    }

    #[test]
    fn a_packed_tree_has_every_value_and_position() {
        let long = "x".repeat(300);
        let text = format!(
            "a: 1\nb: {{c: \"quoted\", 'd': [1.50, ~, \"7\", yes, 'it''s']}}\n\"e\\u00e4\": |\n  two\n  lines\n\
             f: &x [{{g: {long}}}, []]\nh: *x\ni: {{}}\nj: \"\"\nk:\nl: zwölf\n"
        );
        let node = tree(&text);
        let packed = PackedNode::of(&node);
        assert_eq!(packed.node(), node);
        assert_eq!(packed.to_data().to_string(), node.to_data().to_string());
        assert_eq!(
            (packed.len(), PackedNode::of(&tree("[1, 2]")).len(), PackedNode::of(&tree("one")).len()),
            (9, 2, 0)
        );
    }

    #[test]
    fn a_value_may_precede_its_parent_in_the_file() {
        let Value::Map(mut entries) = tree("first: 1\nsecond: 2\n").value else { panic!("a map") };
        entries.reverse();
        let place = entries[0].value.place.clone();
        let node = Node { value: Value::Map(entries), place };
        assert_eq!(PackedNode::of(&node).node(), node);
    }

    #[test]
    fn a_value_takes_a_few_bytes() {
        let packed = PackedNode::of(&tree("a: {b: 1, c: two, d: [x, y, z]}\n"));
        assert_eq!((packed.shape.len(), packed.texts.len()), (36, 0));
    }
}
