//! Moments for any linear constraints, as where clocks stand still for a while.
//!
//! The delays between moments are the variables of a linear program, whose best solution ends as soon as possible.

use zones::Rational;

use super::fraction::{Amount, Fraction};
use super::link::Link;
use super::schedule::{KeptConstraints, Schedule};
use super::simplex::{Pivoted, Simplex};
use crate::budget::Budget;

/// Delays that satisfy the links so far.
pub(super) struct Delays {
    simplex: Simplex,
    /// The moments that they give.
    at: Vec<Amount>,
}

impl Delays {
    /// None between so many moments.
    pub(super) fn new(moments: usize) -> Delays {
        let simplex = Simplex::new(moments.saturating_sub(1));
        Delays { simplex, at: vec![Amount::ZERO; moments] }
    }

    /// What a link leaves; nothing if numbers are too large.
    fn slack(&self, link: &Link) -> Option<Amount> {
        let mut slack =
            Amount { whole: Fraction::whole(i128::from(link.limit)), small: Fraction::ZERO };
        for (moment, factor) in link.terms() {
            let factor = Fraction::whole(i128::from(factor));
            slack = slack.minus(self.at[moment].times(factor)?)?;
        }
        Some(slack)
    }

    /// Is a link violated, given what it leaves?
    fn is_violated(link: &Link, slack: Amount) -> bool {
        let strictly = slack.whole.is_zero() && !slack.small.is_positive();
        slack.is_negative() || (link.strict && strictly)
    }

    fn add(&mut self, link: &Link, budget: &mut Budget<'_>) -> KeptConstraints {
        let small = if link.strict { Fraction::whole(-1) } else { Fraction::ZERO };
        let most = Amount { whole: Fraction::whole(i128::from(link.limit)), small };
        let sum = sum_of_delays(link, self.at.len());
        match self.simplex.add(&sum, most, &mut || budget.allows()) {
            Pivoted::Infeasible => return KeptConstraints::Infeasible,
            Pivoted::GaveUp => return KeptConstraints::GaveUp,
            Pivoted::Feasible => {}
        }
        for moment in 1..self.at.len() {
            let Some(next) = self.at[moment - 1].plus(self.simplex.value(moment - 1)) else {
                return KeptConstraints::GaveUp;
            };
            self.at[moment] = next;
        }
        KeptConstraints::Feasible
    }
}

/// A link in terms of the delays: each moment is the sum of the delays before it.
fn sum_of_delays(link: &Link, moments: usize) -> Vec<(usize, i128)> {
    let mut factors = vec![0_i128; moments];
    link.terms().for_each(|(moment, factor)| factors[moment] += i128::from(factor));
    let mut sum = Vec::new();
    let mut later = 0;
    for moment in (1..moments).rev() {
        later += factors[moment];
        if later != 0 {
            sum.push((moment - 1, later));
        }
    }
    sum
}

impl Schedule for Delays {
    fn restart(&mut self) {
        *self = Delays::new(self.at.len());
    }

    /// Links that are violated become constraints, until none is.
    fn keep(&mut self, links: &[Link], budget: &mut Budget<'_>) -> KeptConstraints {
        let mut held = 0;
        for link in links.iter().cycle() {
            if held == links.len() {
                break;
            }
            let Some(slack) = self.slack(link) else { return KeptConstraints::GaveUp };
            if Delays::is_violated(link, slack) {
                match self.add(link, budget) {
                    KeptConstraints::Feasible => held = 0,
                    other => return other,
                }
            }
            held += 1;
        }
        KeptConstraints::Feasible
    }

    fn holds(&self, link: &Link) -> bool {
        self.slack(link).is_some_and(|slack| !Delays::is_violated(link, slack))
    }

    /// The small amount becomes one over a number so large that everything still holds.
    fn times(&self, links: &[Link]) -> Option<Vec<Rational>> {
        let mut parts = Fraction::ONE;
        for link in links {
            let slack = self.slack(link)?;
            if slack.small.is_negative() {
                let least = slack.small.negated()?.over(slack.whole)?;
                let least = Fraction::whole(least.floor().checked_add(1)?);
                if least.compare(parts)?.is_gt() {
                    parts = least;
                }
            }
        }
        let time = |at: &Amount| at.whole.plus(at.small.over(parts)?)?.rational();
        self.at.iter().map(time).collect()
    }
}
