//! Comparing and setting clocks.

use super::arithmetic::compares;
use super::machine::{Clocks, Found, Machine, Stop};
use crate::tree::Binary;

/// A sum of clocks and a number, as it is compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub(super) plus: Vec<usize>,
    pub(super) minus: Vec<usize>,
    pub(super) number: i64,
}

impl Machine<'_, '_> {
    /// Does a sum of clocks compare with 0 like that?
    pub(super) fn sign(&mut self, mut sum: Linear, op: Binary) -> Result<bool, Stop> {
        sum.plus.retain(|clock| {
            let found = sum.minus.iter().position(|other| other == clock);
            found.map(|place| sum.minus.swap_remove(place)).is_none()
        });
        let bound = i32::try_from(-sum.number).map_err(|_| Stop::Fault)?;
        if sum.plus.is_empty() && sum.minus.is_empty() {
            return Ok(compares(op, 0.cmp(&bound)));
        }
        let order = match &mut self.clocks {
            Clocks::None => return Err(Stop::Senseless("clocks are compared")),
            Clocks::Guessed(guesses, used) => {
                *used += 1;
                return Ok(guesses.get(*used - 1).copied().unwrap_or(false));
            }
            Clocks::Region(region, limits) => match (&sum.plus[..], &sum.minus[..]) {
                ([clock], []) => region.compare(*clock, bound, limits)?,
                ([], [clock]) => {
                    let opposite = bound.checked_neg().ok_or(Stop::Fault)?;
                    region.compare(*clock, opposite, limits)?.reverse()
                }
                ([left], [right]) => region.compare_difference(*left, *right, bound, limits)?,
                _ => return Err(Stop::Senseless("more than a difference of clocks")),
            },
        };
        Ok(compares(op, order))
    }

    pub(super) fn set_clock(&mut self, clock: usize, value: Found) -> Result<(), Stop> {
        let Clocks::Region(region, limits) = &mut self.clocks else {
            return Err(Stop::Senseless("a clock is set"));
        };
        match value {
            Found::Int(value) if value < 0 => Err(Stop::Fault),
            Found::Int(value) => Ok(region.set(clock, value, limits)?),
            Found::Linear(Linear { plus, minus, number: 0 })
                if plus.len() == 1 && minus.is_empty() =>
            {
                Ok(region.copy(clock, plus[0], limits)?)
            }
            _ => Err(Stop::Senseless("a clock is set to something else")),
        }
    }
}

pub(super) fn linear(found: Found) -> Result<Linear, Stop> {
    match found {
        Found::Int(value) => Ok(Linear { number: i64::from(value), ..Linear::default() }),
        Found::Linear(linear) => Ok(linear),
        Found::Other(_) => Err(Stop::Senseless("no clock and no number")),
    }
}

pub(super) fn combine(mut left: Linear, right: Linear, minus: bool) -> Linear {
    if minus {
        left.plus.extend(right.minus);
        left.minus.extend(right.plus);
        left.number -= right.number;
    } else {
        left.plus.extend(right.plus);
        left.minus.extend(right.minus);
        left.number += right.number;
    }
    left
}
