//! Twelve common mistakes of authors, each reported with place, reason and fix.

use std::fs;
use std::path::Path;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::run_in;

/// A mistake, and the expected message: place, reason and fix.
struct Mistake {
    name: &'static str,
    wrote: (&'static str, &'static str),
    place: &'static str,
    reason: &'static str,
    right: &'static str,
}

const LAST_STEP: &str = "  - plan: {by: emperor, dial: 2, leader: bashar}\n";

const MISTAKES: [Mistake; 11] = [
    Mistake {
        name: "key typo",
        wrote: ("claims:", "clams:"),
        place: ":13:1",
        reason: "a scenario has no key `clams`",
        right: "did you mean `claims`?",
    },
    Mistake {
        name: "indentation",
        wrote: ("  - plan: {by: harkonnen", "   - plan: {by: harkonnen"),
        place: ":11:4",
        reason: "this line is indented by 3 spaces",
        right: "indent it by 2 spaces, like the lines above",
    },
    Mistake {
        name: "type",
        wrote: ("spice: 10", "spice: ten"),
        place: ":7:24",
        reason: "found `ten`",
        right: "expected a whole number",
    },
    Mistake {
        name: "unknown name",
        wrote: ("leader: bashar", "leader: bashr"),
        place: ":12:42",
        reason: "no leader is called `bashr`",
        right: "nearest is `bashar`",
    },
    Mistake {
        name: "quote elsewhere",
        wrote: ("quote: The higher total wins", "quote: the Aggressor wins"),
        place: ":14:11",
        reason: "the quote has moved from `dune/battle.md:2`",
        right: "to `dune/battle.md#NO TIES`",
    },
    Mistake {
        name: "missing decision",
        wrote: (LAST_STEP, ""),
        place: ":11:5",
        reason: "the script ends here",
        right: "emperor is asked for `plan`",
    },
    Mistake {
        name: "superfluous decision",
        wrote: ("claims:\n", "  - plan: {by: emperor, dial: 2, leader: bashar}\nclaims:\n"),
        place: ":13:5",
        reason: "this step is `plan` by emperor",
        right: "nothing more is asked for",
    },
    Mistake {
        name: "vacuous claim",
        wrote: ("      changes:\n", "      state: {factions.harkonnen.spice: 10}\n      changes:\n"),
        place: ":22:41",
        reason: "so this claim is vacuous",
        right: "claim a change",
    },
    Mistake {
        name: "wrong path",
        wrote: ("forces.tanks: 0", "forces.tnks: 0"),
        place: ":24:9",
        reason: "the state has no `factions.emperor.forces.tnks`",
        right: "did you mean `tanks` instead of `tnks`?",
    },
    Mistake {
        name: "duplicate key",
        wrote: ("tags: [duel, basic]\n", "tags: [duel, basic]\ngame: dune\n"),
        place: ":4:1",
        reason: "duplicate key `game`",
        right: "its first use is on line 2; remove one of the two",
    },
    Mistake {
        name: "tab",
        wrote: ("  storm_order", "\tstorm_order"),
        place: ":5:1",
        reason: "tabs are not allowed",
        right: "replace the tab by spaces",
    },
];

#[test]
fn the_twelve_usual_mistakes_are_reported_with_place_reason_and_fix() {
    for Mistake { name, wrote: (right_text, wrong_text), place, reason, right } in MISTAKES {
        assert_eq!(DUEL.matches(right_text).count(), 1, "{name}: {right_text:?}");
        let project = Project::with_duel().file("scenarios/dune/duel/plain.yaml", DUEL.replace(right_text, wrong_text));
        let run = project.run_in_ci(&["verify", "--quiet"]).exits(3);
        let reported = run.stdout + &run.stderr;
        let place = format!("scenarios/dune/duel/plain.yaml{place}\n");
        for words in [place.as_str(), reason, right] {
            assert!(reported.contains(words), "{name}: `{words}` is not in\n{reported}");
        }
        let problems = reported.matches("error: ").count();
        assert_eq!(problems, 1, "{name}: one accident is one message\n{reported}");
    }
    // The twelfth: a golden edited by hand.
    let project = Project::with_duel();
    let golden = project.read("golden/dune/duel/plain.yaml");
    project.write("golden/dune/duel/plain.yaml", golden.replace("tanks: 0 -> 4", "tanks: 0 -> 5"));
    let run = project.run(&["verify", "--quiet"]).exits(1);
    let run = run.says("golden/dune/duel/plain.yaml\n").says("- 0 -> 5\n").says("+ 0 -> 4\n");
    run.says("if the new outcome is right, accept it with `truthsayer bless ");
}

/// A mistake outside the scenarios: the changed file, the arguments, the exit code, and the words of the message.
type Outside = (&'static str, (&'static str, &'static str), &'static [&'static str], i32, &'static [&'static str]);

const OUTSIDE: [Outside; 9] = [
    (
        "truthsayer.yaml",
        ("[python3, engine.py]", "[python3, enginee.py]"),
        &["verify"],
        4,
        &["17 |     command: [python3, enginee.py]\n", "there is no file `enginee.py`", "did you mean `engine.py`?"],
    ),
    (
        "truthsayer.yaml",
        ("[python3, engine.py]", "[python3, engine.py]"),
        &["verify", "exmaple"],
        5,
        &["the filter `exmaple` matches no scenario", "did you mean `tariff/example`?"],
    ),
    (
        "truthsayer.yaml",
        ("[python3, engine.py]", "[pyton3, engine.py]"),
        &["verify"],
        4,
        &["--> truthsayer.yaml:17:14\n", "`pyton3 engine.py` could not be started", "did you mean `python3`?"],
    ),
    (
        "truthsayer.yaml",
        ("[python3, engine.py]", "[pyton3, engine.py]"),
        &["lint"],
        4,
        &["--> truthsayer.yaml:17:14\n", "could not be started", "did you mean `python3`?"],
    ),
    (
        "truthsayer.yaml",
        ("tariff: {engine: tariff}", "tarif: {engine: tariff}"),
        &["verify"],
        3,
        &["--> truthsayer.yaml:4:19\n", "which plays `tariff`", "rename the game to `tariff`"],
    ),
    (
        "truthsayer.yaml",
        ("tariff: {engine: tariff}", "tariff: {engine: tarif}"),
        &["verify"],
        3,
        &["--> truthsayer.yaml:4:20\n", "there is no engine `tarif`", "did you mean `tariff`?"],
    ),
    (
        "engine.py",
        ("from truthsayer_engine", "print('hello', flush=True)\nfrom truthsayer_engine"),
        &["verify"],
        4,
        &["--> truthsayer.yaml:17:14\n", "it wrote: hello", "print everything else on stderr"],
    ),
    (
        "scenarios/tariff/example/price-is-added.yaml",
        ("100 -> 120", "100 -> \"120\""),
        &["verify"],
        1,
        &["--> scenarios/tariff/example/price-is-added.yaml:11:24\n", "100 -> \"120\"", "100 -> 120\n"],
    ),
    (
        "scenarios/tariff/example/too-expensive.yaml",
        ("more than 1000", "more then 1000"),
        &["verify"],
        3,
        &["--> scenarios/tariff/example/too-expensive.yaml:9:12\n", "the quote is not in the rulebook", "{+than+}"],
    ),
];

#[test]
fn mistakes_around_the_scenarios_are_reported_with_place_and_what_would_be_right() {
    needs_interpreters!();
    for (file, (right, wrong), arguments, code, words) in OUTSIDE {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        let environment = [("PYTHONDONTWRITEBYTECODE", "1")];
        run_in(at, &["init", "--game", "tariff", "--engine", "python"], &environment).exits(0);
        let text = fs::read_to_string(at.join(file)).expect("a file");
        assert_eq!(text.matches(right).count(), 1, "{file}: {right}");
        fs::write(at.join(file), text.replace(right, wrong)).expect("a file");
        let run = run_in(at, arguments, &environment).exits(code);
        let printed = run.stdout + &run.stderr;
        for words in words {
            assert!(printed.contains(words), "{file}: {wrong}: `{words}` is not in\n{printed}");
        }
    }
    // No project, and a missing golden.
    let folder = tempfile::tempdir().expect("a folder");
    run_in(folder.path(), &["verify"], &[])
        .exits(2)
        .complains("there is no truthsayer.yaml")
        .complains("`truthsayer init`");
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    project
        .run(&["verify"])
        .exits(1)
        .says("no golden")
        .says("`truthsayer explain dune/duel/plain`")
        .says("`truthsayer bless`");
}

#[test]
fn all_mistakes_that_an_engine_detects_are_reported_together() {
    let slips = [("spice: 10", "spicee: 10"), ("leader: bashar", "leader: bashr"), ("dial: 3", "dial: many")];
    let text = slips.iter().fold(DUEL.to_owned(), |text, (right, wrong)| text.replace(right, wrong));
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", text);
    let run = project.run(&["verify"]).exits(3).says("`spicee`; nearest is `spice`").says("nearest is `bashar`");
    let run = run.says("found `many`").says("`plan.leader` of step 3");
    assert_eq!(run.stdout.matches("error: ").count(), 3, "{}", run.stdout);
    // After a mistake that changes the run, later failures are not reported.
    let text = DUEL.replace("aggressor: harkonnen", "aggressor: harkonen").replace(LAST_STEP, "");
    project.write("scenarios/dune/duel/plain.yaml", text);
    let run = project.run(&["verify"]).exits(3).says("nearest is `harkonnen`");
    assert_eq!(run.stdout.matches("error: ").count(), 1, "{}", run.stdout);
}

#[test]
fn hints_show_the_form_that_can_be_read() {
    let change = |text: &str| {
        let claims = format!("    then:\n      changes:\n        {text}\n");
        let text = format!("{}{claims}", &DUEL[..DUEL.find("    then:").expect("a then")]);
        Project::new().file("scenarios/dune/duel/plain.yaml", text).run(&["verify"])
    };
    change("factions.emperor.hand: [shield] -> []")
        .exits(3)
        .complains("write `factions.emperor.hand: {before: [shield], after: []}`, or quote the whole change");
    let rule = |text: &str| Project::new().file("scenarios/dune/duel/plain.yaml", text).run(&["verify"]).exits(3);
    for wrong in ["rule: 13", "cite: 13"] {
        rule(&DUEL.replacen("cite: dune/battle.md:2", wrong, 1)).complains("write `cite: <game>/<file>.md:13`");
    }
    rule(&DUEL.replacen("The higher total wins", "Rule 13: the higher total", 1)).complains("quote the text");
}

#[test]
fn another_order_and_missing_values_are_explained() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), &["init", "--engine", "none"], &[]).exits(0);
    let recorded = folder.path().join("engine.txt");
    let text = fs::read_to_string(&recorded).expect("a recording");
    let text = text.replace("\"turn\":\"bob\"}", "\"turn\":\"bob\",\"order\":[\"bob\",\"ann\"]}");
    fs::write(&recorded, text).expect("a file");
    let scenario = folder.path().join("scenarios/nim/taking/stones-are-taken.yaml");
    let text = fs::read_to_string(&scenario).expect("a scenario");
    let claim = |expected: &str| text.replace("changes: {turn: ann -> bob}", expected);
    fs::write(&scenario, claim("state: {order: [ann, bob]}")).expect("a file");
    run_in(folder.path(), &["verify"], &[]).exits(1).says("the same members, in another order");
    fs::write(&scenario, claim("changes: {order: 1 -> 2}")).expect("a file");
    run_in(folder.path(), &["verify"], &[]).exits(1).says("null because there was no such path before");
}

#[test]
fn a_number_alone_asks_which_file_or_game() {
    let shipped = |arguments: &[&str]| crate::project::shipped(arguments).exits(2);
    shipped(&["verify", "--rule", "23"]).complains("Write cotulenh/captures.md:23 or dune/battle.md:23");
    shipped(&["coverage", "--rule", "11"]).complains("rule 11 of which game? Add `--game cotulenh`");
    shipped(&["coverage", "--rule", "11", "--game", "nowhere"]);
}

/// Returns the wrong singulars and plurals in a message.
fn slips(text: &str) -> Vec<String> {
    const NOUNS: [(&str, &str); 14] = [
        ("problem", "problems"),
        ("scenario", "scenarios"),
        ("clause", "clauses"),
        ("claim", "claims"),
        ("switch", "switches"),
        ("mutant", "mutants"),
        ("file", "files"),
        ("draft", "drafts"),
        ("rule", "rules"),
        ("outcome", "outcomes"),
        ("expectation", "expectations"),
        ("step", "steps"),
        ("line", "lines"),
        ("space", "spaces"),
    ];
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '-')).collect();
    let mut found = Vec::new();
    for pair in words.windows(2) {
        let [number, noun] = [pair[0], pair[1]];
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && NOUNS.iter().any(|(one, many)| if number == "1" { noun == *many } else { noun == *one }) {
            found.push(format!("{number} {noun}"));
        }
        if number == "1" && ["pass", "fail", "drift", "survive", "leak", "do", "are"].contains(&noun) {
            found.push(format!("1 {noun}"));
        }
        if number == "is" && ["holds", "pass", "fail", "gap"].contains(&noun) {
            found.push(format!("is {noun}"));
        }
    }
    found
}

#[test]
fn a_wrong_plural_in_a_message_is_detected() {
    assert_eq!(slips("1 mutants, 2 claim; 23.1 is holds"), ["1 mutants", "2 claim", "is holds"]);
    assert_eq!(slips("1 survive, 1 are not specific, 2 leak"), ["1 survive", "1 are"]);
    assert_eq!(slips("1 mutant, 2 claims; 23.1 holds; 0 problems"), Vec::<String>::new());
}

#[test]
fn no_message_says_one_things_or_two_thing() {
    let mut reported: Vec<(String, String)> = Vec::new();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bad-input");
    for case in walkdir::WalkDir::new(cases).into_iter().flatten().filter(|entry| entry.file_name() == "expected.txt") {
        reported.push((case.path().display().to_string(), fs::read_to_string(case.path()).expect("a message")));
    }
    assert!(reported.len() > 40, "{} cases", reported.len());
    // With two scenarios, with one, and with none.
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), &["init", "--engine", "none"], &[]).exits(0);
    for scenarios in (0..=2).rev() {
        for command in [
            ["verify"].as_slice(),
            &["verify", "-v"],
            &["verify", "--without", "at_most_three"],
            &["prove"],
            &["prove", "-v"],
            &["prove", "--all"],
            &["coverage", "--missing"],
            &["coverage", "--weak"],
            &["coverage", "--weak", "-v"],
            &["coverage", "-v"],
            &["lint"],
            &["bless"],
            &["explain", "nim/nim.md#LIMIT"],
            &["explain", "nim/taking/too-many-stones"],
            &["report"],
            &["gate"],
            &["errata"],
            &["compare", "mine", "mine"],
            &["review", "--list"],
            &["engine", "check", "--", env!("CARGO_BIN_EXE_truthsayer"), "engine", "replay", "engine.txt"],
        ] {
            let run = run_in(folder.path(), command, &[]);
            reported.push((format!("{command:?} with {scenarios}"), run.stdout + &run.stderr));
        }
        for page in walkdir::WalkDir::new(folder.path().join("verification")).into_iter().flatten() {
            if page.path().extension().is_some_and(|extension| extension == "md") {
                reported
                    .push((page.path().display().to_string(), fs::read_to_string(page.path()).expect("a document")));
            }
        }
        let name = ["", "stones-are-taken", "too-many-stones"][scenarios];
        for kind in ["scenarios", "golden"].iter().filter(|_| scenarios > 0) {
            fs::remove_file(folder.path().join(format!("{kind}/nim/taking/{name}.yaml"))).expect("it was there");
        }
    }
    let found: Vec<String> = reported
        .iter()
        .flat_map(|(place, text)| slips(text).into_iter().map(move |slip| format!("{place}: {slip}")))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
