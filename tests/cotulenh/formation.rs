//! Which pieces form a stack.

use truthsayer::engines::cotulenh::formation::arrange;
use truthsayer::engines::cotulenh::kind::Kind;
use truthsayer::engines::cotulenh::rules::Strict;
use truthsayer::engines::cotulenh::side::Side;
use truthsayer::engines::cotulenh::stack::Stack;
use truthsayer::engines::cotulenh::unit::Unit;

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
fn there_are_twenty_three_stacks() {
    let listed = "(NF) (NC) (NI) (NM) (NT) (NFC) (NFI) (NFM) (NFT) (FT) (FC) (FI) (FM) (FTC) (FTI) (FTM) \
                  (TC) (TI) (TM) (EA) (EG) (ES) (HC)";
    let mut listed: Vec<&str> = listed.split(' ').collect();
    listed.sort_unstable();
    assert_eq!(legal_stacks(), listed);
}

#[test]
fn nobody_stands_twice_in_a_stack() {
    let twins = [Unit::new(Kind::Tank), Unit { kind: Kind::Tank, heroic: true }];
    assert_eq!(arrange(&Strict, &twins, Side::Blue), None);
}
