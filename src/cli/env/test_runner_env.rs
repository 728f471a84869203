//! Shard and filter from the environment of a test runner.
//!
//! Bazel sets `TEST_SHARD_INDEX` (from 0), `TEST_TOTAL_SHARDS`, `TEST_SHARD_STATUS_FILE` and `TESTBRIDGE_TEST_ONLY`;
//! GitLab sets `CI_NODE_INDEX` (from 1) and `CI_NODE_TOTAL`.

use std::path::PathBuf;

use crate::cli::cli_error::CliError;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::suite::shard::Shard;
use truthsayer_protocol::text;

#[derive(Debug, Clone, Default)]
pub struct Runner {
    /// The shard to run.
    pub shard: Option<Shard>,
    /// File to create, which shows the runner that sharding is supported.
    pub status_file: Option<PathBuf>,
    /// A filter of scenarios.
    pub only: Option<String>,
}

impl Runner {
    /// Reads the environment. Fails on invalid variables.
    pub(crate) fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Runner, String> {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let part = |index: &str, total: &str, first: usize| -> Result<Option<Shard>, String> {
            let (Some(at), Some(of)) = (said(index), said(total)) else { return Ok(None) };
            let number = |name: &str, text: &str| {
                text.parse::<usize>().map_err(|_| {
                    let text = text::spelled_out(text);
                    format!("`{name}={text}` is not a number; test runners set it to select a shard")
                })
            };
            let (at, of) = (number(index, &at)?, number(total, &of)?);
            let shard = Shard::new(at.saturating_add(1).saturating_sub(first), of);
            shard.map(Some).map_err(|why| format!("`{index}={at}` and `{total}={of}`: {why}"))
        };
        let bazel = part("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0)?;
        let shard = if bazel.is_some() { bazel } else { part("CI_NODE_INDEX", "CI_NODE_TOTAL", 1)? };
        let status_file = said("TEST_SHARD_STATUS_FILE").map(PathBuf::from);
        let only = said("TESTBRIDGE_TEST_ONLY");
        if let Some(odd) = only.as_ref().filter(|only| !text::is_harmless(only)) {
            let odd = text::spelled_out(odd);
            return Err(format!("`TESTBRIDGE_TEST_ONLY={odd}` contains invisible characters"));
        }
        Ok(Runner { shard, status_file, only })
    }

    /// The shard to run. The command line takes precedence over the runner.
    pub(crate) fn shard(&self, typed: Option<Shard>) -> Result<Option<Shard>, CliError> {
        if let Some(path) = &self.status_file {
            let path_shown = || path.display().to_string();
            // Only its existence matters, so existing content stays.
            atomic_write::append(path, |_| String::new())
                .map_err(|error| CliError::Write { path: path_shown(), error })?;
        }
        Ok(typed.or(self.shard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Option<Shard>, String> {
        let find = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        Runner::from_environment(find).map(|runner| runner.shard)
    }

    #[test]
    fn runners_count_from_nought_or_from_one() {
        let second = Ok(Some(Shard { number: 2, of: 3 }));
        assert_eq!(read(&[("TEST_SHARD_INDEX", "1"), ("TEST_TOTAL_SHARDS", "3")]), second);
        assert_eq!(read(&[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "3")]), second);
        assert_eq!(read(&[("CI_NODE_TOTAL", "1")]), Ok(None));
        assert_eq!(read(&[("TEST_TOTAL_SHARDS", "")]), Ok(None));
        for bad in [("3", "3"), ("x", "3"), ("0", "0"), ("18446744073709551615", "3"), ("\u{1b}[31m", "3")] {
            let why = read(&[("TEST_SHARD_INDEX", bad.0), ("TEST_TOTAL_SHARDS", bad.1)]).expect_err(bad.0);
            assert!(text::is_one_line(&why), "{why:?}");
        }
    }
}
