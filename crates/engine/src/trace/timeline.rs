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

/// Links that are looked at before a run is given up: there may be very many combinations of options.
const MOST_LOOKS: u64 = 1 << 28;
/// Links of all options that are kept: predicates may have very many parts.
const MOST_LINKS: usize = 1 << 22;

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
    /// How many links there are in all choices.
    kept: usize,
    /// A constraint without moments was false, or there is too much to choose from.
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
            kept: 0,
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
        self.add_choice(options);
    }

    /// At least one of these conjunctions holds; each was made by [`Timeline::conjunction`], at this or
    /// earlier moments.
    pub fn choose(&mut self, options: Vec<Conjunction>) {
        self.add_choice(options.into_iter().map(|option| option.0).collect());
    }

    fn add_choice(&mut self, mut options: Vec<Vec<Link>>) {
        match options.len() {
            0 => self.broken = true,
            1 => self.links.append(&mut options[0]),
            _ => {
                self.kept += options.iter().map(Vec::len).sum::<usize>();
                self.broken |= self.kept > MOST_LINKS;
                if !self.broken {
                    self.choices.push(options);
                }
            }
        }
    }

    /// Is it certain that there is no solution, or that none will be looked for?
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
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

    /// The earliest time of each moment; none if the constraints contradict each other, or if that
    /// takes too long to find out.
    #[must_use]
    pub fn solve(&self) -> Option<Vec<Rational>> {
        if self.broken {
            return None;
        }
        let moments = self.decided()?;
        let smallest = moments.iter().map(|(_, small)| *small).max().unwrap_or(0) + 1;
        moments
            .into_iter()
            .map(|(whole, small)| {
                Rational::new(whole, 1)?.checked_add(Rational::new(small, smallest)?)
            })
            .collect()
    }

    /// The earliest moments that satisfy all links and an option of each choice. What the links alone give
    /// mostly satisfies the choices too; of one that it does not, the options are tried in turn.
    fn decided(&self) -> Option<Vec<Moment>> {
        let mut links = self.links.clone();
        let mut at = self.start();
        // Of each choice that was made: which option, and the links before it.
        let mut made: Vec<(usize, usize, usize)> = Vec::new();
        let mut looks = MOST_LOOKS;
        loop {
            let possible = postpone(&links, &mut at, &mut looks)?;
            let (choice, option, known) = if possible {
                let open = self.choices.iter().position(|options| {
                    !options.iter().any(|option| option.iter().all(|link| link.holds(&at)))
                });
                let Some(choice) = open else { return Some(at) };
                (choice, 0, links.len())
            } else {
                // Links only postpone, but without one of them all begins anew.
                at = self.start();
                loop {
                    let (choice, option, known) = made.pop()?;
                    if option + 1 < self.choices[choice].len() {
                        break (choice, option + 1, known);
                    }
                }
            };
            links.truncate(known);
            links.extend_from_slice(&self.choices[choice][option]);
            made.push((choice, option, known));
        }
    }

    /// All moments at once.
    fn start(&self) -> Vec<Moment> {
        vec![(0, 0); self.now + 1]
    }
}

impl Link {
    /// The least moment that this link allows for the earlier one.
    fn least(&self, at: &[Moment]) -> Moment {
        let (whole, small) = at[self.later];
        (whole - self.limit, small + i64::from(self.strict))
    }

    fn holds(&self, at: &[Moment]) -> bool {
        self.least(at) <= at[self.earlier]
    }
}

/// Postpones moments until all links hold, from moments that are not too late, to the least solution with
/// moment 0 at 0 (Bellman and Ford, upwards). Is there one? Nothing, if that takes too many looks.
fn postpone(links: &[Link], at: &mut [Moment], looks: &mut u64) -> Option<bool> {
    for _ in 0..=at.len() {
        *looks = looks.checked_sub(2 * links.len() as u64)?;
        let mut changed = false;
        // Going backwards as well lets information travel both ways in one round.
        for link in links.iter().chain(links.iter().rev()) {
            let least = link.least(at);
            if least > at[link.earlier] {
                at[link.earlier] = least;
                changed = true;
            }
        }
        if at[0] > (0, 0) {
            return Some(false);
        }
        if !changed {
            return Some(true);
        }
    }
    Some(false)
}
