//! The second check of a proof, by a program that shares nothing with the one that found it.

use certificate::{Certificate, Flaw, State};
use network::Goal;

/// Larger sets of views are not checked a second time: it would take too long.
const MOST_CERTIFIED: usize = 10_000;

/// What came of it, if the set of views is not refuted.
pub(super) enum SecondCheck {
    Passed,
    /// There are more views than are checked.
    TooMany,
    /// Somebody asked to stop.
    Stopped,
}

/// Has the set of views been checked by itself? A set that does not pass proves nothing; the text says so.
pub(super) fn second_check(
    family: &views::Family,
    (goal, positive): (&Goal, bool),
    proof: &views::Proof,
    stop: &mut dyn FnMut() -> bool,
) -> Result<SecondCheck, String> {
    if proof.views.len() > MOST_CERTIFIED {
        return Ok(SecondCheck::TooMany);
    }
    let state = |view: &views::View| State {
        locations: view.locations.clone(),
        cells: view.cells.clone(),
        zone: view.zone.clone(),
    };
    let views: Vec<State> = proof.views.iter().map(state).collect();
    let (instances, witnesses) = (&family.instances, &family.witnesses);
    let claim = Certificate { instances, witnesses, views: &views, goal, positive };
    match certificate::check(&claim, stop) {
        Ok(()) => Ok(SecondCheck::Passed),
        Err(Flaw::Stopped) => Ok(SecondCheck::Stopped),
        Err(flaw) => Err(format!(
            "the proof does not pass its check ({flaw:?}), which is a mistake in Orrery: please report it"
        )),
    }
}
