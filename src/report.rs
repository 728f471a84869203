//! Reports: text, Markdown, HTML and machine formats. They render findings and never decide a verdict or a grade.

pub mod machine;
pub mod markdown;
pub(crate) mod page;
pub mod terminal;
pub mod text;
pub mod tui;
