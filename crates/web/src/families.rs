//! The five games of the start page, and which of them any game belongs to.

use papan_core::spec::{Entry, Settings, SpecError};
use serde::Serialize;

/// One of the games of the start page with its variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Family {
    /// What stands in addresses of pages.
    pub(crate) family: &'static str,
    /// Which board component draws it.
    pub(crate) geometry: &'static str,
    /// The game itself, then its variants.
    #[serde(skip)]
    pub(crate) presets: &'static [&'static str],
}

/// In the order of the start page.
pub(crate) const FAMILIES: [Family; 5] = [
    Family {
        family: "othello",
        geometry: "discs",
        presets: &["othello"],
    },
    Family {
        family: "blokus-duo",
        geometry: "polyominoes",
        presets: &["blokus-duo", "blokus-paper-duo", "blokus"],
    },
    Family {
        family: "blokus-classic",
        geometry: "polyominoes",
        presets: &["blokus-classic", "blokus-classic-2", "blokus-classic-3"],
    },
    Family {
        family: "congklak",
        geometry: "pits",
        presets: &["congklak", "congklak-paper", "kalah"],
    },
    Family {
        family: "adjacency",
        geometry: "marks",
        presets: &["adjacency"],
    },
];

impl Family {
    /// The family that stands in an address.
    pub(crate) fn named(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.family == name)
    }

    /// The family of a game as one writes it. Blokus of more than two colours is classic,
    /// whatever it is called.
    pub(crate) fn of(game: &str) -> Result<&'static Family, SpecError> {
        let settings = Settings::parse("game", game, papan_agents::games::all())?;
        let name = settings.name();
        let name = match name.starts_with("blokus") {
            true if colours(&settings) > 2 => "blokus-classic",
            true => "blokus-duo",
            false => name,
        };
        let family = FAMILIES
            .iter()
            .find(|family| family.presets.contains(&name));
        family.ok_or_else(|| settings.conflict("the page has no board for it"))
    }
}

fn colours(settings: &Settings) -> u32 {
    match settings.text("colours").parse() {
        Ok(colours) => colours,
        // One for each seat.
        Err(_) => settings.integer("seats"),
    }
}

/// The entry of a preset.
pub(crate) fn entry(preset: &str) -> Option<&'static Entry> {
    papan_agents::games::all()
        .iter()
        .find(|entry| entry.name == preset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_one_family() {
        for entry in papan_agents::games::all() {
            let holders = FAMILIES
                .iter()
                .filter(|family| family.presets.contains(&entry.name));
            assert_eq!(holders.count(), 1, "{}", entry.name);
            let family = Family::of(entry.name).unwrap();
            assert!(family.presets.contains(&entry.name), "{}", entry.name);
        }
    }

    #[test]
    fn parameters_decide_where_names_do_not() {
        for (game, family) in [
            ("othello:size=4", "othello"),
            ("kalah:holes=3", "congklak"),
            ("blokus:size=8", "blokus-duo"),
            ("blokus:size=20,seats=4,starts=classic", "blokus-classic"),
            ("blokus:size=20,colours=4,starts=classic", "blokus-classic"),
        ] {
            assert_eq!(Family::of(game).unwrap().family, family, "{game}");
        }
        assert!(Family::of("chess").is_err());
    }
}
