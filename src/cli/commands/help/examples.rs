//! Examples for every command: shown at the end of its help and in its man page.

/// A command line and what it does.
pub(crate) type HelpExample = (&'static str, &'static str);

const VERIFY: &[HelpExample] = &[
    ("truthsayer verify", "Run every scenario"),
    ("truthsayer verify dune/survival", "Run one folder"),
    ("truthsayer verify --rule dune/battle.md:23", "Run the scenarios that cite a rule"),
    ("truthsayer verify --engine mine --json result.json", "Test your own engine and save the result"),
];

const EXAMPLES: &[(&str, &[HelpExample])] = &[
    (
        "",
        &[
            ("truthsayer init my-game", "Create a project"),
            ("truthsayer verify", "Run its scenarios"),
            ("truthsayer prove", "Check that a claim fails without each clause"),
            ("truthsayer report", "Write the reports"),
        ],
    ),
    (
        "init",
        &[
            ("truthsayer init my-game", "Create a project with an example"),
            ("truthsayer init --game tariff --engine python", "Create a project for your own rules"),
            ("truthsayer init --game tariff --rules TARIFF.md", "Use your rulebook, with drafts"),
            ("truthsayer init chess --example chess", "Unpack the chess example"),
        ],
    ),
    (
        "new",
        &[
            ("truthsayer new dune/battle.md:23", "Write a draft for a rule"),
            ("truthsayer new dune/battle.md:23.2 --stdout", "Print a draft for one clause"),
            ("truthsayer new --uncited", "Write a draft for each uncited clause"),
        ],
    ),
    (
        "list",
        &[
            ("truthsayer list", "List every scenario"),
            ("truthsayer list scenarios --rule dune/battle.md:23", "List those that cite a rule"),
            ("truthsayer list clauses shield", "List clauses with this word"),
            ("truthsayer list switches --format json", "List all switches as JSON"),
        ],
    ),
    (
        "watch",
        &[
            ("truthsayer watch", "Run affected scenarios after every save, until Ctrl-C"),
            ("truthsayer watch dune/survival", "Watch one folder"),
        ],
    ),
    (
        "review",
        &[
            ("truthsayer review", "Review everything on the terminal"),
            ("truthsayer review --list", "List what needs a review"),
            ("truthsayer review --accept dune/survival/loser-stays", "Accept one outcome"),
        ],
    ),
    (
        "bless",
        &[
            ("truthsayer bless", "Accept every outcome of a passing scenario"),
            ("truthsayer bless dune/survival --reason 'new rule 23'", "Accept one folder, with a reason"),
            ("truthsayer bless --prune", "Delete goldens without a scenario"),
            ("truthsayer bless --ruling ghola_elites=any", "Record which value of a reading is meant"),
        ],
    ),
    (
        "errata",
        &[
            ("truthsayer errata", "Show what changed in the rulebook"),
            ("truthsayer errata --fix", "Update addresses that moved"),
            ("truthsayer errata --accept dune/battle.md:23", "Accept the new words of a rule"),
        ],
    ),
    ("lsp", &[("truthsayer lsp", "Serve an editor; see \"Use in the editor\" in the documentation")]),
    ("verify", VERIFY),
    (
        "prove",
        &[
            ("truthsayer prove", "Run every mutant"),
            ("truthsayer prove --rule dune/battle.md:23", "Run the mutants of one rule"),
            ("truthsayer prove --all", "Run every scenario without every switch"),
        ],
    ),
    (
        "lint",
        &[("truthsayer lint", "Check all files"), ("truthsayer lint --format json", "Print the problems as JSON")],
    ),
    (
        "gate",
        &[
            ("truthsayer gate", "Run every check of CI"),
            ("truthsayer gate --raise", "Raise the floor to the present grades"),
            ("truthsayer gate --junit gate.xml --sarif gate.sarif", "Write result files for a CI service"),
        ],
    ),
    (
        "hunt",
        &[
            ("truthsayer hunt dune mine --for 60s", "Search for differences for a minute"),
            ("truthsayer hunt --switch 'storm_*'", "Search for scenarios in which these switches matter"),
            ("truthsayer hunt --survivors", "Search for a scenario for every surviving mutant"),
            ("truthsayer hunt --readings ghola_elites --game dune", "Ask the author which value of a reading is meant"),
        ],
    ),
    (
        "explain",
        &[
            ("truthsayer explain dune/survival/loser-stays", "Show a scenario step by step"),
            ("truthsayer explain dune/battle.md:23", "Show a rule and its evidence"),
        ],
    ),
    (
        "coverage",
        &[
            ("truthsayer coverage", "Show the grade of every rule"),
            ("truthsayer coverage --missing", "List what is not proven, with next steps"),
            ("truthsayer coverage --weak", "List where the suite is weak"),
            ("truthsayer coverage --format markdown", "Print a Markdown table"),
        ],
    ),
    (
        "report",
        &[
            ("truthsayer report", "Write all reports"),
            ("truthsayer report --check", "Check that the committed reports are up to date"),
            ("truthsayer report --format html --compare mine", "Write the HTML report beside another engine"),
        ],
    ),
    (
        "compare",
        &[
            ("truthsayer compare dune mine", "Compare two engines"),
            ("truthsayer compare before.json after.json", "Compare two saved results"),
            ("truthsayer compare old new --hunt 60s --format markdown", "Report what a change does to the rules"),
        ],
    ),
    (
        "audit",
        &[
            ("truthsayer audit old-report.md", "Check a document row by row"),
            ("truthsayer audit old-report.md --out audit.md --check", "Check that the audit is up to date"),
        ],
    ),
    (
        "merge",
        &[
            ("truthsayer merge shard-*.json", "Merge shards and print the result"),
            ("truthsayer merge shard-*.json --json whole.json", "Merge shards and save the result"),
        ],
    ),
    (
        "engine",
        &[
            ("truthsayer engine dune", "Serve the Dune engine"),
            ("truthsayer engine check -- python3 engine.py", "Check your engine"),
            ("truthsayer engine replay talk.jsonl", "Replay a recording"),
        ],
    ),
    (
        "schema",
        &[
            ("truthsayer schema scenario --game dune", "Print the schema of Dune scenarios"),
            ("truthsayer schema protocol", "Print the schema of the protocol"),
        ],
    ),
    ("completions", &[("truthsayer completions bash > truthsayer.bash", "Save completions for bash")]),
    (
        "man",
        &[("truthsayer man | man -l -", "Read the man page"), ("truthsayer man --out man1", "Write all man pages")],
    ),
    (
        "help",
        &[
            ("truthsayer help verify", "Show the help of a command"),
            ("truthsayer help citations", "Read about a topic"),
        ],
    ),
];

/// The examples of a command; the program itself has an empty name.
pub(crate) fn of(command: &str) -> &'static [HelpExample] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}

/// The examples as lines of help.
pub(crate) fn text(command: &str) -> String {
    let examples = of(command);
    let wide = examples.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let is_narrow = examples.iter().all(|(_, does)| 4 + wide + does.len() <= 80);
    let row = |(line, does): &HelpExample| match is_narrow {
        true => format!("  {line:<wide$}  {does}\n"),
        false => format!("  {line}\n      {does}\n"),
    };
    examples.iter().map(row).collect()
}
