//! Reads the values of expectations: plain values, ranges of numbers, and computed numbers.

pub mod expression;
pub mod number_range;

use std::cell::OnceCell;
use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::base::datapath;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::tolerance::Tolerance;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::suite::expectation_reader::value_reader::expression::ExpressionMistake;
use crate::suite::expectation_reader::value_reader::expression::NameMistake;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal::Decimal;

/// Everything that the values of a scenario's expectations may refer to.
pub(crate) struct ValueReader<'a> {
    /// The columns of the row, if the scenario has `examples`.
    columns: &'a [MapEntry],
    /// Returns the whole set-up.
    given: &'a dyn Fn() -> Data,
    /// The set-up, made on first use.
    set_up: OnceCell<Data>,
    pub tolerance: &'a Tolerance,
    /// The columns that expressions use.
    used: RefCell<BTreeSet<String>>,
}

impl<'a> ValueReader<'a> {
    pub(crate) fn new(
        columns: &'a [MapEntry],
        given: &'a dyn Fn() -> Data,
        tolerance: &'a Tolerance,
    ) -> ValueReader<'a> {
        ValueReader { columns, given, set_up: OnceCell::new(), tolerance, used: RefCell::default() }
    }

    /// Returns the columns that expressions used.
    pub(crate) fn into_used(self) -> BTreeSet<String> {
        self.used.into_inner()
    }

    /// Reads a value. A mistake is reported, and the value is then `None`.
    pub(crate) fn read(&self, node: &Node, problems: &mut Vec<Problem>) -> Option<Data> {
        match &node.value {
            Value::Scalar { text, .. } if is_computed(text) => self.compute(text, &node.place, problems),
            Value::Scalar { .. } => Some(node.to_data()),
            Value::List(items) => {
                let items: Vec<Option<Data>> = items.iter().map(|item| self.read(item, problems)).collect();
                items.into_iter().collect::<Option<Vec<Data>>>().map(Data::Array)
            }
            Value::Map(entries) => self.read_map(entries, &node.place, problems),
        }
    }

    fn read_map(&self, entries: &[MapEntry], place: &Place, problems: &mut Vec<Problem>) -> Option<Data> {
        let mut map = serde_json::Map::new();
        let mut is_whole = true;
        for entry in entries {
            match self.read(&entry.value, problems) {
                Some(value) => drop(map.insert(entry.key.clone(), value)),
                None => is_whole = false,
            }
        }
        if !is_whole {
            return None;
        }
        let data = Data::Object(map);
        if let Some(mistake) = number_range::mistake(&data) {
            let problem = Problem::at(Kind::BadValue, place, mistake);
            let forms = "write `{within: 0.01, of: 12.5}`, `{within: 0.1%, of: 12.5}` or `{between: [0, 600]}`";
            problems.push(problem.help(forms));
            return None;
        }
        Some(data)
    }

    /// Reads a value that is part of a scalar, such as one side of `before -> after`.
    pub(crate) fn read_text(&self, text: &str, place: &Place, problems: &mut Vec<Problem>) -> Option<Data> {
        let text = text.trim();
        if is_computed(text) {
            return self.compute(text, place, problems);
        }
        if !text.starts_with(['[', '{', '"', '\'']) {
            return match yaml::check_number(text, place) {
                Ok(()) => Some(yaml::resolve(text)),
                Err(problem) => {
                    problems.push(problem);
                    None
                }
            };
        }
        let Ok(node) = yaml::read(&SourceFile::new("change", text)) else {
            problems.push(Problem::at(Kind::BadValue, place, format!("invalid value `{text}`")));
            return None;
        };
        let mut found = Vec::new();
        let value = self.read(&node, &mut found);
        // The positions are those of the part, not of the file.
        problems.extend(found.into_iter().map(|problem| Problem { place: Some(place.clone()), ..problem }));
        value
    }

    /// Computes a number. A mistake is reported at its character.
    fn compute(&self, text: &str, place: &Place, problems: &mut Vec<Problem>) -> Option<Data> {
        let formula = text.trim_end().strip_prefix(expression::PREFIX).unwrap_or_default();
        match expression::evaluate(formula, &|name| self.value(name)) {
            Ok(number) => number.to_string().parse().ok().map(Data::Number),
            Err(mistake) => {
                problems.push(self.problem(formula, &mistake, place));
                None
            }
        }
    }

    /// Returns the value of a column, or of a path in `given`.
    fn value(&self, name: &str) -> Result<Decimal, NameMistake> {
        if let Some(column) = self.columns.iter().find(|entry| entry.key == name) {
            self.used.borrow_mut().insert(name.to_owned());
            return decimal(&column.value.to_data());
        }
        let set_up = self.set_up.get_or_init(self.given);
        let path = name.strip_prefix("given.").unwrap_or(name);
        datapath::find(set_up, path).map_or(Err(NameMistake::Unknown), decimal)
    }

    fn problem(&self, formula: &str, mistake: &ExpressionMistake, place: &Place) -> Problem {
        // The formula may be written differently in the file: quoted, folded, or with `${name}` filled in.
        let exact = place.text().find(formula).filter(|_| !formula.is_empty()).map(|at| {
            let start = place.start as usize + at;
            Place::new(&place.file, start + mistake.start, start + mistake.end.max(mistake.start + 1))
        });
        let message = match &exact {
            Some(_) => mistake.message.clone(),
            None => format!("{} (at character {} of `{formula}`)", mistake.message, characters(formula, mistake.start)),
        };
        let problem = Problem::at(Kind::BadValue, exact.as_ref().unwrap_or(place), message);
        let Some(unknown) = &mistake.unknown else { return problem };
        let set_up = self.set_up.get_or_init(self.given);
        let leaves = datapath::leaves(set_up);
        let numbers = leaves.iter().filter(|(_, value)| value.is_number()).map(|(path, _)| path.as_str());
        problem.nearest(unknown, self.columns.iter().map(|entry| entry.key.as_str()).chain(numbers))
    }
}

/// Returns whether a scalar is computed.
fn is_computed(text: &str) -> bool {
    text.starts_with(expression::PREFIX)
}

/// Returns the number of the character at an offset, counted from 1.
fn characters(text: &str, at: usize) -> usize {
    text[..text.floor_char_boundary(at)].chars().count() + 1
}

fn decimal(data: &Data) -> Result<Decimal, NameMistake> {
    match data {
        Data::Number(number) => Decimal::parse(number.as_str()).map_err(|_| NameMistake::NotANumber("out of range")),
        Data::Null => Err(NameMistake::NotANumber("nothing")),
        Data::Bool(_) => Err(NameMistake::NotANumber("a yes/no value")),
        Data::String(_) => Err(NameMistake::NotANumber("a text")),
        Data::Array(_) => Err(NameMistake::NotANumber("a list")),
        Data::Object(_) => Err(NameMistake::NotANumber("a map")),
    }
}
