//! Finds changed lines.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

/// The lines of each file that were added or changed since a commit.
pub struct Changed(HashMap<String, Vec<RangeInclusive<usize>>>);

impl Changed {
    pub fn since(commit: &str, checkout: &Path) -> Result<Changed, String> {
        let arguments = ["diff", "--merge-base", "--unified=0", "--no-ext-diff", "--no-color", commit, "--", "src"];
        let output = Command::new("git").current_dir(checkout).args(arguments).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(Changed::read(&String::from_utf8_lossy(&output.stdout)))
    }

    fn read(diff: &str) -> Changed {
        let mut changed: HashMap<String, Vec<RangeInclusive<usize>>> = HashMap::new();
        let mut file = "";
        for line in diff.lines() {
            if let Some(name) = line.strip_prefix("+++ b/") {
                file = name;
            }
            let stretch = line.strip_prefix("@@ ").and_then(|it| it.split('+').nth(1)?.split(' ').next());
            if let Some(stretch) = stretch {
                let (first, count) = stretch.split_once(',').unwrap_or((stretch, "1"));
                if let (Ok(first), Ok(count)) = (first.parse::<usize>(), count.parse::<usize>()) {
                    changed.entry(file.to_owned()).or_default().push(first..=(first + count).saturating_sub(1));
                }
            }
        }
        Changed(changed)
    }

    pub fn holds(&self, file: &str, line: usize) -> bool {
        self.0.get(file).is_some_and(|ranges| ranges.iter().any(|range| range.contains(&line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_added_are_known_by_their_numbers() {
        let changed = Changed::read("--- a/src/x.rs\n+++ b/src/x.rs\n@@ -3,2 +5 @@ fn a()\n+x\n@@ -9,0 +11,3 @@\n+y\n");
        let held: Vec<usize> = (0..20).filter(|line| changed.holds("src/x.rs", *line)).collect();
        assert_eq!(held, [5, 11, 12, 13]);
        assert!(!changed.holds("src/y.rs", 5));
    }
}
