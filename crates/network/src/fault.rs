//! Invalid evaluations.

use std::fmt;

use crate::ids::{ChannelFamilyId, ClockFamilyId, ClockId, Origin, VariableId};

/// Statements one transition may execute before it counts as diverging.
pub const STATEMENT_BUDGET: u64 = 10_000_000;

/// An invalid evaluation. It ends the query with an error; it does not prune a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// The innermost statement or label it happened in.
    pub origin: Origin,
}

/// What an array is an array of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indexed {
    Variable(VariableId),
    Clock(ClockFamilyId),
    Channel(ChannelFamilyId),
}

/// The ways an evaluation can be invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A value outside the domain of the variable it is assigned to.
    OutOfRange {
        variable: VariableId,
        value: i32,
    },
    /// An index outside the array.
    BadIndex {
        array: Indexed,
        /// The dimension, from 0.
        dimension: u32,
        value: i32,
    },
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative amount or by more than 31.
    BadShift(i32),
    NegativeExponent(i32),
    /// A result outside 32 bits.
    Overflow,
    /// A clock is compared with or set to this constant, or grows where it must be known exactly, beyond
    /// what the engine can follow; not an error of the model.
    ClockRange(Option<i64>),
    /// More transitions leave one state than can be followed; not an error of the model.
    TooManyTransitions(usize),
    /// The time limit was reached in the middle of a step; not an error of the model.
    OutOfTime,
    /// Somebody asked to stop in the middle of a step; not an error of the model.
    Cancelled,
    /// A clock set to a negative value.
    NegativeClock {
        clock: ClockId,
        value: i32,
    },
    /// A clock rate that is neither 0 nor 1.
    BadRate(i32),
    /// A rate of the cost is negative.
    NegativeCost(i32),
    /// An `assert` whose condition is false.
    AssertionFailed,
    /// More than [`STATEMENT_BUDGET`] statements in one transition.
    Diverges,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}
