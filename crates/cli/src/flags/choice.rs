//! Flags that take one word out of a few.

use clap::ValueEnum;
use orrery::network::Overflow;
use orrery::{
    AbstractionOption, AccelerateOption, DomainOption, Following, FuseOption, OrderOption,
    SymmetryOption, TraceOption,
};

/// When to do something that only makes sense for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What becomes of integers beyond 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OverflowChoice {
    /// The lower 32 bits are kept, as UPPAAL does, and a warning names the place
    Wrap,
    /// The query is answered with an error and the run that leads to it
    Error,
}

impl OverflowChoice {
    /// The network's word for it.
    pub(crate) fn rule(self) -> Overflow {
        match self {
            OverflowChoice::Error => Overflow::Fault,
            OverflowChoice::Wrap => Overflow::Wrap,
        }
    }
}

/// Which symmetry to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SymmetryChoice {
    /// Whatever can be found and proved
    Auto,
    /// Only what `scalar[n]` types declare
    Scalars,
    /// Like auto, but processes are sorted: faster for each state, but may keep more states
    Sort,
    /// None: every state is stored, to compare figures
    Off,
}

/// Whether to use a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReductionChoice {
    /// Wherever it is sound
    Auto,
    /// Never, to measure the effect
    Off,
}

/// Whether to accelerate polling loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AccelerateChoice {
    /// Loops that are proved safe, where the query allows it and other processes wait long enough
    Auto,
    /// All loops that are proved safe, where the query allows it
    All,
    /// None: every round is searched, to compare figures
    Off,
}

impl AccelerateChoice {
    pub(crate) fn option(self) -> AccelerateOption {
        match self {
            AccelerateChoice::Auto => AccelerateOption::Auto,
            AccelerateChoice::All => AccelerateOption::All,
            AccelerateChoice::Off => AccelerateOption::Off,
        }
    }
}

/// What to follow clocks with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DomainChoice {
    /// Zones, and also whole numbers where guards ask for exact times
    Auto,
    /// Zones: sets of clock values
    Zones,
    /// Whole numbers: for E<> and A[] without strict bounds
    Integers,
}

/// Whether to store states that are left at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ChainsChoice {
    /// Do not store them, where the query allows it and the same is not met again and again
    Auto,
    /// Do not store them, where the query allows it: the fewest states, perhaps far more work
    On,
    /// Store every state, to compare figures
    Off,
}

impl ChainsChoice {
    pub(crate) fn option(self) -> Following {
        match self {
            ChainsChoice::Auto => Following::WhereItPays,
            ChainsChoice::On => Following::Always,
            ChainsChoice::Off => Following::Never,
        }
    }
}

/// Whether to take loops over ids in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FuseChoice {
    /// Where that makes a symmetry
    Auto,
    /// Wherever it is sound
    On,
    /// One step after the other
    Off,
}

impl FuseChoice {
    pub(crate) fn option(self) -> FuseOption {
        match self {
            FuseChoice::Auto => FuseOption::Auto,
            FuseChoice::On => FuseOption::On,
            FuseChoice::Off => FuseOption::Off,
        }
    }
}

/// How to make infinitely many clock values finite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AbstractionChoice {
    /// The coarsest that is sound for the model and the query
    Auto,
    /// Lower and upper bounds of each clock: for reachability
    Lu,
    /// The largest constant of each clock: also for deadlocks and liveness
    M,
    /// No extrapolation: exact zones; the search may not terminate
    None,
    /// One convex hull for each discrete state: quick and small, but only "no" is certain
    Hull,
}

/// In which order to look at states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SearchChoice {
    /// What suits the query
    Auto,
    /// Breadth first: short runs
    Bfs,
    /// Depth first: fast where errors are deep
    Dfs,
    /// Random: try several seeds where both are slow
    Random,
    /// By the estimated distance to the goal (from locations and integers): for `E<>`, and for `A[]` that should fail
    Guided,
}

/// Which run to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TraceChoice {
    /// None
    None,
    /// Any
    Some,
    /// One with the fewest transitions
    Shortest,
    /// One that takes the least time
    Fastest,
}

/// How to write results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FormatChoice {
    /// For people to read
    Text,
    /// For scripts: docs/json.md describes it
    Json,
    /// JUnit XML, for services that show test results
    Junit,
}

/// How to write what is neither a result nor a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people to read
    Text,
    /// For scripts: docs/json.md describes it
    Json,
}

impl SymmetryChoice {
    /// The engine's word for it.
    pub(crate) fn option(self) -> SymmetryOption {
        match self {
            SymmetryChoice::Auto => SymmetryOption::Auto,
            SymmetryChoice::Scalars => SymmetryOption::Scalars,
            SymmetryChoice::Sort => SymmetryOption::Sort,
            SymmetryChoice::Off => SymmetryOption::Off,
        }
    }
}

impl DomainChoice {
    /// The engine's word for it.
    pub(crate) fn option(self) -> DomainOption {
        match self {
            DomainChoice::Auto => DomainOption::Auto,
            DomainChoice::Zones => DomainOption::Zones,
            DomainChoice::Integers => DomainOption::Integers,
        }
    }
}

impl AbstractionChoice {
    /// The engine's word for it.
    pub(crate) fn option(self) -> AbstractionOption {
        match self {
            AbstractionChoice::Auto => AbstractionOption::Auto,
            AbstractionChoice::Lu => AbstractionOption::Lu,
            AbstractionChoice::M => AbstractionOption::M,
            AbstractionChoice::None => AbstractionOption::None,
            AbstractionChoice::Hull => AbstractionOption::Hull,
        }
    }
}

impl SearchChoice {
    /// The engine's word for it.
    pub(crate) fn option(self) -> OrderOption {
        match self {
            SearchChoice::Auto => OrderOption::Auto,
            SearchChoice::Bfs => OrderOption::Bfs,
            SearchChoice::Dfs => OrderOption::Dfs,
            SearchChoice::Random => OrderOption::Random,
            SearchChoice::Guided => OrderOption::Guided,
        }
    }
}

impl TraceChoice {
    /// The engine's word for it.
    pub(crate) fn option(self) -> TraceOption {
        match self {
            TraceChoice::None => TraceOption::None,
            TraceChoice::Some => TraceOption::Some,
            TraceChoice::Shortest => TraceOption::Shortest,
            TraceChoice::Fastest => TraceOption::Fastest,
        }
    }
}
