//! A hash of a suite, which changes when a rule or a scenario changes.

use crate::base::hash;
use crate::suite::Suite;
use truthsayer_protocol::Data;

/// Returns the hash. Results can be merged only if their hashes are equal.
pub fn of(suite: &Suite) -> String {
    let mut prints = Vec::new();
    for file in suite.book.files() {
        prints.push(hash::of(&[&file.name, &file.source.text]));
    }
    for scenario in suite.scenarios.iter().chain(&suite.drafts) {
        // The task contains fixtures and table rows; the claims are only in the file.
        let task = scenario.task(&[]);
        let (given, when) = (task.given.to_string(), Data::from(task.when).to_string());
        prints.push(hash::of(&[&scenario.id, &scenario.place.file.text, &given, &when]));
    }
    for rule in &suite.catalog {
        let lines = rule.rows.iter().map(|row| format!("{:?} {:?}", row.address, row.quote)).collect::<String>();
        let thin = rule.thin.iter().map(|thin| format!("{} {:?}", thin.clause, thin.reason)).collect::<String>();
        prints.push(hash::of(&[&rule.game, &rule.number.to_string(), &rule.title, &rule.category, &lines, &thin]));
    }
    for exclusion in &suite.exclusions {
        prints.push(hash::of(&[&format!("{:?}", exclusion.clauses), &exclusion.reason]));
    }
    hash::of(&prints.iter().map(String::as_str).collect::<Vec<_>>())
}
