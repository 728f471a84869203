//! Carries out the outcome of a battle, once and in a fixed order.

use crate::battle::battle_losses;
use crate::battle::discards;
use crate::battle::explosion;
use crate::battle::resolution::BearerFate;
use crate::battle::resolution::Ending;
use crate::battle::resolution::Resolution;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::OneTime;
use crate::leaders::dead_again;
use crate::leaders::death;
use crate::leaders::kwisatz;
use crate::leaders::prison_break;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Place;
use crate::model::plan::Bearer;
use crate::model::plan::Plan;
use crate::model::reading::CallerLeader;
use crate::model::reading::CaptiveOfCaller;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::battle::Battle;
use crate::table::battle::Role;
use crate::table::event::Event;
use crate::table::event::HandBack;
use crate::table::event::PaidFor;
use crate::table::event::ReturnReason;
use crate::table::event::Totals;

/// A battle that has been decided.
pub(crate) struct Decided {
    pub battle: Battle,
    pub plans: [Plan; 2],
    pub resolution: Resolution,
}

impl Decided {
    pub(crate) fn plan(&self, role: Role) -> &Plan {
        &self.plans[role as usize]
    }

    /// The loser, if this faction has won.
    pub(crate) fn beaten_by(&self, faction: Faction) -> Option<Faction> {
        match self.resolution.ending {
            Ending::Won { winner, .. } if self.battle.fighter(winner) == faction => {
                Some(self.battle.fighter(winner.other()))
            }
            _ => None,
        }
    }

    fn is_lost_by(&self, role: Role) -> bool {
        matches!(self.resolution.ending, Ending::Won { winner, .. } if winner != role)
    }
}

/// Carries out deaths, payouts, PRISON BREAK, Forces, spice, cards, leaders and the Kwisatz Haderach. The capture
/// follows later.
pub(crate) fn settle(play: &mut Play, decided: &Decided) -> Flow<()> {
    deaths(&mut play.table, decided);
    record_outcome(&mut play.table, decided);
    for income in &decided.resolution.income {
        let (faction, why, leader) = (income.to, income.why, income.leader);
        let amount = play.table.pay_out(faction, income.amount);
        play.table.record(Event::SpiceReceived { faction, amount, why, leader });
    }
    prison_break::test(&mut play.table);
    dead_again::end(&mut play.table);
    let atreides_lost = forces(play, decided)?;
    support(&mut play.table, decided);
    discards::cards(play, decided)?;
    let unused = discards::unused(play, decided)?;
    for role in Role::BOTH {
        place_leader(&mut play.table, decided, role, &unused);
    }
    kwisatz::count_losses(&mut play.table, atreides_lost);
    if let Some(role) = decided.battle.role_of(Faction::Atreides)
        && decided.plan(role).kwisatz_haderach
    {
        let territory = decided.battle.territory;
        if unused.contains(&OneTime::KwisatzHaderach) {
            kwisatz::treat_as_unused(&mut play.table, territory);
        } else {
            kwisatz::mark(&mut play.table, territory);
        }
    }
    Ok(())
}

fn deaths(table: &mut Table, decided: &Decided) {
    let resolution = &decided.resolution;
    let territory = decided.battle.territory;
    if resolution.explodes {
        table.record(Event::Explosion { territory });
    }
    for (leader, from, by) in &resolution.saved {
        table.record(Event::LeaderProtected { leader: *leader, from: *from, by: *by });
    }
    for role in Role::BOTH {
        let side = &resolution.sides[role as usize];
        if let BearerFate::Killed(cause) = side.bearer {
            match decided.plan(role).bearer {
                Some(Bearer::Disc(leader)) => death::kill(table, leader, cause),
                Some(Bearer::Hero) => table.record(Event::HeroKilled { by: decided.plan(role).by }),
                None => {}
            }
        }
        if side.kwisatz_dies {
            kwisatz::kill(table);
        }
    }
    if resolution.explodes {
        let fighting = [0, 1].map(|side: usize| decided.plans[side].leader());
        explosion::spare_bystanders(table, territory, &fighting);
    }
}

fn record_outcome(table: &mut Table, decided: &Decided) {
    let territory = decided.battle.territory;
    let resolution = &decided.resolution;
    table.record(match resolution.ending {
        Ending::Won { winner, by } => {
            let [aggressor, defender] = decided.battle.fighters;
            let [first, second] = resolution.totals;
            Event::BattleWon {
                winner: decided.battle.fighter(winner),
                loser: decided.battle.fighter(winner.other()),
                territory,
                totals: Totals([(aggressor, first), (defender, second)]),
                tie: resolution.is_tie(),
                by,
            }
        }
        Ending::Nobody(why) => Event::BattleWithoutWinner { territory, why },
    });
}

/// Removes the losses of each side and returns the number of Atreides Forces among them.
fn forces(play: &mut Play, decided: &Decided) -> Flow<u32> {
    if decided.resolution.explodes {
        return Ok(explosion::devastate(&mut play.table, decided.battle.territory));
    }
    let mut atreides = 0;
    for role in Role::BOTH {
        let lost = battle_losses::exact(play, decided, role)?;
        if decided.battle.fighter(role) == Faction::Atreides {
            atreides += lost;
        }
    }
    Ok(atreides)
}

/// battle.md PAYMENT: committed spice is paid.
fn support(table: &mut Table, decided: &Decided) {
    for role in Role::BOTH {
        let plan = decided.plan(role);
        if !decided.resolution.sides[role as usize].pays_support {
            continue;
        }
        let (faction, why) = (plan.by, PaidFor::Support);
        let amount = table.game.charge(faction, plan.spice);
        if table.applies(Switch::SupportToBank) {
            table.game.bank = table.game.bank.saturating_add(amount);
        } else {
            table.game.credit(decided.battle.fighter(role.other()), amount);
        }
        table.record(Event::SpicePaid { faction, amount, why });
    }
    if let Some(battle) = &mut table.battle {
        battle.support_is_settled = true;
    }
}

fn place_leader(table: &mut Table, decided: &Decided, role: Role, unused: &[OneTime]) {
    let Some(leader) = decided.plan(role).leader() else {
        return;
    };
    let Some(disc) = table.game.disc(leader) else {
        return;
    };
    let is_captive = disc.is_captive() && table.game.advanced;
    // battle.md TRAITORS: a traitor caller may take a captive as not used.
    let goes_home = is_captive && !unused.contains(&OneTime::CapturedLeader);
    let territory = decided.battle.territory;
    let fate = decided.resolution.sides[role as usize].bearer;
    // battle.md SURVIVING LEADERS: the loser's survivor stays in the Territory like the winner's. With the switch off,
    // it returns to the pool.
    let is_losers = fate == BearerFate::Lives && decided.is_lost_by(role);
    if is_losers && !table.applies(Switch::LosersSurvivorsStay) {
        return;
    }
    if goes_home || !is_captive {
        table.campaign.used.push((leader, territory));
    }
    match fate {
        BearerFate::Killed(_) => leave_dead(table, leader, decided, role),
        BearerFate::BackToPool => {
            back_to_pool(table, leader);
            if goes_home && !caller_keeps(table) && table.applies(Switch::CapturedReturnsAfterUse) {
                prison_break::hand_back(table, leader, HandBack::Used);
            }
        }
        BearerFate::Lives => {
            bind(table, leader, decided);
            if goes_home && table.applies(Switch::CapturedReturnsAfterUse) {
                prison_break::hand_back(table, leader, HandBack::Used);
            } else if table.applies(Switch::SurvivorsStay) {
                stay(table, leader, territory);
            }
        }
    }
}

/// readings.md CAPTIVE OF THE CALLER: a captive of the caller goes back to the caller's own pool.
fn caller_keeps(table: &Table) -> bool {
    table.game.readings.captive_of_caller == CaptiveOfCaller::Stays && table.applies(Switch::CallerKeepsCaptive)
}

/// Keeps the Territory in which a dead leader fought, in case the leader returns in this phase.
fn leave_dead(table: &mut Table, leader: Leader, decided: &Decided, role: Role) {
    // battle.md DEDICATED LEADER: it also binds a leader who died and came back.
    if table.applies(Switch::BoundWhoeverHolds) {
        bind(table, leader, decided);
    } else if let Some(disc) = table.game.disc_mut(leader) {
        disc.fought_in = None;
    }
    let has_won = matches!(decided.resolution.ending, Ending::Won { winner, .. } if winner == role);
    // battle.md KILLED LEADERS: a killed leader dies on the winning side, too.
    if has_won && !table.applies(Switch::WinnersDeadStayDead) {
        bind(table, leader, decided);
        stay(table, leader, decided.battle.territory);
    }
}

/// battle.md DEDICATED LEADER: the leader has fought here and is dedicated to this Territory.
fn bind(table: &mut Table, leader: Leader, decided: &Decided) {
    if let Some(disc) = table.game.disc_mut(leader) {
        disc.fought_in = Some(decided.battle.territory);
    }
}

/// battle.md SURVIVING LEADERS: a survivor stays where it fought, whichever side it was on.
fn stay(table: &mut Table, leader: Leader, territory: crate::model::territory::Territory) {
    let Some(disc) = table.game.disc_mut(leader) else {
        return;
    };
    disc.place = Place::At(territory);
    let holder = disc.holder;
    table.record(Event::LeaderStays { leader, holder, territory });
}

/// battle.md TRAITORS: the caller's leader is in the pool and can be used again in this phase.
fn back_to_pool(table: &mut Table, leader: Leader) {
    let is_other = table.game.readings.caller_leader == CallerLeader::StillBound;
    // readings.md CALLER'S LEADER: by the other reading it has fought here.
    let is_free = !is_other || !table.applies(Switch::CallerLeaderBound);
    let Some(disc) = table.game.disc_mut(leader) else {
        return;
    };
    disc.move_to(Place::Pool);
    if is_free {
        disc.fought_in = None;
    }
    let holder = disc.holder;
    table.record(Event::LeaderReturned { leader, holder, why: ReturnReason::TraitorCaller });
}
