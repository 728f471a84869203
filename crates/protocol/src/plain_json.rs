//! Reads and writes the JSON of most lines several times as fast as `serde_json`, which keeps every number as a text of
//! its own and cannot reuse memory.
//!
//! Plain JSON has texts without escapes and integers of few digits. Everything else is left to `serde_json`, errors too.

use std::mem;

use serde_json::Map;

use crate::Data;

/// Maximum number of digits of a plain integer: each fits into 64 bits.
const MOST_DIGITS: usize = 18;
/// Maximum nesting. `serde_json` has a limit of its own, and its own message.
const DEEPEST: usize = 100;

/// Reads a line from left to right. Every method returns `None` if the rest of the line is not as expected, or not plain.
pub(crate) struct PlainReader<'t> {
    line: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> PlainReader<'t> {
    pub(crate) fn new(line: &'t str) -> PlainReader<'t> {
        PlainReader { line, at: 0, depth: 0 }
    }

    /// Checks that nothing follows.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.next().is_none().then_some(())
    }

    /// Reads a text.
    pub(crate) fn text(&mut self) -> Option<&'t str> {
        self.sign(b'"')?;
        let rest = self.line.get(self.at..)?;
        let length = plain_length(rest.as_bytes());
        self.at += length + 1;
        if rest.as_bytes().get(length) == Some(&b'"') { rest.get(..length) } else { None }
    }

    /// Reads an integer in the form in which [`Decimal`](crate::decimal::Decimal) prints it.
    pub(crate) fn integer(&mut self) -> Option<&'t str> {
        self.next()?;
        let rest = self.line.get(self.at..)?;
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest.as_bytes()[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = rest.get(..sign + digits)?;
        let is_plain = (1..=MOST_DIGITS).contains(&digits) && (!text[sign..].starts_with('0') || text == "0");
        self.at += text.len();
        is_plain.then_some(text)
    }

    /// Reads an integer that is not negative.
    pub(crate) fn count<N: TryFrom<u64>>(&mut self) -> Option<N> {
        N::try_from(self.integer()?.parse().ok()?).ok()
    }

    /// Reads an integer that is not negative, or null.
    pub(crate) fn optional_count(&mut self) -> Option<Option<usize>> {
        if self.next()? == b'n' { self.word("null").map(|()| None) } else { self.count().map(Some) }
    }

    /// Reads a map. Its keys must be known, and different. Returns which of them it has.
    pub(crate) fn fields<const N: usize>(
        &mut self,
        known: [&str; N],
        mut read: impl FnMut(&mut Self, &str) -> Option<()>,
    ) -> Option<[bool; N]> {
        let mut seen = [false; N];
        self.sign(b'{')?;
        let mut is_open = !self.has(b'}');
        while is_open {
            let key = self.key()?;
            let field = known.iter().position(|it| *it == key).filter(|field| !seen[*field])?;
            seen[field] = true;
            read(self, key)?;
            is_open = self.goes_on(b'}')?;
        }
        Some(seen)
    }

    /// Reads a list over earlier items.
    pub(crate) fn list<T>(
        &mut self,
        items: &mut Vec<T>,
        blank: impl Fn() -> T,
        mut read: impl FnMut(&mut Self, &mut T) -> Option<()>,
    ) -> Option<()> {
        self.sign(b'[')?;
        let mut is_open = !self.has(b']');
        let mut length = 0;
        while is_open {
            if length == items.len() {
                items.push(blank());
            }
            read(self, &mut items[length])?;
            length += 1;
            is_open = self.goes_on(b']')?;
        }
        items.truncate(length);
        Some(())
    }

    /// Reads any data over earlier data. The result does not depend on the earlier data.
    pub(crate) fn data(&mut self, slot: &mut Data) -> Option<()> {
        match self.next()? {
            b'"' => match (slot, self.text()?) {
                (Data::String(old), text) => text.clone_into(old),
                (slot, text) => *slot = Data::String(text.to_owned()),
            },
            b'-' | b'0'..=b'9' => match (slot, self.integer()?) {
                (Data::Number(old), text) if old.as_str() == text => {}
                (slot, text) => *slot = Data::Number(text.parse::<i64>().ok()?.into()),
            },
            b'{' => self.nested(slot, Self::map)?,
            b'[' => self.nested(slot, |reader, slot| {
                let mut items = if let Data::Array(items) = mem::take(slot) { items } else { Vec::new() };
                reader.list(&mut items, || Data::Null, Self::data)?;
                *slot = Data::Array(items);
                Some(())
            })?,
            b't' => self.word("true").map(|()| *slot = Data::Bool(true))?,
            b'f' => self.word("false").map(|()| *slot = Data::Bool(false))?,
            _ => self.word("null").map(|()| *slot = Data::Null)?,
        }
        Some(())
    }

    /// Reads the only entry of a map. Returns its key; its value is written over earlier data.
    pub(crate) fn only_entry(&mut self, slot: &mut Data) -> Option<&'t str> {
        self.sign(b'{')?;
        let key = self.key()?;
        self.data(slot)?;
        self.sign(b'}')?;
        Some(key)
    }

    fn nested(&mut self, slot: &mut Data, read: impl FnOnce(&mut Self, &mut Data) -> Option<()>) -> Option<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        read(self, slot)?;
        self.depth -= 1;
        Some(())
    }

    fn map(&mut self, slot: &mut Data) -> Option<()> {
        let mut map = if let Data::Object(map) = mem::take(slot) { map } else { Map::new() };
        self.sign(b'{')?;
        let mut is_open = !self.has(b'}');
        // Values are overwritten as long as the keys are those of the earlier map.
        let (mut same, mut other) = (0, None);
        let mut slots = map.iter_mut();
        while is_open {
            let key = self.key()?;
            match slots.next() {
                Some((old, value)) if *old == key => self.data(value)?,
                _ => {
                    other = Some(key);
                    break;
                }
            }
            same += 1;
            is_open = self.goes_on(b'}')?;
        }
        if same < map.len() {
            map = map.into_iter().take(same).collect();
        }
        while let Some(key) = other {
            let mut value = Data::Null;
            self.data(&mut value)?;
            map.insert(key.to_owned(), value);
            other = if self.goes_on(b'}')? { Some(self.key()?) } else { None };
        }
        *slot = Data::Object(map);
        Some(())
    }

    fn key(&mut self) -> Option<&'t str> {
        let key = self.text()?;
        self.sign(b':')?;
        Some(key)
    }

    /// Returns whether another item follows; if not, the list or map ends here.
    fn goes_on(&mut self, end: u8) -> Option<bool> {
        if self.has(b',') { Some(true) } else { self.sign(end).map(|()| false) }
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        self.has(sign).then_some(())
    }

    fn has(&mut self, sign: u8) -> bool {
        let has = self.next() == Some(sign);
        self.at += usize::from(has);
        has
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let found = self.line.get(self.at..)?.starts_with(word);
        self.at += word.len();
        found.then_some(())
    }

    /// Returns the next byte that is not white space.
    fn next(&mut self) -> Option<u8> {
        loop {
            match *self.line.as_bytes().get(self.at)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }
}

/// Appends data as JSON, as `serde_json` writes it.
pub(crate) fn write(line: &mut String, data: &Data) {
    match data {
        Data::Null => line.push_str("null"),
        Data::Bool(true) => line.push_str("true"),
        Data::Bool(false) => line.push_str("false"),
        Data::Number(number) => line.push_str(number.as_str()),
        Data::String(text) => write_text(line, text),
        Data::Array(items) => write_list(line, items, write),
        Data::Object(map) => {
            line.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                if index > 0 {
                    line.push(',');
                }
                write_text(line, key);
                line.push(':');
                write(line, value);
            }
            line.push('}');
        }
    }
}

/// Appends a text.
pub(crate) fn write_text(line: &mut String, text: &str) {
    if plain_length(text.as_bytes()) < text.len() {
        // A text can always be written.
        line.push_str(&serde_json::to_string(text).unwrap_or_default());
        return;
    }
    line.push('"');
    line.push_str(text);
    line.push('"');
}

/// Appends a list.
pub(crate) fn write_list<T>(line: &mut String, items: &[T], write: impl Fn(&mut String, &T)) {
    line.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        write(line, item);
    }
    line.push(']');
}

/// Returns the number of bytes before the first one that ends a text or needs an escape. Tests eight bytes at once.
fn plain_length(bytes: &[u8]) -> usize {
    const EACH: u64 = u64::MAX / 255;
    // Sets the highest bit of the first byte that is 0, and maybe of later ones.
    let zero = |block: u64| block.wrapping_sub(EACH) & !block;
    let (blocks, rest) = bytes.as_chunks();
    for (index, block) in blocks.iter().enumerate() {
        let block = u64::from_le_bytes(*block);
        let control = block.wrapping_sub(EACH * u64::from(b' ')) & !block;
        let quotes = zero(block ^ (EACH * u64::from(b'"'))) | zero(block ^ (EACH * u64::from(b'\\')));
        let found = (control | quotes) & (EACH << 7);
        if found != 0 {
            return 8 * index + found.trailing_zeros() as usize / 8;
        }
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ');
    8 * blocks.len() + rest.iter().position(is_special).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_byte_is_found_behind_any_others() {
        for special in 0..=255 {
            for others in [b'a', b'!', b'#', b'[', b']', 0x7f, 0x80, 0xa2, 0xdc, 0xff] {
                for length in 0..20 {
                    let mut bytes = vec![others; length];
                    bytes.extend([special, b'"', b'\\', 0, others]);
                    let is_plain = special >= b' ' && special != b'"' && special != b'\\';
                    assert_eq!(
                        plain_length(&bytes),
                        length + usize::from(is_plain),
                        "{special} behind {length} {others}"
                    );
                }
            }
        }
        assert_eq!((plain_length(b""), plain_length(b"a"), plain_length(b"12345678901")), (0, 1, 11));
    }
}
