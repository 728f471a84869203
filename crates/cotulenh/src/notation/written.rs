//! Reads a step written in SAN or LAN.

use crate::board::kind::Kind;
use crate::board::square::Square;

/// A step as written. It need not exist in the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The piece or stack as written, upper case with `+` and parentheses.
    pub group: String,
    /// The file of the origin, if written.
    pub file: Option<char>,
    /// The rank of the origin, if written.
    pub rank: Option<u8>,
    /// Whether `>` is written.
    pub deploys: bool,
    /// `x`, `_`, `@`, `&` or nothing.
    pub mark: Option<char>,
    /// The target.
    pub to: Square,
}

/// An error in a text, and the number of its first character, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The character, counted from 1.
    pub at: usize,
    /// The error message.
    pub why: String,
}

impl Written {
    /// Reads SAN or LAN.
    pub fn parse(text: &str) -> Result<Written, Unreadable> {
        let mut reader = Reader { letters: text.chars().collect(), at: 0 };
        let group = reader.group()?;
        let file = reader.take_if(|letter| letter.is_ascii_lowercase() && letter != 'x');
        let rank = reader.number();
        let deploys = reader.take_if(|letter| letter == '>').is_some();
        let mark = reader.take_if(|letter| "x_@&".contains(letter));
        if reader.letters.len() == reader.at && !deploys && mark.is_none() {
            return reader.target_alone(group, file, rank);
        }
        let to = reader.square()?;
        if reader.at < reader.letters.len() {
            return reader.fault("nothing follows the target square");
        }
        Ok(Written { group, file, rank: reader.rank(rank)?, deploys, mark, to })
    }

    /// The kind of the piece, or of the carrier of the stack.
    pub fn kind(&self) -> Option<Kind> {
        self.group.chars().find_map(Kind::by_letter)
    }

    /// Whether an origin fits what was written of it.
    pub fn allows(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file_letter()) && self.rank.is_none_or(|rank| rank == from.rank() + 1)
    }
}

struct Reader {
    letters: Vec<char>,
    at: usize,
}

impl Reader {
    fn fault<T>(&self, why: &str) -> Result<T, Unreadable> {
        Err(Unreadable { at: self.at + 1, why: why.to_owned() })
    }

    fn take_if(&mut self, fits: impl Fn(char) -> bool) -> Option<char> {
        let letter = self.letters.get(self.at).copied().filter(|letter| fits(*letter))?;
        self.at += 1;
        Some(letter)
    }

    fn group(&mut self) -> Result<String, Unreadable> {
        let begin = self.at;
        let stack = self.take_if(|letter| letter == '(').is_some();
        let mut pieces = 0;
        loop {
            self.take_if(|letter| letter == '+');
            if self.take_if(|letter| "CIEGMTASFNH".contains(letter)).is_none() {
                return self.fault(
                    "a step begins with its piece, in upper case: C I E G M T A S F N H, with `+` where heroic",
                );
            }
            pieces += 1;
            if !stack {
                break;
            }
            if self.take_if(|letter| letter == ')').is_some() {
                break;
            }
        }
        if stack && pieces < 2 {
            return self.fault("a stack has two or three pieces");
        }
        Ok(self.letters[begin..self.at].iter().collect())
    }

    /// At most two digits; longer numbers are not ranks.
    fn number(&mut self) -> Option<u16> {
        let mut number = None;
        while let Some(digit) = self.letters.get(self.at).and_then(|letter| letter.to_digit(10)) {
            let digit = u16::try_from(digit).ok()?;
            number = Some(number.unwrap_or(0u16).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        number
    }

    fn rank(&self, number: Option<u16>) -> Result<Option<u8>, Unreadable> {
        match number {
            None => Ok(None),
            Some(number) if (1..=12).contains(&number) => Ok(u8::try_from(number).ok()),
            Some(_) => self.fault("a rank is a number from 1 to 12"),
        }
    }

    fn square(&mut self) -> Result<Square, Unreadable> {
        let begin = self.at;
        let rest: String = self.letters[begin..].iter().collect();
        let digits = rest.chars().skip(1).take_while(char::is_ascii_digit).count();
        let text: String = rest.chars().take(1 + digits).collect();
        match Square::parse(&text) {
            Some(square) => {
                self.at += 1 + digits;
                Ok(square)
            }
            None if text.is_empty() => self.fault("the target square is missing"),
            None => self.fault(&format!("`{}` is no square of the board; squares are a1 to k12", text.escape_debug())),
        }
    }

    /// Reads `Te4`, in which the text that looked like an origin is the target.
    fn target_alone(&mut self, group: String, file: Option<char>, rank: Option<u16>) -> Result<Written, Unreadable> {
        let text =
            format!("{}{}", file.map(String::from).unwrap_or_default(), rank.map_or(String::new(), |n| n.to_string()));
        let begin = group.chars().count();
        match Square::parse(&text) {
            Some(to) => Ok(Written { group, file: None, rank: None, deploys: false, mark: None, to }),
            None if text.is_empty() => self.fault("the target square is missing"),
            None => {
                let why = format!("`{}` is no square of the board; squares are a1 to k12", text.escape_debug());
                Err(Unreadable { at: begin + 1, why })
            }
        }
    }
}
