//! Finding moments that satisfy constraints, some of which leave a choice.

use zones::Rational;

use super::link::Link;
use crate::budget::Budget;

/// Whether moments were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeptConstraints {
    Feasible,
    Infeasible,
    /// It takes too long to find out, or numbers are too large.
    GaveUp,
}

/// A way to find moments.
pub(super) trait Schedule {
    fn restart(&mut self);

    /// Makes all links hold. Those of the calls since the last restart are among them.
    fn keep(&mut self, links: &[Link], budget: &mut Budget<'_>) -> KeptConstraints;

    /// Does a link hold at the moments found?
    fn holds(&self, link: &Link) -> bool;

    /// The times of the moments found, by which all links hold.
    fn times(&self, links: &[Link]) -> Option<Vec<Rational>>;
}

/// Which option was taken of a choice, and how many links there were before.
struct Made {
    choice: usize,
    option: usize,
    known: usize,
}

/// Moments that satisfy all links and an option of each choice. What the links alone give mostly satisfies the
/// choices too; of one that it does not, the options are tried in turn.
pub(super) fn decide(
    mut links: Vec<Link>,
    choices: &[Vec<Vec<Link>>],
    schedule: &mut dyn Schedule,
    budget: &mut Budget<'_>,
) -> Result<Vec<Rational>, KeptConstraints> {
    let mut made: Vec<Made> = Vec::new();
    loop {
        if !budget.allows() {
            return Err(KeptConstraints::GaveUp);
        }
        let next = match schedule.keep(&links, budget) {
            KeptConstraints::GaveUp => return Err(KeptConstraints::GaveUp),
            KeptConstraints::Feasible => {
                let open = choices.iter().position(|options| {
                    !options.iter().any(|option| option.iter().all(|link| schedule.holds(link)))
                });
                let Some(choice) = open else {
                    return schedule.times(&links).ok_or(KeptConstraints::GaveUp);
                };
                Made { choice, option: 0, known: links.len() }
            }
            KeptConstraints::Infeasible => {
                schedule.restart();
                next_option(&mut made, choices).ok_or(KeptConstraints::Infeasible)?
            }
        };
        links.truncate(next.known);
        links.extend_from_slice(&choices[next.choice][next.option]);
        made.push(next);
    }
}

/// The next option of the last choice that has one.
fn next_option(made: &mut Vec<Made>, choices: &[Vec<Vec<Link>>]) -> Option<Made> {
    loop {
        let last = made.pop()?;
        if last.option + 1 < choices[last.choice].len() {
            return Some(Made { option: last.option + 1, ..last });
        }
    }
}
