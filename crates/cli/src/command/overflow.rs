//! Integer results beyond 32 bits: UPPAAL keeps what fits, and so does `check`, but not without a word.

use engine::watch::Watch;
use network::eval::Fault;
use network::{FaultKind, Network, Overflow, Query};
use query::check::Questions;
use query::plan::{Options, PlanError};
use query::verdict::Answer;
use syntax::{Code, Diagnostic};

use crate::load::Input;

const MESSAGE: &str = "a result does not fit 32 bits; what is left of it is used, as in UPPAAL";
/// What to do about it.
const HELP: &str = "`--overflow error` makes it an error, and shows the run that leads here";

/// The network in which such a result is an error, if it is not one already.
pub(super) fn strict(network: &Network) -> Option<Network> {
    let strict = || Network { overflow: Overflow::Fault, ..network.clone() };
    (network.overflow == Overflow::Wrap).then(strict)
}

/// Queries about a model in which results may wrap. As long as none does, it is as if that were an error, which is
/// how the place is found where the first one would.
pub(super) struct Asking<'q> {
    strict: Option<Questions<'q>>,
    questions: Questions<'q>,
    /// Where a result was found to wrap, if one was.
    pub(super) wrapped: Option<Fault>,
}

impl<'q> Asking<'q> {
    /// Asks about a network, and first about the strict one if there is one.
    pub(super) fn new(
        network: &'q Network,
        strict: Option<&'q Network>,
        queries: &[&'q Query],
        options: &Options,
    ) -> Asking<'q> {
        let ask = |network| Questions::new(network, queries.to_vec(), options.clone());
        Asking { strict: strict.map(ask), questions: ask(network), wrapped: None }
    }

    /// The answer to one of the queries, by its number.
    pub(super) fn answer(
        &mut self,
        number: usize,
        watch: &mut dyn Watch,
    ) -> Result<Answer, PlanError> {
        let Some(strict) = &mut self.strict else { return self.questions.answer(number, watch) };
        let answer = strict.answer(number, watch)?;
        let Some(fault) = overflow(&answer).copied() else { return Ok(answer) };
        let answer = self.questions.answer(number, watch)?;
        // Bounds of zones that are too large are the same fault, and no rule helps against them.
        if overflow(&answer).is_none() {
            self.wrapped = Some(fault);
            self.strict = None;
        }
        Ok(answer)
    }
}

/// The fault of an answer, if it is about a result that does not fit.
fn overflow(answer: &Answer) -> Option<&Fault> {
    let fault = &answer.verdict.as_ref().err()?.fault;
    (fault.kind == FaultKind::Overflow).then_some(fault)
}

/// The warning about a result that wraps, in the model or else in the query.
pub(super) fn warning(fault: &Fault, query: &Query, input: &Input) -> Option<Diagnostic> {
    let span = input.span(fault.origin).or_else(|| input.span(query.origin))?;
    Some(Diagnostic::new(Code::Wraps, span, MESSAGE).help(HELP))
}
