//! What every canonicaliser does.

use crate::group::structure::Permutation;
use program::State;

/// Chooses representatives.
///
/// Law: the result is the returned permutation applied to the given state. If the canonicaliser is
/// *exact*, all states of an orbit get the same representative; an inexact one is sound and merely less
/// effective. `meta` cells are moved along and never influence the choice.
pub trait Canonicaliser: Send {
    /// Replaces a state by the representative of its orbit. `rows` gives the clock of each row of the zone; the
    /// rows of the result are in the order of the clocks again.
    fn canonicalise(&mut self, state: &mut State, rows: &[usize]) -> &Permutation;

    /// Does any permutation move clocks? If not, `rows` is not looked at.
    fn moves_clocks(&self) -> bool;

    /// Does every orbit have one representative? (As long as no budget is exhausted; see
    /// [`Counters::exhausted`].)
    fn is_exact(&self) -> bool;

    /// What it took so far.
    fn counters(&self) -> Counters;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    pub calls: u64,
    /// States that were their own representatives.
    pub identities: u64,
    /// Passes over differences of clocks or links between elements, all states together.
    pub rounds: u64,
    /// Elements tried one after the other because nothing told them apart.
    pub branchings: u64,
    /// States for which the budget was not enough, so that their orbit may have more representatives.
    pub exhausted: u64,
}

impl Counters {
    /// Adds what another canonicaliser counted.
    pub fn add(&mut self, other: &Counters) {
        self.calls += other.calls;
        self.identities += other.identities;
        self.rounds += other.rounds;
        self.branchings += other.branchings;
        self.exhausted += other.exhausted;
    }
}
