//! The catalog of a game without a catalog file: each line is a rule, so reports and coverage are never empty.

use crate::rulebook::Rulebook;
use crate::rulebook::address::Lines;
use crate::rulebook::catalog::CatalogRule;
use crate::rulebook::rule_file::Heading;
use crate::rulebook::rule_line::RuleLine;
use crate::rulebook::rule_number::RuleNumber;
use truthsayer_protocol::text;

/// Number of words in the title of a rule without a name.
const TITLE_WORDS: usize = 8;

/// Returns the rule lines of a game as catalog rules, numbered in document order, each with its heading as category.
pub(crate) fn rules(game: &str, book: &Rulebook) -> Vec<CatalogRule> {
    let mut rules = Vec::new();
    for file in book.files().filter(|file| file.game() == game) {
        let headings: Vec<&Heading> = file.headings.iter().filter(|heading| !heading.text.is_empty()).collect();
        for line in file.lines().filter(|line| line.clause_count() > 0) {
            let above = headings.partition_point(|heading| heading.line < line.number);
            let category = above.checked_sub(1).map_or(game, |at| headings[at].text.as_str());
            rules.push(CatalogRule {
                game: game.to_owned(),
                number: RuleNumber::Number(rules.len() + 1),
                title: title(line),
                category: text::one_line(category),
                lines: vec![Lines::one(&file.name, line.number)],
                related: Vec::new(),
                rows: Vec::new(),
                thin: Vec::new(),
            });
        }
    }
    rules
}

fn title(line: &RuleLine) -> String {
    if let Some(name) = &line.name {
        return text::one_line(name);
    }
    let words: Vec<&str> = line.own_text().split_whitespace().collect();
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
            found.iter().map(|rule| (rule.number.to_string(), rule.title.as_str(), rule.category.as_str())).collect();
        let first = "One of nine words that say nothing much …";
        assert_eq!(
            shown,
            [("1".into(), first, "g"), ("2".into(), "ROLL", "The turn"), ("3".into(), "Pass.", "The turn")]
        );
        assert_eq!(found[1].lines[0].to_string(), "g/r.md:4");
    }
}
