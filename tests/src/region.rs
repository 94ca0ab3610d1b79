//! Regions: finitely many classes of clock valuations that nothing in a network can tell apart.
//!
//! A region is kept as one representative valuation, in the coarsest form that still shows what may be
//! compared: the whole part of each clock, and the *rank* of its fractional part among those of the other
//! clocks (0 if there is none). Comparing `x - y` with a whole number needs no more than that.
//!
//! Left alone, whole parts grow without end. [`Region::normalise`] replaces the valuation by an equivalent
//! one out of a finite set. Which ones are equivalent depends on the [`Limits`]:
//!
//! * *No differences are compared.* Two values of a clock beyond the largest constant it is ever compared
//!   with satisfy the same constraints, now and after any delay, so the clock is simply *far*. (A copy
//!   `y = x` needs x's constant to be at least y's; shifting by a positive amount needs no more than that.)
//! * *Differences are compared*, with constants up to D. Then fractional parts are kept for ever, and the only
//!   change is to move clocks by whole numbers: sort 0 and the clocks by value; where two neighbours
//!   are far apart, move everything from the larger one upwards down, as long as the larger one stays
//!   beyond M and, unless the smaller one is 0, the gap stays beyond D. Take as equivalent two valuations
//!   whose ranks agree, whose values are equal or both beyond M, and whose differences are equal or both
//!   beyond D or both below -D. Delays keep that up; so does `x = c` if M >= D + c, because a clock
//!   beyond M then differs from x by more than D; so does `x = y`. And constraints cannot tell the
//!   two apart if M and D are at least their constants. Every gap is bounded, so there are finitely many
//!   normal forms.
//!
//! What M and D must be is not computed in advance. Whoever compares or assigns asks [`Limits`] first, which
//! says when a limit is too small; exploration then starts again with a larger one. At the end no
//! comparison went beyond its limit, which is what the argument above needs.

use network::ClockWrite;
use network::guard::Difference;

/// Up to which constants values and differences of clocks matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// M: for each clock. -1 if it is compared with nothing.
    pub values: Vec<i32>,
    /// D: for all pairs of clocks. None if differences are never compared.
    pub differences: Option<i32>,
}

/// A limit was too small and has been raised: what has been found so far is worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raised;

impl Limits {
    #[must_use]
    pub fn none(clocks: usize) -> Limits {
        Limits { values: vec![-1; clocks], differences: None }
    }

    /// Makes the limit of a clock at least `constant`.
    pub fn raise_value(&mut self, clock: usize, constant: i32) -> Result<(), Raised> {
        if self.values[clock] >= constant {
            return Ok(());
        }
        self.values[clock] = constant;
        self.level();
        Err(Raised)
    }

    /// Makes the limit of differences at least `constant`.
    pub fn raise_difference(&mut self, constant: i32) -> Result<(), Raised> {
        if self.differences.is_some_and(|limit| limit >= constant) {
            return Ok(());
        }
        self.differences = Some(constant);
        self.level();
        Err(Raised)
    }

    /// Do all clocks have the same limit?
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.values.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Gives all clocks the largest limit of any, so that clocks can be exchanged.
    pub fn make_even(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(-1);
        self.values.fill(largest);
    }

    /// With differences all clocks have one limit, as large as that of differences.
    fn level(&mut self) {
        if let Some(differences) = self.differences {
            let largest = self.values.iter().copied().max().unwrap_or(-1).max(differences);
            self.values.fill(largest);
        }
    }

    /// Before `difference` is compared.
    fn compares(&mut self, difference: Difference) -> Result<(), Raised> {
        match (difference.left, difference.right) {
            (Some(_), Some(_)) => self.raise_difference(difference.bound.abs()),
            (Some(clock), None) => self.raise_value(clock.index(), difference.bound),
            (None, Some(clock)) => self.raise_value(clock.index(), -difference.bound),
            (None, None) => Ok(()),
        }
    }

    /// Before a clock is written.
    fn writes(&mut self, write: ClockWrite) -> Result<(), Raised> {
        let clock = write.clock.index();
        match (write.source, self.differences) {
            (None, None) => Ok(()),
            (None, Some(differences)) => self.raise_value(clock, differences + write.value),
            (Some(source), None) => {
                let lost = (-write.value).max(0);
                let negative = if lost > 0 { lost } else { -1 };
                self.raise_value(source.index(), (self.values[clock] + lost).max(negative))
            }
            // Shifted differences: no limit is ever large enough, and the explorer will give up.
            (Some(_), Some(differences)) => {
                self.raise_difference(differences + i32::from(write.value != 0))
            }
        }
    }
}

/// The rank of a clock whose value does not matter any more.
const FAR: u8 = u8::MAX;

/// The value of a clock: its whole part, and the rank of its fractional part. Ordered as values are.
type Value = (i32, u8);

/// A region, by a representative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    values: Vec<Value>,
}

impl Region {
    /// The region of a valuation in whole numbers.
    #[must_use]
    pub fn whole(values: &[i32], limits: &Limits) -> Region {
        let mut region = Region { values: values.iter().map(|value| (*value, 0)).collect() };
        region.normalise(limits);
        region
    }

    /// The value of a clock in half units: twice a whole value, one more between two; none if it does not matter any more.
    #[must_use]
    pub fn half_units(&self, clock: usize) -> Option<u64> {
        let (whole, rank) = self.values[clock];
        let whole = u64::try_from(whole).ok().filter(|_| rank != FAR)?;
        Some(2 * whole + u64::from(rank != 0))
    }

    /// The region after each clock has become another one.
    #[must_use]
    pub fn renamed(&self, images: &[usize]) -> Region {
        let mut region = self.clone();
        for (value, image) in self.values.iter().zip(images) {
            region.values[*image] = *value;
        }
        region
    }

    /// Does the region satisfy the constraint?
    pub fn satisfies(&self, each: Difference, limits: &mut Limits) -> Result<bool, Raised> {
        limits.compares(each)?;
        let value =
            |clock: Option<network::ClockId>| clock.map_or((0, 0), |id| self.values[id.index()]);
        let (left, right) = (value(each.left), value(each.right));
        // Far is beyond every constant. Where differences are compared, nothing is far.
        if left.1 == FAR || right.1 == FAR {
            return Ok(right.1 == FAR);
        }
        let right = (right.0 + each.bound, right.1);
        Ok(left < right || (left == right && !each.strict))
    }

    /// Does it satisfy all of them?
    pub fn satisfies_all(&self, all: &[Difference], limits: &mut Limits) -> Result<bool, Raised> {
        for each in all {
            if !self.satisfies(*each, limits)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The next region that is entered when time passes. It is the same one if nothing changes any more.
    #[must_use]
    pub fn next(&self, limits: &Limits) -> Region {
        let mut next = self.clone();
        if self.is_instant() {
            // The smallest delay: every clock gets a fractional part.
            next.near().for_each(|value| value.1 += 1);
        } else if let Some(largest) = next.near().map(|value| value.1).max() {
            // The delay until the largest fractional part becomes a whole.
            next.near()
                .filter(|value| value.1 == largest)
                .for_each(|value| *value = (value.0 + 1, 0));
        }
        next.normalise(limits);
        next
    }

    /// Does every delay, however small, leave the region? Then some clock is a whole number.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.values.iter().any(|value| value.1 == 0)
    }

    /// Sets clocks one after the other; none if one of them would become negative.
    pub fn write(
        &self,
        writes: &[ClockWrite],
        limits: &mut Limits,
    ) -> Result<Option<Region>, Raised> {
        let mut region = self.clone();
        for write in writes {
            limits.writes(*write)?;
            let source = write.source.map_or((0, 0), |source| region.values[source.index()]);
            let value = if source.1 == FAR { source } else { (source.0 + write.value, source.1) };
            if value.0 < 0 {
                return Ok(None);
            }
            region.values[write.clock.index()] = value;
        }
        region.normalise(limits);
        Ok(Some(region))
    }

    /// The whole part of a clock, and whether there is a fractional part besides; none if the value is
    /// beyond the limit.
    #[must_use]
    pub fn value(&self, clock: usize, limits: &Limits) -> Option<(i32, bool)> {
        let value = self.values[clock];
        let known = value.1 != FAR && value <= (limits.values[clock], 0);
        known.then_some((value.0, value.1 != 0))
    }

    fn near(&mut self) -> impl Iterator<Item = &mut Value> {
        self.values.iter_mut().filter(|value| value.1 != FAR)
    }

    fn normalise(&mut self, limits: &Limits) {
        match limits.differences {
            None => {
                for (value, limit) in self.values.iter_mut().zip(&limits.values) {
                    if *value > (*limit, 0) {
                        *value = (0, FAR);
                    }
                }
            }
            Some(differences) => self.close_gaps(differences, limits.values.iter().copied().max()),
        }
        self.rank();
    }

    /// Moves clocks down by whole numbers, gap by gap.
    fn close_gaps(&mut self, differences: i32, limit: Option<i32>) {
        let limit = limit.unwrap_or(-1);
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|clock| self.values[*clock]);
        for position in 0..order.len() {
            let value = self.values[order[position]];
            // The least value this clock may have: beyond the limit, and beyond its neighbour by D.
            let mut least = (limit, 0);
            if position > 0 {
                let (whole, rank) = self.values[order[position - 1]];
                least = least.max((whole + differences, rank));
            }
            let mut down = 0;
            while (value.0 - down - 1, value.1) > least {
                down += 1;
            }
            order[position..].iter().for_each(|clock| self.values[*clock].0 -= down);
        }
    }

    /// Makes ranks consecutive; 0 stays 0.
    fn rank(&mut self) {
        let mut ranks: Vec<u8> = self.near().map(|value| value.1).chain([0]).collect();
        ranks.sort_unstable();
        ranks.dedup();
        for value in self.near() {
            let position = ranks.binary_search(&value.1).unwrap_or(0);
            value.1 = u8::try_from(position).unwrap_or(FAR - 1);
        }
    }
}
