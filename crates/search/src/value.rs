//! What a position is worth.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, ops::Neg, str::FromStr};
use thiserror::Error;

/// What a position is worth to a seat. Written as a plain number.
///
/// ```
/// use papan_search::{Points, Value};
///
/// assert_eq!(Value::points(-4).to_string(), "-4");
/// assert_eq!(Value::Points(Points::parts(109, 32)).to_string(), "3.41");
/// assert_eq!(Value::Share(0.625).to_string(), "0.625");
/// assert_eq!(Value::points(3).opposite(), Value::points(-3));
/// assert_eq!(Value::Share(0.25).opposite(), Value::Share(0.75));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Points of an evaluation, more is better, 0 is even.
    Points(Points),
    /// The share of games won, a draw being half a win.
    Share(f64),
}

/// What the number of a [`Value`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Points.
    Points,
    /// Won games of all games.
    Share,
}

impl Value {
    /// Whole points.
    pub fn points(points: i32) -> Value {
        Value::Points(points.into())
    }

    /// The same for the other of two seats.
    pub fn opposite(self) -> Value {
        match self {
            Value::Points(points) => Value::Points(-points),
            Value::Share(share) => Value::Share(1.0 - share),
        }
    }

    /// As a number to compare values of one kind by.
    pub fn number(self) -> f64 {
        match self {
            Value::Points(points) => points.number(),
            Value::Share(share) => share,
        }
    }

    /// What the number counts.
    pub fn unit(self) -> Unit {
        match self {
            Value::Points(_) => Unit::Points,
            Value::Share(_) => Unit::Share,
        }
    }

    /// Whether both say the same, where one may have been rounded to whole points, as all values
    /// were before they had fractions.
    ///
    /// ```
    /// use papan_search::{Points, Value};
    ///
    /// let value = Value::Points(Points::parts(109, 32));
    /// assert!(value.agrees(Value::points(3)) && !value.agrees(Value::points(4)));
    /// ```
    pub fn agrees(self, other: Value) -> bool {
        match (self, other) {
            (Value::Points(one), Value::Points(other)) if one.is_whole() || other.is_whole() => {
                one.whole() == other.whole()
            }
            _ => self == other,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => points.fmt(f),
            Value::Share(share) => write!(f, "{share:.3}"),
        }
    }
}

/// Points of an evaluation, to hundredths: what an engine counts in smaller parts is an estimate
/// whose further digits say nothing. Exact values are whole.
///
/// ```
/// use papan_search::Points;
///
/// let [whole, part] = [Points::from(3), Points::parts(-109, 32)];
/// assert_eq!((whole.to_string(), part.to_string()), ("3".to_owned(), "-3.41".to_owned()));
/// assert_eq!((part.number(), part.whole()), (-3.41, -3));
/// assert_eq!("-3.41".parse(), Ok(part));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points {
    hundredths: i64,
}

/// A text that is no number of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a number of points, such as -3.41")]
pub struct NoPoints;

impl Points {
    /// So many parts, of which `unit` make a point.
    pub fn parts(parts: i32, unit: i32) -> Points {
        let (parts, unit) = (100 * i64::from(parts), i64::from(unit));
        Points {
            hundredths: (2 * parts + parts.signum() * unit) / (2 * unit),
        }
    }

    /// The nearest to a number; the most there are where it is larger. `None` for what is no
    /// number.
    pub fn nearest(number: f64) -> Option<Points> {
        // The least whole number has no opposite, and so is no value.
        let most = 100.0 * f64::from(i32::MAX);
        (!number.is_nan()).then(|| Points {
            hundredths: (100.0 * number).round().clamp(-most, most) as i64,
        })
    }

    /// As a number.
    pub fn number(self) -> f64 {
        self.hundredths as f64 / 100.0
    }

    /// Without a fraction: rounded, halves away from zero.
    pub fn whole(self) -> i32 {
        let rounded = (self.hundredths + self.hundredths.signum() * 50) / 100;
        // All of them are made from numbers of that size.
        rounded.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Whether there is no fraction.
    pub fn is_whole(self) -> bool {
        self.hundredths % 100 == 0
    }
}

impl From<i32> for Points {
    fn from(points: i32) -> Points {
        Points {
            hundredths: 100 * i64::from(points),
        }
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points {
            hundredths: -self.hundredths,
        }
    }
}

/// Whole ones without decimals, others with two.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_whole() {
            true => (self.hundredths / 100).fmt(f),
            false => f.pad(&format!("{:.2}", self.number())),
        }
    }
}

/// A plain number, whole ones without a decimal point.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.is_whole() {
            true => self.whole().serialize(serializer),
            false => self.number().serialize(serializer),
        }
    }
}

impl FromStr for Points {
    type Err = NoPoints;

    fn from_str(text: &str) -> Result<Points, NoPoints> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.and_then(Points::nearest).ok_or(NoPoints)
    }
}

/// Whole points are a whole number, a share one with a decimal point, and points with a fraction
/// a text: in a list of numbers nothing else could tell `0.41` points from a share.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Points(points) if points.is_whole() => points.serialize(serializer),
            Value::Points(points) => serializer.collect_str(points),
            Value::Share(share) => share.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("points, or a share of wins")
            }

            fn visit_i64<E: de::Error>(self, points: i64) -> Result<Value, E> {
                let fits = i32::try_from(points);
                let wrong = |_| E::invalid_value(de::Unexpected::Signed(points), &self);
                fits.map(Value::points).map_err(wrong)
            }

            fn visit_u64<E: de::Error>(self, points: u64) -> Result<Value, E> {
                self.visit_i64(i64::try_from(points).unwrap_or(i64::MAX))
            }

            fn visit_f64<E: de::Error>(self, share: f64) -> Result<Value, E> {
                Ok(Value::Share(share))
            }

            fn visit_str<E: de::Error>(self, points: &str) -> Result<Value, E> {
                let wrong = |_| E::invalid_value(de::Unexpected::Str(points), &self);
                points.parse().map(Value::Points).map_err(wrong)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A value as a plain number for programs to count with. Beside one stands its [`Unit`], where
/// the number alone does not say what it counts.
///
/// ```
/// use papan_search::{PlainNumber, Points, Value};
///
/// let value = Value::Points(Points::parts(109, 32));
/// assert_eq!(serde_json::to_string(&PlainNumber(value)).unwrap(), "3.41");
/// assert_eq!(serde_json::to_string(&PlainNumber(Value::points(3))).unwrap(), "3");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct PlainNumber(pub Value);

impl PlainNumber {
    /// The unit, where the number alone would be taken for another: that of points with a
    /// fraction.
    pub fn unit(self) -> Option<Unit> {
        match self.0 {
            Value::Points(points) if !points.is_whole() => Some(Unit::Points),
            _ => None,
        }
    }

    /// The value of a number that was written beside a unit.
    pub fn read(self, unit: Option<Unit>) -> Value {
        match (self.0, unit) {
            (Value::Share(number), Some(Unit::Points)) => {
                Points::nearest(number).map_or(self.0, Value::Points)
            }
            (value, _) => value,
        }
    }
}

impl Serialize for PlainNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Points(points) => points.serialize(serializer),
            Value::Share(share) => share.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_rounded_to_the_nearest_hundredth() {
        for (parts, unit, text) in [
            (109, 32, "3.41"),
            (-109, 32, "-3.41"),
            (16, 32, "0.50"),
            (1, 32, "0.03"),
            (-1, 32, "-0.03"),
            (-96, 32, "-3"),
            (0, 32, "0"),
            (1, 200, "0.01"),
            (-1, 201, "0"),
            (i32::MAX, 1, "2147483647"),
            (i32::MIN, 32, "-67108864"),
        ] {
            assert_eq!(
                Points::parts(parts, unit).to_string(),
                text,
                "{parts}/{unit}"
            );
        }
        assert_eq!(Points::nearest(-0.001), Some(Points::default()));
        assert_eq!(Points::nearest(f64::NAN), None);
        assert_eq!(Points::nearest(-1e99), Some(Points::from(-i32::MAX)));
    }

    /// Whoever decides by whole points decides as before there were fractions.
    #[test]
    fn whole_points_are_what_they_were_before_fractions() {
        for parts in -5_000..5_000 {
            let before = (parts + i32::signum(parts) * 16) / 32;
            assert_eq!(Points::parts(parts, 32).whole(), before, "{parts}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let values = [
            Value::points(-4),
            Value::Points(Points::parts(13, 32)),
            Value::Points(Points::parts(-109, 32)),
            Value::Share(0.41),
            Value::Share(1.0),
        ];
        let text = serde_json::to_string(&values).unwrap();
        assert_eq!(text, r#"[-4,"0.41","-3.41",0.41,1.0]"#);
        assert_eq!(serde_json::from_str::<Vec<Value>>(&text).unwrap(), values);
        for wrong in ["\"\"", "\"much\"", "\"inf\"", "true", "3000000000"] {
            assert!(serde_json::from_str::<Value>(wrong).is_err(), "{wrong}");
        }
    }
}
