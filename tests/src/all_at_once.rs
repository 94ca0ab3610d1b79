//! All queries of a network asked one after the other, so that one search may answer several.

use std::panic::{AssertUnwindSafe, catch_unwind};

use network::{Network, Query};
use query::check::Questions;
use query::plan::{Abstraction, CoveringOption, DomainOption, Options, PlanError};

use crate::answers::Answers;
use crate::every_plan::{Difference, MOST_VALUATIONS, Patience, Tally, held_against, patience};

/// A query that was answered wrongly, by its number.
pub type Wrong = Box<(usize, Difference)>;

/// Asks in the given order and the other way round, and holds every answer against the judge's.
pub fn all_at_once(
    network: &Network,
    queries: &[Query],
    judged: &Answers,
    options: &Options,
) -> Result<Tally, Wrong> {
    let mut tally = Tally::default();
    let equality = options.covering == CoveringOption::Equality;
    let forwards: Vec<usize> = (0..queries.len()).collect();
    let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
    for order in [forwards, backwards] {
        let asked = order.iter().map(|number| &queries[*number]).collect();
        let mut questions = Questions::new(network, asked, options.clone());
        for (place, number) in order.into_iter().enumerate() {
            let query = (&queries[number], number);
            let asked = (&mut questions, equality, options.domain);
            if let Err(problem) = one(asked, place, query, judged, &mut tally) {
                let problem = format!("asked together with others: {problem}");
                return Err(Box::new((number, Difference { options: options.clone(), problem })));
            }
        }
    }
    Ok(tally)
}

fn one(
    (questions, equality, domain): (&mut Questions<'_>, bool, DomainOption),
    place: usize,
    (query, number): (&Query, usize),
    judged: &Answers,
    tally: &mut Tally,
) -> Result<(), String> {
    let expected = &judged.expected[number];
    let enough = match domain {
        DomainOption::Zones => patience(expected, judged.size, Abstraction::M, equality),
        DomainOption::Auto | DomainOption::Integers => MOST_VALUATIONS,
    };
    let mut watch = Patience::new(enough);
    let answer = match catch_unwind(AssertUnwindSafe(|| questions.answer(place, &mut watch))) {
        Err(_) => return Err("the engine panicked".to_owned()),
        Ok(Err(PlanError::Inadmissible { .. })) => {
            tally.inadmissible += 1;
            return Ok(());
        }
        Ok(Err(PlanError::Unsupported(_))) => {
            tally.unsupported += 1;
            return Ok(());
        }
        Ok(Err(PlanError::Wrong(reason))) => return Err(format!("wrong query: {reason}")),
        Ok(Ok(answer)) => answer,
    };
    tally.shared += u64::from(answer.found_by.is_some());
    held_against(query, expected, judged.size, &answer, tally)
}
