//! The forty-two territories of the map, their terrain and their sectors.

use crate::model::named::named;
use crate::model::spot::Sector;
use crate::model::spot::Spot;

named! {
    Territory, "territory" {
        PolarSink = "polar_sink",
        Arrakeen = "arrakeen",
        Carthag = "carthag",
        SietchTabr = "sietch_tabr",
        HabbanyaSietch = "habbanya_sietch",
        TueksSietch = "tueks_sietch",
        FalseWallEast = "false_wall_east",
        FalseWallSouth = "false_wall_south",
        FalseWallWest = "false_wall_west",
        PastyMesa = "pasty_mesa",
        PlasticBasin = "plastic_basin",
        RimWallWest = "rim_wall_west",
        ShieldWall = "shield_wall",
        ImperialBasin = "imperial_basin",
        Arsunt = "arsunt",
        Basin = "basin",
        BightOfTheCliff = "bight_of_the_cliff",
        BrokenLand = "broken_land",
        CielagoDepression = "cielago_depression",
        CielagoEast = "cielago_east",
        CielagoNorth = "cielago_north",
        CielagoSouth = "cielago_south",
        CielagoWest = "cielago_west",
        FuneralPlain = "funeral_plain",
        GaraKulon = "gara_kulon",
        HabbanyaErg = "habbanya_erg",
        HabbanyaRidgeFlat = "habbanya_ridge_flat",
        HaggaBasin = "hagga_basin",
        HargPass = "harg_pass",
        HoleInTheRock = "hole_in_the_rock",
        Meridian = "meridian",
        OldGap = "old_gap",
        RedChasm = "red_chasm",
        RockOutcroppings = "rock_outcroppings",
        SihayaRidge = "sihaya_ridge",
        SouthMesa = "south_mesa",
        TheGreatFlat = "the_great_flat",
        TheGreaterFlat = "the_greater_flat",
        TheMinorErg = "the_minor_erg",
        Tsimpo = "tsimpo",
        WindPass = "wind_pass",
        WindPassNorth = "wind_pass_north",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terrain {
    PolarSink,
    Stronghold,
    Rock,
    Sand,
}

/// Terrain, and the sectors in the order in which they follow one another inside the territory.
/// Sectors of a territory are neighbours exactly when they stand next to each other here.
const FACTS: [(Territory, Terrain, &[u8]); 42] = [
    (Territory::PolarSink, Terrain::PolarSink, &[]),
    (Territory::Arrakeen, Terrain::Stronghold, &[9]),
    (Territory::Carthag, Terrain::Stronghold, &[10]),
    (Territory::SietchTabr, Terrain::Stronghold, &[13]),
    (Territory::HabbanyaSietch, Terrain::Stronghold, &[16]),
    (Territory::TueksSietch, Terrain::Stronghold, &[4]),
    (Territory::FalseWallEast, Terrain::Rock, &[4, 5, 6, 7, 8]),
    (Territory::FalseWallSouth, Terrain::Rock, &[3, 4]),
    (Territory::FalseWallWest, Terrain::Rock, &[15, 16, 17]),
    (Territory::PastyMesa, Terrain::Rock, &[4, 5, 6, 7]),
    (Territory::PlasticBasin, Terrain::Rock, &[11, 12, 13]),
    (Territory::RimWallWest, Terrain::Rock, &[8]),
    (Territory::ShieldWall, Terrain::Rock, &[7, 8]),
    (Territory::ImperialBasin, Terrain::Sand, &[8, 9, 10]),
    (Territory::Arsunt, Terrain::Sand, &[10, 11]),
    (Territory::Basin, Terrain::Sand, &[8]),
    (Territory::BightOfTheCliff, Terrain::Sand, &[13, 14]),
    (Territory::BrokenLand, Terrain::Sand, &[10, 11]),
    (Territory::CielagoDepression, Terrain::Sand, &[0, 1, 2]),
    (Territory::CielagoEast, Terrain::Sand, &[2, 3]),
    (Territory::CielagoNorth, Terrain::Sand, &[0, 1, 2]),
    (Territory::CielagoSouth, Terrain::Sand, &[1, 2]),
    (Territory::CielagoWest, Terrain::Sand, &[17, 0]),
    (Territory::FuneralPlain, Terrain::Sand, &[14]),
    (Territory::GaraKulon, Terrain::Sand, &[7]),
    (Territory::HabbanyaErg, Terrain::Sand, &[15, 16]),
    (Territory::HabbanyaRidgeFlat, Terrain::Sand, &[16, 17]),
    (Territory::HaggaBasin, Terrain::Sand, &[11, 12]),
    (Territory::HargPass, Terrain::Sand, &[3, 4]),
    (Territory::HoleInTheRock, Terrain::Sand, &[8]),
    (Territory::Meridian, Terrain::Sand, &[0, 1]),
    (Territory::OldGap, Terrain::Sand, &[8, 9, 10]),
    (Territory::RedChasm, Terrain::Sand, &[6]),
    (Territory::RockOutcroppings, Terrain::Sand, &[12, 13]),
    (Territory::SihayaRidge, Terrain::Sand, &[8]),
    (Territory::SouthMesa, Terrain::Sand, &[3, 4, 5]),
    (Territory::TheGreatFlat, Terrain::Sand, &[14]),
    (Territory::TheGreaterFlat, Terrain::Sand, &[15]),
    (Territory::TheMinorErg, Terrain::Sand, &[4, 5, 6, 7]),
    (Territory::Tsimpo, Terrain::Sand, &[10, 11, 12]),
    (Territory::WindPass, Terrain::Sand, &[13, 14, 15, 16]),
    (Territory::WindPassNorth, Terrain::Sand, &[16, 17]),
];

impl Territory {
    fn facts(self) -> (Territory, Terrain, &'static [u8]) {
        let facts = FACTS[self as usize];
        debug_assert!(facts.0 == self);
        facts
    }

    pub(crate) fn terrain(self) -> Terrain {
        self.facts().1
    }

    pub fn sectors(self) -> impl Iterator<Item = Sector> {
        self.facts().2.iter().copied().map(Sector)
    }

    pub(crate) fn has_several_sectors(self) -> bool {
        self.facts().2.len() > 1
    }

    /// Every place in the territory where tokens can stand. The Polar Sink is one place without a sector.
    pub fn spots(self) -> Vec<Spot> {
        let sectors: Vec<Spot> = self.sectors().map(|sector| Spot { territory: self, sector: Some(sector) }).collect();
        if sectors.is_empty() { vec![Spot { territory: self, sector: None }] } else { sectors }
    }
}
