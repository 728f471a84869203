//! The thirty leader discs: to whom each belongs and how strong it is.

use crate::model::faction::Faction;
use crate::model::named::named;

named! {
    Leader, "leader" {
        ThufirHawat = "thufir_hawat",
        LadyJessica = "lady_jessica",
        GurneyHalleck = "gurney_halleck",
        DuncanIdaho = "duncan_idaho",
        DrYueh = "dr_yueh",
        Alia = "alia",
        MargotFenring = "margot_fenring",
        ReverendMother = "reverend_mother",
        PrincessIrulan = "princess_irulan",
        WannaMarcus = "wanna_marcus",
        HasimirFenring = "hasimir_fenring",
        CaptainAramsham = "captain_aramsham",
        Burseg = "burseg",
        Caid = "caid",
        Bashar = "bashar",
        Stilgar = "stilgar",
        Chani = "chani",
        Otheym = "otheym",
        ShadoutMapes = "shadout_mapes",
        Jamis = "jamis",
        FeydRautha = "feyd_rautha",
        BeastRabban = "beast_rabban",
        PiterDeVries = "piter_de_vries",
        CaptainIakinNefud = "captain_iakin_nefud",
        UmmanKudu = "umman_kudu",
        StabanTuek = "staban_tuek",
        EsmarTuek = "esmar_tuek",
        MasterBewt = "master_bewt",
        SooSooSook = "soo_soo_sook",
        GuildRep = "guild_rep",
    }
}

const FACTS: [(Leader, Faction, u32); 30] = [
    (Leader::ThufirHawat, Faction::Atreides, 5),
    (Leader::LadyJessica, Faction::Atreides, 5),
    (Leader::GurneyHalleck, Faction::Atreides, 4),
    (Leader::DuncanIdaho, Faction::Atreides, 2),
    (Leader::DrYueh, Faction::Atreides, 1),
    (Leader::Alia, Faction::BeneGesserit, 5),
    (Leader::MargotFenring, Faction::BeneGesserit, 5),
    (Leader::ReverendMother, Faction::BeneGesserit, 5),
    (Leader::PrincessIrulan, Faction::BeneGesserit, 5),
    (Leader::WannaMarcus, Faction::BeneGesserit, 5),
    (Leader::HasimirFenring, Faction::Emperor, 6),
    (Leader::CaptainAramsham, Faction::Emperor, 5),
    (Leader::Burseg, Faction::Emperor, 3),
    (Leader::Caid, Faction::Emperor, 3),
    (Leader::Bashar, Faction::Emperor, 2),
    (Leader::Stilgar, Faction::Fremen, 7),
    (Leader::Chani, Faction::Fremen, 6),
    (Leader::Otheym, Faction::Fremen, 5),
    (Leader::ShadoutMapes, Faction::Fremen, 3),
    (Leader::Jamis, Faction::Fremen, 2),
    (Leader::FeydRautha, Faction::Harkonnen, 6),
    (Leader::BeastRabban, Faction::Harkonnen, 4),
    (Leader::PiterDeVries, Faction::Harkonnen, 3),
    (Leader::CaptainIakinNefud, Faction::Harkonnen, 2),
    (Leader::UmmanKudu, Faction::Harkonnen, 1),
    (Leader::StabanTuek, Faction::SpacingGuild, 5),
    (Leader::EsmarTuek, Faction::SpacingGuild, 3),
    (Leader::MasterBewt, Faction::SpacingGuild, 3),
    (Leader::SooSooSook, Faction::SpacingGuild, 2),
    (Leader::GuildRep, Faction::SpacingGuild, 1),
];

impl Leader {
    fn facts(self) -> (Leader, Faction, u32) {
        let facts = FACTS[self as usize];
        debug_assert!(facts.0 == self);
        facts
    }

    /// The faction whose symbol the disc bears. It is the same for every holder of the disc.
    pub fn home(self) -> Faction {
        self.facts().1
    }

    pub fn strength(self) -> u32 {
        self.facts().2
    }
}
