//! The page in a real browser: it loads clean, search narrows, a deep link opens, and nothing is asked from outside.

mod driver;

use std::path::Path;

use driver::Browser;
use serde_json::json;

fn page(fragment: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verification/index.html");
    format!("file://{}{fragment}", path.display())
}

fn visible(browser: &Browser) -> u64 {
    browser.run("return document.querySelectorAll('.clause:not([hidden])').length").as_u64().expect("a number")
}

#[test]
fn the_page_loads_without_errors_and_asks_nobody_for_anything() {
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
    // A measurement, not a bar: machines differ.
    println!("the page was complete after {ready:.0} ms");
}

#[test]
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
fn a_deep_link_opens_its_clause_with_the_evidence() {
    let browser = Browser::start(1400, 1000);
    browser.open(&page("#dune/battle.md:23.2"));
    let text = browser.run("const e = document.getElementById('evidence'); return e.hidden ? '' : e.textContent");
    let text = text.as_str().expect("a text");
    for words in [
        "dune/battle.md:23.2",
        "game effects cannot kill",
        "Turned off",
        "What happened",
        "What changed",
        "Given",
        "When",
        "Then",
    ] {
        assert!(text.contains(words), "`{words}` is not in the evidence");
    }
    assert_eq!(browser.run("return document.querySelectorAll('li.moment').length > 0"), json!(true));
    browser.key("Escape");
    assert_eq!(browser.run("return document.getElementById('evidence').hidden"), json!(true));
}

#[test]
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
