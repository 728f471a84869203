//! The floor: the grade below which a clause may not fall, one line for each clause, committed beside the rules.

use std::collections::BTreeMap;

use crate::oracle::disk;
use crate::oracle::fields::Fields;
use crate::oracle::flow_style;
use crate::oracle::grade::Grade;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::rule_pick::NamedRule;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::yaml::Node;
use crate::protocol::Data;
use crate::source::Place;

/// The floor as it was written.
#[derive(Debug, Default)]
pub struct Floor {
    pub entries: Vec<FloorEntry>,
    /// By game: how many expectations have to be observed.
    pub observed: BTreeMap<String, usize>,
}

/// What one clause must keep.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorEntry {
    pub rule: NamedRule,
    /// Where the address stands.
    pub place: Place,
    pub grade: Grade,
    /// Why it may be lower than it was.
    pub reason: Option<String>,
}

/// What a clause must keep, and why it may be lower than it was.
pub type FloorGrade = (Grade, Option<String>);

impl Floor {
    /// Reads the file; none where there is none.
    pub fn load(project: &Project, problems: &mut Vec<Problem>) -> Option<Floor> {
        let node = disk::read_yaml_if_there(&project.root, &project.gate.floor, problems)?;
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

    /// By clause. An address that means no clause, or several, is a mistake, and so is a clause that is listed twice.
    pub fn by_clause(&self, book: &Rulebook, problems: &mut Vec<Problem>) -> BTreeMap<ClauseId, FloorGrade> {
        let mut clauses = BTreeMap::new();
        for entry in &self.entries {
            let own = entry.rule.clauses(book);
            let [clause] = own.as_slice() else {
                let message = match own.is_empty() {
                    true => format!("there is no clause `{}`", entry.rule),
                    false => format!("`{}` is {} clauses, and each has a line of its own", entry.rule, own.len()),
                };
                let problem = Problem::at(Kind::CitationLost, &entry.place, message).help("write file:line.clause");
                problems.push(problem.suggest(this_call().accepts(&["gate", "--raise"]), "drops what is gone"));
                continue;
            };
            if clauses.insert(clause.clone(), (entry.grade, entry.reason.clone())).is_some() {
                let message = format!("`{clause}` is listed twice");
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
                let message = format!("`{}` is no number of expectations", entry.value.to_data());
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
        let problem = Problem::at(Kind::BadValue, place, format!("`{text}` is no clause"));
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

/// The file as it has to be written.
pub fn render(clauses: &BTreeMap<ClauseId, FloorGrade>, observed: &BTreeMap<String, usize>) -> String {
    let mut text = String::from(
        "# The grade that each clause must keep, and how many expectations must be observed. `truthsayer gate` holds it,\n\
         # `truthsayer gate --raise` writes what has become better, `truthsayer gate --lower CLAUSE --reason WHY` the rest.\n",
    );
    let observed = observed.iter().map(|(game, number)| (game.clone(), Data::from(*number))).collect();
    text.push_str(&format!("observed: {}\nfloor:", flow_style::line(&Data::Object(observed))));
    text.push_str(if clauses.is_empty() { " []\n" } else { "\n" });
    for (clause, (grade, reason)) in clauses {
        let mut line = serde_json::Map::from_iter([
            ("clause".to_owned(), Data::from(clause.to_string())),
            ("grade".to_owned(), Data::from(grade.name())),
        ]);
        line.extend(reason.as_ref().map(|reason| ("reason".to_owned(), Data::from(reason.as_str()))));
        text.push_str(&format!("  - {}\n", flow_style::line(&Data::Object(line))));
    }
    text
}
