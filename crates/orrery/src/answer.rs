//! The answer to a query.

use query::plan::Plan;
use query::trace::TraceError;
use query::verdict::{RuntimeFault, Stats, TermValue, Verdict};
use reference::Run;
use syntax::Diagnostic;

use crate::simulate::Player;

/// The answer to a query, with everything that is known about it.
#[derive(Clone, Debug)]
pub struct Answer {
    found: query::verdict::Answer,
    wraps: Option<Diagnostic>,
}

impl Answer {
    pub(crate) fn new(found: query::verdict::Answer, wraps: Option<Diagnostic>) -> Answer {
        Answer { found, wraps }
    }

    pub(crate) fn found(&self) -> &query::verdict::Answer {
        &self.found
    }

    /// Yes or no; none if that is not known, or if the model does something invalid.
    #[must_use]
    pub fn holds(&self) -> Option<bool> {
        match &self.found.verdict {
            Ok(Verdict::Holds) => Some(true),
            Ok(Verdict::Fails) => Some(false),
            Ok(Verdict::Unknown(_)) | Err(_) => None,
        }
    }

    /// The verdict; or the invalid evaluation in the model (an index outside an array, a division by zero) that
    /// the search came upon, with the run that leads to it.
    pub fn verdict(&self) -> Result<&Verdict, &RuntimeFault> {
        self.found.verdict.as_ref()
    }

    /// The run that shows it: a witness or a counterexample, with exact delays. There is one if
    /// [`Options::trace`](crate::Options::trace) asks for it and the verdict has one.
    #[must_use]
    pub fn run(&self) -> Option<&Run> {
        self.found.run.as_ref()
    }

    /// Why there is no run although one was asked for and exists: a limit, or else a mistake in Orrery.
    #[must_use]
    pub fn trace_error(&self) -> Option<&TraceError> {
        self.found.trace_error.as_ref()
    }

    /// The values of `sup`, `inf` and `bounds`.
    #[must_use]
    pub fn values(&self) -> &[TermValue] {
        &self.found.values
    }

    /// Who plays the controller of a game as the strategy says that wins it. There is one if the query is a game that is won
    /// and [`Options::trace`](crate::Options::trace) asks for the strategy.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        self.found.strategy.clone().map(Player::new)
    }

    /// The figures: states, transitions, memory, time.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.found.stats
    }

    /// What was done, and why so.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.found.plan
    }

    /// The place in the list of the query whose search found this answer, if it was not its own.
    #[must_use]
    pub fn found_by(&self) -> Option<usize> {
        self.found.found_by
    }

    /// A warning: some integer result does not fit 32 bits and wraps, as in UPPAAL. It is given once, with the
    /// first answer of a list that it concerns. [`Loaded::render`](crate::Loaded::render) shows it.
    #[must_use]
    pub fn wraps(&self) -> Option<&Diagnostic> {
        self.wraps.as_ref()
    }
}
