//! The print of a suite: a short text that changes when a rule or a scenario does.

use crate::oracle::fingerprint;
use crate::oracle::suite::Suite;
use crate::protocol::Data;

/// Results are put together only where they were made of the same rules and scenarios.
pub(crate) fn of(suite: &Suite) -> String {
    let mut prints = Vec::new();
    for file in suite.book.files() {
        prints.push(fingerprint::of(&[&file.name, &file.source.text]));
    }
    for scenario in suite.scenarios.iter().chain(&suite.drafts) {
        // Fixtures and rows of examples are in the task; what the claims say is in the file.
        let task = scenario.task(&[]);
        let (given, when) = (task.given.to_string(), Data::from(task.when).to_string());
        prints.push(fingerprint::of(&[&scenario.id, &scenario.place.file.text, &given, &when]));
    }
    for rule in &suite.catalog {
        let lines = rule.rows.iter().map(|row| format!("{:?} {:?}", row.address, row.quote)).collect::<String>();
        prints.push(fingerprint::of(&[&rule.game, &rule.number.to_string(), &rule.title, &rule.category, &lines]));
    }
    for exclusion in &suite.exclusions {
        prints.push(fingerprint::of(&[&format!("{:?}", exclusion.clauses), &exclusion.reason]));
    }
    fingerprint::of(&prints.iter().map(String::as_str).collect::<Vec<_>>())
}
