//! `docs/reference/dune.md` lists every name that the engine knows, with the figures that belong to it.

use crate::task::project_file;
use truthsayer_dune::card::Card;
use truthsayer_dune::event;
use truthsayer_dune::leader::Leader;
use truthsayer_dune::named::Named;
use truthsayer_dune::refusal::Code;
use truthsayer_dune::territory::Territory;

#[test]
fn every_leader_card_and_territory_is_listed_with_its_figures() {
    let page = project_file("docs/reference/dune.md");
    for leader in Leader::ALL {
        let row = format!("`{}` {}", leader.name(), leader.strength());
        let of = page.lines().find(|line| line.contains(&row)).unwrap_or_else(|| panic!("no {row}"));
        assert!(of.starts_with(&format!("| `{}` |", leader.home().name())), "{row} is listed under another faction");
    }
    for card in Card::ALL {
        assert!(page.contains(&format!("`{}`", card.name())), "no {}", card.name());
    }
    for territory in Territory::ALL {
        let sectors: String = territory.sectors().map(|sector| format!(" s{}", sector.0)).collect();
        assert!(page.contains(&format!("`{}`{sectors}", territory.name())), "no {}{sectors}", territory.name());
    }
}

#[test]
fn every_event_and_refusal_is_listed() {
    let page = project_file("docs/reference/dune.md");
    for (name, _) in event::KINDS {
        assert!(page.contains(&format!("`{name}`")), "no event {name}");
    }
    for code in Code::ALL {
        assert!(page.contains(&format!("`{}`", code.name())), "no refusal {}", code.name());
    }
}
