//! When each transition of a trace happens so that it costs least.
//!
//! Time costs at a rate that only transitions change, so the cost of a run is a linear function of its moments, and the
//! constraints on them are bounds on differences: moments are the rows of a zone. The least cost over a zone is known
//! exactly (`zones/src/priced/least.rs`).

use zones::priced::{Cost, CostError, PricedZone};
use zones::{Bound, Rational, Zone};

use super::earliest::Earliest;
use super::link::Link;
use super::schedule::decide;
use crate::budget::Budget;
use crate::error::TraceError;

/// Between more moments than this, the cheapest are not looked for, but where the earliest are the cheapest.
const MOST_MOMENTS: usize = 400;

/// Where a choice leaves several options, at most so many combinations are tried.
const MOST_COMBINATIONS: usize = 256;

/// Runs that only come close to the least cost are made of moments on a grid of this width.
const GRID: i64 = 1000;

#[derive(Clone, Debug)]
pub(crate) struct CheapestMoments {
    /// The infimum of what the delays cost.
    pub(crate) infimum: i64,
    /// Moments that cost so little; or nearly so if none do.
    pub(crate) times: Vec<Rational>,
}

/// What is known about moments, and what the time before each of them costs.
pub(super) struct Problem<'a> {
    pub(super) links: &'a [Link],
    /// Of each: all links of at least one must hold.
    pub(super) choices: &'a [Vec<Vec<Link>>],
    /// What a time unit costs between the moment before and this one; the first entry is not read.
    pub(super) rates: &'a [i64],
}

impl Problem<'_> {
    /// The cheapest moments that satisfy everything.
    pub(super) fn solve(&self, budget: &mut Budget<'_>) -> Result<CheapestMoments, TraceError> {
        let cost = self.cost();
        if self.choices.is_empty() && cost.rates().iter().all(|rate| *rate >= 0) {
            return self.earliest(&cost, budget);
        }
        if self.rates.len() > MOST_MOMENTS {
            return Err(TraceError::GaveUp);
        }
        let mut best: Option<CheapestMoments> = None;
        for combination in self.combinations()? {
            budget.check()?;
            let found = self.cheapest(&combination, &cost)?;
            let better = |found: &CheapestMoments| {
                best.as_ref().is_none_or(|best| found.infimum < best.infimum)
            };
            if let Some(found) = found.filter(better) {
                best = Some(found);
            }
        }
        best.ok_or(TraceError::NoTimes)
    }

    /// The cost as a function of the moments: each adds what the time before it costs, less what the time after it
    /// would have cost.
    fn cost(&self) -> Cost {
        let after = |at: usize| self.rates.get(at + 1).copied().unwrap_or(0);
        let rate = |at: usize| if at == 0 { 0 } else { self.rates[at] - after(at) };
        Cost::new(0, (0..self.rates.len()).map(rate).collect())
    }

    /// Where the cost grows with every moment, the earliest are the cheapest.
    fn earliest(
        &self,
        cost: &Cost,
        budget: &mut Budget<'_>,
    ) -> Result<CheapestMoments, TraceError> {
        let times = self.earliest_of(self.links.to_vec(), budget)?;
        // In the limit strict bounds are reached.
        let weak = self.links.iter().map(|link| Link { strict: false, ..link.clone() });
        let limit = self.earliest_of(weak.collect(), budget)?;
        let infimum = cost.at(&limit).filter(|cost| cost.is_integer());
        Ok(CheapestMoments { infimum: infimum.ok_or(TraceError::GaveUp)?.floor(), times })
    }

    fn earliest_of(
        &self,
        links: Vec<Link>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Rational>, TraceError> {
        let mut schedule = Earliest::new(self.rates.len());
        let times = decide(links, &[], &mut schedule, budget);
        budget.check()?;
        times.map_err(|_| TraceError::NoTimes)
    }

    /// One option of each choice, in all ways.
    fn combinations(&self) -> Result<Vec<Vec<Link>>, TraceError> {
        let mut all = vec![self.links.to_vec()];
        for options in self.choices {
            if all.len().saturating_mul(options.len()) > MOST_COMBINATIONS {
                return Err(TraceError::GaveUp);
            }
            let extended = |links: &Vec<Link>| {
                let with = |option: &Vec<Link>| [links.clone(), option.clone()].concat();
                options.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extended).collect();
        }
        Ok(all)
    }

    /// The cheapest moments that satisfy links; none if nothing does.
    fn cheapest(&self, links: &[Link], cost: &Cost) -> Result<Option<CheapestMoments>, TraceError> {
        let gave_up = |_: CostError| TraceError::GaveUp;
        let moments = self.rates.len();
        let Some(zone) = zone_of(links, moments, Scale::Exact)? else { return Ok(None) };
        let priced = PricedZone::new(zone, cost.clone()).ok_or(TraceError::GaveUp)?;
        // Where the infimum is reached, the moments tell it: the program is not solved twice.
        if let Some(face) = priced.cheapest().map_err(gave_up)? {
            let times = face.sample().ok_or(TraceError::GaveUp)?;
            let infimum = cost.at(&times).filter(|cost| cost.is_integer());
            let infimum = infimum.ok_or(TraceError::GaveUp)?.floor();
            return Ok(Some(CheapestMoments { infimum, times }));
        }
        let infimum = priced.least_cost().map_err(gave_up)?.value;
        let times = near(links, moments, cost)?.or_else(|| priced.zone().sample());
        Ok(Some(CheapestMoments { infimum, times: times.ok_or(TraceError::GaveUp)? }))
    }
}

/// Moments on a fine grid that cost as little as those can.
fn near(links: &[Link], moments: usize, cost: &Cost) -> Result<Option<Vec<Rational>>, TraceError> {
    let Ok(Some(zone)) = zone_of(links, moments, Scale::Grid) else { return Ok(None) };
    let Some(priced) = PricedZone::new(zone, cost.clone()) else { return Ok(None) };
    let Ok(Some(face)) = priced.cheapest() else { return Ok(None) };
    let Some(times) = face.sample() else { return Ok(None) };
    let scaled = times.iter().map(|time| {
        let denominator = time.denominator().checked_mul(GRID)?;
        Rational::new(time.numerator(), denominator)
    });
    Ok(scaled.collect())
}

/// The unit of moments.
#[derive(Clone, Copy)]
enum Scale {
    Exact,
    /// The width of the grid, on which "less than" is "at least one less".
    Grid,
}

/// The zone of the moments; none if it is empty.
fn zone_of(links: &[Link], moments: usize, scale: Scale) -> Result<Option<Zone>, TraceError> {
    let mut bounds = vec![Bound::UNBOUNDED; moments * moments];
    (0..moments).for_each(|at| bounds[at * moments + at] = Bound::LE_ZERO);
    for link in links {
        if !link.more.is_empty() {
            return Err(TraceError::GaveUp);
        }
        let bound = match scale {
            Scale::Exact if link.strict => Bound::try_lt(link.limit),
            Scale::Exact => Bound::try_le(link.limit),
            Scale::Grid => link
                .limit
                .checked_mul(GRID)
                .and_then(|limit| Bound::try_le(limit - i64::from(link.strict))),
        };
        let cell = &mut bounds[link.later * moments + link.earlier];
        *cell = bound.ok_or(TraceError::GaveUp)?.min(*cell);
    }
    // The first moment is 0 and the others are not before it.
    for bound in bounds.iter_mut().take(moments) {
        *bound = Bound::LE_ZERO.min(*bound);
    }
    let zone = Zone::from_bounds(moments, |i, j| bounds[i * moments + j]);
    match zone {
        Some(zone) if zone.has_saturated() => Err(TraceError::GaveUp),
        zone => Ok(zone),
    }
}
