//! What the user asks for.

use engine::graph::Following;
use engine::store::Compression;
use program::Recalling;

/// How zones are coarsened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AbstractionOption {
    /// The coarsest that is sound.
    #[default]
    Auto,
    /// ExtraLU+ with location-dependent bounds.
    Lu,
    /// ExtraM+ with location-dependent bounds.
    M,
    /// No coarsening: the search may not end.
    None,
    /// One zone for each discrete state: the convex hull. Over-approximates.
    Hull,
}

/// In which order states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OrderOption {
    /// What suits the model.
    #[default]
    Auto,
    Bfs,
    Dfs,
    Random,
    /// By the distance to the goal.
    Guided,
}

/// Which trace is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceOption {
    #[default]
    None,
    Some,
    /// One with as few transitions as possible.
    Shortest,
    /// One that takes as little time as possible.
    Fastest,
}

/// When one state stands for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CoveringOption {
    /// The coarsest that is sound.
    #[default]
    Auto,
    Equality,
    Inclusion,
    Simulation,
}

/// What clocks are followed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DomainOption {
    /// Zones, and whole numbers beside them where that promises more.
    #[default]
    Auto,
    Zones,
    /// Single valuations in whole numbers.
    Integers,
}

/// Which polling loops to accelerate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AccelerateOption {
    /// Those where others wait long enough for it to save something.
    #[default]
    Auto,
    /// All that can be.
    All,
    /// None: every round counts.
    Off,
}

/// Which loops over ids are taken in one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FuseOption {
    /// Those that make a symmetry.
    #[default]
    Auto,
    /// All that can be.
    On,
    Off,
}

/// Which symmetries are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymmetryOption {
    /// All that can be found.
    #[default]
    Auto,
    /// Those of declared scalar sets.
    Scalars,
    /// All that can be found, with the sorting of substates of UPPAAL's prototype instead of exact representatives.
    Sort,
    Off,
}

/// What the user asks for. Anything that is not sound for the model and query at hand is an error, never
/// silently changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which symmetries are used.
    pub symmetry: SymmetryOption,
    /// What clocks are followed with.
    pub domain: DomainOption,
    /// How zones are coarsened.
    pub abstraction: AbstractionOption,
    /// When one state stands for another.
    pub covering: CoveringOption,
    /// In which order states are expanded.
    pub order: OrderOption,
    /// Which trace is wanted.
    pub trace: TraceOption,
    /// Forget clocks that are reset before they are read.
    pub active_clocks: bool,
    /// Forget variables that are written before they are read.
    pub dead_variables: bool,
    /// Do not expand what only superseded states reached.
    pub drop_orphans: bool,
    /// Which calls of functions are remembered instead of being run again.
    pub recalling: Recalling,
    /// Which discrete states are stored as trees of parts that they share.
    pub compression: Compression,
    /// Try to prove that no run goes on for ever without looking at how clocks differ.
    pub boxes: bool,
    /// Add what any number of rounds of a polling loop leads to at once.
    pub accelerate: AccelerateOption,
    /// Which states that are left at once are followed to where they lead, and not stored.
    pub chains: Following,
    /// Where time stands still, take steps that do not depend on each other in one order only.
    pub independent_steps: bool,
    /// Leave out what the query does not depend on.
    pub slice: bool,
    /// Take loops over ids in one step.
    pub fuse_loops: FuseOption,
    /// After how many expansions scouts first look for the goal in other orders; none if they never do.
    pub scouts: Option<u64>,
    /// Look for loops that are nearly polling loops too, to say why they are none.
    pub near_misses: bool,
    pub seed: u64,
    /// How many threads may search for a reachable state.
    pub threads: usize,
    /// Let one search answer several queries.
    pub shared: bool,
    /// Any path may stay in any state for ever, as in SMV.
    pub stutter: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            symmetry: SymmetryOption::Auto,
            domain: DomainOption::Auto,
            abstraction: AbstractionOption::Auto,
            covering: CoveringOption::Auto,
            order: OrderOption::Auto,
            trace: TraceOption::None,
            active_clocks: true,
            dead_variables: true,
            drop_orphans: true,
            recalling: Recalling::default(),
            compression: Compression::default(),
            boxes: true,
            accelerate: AccelerateOption::Auto,
            chains: Following::default(),
            independent_steps: false,
            slice: true,
            fuse_loops: FuseOption::Auto,
            scouts: Some(1 << 16),
            near_misses: false,
            seed: 1,
            threads: 1,
            shared: true,
            stutter: false,
        }
    }
}
