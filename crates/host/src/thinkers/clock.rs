//! A clock as JSON: what is given, and what each seat has left.

use papan_core::{MAX_SEATS, Seat};
use papan_search::{Clock, TimeControl};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

#[derive(Serialize, Deserialize)]
struct Told {
    base: Duration,
    increment: Duration,
    left: Vec<Option<Duration>>,
}

pub(super) fn serialize<S: Serializer>(
    clock: &Option<Clock>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let told = clock.as_ref().map(|clock| Told {
        base: clock.control().base,
        increment: clock.control().increment,
        left: Seat::all(MAX_SEATS).map(|seat| clock.left(seat)).collect(),
    });
    told.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Clock>, D::Error> {
    let told = Option::<Told>::deserialize(deserializer)?;
    Ok(told.map(|told| {
        let mut clock = Clock::unlimited(TimeControl::new(told.base, told.increment));
        for (seat, left) in Seat::all(MAX_SEATS).zip(told.left) {
            if let Some(left) = left {
                clock.set(seat, left, 0);
            }
        }
        clock
    }))
}
