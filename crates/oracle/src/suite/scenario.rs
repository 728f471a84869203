//! Scenarios: given, when, claims. One YAML file is one scenario, with `examples` one per row, and with `scenarios` one
//! per entry.

pub mod scenario_file;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::datapath;
use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::tolerance::Tolerance;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::base::yaml::packed::PackedNode;
use crate::rulebook::Rulebook;
use crate::suite;
use crate::suite::claim::Claim;
use crate::suite::example_table;
use crate::suite::expectation_reader::value_reader::ValueReader;
use crate::suite::fixture;
use crate::suite::fixture::Fixture;
use crate::suite::fixture::Fixtures;
use crate::suite::readings::Readings;
use crate::suite::scenario::scenario_file::FileEntry;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Task;
use truthsayer_protocol::text;

/// Maximum weight of a table with all rows filled in.
const HEAVIEST: usize = 400_000;

#[derive(Debug)]
pub struct Scenario {
    /// The path below the scenarios folder without extension; in a file of several, the name is added; with `examples`,
    /// the row in brackets.
    pub id: String,
    pub title: String,
    pub game: String,
    pub tags: Vec<String>,
    /// Unfinished: it may lack claims, and fails nothing.
    pub is_draft: bool,
    /// A fixture that the scenario uses has problems.
    pub lacks_base: bool,
    /// It has problems of its own, or the part of its file that several scenarios share has some.
    pub has_problems: bool,
    pub claims: Vec<Claim>,
    /// Its name in a file with several scenarios.
    pub entry: Option<String>,
    /// Its outcome is compared with a golden.
    pub has_golden: bool,
    /// The tolerance of the game.
    pub tolerance: Tolerance,
    /// Position of the title.
    pub place: Place,
    given: Option<PackedNode>,
    /// The steps, a list.
    when: PackedNode,
    bases: Vec<Arc<Fixture>>,
    declines: bool,
    /// Readings chosen for the run. The scenario's own choice has priority.
    readings: Arc<Readings>,
}

/// Context for reading a scenario.
pub(crate) struct ScenarioContext<'a> {
    pub book: &'a Rulebook,
    pub fixtures: &'a Fixtures,
    /// The game of the folder.
    pub game: &'a str,
    pub tolerance: &'a Tolerance,
    /// The game has goldens.
    pub has_goldens: bool,
}

impl Scenario {
    /// Reads a file into its scenarios: one per entry of `scenarios` and per row of `examples`.
    pub(crate) fn read(
        id: &str,
        node: Node,
        context: &ScenarioContext<'_>,
        problems: &mut Vec<Problem>,
    ) -> Vec<Scenario> {
        if node.get(scenario_file::SCENARIOS).is_none() {
            let rows = Scenario::read_rows(id, node, context, problems);
            return marked(rows, !problems.is_empty());
        }
        let (mut scenarios, mut weight) = (Vec::new(), 0);
        let entries = scenario_file::entries(&node, problems);
        let is_sound = problems.is_empty();
        for FileEntry { name, node: own } in entries {
            weight += yaml::weight(&own);
            if weight > HEAVIEST {
                let message =
                    format!("with everything that its scenarios share, this file has more than {HEAVIEST} values");
                problems.push(Problem::at(Kind::TooMany, &node.place, message).help("split the file"));
                return marked(scenarios, true);
            }
            // Only the first scenario reports a mistake in a shared part.
            let mut found = Vec::new();
            let read = Scenario::read_rows(&format!("{id}/{name}"), own, context, &mut found);
            let read = marked(read, !is_sound || !found.is_empty());
            scenarios.extend(read.into_iter().map(|scenario| Scenario { entry: Some(name.clone()), ..scenario }));
            found.retain(|problem| !problems.contains(problem));
            problems.extend(found);
            if diagnostic::is_full(problems) {
                return marked(scenarios, true);
            }
        }
        scenarios
    }

    /// Reads a scenario, or one per row of `examples`.
    fn read_rows(id: &str, node: Node, context: &ScenarioContext<'_>, problems: &mut Vec<Problem>) -> Vec<Scenario> {
        let Some(examples) = node.get("examples") else {
            return read_one(id.to_owned(), node, &[], context, &mut BTreeSet::new(), problems).into_iter().collect();
        };
        let rows = example_table::rows(examples, problems);
        let template = without_examples(&node);
        let mut used = BTreeSet::new();
        let mut scenarios = Vec::new();
        let mut weight = 0;
        for row in &rows {
            weight += row.filled_weight(&template);
            if weight > HEAVIEST {
                let message = format!("with its rows filled in, this scenario has more than {HEAVIEST} values");
                problems.push(Problem::at(Kind::TooMany, &examples.place, message).help("split the table"));
                break;
            }
            let filled = row.fill(&template, &mut used, problems);
            // Only the first row reports a mistake in the template.
            let mut found = Vec::new();
            let row_id = format!("{id}[{}]", row.label);
            scenarios.extend(read_one(row_id, filled, row.values, context, &mut used, &mut found));
            found.retain(|problem| !problems.contains(problem));
            problems.extend(found);
            if diagnostic::is_full(problems) {
                return scenarios;
            }
        }
        for row in &rows {
            row.check_used(&used, problems);
        }
        scenarios
    }

    /// Returns the id of the file: without the row of a table and the name in a file of several.
    pub fn file_id(&self) -> &str {
        let id = suite::row_free(&self.id);
        let name = self.entry.as_deref().and_then(|name| id.strip_suffix(name)?.strip_suffix('/'));
        name.unwrap_or(id)
    }

    /// Returns whether its file may have other scenarios.
    pub(crate) fn shares_its_file(&self) -> bool {
        self.file_id() != self.id
    }

    /// Returns whether an id means this scenario: its own id, that of its table, or that of its file.
    pub fn is_named(&self, id: &str) -> bool {
        self.id == id || suite::row_free(&self.id) == id || self.file_id() == id
    }

    /// Returns the whole set-up: fixtures and the scenario's own `given`.
    pub fn given(&self) -> Data {
        let mut given = fixture::merged(&self.bases, self.given.as_ref().map(PackedNode::to_data));
        if let (true, Some(map)) = (self.declines, given.as_object_mut()) {
            map.insert("unscripted".to_owned(), Data::from("decline"));
        }
        if let (false, Some(map)) = (self.readings.is_empty(), given.as_object_mut()) {
            let own = map.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
            for (name, value) in self.readings.iter() {
                if let Some(own) = own.as_object_mut() {
                    own.entry(name.as_str()).or_insert_with(|| Data::from(value.as_str()));
                }
            }
        }
        given
    }

    /// Sets the readings for everything that the scenario does not choose itself.
    pub(crate) fn choose(&mut self, readings: &Arc<Readings>) {
        self.readings = Arc::clone(readings);
    }

    /// Returns whether readings were chosen for the run: then the golden does not apply.
    pub(crate) fn is_read_otherwise(&self) -> bool {
        !self.readings.is_empty()
    }

    /// Returns the chosen readings: by the scenario, its fixtures, or the run.
    pub(crate) fn chosen_readings(&self) -> Readings {
        let given = self.given();
        let chosen = given.get("readings").and_then(Data::as_object).into_iter().flatten();
        chosen.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    }

    /// Returns the indices of the claims that do not apply to the active readings.
    pub(crate) fn idle_claims(&self, profile: &Profile, reference: Option<&Profile>) -> Vec<usize> {
        if self.claims.iter().all(|claim| claim.under.is_empty()) {
            return Vec::new();
        }
        let played = self.chosen_readings();
        let idle = |claim: &Claim| !claim.under.hold(&played, profile, reference);
        self.claims.iter().enumerate().filter(|(_, claim)| idle(claim)).map(|(index, _)| index).collect()
    }

    /// Returns the titles of the fixtures that the scenario uses.
    pub fn fixture_titles(&self) -> impl Iterator<Item = &str> {
        self.bases.iter().map(|base| base.title.as_str())
    }

    /// Returns the names of the fixtures that the scenario itself uses, unique in the game.
    pub fn bases(&self) -> impl Iterator<Item = &str> {
        self.bases.iter().map(|base| base.name.as_str())
    }

    /// Returns the merged set-up of the fixtures.
    pub fn fixture_given(&self) -> Data {
        fixture::merged(&self.bases, None)
    }

    /// Returns the names of all fixtures that the scenario uses, directly or indirectly, including missing and invalid
    /// ones.
    pub(crate) fn fixture_names(&self) -> BTreeSet<String> {
        let named = self.given.as_ref().map(|given| fixture::used_by(&given.node())).unwrap_or_default();
        let known = fixture::names(&self.bases).into_iter().map(str::to_owned);
        known.chain(named).collect()
    }

    /// Returns the scenario's own set-up, without fixtures.
    pub fn own_given(&self) -> Data {
        self.given.as_ref().map_or(Data::Null, PackedNode::to_data)
    }

    /// Returns the keys of the file as written, with this row's values.
    pub fn written(&self) -> Vec<(String, Data)> {
        let Ok(file) = yaml::read(&self.place.file) else { return Vec::new() };
        let own = self.entry.as_ref().and_then(|name| scenario_file::entry(&file, name));
        let node = own.unwrap_or(file);
        let template = without_examples(&node);
        let label = self.id.split_once('[').map(|(_, label)| label.trim_end_matches(']'));
        let mut ignored = Vec::new();
        let rows = node.get("examples").map(|examples| example_table::rows(examples, &mut ignored)).unwrap_or_default();
        let row = rows.iter().find(|row| Some(row.label.as_str()) == label);
        let filled = row.map_or(template.clone(), |row| row.fill(&template, &mut BTreeSet::new(), &mut ignored));
        let entries = filled.entries().unwrap_or_default().iter();
        entries.map(|entry| (entry.key.clone(), entry.value.to_data())).collect()
    }

    pub fn steps(&self) -> Vec<Data> {
        match self.when.to_data() {
            Data::Array(steps) => steps,
            _ => Vec::new(),
        }
    }

    pub fn step_count(&self) -> usize {
        self.when.len()
    }

    /// Returns the question of an `ask` step. Steps count from 1.
    pub(crate) fn question(&self, step: usize) -> Option<String> {
        let steps = self.steps();
        match steps.get(step.checked_sub(1)?)?.get("ask")? {
            Data::String(word) => Some(word.clone()),
            Data::Object(map) => map.keys().next().cloned(),
            _ => None,
        }
    }

    pub fn task(&self, without: &[String]) -> Task {
        Task::new(self.given(), self.steps()).with_off(without)
    }

    /// Returns the position of an engine's complaint. A complaint that names the last key of its path is about an
    /// unknown key; any other is about the value.
    pub(crate) fn locate_complaint(&self, complaint: &Complaint) -> Place {
        let key = complaint.at.rsplit_once('.').filter(|(_, key)| complaint.why.contains(&format!("`{key}`")));
        let found = key.and_then(|(path, key)| self.locate_key(path, key));
        found.unwrap_or_else(|| self.locate(&complaint.at))
    }

    fn locate_key(&self, path: &str, key: &str) -> Option<Place> {
        if let Some(inner) = path.strip_prefix("when") {
            return datapath::find_key(&self.when.node(), inner, key).cloned();
        }
        let inner = path.strip_prefix("given").unwrap_or(path).trim_start_matches('.');
        let own = self.given.as_ref().and_then(|given| datapath::find_key(&given.node(), inner, key).cloned());
        own.or_else(|| fixture::search(&self.bases, &|base| datapath::find_key(base, inner, key)).cloned())
    }

    /// Returns the position of a value that an engine complains about, in the scenario or in a fixture.
    pub fn locate(&self, path: &str) -> Place {
        match path.strip_prefix("when") {
            Some(inner) => self.locate_step(inner),
            None => self.locate_given(path.strip_prefix("given").unwrap_or(path).trim_start_matches('.')),
        }
    }

    fn locate_step(&self, path: &str) -> Place {
        let when = self.when.node();
        match &when.value {
            // A complaint about the whole script points to its end, because a step is missing there.
            Value::List(steps) if path.is_empty() && !steps.is_empty() => steps[steps.len() - 1].place.clone(),
            _ => datapath::find_nearest_node(&when, path).place.clone(),
        }
    }

    fn locate_given(&self, mut path: &str) -> Place {
        let given = self.given.as_ref().map(PackedNode::node);
        loop {
            let own = given.as_ref().and_then(|given| datapath::find_node(given, path));
            let found = own.or_else(|| fixture::search(&self.bases, &|base| datapath::find_node(base, path)));
            match (found, path.rfind(['.', '['])) {
                (Some(node), _) => return node.place.clone(),
                (None, Some(cut)) => path = &path[..cut],
                (None, None) => return given.as_ref().map_or(&self.place, |given| &given.place).clone(),
            }
        }
    }
}

fn marked(scenarios: Vec<Scenario>, has_problems: bool) -> Vec<Scenario> {
    scenarios.into_iter().map(|scenario| Scenario { has_problems, ..scenario }).collect()
}

fn read_one(
    id: String,
    mut node: Node,
    columns: &[MapEntry],
    context: &ScenarioContext<'_>,
    used: &mut BTreeSet<String>,
    problems: &mut Vec<Problem>,
) -> Option<Scenario> {
    // Moved, not copied, because the scenario keeps both.
    let (given, when) = (node.take("given"), node.take("when"));
    let mut keys = Fields::of("a scenario", &node, problems)?;
    let title = keys.required("scenario");
    let place = title.map_or(&node.place, |title| &title.place).clone();
    let title = title.and_then(|title| strict_map::text(title, "scenario", keys.problems())).unwrap_or_default();
    // A title must not start a new line in a report.
    let title = text::one_line(title.trim());
    check_game(&mut keys, context.game);
    let tags = keys.texts("tags").into_iter().map(str::to_owned).collect();
    keys.optional("given");
    let (bases, lacks_base) =
        given.as_ref().map(|given| context.fixtures.bases(given, keys.problems())).unwrap_or_default();
    let declines = fixture::unscripted(&mut keys) || bases.iter().any(|base| base.declines);
    let when = read_when(when, &mut keys, &place);
    let kinds = step_kinds(&when, keys.problems());
    let is_draft = read_draft(&mut keys);
    let whole = || fixture::merged(&bases, given.as_ref().map(Node::to_data));
    let values = ValueReader::new(columns, &whole, context.tolerance);
    let claims = read_claims(&mut keys, &kinds, context.book, &values, is_draft);
    used.extend(values.into_used());
    keys.optional("examples");
    keys.finish();
    let game = context.game.to_owned();
    let (given, when) = (given.as_ref().map(PackedNode::of), PackedNode::of(&when));
    let readings = Arc::default();
    Some(Scenario {
        id,
        title,
        game,
        tags,
        is_draft,
        lacks_base,
        has_problems: false,
        claims,
        entry: None,
        has_golden: context.has_goldens,
        tolerance: context.tolerance.clone(),
        place,
        given,
        when,
        bases,
        declines,
        readings,
    })
}

fn check_game(keys: &mut Fields<'_, '_>, folder: &str) {
    let Some(node) = keys.required("game") else { return };
    let game = strict_map::text(node, "game", keys.problems());
    if game.is_some_and(|game| game != folder) {
        let message = format!("this scenario is in the folder of the game `{folder}`");
        keys.problem(
            Problem::at(Kind::BadValue, &node.place, message).help(format!("write `game: {folder}` or move the file")),
        );
    }
}

fn read_when(when: Option<Node>, keys: &mut Fields<'_, '_>, place: &Place) -> Node {
    keys.optional("when");
    match when {
        Some(node) if matches!(node.value, Value::List(_)) => node,
        other => {
            if let Some(node) = &other {
                strict_map::items(node, "when", keys.problems());
            }
            Node { value: Value::List(Vec::new()), place: place.clone() }
        }
    }
}

/// Returns the kind of each step: its only key.
fn step_kinds(when: &Node, problems: &mut Vec<Problem>) -> Vec<String> {
    let Value::List(steps) = &when.value else { return Vec::new() };
    let kind = |step: &Node| match step.entries() {
        Some([only]) => only.key.clone(),
        _ => {
            let problem =
                Problem::at(Kind::WrongType, &step.place, "a step must be a map with exactly one key, its kind");
            problems.push(problem.help("write `- plan: {by: …}`"));
            String::new()
        }
    };
    steps.iter().map(kind).collect()
}

/// Reads the key `draft`.
fn read_draft(keys: &mut Fields<'_, '_>) -> bool {
    let Some(node) = keys.optional("draft") else { return false };
    let is_draft = node.to_data().as_bool();
    if is_draft.is_none() {
        let message = format!("`draft` must be true or false, this is {}", node.kind());
        keys.problem(Problem::at(Kind::WrongType, &node.place, message));
    }
    is_draft.unwrap_or(false)
}

/// Reads the claims. A draft may lack claims, or have claims without expectations.
fn read_claims(
    keys: &mut Fields<'_, '_>,
    steps: &[String],
    book: &Rulebook,
    values: &ValueReader<'_>,
    is_draft: bool,
) -> Vec<Claim> {
    let node = if is_draft { keys.optional("claims") } else { keys.required("claims") };
    let Some(node) = node else { return Vec::new() };
    let items = strict_map::items(node, "claims", keys.problems());
    if items.is_empty() && matches!(node.value, Value::List(_)) && !is_draft {
        keys.problem(Problem::at(Kind::EmptyThen, &node.place, "`claims` is empty, so this scenario can never fail"));
    }
    let mut claims: Vec<Claim> = Vec::with_capacity(items.len());
    for item in items {
        if diagnostic::is_full(keys.problems()) {
            break;
        }
        claims.extend(Claim::read(item, steps, book, values, keys.problems()));
    }
    if is_draft {
        keys.problems().retain(|problem| problem.kind != Kind::EmptyThen);
    }
    claims.shrink_to_fit();
    claims
}

fn without_examples(node: &Node) -> Node {
    let mut node = node.clone();
    if let Value::Map(entries) = &mut node.value {
        entries.retain(|entry| entry.key != "examples");
    }
    node
}
