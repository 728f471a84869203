//! Commands that the program suggests: quoted for a shell, with the options of this call, and none that is refused here.

use std::sync::OnceLock;

/// How the program was called, as far as the commands that it suggests repeat it. The default suggests commands that depend
/// on no call, for documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    /// `--project DIR`, if given.
    pub project: Option<String>,
    /// The options that choose the engine, as words: `--engine`, `mine`.
    pub playing: Vec<String>,
    /// With CI set, every command that accepts or writes something is refused.
    pub in_ci: bool,
}

static THIS_CALL: OnceLock<Call> = OnceLock::new();

/// Says how the program was called. Only the first time counts.
pub(crate) fn set(call: Call) {
    THIS_CALL.get_or_init(|| call);
}

/// How the program was called.
pub(crate) fn this_call() -> &'static Call {
    THIS_CALL.get_or_init(Call::default)
}

impl Call {
    /// A command that starts no engine, or the one of the project file.
    pub(crate) fn reads(&self, words: &[&str]) -> String {
        let project = self.project.iter().flat_map(|folder| ["--project", folder]);
        command(words.iter().copied().chain(project))
    }

    /// The command that writes a scenario for a clause; with CI set it prints it.
    pub(crate) fn new_scenario(&self, clause: &str) -> String {
        let to_stdout = if self.in_ci { ["--stdout"].as_slice() } else { &[] };
        self.reads(&[&["new", clause], to_stdout].concat())
    }

    /// The command that looks for a play in which a switch matters, on the engine of the project file.
    pub(crate) fn hunt(&self, switch: &str, game: Option<&str>) -> String {
        let joined = format!("--switch={switch}");
        let switch = if switch.starts_with('-') { vec![joined.as_str()] } else { vec!["--switch", switch] };
        let game = game.into_iter().flat_map(|game| ["--game", game]);
        self.reads(&["hunt"].into_iter().chain(switch).chain(game).collect::<Vec<_>>())
    }

    /// A command that plays: on the engine that plays now.
    pub(crate) fn plays(&self, words: &[&str]) -> String {
        let playing: Vec<&str> = words.iter().copied().chain(self.playing.iter().map(String::as_str)).collect();
        self.reads(&playing)
    }

    /// A command that writes and plays nothing; none with CI set.
    pub(crate) fn writes(&self, words: &[&str]) -> Option<String> {
        (!self.in_ci).then(|| self.reads(words))
    }

    /// A command that plays and accepts what came of it; none with CI set.
    pub(crate) fn accepts(&self, words: &[&str]) -> Option<String> {
        (!self.in_ci).then(|| self.plays(words))
    }
}

/// The command as it is typed: every word means itself in a shell.
fn command<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.fold("truthsayer".to_owned(), |line, word| format!("{line} {}", quoted(word)))
}

/// One word, as a shell takes it for that word.
pub(crate) fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no word of a file or a command line has one.
    shlex::try_quote(word).map_or_else(|_| String::new(), |word| word.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_itself_in_a_shell() {
        let words = ["explain", "a b", "it's", "$HOME", "x;y", "`id`", "a[1]", "--switch=-x", "größe"];
        let line = Call::default().reads(&words);
        assert_eq!(shlex::split(&line).unwrap()[1..], words);
        assert!(line.starts_with("truthsayer explain 'a b' "), "{line}");
        assert_eq!(Call::default().reads(&["verify", "dune/duel/plain"]), "truthsayer verify dune/duel/plain");
    }

    #[test]
    fn a_command_repeats_the_call_and_is_left_out_where_it_would_be_refused() {
        let playing = ["--engine", "my engine"].map(str::to_owned).to_vec();
        let call = Call { project: Some("sub".to_owned()), playing, in_ci: false };
        assert_eq!(call.reads(&["lint"]), "truthsayer lint --project sub");
        assert_eq!(call.plays(&["verify"]), "truthsayer verify --engine 'my engine' --project sub");
        assert_eq!(call.accepts(&["bless"]).as_deref(), Some("truthsayer bless --engine 'my engine' --project sub"));
        let call = Call { in_ci: true, ..call };
        assert_eq!((call.writes(&["errata", "--fix"]), call.accepts(&["bless"])), (None, None));
    }
}
