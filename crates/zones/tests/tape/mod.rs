//! Randomness that proptest can shrink: a tape of numbers, zeros once it has run out.
#![allow(dead_code)]

use orrery_zones::naive::Point;
use orrery_zones::priced::{Cost, PricedZone};
use orrery_zones::{Zone, generate};
use proptest::prelude::{ProptestConfig, Strategy, any};

/// So many cases, or as many as the environment asks for with PROPTEST_CASES.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Long enough for a few zones, after which everything is as simple as it can be.
pub(crate) fn tape() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..120)
}

/// Plays the tape. After its end a simple generator goes on from what was played, so that the
/// points tried against a zone are not all the same one.
pub(crate) fn player(tape: Vec<u16>) -> impl FnMut() -> u64 {
    let mut seed = tape.iter().fold(1, |seed: u64, &n| seed.rotate_left(5) ^ u64::from(n)) | 1;
    let mut tape = tape.into_iter();
    move || match tape.next() {
        Some(number) => u64::from(number),
        None => {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed >> 11
        }
    }
}

/// Points worth trying against a zone: inside, next to a point inside, and anywhere.
pub(crate) fn points(random: &mut impl FnMut() -> u64, zone: &Zone, count: usize) -> Vec<Point> {
    let dim = zone.dim();
    (0..count)
        .filter_map(|_| {
            let scale = dim as i64 + generate::number(random, 2);
            match generate::number(random, 3) {
                0 => generate::point_in(random, zone, scale),
                1 => {
                    let mut point = generate::point_in(random, zone, scale)?;
                    for value in &mut point.values[1..] {
                        *value = (*value + generate::number(random, 5) - 2).max(0);
                    }
                    Some(point)
                }
                _ => Some(generate::point(random, dim, 12, 1 + scale)),
            }
        })
        .collect()
}

/// A dimension from 2 to 5 and a zone of it.
pub(crate) fn small_zone(random: &mut impl FnMut() -> u64) -> Zone {
    let dim = 2 + generate::number(random, 4) as usize;
    generate::zone(random, dim, 6)
}

/// A cost of small numbers, of which a third are 0.
pub(crate) fn small_cost(random: &mut impl FnMut() -> u64, dim: usize) -> Cost {
    let mut rate = || match generate::number(random, 3) {
        0 => 0,
        _ => generate::number(random, 9) - 4,
    };
    let rates = (0..dim).map(|_| rate()).collect();
    Cost::new(generate::number(random, 9) - 4, rates)
}

/// A zone of at most so many rows, with a cost.
pub(crate) fn priced_zone(random: &mut impl FnMut() -> u64, most: i64) -> PricedZone {
    let dim = 2 + generate::number(random, most - 1) as usize;
    let zone = generate::zone(random, dim, 6);
    PricedZone::new(zone, small_cost(random, dim)).expect("as many rates as rows")
}
