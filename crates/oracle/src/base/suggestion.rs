//! Commands that messages suggest: quoted for a shell, with the options of this call, and never refused in CI.

use std::sync::OnceLock;

/// The options of this call that suggested commands repeat. The default has no options; reports use it.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// `--project DIR`, if given.
    pub project: Option<String>,
    /// The options that choose the engine, such as `--engine`, `mine`.
    pub playing: Vec<String>,
    /// With CI set, commands that accept or write something are refused.
    pub in_ci: bool,
}

static THIS_CALL: OnceLock<Call> = OnceLock::new();

/// Sets the options of this call. Later calls have no effect.
pub fn set(call: Call) {
    THIS_CALL.get_or_init(|| call);
}

/// Returns the options of this call.
pub fn this_call() -> &'static Call {
    THIS_CALL.get_or_init(Call::default)
}

impl Call {
    /// Returns a command that starts no engine, or only the engine of the project file.
    pub fn reads(&self, words: &[&str]) -> String {
        let project = self.project.iter().flat_map(|folder| ["--project", folder]);
        command(words.iter().copied().chain(project))
    }

    /// Returns the command that writes a scenario for a clause. In CI the command prints it.
    pub fn new_scenario(&self, clause: &str) -> String {
        let to_stdout = if self.in_ci { ["--stdout"].as_slice() } else { &[] };
        self.reads(&[&["new", clause], to_stdout].concat())
    }

    /// Returns the command that searches for a scenario in which a switch matters, on the engine of the project file.
    pub fn hunt(&self, switch: &str, game: Option<&str>) -> String {
        let joined = format!("--switch={switch}");
        let switch = if switch.starts_with('-') { vec![joined.as_str()] } else { vec!["--switch", switch] };
        let game = game.into_iter().flat_map(|game| ["--game", game]);
        self.reads(&["hunt"].into_iter().chain(switch).chain(game).collect::<Vec<_>>())
    }

    /// Returns a command that runs scenarios on the engine of this call.
    pub fn plays(&self, words: &[&str]) -> String {
        let playing: Vec<&str> = words.iter().copied().chain(self.playing.iter().map(String::as_str)).collect();
        self.reads(&playing)
    }

    /// Returns a command that writes files and runs nothing; `None` in CI.
    pub fn writes(&self, words: &[&str]) -> Option<String> {
        (!self.in_ci).then(|| self.reads(words))
    }

    /// Returns a command that runs scenarios and accepts the results; `None` in CI.
    pub fn accepts(&self, words: &[&str]) -> Option<String> {
        (!self.in_ci).then(|| self.plays(words))
    }
}

/// Returns a command line with every word quoted for a shell.
fn command<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.fold("truthsayer".to_owned(), |line, word| format!("{line} {}", quoted(word)))
}

/// Quotes one word for a shell.
pub fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no word of a file or command line contains one.
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
