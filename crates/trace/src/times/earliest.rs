//! The earliest moments, where all constraints are on differences of two moments.

use zones::Rational;

use super::link::Link;
use super::schedule::{KeptConstraints, Schedule};
use crate::budget::Budget;

/// Links that are looked at before a run is given up: there may be very many combinations of options.
const MOST_LOOKS: u64 = 1 << 28;
/// Links between two questions whether to go on.
const BETWEEN_QUESTIONS: usize = 1 << 12;

/// A whole number and a number of small amounts.
type Moment = (i64, i64);

/// The earliest moments that satisfy the links so far.
pub(super) struct Earliest {
    at: Vec<Moment>,
    looks: u64,
}

impl Earliest {
    /// All of so many moments at once.
    pub(super) fn new(moments: usize) -> Earliest {
        Earliest { at: vec![(0, 0); moments], looks: MOST_LOOKS }
    }

    /// The least moment that a link allows for the earlier one.
    fn least(&self, link: &Link) -> Moment {
        let (whole, small) = self.at[link.later];
        (whole - link.limit, small + i64::from(link.strict))
    }

    /// Postpones moments along all links; whether any had to be. Going backwards as well lets information
    /// travel both ways in one round.
    fn round(&mut self, links: &[Link], budget: &mut Budget<'_>) -> Option<bool> {
        self.looks = self.looks.checked_sub(2 * links.len() as u64)?;
        let mut changed = false;
        for (number, link) in links.iter().chain(links.iter().rev()).enumerate() {
            if number.is_multiple_of(BETWEEN_QUESTIONS) && !budget.allows() {
                return None;
            }
            let least = self.least(link);
            if least > self.at[link.earlier] {
                self.at[link.earlier] = least;
                changed = true;
            }
        }
        Some(changed)
    }
}

impl Schedule for Earliest {
    fn restart(&mut self) {
        self.at.fill((0, 0));
    }

    /// Postpones moments until all links hold, to the least solution with moment 0 at 0 (Bellman and
    /// Ford, upwards).
    fn keep(&mut self, links: &[Link], budget: &mut Budget<'_>) -> KeptConstraints {
        for _ in 0..=self.at.len() {
            let Some(changed) = self.round(links, budget) else { return KeptConstraints::GaveUp };
            if self.at[0] > (0, 0) {
                return KeptConstraints::Infeasible;
            }
            if !changed {
                return KeptConstraints::Feasible;
            }
        }
        KeptConstraints::Infeasible
    }

    fn holds(&self, link: &Link) -> bool {
        self.least(link) <= self.at[link.earlier]
    }

    /// All constants being whole, one over the number of strict steps will do for the small amount.
    fn times(&self, _: &[Link]) -> Option<Vec<Rational>> {
        let smallest = self.at.iter().map(|(_, small)| *small).max().unwrap_or(0) + 1;
        let time = |(whole, small): &Moment| {
            Rational::new(*whole, 1)?.checked_add(Rational::new(*small, smallest)?)
        };
        self.at.iter().map(time).collect()
    }
}
