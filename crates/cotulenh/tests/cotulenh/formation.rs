//! Which pieces form a stack.

use truthsayer_cotulenh::board::formation::arrange;
use truthsayer_cotulenh::board::kind::Kind;
use truthsayer_cotulenh::board::side::Side;
use truthsayer_cotulenh::board::stack::Stack;
use truthsayer_cotulenh::board::unit::Unit;
use truthsayer_cotulenh::rules::Strict;

/// All sets of two or three kinds that form a stack.
fn legal_stacks() -> Vec<String> {
    let mut found = Vec::new();
    let sets = (0u32..1 << Kind::ALL.len()).filter(|set| (2..=3).contains(&set.count_ones()));
    for set in sets {
        let chosen = Kind::ALL.into_iter().filter(|kind| set >> (*kind as u32 - 1) & 1 == 1);
        let units: Vec<Unit> = chosen.map(Unit::new).collect();
        found.extend(arrange(&Strict, &units, Side::Red).map(Stack::notation));
    }
    found.sort();
    found
}

#[test]
fn only_the_listed_stacks_are_legal() {
    let listed = "(NF) (NC) (NI) (NM) (NT) (NFC) (NFI) (NFM) (NFT) (FT) (FC) (FI) (FM) (FTC) (FTI) (FTM) \
                  (TC) (TI) (TM) (EA) (EG) (ES) (HC)";
    let mut listed: Vec<&str> = listed.split(' ').collect();
    listed.sort_unstable();
    assert_eq!(legal_stacks(), listed);
}

#[test]
fn no_kind_is_twice_in_a_stack() {
    let twins = [Unit::new(Kind::Tank), Unit { kind: Kind::Tank, heroic: true }];
    assert_eq!(arrange(&Strict, &twins, Side::Blue), None);
}
