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
        Work {
            game: "congklak",
            perft: 8,
            playouts: 120_000,
        },
        Work {
            game: "congklak-paper",
            perft: 8,
            playouts: 120_000,
        },
        Work {
            game: "kalah",
            perft: 9,
            playouts: 120_000,
        },
    ],
}];

const fn parameters(defaults: [&'static str; 7]) -> [Parameter; 7] {
    let [holes, seeds, relay, capture, extra, end, direction] = defaults;
    [
        Parameter {
            name: "holes",
            kind: Kind::Integer(1, crate::MAX_HOLES as u32),
            default: holes,
            summary: "holes on each side",
        },
        Parameter {
            name: "seeds",
            kind: Kind::Integer(1, crate::MAX_SEEDS as u32),
            default: seeds,
            summary: "seeds in each hole at the start",
        },
        Parameter {
            name: "relay",
            kind: Kind::Text(&["on", "off"], "N"),
            default: relay,
            summary: "a last seed in a filled hole is sown on with all there, at most N times",
        },
        Parameter {
            name: "capture",
            kind: Kind::Choice(&["own", "opposite", "off"]),
            default: capture,
            summary: "a last seed in an own empty hole wins itself and the opposite hole, \
                      always or only when that is not empty",
        },
        Parameter {
            name: "extra",
            kind: Kind::Choice(&["on", "off"]),
            default: extra,
            summary: "a last seed in the own store gives another move",
        },
        Parameter {
            name: "end",
            kind: Kind::Choice(&["mover", "pass", "either"]),
            default: end,
            summary: "over when the side to move has no seeds, when nobody has (one without \
                      is passed over), or when either side has none",
        },
        Parameter {
            name: "direction",
            kind: Kind::Choice(&["clockwise", "counterclockwise"]),
            default: direction,
            summary: "which way the seeds go as drawn, A's row on top",
        },
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
    fn values(&self) -> [String; 7] {
        let relay = match self.relay {
            Relay::Unlimited => "on".to_owned(),
            Relay::AtMost(0) => "off".to_owned(),
            Relay::AtMost(relays) => relays.to_string(),
        };
        let capture = match self.capture {
            Capture::Own => "own",
            Capture::Opposite => "opposite",
            Capture::Off => "off",
        };
        let extra = if self.extra_turn { "on" } else { "off" };
        let end = match self.end {
            End::Mover => "mover",
            End::Pass => "pass",
            End::Either => "either",
        };
        [
            self.holes.to_string(),
            self.seeds.to_string(),
            relay,
            capture.to_owned(),
            extra.to_owned(),
            end.to_owned(),
            self.direction.word().to_owned(),
        ]
    }

    /// What differs from a preset, as one writes it.
    fn differences(&self, preset: &Entry) -> Vec<String> {
        (preset.parameters.iter().zip(self.values()))
            .filter(|(parameter, value)| parameter.default != value)
            .map(|(parameter, value)| format!("{}={value}", parameter.name))
            .collect()
    }

    /// The preset from which these rules differ least.
    pub(crate) fn nearest_preset(&self) -> &'static Entry {
        let nearest = PRESETS
            .iter()
            .min_by_key(|preset| self.differences(preset).len());
        nearest.unwrap_or(&PRESETS[0])
    }

    /// These rules as one writes them on the command line, starting from a preset.
    pub(crate) fn name_from(&self, preset: &Entry) -> String {
        let differences = self.differences(preset);
        let separator = if differences.is_empty() { "" } else { ":" };
        format!("{}{separator}{}", preset.name, differences.join(","))
    }
}

impl Direction {
    /// The word for it in settings and JSON.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Direction::Clockwise => "clockwise",
            Direction::Counterclockwise => "counterclockwise",
        }
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
    /// use papan_congklak::{Congklak, Rules};
    ///
    /// assert_eq!(Congklak::named("kalah").unwrap().rules(), &Rules::KALAH);
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

    #[test]
    fn presets_are_the_named_rules() {
        let named = [
            ("congklak", Rules::CONGKLAK),
            ("congklak-paper", Rules::CONGKLAK_PAPER),
            ("kalah", Rules::KALAH),
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
        assert_eq!(
            name(Rules {
                relay,
                ..Rules::KALAH
            }),
            "kalah:relay=2"
        );
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
                ..Rules::CONGKLAK_PAPER
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
