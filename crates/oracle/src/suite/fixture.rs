//! Fixtures: shared set-ups for scenarios. A fixture can use other fixtures.

pub mod assembly;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use truthsayer_protocol::Data;
use truthsayer_protocol::nearest::nearest;

use assembly::Assembly;

/// One file under `scenarios/<game>/fixtures/`, merged over the fixtures that it uses.
#[derive(Debug)]
pub struct Fixture {
    pub name: String,
    pub title: String,
    pub declines: bool,
    /// The merged set-up.
    pub given: Data,
    /// The set-up of this file only, to locate problems.
    given_here: Option<Node>,
    bases: Vec<Arc<Fixture>>,
    /// Number of fixtures in the longest chain of `use`, including this one.
    depth: usize,
    /// Weight of the merged set-up.
    weight: usize,
}

/// Maximum weight of a merged set-up. It is merged again for every task.
const HEAVIEST: usize = 100_000;

impl Fixture {
    fn new(draft: UnassembledFixture, bases: Vec<Arc<Fixture>>) -> Fixture {
        let depth = 1 + bases.iter().map(|base| base.depth).max().unwrap_or(0);
        let given = merged(&bases, draft.given.as_ref().map(Node::to_data));
        let declines = draft.declines || bases.iter().any(|base| base.declines);
        let weight = weight(&given);
        Fixture { name: draft.name, title: draft.title, declines, given, given_here: draft.given, bases, depth, weight }
    }

    /// Returns the set-up in the form that an engine receives.
    pub fn set_up(&self) -> Data {
        let mut given = self.given.clone();
        if let (true, Some(map)) = (self.declines, given.as_object_mut()) {
            map.insert("unscripted".to_owned(), Data::from("decline"));
        }
        given
    }

    /// Collects the names of this fixture and of all that it uses.
    fn gather_names<'f>(&'f self, names: &mut BTreeSet<&'f str>) {
        if names.insert(&self.name) {
            self.bases.iter().for_each(|base| base.gather_names(names));
        }
    }

    /// Applies `find` to this file, then to the fixtures that it uses, the last one first. Visits each fixture once.
    fn search<'f, T>(&'f self, find: &dyn Fn(&'f Node) -> Option<T>, asked: &mut HashSet<*const Fixture>) -> Option<T> {
        if !asked.insert(std::ptr::from_ref(self)) {
            return None;
        }
        let here = self.given_here.as_ref().and_then(find);
        here.or_else(|| self.bases.iter().rev().find_map(|base| base.search(find, asked)))
    }
}

/// Applies `find` to the fixtures of a scenario.
pub(crate) fn search<'f, T>(bases: &'f [Arc<Fixture>], find: &dyn Fn(&'f Node) -> Option<T>) -> Option<T> {
    let mut asked = HashSet::new();
    bases.iter().rev().find_map(|base| base.search(find, &mut asked))
}

/// Returns the names of fixtures and of all that they use.
pub(crate) fn names(bases: &[Arc<Fixture>]) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    bases.iter().for_each(|base| base.gather_names(&mut names));
    names
}

/// The fixtures of one game by name.
#[derive(Debug, Default)]
pub struct Fixtures {
    /// `None` for a fixture with problems, which have been reported.
    by_name: BTreeMap<String, Option<Arc<Fixture>>>,
}

/// A fixture file before merging.
pub(crate) struct UnassembledFixture {
    pub name: String,
    title: String,
    declines: bool,
    given: Option<Node>,
    uses: Vec<(String, Place)>,
}

impl UnassembledFixture {
    pub(crate) fn read(name: &str, node: &Node, problems: &mut Vec<Problem>) -> Option<UnassembledFixture> {
        let mut keys = Fields::of("a fixture", node, problems)?;
        let title = keys.required_text("fixture").unwrap_or_default().to_owned();
        let declines = unscripted(&mut keys);
        let given = keys.required("given").cloned();
        let uses = given.as_ref().map(|given| uses(given, keys.problems())).unwrap_or_default();
        keys.finish();
        Some(UnassembledFixture { name: name.to_owned(), title, declines, given, uses })
    }
}

impl Fixtures {
    /// Returns the merged fixtures by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Fixture)> {
        self.by_name.iter().filter_map(|(name, fixture)| Some((name.as_str(), fixture.as_deref()?)))
    }

    /// Returns the names of the fixtures that differ or are missing in `other`.
    pub(crate) fn differing(&self, other: &Fixtures) -> BTreeSet<String> {
        let text = |fixtures: &Fixtures, name: &str| {
            let fixture = fixtures.by_name.get(name)?.as_ref()?;
            Some(Arc::clone(&fixture.given_here.as_ref()?.place.file))
        };
        let names = self.by_name.keys().chain(other.by_name.keys());
        // A fixture with problems always counts as different: the cause may be in another fixture.
        names.filter(|name| text(self, name).is_none_or(|own| text(other, name) != Some(own))).cloned().collect()
    }

    /// Merges all fixtures. Cycles and unknown names are problems. `unreadable` are the names of fixtures that could
    /// not be read.
    pub(crate) fn assemble(
        drafts: Vec<UnassembledFixture>,
        unreadable: Vec<String>,
        problems: &mut Vec<Problem>,
    ) -> Fixtures {
        Fixtures { by_name: Assembly::new(drafts, unreadable, problems).finish() }
    }

    /// Returns the fixtures that a `given` uses, in order, and whether one of them has problems.
    pub(crate) fn bases(&self, given: &Node, problems: &mut Vec<Problem>) -> (Vec<Arc<Fixture>>, bool) {
        let (mut found, mut lacks) = (Vec::new(), false);
        for (name, place) in uses(given, problems) {
            match self.by_name.get(&name) {
                Some(Some(fixture)) => found.push(Arc::clone(fixture)),
                Some(None) => lacks = true,
                None => problems.push(unknown(&name, &place, self.by_name.keys())),
            }
        }
        if weight_of(&found, Some(given)) > HEAVIEST {
            problems.push(too_heavy(given));
            found.clear();
        }
        (found, lacks)
    }
}

fn unknown<'a>(name: &str, place: &Place, names: impl Iterator<Item = &'a String>) -> Problem {
    let problem = Problem::at(Kind::Fixture, place, format!("there is no fixture `{name}`"));
    match nearest(name, names.map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")).replace_with(near),
        None => problem.help("fixtures are in the game's `fixtures` folder, next to the scenarios"),
    }
}

/// Returns an upper bound for the number of values in a set-up with these bases.
fn weight_of(bases: &[Arc<Fixture>], given: Option<&Node>) -> usize {
    bases.iter().map(|base| base.weight).sum::<usize>() + given.map_or(0, yaml::weight)
}

/// Same as [`yaml::weight`], for data.
fn weight(data: &Data) -> usize {
    match data {
        Data::String(text) => yaml::scalar_weight(text),
        Data::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Data::Object(map) => 1 + map.iter().map(|(key, value)| yaml::scalar_weight(key) + weight(value)).sum::<usize>(),
        _ => 1,
    }
}

fn too_heavy(given: &Node) -> Problem {
    let message = format!("with its fixtures, this set-up has more than {HEAVIEST} values");
    Problem::at(Kind::TooMany, &given.place, message)
}

/// Maximum number of fixtures in one `use`.
const MOST_BASES: usize = 100;

/// Returns the names in `use: name` or `use: [first, second]`, whether the fixtures exist or not.
pub(crate) fn used_by(given: &Node) -> Vec<String> {
    uses(given, &mut Vec::new()).into_iter().map(|(name, _)| name).collect()
}

fn uses(given: &Node, problems: &mut Vec<Problem>) -> Vec<(String, Place)> {
    let Some(node) = given.get("use") else { return Vec::new() };
    let nodes: Vec<&Node> = match &node.value {
        Value::List(items) => items.iter().collect(),
        _ => vec![node],
    };
    let mut found: Vec<(String, Place)> = Vec::new();
    for node in nodes {
        let Some(name) = strict_map::text(node, "use", problems) else { continue };
        if found.len() < MOST_BASES && found.iter().any(|(known, _)| known == name) {
            problems.push(Problem::at(Kind::Fixture, &node.place, format!("duplicate fixture `{name}` in `use`")));
        } else if found.len() == MOST_BASES {
            problems.push(Problem::at(
                Kind::Fixture,
                &node.place,
                format!("`use` has more than {MOST_BASES} fixtures"),
            ));
            break;
        } else {
            found.push((name.to_owned(), node.place.clone()));
        }
    }
    found
}

/// Reads the key `unscripted`, whose only value is `decline`.
pub(crate) fn unscripted(keys: &mut Fields<'_, '_>) -> bool {
    let Some(node) = keys.optional("unscripted") else { return false };
    let declines = strict_map::text(node, "unscripted", keys.problems()) == Some("decline");
    if !declines && keys.problems().last().is_none_or(|problem| problem.place.as_ref() != Some(&node.place)) {
        keys.problem(Problem::at(Kind::BadValue, &node.place, "the only value of `unscripted` is `decline`"));
    }
    declines
}

/// Merges the bases in order, then `given`. Maps merge; all other values replace.
pub(crate) fn merged(bases: &[Arc<Fixture>], given: Option<Data>) -> Data {
    let mut data = Data::Object(serde_json::Map::new());
    for base in bases {
        merge_over(&mut data, base.given.clone());
    }
    if let Some(given) = given {
        merge_over(&mut data, given);
    }
    if let Some(map) = data.as_object_mut() {
        map.remove("use");
    }
    data
}

fn merge_over(under: &mut Data, over: Data) {
    match (under, over) {
        (Data::Object(under), Data::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(&key) {
                    Some(there) => merge_over(there, value),
                    None => {
                        under.insert(key, value);
                    }
                }
            }
        }
        (under, over) => *under = over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::datapath;
    use crate::base::source::SourceFile;
    use serde_json::json;

    fn draft(name: &str, text: &str, problems: &mut Vec<Problem>) -> UnassembledFixture {
        let node = yaml::read(&SourceFile::new(format!("{name}.yaml"), text)).unwrap();
        UnassembledFixture::read(name, &node, problems).unwrap()
    }

    #[test]
    fn a_fixture_is_laid_over_what_it_uses() {
        let mut problems = Vec::new();
        let base =
            draft("base", "fixture: b\nunscripted: decline\ngiven: {a: {x: 1, y: [1, 2]}, b: 2}\n", &mut problems);
        let top = draft("top", "fixture: t\ngiven: {use: base, a: {y: [3]}}\n", &mut problems);
        let fixtures = Fixtures::assemble(vec![top, base], Vec::new(), &mut problems);
        assert_eq!(problems, []);
        let top = fixtures.by_name["top"].as_ref().unwrap();
        assert_eq!(top.given, json!({"a": {"x": 1, "y": [3]}, "b": 2}));
        assert!(top.declines);
        let tower = [Arc::clone(top)];
        let locate =
            |path: &'static str| search(&tower, &|own| datapath::find_node(own, path)).map(|it| it.place.to_string());
        assert_eq!(locate("a.x").as_deref(), Some("base.yaml:3:16"));
        assert_eq!(locate("a.y[0]").as_deref(), Some("top.yaml:2:28"));
    }

    #[test]
    fn a_circle_is_refused_and_named() {
        let mut problems = Vec::new();
        let drafts = [("a", "b"), ("b", "c"), ("c", "a")]
            .map(|(name, uses)| draft(name, &format!("fixture: x\ngiven: {{use: {uses}}}\n"), &mut Vec::new()));
        let fixtures = Fixtures::assemble(drafts.into(), Vec::new(), &mut problems);
        assert!(fixtures.by_name.values().all(Option::is_none));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].message.contains("a → b → c → a"), "{}", problems[0].message);
    }

    /// Makes fixtures that use others by number.
    fn numbered(count: usize, uses: impl Fn(usize) -> String) -> (Fixtures, Vec<Problem>) {
        let name = |number: usize| format!("f{number:05}");
        let text = |number: usize| format!("fixture: x\ngiven: {{use: {}, k{number}: 1}}\n", uses(number));
        let drafts = (1..count).map(|number| draft(&name(number), &text(number), &mut Vec::new()));
        let first = draft(&name(0), "fixture: x\ngiven: {a: 1}\n", &mut Vec::new());
        let mut problems = Vec::new();
        let fixtures = Fixtures::assemble(drafts.chain([first]).collect(), Vec::new(), &mut problems);
        (fixtures, problems)
    }

    #[test]
    fn deeply_nested_fixtures_are_rejected_from_either_end() {
        let (_, up) = numbered(3000, |number| format!("f{:05}", number - 1));
        assert!(up[0].message.contains("in a chain"), "{}", up[0].message);
        let (_, down) =
            numbered(3000, |number| if number < 2999 { format!("f{:05}", number + 1) } else { "f00000".into() });
        assert!(down[0].message.contains("in a chain"), "{}", down[0].message);
        let (fine, none) = numbered(60, |number| format!("f{:05}", number - 1));
        assert_eq!(none, []);
        assert_eq!(fine.by_name["f00059"].as_ref().unwrap().given["a"], 1);
    }

    #[test]
    fn looking_for_a_place_asks_each_fixture_once() {
        // Each pair uses both fixtures of the pair before: 2^30 paths.
        let (fixtures, problems) = numbered(61, |number| match number {
            1 | 2 => "f00000".to_owned(),
            _ => format!("[f{:05}, f{:05}]", number - 1 - (number + 1) % 2, number - 2 - (number + 1) % 2),
        });
        assert_eq!(problems, []);
        let tower = [Arc::clone(fixtures.by_name["f00060"].as_ref().unwrap())];
        assert!(search(&tower, &|own| datapath::find_node(own, "nowhere")).is_none());
    }

    #[test]
    fn a_heavy_fixture_can_be_used_only_so_often() {
        let many: String = (0..20_000).map(|number| format!("k{number}: 1, ")).collect();
        let heavy = || draft("heavy", &format!("fixture: x\ngiven: {{{many}}}\n"), &mut Vec::new());
        let light = |number: usize| {
            let text = format!("fixture: x\ngiven: {{use: heavy, own{number}: 1}}\n");
            draft(&format!("light{number:03}"), &text, &mut Vec::new())
        };
        let mut problems = Vec::new();
        let drafts = [heavy()].into_iter().chain((0..40).map(light)).collect();
        Fixtures::assemble(drafts, Vec::new(), &mut problems);
        assert_eq!(problems.len(), 17);
        assert!(problems[0].message.contains("the fixtures up to this one have more"), "{}", problems[0].message);
        let mut problems = Vec::new();
        let both = draft("both", "fixture: x\ngiven: {use: [heavy, light000, light001]}\n", &mut Vec::new());
        let drafts = vec![heavy(), light(0), light(1), both];
        Fixtures::assemble(drafts, Vec::new(), &mut problems);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].message.contains("with its fixtures"), "{}", problems[0].message);
    }

    #[test]
    fn a_fixture_is_used_once() {
        let (_, problems) = numbered(2, |_| "[f00000, f00000]".to_owned());
        assert_eq!(problems.len(), 0, "a duplicate use is reported when the file is read");
        let mut found = Vec::new();
        draft("x", "fixture: x\ngiven: {use: [a, a]}\n", &mut found);
        assert_eq!(found[0].message, "duplicate fixture `a` in `use`");
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let mut problems = Vec::new();
        let drafts = vec![
            draft("arrakeen-duel", "fixture: x\ngiven: {a: 1}\n", &mut Vec::new()),
            draft("b", "fixture: x\ngiven: {use: arakeen-duel}\n", &mut Vec::new()),
        ];
        Fixtures::assemble(drafts, Vec::new(), &mut problems);
        assert_eq!(problems[0].help, ["did you mean `arrakeen-duel`?"]);
    }
}
