//! Does a run stay where it should?

use network::eval::Fault;
use network::{Goal, Network};
use zones::Rational;

use super::replay::Concrete;
use super::run::{Ending, Run};
use super::valuation::whole;

/// Of a longer delay, only its beginning is looked at.
const MOST_MOMENTS: usize = 1 << 10;

/// Does the goal hold in the states of a run from the one before step `from` on, and during the delays after
/// them? Of a delay without an end, a while is looked at. `go_on` is asked before each step; what comes after
/// it says no is not looked at.
pub fn stays(
    network: &Network,
    run: &Run,
    (from, goal): (usize, &Goal),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Fault> {
    for step in from..=run.steps.len() {
        if !go_on() {
            return Ok(true);
        }
        let delay = match (run.steps.get(step), &run.ending) {
            (Some(step), _) => step.delay,
            (None, Ending::Arrives(delay) | Ending::Stuck(delay)) => *delay,
            (None, Ending::Fails { delay, .. }) => *delay,
            (None, Ending::Repeats { .. }) => Rational::ZERO,
            (None, Ending::DelaysForever) => whole(i64::from(u16::MAX)),
        };
        if !Concrete::of(network, run.before(step)).stays(delay, goal)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Concrete<'_> {
    /// Does the goal hold from now until the end of the delay? Bounds are whole numbers, so it is enough to
    /// look whenever a clock is one, and once in between.
    fn stays(&mut self, delay: Rational, goal: &Goal) -> Result<bool, Fault> {
        let start = self.valuation.clone();
        let stopped = self.discrete.stopped()?;
        let mut passed = Rational::ZERO;
        for _ in 0..MOST_MOMENTS {
            if !self.satisfies(goal)? {
                return Ok(false);
            }
            if passed == delay {
                return Ok(true);
            }
            let next =
                self.valuation.until_whole(&stopped).and_then(|more| passed.checked_add(more));
            let next = next.map_or(delay, |next| next.min(delay));
            let Some(between) = halfway(passed, next) else { return Ok(true) };
            for moment in [between, next] {
                let Some(later) = start.after(moment, &stopped) else { return Ok(true) };
                self.valuation = later;
                if moment == between && !self.satisfies(goal)? {
                    return Ok(false);
                }
            }
            passed = next;
        }
        Ok(true)
    }
}

fn halfway(from: Rational, to: Rational) -> Option<Rational> {
    let sum = from.checked_add(to)?;
    Rational::new(sum.numerator(), sum.denominator().checked_mul(2)?)
}
