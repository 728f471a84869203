//! Forged results for `merge` and `--from`.

use serde_json::Value;
use serde_json::json;
use truthsayer_oracle::base::digest::seal;

use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// A project with a whole result of it.
fn saved() -> (Project, Value) {
    let project = Project::with_duel();
    watch(&project, &["verify", "--shard", "1/1", "--json", "whole.json"]).exits(0);
    let whole = serde_json::from_str(&project.read("whole.json")).expect("JSON");
    (project, whole)
}

fn plays(whole: &Value, plays: &Value) -> String {
    let mut whole = whole.clone();
    whole["whole"]["plays"] = plays.clone();
    whole.to_string()
}

/// Returns a long JSON list as text, which is faster than building it value by value.
fn listed(many: usize, thing: impl Fn(usize) -> String) -> String {
    (0..many).map(thing).collect::<Vec<_>>().join(",")
}

fn numbered(many: usize, value: &Value) -> Value {
    (0..many).map(|number| (format!("{number:x}"), value.clone())).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn a_result_of_very_many_small_things_is_refused() {
    let (project, whole) = saved();
    let many = 1_500_000;
    let text = plays(&whole, &json!("@"));
    for (states, firings, answers) in [
        (String::new(), String::new(), listed(many, |number| format!("\"{number:x}\":[]"))),
        (listed(many, |number| format!("\"{number:x}\":0")), String::new(), String::new()),
        (
            format!("}},\"changed\":{{{}", listed(many, |number| format!("\"{number:x}\":[\"\",0]"))),
            String::new(),
            String::new(),
        ),
        (String::new(), listed(many, |number| format!("[\"{number:x}\",\"\",0]")), String::new()),
    ] {
        let odd =
            format!("{{\"states\":{{\"whole\":{{{states}}}}},\"firings\":[{firings}],\"answers\":{{{answers}}}}}");
        project.write("odd.json", seal(&text.replacen("\"@\"", &odd, 1)));
        watch(&project, &["merge", "odd.json"]).exits(3).says("its runs cannot be read: invalid length");
    }
    let run = |number: usize| format!("\"{number:x}\":{{\"invalid\":\"\"}}");
    let hundreds = |number: usize| format!("\"{number:x}\":{{{}}}", listed(many / 10, run));
    for cells in [
        listed(many, |number| format!("\"{number:x}\":{{}}")),
        format!("\"s\":{{{}}}", listed(many, run)),
        listed(10, hundreds),
    ] {
        let mut odd = whole.clone();
        odd["whole"]["mutants"] = json!("@");
        let text = odd.to_string().replacen("\"@\"", &format!("{{\"cells\":{{{cells}}},\"repetitions\":{{}}}}"), 1);
        project.write("odd.json", seal(&text));
        watch(&project, &["merge", "odd.json"]).exits(3).says("its runs cannot be read: invalid length");
    }
    for piece in ["part", "asked"] {
        let mut odd = whole.clone();
        odd["whole"][piece] = json!("@");
        let many = format!("[\"\"{}]", ",\"\"".repeat(9_999_999));
        project.write("odd.json", seal(&odd.to_string().replacen("\"@\"", &many, 1)));
        watch(&project, &["merge", "odd.json"]).exits(3).says("is longer than 8 MiB");
    }
}

/// Many runs may share one state, so it is parsed only once.
#[test]
fn many_plays_of_one_long_state_take_no_longer_than_their_text() {
    let (project, whole) = saved();
    let state = numbered(100_000, &json!(1));
    let answer = json!([{"times": 1, "reply": {"played": {"before": "S", "log": []}}}]);
    let odd = json!({"states": {"whole": {"S": state}}, "firings": [], "answers": numbered(100_000, &answer)});
    project.write("odd.json", seal(&plays(&whole, &odd)));
    watch(&project, &["merge", "odd.json"]).exits(3).says("it does not hold the play of");
    let odd = json!({"states": {"whole": {"S": "x".repeat(5_000_000)}}, "firings": [], "answers": {}});
    project.write("odd.json", seal(&plays(&whole, &odd)));
    watch(&project, &["merge", "odd.json"]).exits(3).says("a state is longer than 4 MiB");
}

#[test]
fn a_result_does_not_say_where_outcomes_are_proposed() {
    let (project, whole) = saved();
    let elsewhere = "another folder than the project file says";
    for (folder, why) in [
        ("rules", elsewhere),
        ("../outside", elsewhere),
        ("/etc", elsewhere),
        ("\u{1b}[95mX", "contains invisible characters"),
        (".github/workflows", elsewhere),
    ] {
        let mut odd = whole.clone();
        let engine = &mut odd["whole"]["asked"]["engines"]["dune"];
        (engine["foreign"], engine["golden"], engine["named"]) = (true.into(), folder.into(), Value::Null);
        project.write("odd.json", seal(&odd.to_string()));
        for command in [["merge", "odd.json"].as_slice(), &["verify", "--from", "odd.json"]] {
            watch(&project, command).exits(3).says(why);
        }
    }
}

#[test]
fn texts_of_a_result_touch_no_terminal() {
    let (project, whole) = saved();
    let text = "\u{1b}[95mX\n::error::forged\u{202e}";
    let spoil = |change: &dyn Fn(&mut Value)| {
        let mut odd = whole.clone();
        change(&mut odd["whole"]);
        seal(&odd.to_string())
    };
    for odd in [
        spoil(&|it| it["asked"]["command"] = text.into()),
        spoil(&|it| it["asked"]["suite"] = text.into()),
        spoil(&|it| it["asked"]["without"] = json!([text])),
        spoil(&|it| it["asked"]["filters"]["ids"] = json!([text])),
        spoil(&|it| it["asked"]["readings"] = json!({"dune": {text: text}})),
        spoil(&|it| it["asked"]["engines"]["dune"]["named"] = text.into()),
        spoil(&|it| it["asked"]["engines"]["dune"]["hello"]["engine"]["name"] = text.into()),
        spoil(&|it| it["asked"]["engines"]["dune"]["ignored_fields"] = json!({text: [text]})),
        spoil(&|it| it["asked"]["engines"] = json!({text: it["asked"]["engines"]["dune"]})),
        spoil(&|it| it["part"] = json!([text])),
        spoil(&|it| it["plays"]["firings"] = json!([[text, text, 1]])),
    ] {
        project.write("odd.json", odd);
        for command in
            [["merge", "odd.json"].as_slice(), &["verify", "--from", "odd.json"], &["compare", "odd.json", "dune"]]
        {
            let seen = Watch::new(&project, &[command, &["--color", "always"]].concat()).run();
            assert!(!seen.stdout.lines().chain(seen.stderr.lines()).any(|line| line.starts_with("::")), "{seen:?}");
        }
    }
}
