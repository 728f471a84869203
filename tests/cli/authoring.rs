//! Commands for authors: init, new, watch, review, bless, the language server.

pub(crate) mod bless;
pub(crate) mod drafts;
pub(crate) mod init;
#[cfg(target_os = "linux")]
pub(crate) mod interactive;
pub(crate) mod list;
#[cfg(unix)]
pub(crate) mod lsp;
#[cfg(unix)]
pub(crate) mod moved_source;
pub(crate) mod new;
pub(crate) mod own_game;
pub(crate) mod review;
pub(crate) mod rulings;
#[cfg(unix)]
pub(crate) mod watch;
