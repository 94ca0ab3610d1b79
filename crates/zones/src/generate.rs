//! Random zones, points and constants for tests (feature `generate`).
//!
//! Randomness is any `FnMut() -> u64`, so a test can pass a generator, or a recorded tape that a
//! property tester shrinks: small numbers give small and simple things, and zeros the simplest.

use crate::bound::Bound;
use crate::extrapolate::NONE;
use crate::naive::Point;
use crate::zone::Zone;

/// A number from 0 to `below - 1`.
pub fn number(random: &mut impl FnMut() -> u64, below: i64) -> i64 {
    (random() % below.max(1) as u64) as i64
}

/// A valuation with values up to `max` and the given denominator.
pub fn point(random: &mut impl FnMut() -> u64, dim: usize, max: i32, scale: i64) -> Point {
    let value = |row| if row == 0 { 0 } else { number(random, i64::from(max) * scale + 1) };
    Point { values: (0..dim).map(value).collect(), scale }
}

/// A zone with constants up to about `max`, either drawn around a point or grown by operators.
pub fn zone(random: &mut impl FnMut() -> u64, dim: usize, max: i32) -> Zone {
    if number(random, 2) == 0 { grown(random, dim, max) } else { around(random, dim, max) }
}

/// A zone as a run of an automaton makes it: resets, delays, guards.
pub fn grown(random: &mut impl FnMut() -> u64, dim: usize, max: i32) -> Zone {
    let mut zone = Zone::zero(dim);
    if dim < 2 {
        return zone;
    }
    for _ in 0..number(random, 4 * dim as i64 + 1) {
        let row = 1 + number(random, dim as i64 - 1) as usize;
        let other = number(random, dim as i64) as usize;
        let value = number(random, i64::from(max) + 1) as i32;
        match number(random, 8) {
            0..=2 => zone.up(),
            3 => zone.reset(row, 0),
            4 => {
                let bound = bound(random, max);
                // A constraint that would empty the zone is left out.
                let _ = zone.constrain(other, row, bound);
            }
            5 => {
                let bound = bound(random, max);
                let _ = zone.constrain(row, 0, bound);
            }
            6 => zone.reset(row, value),
            _ => zone.free(row),
        }
    }
    zone
}

fn bound(random: &mut impl FnMut() -> u64, max: i32) -> Bound {
    let limit = number(random, 2 * i64::from(max) + 1) as i32 - max;
    if number(random, 2) == 0 { Bound::le(limit) } else { Bound::lt(limit) }
}

/// A zone of bounds that a random point satisfies, often barely. The point need not be integral, so
/// neither need any point of the zone.
pub fn around(random: &mut impl FnMut() -> u64, dim: usize, max: i32) -> Zone {
    let scale = 1 + number(random, dim as i64 + 1);
    let centre = point(random, dim, max, scale);
    let missing = number(random, 4);
    let bounds: Vec<Bound> = (0..dim * dim)
        .map(|at| {
            let distance = centre.values[at / dim] - centre.values[at % dim];
            if number(random, 4) < missing {
                return Bound::UNBOUNDED;
            }
            let slack = number(random, 6).saturating_sub(2).max(0);
            let lowest = distance.div_euclid(scale);
            let limit = (lowest + slack) as i32;
            match distance.rem_euclid(scale) {
                0 if slack == 0 => Bound::le(limit),
                0 if number(random, 2) == 0 => Bound::le(limit),
                0 => Bound::lt(limit),
                _ if number(random, 2) == 0 => Bound::le(limit + 1),
                _ => Bound::lt(limit + 1),
            }
        })
        .collect();
    let zone = Zone::from_bounds(dim, |i, j| bounds[i * dim + j]);
    zone.unwrap_or_else(|| Zone::zero(dim))
}

/// One constant for each row, from [`NONE`] over 0 up to `max`.
pub fn constants(random: &mut impl FnMut() -> u64, dim: usize, max: i32) -> Vec<i32> {
    let constant = |row| match number(random, i64::from(max) + 2) as i32 - 1 {
        _ if row == 0 => 0,
        -1 => NONE,
        constant => constant,
    };
    (0..dim).map(constant).collect()
}

/// A point of the zone, near one of its corners, with the denominator `scale`, which must be at
/// least the dimension for every zone to have one.
pub fn point_in(random: &mut impl FnMut() -> u64, zone: &Zone, scale: i64) -> Option<Point> {
    let mut matrix = crate::naive::Matrix::of(zone, scale);
    for row in &mut matrix.limits {
        for limit in row.iter_mut().flatten() {
            // Multiples of 1/scale only, so "less than" is "one less".
            *limit = (limit.0 - i64::from(limit.1), false);
        }
    }
    let mut values = vec![0; zone.dim()];
    for row in 1..zone.dim() {
        matrix = matrix.closed()?;
        let lowest = -matrix.limits[0][row]?.0;
        let room = match matrix.limits[row][0] {
            Some((highest, _)) => highest - lowest,
            None => 3 * scale,
        };
        values[row] = lowest + number(random, room.min(4 * scale) + 1);
        matrix.fix(row, values[row]);
    }
    Some(Point { values, scale })
}
