//! Fixtures: set-ups that scenarios build on. A fixture may build on others.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::sync::Arc;

use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml;
use crate::oracle::yaml::Node;
use crate::oracle::yaml::Value;
use crate::protocol::Data;
use crate::protocol::nearest::nearest;
use crate::source::Place;

mod assembly;

use assembly::Assembly;

/// One file under `scenarios/<game>/fixtures/`, with everything it builds on merged under it.
#[derive(Debug)]
pub struct Fixture {
    pub name: String,
    pub title: String,
    pub declines: bool,
    /// The whole set-up as data.
    pub given: Data,
    /// What this file itself says, for pointing at it.
    given_here: Option<Node>,
    bases: Vec<Arc<Fixture>>,
    /// How many fixtures stand one upon the other, this one included.
    depth: usize,
    /// How much the whole set-up weighs.
    weight: usize,
}

/// More than any set-up comes to with all that it uses. It is put together anew for every task.
const HEAVIEST: usize = 100_000;

impl Fixture {
    fn new(draft: UnassembledFixture, bases: Vec<Arc<Fixture>>) -> Fixture {
        let depth = 1 + bases.iter().map(|base| base.depth).max().unwrap_or(0);
        let given = merged(&bases, draft.given.as_ref());
        let declines = draft.declines || bases.iter().any(|base| base.declines);
        let weight = weight(&given);
        Fixture { name: draft.name, title: draft.title, declines, given, given_here: draft.given, bases, depth, weight }
    }

    /// The set-up as an engine is given it.
    pub fn set_up(&self) -> Data {
        let mut given = self.given.clone();
        if let (true, Some(map)) = (self.declines, given.as_object_mut()) {
            map.insert("unscripted".to_owned(), Data::from("decline"));
        }
        given
    }

    /// Its own name and those of all that it builds on.
    fn gather_names<'f>(&'f self, names: &mut BTreeSet<&'f str>) {
        if names.insert(&self.name) {
            self.bases.iter().for_each(|base| base.gather_names(names));
        }
    }

    /// What `find` finds in what this file says itself, or in what it builds on, the last laid down first. Each fixture
    /// is asked once, however many build on it.
    fn search<'f, T>(&'f self, find: &dyn Fn(&'f Node) -> Option<T>, asked: &mut HashSet<*const Fixture>) -> Option<T> {
        if !asked.insert(std::ptr::from_ref(self)) {
            return None;
        }
        let here = self.given_here.as_ref().and_then(find);
        here.or_else(|| self.bases.iter().rev().find_map(|base| base.search(find, asked)))
    }
}

/// What `find` finds in the fixtures that a scenario builds on.
pub(crate) fn search<'f, T>(bases: &'f [Arc<Fixture>], find: &dyn Fn(&'f Node) -> Option<T>) -> Option<T> {
    let mut asked = HashSet::new();
    bases.iter().rev().find_map(|base| base.search(find, &mut asked))
}

/// The names of fixtures and of all that they build on.
pub(crate) fn names(bases: &[Arc<Fixture>]) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    bases.iter().for_each(|base| base.gather_names(&mut names));
    names
}

/// The fixtures of one game by name.
#[derive(Debug, Default)]
pub struct Fixtures {
    /// None for a fixture that has problems of its own; those have been told.
    by_name: BTreeMap<String, Option<Arc<Fixture>>>,
}

/// A fixture file that has been read but not yet put together with what it builds on.
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
    /// The fixtures that could be put together, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Fixture)> {
        self.by_name.iter().filter_map(|(name, fixture)| Some((name.as_str(), fixture.as_deref()?)))
    }

    /// The names under which the others hold something else, or nothing.
    pub(crate) fn differing(&self, other: &Fixtures) -> BTreeSet<String> {
        let text = |fixtures: &Fixtures, name: &str| {
            let fixture = fixtures.by_name.get(name)?.as_ref()?;
            Some(Arc::clone(&fixture.given_here.as_ref()?.place.file))
        };
        let names = self.by_name.keys().chain(other.by_name.keys());
        // What has problems may have them because of another one; it is never the same.
        names.filter(|name| text(self, name).is_none_or(|own| text(other, name) != Some(own))).cloned().collect()
    }

    /// Puts all drafts together. A circle, and a name that nobody has, are mistakes. `unreadable` are the names of
    /// fixtures that could not even be read.
    pub(crate) fn assemble(
        drafts: Vec<UnassembledFixture>,
        unreadable: Vec<String>,
        problems: &mut Vec<Problem>,
    ) -> Fixtures {
        Fixtures { by_name: Assembly::new(drafts, unreadable, problems).finish() }
    }

    /// The fixtures that a `given` builds on, in the order they are laid down, and whether one of them has problems of
    /// its own.
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
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("fixtures stand in the game's `fixtures` folder beside the scenarios"),
    }
}

/// The most that a set-up can weigh with these bases under it.
fn weight_of(bases: &[Arc<Fixture>], given: Option<&Node>) -> usize {
    bases.iter().map(|base| base.weight).sum::<usize>() + given.map_or(0, yaml::weight)
}

/// The same as [`yaml::weight`] for data.
fn weight(data: &Data) -> usize {
    match data {
        Data::String(text) => yaml::scalar_weight(text),
        Data::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Data::Object(map) => 1 + map.iter().map(|(key, value)| yaml::scalar_weight(key) + weight(value)).sum::<usize>(),
        _ => 1,
    }
}

fn too_heavy(given: &Node) -> Problem {
    let message = format!("with what it uses, this set-up is more than {HEAVIEST} values");
    Problem::at(Kind::TooMany, &given.place, message)
}

/// More than any set-up is put together from.
const MOST_BASES: usize = 100;

/// `use: name` or `use: [first, second]`.
/// The names that a set-up uses, whether there are such fixtures or not.
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
        let Some(name) = fields::text(node, "use", problems) else { continue };
        if found.len() < MOST_BASES && found.iter().any(|(known, _)| known == name) {
            problems.push(Problem::at(Kind::Fixture, &node.place, format!("`{name}` is used twice")));
        } else if found.len() == MOST_BASES {
            problems.push(Problem::at(Kind::Fixture, &node.place, format!("more than {MOST_BASES} fixtures are used")));
            break;
        } else {
            found.push((name.to_owned(), node.place.clone()));
        }
    }
    found
}

/// The key `unscripted`, which knows one word.
pub(crate) fn unscripted(keys: &mut Fields<'_, '_>) -> bool {
    let Some(node) = keys.optional("unscripted") else { return false };
    let declines = fields::text(node, "unscripted", keys.problems()) == Some("decline");
    if !declines && keys.problems().last().is_none_or(|problem| problem.place.as_ref() != Some(&node.place)) {
        keys.problem(Problem::at(Kind::BadValue, &node.place, "`unscripted` knows only `decline`"));
    }
    declines
}

/// The bases laid down one after the other, and what is said on top. Maps merge, everything else replaces.
pub(crate) fn merged(bases: &[Arc<Fixture>], given: Option<&Node>) -> Data {
    let mut data = Data::Object(serde_json::Map::new());
    for base in bases {
        lay_over(&mut data, base.given.clone());
    }
    if let Some(given) = given {
        lay_over(&mut data, given.to_data());
    }
    if let Some(map) = data.as_object_mut() {
        map.remove("use");
    }
    data
}

fn lay_over(under: &mut Data, over: Data) {
    match (under, over) {
        (Data::Object(under), Data::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(&key) {
                    Some(there) => lay_over(there, value),
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
    use crate::oracle::datapath;
    use crate::source::SourceFile;
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

    /// Fixtures of which each uses others by number.
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
    fn a_tower_of_fixtures_is_refused_whichever_end_is_read_first() {
        let (_, up) = numbered(3000, |number| format!("f{:05}", number - 1));
        assert!(up[0].message.contains("one upon the other"), "{}", up[0].message);
        let (_, down) =
            numbered(3000, |number| if number < 2999 { format!("f{:05}", number + 1) } else { "f00000".into() });
        assert!(down[0].message.contains("one upon the other"), "{}", down[0].message);
        let (fine, none) = numbered(60, |number| format!("f{:05}", number - 1));
        assert_eq!(none, []);
        assert_eq!(fine.by_name["f00059"].as_ref().unwrap().given["a"], 1);
    }

    #[test]
    fn looking_for_a_place_asks_each_fixture_once() {
        // Each pair builds on both of the pair before: there are 2^30 ways down.
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
        assert!(problems[0].message.contains("up to here the fixtures come to more"), "{}", problems[0].message);
        let mut problems = Vec::new();
        let both = draft("both", "fixture: x\ngiven: {use: [heavy, light000, light001]}\n", &mut Vec::new());
        let drafts = vec![heavy(), light(0), light(1), both];
        Fixtures::assemble(drafts, Vec::new(), &mut problems);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].message.contains("with what it uses"), "{}", problems[0].message);
    }

    #[test]
    fn a_fixture_is_used_once() {
        let (_, problems) = numbered(2, |_| "[f00000, f00000]".to_owned());
        assert_eq!(problems.len(), 0, "the double use is told when the file is read");
        let mut found = Vec::new();
        draft("x", "fixture: x\ngiven: {use: [a, a]}\n", &mut found);
        assert_eq!(found[0].message, "`a` is used twice");
    }

    #[test]
    fn a_name_that_nobody_has_gets_the_nearest() {
        let mut problems = Vec::new();
        let drafts = vec![
            draft("arrakeen-duel", "fixture: x\ngiven: {a: 1}\n", &mut Vec::new()),
            draft("b", "fixture: x\ngiven: {use: arakeen-duel}\n", &mut Vec::new()),
        ];
        Fixtures::assemble(drafts, Vec::new(), &mut problems);
        assert_eq!(problems[0].help, ["did you mean `arrakeen-duel`?"]);
    }
}
