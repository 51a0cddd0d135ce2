//! The rule sets that have a name, and rule sets as text.

use crate::{Capture, Congklak, Direction, End, Relay, Rules};
use papan_core::{
    Family, Work,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};

/// The named rule sets; each takes the same parameters with its own defaults.
///
/// ```
/// use papan_congklak::{Congklak, PRESETS};
/// use papan_core::{Notation, spec::Settings};
///
/// let settings = Settings::parse("game", "kalah:holes=3,relay=2", PRESETS).unwrap();
/// let game = Congklak::from_settings(&settings).unwrap();
/// assert_eq!(game.name(), "kalah:holes=3,relay=2");
/// ```
pub const PRESETS: &[Entry] = &[
    Entry {
        name: "congklak",
        summary: "Indonesian mancala: two rows of seven holes, sown on in relays",
        parameters: &parameters(["7", "7", "on", "own", "on", "mover", "clockwise"]),
    },
    Entry {
        name: "congklak-paper",
        summary: "congklak where an empty opposite hole means no capture",
        parameters: &parameters(["7", "7", "on", "opposite", "on", "mover", "clockwise"]),
    },
    Entry {
        name: "kalah",
        summary: "the western relative without relays, over as soon as a row is empty",
        parameters: &parameters([
            "6",
            "4",
            "off",
            "opposite",
            "on",
            "either",
            "counterclockwise",
        ]),
    },
];

/// What is true of congklak besides its rules.
pub const FAMILIES: &[Family] = &[Family {
    name: "congklak",
    geometry: "pits",
    presets: &["congklak", "congklak-paper", "kalah"],
    variants: &[],
    work: &[
        Work::new("congklak", 8, 120_000),
        Work::new("congklak-paper", 8, 120_000),
        Work::new("kalah", 9, 120_000),
    ],
}];

/// The words for what differs between rule sets, in the order of the types.
const CAPTURES: &[&str] = &["own", "opposite", "off"];
const SWITCH: &[&str] = &["on", "off"];
const ENDS: &[&str] = &["mover", "pass", "either"];
const DIRECTIONS: &[&str] = &["clockwise", "counterclockwise"];

const fn parameters(defaults: [&'static str; 7]) -> [Parameter; 7] {
    let [holes, seeds, relay, capture, extra, end, direction] = defaults;
    [
        Parameter::new("holes", Kind::Integer(1, crate::MAX_HOLES as u32), holes)
            .means("holes on each side"),
        Parameter::new("seeds", Kind::Integer(1, crate::MAX_SEEDS as u32), seeds)
            .means("seeds in each hole at the start"),
        Parameter::new("relay", Kind::Text(SWITCH, "N"), relay)
            .means("a last seed in a filled hole is sown on with all there, at most N times"),
        Parameter::new("capture", Kind::Choice(CAPTURES), capture).means(
            "a last seed in an own empty hole wins itself and the opposite hole, \
                      always or only when that is not empty",
        ),
        Parameter::new("extra", Kind::Choice(SWITCH), extra)
            .means("a last seed in the own store gives another move"),
        Parameter::new("end", Kind::Choice(ENDS), end).means(
            "over when the side to move has no seeds, when nobody has (one without \
                      is passed over), or when either side has none",
        ),
        Parameter::new("direction", Kind::Choice(DIRECTIONS), direction)
            .means("which way the seeds go as drawn, A's row on top"),
    ]
}

impl Rules {
    /// The rules that settings of one of the [`PRESETS`] describe.
    ///
    /// # Panics
    /// When the settings are of something else: that is a mistake in the program.
    pub fn from_settings(settings: &Settings) -> Result<Rules, SpecError> {
        let relay = settings.text("relay");
        Ok(Rules {
            holes: settings.integer("holes") as u8,
            seeds: settings.integer("seeds") as u8,
            relay: read_relay(relay).ok_or_else(|| settings.bad_value("relay", relay))?,
            capture: settings.choice("capture", [Capture::Own, Capture::Opposite, Capture::Off]),
            extra_turn: settings.choice("extra", [true, false]),
            end: settings.choice("end", [End::Mover, End::Pass, End::Either]),
            direction: settings.choice(
                "direction",
                [Direction::Clockwise, Direction::Counterclockwise],
            ),
        })
    }

    /// The values of all parameters, in the order of the [`PRESETS`].
    pub(crate) fn values(&self) -> [String; 7] {
        let relay = match self.relay {
            Relay::Unlimited => "on".to_owned(),
            Relay::AtMost(0) => "off".to_owned(),
            Relay::AtMost(relays) => relays.to_string(),
        };
        [
            self.holes.to_string(),
            self.seeds.to_string(),
            relay,
            CAPTURES[self.capture as usize].to_owned(),
            SWITCH[usize::from(!self.extra_turn)].to_owned(),
            ENDS[self.end as usize].to_owned(),
            DIRECTIONS[self.direction as usize].to_owned(),
        ]
    }

    /// The preset from which these rules differ least.
    pub(crate) fn nearest_preset(&self) -> &'static Entry {
        let differences = |preset: &&Entry| preset.differences(self.values()).len();
        PRESETS
            .iter()
            .min_by_key(differences)
            .unwrap_or(&PRESETS[0])
    }
}

fn read_relay(text: &str) -> Option<Relay> {
    match text {
        "on" => Some(Relay::Unlimited),
        "off" => Some(Relay::AtMost(0)),
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            number.parse().ok().map(Relay::AtMost)
        }
        _ => None,
    }
}

impl Congklak {
    /// The game that settings of one of the [`PRESETS`] describe.
    ///
    /// # Panics
    /// When the settings are of something else: that is a mistake in the program.
    pub fn from_settings(settings: &Settings) -> Result<Congklak, SpecError> {
        let rules = Rules::from_settings(settings)?;
        let game = Congklak::new(rules).map_err(|error| settings.conflict(error.to_string()))?;
        let preset = PRESETS.iter().find(|preset| preset.name == settings.name());
        Ok(game.named_after(preset))
    }

    /// The game that a text like `kalah:holes=3` names.
    ///
    /// ```
    /// use papan_congklak::Congklak;
    ///
    /// assert_eq!(Congklak::named("kalah").unwrap().rules().holes, 6);
    /// assert_eq!(
    ///     Congklak::named("kalah:relay=often").unwrap_err().to_string(),
    ///     "kalah: relay=often is not possible; relay is on|off|N"
    /// );
    /// ```
    pub fn named(text: &str) -> Result<Congklak, SpecError> {
        Congklak::from_settings(&Settings::parse("game", text, PRESETS)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Notation;

    /// Congklak where an empty opposite hole means no capture.
    const CONGKLAK_PAPER: Rules = Rules {
        capture: Capture::Opposite,
        ..Rules::CONGKLAK
    };

    /// Six holes with four seeds, no relay, over as soon as a row is empty.
    const KALAH: Rules = Rules {
        holes: 6,
        seeds: 4,
        relay: Relay::AtMost(0),
        capture: Capture::Opposite,
        extra_turn: true,
        end: End::Either,
        direction: Direction::Counterclockwise,
    };

    #[test]
    fn presets_are_the_named_rules() {
        let named = [
            ("congklak", Rules::CONGKLAK),
            ("congklak-paper", CONGKLAK_PAPER),
            ("kalah", KALAH),
        ];
        assert_eq!(PRESETS.len(), named.len());
        for (name, rules) in named {
            assert_eq!(Congklak::named(name).unwrap().rules(), &rules);
            assert_eq!(Congklak::new(rules).unwrap().name(), name);
        }
    }

    #[test]
    fn a_name_says_what_differs_from_its_preset() {
        for (given, expected) in [
            ("kalah:holes=3,seeds=4", "kalah:holes=3"),
            ("congklak: extra=OFF , holes=07", "congklak:extra=off"),
            ("congklak:relay=0", "congklak:relay=off"),
            ("congklak:relay=003", "congklak:relay=3"),
            ("kalah:relay=off", "kalah"),
            ("congklak:capture=opposite", "congklak:capture=opposite"),
            (
                "kalah:end=pass,direction=clockwise,capture=off",
                "kalah:capture=off,end=pass,direction=clockwise",
            ),
        ] {
            let game = Congklak::named(given).unwrap();
            assert_eq!(game.name(), expected);
            assert_eq!(Congklak::named(expected).unwrap().rules(), game.rules());
        }
    }

    #[test]
    fn rules_without_a_name_get_the_nearest() {
        let name = |rules: Rules| Congklak::new(rules).unwrap().name();
        let relay = Relay::AtMost(2);
        assert_eq!(name(Rules { relay, ..KALAH }), "kalah:relay=2");
        assert_eq!(
            name(Rules {
                relay,
                ..Rules::CONGKLAK
            }),
            "congklak:relay=2"
        );
        let end = End::Either;
        assert_eq!(
            name(Rules {
                end,
                ..CONGKLAK_PAPER
            }),
            "congklak-paper:end=either"
        );
    }

    #[test]
    fn impossible_values_are_answered_with_the_possible_ones() {
        let error = |text: &str| Congklak::named(text).unwrap_err().to_string();
        assert_eq!(
            error("kalah:holes=11"),
            "kalah: holes=11 is not possible; holes is 1..=10"
        );
        assert_eq!(
            error("congklak:seeds=0"),
            "congklak: seeds=0 is not possible; seeds is 1..=10"
        );
        assert_eq!(
            error("kalah:end=never"),
            "kalah: end=never is not possible; end is mover|pass|either"
        );
        for relay in ["-1", "+1", "1.5", "99999999999"] {
            let text = format!("congklak:relay={relay}");
            let expected = format!("congklak: relay={relay} is not possible; relay is on|off|N");
            assert_eq!(error(&text), expected);
        }
    }
}
