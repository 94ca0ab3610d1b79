//! How large a model may become when it is written out. Beyond these figures no engine could do
//! anything with it, and the machine would run out of memory before anybody could say why.

pub(crate) const PROCESSES: u64 = 50_000;
/// Integer cells, scratch and constants included.
pub(crate) const CELLS: u64 = 16_000_000;
pub(crate) const CLOCKS: u64 = 1_000_000;
pub(crate) const CHANNELS: u64 = 4_000_000;
/// Edges of all processes.
pub(crate) const EDGES: u64 = 1_000_000;
/// Copies of conditions on clocks made by quantifiers.
pub(crate) const COPIES: u64 = 500_000;
/// Copies of functions made for processes and references.
pub(crate) const FUNCTIONS: u64 = 100_000;
/// Operators, variables and numbers in everything that is written out.
pub(crate) const PARTS: u64 = 20_000_000;
/// Statements that may be executed to compute all constants.
pub(crate) const STATEMENTS: u64 = 20_000_000;

/// How much of each has been used.
#[derive(Clone, Default)]
pub(crate) struct Usage {
    pub(crate) cells: u64,
    pub(crate) clocks: u64,
    pub(crate) channels: u64,
    pub(crate) edges: u64,
    /// Copies of conditions on clocks.
    pub(crate) copies: u64,
    /// Operators, variables and numbers.
    pub(crate) parts: u64,
    /// That there are too many parts has been reported.
    pub(crate) exhausted: bool,
    pub(crate) statements: u64,
}
