//! One model with known symmetries, put through everything.

use network::{Goal, Network, Query, QueryKind};
use query::check::{Questions, check_planned};
use query::plan::{
    AbstractionOption, Canonical, CoveringOption, Options, Plan, PlanError, SymmetryOption,
    SymmetryPlan, TraceOption, plan,
};
use query::trace::TraceError;
use query::verdict::{Answer, Undecided, Verdict};
use reference::ReplayError;

use super::automorphism::{Asked, defect};
use super::images::{Image, closure, generators};
use super::orbits::{is_counted, stored};
use super::planted::Planted;
use super::sets::Choices;
use crate::cases::load;
use crate::every_plan::Patience;
use crate::oracle::Alarm;

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Models on which everything agrees.
    pub agreed: u64,
    /// Of these, models with a symmetry.
    pub symmetric: u64,
    /// Models with exactly the symmetries that were planted.
    pub exact: u64,
    /// Models with more symmetries than were planted.
    pub more: u64,
    /// Models of nested copies with fewer.
    pub fewer: u64,
    /// Models whose stored states were compared with orbits.
    pub counted: u64,
    pub counts: u64,
    /// Models whose symmetries were checked on the region graph.
    pub checked: u64,
    pub renamings: u64,
    /// Queries answered alike with and without symmetry.
    pub answers: u64,
    /// Searches that were too long.
    pub too_long: u64,
    /// Answers that the search of another query found.
    pub shared: u64,
    /// Answers by the answer to an image of the query.
    pub images: u64,
    /// `-->` queries whose starts were found with more symmetries than the query leaves.
    pub starts: u64,
    /// Queries that end in an invalid evaluation, with and without symmetry.
    pub invalid: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.agreed += other.agreed;
        self.symmetric += other.symmetric;
        self.exact += other.exact;
        self.more += other.more;
        self.fewer += other.fewer;
        self.counted += other.counted;
        self.counts += other.counts;
        self.checked += other.checked;
        self.renamings += other.renamings;
        self.answers += other.answers;
        self.too_long += other.too_long;
        self.shared += other.shared;
        self.images += other.images;
        self.starts += other.starts;
        self.invalid += other.invalid;
    }
}

/// The most states of a search without symmetry.
const MOST_STATES: u64 = 800;
/// The most nodes of a region graph.
const MOST_NODES: usize = 1500;
/// The most members of a group that are tried one by one.
const MOST_IMAGES: usize = 750;

/// What is wrong with a model, or what was tried.
pub fn trial(model: &Planted, seed: u64) -> Result<Tally, String> {
    let (network, queries) = load("model", &model.text, &model.queries)?;
    let mut tally = judge(&network, &queries, seed)?;
    let order = order(&network)?;
    if order < model.order && !model.nested {
        return Err(format!("{order} symmetries found instead of {}", model.order));
    }
    tally.symmetric += u64::from(order > 1);
    tally.exact += u64::from(order == model.order);
    tally.more += u64::from(order > model.order);
    tally.fewer += u64::from(order < model.order);
    Ok(tally)
}

/// How many symmetries are found in a network.
pub fn order(network: &Network) -> Result<u64, String> {
    order_with(network, SymmetryOption::Auto)
}

/// How many of them an option uses.
pub fn order_with(network: &Network, option: SymmetryOption) -> Result<u64, String> {
    let (_, symmetry) = symmetric_plan(network, &nothing(), option)?;
    let order = symmetry.group.as_ref().map_or("1".to_owned(), |group| group.order().to_string());
    Ok(order.parse::<u64>().unwrap_or(u64::MAX))
}

/// What is wrong with the symmetries found in a network, or what was tried.
pub fn judge(network: &Network, queries: &[Query], seed: u64) -> Result<Tally, String> {
    let mut tally = Tally { agreed: 1, ..Tally::default() };
    let mut choices = Choices::new(seed ^ 0x5eed);
    orbits(network, &mut choices, &mut tally)?;
    renamings(network, queries, &mut tally)?;
    let wrong = |query: &Query, problem: String| {
        format!("{}: {problem}", crate::text::query_text(network, &query.kind))
    };
    let mut expected = Vec::new();
    for query in queries {
        let answer = answers(network, query, &mut choices, &mut tally);
        expected.push(answer.map_err(|problem| wrong(query, problem))?);
    }
    for trace in [TraceOption::None, TraceOption::Some] {
        together(network, queries, &expected, trace, &mut tally)
            .map_err(|(query, problem)| wrong(query, problem))?;
    }
    Ok(tally)
}

/// Asks all queries after one for which everything must be explored, so that its search may answer others.
fn together<'q>(
    network: &Network,
    queries: &'q [Query],
    expected: &[Option<Answer>],
    trace: TraceOption,
    tally: &mut Tally,
) -> Result<(), (&'q Query, String)> {
    let first = nothing();
    let all = std::iter::once(&first).chain(queries).collect();
    let options = Options { trace, ..Options::default() };
    let mut questions = Questions::new(network, all, options);
    let patience = || Patience::new(10 * MOST_STATES);
    let _ = questions.answer(0, &mut patience());
    for (place, (query, expected)) in queries.iter().zip(expected).enumerate() {
        let Some(expected) = expected else { continue };
        let answer = questions.answer(place + 1, &mut patience());
        let answer = answer.map_err(|error| (query, format!("{error:?}")))?;
        tally.shared += u64::from(answer.found_by.is_some());
        let by_an_image = answer.found_by.is_some_and(|number| number > 0);
        tally.images += u64::from(by_an_image);
        if by_an_image
            && trace != TraceOption::None
            && has_run(query, &answer)
            && answer.run.is_none()
        {
            return Err((query, "the answer to an image has no run".to_owned()));
        }
        if matches!(answer.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_)))) {
            tally.too_long += 1;
            continue;
        }
        if !agree(network, query, &answer, expected, tally) {
            let (found, expected) = (summary(&answer), summary(expected));
            return Err((query, format!("{found} together with others, {expected} alone")));
        }
    }
    Ok(())
}

/// A question to which everything must be explored.
fn nothing() -> Query {
    Query::of(QueryKind::Reachable(Goal::Or(Vec::new())))
}

fn symmetric_plan(
    network: &Network,
    query: &Query,
    symmetry: SymmetryOption,
) -> Result<(Plan, SymmetryPlan), String> {
    let options = Options {
        symmetry,
        slice: false,
        fuse_loops: query::plan::FuseOption::Off,
        ..Options::default()
    };
    let plan = plan(network, query, &options).map_err(|error| format!("no plan: {error:?}"))?;
    let symmetry = plan.symmetry.clone();
    Ok((plan, symmetry))
}

/// The images of the generators of the symmetries of a plan.
fn images(network: &Network, symmetry: &SymmetryPlan) -> Vec<Image> {
    match (&symmetry.group, &symmetry.found) {
        (Some(group), Some(found)) => generators(found.network(network), &found.classes, group),
        _ => Vec::new(),
    }
}

/// Stored states are as many as orbits of the states stored without symmetry.
fn orbits(network: &Network, choices: &mut Choices, tally: &mut Tally) -> Result<(), String> {
    let query = nothing();
    let mut compared = false;
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Scalars] {
        let (_, used) = symmetric_plan(network, &query, symmetry)?;
        let Some(group) = &used.group else { continue };
        let generators = images(network, &used);
        let Some(all) = closure(network, &generators, MOST_IMAGES) else { continue };
        if group.order().to_string() != all.len().to_string() {
            return Err(format!(
                "a group of {} is said to have order {}",
                all.len(),
                group.order()
            ));
        }
        for _ in 0..2 {
            let Some(mut plan) = counting_plan(network, &query, choices) else { continue };
            // A dead variable that holds a member is set to some member, which joins and parts orbits.
            plan.dead_variables &= !all.iter().any(Image::changes_values);
            let Some(off) = stored(network, &plan, &mut Patience::new(MOST_STATES)) else {
                tally.too_long += 1;
                continue;
            };
            let orbits = off.orbits(&all);
            let choice = (plan.abstraction, plan.active_clocks, plan.dead_variables);
            for canonical in [Canonical::Exact, Canonical::Sorted] {
                plan.symmetry = SymmetryPlan { canonical, ..used.clone() };
                let on = stored(network, &plan, &mut Patience::new(2 * MOST_STATES));
                let Some(on) = on else { return Err(format!("no end with symmetry: {choice:?}")) };
                // Sorting may choose several of an orbit, even some that are not reachable.
                let (count, most) = (
                    on.states.len(),
                    if canonical == Canonical::Sorted { usize::MAX } else { orbits },
                );
                if count < orbits || count > most {
                    let all = off.states.len();
                    return Err(format!(
                        "{count} states stored ({canonical:?}), {orbits} orbits of {all}: {choice:?}"
                    ));
                }
            }
            compared = true;
            tally.counts += 1;
        }
    }
    tally.counted += u64::from(compared);
    Ok(())
}

/// A plan without symmetry that covers by equality.
fn counting_plan(network: &Network, query: &Query, choices: &mut Choices) -> Option<Plan> {
    let abstractions = [AbstractionOption::Auto, AbstractionOption::Lu, AbstractionOption::M];
    let options = Options {
        symmetry: SymmetryOption::Off,
        abstraction: abstractions[choices.below(3)],
        covering: CoveringOption::Equality,
        active_clocks: choices.chance(50),
        dead_variables: choices.chance(50),
        slice: false,
        fuse_loops: query::plan::FuseOption::Off,
        ..Options::default()
    };
    plan(network, query, &options).ok().filter(|plan| is_counted(network, plan))
}

/// Every generator is a symmetry of the region graph and of the query it is used for.
fn renamings(network: &Network, queries: &[Query], tally: &mut Tally) -> Result<(), String> {
    let mut known: Vec<(Vec<Image>, Vec<Asked>)> = Vec::new();
    for query in std::iter::once(&nothing()).chain(queries) {
        let Ok((_, used)) = symmetric_plan(network, query, SymmetryOption::Auto) else { continue };
        let images = images(network, &used);
        if images.is_empty() {
            continue;
        }
        let closed = used.closure.as_ref().map(|closure| vec![Asked::last(closure.goal.clone())]);
        let goals = closed.unwrap_or_else(|| goals_of(&query.kind));
        match known.iter_mut().find(|(other, _)| *other == images) {
            Some((_, known)) => known.extend(goals),
            None => known.push((images, goals)),
        }
    }
    for (images, goals) in &known {
        match defect(network, images, goals, MOST_NODES) {
            Ok(None) => tally.renamings += images.len() as u64,
            Ok(Some(problem)) => return Err(format!("not a symmetry: {problem}")),
            Err(_) => return Ok(()),
        }
    }
    tally.checked += u64::from(!known.is_empty());
    Ok(())
}

fn goals_of(kind: &QueryKind) -> Vec<Asked> {
    match kind {
        QueryKind::Reachable(goal) => vec![Asked::last(goal.clone())],
        QueryKind::Invariant(goal) => vec![Asked::last(Goal::Not(Box::new(goal.clone())))],
        QueryKind::PotentiallyAlways(goal) | QueryKind::Eventually(goal) => {
            vec![Asked::exact(goal.clone())]
        }
        QueryKind::LeadsTo(first, second) => {
            vec![Asked::exact(first.clone()), Asked::exact(second.clone())]
        }
        QueryKind::Optimum { within: goal, .. } | QueryKind::Cheapest { goal, .. } => {
            vec![Asked::exact(goal.clone())]
        }
        QueryKind::Branching(formula) => {
            formula.goals().into_iter().map(|goal| Asked::exact(goal.clone())).collect()
        }
        QueryKind::Unsupported(_) | QueryKind::Wrong(_) => Vec::new(),
    }
}

/// A query has the same answer with and without symmetry, and runs that can be followed. The answer, if there is
/// one.
fn answers(
    network: &Network,
    query: &Query,
    choices: &mut Choices,
    tally: &mut Tally,
) -> Result<Option<Answer>, String> {
    let ask = |symmetry: SymmetryOption, trace: TraceOption, patience: u64| {
        let options = Options {
            symmetry,
            trace,
            slice: false,
            fuse_loops: query::plan::FuseOption::Off,
            ..Options::default()
        };
        let plan = plan(network, query, &options)?;
        check_planned(network, query, plan, &mut Patience::new(patience))
    };
    let off = match ask(SymmetryOption::Off, TraceOption::None, MOST_STATES) {
        Ok(answer) => answer,
        Err(PlanError::Unsupported(_)) => return Ok(None),
        Err(error) => return Err(format!("{error:?}")),
    };
    if matches!(off.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_)))) {
        tally.too_long += 1;
        return Ok(None);
    }
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Scalars, SymmetryOption::Sort] {
        let trace = if choices.chance(50) { TraceOption::Some } else { TraceOption::None };
        let on = ask(symmetry, trace, 10 * MOST_STATES).map_err(|error| format!("{error:?}"))?;
        tally.starts += u64::from(on.plan.symmetry.starts.is_some());
        // Where a run is to be shown, the search goes through more states; where one is found, how many of them
        // come first is a matter of luck.
        let stopped = matches!(on.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_))));
        if stopped && (trace != TraceOption::None || has_run(query, &off)) {
            tally.too_long += 1;
            continue;
        }
        if !agree(network, query, &on, &off, tally) {
            let (on, off) = (summary(&on), summary(&off));
            return Err(format!("{on} with {symmetry:?}, {off} without symmetry"));
        }
        // What ends a run may be evaluated further than what the search needed to know.
        let invalid = matches!(
            on.trace_error,
            Some(TraceError::Fault(_) | TraceError::Replay(ReplayError::Fault(..)))
        );
        if let Some(error) = on.trace_error.as_ref().filter(|_| !invalid) {
            return Err(format!("no run with {symmetry:?}: {error:?}"));
        }
    }
    tally.answers += 1;
    tally.invalid += u64::from(off.verdict.is_err());
    Ok(Some(off))
}

/// Are two answers the same? Of an invalid evaluation and a witness, either may be met first. Where one search meets an
/// invalid evaluation and another sees everything without one, the judge says whether it can be avoided.
fn agree(
    network: &Network,
    query: &Query,
    left: &Answer,
    right: &Answer,
    tally: &mut Tally,
) -> bool {
    if summary(left) == summary(right) {
        return true;
    }
    let valid = match (&left.verdict, &right.verdict) {
        (Err(_), Ok(_)) => right,
        (Ok(_), Err(_)) => left,
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => return false,
    };
    if has_run(query, valid) {
        return true;
    }
    match crate::answers::answers(network, std::slice::from_ref(query), crate::trial::MOST_NODES) {
        Ok(judged) => judged.expected[0].alarm == Some(Alarm::Possible),
        Err(_) => {
            tally.too_long += 1;
            true
        }
    }
}

/// Does an answer rest on a run, so that the search for it ended early?
fn has_run(query: &Query, answer: &Answer) -> bool {
    match query.kind {
        QueryKind::Reachable(_) | QueryKind::PotentiallyAlways(_) => {
            matches!(answer.verdict, Ok(Verdict::Holds))
        }
        _ => matches!(answer.verdict, Ok(Verdict::Fails)),
    }
}

fn summary(answer: &Answer) -> String {
    match &answer.verdict {
        Err(_) => "an invalid evaluation".to_owned(),
        Ok(verdict) => format!("{verdict:?} {:?}", answer.values),
    }
}
