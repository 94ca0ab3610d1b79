//! Loops from the end of a stem, by length.
//!
//! A word that leads from a set of valuations A to a set that includes A can be repeated for ever. A word that leads back to
//! the same discrete state, but not so, is repeated until its outcome includes an earlier one (it can go on for ever) or is empty (it cannot).

use program::{Participant, State};

use engine::search::{LassoSpace, LiveSpace};
use engine::semantics::{Step, StepFault};

/// How often a word is repeated before it is left open whether that can go on for ever.
const MOST_ROUNDS: usize = 64;
/// States of one round of a word: a predicate about clocks has several parts.
const MOST_STATES: usize = 64;

/// Words from the end of a stem, all of one length.
pub(super) struct Loops {
    start: State,
    /// How each word was made longer: its predecessor among `words`, and its last transition.
    words: Vec<(usize, Vec<Participant>)>,
    /// Where the words of the present length lead.
    ends: Vec<WordEnd>,
}

/// Where a word leads.
struct WordEnd {
    /// Its number, plus one; 0 for the empty word.
    word: usize,
    state: State,
    /// Does it stand for other words that lead to the same valuations?
    merged: bool,
}

/// What the words of one length say.
pub(super) enum Round {
    /// This one can be repeated for ever.
    Found(Vec<Vec<Participant>>),
    Nothing,
    /// None was found, but not all were tried.
    Open,
}

impl Loops {
    pub(super) fn new(start: State) -> Loops {
        let ends = vec![WordEnd { word: 0, state: start.clone(), merged: false }];
        Loops { start, words: Vec::new(), ends }
    }

    /// Makes words one transition longer and looks for one that can be repeated; `step` is called for each
    /// state that is expanded.
    pub(super) fn lengthen<E: From<StepFault>>(
        &mut self,
        space: &mut LiveSpace<'_>,
        step: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Round, E> {
        let mut ends: Vec<WordEnd> = Vec::new();
        for WordEnd { word, state, merged } in std::mem::take(&mut self.ends) {
            step()?;
            for (Step { transition, .. }, state) in space.successors(&state)? {
                let same = |end: &&mut WordEnd| {
                    end.state.cells == state.cells && end.state.zone == state.zone
                };
                if let Some(end) = ends.iter_mut().find(same) {
                    end.merged = true;
                    continue;
                }
                self.words.push((word, transition));
                ends.push(WordEnd { word: self.words.len(), state, merged });
            }
        }
        self.ends = ends;
        self.look(space, step)
    }

    fn look<E: From<StepFault>>(
        &self,
        space: &mut LiveSpace<'_>,
        step: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Round, E> {
        let mut open = false;
        for end in self.ends.iter().filter(|end| end.state.cells == self.start.cells) {
            let word = self.word(end.word);
            if end.state.zone.includes(&self.start.zone) {
                return Ok(Round::Found(word));
            }
            match repeats(&self.start, &word, space, step)? {
                Some(true) => return Ok(Round::Found(word)),
                Some(false) => open |= end.merged,
                None => open = true,
            }
        }
        Ok(if open { Round::Open } else { Round::Nothing })
    }

    /// The transitions of a word.
    fn word(&self, mut word: usize) -> Vec<Vec<Participant>> {
        let mut transitions = Vec::new();
        while let Some(before) = word.checked_sub(1) {
            let (shorter, transition) = &self.words[before];
            transitions.push(transition.clone());
            word = *shorter;
        }
        transitions.reverse();
        transitions
    }
}

/// Can a word be repeated for ever from some valuation of a state? Nothing if that is left open.
pub(super) fn repeats<E: From<StepFault>>(
    start: &State,
    word: &[Vec<Participant>],
    space: &mut LiveSpace<'_>,
    step: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<bool>, E> {
    // Each state after a round with all those of the rounds before it that led to it.
    let mut reached = vec![vec![start.clone()]];
    for _ in 0..MOST_ROUNDS {
        let mut next: Vec<Vec<State>> = Vec::new();
        for rounds in &reached {
            let Some(last) = rounds.last() else { continue };
            for state in after(word, last, space, step)? {
                let is_smaller =
                    |old: &State| old.cells == state.cells && state.zone.includes(&old.zone);
                if rounds.iter().any(is_smaller) {
                    return Ok(Some(true));
                }
                next.push(rounds.iter().cloned().chain([state]).collect());
            }
        }
        if next.is_empty() {
            return Ok(Some(false));
        }
        if next.len() > MOST_STATES {
            return Ok(None);
        }
        reached = next;
    }
    Ok(None)
}

/// The states that a word leads to.
fn after<E: From<StepFault>>(
    word: &[Vec<Participant>],
    from: &State,
    space: &mut LiveSpace<'_>,
    step: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<State>, E> {
    let mut states = vec![from.clone()];
    for taken in word {
        let mut next = Vec::new();
        for state in &states {
            step()?;
            let successors = space.successors(state)?.into_iter();
            next.extend(
                successors.filter(|(step, _)| step.transition == *taken).map(|(_, state)| state),
            );
        }
        states = next;
    }
    Ok(states)
}
