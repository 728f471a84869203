//! Saved results as `merge` reads them, one per part: rejected with a reason, or merged.

use std::sync::LazyLock;

use truthsayer::cli::cli_error::CliError;
use truthsayer::cli::env::environment::Environment;
use truthsayer::cli::session::saved_plays::SavedResult;
use truthsayer::cli::session::saved_plays::union;
use truthsayer_oracle::base::digest;

use super::folder;
use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;

static SURROUNDINGS: LazyLock<Environment> =
    LazyLock::new(|| Environment::from_process().expect("a world that can be worked in"));

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let saved: Vec<SavedResult> = parts(&text).iter().take(3).filter_map(|part| read(part.text)).collect();
    for one in &saved {
        for engine in one.asked.engines.values() {
            if let Err(why) = engine.profile.profile() {
                harmless("why a saved engine cannot be worked with", &why);
            }
        }
    }
    let many = saved.len();
    match union::join(saved) {
        Ok(whole) => assert!(many > 0 && whole.asked.part().is_none(), "{:?}", whole.asked),
        Err(stop) => reported(&stop),
    }
}

fn read(text: &str) -> Option<SavedResult> {
    // Without a valid digest, the code behind the check would never run.
    folder::with(&[("saved.json", digest::seal(text).as_bytes())], |root| {
        SavedResult::read(&root.join("saved.json"), &SURROUNDINGS).map_err(|stop| reported(&stop)).ok()
    })
}

fn reported(stop: &CliError) {
    harmless("why results cannot be put together", &stop.full_text());
}
