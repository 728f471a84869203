//! A sample suite for a made-up game about plants. Its scenarios script the engine completely, so that every grade,
//! cause and fault can be produced.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use serde_json::json;
use truthsayer::report::markdown::report_folder;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Note;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::Reply;
use truthsayer_protocol::ShownEvent;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;

/// A rule with its scenarios: the words of its line, and for each scenario its steps and, for each quote, the
/// expectations. A step names a plant and the switch by which it grows.
struct Plant {
    title: &'static str,
    line: &'static str,
    scenarios: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

const PLANTS: &[Plant] = &[
    Plant {
        title: "Rose",
        line: "A rose grows.",
        scenarios: &[("{grow: {what: rose}}", &[("A rose grows", "changes: {rose: 0 -> 1}")])],
    },
    Plant {
        title: "Oak",
        line: "An oak grows. Its acorn falls.",
        scenarios: &[(
            "{grow: {what: oak}}, {grow: {what: acorn}}",
            &[("An oak grows", "state: {oak: 1}"), ("acorn falls", "events: [{grown: {what: acorn, step: 2}}]")],
        )],
    },
    Plant {
        title: "Fern",
        line: "A fern grows. Its leaf unrolls. Its spore flies.",
        scenarios: &[
            (
                "{grow: {what: fern}}, {grow: {what: leaf}}, {grow: {what: spore}}",
                &[("A fern grows", "state: {fern: 1}"), ("leaf", "state: {leaf: 1}"), ("spore", "state: {spore: 1}")],
            ),
            ("{grow: {what: spore}}", &[("spore", "state: {spore: 1}")]),
        ],
    },
    Plant {
        title: "Moss",
        line: "Moss grows. Nobody has to watch it.",
        scenarios: &[
            ("{grow: {what: moss}}", &[("Moss grows", "state: {moss: 1}")]),
            ("{sow: {what: soil}}, {grow: {what: moss}}", &[("Moss grows", "state: {moss: 1}")]),
            ("{sow: {what: dock}}, {grow: {what: moss}}", &[("Moss grows", "state: {moss: 1}")]),
            ("{sow: {what: key}}, {grow: {what: moss}}", &[("Moss grows", "state: {moss: 1}")]),
        ],
    },
    Plant {
        title: "Lawn",
        line: "The lawn grows.",
        scenarios: &[
            ("{sow: {what: lawn}}", &[("The lawn grows", "state: {lawn: 1}")]),
            ("{grow: {what: rose}}, {sow: {what: lawn}}", &[("The lawn grows", "state: {rose: 1}")]),
        ],
    },
    Plant {
        title: "Hedge",
        line: "The hedge grows. The thorn grows.",
        scenarios: &[(
            "{sow: {what: hedge}}, {sow: {what: thorn}}",
            &[
                ("The hedge", "state: {hedge: 1}, holds_before: {hedge: 0}"),
                ("The thorn", "once: [{grown: {what: thorn}}], events_in_any_order: [grown, began]"),
            ],
        )],
    },
    Plant {
        title: "Pond",
        line: "The pond grows. Frogs may sing.",
        scenarios: &[("{sow: {what: pond}}", &[("The pond", "state: {pond: 1}")])],
    },
    Plant { title: "Shed", line: "Nobody has to enter.", scenarios: &[] },
    Plant { title: "Well", line: "The well is deep. It never dries.", scenarios: &[] },
    Plant {
        title: "Gate",
        line: "The gate stays shut.",
        scenarios: &[("{sow: {what: key}}", &[("stays shut", "unchanged: [gate], no_events: [opened]")])],
    },
    Plant {
        title: "Path",
        line: "The path grows.",
        scenarios: &[("{grow: {what: path, without: still}}", &[("The path", "state: {path: 1}")])],
    },
    Plant {
        title: "Bridge",
        line: "The bridge grows.",
        scenarios: &[("{grow: {what: bridge, without: invalid}}", &[("The bridge", "state: {bridge: 1}")])],
    },
    Plant {
        title: "Tower",
        line: "The tower grows.",
        scenarios: &[("{grow: {what: tower}}", &[("The tower", "events: [began]")])],
    },
    Plant {
        title: "Wall",
        line: "The wall grows.",
        scenarios: &[("{sow: {what: wall}}", &[("The wall", "state: {wall: 1}")])],
    },
    Plant {
        title: "Dice",
        line: "The dice roll.",
        scenarios: &[("{grow: {what: dice, without: chance}}", &[("The dice", "state: {rng: 1}")])],
    },
    Plant {
        title: "Drain",
        line: "The drain grows.",
        scenarios: &[("{grow: {what: drain}}", &[("The drain", "state: {drain: 1}")])],
    },
    Plant {
        title: "Bloom",
        line: "The bloom grows. The posy is complete.",
        scenarios: &[(
            "{grow: {what: rose}}, {grow: {what: oak}}, {grow: {what: acorn}}, {grow: {what: fern}}, \
             {grow: {what: leaf}}, {grow: {what: spore}}, {grow: {what: bloom}}, {grow: {what: posy}}",
            &[
                ("The bloom", "state: {bloom: 1}"),
                ("The posy", "state: {rose: 1, oak: 1, acorn: 1, fern: 1, leaf: 1, spore: 1, posy: 1}"),
            ],
        )],
    },
    Plant {
        title: "Fence",
        line: "Climbing is refused. A question is answered.",
        scenarios: &[
            (
                "{ask: {}}, {ask: {}}",
                &[(
                    "A question",
                    "answers: [{step: 1, is: [yes, no]}, {step: 2, includes: [yes], excludes: [perhaps]}]",
                )],
            ),
            ("{climb: {}}", &[("Climbing", "refused: {step: 1, code: no_climbing}")]),
            ("{sow: {what: key}}", &[("A question", "events: [grown]")]),
        ],
    },
    Plant {
        title: "Vine",
        line: "A vine grows and climbs.",
        scenarios: &[(
            "{grow: {what: vine}}, {grow: {what: tendril}}",
            &[("A vine grows and climbs", "state: {vine: 1}"), ("A vine grows and climbs", "state: {tendril: 1}")],
        )],
    },
    Plant {
        title: CLOVER,
        line: "Clover grows.",
        scenarios: &[("{grow: {what: clover}}", &[("Clover grows", "state: {clover: 1}")])],
    },
];

/// The rule with more clauses, scenarios, values and failing claims than a report lists.
const JUNGLE: &str = "Jungle";
/// The rule with more excluded clauses than the summary lists.
const RUIN: &str = "Ruin";
const LIANAS: usize = 160;
const CITED_LIANAS: usize = 60;
const STONES: usize = 120;
const MANY_VALUES: &str =
    "given: {soil: {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1}}\n";

/// A rose that also grows without its switch, the jungle and the ruin.
fn jungle() -> Vec<&'static Plant> {
    let rose = Plant {
        title: "Rose",
        line: "A rose grows.",
        scenarios: &[
            ("{grow: {what: rose}}", &[("A rose grows", "changes: {rose: 0 -> 1}")]),
            ("{sow: {what: key}}", &[("A rose grows", "events: [grown]")]),
        ],
    };
    let lianas: String = (0..LIANAS).map(|number| format!("Liana l{number} grows. ")).collect();
    let stones: String = (0..STONES).map(|number| format!("Stone s{number} lies. ")).collect();
    let mut scenarios: Vec<(&'static str, &'static [(&'static str, &'static str)])> = (0..CITED_LIANAS)
        .map(|number| {
            let quote: &str = format!("Liana l{number} ").leak();
            ("{sow: {what: key}}", &*vec![(quote, "events: [grown]")].leak())
        })
        .collect();
    scenarios.push(("{sow: {what: dock}}", vec![("Liana l0 grows", "state: {nettle: 1}"); 12].leak()));
    let jungle = Plant { title: JUNGLE, line: lianas.leak(), scenarios: scenarios.leak() };
    let ruin = Plant { title: RUIN, line: stones.leak(), scenarios: &[] };
    vec![rose, jungle, ruin].leak().iter().collect()
}

/// The plant whose scenario is a table with two rows.
const CLOVER: &str = "Clover";

/// Plants with failing claims. Only some gardens have them.
const WEEDS: &[Plant] = &[
    Plant {
        title: "Nettle",
        line: "A nettle grows.",
        scenarios: &[(
            "{sow: {what: dock}}",
            &[("A nettle", "changes: {nettle: 0 -> 1}, events: [{grown: {what: nettle}}]")],
        )],
    },
    Plant {
        title: "Thistle",
        line: "A thistle grows. Its down flies.",
        scenarios: &[
            ("{sow: {what: dock}}", &[("A thistle", "state: {thistle: 1}")]),
            ("{sow: {what: dock}}", &[("down flies", "events: [{grown: {what: down}}]")]),
        ],
    },
    Plant {
        title: "Ivy",
        line: "Ivy grows.",
        scenarios: &[("{sow: {what: ivy}}, {reply: {with: invalid}}", &[("Ivy", "state: {ivy: 1}")])],
    },
    Plant {
        title: "Elder",
        line: "Elder grows.",
        scenarios: &[("{reply: {with: unsupported}}", &[("Elder", "state: {elder: 1}")])],
    },
    Plant {
        title: "Rot",
        line: "Rot spreads.",
        scenarios: &[("{reply: {with: failed}}", &[("Rot spreads", "state: {rot: 1}")])],
    },
    Plant {
        title: "Bramble",
        line: "A bramble grows. Its berry ripens.",
        scenarios: &[
            (
                "{sow: {what: key}}, {sow: {what: dock}}, {ask: {}}",
                &[
                    ("A bramble", "events: [{grown: {what: dock}}, {grown: {what: key}}]"),
                    ("A bramble", "events: [began, began]"),
                    ("A bramble", "events: [opened]"),
                    ("A bramble", "no_events: [began]"),
                    ("A bramble", "answers: [{step: 3, excludes: [yes]}]"),
                    ("A bramble", "answers: [{step: 3, includes: [perhaps], excludes: [no]}]"),
                ],
            ),
            ("{sow: {what: key}}, {sow: {what: key}}", &[("A bramble", "once: [{grown: {what: key}}]")]),
            (
                "{grow: {what: berry}}, {sow: {what: dock}}",
                &[("berry ripens", "state: {berry: 1}"), ("berry ripens", "state: {nettle: 1}")],
            ),
        ],
    },
    Plant { title: "Yew", line: "Yew grows.", scenarios: &[("{reply: {with: died}}", &[("Yew", "state: {yew: 1}")])] },
];

/// Plants with a switch, and the words of their clause. The switch `wall` never fires.
const SWITCHES: &[(&str, &str)] = &[
    ("rose", "A rose grows"),
    ("oak", "An oak grows"),
    ("acorn", "acorn falls"),
    ("fern", "A fern grows"),
    ("leaf", "leaf unrolls"),
    ("spore", "spore flies"),
    ("moss", "Moss grows"),
    ("path", "The path grows"),
    ("bridge", "The bridge grows"),
    ("tower", "The tower grows"),
    ("wall", "The wall grows"),
    ("dice", "The dice roll"),
    ("drain", "The drain grows"),
    ("bloom", "The bloom grows"),
    ("posy", "The posy is complete"),
    ("vine", "A vine grows and climbs"),
    ("tendril", "A vine grows and climbs"),
    ("clover", "Clover grows"),
    ("berry", "berry ripens"),
];

/// Plants without a switch.
const OTHERS: &str = "lawn hedge thorn pond key soil dock nettle thistle down ivy elder rot yew";

/// A counter that replaces randomness, so that no two runs are equal.
static ROLLS: AtomicUsize = AtomicUsize::new(0);

struct Gardener {
    profile: Profile,
    /// Switches that the engine treats as off in every run. `doubles` lists the plants that grow to twice the height.
    lacks: &'static [&'static str],
    doubles: &'static [&'static str],
    /// The engine logs nothing.
    silent: bool,
    /// Length of the name of its ground, which has no influence on the run.
    ground: usize,
    /// The engine does not report when a switch took effect.
    timeless: bool,
}

impl Gardener {
    fn new() -> Gardener {
        let profile = Profile::new("gardener", "3", "garden").with_switches(switches(PLANTS));
        Gardener { profile, lacks: &[], doubles: &[], silent: false, ground: 0, timeless: false }
    }

    /// Creates an engine that also has the switches of the weeds.
    fn of_weeds() -> Gardener {
        let mut all: Vec<SwitchNote> = switches(PLANTS).collect();
        all.extend(switches(WEEDS).map(|note| {
            let line = note.cite.rsplit_once(':').and_then(|(_, line)| line.parse::<usize>().ok()).unwrap_or(0);
            SwitchNote::new(note.name, format!("garden/plants.md:{}", PLANTS.len() + line), note.quote)
        }));
        let profile = Profile::new("gardener", "3", "garden").with_switches(all);
        Gardener { profile, ..Gardener::new() }
    }

    /// Creates an engine with switches that does not report where they take effect.
    fn hiding() -> Gardener {
        let mut gardener = Gardener::of_weeds();
        gardener.profile.hides_firings = true;
        gardener
    }
}

/// The switches of some plants, with the line on which each of them is.
fn switches(plants: &'static [Plant]) -> impl Iterator<Item = SwitchNote> {
    SWITCHES.iter().filter_map(move |(name, quote)| {
        let line = plants.iter().position(|plant| plant.line.contains(quote))? + 1;
        Some(SwitchNote::new(*name, format!("garden/plants.md:{line}"), *quote))
    })
}

impl EngineMaker for Gardener {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        let Gardener { lacks, doubles, silent, ground, timeless, .. } = *self;
        let hides = self.profile.hides_firings;
        Box::new(SamplePlayer { lacks, doubles, silent, ground, timeless, hides })
    }
}

struct SamplePlayer {
    lacks: &'static [&'static str],
    doubles: &'static [&'static str],
    silent: bool,
    ground: usize,
    timeless: bool,
    hides: bool,
}

impl Engine for SamplePlayer {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let mut before = json!({"gate": "shut", "plots": {"a1": "", "a2": ""}});
        for what in SWITCHES.iter().map(|(name, _)| *name).chain(OTHERS.split(' ')) {
            before[what] = json!(0);
        }
        let mut outcome = Outcome::new(before.clone(), before);
        let ground = if self.ground > 0 { json!({"ground": "x".repeat(self.ground)}) } else { json!({}) };
        outcome.log.push(Event::new("began", ground));
        outcome.notes.push(Note::new("the sun shines", 0));
        // Without the drain, every plant is under water, whether or not the switch fired.
        if task.without.iter().any(|switch| switch == "drain") {
            outcome.log.push(Event::new("flooded", json!({})));
        }
        for (index, step) in task.when.iter().enumerate() {
            let (kind, data) = step.as_object().and_then(|map| map.iter().next()).expect("a step");
            if let Some(reply) = self.step(kind, data, index + 1, task, &mut outcome) {
                return reply;
            }
        }
        if self.silent {
            outcome.log.retain(|event| event.name == "began");
        }
        Ok(Reply::Played(Box::new(outcome)))
    }
}

impl SamplePlayer {
    /// Runs one step. Returns a reply if the run ends with it.
    fn step(
        &self,
        kind: &str,
        data: &Data,
        number: usize,
        task: &Task,
        outcome: &mut Outcome,
    ) -> Option<Result<Reply, Fault>> {
        let what = data["what"].as_str().unwrap_or_default().to_owned();
        let here = format!("{what}@{number}");
        let off =
            task.without.contains(&what) || self.lacks.iter().any(|lack| [&what, &here].contains(&&(*lack).to_owned()));
        match kind {
            "grow" if off => return without(data["without"].as_str().unwrap_or_default(), outcome),
            "grow" if self.hides => {}
            "grow" => {
                let event = (!self.timeless).then_some(outcome.log.len());
                outcome.fired.push(Firing::new(what.clone(), event).at("engine/garden.py", 2));
            }
            "climb" => outcome.log.push(Event::refused(number, "no_climbing", "garden/plants.md:15")),
            "ask" => outcome.log.push(Event::answered(number, json!(["yes", "no"]))),
            "reply" => return without(data["with"].as_str().unwrap_or_default(), outcome),
            _ => {}
        }
        if ["grow", "sow"].contains(&kind) {
            let height = if self.doubles.contains(&what.as_str()) { 2 } else { 1 };
            outcome.after[&what] = json!(height);
            outcome.after["plots"]["a1"] = json!("X");
            outcome.log.push(Event::new("grown", json!({"what": what, "step": number})));
        }
        None
    }
}

/// Changes the outcome, or replaces the reply, if a switch is off. `how` names the change.
fn without(how: &str, outcome: &mut Outcome) -> Option<Result<Reply, Fault>> {
    let reply = match how {
        "still" => Ok(Reply::Played(Box::new(Outcome::new(outcome.before.clone(), outcome.before.clone())))),
        "chance" => {
            let mut outcome = outcome.clone();
            outcome.log.push(Event::new("rolled", json!({"number": ROLLS.fetch_add(1, Ordering::Relaxed)})));
            Ok(Reply::Played(Box::new(outcome)))
        }
        "invalid" => Ok(Reply::Invalid(Complaint::new("when[0]", "there is no ground"))),
        "unsupported" => Ok(Reply::Unsupported("no trees".to_owned())),
        "failed" => Ok(Reply::Crashed(Crash::new("the roots are undefined"))),
        "died" => Err(Fault::Died { how: "the roots rotted".to_owned(), last_words: String::new() }),
        _ => {
            outcome.log.push(Event::new("withered", json!({})));
            return None;
        }
    };
    Some(reply)
}

const PROJECT: &str = "games: {garden: {engine: garden}}\nsources: [engine]\n";
/// A project in which clauses that do not say "grows" are informative.
const NORMATIVE: &str = "games: {garden: {engine: garden, normative: [grows]}}\nsources: [engine]\n";

/// A garden, and the settings of one run.
pub(crate) struct Garden {
    project: &'static str,
    maker: Gardener,
    reference: Option<Gardener>,
    plants: Vec<&'static Plant>,
    without: Vec<String>,
    gaps: Vec<Gap>,
    /// Number of scenarios that run; all if `None`.
    chosen: Option<usize>,
    proves: bool,
    /// Whether an engine exists.
    is_played: bool,
    /// Number of plants that have scenarios.
    sown: usize,
    reads_otherwise: bool,
    /// Which scenarios of each plant choose the reading that is not the default.
    low_sun: LowSun,
    goldens: Golden,
    /// Whether a claim fails on a clause that no rule of the catalog has.
    bird_sings: bool,
    /// Whether the rulebook changed since its last review.
    is_reworded: bool,
    /// Whether claims on the oak pass without their clause, one with a reason, and the thin rose has a reason.
    has_reasons: bool,
}

/// Which scenarios of each plant choose the reading that is not the default.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LowSun {
    Never,
    First,
    Always,
}

impl Garden {
    pub(crate) fn new() -> Garden {
        Garden {
            project: PROJECT,
            maker: Gardener::new(),
            reference: None,
            plants: PLANTS.iter().collect(),
            without: Vec::new(),
            gaps: Vec::new(),
            chosen: None,
            proves: true,
            is_played: true,
            sown: usize::MAX,
            reads_otherwise: false,
            low_sun: LowSun::Never,
            goldens: Golden::None,
            bird_sings: false,
            is_reworded: false,
            has_reasons: false,
        }
    }

    pub(crate) fn without(mut self, switches: &[&str]) -> Garden {
        self.without = switches.iter().map(|name| (*name).to_owned()).collect();
        self.proves = false;
        self
    }

    pub(crate) fn without_switches(mut self) -> Garden {
        self.maker.profile.switches.clear();
        self
    }

    pub(crate) fn with_weeds(mut self) -> Garden {
        self.plants.extend(WEEDS);
        self
    }

    fn with_gap(mut self, text: &str) -> Garden {
        let node = yaml::read(&SourceFile::new("truthsayer.yaml", text)).expect("YAML");
        let mut problems = Vec::new();
        self.gaps = gap::read(&node, &mut problems).into_iter().collect();
        assert!(problems.is_empty(), "{problems:?}");
        self
    }

    /// Whether the garden has all plants, and so also excluded and uncited clauses.
    fn is_whole(&self) -> bool {
        self.plants.len() >= PLANTS.len()
    }

    fn files(&self) -> Vec<(String, String)> {
        let mut catalog = "categories: [All]\nrules:\n".to_owned();
        let mut files = vec![("truthsayer.yaml".to_owned(), self.project.to_owned())];
        let source = "def grow(table):\n    if table.upholds('rose'):\n        pass\n";
        files.push(("engine/garden.py".to_owned(), source.to_owned()));
        if self.bird_sings {
            let text = "scenario: A bird\ngame: garden\nwhen: [{sow: {what: key}}]\nclaims:\n  - cite: garden/more.md:1\n    quote: A bird sings\n    then: {events: [sung]}\n";
            files.push(("scenarios/garden/bird/sings.yaml".to_owned(), text.to_owned()));
        }
        for (number, plant) in (1..).zip(&self.plants) {
            catalog.push_str(&format!("  - rule: {number}\n    title: {}\n    category: All\n", plant.title));
            let thin = match self.has_reasons && number == 1 {
                true => ", {cite: \"garden/plants.md:1\", quote: A rose grows, thin: it grows once}",
                false => "",
            };
            catalog.push_str(&format!("    lines: [\"garden/plants.md:{number}\"{thin}]\n"));
            if number == 1 {
                let related = if self.is_whole() {
                    "\"garden/plants.md:2\", \"garden/more.md:1\""
                } else {
                    "\"garden/plants.md:1\""
                };
                catalog.push_str(&format!("    related: [{related}]\n"));
            }
            for (at, (steps, claims)) in plant.scenarios.iter().enumerate().filter(|_| number <= self.sown) {
                let (row, rows) = match plant.title == CLOVER {
                    true => (" ${row}", "examples: [{row: 1}, {row: 2}]\n"),
                    false => ("", ""),
                };
                let title = format!("{} {at}{row}", plant.title);
                let given = match (self.low_sun, at) {
                    _ if plant.title == JUNGLE => MANY_VALUES,
                    (LowSun::Always, _) | (LowSun::First, 0) => "given: {readings: {sun: low}}\n",
                    _ => "",
                };
                let mut text = format!("scenario: {title}\ngame: garden\n{rows}{given}when: [{steps}]\nclaims:\n");
                for (quote, then) in *claims {
                    text.push_str(&format!(
                        "  - cite: garden/plants.md:{number}\n    quote: {quote}\n    then: {{{then}}}\n"
                    ));
                }
                if self.has_reasons && plant.title == "Oak" {
                    let claim = |quote: &str, then: &str| {
                        format!("  - cite: garden/plants.md:{number}\n    quote: {quote}\n    then: {{{then}}}\n")
                    };
                    text.push_str(&claim("acorn falls", "state: {oak: 1}"));
                    text.push_str(&claim("An oak grows", "state: {acorn: 1}"));
                    text.push_str("    limit: an acorn is not an oak\n");
                }
                files.push((format!("scenarios/garden/{}/{at}.yaml", plant.title.to_lowercase()), text));
            }
        }
        let lines: Vec<String> =
            self.plants.iter().map(|plant| format!("{}: {}\n", plant.title.to_uppercase(), plant.line)).collect();
        files.push(("rules/garden/plants.md".to_owned(), lines.concat()));
        files.push(("rules/garden/catalog.yaml".to_owned(), catalog));
        if self.plants.iter().any(|plant| plant.title == RUIN) {
            let stones = (0..STONES).map(|number| {
                format!("  - {{cite: \"garden/plants.md:3\", quote: Stone s{number} lies., reason: not ours}}\n")
            });
            let text = format!("exclusions:\n{}", stones.collect::<String>());
            files.push(("rules/garden/exclusions.yaml".to_owned(), text));
        }
        if !self.is_whole() {
            return files;
        }
        files.push(("rules/garden/more.md".to_owned(), "A bird sings.\n".to_owned()));
        let excluded = [("4", "Nobody has to watch"), ("7", "Frogs may sing"), ("8", "Nobody has to enter")];
        let rows = excluded.map(|(line, quote)| {
            format!("  - {{cite: \"garden/plants.md:{line}\", quote: {quote}, reason: not ours}}\n")
        });
        files.push(("rules/garden/exclusions.yaml".to_owned(), format!("exclusions:\n{}", rows.concat())));
        files
    }

    /// Every document of the run, one after the other.
    pub(crate) fn documents(self) -> String {
        self.look(|_, documents| documents.values().cloned().collect())
    }

    /// Runs the garden and passes the findings and documents to a function.
    pub(crate) fn look<T>(self, look: impl FnOnce(&Findings<'_>, &BTreeMap<String, String>) -> T) -> T {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in self.files() {
            write(&folder.path().join(path), &text);
        }
        if self.is_reworded {
            let rules = fs::read_to_string(folder.path().join("rules/garden/plants.md")).expect("the rules");
            let reviewed = rules.replace("A rose grows.", "A rose withers.");
            let mut book = Rulebook::default();
            book.add("garden/plants.md", SourceFile::new("rules/garden/plants.md", reviewed));
            let lock = Lock::of(&book, "garden").render();
            fs::write(folder.path().join("rules/garden/rules.lock"), lock).expect("a lock");
        }
        if self.goldens != Golden::None {
            self.accept(folder.path());
        }
        let (mut suite, problems) = Suite::load(Project::load(folder.path()).expect("a project"), 1);
        assert!(problems.is_empty(), "{problems:?}");
        if self.reads_otherwise {
            suite.readings.insert("garden".to_owned(), [("sun".to_owned(), "low".to_owned())].into());
        }
        let seat = match self.reference {
            Some(reference) => Seat::other(Box::new(self.maker), Some(Box::new(reference))),
            None => Seat::reference(Box::new(self.maker)),
        };
        let seat = Seat { gaps: self.gaps, ..seat };
        let seats: Seats = self.is_played.then(|| ("garden".to_owned(), seat)).into_iter().collect();
        let run = Run::new(&suite, &seats, 1, &NoProgress);
        let chosen = suite.scenarios.iter().take(self.chosen.unwrap_or(usize::MAX)).collect();
        let (without, proving) = (self.without, self.proves.then(|| Proving { weak: true, ..Proving::default() }));
        let findings = Run { chosen, without, proving, keep: Retention::Outcomes, ..run }.findings();
        look(&findings, &report_folder::documents(&findings, "verification"))
    }

    /// Accepts every outcome as its golden. For drift, changes some goldens and makes one unreadable.
    fn accept(&self, root: &Path) {
        let (suite, _) = Suite::load(Project::load(root).expect("a project"), 1);
        let seats = Seats::from([("garden".to_owned(), Seat::reference(Box::new(Gardener::new())))]);
        let findings = Run { keep: Retention::Outcomes, ..Run::new(&suite, &seats, 1, &NoProgress) }.findings();
        for judged in &findings.judged {
            let Some(text) = &judged.rendered else { continue };
            let text = match (self.goldens, judged.scenario.id.as_str()) {
                (Golden::Drifted, "garden/rose/0" | "garden/nettle/0") => text.replace("began", "begun"),
                (Golden::Drifted, "garden/oak/0") => "[".to_owned(),
                _ => text.clone(),
            };
            write(&root.join(format!("golden/{}.yaml", judged.scenario.id)), &text);
        }
    }
}

/// The goldens that exist before the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Golden {
    None,
    Accepted,
    /// Two goldens differ from the outcomes, and one cannot be read.
    Drifted,
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, text).expect("a file");
}

/// Returns runs that pass, fail or do not start, each with a name.
pub(crate) fn every_run() -> Vec<(&'static str, Garden)> {
    let lacking = || Gardener { lacks: &["rose", "drain", "moss@2"], doubles: &["spore"], ..Gardener::new() };
    let board = BoardNote::new("plots", ["a"], ["1", "2"]);
    let with_board = Gardener { profile: Gardener::new().profile.with_board(board), ..Gardener::new() };
    let shows = Observes::nothing().events(["began"]);
    let half_blind =
        Gardener { profile: Gardener::new().profile.with_observes(shows), silent: true, ..Gardener::new() };
    let some_fields = Observes::everything().events([ShownEvent::with_fields("grown", ["what"]), "*".into()]);
    let brief = Gardener { profile: Gardener::new().profile.with_observes(some_fields), ..Gardener::new() };
    let mute = Gardener { silent: true, ..Gardener::new() };
    let endless = Gardener { ground: 3 << 20, ..Gardener::new() };
    let no_version = Gardener { profile: Profile::new("gardener", "", "garden"), ..Gardener::new() };
    let sun = ReadingNote::new("sun", ["high", "low"], "The sun is high or low.");
    let sun = sun.stated_by("low", "garden/plants.md:1", "A rose grows");
    let sunny = || Gardener { profile: Gardener::new().profile.with_readings([sun.clone()]), ..Gardener::new() };
    let odd_lawn = Gardener { lacks: &["rose"], doubles: &["lawn"], ..Gardener::new() };
    let timeless = Gardener { timeless: true, ..Gardener::new() };
    let rose = &PLANTS[..1];
    let of_rose = Profile::new("gardener", "3", "garden").with_switches(switches(rose));
    let of_rose = || Gardener { profile: of_rose.clone(), ..Gardener::new() };
    let rose_alone = || Garden { plants: rose.iter().collect(), goldens: Golden::Accepted, ..Garden::new() };
    let other = |maker: Gardener| Garden { maker, reference: Some(Gardener::new()), ..Garden::new() };
    let by = |maker: Gardener| Garden { maker, ..Garden::new() };
    let late = "{scenario: garden/nettle/0, reason: sown late, until: 2100-01-01}";
    vec![
        ("healthy", Garden::new()),
        ("normative", Garden { project: NORMATIVE, ..Garden::new() }),
        ("without rose", Garden::new().without(&["rose"])),
        ("without bloom", Garden::new().without(&["bloom"])),
        ("without two", Garden::new().without(&["rose", "oak"])),
        ("no switches", Garden::new().without_switches()),
        ("weeds", by(Gardener::of_weeds()).with_weeds()),
        ("weeds without switches", Garden::new().without_switches().with_weeds()),
        ("hidden firings", by(Gardener::hiding())),
        ("weeds and hidden firings", by(Gardener::hiding()).with_weeds()),
        ("gap", Garden::new().with_weeds().with_gap(late)),
        ("three of them", Garden { chosen: Some(3), ..Garden::new() }),
        ("one of them", Garden { chosen: Some(1), ..Garden::new() }),
        ("nothing proven", Garden { proves: false, ..Garden::new() }),
        ("another engine", other(lacking())),
        ("another engine and weeds", other(lacking()).with_weeds()),
        ("another engine with an odd lawn", other(odd_lawn)),
        ("board", by(with_board)),
        ("half blind", other(half_blind)),
        ("brief", by(brief)),
        ("mute", by(mute)),
        ("no version", by(no_version)),
        ("endless", Garden { proves: false, ..by(endless) }),
        ("timeless", by(timeless)),
        ("one sown", Garden { sown: 1, ..Garden::new() }),
        ("not played", Garden { is_played: false, ..Garden::new() }),
        ("sharp", Garden { reference: Some(Gardener::new()), ..Garden::new().without_switches() }),
        ("read otherwise", Garden { reads_otherwise: true, ..Garden::new() }),
        ("low sun", Garden { maker: sunny(), low_sun: LowSun::Always, ..Garden::new() }),
        ("low sun at first", Garden { maker: sunny(), low_sun: LowSun::First, ..Garden::new() }),
        ("reworded", Garden { is_reworded: true, ..Garden::new() }),
        ("accepted", Garden { goldens: Golden::Accepted, ..Garden::new() }),
        ("drifted", Garden { goldens: Golden::Drifted, ..Garden::new().with_weeds() }),
        ("a rose alone", Garden { maker: of_rose(), ..rose_alone() }),
        ("a rose that does not grow", Garden { maker: Gardener { lacks: &["rose"], ..of_rose() }, ..rose_alone() }),
        ("jungle", Garden { plants: jungle(), maker: of_rose(), ..Garden::new() }),
        ("a bird", Garden { bird_sings: true, ..Garden::new() }),
        ("reasons", Garden { has_reasons: true, ..Garden::new() }),
    ]
}
