//! Maximal runs: a depth-first search for a loop, or for a state in which a run may end.
//!
//! A new state that *includes* an ancestor on the stack proves a loop: with A ⊆ B = Post_w(A) the word w
//! can be repeated for ever. A new state that is included in an ancestor proves nothing and is explored.
//! A new state included in a finished one is dropped: whatever it could do, the finished one could, and
//! did not lead to a maximal run. See docs/theory/maximal-runs.md.

use std::ops::ControlFlow;

use crate::semantics::StepFault;
use crate::watch::{Progress, StopReason, Watch};

/// The successors of a state and what leads to them.
pub(super) type Followers<S> = Vec<(<S as LassoSpace>::Step, <S as LassoSpace>::State)>;

/// What a search for maximal runs needs.
pub trait LassoSpace {
    type State;
    /// What leads from one to the next.
    type Step;
    /// Why a run may end.
    type End;

    /// May a maximal run end in this state?
    fn end(&mut self, state: &Self::State) -> Result<Option<Self::End>, StepFault>;

    fn successors(&mut self, state: &Self::State) -> Result<Followers<Self>, StepFault>;

    /// Compares a state with those entered before and enters it if it has to be explored.
    fn enter(&mut self, state: &Self::State) -> Entered;

    /// The state entered at this depth has been explored without success.
    fn finish(&mut self, depth: usize);

    /// States expanded so far.
    fn explored(&self) -> u64;

    fn progress(&self) -> Progress;
}

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// It has to be explored.
    New,
    /// It is included in a finished one.
    Finished,
    /// It includes the state at this depth of the stack.
    Loop(usize),
}

/// How the search ended.
pub enum LassoOutcome<Step, End> {
    /// With a run of these steps that returns to the state after `from` steps.
    Loop {
        /// The steps from the root.
        steps: Vec<Step>,
        /// Where the loop starts.
        from: usize,
    },
    /// With a run of these steps that may end.
    End {
        /// The steps from the root.
        steps: Vec<Step>,
        /// Why it may end.
        end: End,
    },
    /// There is no maximal run.
    None,
    GaveUp,
    Stopped(StopReason),
    /// With an invalid evaluation after these steps.
    Faulted(Vec<Step>, StepFault),
}

struct Frame<State, Step> {
    /// Successors not yet tried.
    pending: Vec<(Step, State)>,
    /// How this state was reached.
    step: Option<Step>,
}

/// Searches from a root, until so many states have been expanded since the space was made.
pub fn lasso<S: LassoSpace>(
    space: &mut S,
    root: S::State,
    patience: Option<u64>,
    watch: &mut dyn Watch,
) -> LassoOutcome<S::Step, S::End> {
    let mut stack: Vec<Frame<S::State, S::Step>> = Vec::new();
    let mut next = Some((None, root));
    loop {
        if let Some((step, state)) = next.take() {
            match visit(space, &state) {
                Err(fault) => return LassoOutcome::Faulted(steps(stack, step), fault),
                Ok(Visit::Skip) => {}
                Ok(Visit::Loop(from)) => {
                    return LassoOutcome::Loop { steps: steps(stack, step), from };
                }
                Ok(Visit::End(end)) => {
                    return LassoOutcome::End { steps: steps(stack, step), end };
                }
                Ok(Visit::Explore(pending)) => stack.push(Frame { pending, step }),
            }
        }
        let Some(top) = stack.last_mut() else { return LassoOutcome::None };
        match top.pending.pop() {
            Some((step, state)) => next = Some((Some(step), state)),
            None => {
                stack.pop();
                space.finish(stack.len());
            }
        }
        if patience.is_some_and(|patience| space.explored() > patience) {
            return LassoOutcome::GaveUp;
        }
        if let ControlFlow::Break(reason) = watch.expanded(&mut || space.progress()) {
            return LassoOutcome::Stopped(reason);
        }
    }
}

enum Visit<State, Step, End> {
    Skip,
    Loop(usize),
    End(End),
    Explore(Vec<(Step, State)>),
}

#[expect(clippy::type_complexity, reason = "three associated types")]
fn visit<S: LassoSpace>(
    space: &mut S,
    state: &S::State,
) -> Result<Visit<S::State, S::Step, S::End>, StepFault> {
    match space.enter(state) {
        Entered::Finished => Ok(Visit::Skip),
        Entered::Loop(from) => Ok(Visit::Loop(from)),
        Entered::New => match space.end(state)? {
            Some(end) => Ok(Visit::End(end)),
            None => {
                let mut pending = space.successors(state)?;
                pending.reverse();
                Ok(Visit::Explore(pending))
            }
        },
    }
}

fn steps<State, Step>(stack: Vec<Frame<State, Step>>, last: Option<Step>) -> Vec<Step> {
    stack.into_iter().filter_map(|frame| frame.step).chain(last).collect()
}
