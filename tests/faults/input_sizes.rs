//! Sizes: long, deep or numerous input takes limited memory and linear time.

use std::fs;
use std::fs::File;
use std::process::Command;

use crate::fixtures::GOLDEN;
use crate::fixtures::PLAIN;
use crate::fixtures::duel_claiming;
use crate::fixtures::long_file;
use crate::fixtures::reported;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// Concatenates many numbered texts.
fn many(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// A name of a hundred letters that differs from the others only in its number.
fn long_name(letter: char, number: usize) -> String {
    format!("{letter}{number:05}{}", "x".repeat(94))
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[{a: ", "}]"), ("? ", ""), ("&a [", "]")] {
        for depth in [60, 100_000] {
            let text = format!("scenario: x\ngiven:\n  {}1{}\n", open.repeat(depth), close.repeat(depth));
            let project = Project::new().file(PLAIN, text);
            watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:"));
        }
    }
    let project = Project::with_duel();
    for opening in ["[", "{\"catalog\":"] {
        project.write("deep.json", opening.repeat(200_000));
        watch(&project, &["compare", "deep.json", "dune"]).exits(3).says("`deep.json`");
    }
}

#[test]
fn aliases_and_anchors_are_weighed() {
    let scalar = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), vec!["*a"; 8000].join(", "));
    let nested = many(40, |level| match level {
        0 => "a0: &a0 [x, x]\n".to_owned(),
        _ => format!("a{level}: &a{level} [*a{}, *a{}]\n", level - 1, level - 1),
    });
    let inside = format!("{}x{}\n", "&a [".repeat(30), "]".repeat(30));
    let anchors = many(20_000, |number| format!("k{number}: &a{number} [x, y]\n"));
    let keys = format!("a: &a {}\n", "k".repeat(60_000)) + &many(8000, |number| format!("? *a\n: {number}\n"));
    for text in [scalar, nested, inside, anchors, keys, "a: &a [*a]\n".to_owned(), "a: *nobody\n".to_owned()] {
        let project = Project::new().file(PLAIN, text);
        watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:"));
    }
}

#[test]
fn tables_that_explode_are_weighed_before_they_are_filled_in() {
    let claim = "  - {cite: \"dune/battle.md:2\", quote: The higher total wins, then: {events: [{battle_won: {}}]}}\n";
    let table = |extra: &str, examples: &str| duel_claiming(claim) + extra + "examples:\n" + examples;
    let long_value = table(
        &format!("tags: [\"{}\"]\n", "${x}".repeat(20_000)).replace("tags", "notes"),
        &many(100, |_| format!("  - {{x: {}}}\n", "y".repeat(5000))),
    );
    let many_rows = table("", &many(12_000, |number| format!("  - {{x: {number}}}\n")));
    let many_keys = table(
        &format!("notes: {{{}}}\n", many(15_000, |number| format!("k{number}: \"${{x}}\", "))),
        &"  - {x: 1}\n".repeat(12),
    );
    let unused = table("", &format!("  - {{{}}}\n", many(5000, |number| format!("{}: 1, ", long_name('c', number)))));
    let missing = table(
        &format!("notes: [{}]\n", many(2000, |number| format!("\"${{{}}}\", ", long_name('u', number)))),
        &format!("  - {{{}}}\n", many(5000, |number| format!("{}: 1, ", long_name('c', number)))),
    );
    let open = table(&format!("notes: \"{}\"\n", "${".repeat(200_000)), "  - {x: 1}\n");
    for text in [long_value, many_rows, many_keys, unused, missing, open] {
        let project = Project::new().file(PLAIN, text);
        watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:"));
    }
}

#[test]
fn the_first_hundred_mistakes_of_a_file_are_reported() {
    let duplicate = many(40_000, |_| "a: 1\n".to_owned());
    let unknown = DUEL.to_owned() + &many(20_000, |number| format!("k{number}: 1\n"));
    let steps = DUEL.replace("when:\n", &format!("when:\n{}", "  - 1\n".repeat(20_000)));
    for text in [duplicate, unknown, steps] {
        let project = Project::new().file(PLAIN, text);
        let seen = watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:"));
        assert!(
            seen.stderr.matches("error: ").count() <= 102,
            "{} are reported",
            seen.stderr.matches("error: ").count()
        );
    }
    let categories = many(2000, |number| long_name('c', number) + ", ");
    let rules = many(2000, |number| {
        let category = long_name('d', number);
        format!("  - {{rule: {number}, title: t, category: {category}, lines: [\"dune/battle.md:2\"]}}\n")
    });
    let project =
        Project::with_duel().file("rules/dune/catalog.yaml", format!("categories: [{categories}]\nrules:\n{rules}"));
    watch(&project, &["verify"]).exits(3).says("is not a category of the catalog").says("more problems");
}

#[test]
fn many_lost_quotes_are_reported_without_reading_the_book_for_each() {
    let book = many(10_000, |number| format!("Rule {number} says something here and there.\n"));
    let claims = |cite: &str, quote: &str| {
        many(3000, |number| {
            let quote = quote.replace('@', &number.to_string());
            format!("  - {{cite: \"{cite}\", quote: \"{quote}\", then: {{state: {{a: 1}}}}}}\n")
        })
    };
    for (cite, quote) in [
        ("dune/more.md:1-10000", "nowhere at all @"),
        ("dune/more.md:7", "Rule @ says somewhat here"),
        ("dune/mroe.md:7", "Rule @ says"),
        ("dune/more.md:1-10000", "here and there. Rule @ says"),
    ] {
        let project = Project::new().file("rules/dune/more.md", &book).file(PLAIN, duel_claiming(&claims(cite, quote)));
        watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:14:")).says("more problems");
    }
    let words = |letter: char| many(100_000, |number| format!("{letter}{} ", number * 7 % 9973));
    let claim = format!("  - {{cite: \"dune/more.md:1\", quote: \"{}\", then: {{state: {{a: 1}}}}}}\n", words('v'));
    let project = Project::new().file("rules/dune/more.md", words('w') + "\n").file(PLAIN, duel_claiming(&claim));
    watch(&project, &["verify"]).exits(3).says(PLAIN);
}

#[test]
fn many_failing_expectations_are_judged_and_reported() {
    let claims = |then: &str| {
        duel_claiming(&format!("  - {{cite: \"dune/battle.md:2\", quote: The higher total wins, then: {{{then}}}}}\n"))
    };
    let paths = |path: &dyn Fn(usize) -> String| {
        claims(&format!("unchanged: [{}]", many(40_000, |number| path(number) + ", ")))
    };
    let project = Project::new().file(PLAIN, paths(&|_| "factions".to_owned()));
    watch(&project, &["verify"]).exits(1).says("fail dune/duel/plain");
    project.write(PLAIN, paths(&|number| format!("factons{number}")));
    watch(&project, &["verify"]).exits(3).says("invalid dune/duel/plain").says("more problems");
    let one = "  - {cite: \"dune/battle.md:2\", quote: The higher total wins, then: {unchanged: [factions]}}\n";
    project.write(PLAIN, duel_claiming(&one.repeat(2500)));
    watch(&project, &["verify", "--format", "json"]).exits(1);
    watch(&project, &["explain", "dune/duel/plain"]).exits(1);
}

#[test]
fn names_of_three_hundred_kilobytes_are_reported_and_not_compared() {
    let (name, other) = ("a".repeat(300_000), "a".repeat(299_999));
    for text in [
        format!("{DUEL}{name}: 1\n"),
        DUEL.replace("leader: bashar", &format!("leader: {name}")),
        DUEL.replace("given:\n", &format!("given:\n  use: {name}\n")),
        DUEL.replace("dune/battle.md:2\n", &format!("dune/{name}.md:2\n")),
        format!("{DUEL}examples: [{{{name}: 1, {other}: 2}}]\n"),
        DUEL.replace("battle_won:", &format!("{name}:")),
        DUEL.replace("factions.emperor.forces.arrakeen:", &format!("? {name}\n        :")),
    ] {
        let project = Project::new().file(PLAIN, text);
        watch(&project, &["verify"]).exits(3).says(PLAIN);
    }
    let project = Project::with_duel();
    let short = "a".repeat(100_000);
    for command in [
        ["verify", &short].as_slice(),
        &["explain", &short],
        &["verify", "--engine", &short],
        &["verify", "--tag", &short],
    ] {
        let seen = watch(&project, command);
        assert!(matches!(seen.code, 2 | 5), "{}", seen.code);
    }
    let braces = "{a,b}".repeat(60);
    let stars = "*a".repeat(3000) + "**/".repeat(3000).as_str();
    for pattern in [braces, stars, "[".repeat(100_000), "\\".repeat(10_000)] {
        watch(&project, &["verify", &pattern]).exits(5);
    }
}

#[test]
fn rule_lines_of_any_shape_are_split_in_time() {
    let lines = [
        "a.".repeat(80_000),
        "(".repeat(80_000) + &")".repeat(80_000),
        "(A. ".repeat(10_000) + &")".repeat(10_000),
        "\"".repeat(24_999),
        "“A. ”".repeat(7_500),
        "A; ".repeat(15_000),
        "e.g. No. 5 ".repeat(3_750),
        "?!".repeat(20_000),
        "... ".repeat(10_000),
        "**__".repeat(10_000),
        "<!--".repeat(10_000),
        "<!-- x -->".repeat(3_750) + "A.",
        ":".repeat(40_000),
        "A: ".repeat(12_500),
        "- ".repeat(20_000),
        "#".repeat(40_000),
        "\u{301}".repeat(20_000),
        "😀. ".repeat(7_500),
    ];
    let project = reported();
    for line in lines {
        project.write("rules/dune/odd.md", format!("{line}\nA last rule.\n"));
        // An unclosed comment extends to the end of the file.
        let seen = watch(&project, &["explain", "dune/odd.md:1-2"]);
        assert!(matches!(seen.code, 0 | 5), "{seen:?}");
        let seen = watch(&project, &["new", "dune/odd.md:1", "--stdout"]);
        assert!(matches!(seen.code, 0 | 2 | 5), "{seen:?}");
    }
}

#[test]
fn a_sentence_in_parentheses_stands_alone_with_all_its_sentences() {
    let rule = "They stay. (Effects cannot kill them. Nor can poison.) They wait.\n";
    let project = Project::with_duel().file("rules/dune/odd.md", rule);
    for (clause, words) in
        [(1, "They stay."), (2, "(Effects cannot kill them."), (3, "Nor can poison.)"), (4, "They wait.")]
    {
        let id = format!("dune/odd/c-{clause}");
        let cite = format!("dune/odd.md:1.{clause}");
        watch(&project, &["new", &cite, "--id", &id, "--stdout"]).exits(0).says(words);
    }
}

/// Writes many numbered fixtures into one file.
fn fixtures(project: &Project, count: usize, text: impl Fn(usize) -> String) {
    let folder = project.path("scenarios/dune/fixtures");
    fs::create_dir_all(&folder).expect("a folder");
    for number in 0..count {
        fs::write(folder.join(format!("f{number:05}.yaml")), text(number)).expect("a fixture");
    }
}

#[test]
fn a_tower_of_ten_thousand_fixtures_is_refused() {
    let project = Project::with_duel();
    fixtures(&project, 10_000, |number| match number {
        0 => "fixture: x\ngiven: {}\n".to_owned(),
        _ => format!("fixture: x\ngiven: {{use: f{:05}}}\n", number - 1),
    });
    watch(&project, &["verify"]).exits(3).says("fixtures use each other in a chain");
    // In reverse order, each fixture comes before the one it uses.
    fixtures(&project, 2000, |number| format!("fixture: x\ngiven: {{use: f{:05}}}\n", number + 1));
    watch(&project, &["verify"]).exits(3).says("fixtures use each other in a chain");
}

#[test]
fn a_complaint_finds_its_place_among_fixtures_that_use_each_other_twice() {
    let project = Project::with_duel();
    fixtures(&project, 64, |number| match number {
        0 | 1 => "fixture: x\ngiven: {}\n".to_owned(),
        _ => {
            let below = number - 2 - number % 2;
            format!("fixture: x\ngiven: {{use: [f{:05}, f{:05}]}}\n", below, below + 1)
        }
    });
    project.write(
        PLAIN,
        DUEL.replace("given:\n", "given:\n  use: [f00062, f00063]\n").replace("spice: 10", "spice: [nonsense]"),
    );
    watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:8:"));
    project.write(PLAIN, DUEL.replace("given:\n", "given:\n  use: [f00062, f00063]\n  factoins: 1\n"));
    watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:"));
}

#[test]
fn heavy_fixtures_and_many_unknown_ones_are_reported() {
    let project = Project::with_duel();
    let heavy = format!("fixture: x\ngiven: {{{}}}\n", many(20_000, |number| format!("k{number}: 1, ")));
    fixtures(
        &project,
        400,
        |number| if number == 0 { heavy.clone() } else { "fixture: x\ngiven: {use: f00000}\n".to_owned() },
    );
    watch(&project, &["verify"]).exits(3).says("the fixtures up to this one have more than 1000000 values");
    let uses = many(90, |number| format!("f{:05}, ", number + 1));
    fixtures(
        &project,
        40,
        |number| if number == 0 { heavy.clone() } else { "fixture: x\ngiven: {use: f00000}\n".to_owned() },
    );
    let project = {
        for number in 40..400 {
            fs::remove_file(project.path(&format!("scenarios/dune/fixtures/f{number:05}.yaml"))).expect("a fixture");
        }
        project
    };
    project.write(PLAIN, DUEL.replace("given:\n", &format!("given:\n  use: [{}]\n", &uses[..7 * 30])));
    watch(&project, &["verify"]).exits(3).says("this set-up has more than 100000 values");
    let project = Project::with_duel();
    fixtures(&project, 3000, |_| "fixture: x\ngiven: {}\n".to_owned());
    let unknown = many(100, |number| format!("e{number:05}, "));
    for number in 0..20 {
        let text = DUEL.replace("given:\n", &format!("given:\n  use: [{unknown}]\n"));
        project.write(&format!("scenarios/dune/duel/no-{number}.yaml"), text);
    }
    watch(&project, &["verify"]).exits(3).says("there is no fixture `e00000`");
}

/// Many copies of one scenario, in folders of a thousand.
fn copies(project: &Project, count: usize, text: &str) {
    for number in 0..count {
        let folder = project.path(&format!("scenarios/dune/part-{}", number / 1000));
        if number % 1000 == 0 {
            fs::create_dir_all(&folder).expect("a folder");
        }
        fs::write(folder.join(format!("no-{number}.yaml")), text).expect("a scenario");
    }
}

#[test]
fn ten_thousand_scenarios_without_goldens_fit_into_memory() {
    let project = Project::new();
    copies(&project, 10_000, DUEL);
    Watch::new(&project, &["verify"]).variable("CI", "true").run().exits(1).says("10,000 scenarios passed");
}

#[test]
fn ten_thousand_bad_files_are_all_reported() {
    let project = Project::with_duel();
    copies(&project, 10_000, "scenario: x\n");
    let seen = watch(&project, &["verify"]).exits(3).says("problems; all other scenarios run");
    assert!(seen.stderr.contains("scenarios/dune/part-0/no-0.yaml:1:1"), "the first is not reported");
}

/// The processor time of a run, as the shell reports it.
fn work(project: &Project, arguments: &[&str]) -> f64 {
    let script = "\"$@\" > /dev/null 2>&1; times";
    let mut shell = Command::new("sh");
    shell.current_dir(project.path("")).args(["-c", script, "sh", env!("CARGO_BIN_EXE_truthsayer")]).args(arguments);
    let output = shell.env_remove("CI").output().expect("a shell");
    // The second line is the time of the child processes: `0m1.25s 0m0.10s`.
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds = |text: &str| {
        let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let line = printed.lines().nth(1).expect("two lines");
    line.split(' ').map(|part| seconds(part).unwrap_or_else(|| panic!("{printed}"))).sum()
}

#[test]
fn a_report_takes_as_long_as_the_rulebook_is_long() {
    let of = |clauses: usize| {
        let project = reported();
        project.write("rules/dune/more.md", many(clauses, |number| format!("RULE {number}: It holds.\n")));
        work(&project, &["report"])
    };
    let (short, long) = (of(5_000), of(40_000));
    // With eight times as many clauses, linear cost is 8 times and quadratic cost 64 times as high.
    assert!(long < short * 28.0, "5,000 clauses took {short} seconds and 40,000 took {long}");
}

#[test]
fn a_rulebook_of_fifty_thousand_clauses_is_read() {
    let project = Project::with_duel().file("rules/dune/more.md", "Aa.\n".repeat(49_000));
    watch(&project, &["verify"]).exits(0).says("49009 ");
    watch(&project, &["lint"]).exits(3).says("of the engine `dune`");
}

#[test]
fn a_rule_shows_only_so_many_lines_of_others() {
    let rule = |number: usize| {
        let number = number + 1;
        format!(
            "  - {{rule: {number}, title: t, category: a, lines: [\"dune/more.md:{number}\"], related: [\"dune/more.md:1-5000\"]}}\n"
        )
    };
    let project = reported();
    project.write("rules/dune/more.md", many(5000, |number| format!("Rule {number} says something.\n")));
    project.write("rules/dune/catalog.yaml", format!("categories: [a]\nrules:\n{}", many(2000, rule)));
    watch(&project, &["report"]).exits(3).says("a rule line belongs to more than 20 rules");
}

#[test]
fn saved_results_are_bounded_by_what_they_hold() {
    let project = Project::with_duel();
    watch(&project, &["verify", "--json", "good.json"]).exits(0);
    let clauses = format!("\"clauses\": [{}\"a\"", "\"a\",".repeat(10_000_000));
    project.write(
        "many.json",
        project.read("good.json").replacen("\"clauses\": [\n            \"dune/battle.md:2.2\"", &clauses, 1),
    );
    assert!(fs::metadata(project.path("many.json")).expect("a file").len() > 40_000_000);
    watch(&project, &["compare", "many.json", "many.json"]).exits(3).says("`many.json`: it holds more than");
    long_file(&project.path("zeros.json"), 60 * 1024 * 1024);
    watch(&project, &["compare", "zeros.json", "good.json"]).exits(3).says("`zeros.json`");
}

#[test]
fn only_the_start_of_an_endless_line_is_kept() {
    let project = Project::with_duel().file("talk.txt", "# truthsayer conversation 1\n");
    long_file(&project.path("zeros"), 700 * 1024 * 1024);
    let zeros = || File::open(project.path("zeros")).expect("zeros");
    for command in [["engine", "replay", "talk.txt"].as_slice(), &["engine", "dune"]] {
        Watch::new(&project, command).stdin(zeros()).run().exits(0);
    }
}

#[test]
fn a_golden_or_a_document_of_any_size_is_compared_without_reading_it_all() {
    let project = reported();
    watch(&project, &["report"]).exits(0);
    for path in [GOLDEN, "verification/index.html", "verification/SUMMARY.md"] {
        let before = project.read(path);
        long_file(&project.path(path), 600 * 1024 * 1024);
        let seen = if path == GOLDEN { watch(&project, &["verify"]) } else { watch(&project, &["report", "--check"]) };
        assert!(matches!(seen.code, 1 | 3), "{seen:?}");
        project.write(path, before);
    }
}

#[test]
fn a_document_with_many_rows_is_audited_in_time() {
    let project = reported();
    let row = |id: &str, number: usize| format!("| row {number} | `dune/duel/{id}` |\n");
    project.write("docs/claims.md", many(20_000, |number| row("plain", number)));
    watch(&project, &["audit", "docs/claims.md"]).exits(0).says("Of 20,000 rows, 0 are wrong");
    project.write("docs/claims.md", many(20_000, |number| row("plane", number)));
    watch(&project, &["audit", "docs/claims.md"]).exits(3).says("did you mean `dune/duel/plain`?");
    project.write("docs/claims.md", format!("| {} |\n", "`x` | ".repeat(100_000)));
    let seen = watch(&project, &["audit", "docs/claims.md"]);
    assert!(matches!(seen.code, 3 | 5), "{}", seen.code);
}

#[test]
fn a_rulebook_with_very_many_clauses_is_left_out() {
    let project = Project::with_duel();
    for lines in ["a.\n".repeat(340_000), format!("{}\n", "A b. ".repeat(200_000))] {
        project.write("rules/dune/many.md", lines);
        watch(&project, &["verify"]).exits(3).says("have more than 50000 clauses");
        watch(&project, &["lint"]).exits(3);
    }
    project.write("rules/dune/many.md", "a.\n".repeat(49_000));
    for command in [["verify"].as_slice(), &["explain", "dune/battle.md:2"], &["errata", "--fix"]] {
        watch(&project, command).exits(0);
    }
}
