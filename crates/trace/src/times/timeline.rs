//! When each transition of a trace happens.
//!
//! The value of a clock is the time since it was last set plus a constant, so every constraint on a run is
//! one on the difference of two moments: a system of difference constraints, whose least solution lets
//! everything happen as early as possible. Where clocks stand still for a while, their values are sums of such
//! differences, and constraints are linear.

use network::eval::ClockWrite;
use network::guard::Difference;
use network::{ClockId, Network};
use zones::Rational;

use super::cheapest::{CheapestMoments, Problem};
use super::delays::Delays;
use super::earliest::Earliest;
use super::link::Link;
use super::schedule::{KeptConstraints, decide};
use crate::budget::Budget;
use crate::error::TraceError;

/// Constraints that hold together.
#[derive(Clone, Debug)]
pub(crate) struct Conjunction(Vec<Link>);

impl Conjunction {
    pub(crate) fn and(mut self, other: Conjunction) -> Conjunction {
        self.0.extend(other.0);
        self
    }
}

/// Links of all options that are kept: predicates may have very many parts.
const MOST_LINKS: usize = 1 << 22;

/// What is known about the value of a clock.
#[derive(Clone, Debug)]
struct Reading {
    /// What it was set to.
    offset: i64,
    /// For how long it ran before it last stood still: multiples of moments.
    ran: Vec<(usize, i64)>,
    /// Since which moment it has been running; none while it stands still.
    since: Option<usize>,
}

/// What may still be told about a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// It is set before it is looked at.
    Nothing,
    /// It is compared with at most this.
    UpTo(i32),
    Exactly,
}

/// The clocks at some moment.
#[derive(Clone, Debug)]
pub(crate) struct ClocksThen {
    readings: Vec<Reading>,
    moment: usize,
}

/// The moments of a run and what is known about them.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    links: Vec<Link>,
    /// Of each: all links of at least one must hold.
    choices: Vec<Vec<Vec<Link>>>,
    readings: Vec<Reading>,
    now: usize,
    /// How many links there are in all choices.
    kept: usize,
    /// A constraint without moments was false.
    broken: bool,
    /// There is too much to choose from.
    overfull: bool,
}

impl Timeline {
    /// The start, moment 0.
    pub(crate) fn new(network: &Network) -> Timeline {
        let reading =
            |value: i32| Reading { offset: i64::from(value), ran: Vec::new(), since: Some(0) };
        Timeline {
            links: Vec::new(),
            choices: Vec::new(),
            readings: network.initial_clocks().into_iter().map(reading).collect(),
            now: 0,
            kept: 0,
            broken: false,
            overfull: false,
        }
    }

    /// Lets time pass to a new moment; `stopped` says which clocks stand still meanwhile, if any do.
    pub(crate) fn advance(&mut self, stopped: &[bool]) {
        let before = self.now;
        self.now += 1;
        self.links.push(Link::order(before, self.now));
        for (reading, stopped) in self.readings.iter_mut().zip(stopped) {
            match (reading.since, stopped) {
                (Some(since), true) => {
                    if since != before {
                        reading.ran.extend([(before, 1), (since, -1)]);
                    }
                    reading.since = None;
                }
                (None, false) => reading.since = Some(before),
                _ => {}
            }
        }
    }

    /// A constraint on the clocks at the present moment.
    pub(crate) fn require(&mut self, constraint: &Difference) {
        match self.link(constraint) {
            Ok(link) => self.links.push(link),
            Err(holds) => self.broken |= !holds,
        }
    }

    /// Not all of these hold at the present moment, unless all of one of the exceptions hold.
    pub(crate) fn forbid(&mut self, conjunction: &[Difference], exceptions: &[Vec<Difference>]) {
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
    pub(crate) fn choose(&mut self, options: Vec<Conjunction>) {
        self.add_choice(options.into_iter().map(|option| option.0).collect());
    }

    fn add_choice(&mut self, mut options: Vec<Vec<Link>>) {
        match options.len() {
            0 => self.broken = true,
            1 => self.links.append(&mut options[0]),
            _ => {
                self.kept += options.iter().map(Vec::len).sum::<usize>();
                self.overfull |= self.kept > MOST_LINKS;
                if !self.overfull {
                    self.choices.push(options);
                }
            }
        }
    }

    /// Is it certain that there is no solution, or that none will be looked for?
    pub(crate) fn is_broken(&self) -> bool {
        self.broken || self.overfull
    }

    /// Constraints at the present moment, to be chosen later; none if they cannot hold.
    pub(crate) fn conjunction(&self, constraints: &[Difference]) -> Option<Conjunction> {
        conjunction_of(constraints.iter().map(|constraint| self.link(constraint)))
    }

    pub(crate) fn now(&self) -> usize {
        self.now
    }

    /// Clocks are set at the present moment.
    pub(crate) fn write(&mut self, write: &ClockWrite) {
        let value = i64::from(write.value);
        let reading = match write.source {
            None => Reading { offset: value, ran: Vec::new(), since: Some(self.now) },
            Some(source) => {
                let source = &self.readings[source.index()];
                Reading { offset: source.offset + value, ..source.clone() }
            }
        };
        self.readings[write.clock.index()] = reading;
    }

    /// The clocks at the present moment, to come back to.
    pub(crate) fn clocks_now(&self) -> ClocksThen {
        ClocksThen { readings: self.readings.clone(), moment: self.now }
    }

    /// The clocks are now as they were then, as far as anything can tell: equal, or both beyond all that they are
    /// compared with.
    pub(crate) fn come_back(&mut self, then: &ClocksThen, told: &[Told]) {
        for (clock, told) in told.iter().enumerate() {
            let before = (&then.readings[clock], then.moment);
            let after = (&self.readings[clock], self.now);
            let not_above = |first, second| link_of(&[(first, 1), (second, -1)], 0, false);
            let equal = conjunction_of([not_above(before, after), not_above(after, before)]);
            let mut options = vec![equal];
            match *told {
                Told::Nothing => continue,
                Told::Exactly => {}
                Told::UpTo(largest) => {
                    let beyond = |value| link_of(&[(value, -1)], -i64::from(largest), true);
                    options.push(conjunction_of([beyond(before), beyond(after)]));
                }
            }
            self.choose(options.into_iter().flatten().collect());
        }
    }

    /// There is no solution.
    pub(crate) fn fail(&mut self) {
        self.broken = true;
    }

    /// A constraint on clocks as one on moments, or its truth if the moments cancel out.
    fn link(&self, constraint: &Difference) -> Result<Link, bool> {
        let clocks = [(constraint.left, 1), (constraint.right, -1)].into_iter();
        let value = |clock: ClockId| (&self.readings[clock.index()], self.now);
        let sum = clocks.filter_map(|(clock, sign)| Some((value(clock?), sign)));
        link_of(&sum.collect::<Vec<_>>(), constraint.bound.into(), constraint.strict)
    }

    /// The cheapest moments, where `rates` says what the time before each moment costs.
    pub(crate) fn cheapest(
        &self,
        rates: &[i64],
        budget: &mut Budget<'_>,
    ) -> Result<CheapestMoments, TraceError> {
        if self.broken {
            return Err(TraceError::NoTimes);
        }
        if self.overfull {
            return Err(TraceError::GaveUp);
        }
        Problem { links: &self.links, choices: &self.choices, rates }.solve(budget)
    }

    /// The time of each moment, as early as possible; or why there is none.
    pub(crate) fn solve(&self, budget: &mut Budget<'_>) -> Result<Vec<Rational>, TraceError> {
        if self.broken {
            return Err(TraceError::NoTimes);
        }
        if self.overfull {
            return Err(TraceError::GaveUp);
        }
        let all = self.links.iter().chain(self.choices.iter().flatten().flatten());
        let (links, moments) = (self.links.clone(), self.now + 1);
        let found = if all.into_iter().all(|link| link.more.is_empty()) {
            decide(links, &self.choices, &mut Earliest::new(moments), budget)
        } else {
            decide(links, &self.choices, &mut Delays::new(moments), budget)
        };
        found.or_else(|kept| {
            budget.check()?;
            Err(match kept {
                KeptConstraints::Infeasible => TraceError::NoTimes,
                KeptConstraints::GaveUp | KeptConstraints::Feasible => TraceError::GaveUp,
            })
        })
    }
}

/// That a sum of multiples of clocks at some moments is within a bound, or its truth if the moments cancel out.
fn link_of(sum: &[((&Reading, usize), i64)], mut limit: i64, strict: bool) -> Result<Link, bool> {
    let mut terms = Vec::new();
    for ((reading, moment), sign) in sum {
        limit -= sign * reading.offset;
        terms.extend(reading.ran.iter().map(|(moment, factor)| (*moment, sign * factor)));
        if let Some(since) = reading.since {
            terms.extend([(*moment, *sign), (since, -sign)]);
        }
    }
    Link::of(terms, limit, strict)
}

/// Links that hold together; none if one cannot hold.
fn conjunction_of(links: impl IntoIterator<Item = Result<Link, bool>>) -> Option<Conjunction> {
    let mut kept = Vec::new();
    for link in links {
        match link {
            Ok(link) => kept.push(link),
            Err(true) => {}
            Err(false) => return None,
        }
    }
    Some(Conjunction(kept))
}
