//! How an engine is started: the command, where, and how long it may take.

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;

use process_wrap::std::CommandWrap;

use super::strays;
use crate::protocol::text;

/// A command as the project file or the command line names it. It is run as it is, without a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    pub command: Vec<String>,
    pub folder: PathBuf,
    pub environment: BTreeMap<String, String>,
    /// For each answer.
    pub timeout: Duration,
    /// For the first word.
    pub startup: Duration,
}

/// How a project names this very program: `command: [truthsayer, engine, replay, …]`.
const OWN_NAME: &str = "truthsayer";

impl Launch {
    /// How long an engine may take for an answer where nobody says.
    pub const TIMEOUT: Duration = Duration::from_secs(5);
    /// Interpreters and virtual machines take their time to wake up.
    pub const STARTUP: Duration = Duration::from_secs(10);

    /// The command as it is shown and written: the program and the files among its arguments. It names no folder of this
    /// machine, and no other argument, which may be secret.
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

    /// The command in a process group of its own, so that it can be stopped with everything it starts.
    pub(super) fn grouped(&self, mark: &str) -> Option<CommandWrap> {
        let (program, arguments) = self.command.split_first()?;
        // Whether a relative program is looked for here or there differs between systems; so it is said.
        let relative = program.contains('/') && !program.starts_with('/');
        let program = match program.as_str() {
            // Recorded engines are played back by whoever plays, wherever that is installed.
            OWN_NAME => std::env::current_exe().unwrap_or_else(|_| PathBuf::from(program)),
            _ if relative => self.folder.join(program),
            _ => PathBuf::from(program),
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder).envs(&self.environment).env(strays::VARIABLE, mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut wrapped = CommandWrap::from(command);
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        Some(wrapped)
    }
}
