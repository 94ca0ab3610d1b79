//! What is asked under a strategy that keeps something, as a formula about the model.
//!
//! A strategy of `control: A[] p` allows everything that keeps the game won. So the runs under it are those that stay among the
//! states from which the game is won. Where a game has an end (`A[p W q]`), the strategy says nothing of what follows it.

use crate::formula::{Along, Formula};

impl Along {
    /// What a formula says of the runs under the strategy of this game; nothing holds under a strategy that does not exist.
    /// None if the game leads somewhere, or the formula asks for other paths than those of `E<>`, `A[]`, `E[]` and `A<>`.
    #[must_use]
    pub fn kept(&self, formula: &Formula) -> Option<Formula> {
        let end = match self {
            Along::Always(_) => None,
            Along::WeakUntil(_, end) => Some(end.as_ref()),
            Along::Eventually(_) | Along::Within(..) | Along::Until(..) => return None,
        };
        let won = Formula::Control(self.clone());
        let formula = Kept { won: &won, end }.controlled(formula)?;
        Some(Formula::And(vec![won, formula]))
    }
}

/// The paths that stay among states from which a game is won, until something may end it.
struct Kept<'a> {
    won: &'a Formula,
    end: Option<&'a Formula>,
}

impl Kept<'_> {
    /// What a formula says of these paths; none if it cannot be said.
    fn controlled(&self, formula: &Formula) -> Option<Formula> {
        let not = |formula: Formula| Formula::Not(Box::new(formula));
        let part = |part: &Formula| self.controlled(part);
        let parts = |parts: &[Formula]| parts.iter().map(part).collect::<Option<Vec<Formula>>>();
        let free = |along: Along| Formula::Some(along);
        let eventually = |part: &Formula| free(Along::Eventually(Box::new(part.clone())));
        let always = |part: &Formula| free(Along::Always(Box::new(part.clone())));
        let without = |part: &Formula| not(part.clone());
        Some(match formula {
            Formula::Goal(goal) => Formula::Goal(goal.clone()),
            Formula::Not(inner) => not(part(inner)?),
            Formula::And(inner) => Formula::And(parts(inner)?),
            Formula::Or(inner) => Formula::Or(parts(inner)?),
            Formula::Same(left, right) => {
                Formula::Same(Box::new(part(left)?), Box::new(part(right)?))
            }
            Formula::Some(Along::Eventually(goal)) => self.reached(part(goal)?, eventually(goal)),
            Formula::Some(Along::Always(goal)) => self.kept(part(goal)?, always(goal)),
            Formula::All(Along::Always(goal)) => {
                not(self.reached(not(part(goal)?), eventually(&without(goal))))
            }
            Formula::All(Along::Eventually(goal)) => {
                not(self.kept(not(part(goal)?), always(&without(goal))))
            }
            Formula::Some(_) | Formula::All(_) | Formula::Control(_) => return None,
        })
    }

    /// Some path leads to a state that satisfies a part; where the game has ended, all paths of the model are meant.
    fn reached(&self, part: Formula, afterwards: Formula) -> Formula {
        let won = || Box::new(self.won.clone());
        let part = match self.end {
            None => part,
            Some(end) => Formula::Or(vec![part, Formula::And(vec![end.clone(), afterwards])]),
        };
        Formula::Some(Along::Until(won(), Box::new(Formula::And(vec![*won(), part]))))
    }

    /// The same: some path on which all states satisfy it.
    fn kept(&self, part: Formula, afterwards: Formula) -> Formula {
        let within = Box::new(Formula::And(vec![self.won.clone(), part]));
        match self.end {
            None => Formula::Some(Along::Always(within)),
            Some(end) => {
                let ended = Formula::And(vec![end.clone(), afterwards]);
                Formula::Some(Along::WeakUntil(within, Box::new(ended)))
            }
        }
    }
}
