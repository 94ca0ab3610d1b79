//! Which states decide a game, so that nothing after them matters.

use network::{Along, Formula, Goal};

use super::branching::Goals;
use crate::arena::GameEnds;

/// The states that decide a formula which is a game, or says something of the paths among the states from which a game is
/// won; none if other states matter too.
pub(super) fn ends(formula: &Formula, goals: &Goals) -> Option<GameEnds> {
    match formula {
        Formula::Control(game) => of_game(game, goals, true),
        // Where the game is lost at the start, the rest is not asked.
        Formula::And(parts) => match parts.as_slice() {
            [won @ Formula::Control(game), rest] if stays_among(rest, won) => {
                of_game(game, goals, false)
            }
            _ => None,
        },
        Formula::Goal(_)
        | Formula::Not(_)
        | Formula::Or(_)
        | Formula::Same(..)
        | Formula::Some(_)
        | Formula::All(_) => None,
    }
}

fn of_game(game: &Along, goals: &Goals, won_is_over: bool) -> Option<GameEnds> {
    let (keeps, reaches) = match game {
        Along::Eventually(end) => (None, Some(end)),
        Along::Always(stay) => (Some(stay), None),
        Along::Until(first, second) | Along::WeakUntil(first, second) => {
            (Some(first), Some(second))
        }
        Along::Within(..) => return None,
    };
    let number = |part: &Formula| match part {
        Formula::Goal(goal) => goals.number(goal),
        _ => None,
    };
    let of = |part: Option<&Box<Formula>>| part.map_or(Some(None), |part| number(part).map(Some));
    Some(GameEnds { keeps: of(keeps)?, reaches: of(reaches)?, won_is_over })
}

/// Does a formula only ask for states from which the game is won, on paths among these?
fn stays_among(formula: &Formula, won: &Formula) -> bool {
    let stays = |part: &Formula| stays_among(part, won);
    // Of paths that go on after the end of a game, states matter from which it is not won.
    let within = |part: &Formula| match part {
        Formula::And(parts) => parts.first() == Some(won) && parts[1..].iter().all(stays),
        _ => false,
    };
    match formula {
        Formula::Goal(_) => true,
        Formula::Not(part) => stays(part),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(stays),
        Formula::Same(left, right) => stays(left) && stays(right),
        Formula::Some(Along::Until(first, second)) => **first == *won && within(second),
        Formula::Some(Along::Always(part)) => within(part),
        Formula::Control(_) => formula == won,
        Formula::Some(_) | Formula::All(_) => false,
    }
}

impl Goals {
    /// The number of a predicate of the formula.
    fn number(&self, goal: &Goal) -> Option<usize> {
        let goal = engine::goal::normal(goal);
        self.normal.iter().position(|known| *known == goal)
    }
}
