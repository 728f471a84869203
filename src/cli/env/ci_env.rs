//! The CI service, detected from environment variables: GitHub, GitLab or Bazel.

use std::path::Path;
use std::path::PathBuf;

#[derive(Debug, Clone, Default)]
pub struct Services {
    /// Whether this is GitHub Actions, which reads commands from stdout.
    pub on_github: bool,
    /// File for the GitHub step summary.
    pub step_summary: Option<PathBuf>,
    /// File for the JUnit results of a Bazel test.
    pub xml_output_file: Option<PathBuf>,
    /// Folder of the repository checkout.
    repository: Option<PathBuf>,
}

impl Services {
    pub(crate) fn from_process() -> Services {
        let said = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let on_github = said("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let repository = if on_github { said("GITHUB_WORKSPACE") } else { said("CI_PROJECT_DIR") };
        Services {
            on_github,
            step_summary: said("GITHUB_STEP_SUMMARY").filter(|_| on_github).map(PathBuf::from),
            xml_output_file: said("XML_OUTPUT_FILE").map(PathBuf::from),
            repository: repository.map(PathBuf::from),
        }
    }

    /// Path from the repository to a folder in it: empty, or with a slash at its end.
    pub(crate) fn prefix(&self, folder: &Path) -> String {
        let below = || {
            let (repository, folder) = (self.repository.as_ref()?.canonicalize().ok()?, folder.canonicalize().ok()?);
            Some(folder.strip_prefix(repository).ok()?.to_str()?.replace(std::path::MAIN_SEPARATOR, "/"))
        };
        match below() {
            Some(path) if !path.is_empty() => format!("{path}/"),
            _ => String::new(),
        }
    }
}
