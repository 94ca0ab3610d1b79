//! Every admissible way to answer a query, held against what is expected.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::check::check_planned;
use engine::plan::{
    Abstraction, AbstractionOption, CoveringOption, Options, Order, OrderOption, Plan, PlanError,
    TraceOption, plan,
};
use engine::verdict::{Answer as Found, TermValue, Undecided, Verdict};
use engine::watch::{Progress, StopReason, Watch};
use network::{Network, Query, QueryKind};

use crate::answers::{Answer, Expected, Extreme};
use crate::oracle::Alarm;

/// A plan whose answer is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What was asked for.
    pub options: Options,
    /// What is wrong.
    pub problem: String,
}

/// How many plans were tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Answers that agree with the judge.
    pub agreed: u64,
    /// Plans that are not admissible.
    pub inadmissible: u64,
    /// Queries the engine does not answer.
    pub unsupported: u64,
    /// Searches that did not end in time, which without abstraction may happen.
    pub endless: u64,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: Tally) {
        self.agreed += other.agreed;
        self.inadmissible += other.inadmissible;
        self.unsupported += other.unsupported;
        self.endless += other.endless;
    }
}

/// Everything that can be asked for.
#[must_use]
pub fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for abstraction in [
        AbstractionOption::Auto,
        AbstractionOption::Lu,
        AbstractionOption::M,
        AbstractionOption::None,
        AbstractionOption::Hull,
    ] {
        for covering in [
            CoveringOption::Auto,
            CoveringOption::Equality,
            CoveringOption::Inclusion,
            CoveringOption::Simulation,
        ] {
            for order in
                [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs, OrderOption::Random]
            {
                for (active_clocks, dead_variables) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let trace = TraceOption::None;
                    all.push(Options {
                        abstraction,
                        covering,
                        order,
                        trace,
                        active_clocks,
                        dead_variables,
                        seed: 1,
                    });
                }
            }
        }
    }
    all
}

/// Answers a query in every admissible way.
pub fn every_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    discrete_states: usize,
) -> Result<Tally, Box<Difference>> {
    each_plan(network, query, expected, discrete_states, &all_options())
}

/// Answers a query in each of these ways, as far as they are admissible. Options that come to the same
/// plan count once.
pub fn each_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    discrete_states: usize,
    choices: &[Options],
) -> Result<Tally, Box<Difference>> {
    let mut tally = Tally::default();
    let mut done: Vec<Plan> = Vec::new();
    for options in choices {
        let options = options.clone();
        let problem = match planned(network, query, &options) {
            Ok(plan) if done.contains(&plan) => continue,
            Ok(plan) => {
                done.push(plan.clone());
                one_plan(network, query, expected, discrete_states, plan, &mut tally).err()
            }
            Err(PlanError::Inadmissible { .. }) => {
                tally.inadmissible += 1;
                None
            }
            Err(PlanError::Unsupported(_)) => {
                tally.unsupported += 1;
                return Ok(tally);
            }
            Err(PlanError::Wrong(reason)) => Some(format!("wrong query: {reason}")),
        };
        if let Some(problem) = problem {
            return Err(Box::new(Difference { options, problem }));
        }
    }
    Ok(tally)
}

/// The plan without its reasons, and without what makes no difference.
fn planned(network: &Network, query: &Query, options: &Options) -> Result<Plan, PlanError> {
    let mut plan = plan(network, query, options)?;
    plan.reasons.clear();
    if matches!(query.kind, QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_)) {
        // The search for a maximal run is depth first.
        plan.order = Order::Dfs;
    }
    Ok(plan)
}

/// Answers a query in one way.
pub fn one_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    discrete_states: usize,
    plan: Plan,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut patience = Patience { left: patience(expected, &plan) };
    let (abstraction, dead_variables) = (plan.abstraction, plan.dead_variables);
    let check = || check_planned(network, query, plan, &mut patience);
    let answer = match catch_unwind(AssertUnwindSafe(check)) {
        Err(_) => return Err("the engine panicked".to_owned()),
        Ok(Err(PlanError::Unsupported(_))) => {
            tally.unsupported += 1;
            return Ok(());
        }
        Ok(Err(error)) => return Err(format!("planned, and yet {error:?}")),
        Ok(Ok(answer)) => answer,
    };
    if matches!(answer.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_)))) {
        // Without abstraction, or for a clock that grows without end, a search may not end.
        if abstraction != Abstraction::None && !grows(expected) {
            return Err("the search does not end".to_owned());
        }
        tally.endless += 1;
        return Ok(());
    }
    let largest =
        matches!(query.kind, QueryKind::Optimum { extremum: network::Extremum::Supremum, .. });
    compare(expected, &answer, largest)?;
    count(expected, &answer, discrete_states, dead_variables)?;
    tally.agreed += 1;
    Ok(())
}

fn compare(expected: &Expected, found: &Found, largest: bool) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("expected {expected:?}, found {what}"));
    let verdict = match &found.verdict {
        Err(fault) if expected.alarm.is_some() => {
            let _ = fault;
            return Ok(());
        }
        Err(fault) => return wrong(&format!("{:?}", fault.fault)),
        Ok(verdict) => verdict,
    };
    let unavoidable = expected.alarm == Some(Alarm::Certain);
    match (&expected.answer, verdict) {
        (Answer::Open, _) => Ok(()),
        // An over-approximation that finds something says nothing.
        (Answer::Decided { .. }, Verdict::Unknown(Undecided::Maybe { .. })) => Ok(()),
        (Answer::Decided { holds, shown }, Verdict::Holds | Verdict::Fails) => {
            let agrees = matches!(verdict, Verdict::Holds) == *holds;
            if agrees && (*shown || !unavoidable) { Ok(()) } else { wrong(&format!("{verdict:?}")) }
        }
        // Neither is it always decided that a clock grows without end.
        (Answer::Extremes(_), Verdict::Unknown(Undecided::Maybe { .. })) if grows(expected) => {
            Ok(())
        }
        (Answer::Extremes(extremes), Verdict::Holds | Verdict::Fails) => {
            if unavoidable {
                return wrong("values");
            }
            let agree = extremes.len() == found.values.len()
                && extremes
                    .iter()
                    .zip(&found.values)
                    .all(|(extreme, value)| same(*extreme, largest, value));
            if agree { Ok(()) } else { wrong(&format!("{:?}", found.values)) }
        }
        (_, Verdict::Unknown(reason)) => wrong(&format!("{reason:?}")),
    }
}

/// Is the value of a term the extreme one?
fn same(extreme: Extreme, largest: bool, found: &TermValue) -> bool {
    let end = match found.ranges.as_slice() {
        [] => return extreme == Extreme::Nothing,
        [range] if largest => range.upper,
        [range] => range.lower,
        _ => return false,
    };
    match (extreme, end) {
        (Extreme::Unknown, _) => true,
        (Extreme::At(value, open), Some(end)) => end == (value, open),
        (Extreme::Beyond(value), Some((end, _))) => end > value,
        (Extreme::Beyond(_), None) => largest,
        _ => false,
    }
}

/// Where nothing is found everything has been explored, and the reachable discrete states are counted.
fn count(
    expected: &Expected,
    found: &Found,
    discrete_states: usize,
    dead_variables: bool,
) -> Result<(), String> {
    let explored = found.plan.shape == engine::plan::QueryShape::Reachability
        && matches!(expected.answer, Answer::Decided { shown: false, .. })
        && matches!(found.verdict, Ok(Verdict::Holds | Verdict::Fails))
        && found.plan.abstraction != Abstraction::Hull;
    let counted = found.stats.discrete_states as usize;
    let agrees =
        if dead_variables { counted <= discrete_states } else { counted == discrete_states };
    if explored && !agrees {
        return Err(format!("{counted} discrete states instead of {discrete_states}"));
    }
    Ok(())
}

/// Expansions that are allowed.
fn patience(expected: &Expected, plan: &Plan) -> u64 {
    if plan.abstraction == Abstraction::None || grows(expected) { 500 } else { 200_000 }
}

/// Does the query ask for the extreme value of a clock that seems to grow without end?
fn grows(expected: &Expected) -> bool {
    matches!(&expected.answer, Answer::Extremes(extremes)
        if extremes.iter().any(|extreme| matches!(extreme, Extreme::Beyond(_))))
}

struct Patience {
    left: u64,
}

impl Watch for Patience {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            ControlFlow::Continue(())
        }
    }
}
