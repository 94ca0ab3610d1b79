//! Answering several queries.

use std::sync::Arc;

use engine::watch::Watch;
use network::FaultKind;
use network::eval::Fault;
use query::check::Questions;
use query::plan::{Options, PlanError};
use syntax::{Code, Diagnostic};

use crate::answer::Answer;
use crate::check_error::CheckError;
use crate::query::Query;

const WRAPS: &str = "a result does not fit into 32 bits; its lower 32 bits are used, as in UPPAAL";
/// What to do about it.
const HELP: &str =
    "load the model with `Overflow::Fault` to make it an error with a run that leads here";

/// Answers several queries, each when it is asked for. Queries that were made together share searches.
pub struct Checker<'q> {
    queries: &'q [Query],
    batches: Vec<Batch<'q>>,
}

/// Queries that speak of one network.
struct Batch<'q> {
    /// Their places in the whole list.
    places: Vec<usize>,
    questions: Questions<'q>,
    /// The same where a result that wraps is an error. As long as none does it makes no difference, and this is
    /// how the place is found where the first one does.
    strict: Option<Questions<'q>>,
}

impl<'q> Checker<'q> {
    pub(crate) fn new(queries: &'q [Query], options: &Options) -> Checker<'q> {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        for (place, query) in queries.iter().enumerate() {
            let together =
                |list: &&mut Vec<usize>| Arc::ptr_eq(queries[list[0]].loaded(), query.loaded());
            match lists.iter_mut().find(together) {
                Some(list) => list.push(place),
                None => lists.push(vec![place]),
            }
        }
        let batches =
            lists.into_iter().map(|places| Batch::new(queries, places, options)).collect();
        Checker { queries, batches }
    }

    /// Does not look for results that wrap: no [`Answer::wraps`], and no second search where one does.
    #[must_use]
    pub fn without_warnings(mut self) -> Checker<'q> {
        self.batches.iter_mut().for_each(|batch| batch.strict = None);
        self
    }

    /// The answer to the query at this place of the list.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub fn answer(&mut self, place: usize, watch: &mut dyn Watch) -> Result<Answer, CheckError> {
        let query = &self.queries[place];
        let mut batches = self.batches.iter_mut();
        let found = batches.find_map(|batch| {
            let number = batch.places.iter().position(|one| *one == place)?;
            Some((batch, number))
        });
        let (batch, number) = found.expect("every query is in a batch");
        let (mut answer, wrapped) = batch.answer(number, watch)?;
        answer.found_by = answer.found_by.map(|number| batch.places[number]);
        Ok(Answer::new(answer, wrapped.and_then(|fault| warning(&fault, query))))
    }
}

impl<'q> Batch<'q> {
    fn new(queries: &'q [Query], places: Vec<usize>, options: &Options) -> Batch<'q> {
        let first = &queries[places[0]];
        let asked: Vec<_> = places.iter().map(|place| queries[*place].asked()).collect();
        let strict = first.loaded().strict();
        Batch {
            questions: Questions::new(first.network(), asked.clone(), options.clone()),
            strict: strict.map(|network| Questions::new(network, asked, options.clone())),
            places,
        }
    }

    /// The answer to one of the queries, and where a result was found to wrap.
    fn answer(
        &mut self,
        number: usize,
        watch: &mut dyn Watch,
    ) -> Result<(query::verdict::Answer, Option<Fault>), PlanError> {
        let Some(strict) = &mut self.strict else {
            return Ok((self.questions.answer(number, watch)?, None));
        };
        let answer = strict.answer(number, watch)?;
        let Some(fault) = overflow(&answer).copied() else { return Ok((answer, None)) };
        let answer = self.questions.answer(number, watch)?;
        // Bounds of zones that are too large are the same fault, and no rule helps against them.
        if overflow(&answer).is_some() {
            return Ok((answer, None));
        }
        self.strict = None;
        Ok((answer, Some(fault)))
    }
}

/// The fault of an answer, if it is about a result that does not fit.
fn overflow(answer: &query::verdict::Answer) -> Option<&Fault> {
    let fault = &answer.verdict.as_ref().err()?.fault;
    (fault.kind == FaultKind::Overflow).then_some(fault)
}

/// The warning about a result that wraps, in the model or else in the query.
pub(crate) fn warning(fault: &Fault, query: &Query) -> Option<Diagnostic> {
    let loaded = query.loaded();
    let span = loaded.span(fault.origin).or_else(|| loaded.span(query.asked().origin))?;
    Some(Diagnostic::new(Code::Wraps, span, WRAPS).help(HELP))
}
