//! The catalog of a game without a catalog file: each line is a rule, so reports and coverage are never empty.

use crate::rulebook::Rulebook;
use crate::rulebook::address::Lines;
use crate::rulebook::catalog::CatalogRule;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use truthsayer_protocol::text;

/// Number of words in the title of a rule without a name.
const TITLE_WORDS: usize = 8;

/// Returns the rule lines of a game as catalog rules, numbered in document order, each with its heading as category.
pub(crate) fn rules(game: &str, book: &Rulebook) -> Vec<CatalogRule> {
    let mut rules = Vec::new();
    for file in book.files().filter(|file| file.game() == game) {
        let headings = headings(file);
        for line in file.lines() {
            let above = headings.partition_point(|(number, _)| *number < line.number);
            let category = above.checked_sub(1).map_or(game, |at| headings[at].1.as_str());
            rules.push(CatalogRule {
                game: game.to_owned(),
                number: rules.len() + 1,
                title: title(line),
                category: category.to_owned(),
                lines: vec![Lines::one(&file.name, line.number)],
                related: Vec::new(),
                rows: Vec::new(),
                thin: Vec::new(),
            });
        }
    }
    rules
}

/// Returns the headings of a file with their lines.
fn headings(file: &RuleFile) -> Vec<(usize, String)> {
    let lines = (1..).zip(file.source.lines()).filter(|(number, text)| {
        let level = text.chars().take_while(|c| *c == '#').count();
        (1..=6).contains(&level) && text[level..].starts_with(' ') && file.line(*number).is_none()
    });
    let named = lines.map(|(number, text)| (number, text::one_line(text.trim_matches(['#', ' ']))));
    named.filter(|(_, name)| !name.is_empty()).collect()
}

fn title(line: &RuleLine) -> String {
    if let Some(name) = &line.name {
        return text::one_line(name);
    }
    let words: Vec<&str> = line.text.split_whitespace().collect();
    let more = if words.len() > TITLE_WORDS { " …" } else { "" };
    text::one_line(&format!("{}{more}", words[..words.len().min(TITLE_WORDS)].join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;

    #[test]
    fn each_rule_line_is_a_rule_under_its_heading() {
        let mut book = Rulebook::default();
        let text = "One of nine words that say nothing much really.\n# Play\n## The turn\nROLL: Roll.\n##\nPass.\n";
        book.add("g/r.md", SourceFile::new("rules/g/r.md", text));
        book.add("h/r.md", SourceFile::new("rules/h/r.md", "Another game.\n"));
        let found = rules("g", &book);
        let shown: Vec<_> =
            found.iter().map(|rule| (rule.number, rule.title.as_str(), rule.category.as_str())).collect();
        let first = "One of nine words that say nothing much …";
        assert_eq!(shown, [(1, first, "g"), (2, "ROLL", "The turn"), (3, "Pass.", "The turn")]);
        assert_eq!(found[1].lines[0].to_string(), "g/r.md:4");
    }
}
