//! The document of `review --list`.

use schemars::JsonSchema;
use serde::Serialize;

use truthsayer_oracle::review::DiffLine;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::review::RuleText;
use truthsayer_oracle::rulebook::history::word_diff::Word;
use truthsayer_protocol::Data;

/// Something that needs a decision
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewItem {
    /// The changes, one line each; removed lines start with -, added ones with +
    pub diff: Vec<String>,
    /// The set-up of the scenario
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Data>,
    /// For `--diff`, `--accept` and `--reject`
    pub id: String,
    #[schemars(extend("enum" = ["no golden", "drifts", "golden unreadable", "stale", "draft"]))]
    pub kind: String,
    /// The cited rules
    pub rules: Vec<ReviewedRule>,
    pub title: String,
    /// The steps of the scenario
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Data>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewedRule {
    pub address: String,
    pub text: String,
}

pub(crate) fn of(items: &[Item]) -> Vec<ReviewItem> {
    let rule = |rule: &RuleText| ReviewedRule {
        address: rule.address.clone(),
        text: rule.parts.iter().map(|(part, _)| part.as_str()).collect(),
    };
    let item = |item: &Item| {
        let written = |key: &str| item.script.iter().find(|(own, _)| own == key).map(|(_, data)| data.clone());
        ReviewItem {
            diff: item.diff.iter().map(diff_text).collect(),
            given: written("given"),
            id: item.id.clone(),
            kind: item.matter.name().to_owned(),
            rules: item.rules.iter().map(rule).collect(),
            title: item.title.clone(),
            when: written("when"),
        }
    };
    items.iter().map(item).collect()
}

fn diff_text(line: &DiffLine) -> String {
    match line {
        DiffLine::Head(text) => text.clone(),
        DiffLine::Same(text) => format!("  {text}"),
        DiffLine::Gone(text) => format!("- {text}"),
        DiffLine::New(text) => format!("+ {text}"),
        DiffLine::Words(words) => words.iter().map(word_text).collect::<Vec<_>>().join(" "),
    }
}

fn word_text(word: &Word) -> String {
    match word {
        Word::Both(word) => word.clone(),
        Word::Quoted(word) => format!("-{word}"),
        Word::Ruled(word) => format!("+{word}"),
    }
}
