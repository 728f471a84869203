//! Commander Chess (CoTuLenh): positions, FEN, SAN and LAN, legal steps and perft.
//!
//! It is a library, and an engine for the Truthsayer oracle ([`Cotulenh`]).
//!
//! The modules form a line, and each uses only those to its left: [`rules`] (which clauses apply) → [`board`] (pieces,
//! squares, positions) → [`moves`] (legal steps) → [`notation`] (FEN, SAN, LAN) → `game` (a game in play, with its log
//! and undo) → `adapter` (the protocol).
//!
//! ```
//! use truthsayer_cotulenh::board::position::Position;
//! use truthsayer_cotulenh::rules::Strict;
//! use truthsayer_cotulenh::notation;
//! use truthsayer_cotulenh::notation::fen;
//!
//! let mut position = Position::start();
//! assert_eq!(fen::write(&position), fen::START);
//!
//! let steps = position.legal_steps();
//! let texts: Vec<String> = steps.iter().map(|step| notation::san(&Strict, *step, &steps)).collect();
//! assert_eq!(texts.len(), 116);
//! assert!(texts.contains(&"Ic6".to_owned()));
//!
//! let step = position.find_step("Ic6").expect("it is legal");
//! assert_eq!(notation::lan(&Strict, step), "Ic5c6");
//! position.play(step);
//! assert_eq!(
//!     fen::write(&position),
//!     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1",
//! );
//!
//! assert_eq!(Position::start().perft(2), 13_460);
//!
//! // An invalid position is reported with the place of the mistake.
//! assert_eq!(fen::read("6c4/1n2fh1hf2 r - - 0 1").map_err(|fault| fault.at), Err(1));
//! ```
//!
//! Most functions of [`moves`] and [`notation`] take the [`rules::Rules`] that apply. A player passes
//! [`rules::Strict`], which compiles the questions about clauses away. A loop that plays and takes back millions of steps
//! uses [`Position::make`](board::position::Position::make), [`Position::unmake`](board::position::Position::unmake) and
//! [`moves::legal`], which reuse their lists.
//!
//! Modules that are not shown here may change at any time.

#![warn(missing_docs)]

mod adapter;
pub mod board;
#[doc(hidden)]
pub mod game;
pub mod moves;
pub mod notation;
pub mod rules;

pub use adapter::Cotulenh;
pub use adapter::ThriftyCotulenh;
pub use adapter::profile;
pub use adapter::readings;
pub use adapter::vocabulary::vocabulary;

/// The examples of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
