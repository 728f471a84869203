//! The start of an engine: command, folder and time limits.

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;

use process_wrap::std::CommandWrap;

use super::orphan_cleanup;
use truthsayer_protocol::text;

/// A command from the project file or the command line. It runs without a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    pub command: Vec<String>,
    pub folder: PathBuf,
    pub environment: BTreeMap<String, String>,
    /// Time limit for each answer.
    pub timeout: Duration,
    /// Time limit for hello.
    pub startup: Duration,
}

/// The name of this program in a project file: `command: [truthsayer, engine, replay, …]`.
const OWN_NAME: &str = "truthsayer";

impl Launch {
    /// Default time limit for an answer.
    pub const TIMEOUT: Duration = Duration::from_secs(5);
    /// Default time limit for hello. Interpreters and virtual machines start slowly.
    pub const STARTUP: Duration = Duration::from_secs(10);

    /// A command with the usual limits, started in `folder`.
    pub fn command<W: Into<String>>(words: impl IntoIterator<Item = W>, folder: impl Into<PathBuf>) -> Launch {
        Launch {
            command: words.into_iter().map(Into::into).collect(),
            folder: folder.into(),
            environment: BTreeMap::new(),
            timeout: Launch::TIMEOUT,
            startup: Launch::STARTUP,
        }
    }

    /// Returns the command for messages: the program and the files among its arguments. It contains no folders of this
    /// machine and no other arguments, which may be secret.
    pub(crate) fn shown(&self) -> String {
        let name = |word: &String| match Path::new(word) {
            path if path.is_absolute() => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            _ => Some(word.clone()),
        };
        let is_file = |word: &&String| self.folder.join(word).is_file();
        let (program, arguments) = self.command.split_at(self.command.len().min(1));
        let words = program.iter().chain(arguments.iter().filter(is_file)).filter_map(name);
        text::one_line(&words.collect::<Vec<_>>().join(" "))
    }

    /// Returns the command in its own process group, so that it can be stopped with its children.
    pub(super) fn grouped(&self, mark: &str) -> Option<CommandWrap> {
        let (program, arguments) = self.command.split_first()?;
        // Systems search a relative program in different folders, so the path is made explicit.
        let relative = program.contains('/') && !program.starts_with('/');
        let program = match program.as_str() {
            // This program replays recordings from any install path.
            OWN_NAME => std::env::current_exe().unwrap_or_else(|_| PathBuf::from(program)),
            _ if relative => self.folder.join(program),
            _ => PathBuf::from(program),
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder).envs(&self.environment).env(orphan_cleanup::VARIABLE, mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut wrapped = CommandWrap::from(command);
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        Some(wrapped)
    }
}
