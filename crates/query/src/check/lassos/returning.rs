//! Is there a loop that starts in a given state, whatever its length?
//!
//! All sets that words lead to from there are a finite graph, since zones are coarsened. If a word can be repeated for ever, the sets
//! that its rounds lead to recur, so the graph has a cycle through a set with the discrete state of the start. Without such a cycle there is no loop. With one,
//! words that come back are tried.

use rustc_hash::FxHashMap;

use engine::search::{LassoSpace, LiveSpace};
use engine::semantics::{Step, StepFault};
use program::{Participant, State};

use super::loops::repeats;

/// The most sets of one graph.
const MOST_SETS: usize = 1 << 10;
/// Words that are tried in one graph.
const MOST_WORDS: usize = 16;

/// What the words from one state say.
pub(super) enum Returning {
    /// This one can be repeated for ever.
    Word(Vec<Vec<Participant>>),
    Never,
    /// None was found, but some may.
    Open,
}

/// A set of valuations, and how it was reached first.
struct Reached {
    state: State,
    from: Option<(usize, Vec<Participant>)>,
    successors: Vec<usize>,
}

/// Looks for a word that can be repeated for ever from some valuation of `start`; `step` is called for each set that is expanded.
pub(super) fn returning<E: From<StepFault>>(
    start: &State,
    space: &mut LiveSpace<'_>,
    step: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Returning, E> {
    let mut sets = vec![Reached { state: start.clone(), from: None, successors: Vec::new() }];
    let mut known: FxHashMap<Vec<i32>, Vec<usize>> =
        FxHashMap::from_iter([(start.cells.clone(), vec![0])]);
    let mut words = 0;
    let mut at = 0;
    while at < sets.len() {
        if sets.len() > MOST_SETS {
            return Ok(Returning::Open);
        }
        step()?;
        for (Step { transition, .. }, state) in space.successors(&sets[at].state)? {
            if state.cells == start.cells && words < MOST_WORDS {
                words += 1;
                let mut word = word_to(&sets, at);
                word.push(transition.clone());
                if state.zone.includes(&start.zone)
                    || repeats(start, &word, space, step)? == Some(true)
                {
                    return Ok(Returning::Word(word));
                }
            }
            let alike = known.entry(state.cells.clone()).or_default();
            let same = alike.iter().copied().find(|set| sets[*set].state.zone == state.zone);
            let target = same.unwrap_or(sets.len());
            if same.is_none() {
                alike.push(target);
                let from = Some((at, transition));
                sets.push(Reached { state, from, successors: Vec::new() });
            }
            sets[at].successors.push(target);
        }
        at += 1;
    }
    let alike = known.remove(&start.cells).unwrap_or_default();
    let comes_back = alike.into_iter().any(|set| is_on_cycle(&sets, set));
    Ok(if comes_back { Returning::Open } else { Returning::Never })
}

fn word_to(sets: &[Reached], mut set: usize) -> Vec<Vec<Participant>> {
    let mut word = Vec::new();
    while let Some((before, transition)) = &sets[set].from {
        word.push(transition.clone());
        set = *before;
    }
    word.reverse();
    word
}

fn is_on_cycle(sets: &[Reached], start: usize) -> bool {
    let mut seen = vec![false; sets.len()];
    let mut waiting = sets[start].successors.clone();
    while let Some(set) = waiting.pop() {
        if set == start {
            return true;
        }
        if !std::mem::replace(&mut seen[set], true) {
            waiting.extend(&sets[set].successors);
        }
    }
    false
}
