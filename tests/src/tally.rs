//! What was tried, in numbers.

/// How many plans were tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Answers that agree with the judge.
    pub agreed: u64,
    /// Plans that are not admissible.
    pub inadmissible: u64,
    /// Queries the engine does not answer.
    pub unsupported: u64,
    /// Plans that use symmetry.
    pub symmetric: u64,
    /// Plans that follow chains.
    pub chained: u64,
    /// Plans that accelerate loops.
    pub accelerated: u64,
    /// Answers found in whole numbers.
    pub integers: u64,
    /// Plans that leave something out.
    pub sliced: u64,
    /// Searches that left out steps that might as well be taken later.
    pub reduced: u64,
    /// Plans that take loops over ids in one step.
    pub fused: u64,
    /// Searches that did not end in time, which without abstraction may happen.
    pub endless: u64,
    /// Answers that the search of another query found.
    pub shared: u64,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.agreed += other.agreed;
        self.inadmissible += other.inadmissible;
        self.unsupported += other.unsupported;
        self.symmetric += other.symmetric;
        self.accelerated += other.accelerated;
        self.integers += other.integers;
        self.chained += other.chained;
        self.sliced += other.sliced;
        self.reduced += other.reduced;
        self.fused += other.fused;
        self.endless += other.endless;
        self.shared += other.shared;
    }
}
