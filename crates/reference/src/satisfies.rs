//! Does a run end where it should?

use network::eval::{Evaluator, Fault};
use network::{Expr, Goal, Network};

use super::discrete::Discrete;
use super::replay::Concrete;
use super::run::{Ending, Run};

/// Does the last state of a run, after its final delay, satisfy the goal?
pub fn satisfies(network: &Network, run: &Run, goal: &Goal) -> Result<bool, Fault> {
    let mut state = Concrete::of(network, run.last());
    if let Ending::Arrives(delay) = run.ending
        && !state.delay(delay)?
    {
        return Ok(false);
    }
    state.satisfies(goal)
}

impl Concrete<'_> {
    /// The value of an expression in this state.
    pub fn value(&mut self, expr: &Expr) -> Result<i32, Fault> {
        let Discrete { network, locations, memory } = &mut self.discrete;
        Evaluator::new(network, locations, memory).eval(expr)
    }

    /// Does this state satisfy the goal? A deadlock is looked for right here: that no delay enables
    /// anything either has been established symbolically.
    pub fn satisfies(&mut self, goal: &Goal) -> Result<bool, Fault> {
        Ok(match goal {
            Goal::And(parts) => {
                for part in parts {
                    if !self.satisfies(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Goal::Or(parts) => {
                for part in parts {
                    if self.satisfies(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            // Now is not for ever: something may become possible after a delay.
            Goal::Not(part) if **part == Goal::Deadlock => true,
            Goal::Not(part) => !self.satisfies(part)?,
            Goal::Holds(condition) => self.discrete.holds(condition, network::Origin::NONE)?,
            Goal::Clock(constraint) => {
                let Discrete { network, locations, memory } = &mut self.discrete;
                let mut evaluator = Evaluator::new(network, locations, memory);
                let constraint = evaluator.constraint(constraint)?;
                constraint.is_none_or(|constraint| self.valuation.satisfies(&constraint))
            }
            Goal::Deadlock => self.transitions()?.is_empty(),
        })
    }
}
