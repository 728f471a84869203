//! The catalog of a game: its rules by number, title and category, each with its lines.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::citation::Citation;
use crate::rulebook::corrected_rows;
use crate::rulebook::rule_number::RuleNumber;
use truthsayer_protocol::text;

/// One rule of a catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogRule {
    pub game: String,
    pub number: RuleNumber,
    pub title: String,
    pub category: String,
    pub lines: Vec<Lines>,
    pub related: Vec<Lines>,
    /// The addresses as written in the file.
    pub rows: Vec<CatalogAddress>,
    /// Clauses for which a single failing claim is enough.
    pub thin: Vec<ThinClause>,
}

/// A clause for which a single failing claim is enough, with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct ThinClause {
    pub clause: ClauseId,
    pub reason: String,
    pub place: Place,
}

/// One address of a catalog rule, with or without a quote.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogAddress {
    pub address: Address,
    pub quote: Option<String>,
    pub place: Place,
    /// The address refers to the current rulebook, not to the reviewed one.
    pub is_current: bool,
}

/// The catalog of one game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalog {
    pub rules: Vec<CatalogRule>,
    pub outside: Outside,
}

/// Rules that the catalog leaves out on purpose.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outside {
    pub game: String,
    pub lines: Vec<Lines>,
    /// The addresses as written in the file.
    pub rows: Vec<CatalogAddress>,
}

/// The content of a list of rows.
#[derive(Default)]
struct Rows {
    lines: Vec<Lines>,
    written: Vec<CatalogAddress>,
    thin: Vec<ThinClause>,
}

/// Context for reading the rows of a catalog.
struct RowContext<'b> {
    book: &'b Rulebook,
    /// Rows without a quote that the author has already corrected.
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
    let Some(node) = safe_read::read_yaml_if_there(root, &path(rules, game), problems) else { return catalog };
    let Some(mut keys) = Fields::of("a catalog", &node, problems) else { return catalog };
    let categories: Vec<&str> = keys.texts("categories");
    let nodes = keys.list("rules");
    let context = RowContext { book, current: corrected(&node, book) };
    let mut numbers = HashSet::new();
    for node in nodes {
        if diagnostic::is_full(keys.problems()) {
            break;
        }
        let Some(rule) = read_rule(game, node, &categories, &context, keys.problems()) else { continue };
        if !numbers.insert(rule.number.clone()) {
            keys.problem(Problem::at(Kind::Duplicate, &node.place, format!("duplicate rule {}", rule.number)));
        }
        catalog.rules.push(rule);
    }
    catalog.outside.game = game.to_owned();
    let outside = addresses(&mut keys, "outside", &context);
    (catalog.outside.lines, catalog.outside.rows) = (outside.lines, outside.written);
    if covered(&catalog.rules, book) > MOST_RULES_OF_A_LINE * book.clauses().count() {
        let message = format!("a rule line belongs to more than {MOST_RULES_OF_A_LINE} rules on average");
        keys.problem(Problem::at(Kind::TooMany, &node.place, message));
        catalog.rules.clear();
    }
    keys.finish();
    catalog
}

/// Returns the rows that the author has already corrected for the current rulebook.
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

/// Maximum average number of catalog rules per line. Every rule of a line shows the line.
const MOST_RULES_OF_A_LINE: usize = 20;

/// Returns the number of lines in all rules. A line counts once for every rule.
fn covered(rules: &[CatalogRule], book: &Rulebook) -> usize {
    let lines = |address: &Lines| {
        book.file(&address.file).map_or(0, |file| file.lines_between(address.first, address.last).len())
    };
    rules.iter().flat_map(|rule| rule.lines.iter().chain(&rule.related)).map(lines).sum()
}

/// Maps each line to the first catalog rule that contains it.
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

    /// Returns the index of the rule in the catalog.
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
    let number = keys.required("rule").and_then(|node| RuleNumber::read(node, keys.problems()));
    let title = keys.required_text("title").map(on_one_line);
    let category = keys.required("category");
    let Rows { lines, written, thin } = addresses(&mut keys, "lines", context);
    let is_listed = !written.is_empty();
    let related = addresses(&mut keys, "related", context);
    let category = category.and_then(|node| {
        let name = strict_map::text(node, "category", keys.problems())?;
        if !categories.contains(&name) {
            let problem =
                Problem::at(Kind::BadValue, &node.place, format!("`{name}` is not a category of the catalog"));
            keys.problem(problem.nearest(name, categories.iter().copied()));
        }
        Some(on_one_line(name))
    });
    if lines.is_empty() && !is_listed {
        keys.problem(Problem::at(Kind::MissingKey, &node.place, "a catalog rule needs `lines`: the lines of the rule"));
    }
    keys.finish();
    Some(CatalogRule {
        game: game.to_owned(),
        number: number?,
        title: title?,
        category: category?,
        lines,
        related: related.lines,
        rows: [written, related.written].concat(),
        thin,
    })
}

/// Replaces line breaks: a title or category must not start a new line in a report.
fn on_one_line(name: &str) -> String {
    text::one_line(name.trim())
}

fn addresses(keys: &mut Fields<'_, '_>, key: &'static str, context: &RowContext<'_>) -> Rows {
    let nodes = keys.list(key);
    let mut rows = Rows::default();
    for node in nodes {
        if node.entries().is_some() {
            quoted_row(node, key == "lines", context.book, &mut rows, keys.problems());
            continue;
        }
        let Some(text) = strict_map::text(node, key, keys.problems()) else { continue };
        let Some(address) = Address::parse(text) else {
            let problem = Problem::at(Kind::BadValue, &node.place, format!("invalid citation `{text}`"));
            keys.problem(
                problem.help(
                    "write `file.md:line`, `file.md§number`, `file.md#NAME` or `{cite: file.md, quote: its words}`",
                ),
            );
            continue;
        };
        let is_current = context.current.contains(&address);
        match lines_of(&address, is_current, context.book) {
            Ok(lines) => rows.lines.extend(lines),
            Err(message) => keys.problem(Problem::at(Kind::CitationLost, &node.place, message)),
        }
        rows.written.push(CatalogAddress { address, quote: None, place: node.place.clone(), is_current });
    }
    rows
}

/// Reads a row `{cite, quote}`: the lines that contain the quote. A row of `lines` may have the key `thin`.
fn quoted_row(node: &Node, is_own: bool, book: &Rulebook, rows: &mut Rows, problems: &mut Vec<Problem>) {
    let Some(mut keys) = Fields::of("a row of the catalog", node, problems) else { return };
    let citation = Citation::read(&mut keys);
    let thin = if is_own { keys.optional_reason("thin") } else { None };
    keys.finish();
    let Some(citation) = citation else { return };
    let clauses = citation.clauses(book).unwrap_or_else(|problem| {
        problems.push(*problem);
        Vec::new()
    });
    // A row that explains a clause often repeats a line of another row.
    for id in &clauses {
        if !rows.lines.iter().any(|lines| lines.holds(id)) {
            rows.lines.push(Lines::one(&id.file, id.line));
        }
    }
    let place = citation.cite_place.clone().unwrap_or_else(|| node.place.clone());
    if let Some(reason) = thin {
        let thin = |clause: ClauseId| ThinClause { clause, reason: reason.clone(), place: place.clone() };
        rows.thin.extend(clauses.into_iter().map(thin));
    }
    let (address, quote) = (citation.address, Some(citation.quote));
    rows.written.push(CatalogAddress { address, quote, place, is_current: false });
}

/// Returns the lines of an address without a quote. If the rulebook has changed since its review, the address refers to
/// the reviewed text, unless it `is_current`.
fn lines_of(address: &Address, is_current: bool, book: &Rulebook) -> Result<Vec<Lines>, String> {
    let renamed = book.renamed(address);
    let address = renamed.as_ref().unwrap_or(address);
    let past = book.past().filter(|_| !is_current);
    if let Some(followed) = past.and_then(|past| past.follow_address(address, book)) {
        return match followed.is_empty() {
            true => Err(format!("the rule at `{address}` no longer exists")),
            false => Ok(followed),
        };
    }
    let lines = address.lines(book)?;
    match &address.spot {
        Spot::Lines { .. } if reaches_too_far(&lines, book) => {
            Err(format!("`{address}` is beyond the end of the file"))
        }
        _ if !holds_a_rule(&lines, book) => Err(format!("there is no rule at `{address}`")),
        _ => Ok(vec![lines]),
    }
}

fn holds_a_rule(lines: &Lines, book: &Rulebook) -> bool {
    book.file(&lines.file).is_some_and(|file| !file.lines_between(lines.first, lines.last).is_empty())
}

fn reaches_too_far(lines: &Lines, book: &Rulebook) -> bool {
    book.file(&lines.file).is_some_and(|file| lines.last > file.source.line_count())
}
