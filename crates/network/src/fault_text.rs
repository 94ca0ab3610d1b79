//! Invalid evaluations in words.

use crate::fault::{FaultKind, Indexed, STATEMENT_BUDGET};
use crate::network::Network;
use crate::variable::Dim;

impl FaultKind {
    /// The fault in a sentence, with the names of `network`.
    #[must_use]
    pub fn describe(&self, network: &Network) -> String {
        match *self {
            FaultKind::OutOfRange { variable, value } => {
                let variable = network.variable(variable);
                let (lower, upper) = (variable.domain.lower, variable.domain.upper);
                format!("{value} is outside the range [{lower},{upper}] of {}", variable.name)
            }
            FaultKind::BadIndex { array, dimension, value } => {
                let (name, dims) = match array {
                    Indexed::Variable(id) => {
                        (&network.variable(id).name, &network.variable(id).dims)
                    }
                    Indexed::Clock(id) => {
                        (&network.clock_family(id).name, &network.clock_family(id).dims)
                    }
                    Indexed::Channel(id) => {
                        (&network.channel_family(id).name, &network.channel_family(id).dims)
                    }
                };
                let Dim { lower, upper, .. } = dims[dimension as usize];
                format!("index {value} is outside {lower}..{upper} in {name}")
            }
            FaultKind::DivisionByZero => "division by zero".to_owned(),
            FaultKind::BadShift(by) => format!("shift by {by}"),
            FaultKind::NegativeExponent(by) => format!("negative exponent {by}"),
            FaultKind::Overflow => "a result does not fit into 32 bits (UPPAAL uses its lower 32 bits; so does --overflow wrap)"
                .to_owned(),
            FaultKind::ClockRange(Some(constant)) => {
                format!("a clock is compared with or set to {constant}, which is too large")
            }
            FaultKind::ClockRange(None) => "a clock becomes too large".to_owned(),
            FaultKind::TooManyTransitions(most) => {
                format!("more than {most} transitions leave one state")
            }
            FaultKind::OutOfTime => "the time limit was reached".to_owned(),
            FaultKind::Cancelled => "interrupted".to_owned(),
            FaultKind::NegativeClock { clock, value } => {
                let name = network.clock_names().swap_remove(clock.index());
                format!("clock {name} is set to {value}, which is negative")
            }
            FaultKind::NegativeCost(rate) => format!("the cost falls at the rate {rate}"),
            FaultKind::BadRate(rate) => format!("clock rate {rate} is neither 0 nor 1"),
            FaultKind::AssertionFailed => "assertion failed".to_owned(),
            FaultKind::Diverges => {
                format!(
                    "more than {STATEMENT_BUDGET} statements in one transition: an endless loop?"
                )
            }
        }
    }
}
