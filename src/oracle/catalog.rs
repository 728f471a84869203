//! The catalog of a game: its rules by number, title and category, each with the lines it stands on.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::claim;
use crate::oracle::corrected_rows;
use crate::oracle::disk;
use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::yaml::Node;
use crate::oracle::yaml::Value;
use crate::protocol::text;
use crate::source::Place;

/// One rule of a catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogRule {
    pub game: String,
    pub number: usize,
    pub title: String,
    pub category: String,
    pub lines: Vec<Lines>,
    pub related: Vec<Lines>,
    /// The addresses as they were written.
    pub rows: Vec<CatalogAddress>,
}

/// One address of a catalog rule, alone or with a quote.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogAddress {
    pub address: Address,
    pub quote: Option<String>,
    pub place: Place,
    /// It was written for the rulebook as it is now, and not for the reviewed one.
    pub is_current: bool,
}

/// The catalog of one game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalog {
    pub rules: Vec<CatalogRule>,
    pub outside: Outside,
}

/// What a catalog leaves out on purpose.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outside {
    pub game: String,
    pub lines: Vec<Lines>,
    /// The addresses as they were written.
    pub rows: Vec<CatalogAddress>,
}

/// What the rows of a catalog are read with.
struct RowContext<'b> {
    book: &'b Rulebook,
    /// The rows without a quote that the author has already corrected.
    current: BTreeSet<Address>,
}

impl CatalogRule {
    pub fn holds(&self, clause: &ClauseId) -> bool {
        self.lines.iter().any(|address| address.holds(clause))
    }
}

fn path(rules: &str, game: &str) -> String {
    format!("{rules}/{game}/catalog.yaml")
}

pub(crate) fn is_there(root: &Path, rules: &str, game: &str) -> bool {
    root.join(path(rules, game)).symlink_metadata().is_ok()
}

/// Reads `<rules>/<game>/catalog.yaml`.
pub fn load(root: &Path, rules: &str, game: &str, book: &Rulebook, problems: &mut Vec<Problem>) -> Catalog {
    let mut catalog = Catalog::default();
    let Some(node) = disk::read_yaml_if_there(root, &path(rules, game), problems) else { return catalog };
    let Some(mut keys) = Fields::of("a catalog", &node, problems) else { return catalog };
    let categories: Vec<&str> = keys.texts("categories");
    let nodes = keys.list("rules");
    let context = RowContext { book, current: corrected(&node, book) };
    let mut numbers = HashSet::new();
    for node in nodes {
        if problem::is_full(keys.problems()) {
            break;
        }
        let Some(rule) = read_rule(game, node, &categories, &context, keys.problems()) else { continue };
        if !numbers.insert(rule.number) {
            keys.problem(Problem::at(Kind::Duplicate, &node.place, format!("there are two rules {}", rule.number)));
        }
        catalog.rules.push(rule);
    }
    catalog.outside.game = game.to_owned();
    catalog.outside.lines = addresses(&mut keys, "outside", &context, &mut catalog.outside.rows);
    if covered(&catalog.rules, book) > MOST_RULES_OF_A_LINE * book.clauses().count() {
        let message = format!("on average a rule line belongs to more than {MOST_RULES_OF_A_LINE} rules");
        keys.problem(Problem::at(Kind::TooMany, &node.place, message));
        catalog.rules.clear();
    }
    keys.finish();
    catalog
}

/// The rows of a catalog that the author has already corrected for the rulebook as it is now.
fn corrected(catalog: &Node, book: &Rulebook) -> BTreeSet<Address> {
    fn listed<'n>(node: &'n Node, key: &str) -> &'n [Node] {
        match node.get(key).map(|node| &node.value) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }
    let addresses = |node: &Node, key: &str| -> Vec<Address> {
        let text = |node: &Node| match &node.value {
            Value::Scalar { text, .. } => Address::parse(text),
            _ => None,
        };
        listed(node, key).iter().filter_map(text).collect()
    };
    if book.past().is_none() {
        return BTreeSet::new();
    }
    let (mut own, mut others) = (addresses(catalog, "outside"), Vec::new());
    for rule in listed(catalog, "rules") {
        own.extend(addresses(rule, "lines"));
        others.extend(addresses(rule, "related"));
    }
    corrected_rows::of(&own, &others, book)
}

/// More than any catalog needs; every one of them would show the line.
const MOST_RULES_OF_A_LINE: usize = 20;

/// How many lines the rules show, each counted for every rule.
fn covered(rules: &[CatalogRule], book: &Rulebook) -> usize {
    let lines = |address: &Lines| {
        book.file(&address.file).map_or(0, |file| file.lines_between(address.first, address.last).len())
    };
    rules.iter().flat_map(|rule| rule.lines.iter().chain(&rule.related)).map(lines).sum()
}

/// The first rule of the catalog that each line belongs to.
#[derive(Debug, Default)]
pub(crate) struct RuleOfLine {
    rules: HashMap<(Arc<str>, usize), usize>,
}

impl RuleOfLine {
    pub(crate) fn new(catalog: &[CatalogRule], book: &Rulebook) -> RuleOfLine {
        let mut rules = HashMap::new();
        for (index, rule) in catalog.iter().enumerate() {
            for address in &rule.lines {
                let Some(file) = book.file(&address.file) else { continue };
                for line in file.lines_between(address.first, address.last) {
                    rules.entry((Arc::clone(&file.name), line.number)).or_insert(index);
                }
            }
        }
        RuleOfLine { rules }
    }

    /// The rule by its place in the catalog.
    pub(crate) fn get(&self, clause: &ClauseId) -> Option<usize> {
        self.rules.get(&(Arc::clone(&clause.file), clause.line)).copied()
    }
}

fn read_rule(
    game: &str,
    node: &Node,
    categories: &[&str],
    context: &RowContext<'_>,
    problems: &mut Vec<Problem>,
) -> Option<CatalogRule> {
    let mut keys = Fields::of("a catalog rule", node, problems)?;
    let number = keys.required("rule").and_then(|node| fields::number(node, "rule", keys.problems()));
    let title = keys.required_text("title").map(on_one_line);
    let category = keys.required("category");
    let mut rows = Vec::new();
    let lines = addresses(&mut keys, "lines", context, &mut rows);
    let is_listed = !rows.is_empty();
    let related = addresses(&mut keys, "related", context, &mut rows);
    let category = category.and_then(|node| {
        let name = fields::text(node, "category", keys.problems())?;
        if !categories.contains(&name) {
            let problem =
                Problem::at(Kind::BadValue, &node.place, format!("`{name}` is none of the catalog's categories"));
            keys.problem(problem.nearest(name, categories.iter().copied()));
        }
        Some(on_one_line(name))
    });
    if lines.is_empty() && !is_listed {
        keys.problem(Problem::at(
            Kind::MissingKey,
            &node.place,
            "a catalog rule needs `lines`: the rule lines it stands on",
        ));
    }
    keys.finish();
    Some(CatalogRule {
        game: game.to_owned(),
        number: number?,
        title: title?,
        category: category?,
        lines,
        related,
        rows,
    })
}

/// Titles and categories stand at the beginning of lines, and must not begin another one.
fn on_one_line(name: &str) -> String {
    text::one_line(name.trim())
}

fn addresses(
    keys: &mut Fields<'_, '_>,
    key: &'static str,
    context: &RowContext<'_>,
    rows: &mut Vec<CatalogAddress>,
) -> Vec<Lines> {
    let nodes = keys.list(key);
    let mut found = Vec::new();
    for node in nodes {
        if node.entries().is_some() {
            found.extend(quoted_row(node, context.book, rows, keys.problems()));
            continue;
        }
        let Some(text) = fields::text(node, key, keys.problems()) else { continue };
        let Some(address) = Address::parse(text) else {
            let problem = Problem::at(Kind::BadValue, &node.place, format!("`{text}` is no citation"));
            keys.problem(problem.help("write `file.md:line`, `file.md#NAME` or `{cite: file.md, quote: its words}`"));
            continue;
        };
        let is_current = context.current.contains(&address);
        match stretches(&address, is_current, context.book) {
            Ok(lines) => found.extend(lines),
            Err(message) => keys.problem(Problem::at(Kind::CitationLost, &node.place, message)),
        }
        rows.push(CatalogAddress { address, quote: None, place: node.place.clone(), is_current });
    }
    found
}

/// A row `{cite, quote}`: the lines in which the quoted words stand.
fn quoted_row(node: &Node, book: &Rulebook, rows: &mut Vec<CatalogAddress>, problems: &mut Vec<Problem>) -> Vec<Lines> {
    let Some(mut keys) = Fields::of("a row of the catalog", node, problems) else { return Vec::new() };
    let citation = claim::read_citation(&mut keys);
    keys.finish();
    let Some(citation) = citation else { return Vec::new() };
    let clauses = citation.clauses(book).unwrap_or_else(|problem| {
        problems.push(*problem);
        Vec::new()
    });
    let place = citation.cite_place.clone().unwrap_or_else(|| node.place.clone());
    rows.push(CatalogAddress { address: citation.address, quote: Some(citation.quote), place, is_current: false });
    let mut lines: Vec<Lines> = clauses.iter().map(|id| Lines::one(&id.file, id.line)).collect();
    lines.dedup();
    lines
}

/// The lines of an address that no quote helps. Where the rulebook has changed since it was reviewed, the address is
/// that of the reviewed text, unless it `is_current`.
fn stretches(address: &Address, is_current: bool, book: &Rulebook) -> Result<Vec<Lines>, String> {
    let renamed = book.renamed(address);
    let address = renamed.as_ref().unwrap_or(address);
    let past = book.past().filter(|_| !is_current);
    if let Some(followed) = past.and_then(|past| past.follow_address(address, book)) {
        return match followed.is_empty() {
            true => Err(format!("the rule that stood at `{address}` is gone")),
            false => Ok(followed),
        };
    }
    let lines = address.lines(book)?;
    match &address.spot {
        Spot::Lines { .. } if reaches_too_far(&lines, book) => {
            Err(format!("`{address}` reaches beyond the end of the file"))
        }
        _ if !holds_a_rule(&lines, book) => Err(format!("no rule line stands at `{address}`")),
        _ => Ok(vec![lines]),
    }
}

fn holds_a_rule(lines: &Lines, book: &Rulebook) -> bool {
    book.file(&lines.file).is_some_and(|file| !file.lines_between(lines.first, lines.last).is_empty())
}

fn reaches_too_far(lines: &Lines, book: &Rulebook) -> bool {
    book.file(&lines.file).is_some_and(|file| lines.last > file.source.line_count())
}
