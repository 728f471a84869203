//! FEN: a position as one line of text, read strictly and written in one way only.

use crate::board::Board;
use crate::board::formation;
use crate::board::kind::Kind;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::terrain;
use crate::board::unit::Unit;
use crate::rules::Strict;

/// The initial position of a game.
pub const START: &str =
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";

/// An error in a text, and the number of its first character, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The character, counted from 1.
    pub at: usize,
    /// The error message.
    pub why: String,
}

fn fault<T>(at: usize, why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { at: at + 1, why: why.into() })
}

/// Reads a position from a text.
pub fn read(text: &str) -> Result<Position, Fault> {
    let mut fields = Vec::new();
    let mut at = 0;
    for field in text.split(' ') {
        fields.push((at, field));
        at += field.chars().count() + 1;
    }
    let [placement, turn, dash, other_dash, half_moves, move_number] = fields.as_slice() else {
        return fault(0, format!("a FEN has 6 fields with a space between, not {}", fields.len()));
    };
    for (at, field) in [dash, other_dash] {
        if *field != "-" {
            return fault(*at, format!("the third and the fourth field are `-`, not `{}`", field.escape_debug()));
        }
    }
    Ok(Position {
        board: read_placement(placement.1)?,
        turn: read_turn(*turn)?,
        half_moves: read_number(*half_moves, "the half-move clock", 0)?,
        move_number: read_number(*move_number, "the move number", 1)?,
        deployment: None,
    })
}

/// Reads the first two fields of a FEN: the pieces and the side to move.
pub(crate) fn read_standing(text: &str) -> Result<(Board, Side), Fault> {
    match text.split_once(' ') {
        Some((placement, turn)) => Ok((read_placement(placement)?, read_turn((placement.chars().count() + 1, turn))?)),
        None => fault(0, "the pieces and the side to move are two fields with a space between"),
    }
}

fn read_turn((at, field): (usize, &str)) -> Result<Side, Fault> {
    match field {
        "r" => Ok(Side::Red),
        "b" => Ok(Side::Blue),
        other => fault(at, format!("the side to move is `r` or `b`, not `{}`", other.escape_debug())),
    }
}

fn read_number((at, field): (usize, &str), what: &str, least: u32) -> Result<u32, Fault> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    if digits && field.len() > 1 && field.starts_with('0') {
        let plain = field.trim_start_matches('0');
        let plain = if plain.is_empty() { "0" } else { plain };
        return fault(
            at,
            format!("{what} is written without leading zeros: `{plain}`, not `{}`", field.escape_debug()),
        );
    }
    match field.parse::<u32>() {
        Ok(number) if digits && number >= least => Ok(number),
        _ => fault(at, format!("{what} is a whole number from {least} on, not `{}`", field.escape_debug())),
    }
}

fn read_placement(text: &str) -> Result<Board, Fault> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 12 {
        return fault(0, format!("a board has 12 ranks with `/` between, not {}", ranks.len()));
    }
    let mut board = Board::default();
    let mut at = 0;
    for (rank, text) in (0..12).rev().zip(&ranks) {
        let letters = text.chars().collect();
        RankReader { letters, at: 0, start: at, rank, file: 0, board: &mut board }.read()?;
        at += text.chars().count() + 1;
    }
    Ok(board)
}

/// Reads one rank from left to right.
struct RankReader<'a> {
    letters: Vec<char>,
    at: usize,
    /// Where the rank begins in the whole text.
    start: usize,
    rank: u8,
    file: u8,
    board: &'a mut Board,
}

impl RankReader<'_> {
    fn read(mut self) -> Result<(), Fault> {
        let mut after_count = false;
        while let Some(letter) = self.peek() {
            if letter.is_ascii_digit() {
                if after_count {
                    return self.fault("two counts in a row; write their sum".to_owned());
                }
                self.read_count()?;
            } else {
                self.read_pieces()?;
            }
            after_count = letter.is_ascii_digit();
        }
        if self.file != 11 {
            let (rank, width) = (self.rank + 1, self.file);
            return self.fault(format!("rank {rank} is {width} squares wide instead of 11"));
        }
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn fault<T>(&self, why: String) -> Result<T, Fault> {
        fault(self.start + self.at, why)
    }

    /// Reads a number of empty squares. A `1` may be followed by a second digit: 10 and 11 are counts.
    fn read_count(&mut self) -> Result<(), Fault> {
        let digits: String = self.letters[self.at..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
        let wide = digits.starts_with('1') && digits.len() > 1;
        let count = digits.get(..if wide { 2 } else { 1 }).unwrap_or("0");
        match count.parse::<u8>() {
            Ok(squares) if (1..=11).contains(&squares) && self.file + squares <= 11 => {
                self.file += squares;
                self.at += count.len();
                Ok(())
            }
            Ok(squares) if (1..=11).contains(&squares) => {
                let rank = self.rank + 1;
                self.fault(format!("rank {rank} is wider than 11 squares"))
            }
            _ => self.fault(format!("`{count}` is no count of empty squares; write 1 to 11")),
        }
    }

    fn read_pieces(&mut self) -> Result<(), Fault> {
        let begin = self.at;
        let Some(square) = Square::new(self.file, self.rank) else {
            let rank = self.rank + 1;
            return self.fault(format!("rank {rank} is wider than 11 squares"));
        };
        let (units, side) = if self.peek() == Some('(') { self.read_stack()? } else { self.read_single()? };
        let placed = place(self.board, square, &units, side);
        self.file += 1;
        placed.or_else(|why| fault(self.start + begin, why))
    }

    fn read_single(&mut self) -> Result<(Vec<Unit>, Side), Fault> {
        let (unit, side) = self.read_unit()?;
        Ok((vec![unit], side))
    }

    fn read_stack(&mut self) -> Result<(Vec<Unit>, Side), Fault> {
        self.at += 1;
        let mut units = Vec::new();
        let mut stack_side = None;
        while self.peek() != Some(')') {
            if self.peek().is_none() {
                return self.fault("this stack has no `)`".to_owned());
            }
            let (unit, side) = self.read_unit()?;
            if *stack_side.get_or_insert(side) != side {
                return self.fault("a stack has pieces of one side only".to_owned());
            }
            units.push(unit);
        }
        self.at += 1;
        match stack_side {
            Some(side) if units.len() > 1 => Ok((units, side)),
            _ => self.fault("a stack has two or three pieces".to_owned()),
        }
    }

    fn read_unit(&mut self) -> Result<(Unit, Side), Fault> {
        let heroic = self.peek() == Some('+');
        if heroic {
            self.at += 1;
        }
        let letter = self.peek();
        let Some((letter, kind)) = letter.and_then(|letter| Some((letter, Kind::by_letter(letter)?))) else {
            return match letter {
                Some(letter) if heroic => self.fault(format!("a piece follows `+`, not `{}`", letter.escape_debug())),
                Some(letter) => {
                    self.fault(format!("`{}` is no piece; pieces are C I E G M T A S F N H", letter.escape_debug()))
                }
                None if heroic => self.fault("a piece follows `+`".to_owned()),
                None => self.fault("a piece is missing".to_owned()),
            };
        };
        self.at += 1;
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Blue };
        Ok((Unit { kind, heroic }, side))
    }
}

/// Puts pieces on an empty square, if the rules let them stand there together.
pub fn place(board: &mut Board, square: Square, units: &[Unit], side: Side) -> Result<(), String> {
    let letters: String = units.iter().map(|unit| unit.text()).collect();
    let Some(stack) = formation::arrange(&Strict, units, side) else {
        return Err(format!("`{letters}` form no stack"));
    };
    if !terrain::stack_may_stand(&Strict, stack, square) {
        let ground = if terrain::may_stand(&Strict, Kind::Navy, square) { "water" } else { "land" };
        return Err(format!("{} may not stand on {square}, which is {ground}", stack.notation()));
    }
    if stack.has(Kind::Commander) && board.commander(side).is_some() {
        return Err(format!("a second commander of {}", side.name()));
    }
    board.set(square, stack);
    Ok(())
}

/// The first field of a FEN.
pub fn placement(board: &Board) -> String {
    let mut text = String::with_capacity(128);
    for rank in (0..12).rev() {
        if !text.is_empty() {
            text.push('/');
        }
        let mut empty = 0;
        for square in (0..11).filter_map(|file| Square::new(file, rank)) {
            let stack = board.at(square);
            if stack.is_none() {
                empty += 1;
                continue;
            }
            write_count(&mut text, &mut empty);
            text.push_str(&stack.text());
        }
        write_count(&mut text, &mut empty);
    }
    text
}

fn write_count(text: &mut String, empty: &mut u8) {
    if *empty >= 10 {
        text.push('1');
    }
    if *empty > 0 {
        text.push(char::from(b'0' + *empty % 10));
    }
    *empty = 0;
}

/// A position as a text.
pub fn write(position: &Position) -> String {
    write_after(&placement(&position.board), position)
}

/// A position as a text, with its first field as [`placement`] writes it.
pub(crate) fn write_after(placement: &str, position: &Position) -> String {
    let Position { turn, half_moves, move_number, .. } = position;
    format!("{placement} {} - - {half_moves} {move_number}", letter(*turn))
}

/// The second field of a FEN.
pub(crate) fn letter(turn: Side) -> char {
    if turn == Side::Red { 'r' } else { 'b' }
}

/// Text for a stack of pieces such as `T` or `(+ti)`, for positions given square by square.
pub fn read_stack(text: &str) -> Result<(Vec<Unit>, Side), Fault> {
    let mut board = Board::default();
    let letters: Vec<char> = text.chars().collect();
    let mut reader = RankReader { letters, at: 0, start: 0, rank: 0, file: 0, board: &mut board };
    let read = if reader.peek() == Some('(') { reader.read_stack()? } else { reader.read_single()? };
    match reader.peek() {
        Some(letter) => reader.fault(format!("`{}` is too much", letter.escape_debug())),
        None => Ok(read),
    }
}
