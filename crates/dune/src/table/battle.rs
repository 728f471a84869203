//! One battle while it is being fought: where, between whom, and how far it has come.

use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::leader::Leader;
use crate::model::plan::Plan;
use crate::model::spot::Sector;
use crate::model::spot::Spot;
use crate::model::territory::Territory;
use crate::table::ability::Ability;
use crate::table::ability::Overruled;
use crate::table::capture_progress::CaptureProgress;
use crate::table::prescience_question::PrescienceQuestion;
use crate::table::voice_command::VoiceCommand;

/// The side of a fighter. Everything that is kept per side is an array in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Aggressor,
    Defender,
}

impl Role {
    pub(crate) const BOTH: [Role; 2] = [Role::Aggressor, Role::Defender];

    pub(crate) fn other(self) -> Role {
        match self {
            Role::Aggressor => Role::Defender,
            Role::Defender => Role::Aggressor,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// No element of a plan is fixed yet.
    BeforePlans,
    /// At least one plan is in.
    Planning,
    /// Both plans are final and still face down.
    PlansFinal,
    Revealed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battle {
    pub territory: Territory,
    /// The places whose Forces take part.
    pub field: Vec<Spot>,
    pub fighters: [Faction; 2],
    pub plans: [Option<Plan>; 2],
    pub stage: Stage,
    pub voice: Option<VoiceCommand>,
    pub prescience: Option<PrescienceQuestion>,
    /// Abilities that a Karama has ruled out for this battle.
    pub prevented: Vec<Ability>,
    /// The ability used a moment ago, which a Karama can still cancel.
    pub cancellable: Option<Ability>,
    /// The ability that a worthless card stopped, while that card can still be cancelled.
    pub overruled: Option<Overruled>,
    /// The spice of both plans has been paid, or kept by a traitor caller.
    pub support_is_settled: bool,
    /// Leaders who were killed in it.
    pub fallen: Vec<Leader>,
    /// The progress of CAPTURED LEADERS, as long as Harkonnen can still use it.
    pub capture_progress: Option<CaptureProgress>,
}

impl Battle {
    pub(crate) fn new(territory: Territory, field: Vec<Spot>, fighters: [Faction; 2]) -> Battle {
        Battle {
            territory,
            field,
            fighters,
            plans: [None, None],
            stage: Stage::BeforePlans,
            voice: None,
            prescience: None,
            prevented: Vec::new(),
            cancellable: None,
            overruled: None,
            support_is_settled: false,
            fallen: Vec::new(),
            capture_progress: None,
        }
    }

    pub(crate) fn fighter(&self, role: Role) -> Faction {
        self.fighters[role as usize]
    }

    pub fn role_of(&self, faction: Faction) -> Option<Role> {
        Role::BOTH.into_iter().find(|role| self.fighter(*role) == faction)
    }

    pub fn opponent_of(&self, faction: Faction) -> Option<Faction> {
        self.role_of(faction).map(|role| self.fighter(role.other()))
    }

    /// The fighter for whom a faction may speak: itself, or its ally.
    pub(crate) fn represented_by(&self, faction: Faction, game: &Game) -> Option<Faction> {
        let ally = game.ally_of(faction);
        if self.role_of(faction).is_some() {
            return Some(faction);
        }
        ally.filter(|ally| self.role_of(*ally).is_some())
    }

    pub fn plan(&self, role: Role) -> Option<&Plan> {
        self.plans[role as usize].as_ref()
    }

    /// The spice that a fighter's plan still has to pay for support.
    pub(crate) fn committed_by(&self, faction: Faction) -> u32 {
        let plan = self.role_of(faction).and_then(|role| self.plan(role));
        plan.filter(|_| !self.support_is_settled).map_or(0, |plan| plan.spice)
    }

    pub fn normal_of(&self, faction: Faction, game: &Game) -> u32 {
        let Some(player) = game.player(faction) else {
            return 0;
        };
        self.field.iter().map(|spot| player.normal_at(*spot)).sum()
    }

    pub fn elites_of(&self, faction: Faction, game: &Game) -> u32 {
        let Some(player) = game.player(faction) else {
            return 0;
        };
        self.field.iter().map(|spot| player.elites_at(*spot)).sum()
    }

    /// The sectors of the field on which one of the fighters stands.
    pub(crate) fn sectors(&self, game: &Game) -> Vec<Sector> {
        occupied(&self.field, &self.fighters, game)
    }

    /// The command of VOICE that binds a faction.
    pub(crate) fn command_to(&self, faction: Faction) -> Option<VoiceCommand> {
        self.voice.filter(|spoken| spoken.target == faction)
    }

    pub(crate) fn is_prevented(&self, ability: Ability) -> bool {
        self.prevented.contains(&ability)
    }

    /// A question that awaits its answer, or a capture that is not carried out yet.
    pub(crate) fn ability_under_way(&self) -> Option<Ability> {
        let is_asking = self.prescience.is_some_and(|prescience| prescience.is_pending);
        let has_begun = self.capture_progress.is_some_and(|capture_progress| capture_progress != CaptureProgress::Open);
        match (is_asking, has_begun) {
            (true, _) => Some(Ability::Prescience),
            (false, true) => Some(Ability::CapturedLeader),
            (false, false) => None,
        }
    }
}

/// The sectors among some places where Forces of these factions stand.
pub(crate) fn occupied(field: &[Spot], factions: &[Faction], game: &Game) -> Vec<Sector> {
    field
        .iter()
        .filter(|spot| {
            factions.iter().any(|faction| game.player(*faction).is_some_and(|player| player.fighters_at(**spot) > 0))
        })
        .filter_map(|spot| spot.sector)
        .collect()
}
