//! Why a loop is not accelerated.

use std::fmt;

use network::{Network, Origin};

use super::delay::DelayInterval;

/// A loop that is not accelerated, and the condition that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub process: usize,
    /// The locations it goes through.
    pub locations: Vec<usize>,
    pub why: Why,
    pub origin: Origin,
}

/// A condition that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// An edge synchronises, and nobody completes it without changing anything.
    Synchronises,
    /// An edge synchronises on an urgent channel, so that no time passes before it.
    UrgentChannel,
    /// An edge binds variables by `select`, or its channel is not the same always.
    Selects,
    /// An edge gives a variable a value that is no constant, or runs something that may.
    Changes,
    /// An invariant of another process reads a variable that an edge changes.
    ReadElsewhere,
    /// An edge sets a clock that is not the same always, or the clock of the loop to something but 0.
    SetsClocks,
    /// A guard or an invariant is about another clock, or compares two.
    OtherClock,
    /// A bound of the clock is not the same always.
    MovingBound,
    /// An invariant has a lower bound.
    LowerBound,
    /// A location is urgent or committed.
    Still,
    /// No location of the loop is entered with the clock at 0 always. The origin is an edge that does not reset it.
    Entered,
    /// No run goes round.
    NoRound,
    /// All rounds take the same time, so that only multiples of it are possible.
    OneDuration(DelayInterval),
    /// The bound from which every duration is possible is too large.
    TooLong,
    /// Another process sets the clock of the loop.
    SetElsewhere,
    /// An invariant of another process is about the clock of the loop.
    BoundElsewhere,
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Why::Synchronises => {
                "an edge synchronises, and no partner takes part by a loop that changes nothing"
            }
            Why::UrgentChannel => "an edge synchronises on an urgent channel",
            Why::Selects => {
                "an edge has a select label, or an index of its channel is not a constant"
            }
            Why::Changes => "an edge changes variables, and not to a constant",
            Why::ReadElsewhere => {
                "an invariant of another process reads a variable that the loop changes"
            }
            Why::SetsClocks => "an edge sets a clock to something that is not a constant",
            Why::OtherClock => "a guard or an invariant is not about the one clock of the loop",
            Why::MovingBound => "a bound of the clock is not a constant",
            Why::LowerBound => "an invariant has a lower bound",
            Why::Still => "a location is urgent or committed",
            Why::Entered => "no location of the loop has all its entering edges reset the clock",
            Why::NoRound => "no run goes round",
            Why::OneDuration(interval) => {
                return write!(
                    out,
                    "every round takes {}, so only multiples of it are possible",
                    interval.lower.at
                );
            }
            Why::TooLong => "the rounds take too long",
            Why::SetElsewhere => "another process sets the clock of the loop",
            Why::BoundElsewhere => "an invariant of another process is about the clock of the loop",
        };
        out.write_str(text)
    }
}

impl Refusal {
    /// The loop by its names: `P: a -> b -> a`.
    #[must_use]
    pub fn name(&self, network: &Network) -> String {
        name(network, self.process, &self.locations)
    }
}

/// A loop by its names: `P: a -> b -> a`.
pub(super) fn name(network: &Network, process: usize, locations: &[usize]) -> String {
    let process = &network.processes[process];
    let names = locations.iter().chain(locations.first());
    let names: Vec<&str> = names.map(|each| process.locations[*each].name.as_str()).collect();
    format!("{}: {}", process.name, names.join(" -> "))
}
