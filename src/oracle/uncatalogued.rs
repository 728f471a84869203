//! A game without a catalog: each rule line is a rule of its own, so that documents and coverage are never empty.

use crate::oracle::address::Lines;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::text;

/// Of a rule line without a name, so much is its title.
const TITLE_WORDS: usize = 8;

/// The rule lines of a game as rules, numbered in the order of reading, each under the heading that it stands under.
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
            });
        }
    }
    rules
}

/// The headings of a file, each with its line.
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
    use crate::source::SourceFile;

    #[test]
    fn each_rule_line_is_a_rule_under_its_heading() {
        let mut book = Rulebook::default();
        let text = "One of nine words that say nothing much really.\n# Play\n## The turn\nROLL: Roll.\n##\nPass.\n";
        book.add("g/r.md", SourceFile::new("rules/g/r.md", text));
        book.add("h/r.md", SourceFile::new("rules/h/r.md", "Another game.\n"));
        let found = rules("g", &book);
        let told: Vec<_> =
            found.iter().map(|rule| (rule.number, rule.title.as_str(), rule.category.as_str())).collect();
        let first = "One of nine words that say nothing much …";
        assert_eq!(told, [(1, first, "g"), (2, "ROLL", "The turn"), (3, "Pass.", "The turn")]);
        assert_eq!(found[1].lines[0].to_string(), "g/r.md:4");
    }
}
