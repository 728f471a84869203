//! The HTML report: the rulebook with each clause coloured by its grade, and the evidence of a clause on request.
//!
//! One self-contained file with style, script and data; it loads nothing else.

pub(crate) mod compared;
pub(crate) mod evidence;
pub(crate) mod header;
pub(crate) mod legend;
pub(crate) mod markup;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use serde::Serialize;

use crate::report::text::escape::html as escape;
use truthsayer_oracle::compare::comparison::run_pair::RunPair;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::rulebook::rule_file::LayoutItem;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::text;

const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");
const SEARCHING: &str = include_str!("page/searching.js");
const STEPPING: &str = include_str!("page/stepping.js");
const COMPARED: &str = include_str!("page/compared.js");

/// The HTML report of a run, compared with other runs if there are any.
pub(crate) fn write(findings: &Findings<'_>, beside: &[RunPair]) -> String {
    let differing = compared::differing(beside);
    let files = header::files(findings).into_iter();
    let rulebook: String = files.map(|file| rule_file(file, findings, &differing)).collect();
    fill(
        FRAME,
        &[
            ("style", STYLE),
            ("project", &header::project(findings)),
            ("verdict", &header::verdict(findings)),
            ("problems", &header::problems(findings)),
            ("compared", &compared::section(findings, beside, &differing)),
            ("legend", &legend::list(findings)),
            ("exclusions", &header::exclusions(findings)),
            ("weak", &header::weak_evidence(findings)),
            ("contents", &header::contents(findings)),
            ("grades", &grade_filters(findings)),
            ("games", &options(header::games(findings).into_iter())),
            ("categories", &options(categories(findings).into_iter())),
            ("rulebook", &rulebook),
            ("script", SCRIPT),
            ("searching", SEARCHING),
            ("stepping", STEPPING),
            ("comparing", COMPARED),
            ("differs", &compared::filter(beside, &differing)),
            ("data", &embedded(evidence::data(findings, beside))),
        ],
    )
}

/// Fills the placeholders in one pass, so that a placeholder inside a part is not filled.
fn fill(frame: &str, parts: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(frame.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text));
        rest = after;
    }
    page + rest
}

/// Data inside a script element. Without `<` nothing can end the element; hidden characters are removed.
fn embedded(data: impl Serialize) -> String {
    // All keys are strings, so writing cannot fail.
    let text = serde_json::to_string(&data).unwrap_or_default();
    drop(data);
    text::harmless(&text).replace('<', "\\u003c")
}

fn options<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("<option>{}</option>", escape(name))).collect()
}

fn categories<'a>(findings: &'a Findings<'_>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for rule in &findings.suite.catalog {
        if !names.contains(&rule.category.as_str()) {
            names.push(&rule.category);
        }
    }
    names
}

fn grade_filters(findings: &Findings<'_>) -> String {
    let filter = |grade: Grade| {
        let (name, mark, number) = (grade.name(), grade.mark(), findings.coverage.count(grade));
        // A grade without clauses is shown in a weaker colour.
        let quiet = if number == 0 { " quiet" } else { "" };
        format!(
            "<label class=\"chip g-{name}{quiet}\" title=\"{}\"><input type=\"checkbox\" name=\"grade\" value=\"{name}\" checked> \
             <span aria-hidden=\"true\">{mark}</span> {name} <b>{number}</b></label>\n",
            legend::meaning(grade)
        )
    };
    findings.coverage.grades().map(filter).collect()
}

/// The deepest list that is indented further than the one around it.
const DEEPEST: usize = 6;

/// One rule file with its headings. Every rule is a paragraph of clauses.
fn rule_file(file: &RuleFile, findings: &Findings<'_>, differing: &BTreeSet<String>) -> String {
    let mut text = format!(
        "<section class=\"file\" data-game=\"{}\"><h2 id=\"{name}\">{name}</h2>\n",
        escape(file.game()),
        name = escape(&file.name)
    );
    for item in &file.items {
        match item {
            LayoutItem::Heading(at) => {
                let heading = file.headings.get(*at).map_or("", |heading| heading.text.as_str());
                let _ = writeln!(text, "<h3>{}</h3>", escape(heading));
            }
            LayoutItem::Rule(at) => {
                let rule = file.rule(*at).map(|rule| rule_line(file, rule, findings, differing));
                text.push_str(&rule.unwrap_or_default());
            }
            LayoutItem::TableHead(cells) => {
                let cells: String =
                    cells.iter().map(|cell| format!("<b class=\"cell\">{}</b>", escape(cell))).collect();
                let _ = writeln!(text, "<p class=\"beside row\"><span class=\"cell\"></span>{cells}</p>");
            }
            LayoutItem::Code(code) => {
                let _ = writeln!(text, "<pre class=\"beside\">{}</pre>", escape(code));
            }
            LayoutItem::Ruler => text.push_str("<hr>\n"),
        }
    }
    text + "</section>\n"
}

/// The words of a clause as they are laid out: the cells of a table row, or the words without the lead-in, which is
/// shown above.
fn clause_words(file: &RuleFile, line: &RuleLine, clause: usize) -> String {
    if !line.cells.is_empty() {
        let cell = |cell: &Range<usize>| format!("<span class=\"cell\">{}</span> ", escape(&line.text[cell.clone()]));
        return line.cells.iter().map(cell).collect();
    }
    let words = line.own_words(clause).unwrap_or("");
    // The text of a Markdown rulebook is rendered already.
    if file.is_markdown() { escape(words) } else { markup::rendered(words) }
}

/// The words of a rule that belong to none of its clauses: the lead-in of a list.
fn lead_words(line: &RuleLine) -> String {
    line.words_after_clauses()
        .map_or(String::new(), |words| format!("<span class=\"lead-in\">{}</span>", escape(words)))
}

/// A rule with its number, which links to its first clause, its name and its clauses.
fn rule_line(file: &RuleFile, line: &RuleLine, findings: &Findings<'_>, differing: &BTreeSet<String>) -> String {
    let mut entries = findings.coverage.within(&file.name, line.number, line.number).peekable();
    let number = match entries.peek() {
        Some(first) => format!("<a class=\"number\" href=\"#{}\">{}</a>", escape(&first.id.to_string()), line.number),
        None => format!("<span class=\"number\">{}</span>", line.number),
    };
    let row = if line.cells.is_empty() { "" } else { " row" };
    let class = if line.clause_count() == 0 { "beside" } else { "rule" };
    let mut text = format!("<p class=\"{class}{row} depth-{}\">{number} ", line.depth.min(DEEPEST));
    if let Some(marker) = &line.marker {
        let _ = write!(text, "<span class=\"marker\">{}</span> ", escape(marker));
    }
    if let Some(name) = &line.name {
        let _ = write!(text, "<span class=\"name\">{}</span> ", escape(name));
    }
    for entry in entries {
        let (grade, mark) = (entry.grade.name(), entry.grade.mark());
        let id = entry.id.to_string();
        let (differs, sign) = match differing.contains(&id) {
            true => (" data-differs=\"1\"", "<sup class=\"differs\" role=\"img\" aria-label=\"differs\">≠</sup>"),
            false => ("", ""),
        };
        let modality = findings.suite.book.modality(&entry.id).join(", ");
        let modality = (!modality.is_empty()).then(|| format!("Modality: {modality}"));
        let notes: Vec<String> =
            modality.into_iter().chain(entry.reason.as_ref().map(|reason| format!("Excluded: {reason}"))).collect();
        let title = match notes.is_empty() {
            true => String::new(),
            false => format!(" title=\"{}\"", escape(&notes.join(". "))),
        };
        let words = findings.suite.book.clause_text(&entry.id);
        let lead = words.strip_suffix(line.own_words(entry.id.clause).unwrap_or("")).unwrap_or("").trim_end();
        let lead = if lead.is_empty() { String::new() } else { format!(" data-lead=\"{}\"", escape(lead)) };
        let category = findings.suite.rule_of(&entry.id).map_or("", |rule| rule.category.as_str());
        let _ = write!(
            text,
            "<a class=\"clause g-{grade}\" href=\"#{id}\" id=\"{id}\" data-grade=\"{grade}\" data-category=\"{}\"{differs}{title}{lead}><span class=\"words\">{}</span>&#8288;<sup \
             role=\"img\" aria-label=\"{grade}\">{mark}</sup>{sign}</a> ",
            escape(category),
            clause_words(file, line, entry.id.clause),
            id = escape(&id),
        );
    }
    text + &lead_words(line) + "</p>\n"
}

#[cfg(test)]
mod contrast;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Data;

    #[test]
    fn a_placeholder_inside_a_part_is_not_filled() {
        let parts = [("rulebook", "{{data}} {{script}}"), ("data", "{{rulebook}}"), ("script", "run()")];
        let page = fill("<p>{{rulebook}}</p>{{script}}|{{data}}", &parts);
        assert_eq!(page, "<p>{{data}} {{script}}</p>run()|{{rulebook}}");
    }

    #[test]
    fn every_placeholder_of_the_frame_is_filled() {
        let names = [
            "style",
            "project",
            "verdict",
            "problems",
            "compared",
            "legend",
            "exclusions",
            "weak",
            "contents",
            "differs",
            "grades",
            "games",
            "categories",
            "rulebook",
            "script",
            "searching",
            "stepping",
            "comparing",
            "data",
        ];
        let places: Vec<&str> = FRAME.split("{{").skip(1).filter_map(|rest| Some(rest.split_once("}}")?.0)).collect();
        assert!(places.iter().all(|place| names.contains(place)), "{places:?}");
        assert!(names.iter().all(|name| places.contains(name)), "{places:?}");
    }

    #[test]
    fn a_script_in_the_data_stays_data() {
        let text = embedded(json!({"title": "</script><script>alert(1)</script>"}));
        assert!(!text.contains('<'), "{text}");
        assert_eq!(serde_json::from_str::<Data>(&text).unwrap()["title"], "</script><script>alert(1)</script>");
        assert_eq!(escape("<b a=\"x\">&"), "&lt;b a=&quot;x&quot;&gt;&amp;");
    }

    #[test]
    fn the_frame_asks_for_nothing_from_outside() {
        for part in [FRAME, STYLE, SCRIPT, SEARCHING, STEPPING, COMPARED] {
            for outside in ["http://", "https://", "//cdn", "@import", "fetch(", "XMLHttpRequest"] {
                assert!(!part.contains(outside), "{outside}");
            }
        }
    }
}
