//! The floor: the minimum grade of each clause, one line per clause, committed with the project.

use std::collections::BTreeMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::source::Place;
use crate::base::strict_map::Fields;
use crate::base::suggestion::this_call;
use crate::base::yaml::Node;
use crate::base::yaml_flow;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::rule_selector::NamedRule;
use crate::suite::grade::Grade;
use crate::suite::project::Project;
use truthsayer_protocol::Data;

/// The floor as written in its file.
#[derive(Debug, Default)]
pub struct Floor {
    pub entries: Vec<FloorEntry>,
    /// Minimum number of observed expectations, by game.
    pub observed: BTreeMap<String, usize>,
}

/// The minimum grade of one clause.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorEntry {
    pub rule: NamedRule,
    /// Position of the address.
    pub place: Place,
    pub grade: Grade,
    /// The reason for lowering the grade.
    pub reason: Option<String>,
}

/// The minimum grade of a clause, and the reason if it was lowered.
pub type FloorGrade = (Grade, Option<String>);

impl Floor {
    /// Reads the floor. Returns `None` if there is no file.
    pub fn load(project: &Project, problems: &mut Vec<Problem>) -> Option<Floor> {
        let node = safe_read::read_yaml_if_there(&project.root, &project.gate.floor, problems)?;
        let mut keys = Fields::of("the floor", &node, problems)?;
        let mut floor = Floor::default();
        if let Some(observed) = keys.optional("observed") {
            floor.observed = read_observed(observed, keys.problems());
        }
        for node in keys.list("floor") {
            floor.entries.extend(read_entry(node, keys.problems()));
        }
        keys.finish();
        Some(floor)
    }

    /// Returns the entries by clause. An address must mean exactly one clause, and a clause must occur once.
    pub fn by_clause(&self, book: &Rulebook, problems: &mut Vec<Problem>) -> BTreeMap<ClauseId, FloorGrade> {
        let mut clauses = BTreeMap::new();
        for entry in &self.entries {
            let own = entry.rule.clauses(book);
            let [clause] = own.as_slice() else {
                let message = match own.is_empty() {
                    true => format!("there is no clause `{}`", entry.rule),
                    false => format!("`{}` has {} clauses; write one line for each", entry.rule, own.len()),
                };
                let problem = Problem::at(Kind::CitationLost, &entry.place, message).help("write file:line.clause");
                problems.push(problem.suggest(this_call().accepts(&["gate", "--raise"]), "removes outdated lines"));
                continue;
            };
            if clauses.insert(clause.clone(), (entry.grade, entry.reason.clone())).is_some() {
                let message = format!("duplicate clause `{clause}`");
                problems.push(Problem::at(Kind::Duplicate, &entry.place, message).help("keep one of the two lines"));
            }
        }
        clauses
    }
}

fn read_observed(node: &Node, problems: &mut Vec<Problem>) -> BTreeMap<String, usize> {
    let mut observed = BTreeMap::new();
    let Some(entries) = node.entries() else {
        let message = format!("`observed` must be a map of games and numbers, this is {}", node.kind());
        problems.push(Problem::at(Kind::WrongType, &node.place, message).help("write `observed: {game: 123}`"));
        return observed;
    };
    for entry in entries {
        match entry.value.to_data().as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) => {
                observed.insert(entry.key.clone(), number);
            }
            None => {
                let message = format!("`{}` is not a number of expectations", entry.value.to_data());
                problems.push(Problem::at(Kind::WrongType, &entry.value.place, message).help("write `game: 123`"));
            }
        }
    }
    observed
}

fn read_entry(node: &Node, problems: &mut Vec<Problem>) -> Option<FloorEntry> {
    let mut keys = Fields::of("a line of the floor", node, problems)?;
    let place = keys.optional("clause").map(|node| node.place.clone());
    let clause = keys.required_text("clause").map(str::to_owned);
    let grade_place = keys.optional("grade").map(|node| node.place.clone());
    let grade = keys.required_text("grade").map(str::to_owned);
    let reason = keys.optional_text("reason").map(str::to_owned);
    let rule = clause.as_deref().and_then(NamedRule::parse);
    if let (Some(text), Some(place), None) = (&clause, &place, &rule) {
        let problem = Problem::at(Kind::BadValue, place, format!("invalid clause `{text}`"));
        keys.problem(problem.help("write file:line.clause or file#NAME.clause"));
    }
    let found = grade.as_deref().and_then(Grade::named);
    if let (Some(text), Some(place), None) = (&grade, &grade_place, found) {
        let problem = Problem::at(Kind::BadValue, place, format!("there is no grade `{text}`"));
        keys.problem(problem.nearest(text, Grade::ALL.iter().map(|grade| grade.name())));
    }
    keys.finish();
    Some(FloorEntry { rule: rule?, place: place?, grade: found?, reason })
}

/// Returns the text of the floor file.
pub fn render(clauses: &BTreeMap<ClauseId, FloorGrade>, observed: &BTreeMap<String, usize>) -> String {
    let mut text = String::from(
        "# The minimum grade of each clause, and the minimum number of observed expectations. `truthsayer gate` checks it.\n\
         # `truthsayer gate --raise` raises it; `truthsayer gate --lower CLAUSE --reason WHY` lowers it.\n",
    );
    let observed = observed.iter().map(|(game, number)| (game.clone(), Data::from(*number))).collect();
    text.push_str(&format!("observed: {}\nfloor:", yaml_flow::line(&Data::Object(observed))));
    text.push_str(if clauses.is_empty() { " []\n" } else { "\n" });
    for (clause, (grade, reason)) in clauses {
        let mut line = serde_json::Map::from_iter([
            ("clause".to_owned(), Data::from(clause.to_string())),
            ("grade".to_owned(), Data::from(grade.name())),
        ]);
        line.extend(reason.as_ref().map(|reason| ("reason".to_owned(), Data::from(reason.as_str()))));
        text.push_str(&format!("  - {}\n", yaml_flow::line(&Data::Object(line))));
    }
    text
}
