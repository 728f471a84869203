//! The page in a real browser: it loads without errors, search narrows the list, deep links work, and it makes no
//! network requests.

mod driver;

use std::path::Path;
use std::process::Command;

use self::driver::Browser;
use serde_json::json;

fn page(fragment: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verification/index.html");
    format!("file://{}{fragment}", path.display())
}

fn visible(browser: &Browser) -> u64 {
    browser.run("return document.querySelectorAll('.clause:not([hidden])').length").as_u64().expect("a number")
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn the_page_loads_without_errors_and_without_requests() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page(""));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    let outside: Vec<String> =
        browser.requests().into_iter().filter(|url| url.starts_with("http") || url.starts_with("ws")).collect();
    assert_eq!(outside, Vec::<String>::new());
    assert!(visible(&browser) > 200);
    let ready = browser.run("return performance.getEntriesByType('navigation')[0].domComplete").as_f64();
    let ready = ready.expect("a time");
    assert!(ready > 0.0);
    // Prints a measurement; it is not checked, because machines differ.
    println!("the page was complete after {ready:.0} ms");
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn search_and_filters_narrow() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page(""));
    let all = visible(&browser);
    browser.run("const s = document.getElementById('search'); s.value = 'lasgun'; s.dispatchEvent(new Event('input', {bubbles: true}))");
    let found = visible(&browser);
    assert!(found > 0 && found < all, "{found} of {all}");
    browser.run("const s = document.getElementById('search'); s.value = 'no such words anywhere'; s.dispatchEvent(new Event('input', {bubbles: true}))");
    assert_eq!(visible(&browser), 0);
    browser.run("const s = document.getElementById('search'); s.value = ''; s.dispatchEvent(new Event('input', {bubbles: true}))");
    browser.run("const g = document.querySelector('input[value=proven]'); g.checked = false; g.dispatchEvent(new Event('input', {bubbles: true}))");
    assert!(visible(&browser) < all);
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_deep_link_opens_its_clause_with_the_evidence() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page("#dune/battle.md:23.2"));
    let text = browser.run("const e = document.getElementById('evidence'); return e.hidden ? '' : e.textContent");
    let text = text.as_str().expect("a text");
    for words in [
        "dune/battle.md:23.2",
        "game effects cannot kill",
        "With it off",
        "Log",
        "Changes",
        "Set-up",
        "Steps",
        "Result",
    ] {
        assert!(text.contains(words), "`{words}` is not in the evidence");
    }
    assert_eq!(browser.run("return document.querySelectorAll('li.moment').length > 0"), json!(true));
    browser.key("Escape");
    assert_eq!(browser.run("return document.getElementById('evidence').hidden"), json!(true));
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn the_keyboard_walks_the_sentences() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page(""));
    browser.key("j");
    browser.key("j");
    let second = browser.run("return document.querySelectorAll('.clause')[1].id");
    assert_eq!(browser.run("return document.activeElement.id"), second);
    browser.key("k");
    browser.key("Enter");
    browser.key("/");
    assert_eq!(browser.run("return document.activeElement.id"), json!("search"));
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn the_page_opens_with_what_it_is_about_and_the_verdict() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page(""));
    let text = browser.run("return document.querySelector('header').innerText");
    let text = text.as_str().expect("a text");
    for words in
        ["cotulenh and dune", "rules verified, 0 violated, ", " clauses excluded", "dune on the engine dune 0."]
    {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
    assert_eq!(browser.run("return document.getElementById('problems')"), json!(null), "nothing is wrong");
    let quiet =
        browser.run("return [...document.querySelectorAll('.chip.quiet b')].map((b) => b.textContent).join('')");
    assert!(quiet.as_str().is_some_and(|zeros| !zeros.is_empty() && zeros.chars().all(|c| c == '0')), "{quiet}");
    // Every entry of the contents leads to its file.
    let dead = "return [...document.querySelectorAll('#contents a')].filter((a) => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).length";
    assert_eq!(browser.run(dead), json!(0));
    assert!(browser.run("return document.querySelectorAll('#contents a').length").as_u64() > Some(4));
    // Markdown of a rule line is rendered.
    assert_eq!(
        browser.run("return document.getElementById('cotulenh/captures.md:4.2').querySelector('code').textContent"),
        json!("x")
    );
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_search_marks_its_hits_and_is_part_of_the_address() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page(""));
    browser.run("const s = document.getElementById('search'); s.value = 'lasgun'; s.dispatchEvent(new Event('input', {bubbles: true}))");
    let marked = "return [...document.querySelectorAll('.clause:not([hidden])')].every((c) => c.querySelector('mark') || c.querySelector('.reason'))";
    assert_eq!(browser.run(marked), json!(true));
    assert_eq!(browser.run("return document.querySelector('mark').textContent.toLowerCase()"), json!("lasgun"));
    let reason = browser.run("return document.querySelector('.reason').textContent");
    assert!(reason.as_str().is_some_and(|words| words.starts_with("in ")), "{reason}");
    assert_eq!(browser.run("return location.hash"), json!("#?search=lasgun"));
    let found = visible(&browser);
    // The address of the page restores the view.
    browser.open("about:blank");
    browser.open(&page("#dune/battle.md:27.4?search=lasgun&game=dune&without=excluded"));
    let state =
        browser.run("return [search.value, game.value, document.querySelector('input[value=excluded]').checked]");
    assert_eq!(state, json!(["lasgun", "dune", false]));
    assert!(visible(&browser) > 0 && visible(&browser) <= found + 1);
    assert_eq!(browser.run("return document.getElementById('evidence').hidden"), json!(false));
    browser.run("const s = document.getElementById('search'); s.value = ''; s.dispatchEvent(new Event('input', {bubbles: true}))");
    assert_eq!(browser.run("return document.querySelectorAll('mark, .reason').length"), json!(0));
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_dead_link_says_so_and_a_live_one_is_in_sight() {
    let browser = Browser::start(1400, 700);
    browser.open(&page("#dune/battle.md:999.9"));
    let reported = browser.run("const d = document.getElementById('dead'); return d.hidden ? '' : d.textContent");
    assert!(reported.as_str().is_some_and(|text| text.contains("dead") && text.contains("999.9")), "{reported}");
    for (width, address) in [(1400, "dune/battle.md:151.3"), (420, "dune/phases.md:15.1")] {
        let browser = Browser::start(width, 900);
        browser.open(&page(&format!("#{address}")));
        let observability = format!(
            "const r = document.getElementById('{address}').getBoundingClientRect(); \
             const p = document.getElementById('evidence').getBoundingClientRect(); \
             const over = p.left <= r.left + 1 && p.top < r.bottom; \
             return r.top >= 0 && r.bottom <= window.innerHeight && !over && document.getElementById('dead').hidden"
        );
        assert_eq!(browser.run(&observability), json!(true), "{address} at {width}");
    }
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_run_is_stepped_through_event_by_event_on_the_board() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page("#cotulenh/captures.md:4.1"));
    let open = "return document.querySelector('#evidence .run').innerText";
    assert!(browser.run(open).as_str().is_some_and(|text| text.contains("before the first of")));
    assert_eq!(browser.run("return document.querySelectorAll('.run table.board').length > 0"), json!(true));
    let last = browser.run("return document.querySelector('.run ol.log').children.length").as_u64().expect("a length");
    // One board while stepping, and the moment is marked in the log.
    browser.key("ArrowRight");
    assert_eq!(
        browser.run("return document.querySelector('.run .place').textContent"),
        json!(format!("event 1 of {last}"))
    );
    assert_eq!(browser.run("return document.querySelectorAll('.run li.now').length"), json!(1));
    let run = "document.querySelector('.run')";
    assert_eq!(browser.run(&format!("return {run}.querySelectorAll('table.board').length")), json!(1));
    for _ in 0..last + 3 {
        browser.key("ArrowRight");
    }
    assert_eq!(
        browser.run("return document.querySelector('.run .place').textContent"),
        json!(format!("event {last} of {last}"))
    );
    // The last board shows the state after the run, square by square.
    let differing = "const rows = [...document.querySelectorAll('#evidence details[open] td.path')].map((td) => [td.textContent, td.nextSibling.nextSibling.textContent]); \
        const at = Object.values(data.boards)[0].at + '.'; \
        const board = document.querySelector('.run table.board'); \
        return rows.filter(([path]) => path.startsWith(at)).filter(([path, after]) => { \
          const square = path.slice(at.length); \
          const title = [...board.querySelectorAll('td.square')].map((td) => td.title).find((title) => title.startsWith(square + ':')); \
          return !title || !title.startsWith(square + ': ' + after.replaceAll('\"', '') + ','); }).length";
    assert_eq!(browser.run(differing), json!(0));
    assert_eq!(browser.run("return document.querySelectorAll('.run td.changed').length > 0"), json!(true));
    browser.key("ArrowLeft");
    assert_eq!(browser.run("return document.querySelectorAll('.run li.later').length"), json!(1));
    let whole = browser.run("return document.querySelector('#evidence details.base pre').textContent");
    assert!(whole.as_str().is_some_and(|text| !text.trim().is_empty()), "the set-up of the fixture is there");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn problems_come_first_with_their_explanations() {
    let out = "target/page-of-the-seed-engine";
    let root = env!("CARGO_MANIFEST_DIR");
    let made = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
        .env_remove("CI")
        .args(["--project", root, "report", "--without", "seed-engine", "--out", out, "--format", "html", "--quiet"])
        .status()
        .expect("the binary");
    assert!(made.success());
    let browser = Browser::start(1400, 1000);
    browser.open(&format!("file://{root}/{out}/index.html"));
    let text = browser.run("return document.getElementById('problems').innerText");
    let text = text.as_str().expect("a text");
    for words in [
        "dune/battle.md:23.1",
        "A leader who survives a battle stays",
        "explains ",
        " failing claims",
        "blocks ",
        "expected leaders.",
        "got pool, unchanged",
    ] {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
    assert_eq!(browser.run("return document.querySelector('.verdict').classList.contains('wrong')"), json!(true));
    // A clause listed below a cause links to its sentence.
    browser.run("document.querySelector('.branch a').click()");
    assert_eq!(browser.run("return document.getElementById('evidence').hidden"), json!(false));
    assert_eq!(browser.run("return document.getElementById('dead').hidden"), json!(true));
    browser.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.png"));
    // A failing claim comes first, with expected and actual; a blocked clause names the clause that blocks it.
    browser.open(&format!("file://{root}/{out}/index.html#dune/battle.md:23.1"));
    let text = browser.run("return document.getElementById('evidence').innerText");
    let text = text.as_str().expect("a text");
    for words in ["❌ fails:", "Expected and actual", "pool -> arrakeen", "pool, unchanged"] {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
    let (run, switch) = (text.find("Failing claims"), text.find("Switch "));
    assert!(run.is_some() && switch.is_none_or(|switch| run < Some(switch)), "{text}");
    browser.open(&format!("file://{root}/{out}/index.html#dune/battle.md:23.2"));
    let text = browser.run("return document.getElementById('evidence').innerText");
    assert!(text.as_str().is_some_and(|text| text.contains("likely fail because of dune/battle.md:23.1")), "{text}");
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn engines_stand_side_by_side_and_only_what_differs_can_be_left() {
    let (root, out) = (env!("CARGO_MANIFEST_DIR"), "target/page-of-two-engines");
    let run = |arguments: &[&str]| {
        let made = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
            .current_dir(root)
            .env_remove("CI")
            .args(arguments)
            .output()
            .expect("the binary");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    };
    run(&["verify", "--quiet", "--json", "target/all-clauses.json"]);
    let compared = ["--compare", "target/all-clauses.json", "--out", out, "--format", "html", "--quiet"];
    run(&[&["report", "--without", "seed-engine"], compared.as_slice()].concat());
    let browser = Browser::start(1400, 1000);
    let address = format!("file://{root}/{out}/index.html");
    browser.open(&address);
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    let outside = browser.requests().into_iter().filter(|url| url.starts_with("http") || url.starts_with("ws")).count();
    assert_eq!(outside, 0);
    let size = std::fs::metadata(format!("{root}/{out}/index.html")).expect("the page").len();
    assert!(size < 3_000_000, "the page has {size} bytes");
    let all = visible(&browser);
    browser.run("document.getElementById('differs').click()");
    let differing = visible(&browser);
    let listed = browser.run("return document.querySelectorAll('#compared table a').length").as_u64();
    assert!(differing > 0 && differing < all, "{differing} of {all}");
    assert_eq!(Some(differing), listed);
    assert_eq!(browser.run("return location.hash"), json!("#?differs=1"));
    // The address of the page restores the view, with both results side by side.
    browser.open("about:blank");
    browser.open(&format!("{address}#dune/battle.md:23.1?differs=1"));
    assert_eq!(visible(&browser), differing);
    let grades = browser.run("return document.querySelector('#evidence .compared').innerText");
    let grades = grades.as_str().expect("a text");
    assert!(grades.contains("violated") && grades.contains("holds") && grades.contains("all-clauses"), "{grades}");
    let said = browser.run("return document.querySelector('#evidence .scroll table').innerText");
    let said = said.as_str().expect("a text");
    for words in ["this run", "all-clauses", "expected", "as expected", "pool, unchanged"] {
        assert!(said.contains(words), "`{words}` is not in {said}");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    browser.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("compared.png"));
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn the_page_fits_a_phone_and_its_pictures_can_be_looked_at() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let browser = Browser::start(420, 900);
    browser.open(&page("#dune/battle.md:23.2"));
    let wide = browser.run("return document.documentElement.scrollWidth <= window.innerWidth + 1");
    assert_eq!(wide, json!(true), "the page scrolls sideways on a phone");
    browser.picture(&folder.join("phone.png"));
    let browser = Browser::start(1400, 1000);
    browser.open(&page("#dune/battle.md:152.1"));
    browser.picture(&folder.join("light.png"));
    browser.dark();
    browser.picture(&folder.join("dark.png"));
    assert!(folder.join("dark.png").metadata().expect("a picture").len() > 10_000);
}
