//! When each transition of a trace happens.
//!
//! The value of a clock is the time since it was last set plus a constant, so every constraint on a run is
//! one on the difference of two moments: a system of difference constraints, whose least solution lets
//! everything happen as early as possible. Strict constraints are met by a common small amount; all
//! constants being whole, one over the number of strict steps will do.

use network::eval::ClockWrite;
use network::guard::Difference;
use network::{ClockId, Network};
use zones::Rational;

/// `moment later - moment earlier` within a bound: `< limit` or `<= limit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    later: usize,
    earlier: usize,
    limit: i64,
    strict: bool,
}

/// Constraints that hold together.
#[derive(Clone, Debug)]
pub struct Conjunction(Vec<Link>);

impl Conjunction {
    /// Both.
    #[must_use]
    pub fn and(mut self, other: Conjunction) -> Conjunction {
        self.0.extend(other.0);
        self
    }
}

/// Combinations of options that are tried before a run is given up: there may be very many.
const MOST_TRIES: u32 = 1 << 14;

/// A whole number and a number of small amounts.
type Moment = (i64, i64);

/// The moments of a run and what is known about them.
#[derive(Clone, Debug)]
pub struct Timeline {
    links: Vec<Link>,
    /// Of each: all links of at least one must hold.
    choices: Vec<Vec<Vec<Link>>>,
    /// For each clock: the moment it was last set, and to what.
    set: Vec<(usize, i64)>,
    /// The present moment.
    now: usize,
    /// A constraint without moments was false.
    broken: bool,
}

impl Timeline {
    /// The start, moment 0.
    #[must_use]
    pub fn new(network: &Network) -> Timeline {
        let clocks = network.initial_clocks();
        Timeline {
            links: Vec::new(),
            choices: Vec::new(),
            set: clocks.into_iter().map(|value| (0, i64::from(value))).collect(),
            now: 0,
            broken: false,
        }
    }

    /// A new moment, not before the present one; at the same time if no delay is allowed.
    pub fn advance(&mut self, may_delay: bool) {
        self.now += 1;
        let (before, now) = (self.now - 1, self.now);
        self.links.push(Link { later: before, earlier: now, limit: 0, strict: false });
        if !may_delay {
            self.links.push(Link { later: now, earlier: before, limit: 0, strict: false });
        }
    }

    /// A constraint on the clocks at the present moment.
    pub fn require(&mut self, constraint: &Difference) {
        match self.link(constraint) {
            Ok(link) => self.links.push(link),
            Err(holds) => self.broken |= !holds,
        }
    }

    /// Not all of these hold at the present moment, unless all of one of the exceptions hold.
    pub fn forbid(&mut self, conjunction: &[Difference], exceptions: &[Vec<Difference>]) {
        let mut options = Vec::new();
        for constraint in conjunction {
            let opposite = Difference {
                left: constraint.right,
                right: constraint.left,
                strict: !constraint.strict,
                bound: -constraint.bound,
            };
            match self.link(&opposite) {
                Ok(link) => options.push(vec![link]),
                Err(true) => return,
                Err(false) => {}
            }
        }
        let exceptions = exceptions.iter().filter_map(|exception| self.conjunction(exception));
        options.extend(exceptions.map(|exception| exception.0));
        self.choices.push(options);
    }

    /// At least one of these conjunctions holds; each was made by [`Timeline::conjunction`], at this or
    /// earlier moments.
    pub fn choose(&mut self, options: Vec<Conjunction>) {
        self.choices.push(options.into_iter().map(|option| option.0).collect());
    }

    /// Constraints at the present moment, to be chosen later; none if they cannot hold.
    #[must_use]
    pub fn conjunction(&self, constraints: &[Difference]) -> Option<Conjunction> {
        let mut links = Vec::new();
        for constraint in constraints {
            match self.link(constraint) {
                Ok(link) => links.push(link),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        Some(Conjunction(links))
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> usize {
        self.now
    }

    /// Clocks are set at the present moment.
    pub fn write(&mut self, write: &ClockWrite) {
        let value = i64::from(write.value);
        self.set[write.clock.index()] = match write.source {
            None => (self.now, value),
            Some(source) => {
                let (moment, offset) = self.set[source.index()];
                (moment, offset + value)
            }
        };
    }

    /// A constraint on clocks as one on moments, or its truth if the moments cancel out.
    fn link(&self, constraint: &Difference) -> Result<Link, bool> {
        // A clock's value is now - (moment - offset); the constant 0 is now - now.
        let parts = |clock: Option<ClockId>| match clock {
            Some(clock) => self.set[clock.index()],
            None => (self.now, 0),
        };
        let (left, left_offset) = parts(constraint.left);
        let (right, right_offset) = parts(constraint.right);
        let limit = i64::from(constraint.bound) - left_offset + right_offset;
        if left == right {
            return Err(if constraint.strict { 0 < limit } else { 0 <= limit });
        }
        // left - right = (now - left moment) - (now - right moment) = right moment - left moment.
        Ok(Link { later: right, earlier: left, limit, strict: constraint.strict })
    }

    /// The earliest time of each moment; none if the constraints contradict each other, or if nothing else
    /// was found in the tries there are.
    #[must_use]
    pub fn solve(&self) -> Option<Vec<Rational>> {
        if self.broken {
            return None;
        }
        let moments = self.solve_with(&mut self.links.clone(), 0, &mut { MOST_TRIES })?;
        let smallest = moments.iter().map(|(_, small)| *small).max().unwrap_or(0) + 1;
        moments
            .into_iter()
            .map(|(whole, small)| {
                Rational::new(whole, 1)?.checked_add(Rational::new(small, smallest)?)
            })
            .collect()
    }

    /// Tries the options of each choice in turn.
    fn solve_with(
        &self,
        links: &mut Vec<Link>,
        decided: usize,
        tries: &mut u32,
    ) -> Option<Vec<Moment>> {
        *tries = tries.checked_sub(1)?;
        let solution = earliest(links, self.now + 1)?;
        let Some(options) = self.choices.get(decided) else { return Some(solution) };
        options.iter().find_map(|option| {
            let known = links.len();
            links.extend_from_slice(option);
            let found = self.solve_with(links, decided + 1, tries);
            links.truncate(known);
            found
        })
    }
}

/// The least solution of `later - earlier <= limit` with moment 0 at 0 (Bellman and Ford, upwards).
fn earliest(links: &[Link], moments: usize) -> Option<Vec<Moment>> {
    let mut at: Vec<Moment> = vec![(0, 0); moments];
    for _ in 0..=moments {
        let mut changed = false;
        // Going backwards as well lets information travel both ways in one round.
        for link in links.iter().chain(links.iter().rev()) {
            let (whole, small) = at[link.later];
            let least = (whole - link.limit, small + i64::from(link.strict));
            if least > at[link.earlier] {
                at[link.earlier] = least;
                changed = true;
            }
        }
        if at[0] > (0, 0) {
            return None;
        }
        if !changed {
            return Some(at);
        }
    }
    None
}
