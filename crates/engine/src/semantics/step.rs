//! Steps of the symbolic graph, and what is wrong with those that cannot be taken.

use network::eval::Fault;
use program::{Participant, Transition};
use symmetry::{Permutation, Renamed};

use super::effect::Effect;

/// A step while the state it leads to is being looked at. Each layer may add what it did to that state.
#[derive(Clone, Copy, Debug)]
pub struct StepRef<'s> {
    /// The edges that fire together; empty at the start.
    pub transition: &'s Transition,
    /// What the transition does to clocks, where the semantics was asked for it.
    pub effect: Option<&'s Effect>,
    /// The number of the polling loop of which rounds follow the transition, if any do: as many as the time takes that
    /// is spent with them.
    pub rounds: Option<usize>,
    /// How the state was renamed, if there is symmetry.
    pub renamed: Option<RenamedRef<'s>>,
}

/// How a state was renamed: see [`Renamed`].
#[derive(Clone, Copy, Debug)]
pub struct RenamedRef<'s> {
    /// The number of the listed symmetry; 0 is the identity.
    pub listed: usize,
    pub permutation: &'s Permutation,
}

/// A step that is kept.
#[derive(Clone, Debug)]
pub struct Step {
    /// The edges that fire together.
    pub transition: Vec<Participant>,
    /// The polling loop of which rounds follow, if any do.
    pub rounds: Option<usize>,
    /// How the state it leads to was renamed, if there is symmetry.
    pub renamed: Option<Renamed>,
}

impl<'s> StepRef<'s> {
    /// A transition to a state that no layer has changed.
    #[must_use]
    pub fn of(transition: &'s Transition) -> StepRef<'s> {
        StepRef { transition, effect: None, rounds: None, renamed: None }
    }

    /// The step, to be kept.
    #[must_use]
    pub fn to_step(self) -> Step {
        let StepRef { transition, rounds, .. } = self;
        Step { transition: transition.to_vec(), rounds, renamed: self.renamed() }
    }

    /// The renaming, to be kept.
    #[must_use]
    pub fn renamed(self) -> Option<Renamed> {
        let RenamedRef { listed, permutation } = self.renamed?;
        Some(Renamed { listed, permutation: permutation.clone() })
    }
}

/// An invalid evaluation, and the transition whose update or target it is about.
#[derive(Clone, Debug)]
pub struct StepFault {
    pub fault: Fault,
    /// The transition; empty if a guard or a query could not be evaluated.
    pub transition: Vec<Participant>,
}

/// An invalid evaluation that is not about a transition.
impl From<Fault> for StepFault {
    fn from(fault: Fault) -> StepFault {
        StepFault { fault, transition: Vec::new() }
    }
}
