//! Every admissible way to answer a query, held against what is expected.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::graph::Following;
use engine::store::{Compression, Covering};
use engine::watch::{Progress, StopReason, Watch};
use network::{Network, Query, QueryKind};
use program::Recalling;
use query::check::check_planned;
use query::plan::{
    Abstraction, AbstractionOption, AccelerateOption, CoveringOption, DomainOption, FuseOption,
    Options, Order, OrderOption, Plan, PlanError, QueryShape, SymmetryOption, SymmetryPlan,
    TimeDomain, TraceOption, plan,
};
use query::trace::TraceError;
use query::verdict::{Answer as Found, LARGEST_CLOCK_CONSTANT, TermValue, Undecided, Verdict};
use reference::ReplayError;

use crate::answers::{Answer, Expected, Extreme, Size};
use crate::oracle::Alarm;
pub use crate::tally::Tally;

/// A plan whose answer is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What was asked for.
    pub options: Options,
    pub problem: String,
}

/// Everything that can be asked for.
#[must_use]
pub fn all_options() -> Vec<Options> {
    use AbstractionOption as Abstractions;
    use CoveringOption as Coverings;
    use SymmetryOption as Symmetries;
    let mut all = vec![Options {
        symmetry: Symmetries::Off,
        domain: DomainOption::Zones,
        ..Options::default()
    }];
    let mut vary = |values: &[&dyn Fn(&mut Options)]| {
        let with = |options: &Options, set: &dyn Fn(&mut Options)| {
            let mut options = options.clone();
            set(&mut options);
            options
        };
        all = all.iter().flat_map(|each| values.iter().map(move |set| with(each, set))).collect();
    };
    vary(&[
        &|options| options.abstraction = Abstractions::Auto,
        &|options| options.abstraction = Abstractions::Lu,
        &|options| options.abstraction = Abstractions::M,
        &|options| options.abstraction = Abstractions::None,
        &|options| options.abstraction = Abstractions::Hull,
    ]);
    vary(&[
        &|options| options.covering = Coverings::Equality,
        &|options| options.covering = Coverings::Inclusion,
        &|options| options.covering = Coverings::Simulation,
    ]);
    vary(&[
        &|options| options.order = OrderOption::Auto,
        &|options| options.order = OrderOption::Bfs,
        &|options| options.order = OrderOption::Dfs,
        &|options| options.order = OrderOption::Random,
    ]);
    vary(&[&|options| options.active_clocks = true, &|options| options.active_clocks = false]);
    vary(&[&|options| options.dead_variables = true, &|options| options.dead_variables = false]);
    // What has nothing to do with each other is switched together, so that there are not too many.
    vary(&[
        &|options| {
            (options.drop_orphans, options.scouts) = (true, Some(EARLY_SCOUTS));
            options.recalling = Recalling::Always;
            options.compression = Compression::Always;
        },
        &|options| {
            (options.drop_orphans, options.scouts) = (false, None);
            options.recalling = Recalling::Never;
            options.compression = Compression::Never;
        },
    ]);
    vary(&[
        &|options| {
            (options.accelerate, options.slice) = (AccelerateOption::All, true);
            (options.independent_steps, options.fuse_loops) = (false, FuseOption::On);
        },
        &|options| {
            (options.accelerate, options.slice) = (AccelerateOption::Off, false);
            (options.independent_steps, options.fuse_loops) = (false, FuseOption::Off);
        },
        &|options| {
            (options.accelerate, options.slice) = (AccelerateOption::All, true);
            (options.independent_steps, options.fuse_loops) = (true, FuseOption::Off);
        },
        &|options| {
            (options.accelerate, options.slice) = (AccelerateOption::Off, false);
            (options.independent_steps, options.fuse_loops) = (true, FuseOption::On);
        },
    ]);
    vary(&[
        &|options| options.chains = Following::Always,
        &|options| options.chains = Following::WhereItPays,
        &|options| options.chains = Following::Never,
    ]);
    vary(&[&|options| options.threads = 1, &|options| options.threads = 3]);
    vary(&[
        &|options| options.symmetry = Symmetries::Off,
        &|options| options.symmetry = Symmetries::Auto,
        &|options| options.symmetry = Symmetries::Scalars,
        &|options| options.symmetry = Symmetries::Sort,
    ]);
    all.extend(traced_options());
    all
}

/// Small networks are searched before scouts usually go out.
const EARLY_SCOUTS: u64 = 4;

/// Every trace that can be asked for, in every order, with and without symmetry.
fn traced_options() -> Vec<Options> {
    let mut all = Vec::new();
    for trace in TRACES {
        let deep = [OrderOption::Dfs, OrderOption::Random, OrderOption::Guided];
        for order in [OrderOption::Auto, OrderOption::Bfs].into_iter().chain(deep) {
            for symmetry in [SymmetryOption::Off, SymmetryOption::Auto] {
                let domain = DomainOption::Zones;
                let accelerate = AccelerateOption::All;
                // Symmetries are found apart from the rest, so they cannot decide what is fused.
                let fuse_loops = FuseOption::On;
                let asked = Options { trace, order, symmetry, domain, ..Options::default() };
                let usual = Options { accelerate, fuse_loops, ..asked };
                let fuse_loops = FuseOption::Off;
                let accelerate = AccelerateOption::Off;
                all.push(Options { accelerate, fuse_loops, ..usual.clone() });
                all.push(Options { slice: false, scouts: None, ..usual.clone() });
                all.push(Options { scouts: Some(EARLY_SCOUTS), ..usual });
            }
        }
    }
    all
}

/// The traces that can be asked for.
pub const TRACES: [TraceOption; 3] =
    [TraceOption::Some, TraceOption::Shortest, TraceOption::Fastest];

/// Answers a query in every admissible way.
pub fn every_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    size: Size,
) -> Result<Tally, Box<Difference>> {
    each_plan(network, query, expected, size, &all_options())
}

/// Answers a query in each of these ways, as far as they are admissible. Options that come to the same
/// plan count once.
pub fn each_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    size: Size,
    choices: &[Options],
) -> Result<Tally, Box<Difference>> {
    let mut tally = Tally::default();
    let mut done: Vec<Key> = Vec::new();
    let mut symmetries = Symmetries::default();
    let mut last = None;
    for options in choices {
        let Some(symmetry) = symmetries.useful(network, query, options) else { continue };
        let problem = match planned(network, query, options, &mut last) {
            Ok(plan) if done.contains(&key(&plan, options.symmetry)) => continue,
            Ok(mut plan) => {
                done.push(key(&plan, options.symmetry));
                plan.symmetry = symmetry;
                one_plan(network, query, expected, size, plan, &mut tally).err()
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
            return Err(Box::new(Difference { options: options.clone(), problem }));
        }
    }
    Ok(tally)
}

/// What decides which network is searched.
type SearchedNetwork = (bool, FuseOption, TraceOption);

/// Which kinds of symmetry a query has. Finding them takes time and depends on nothing else that is asked
/// for, so it is done once.
#[derive(Default)]
struct Symmetries {
    known: Vec<(SearchedNetwork, SymmetryOption, Option<SymmetryPlan>)>,
}

impl Symmetries {
    /// The symmetries to use; none if they are those of another option.
    fn useful(
        &mut self,
        network: &Network,
        query: &Query,
        asked: &Options,
    ) -> Option<SymmetryPlan> {
        let Options { symmetry, slice, fuse_loops, trace, .. } = *asked;
        if symmetry == SymmetryOption::Off {
            return Some(SymmetryPlan::off());
        }
        let searched = (slice, fuse_loops, trace);
        let mut same = self.known.iter().filter(|(other, ..)| *other == searched);
        if let Some((.., useful)) = same.clone().find(|(_, known, _)| *known == symmetry) {
            return useful.clone();
        }
        let options = Options { symmetry, slice, fuse_loops, trace, ..Options::default() };
        let found = plan(network, query, &options).ok().map(|plan| plan.symmetry);
        let useful = found.filter(|plan| {
            plan.group.is_some() && same.all(|(.., known)| known.as_ref() != Some(plan))
        });
        self.known.push((searched, symmetry, useful.clone()));
        useful
    }
}

/// What tells plans for one query apart.
type Key =
    ((TimeDomain, Abstraction), Covering, Order, [bool; 10], SymmetryOption, usize, TraceOption);

fn key(plan: &Plan, symmetry: SymmetryOption) -> Key {
    let Plan { domain, abstraction, covering, order, threads, trace, .. } = *plan;
    let accelerates = !plan.accelerated.is_empty();
    let (sliced, chains) = (plan.slice.is_some(), !plan.passing.is_empty());
    let always = chains && plan.following == Following::Always;
    let independent = plan.independent.is_some();
    let scouts = plan.scouts.is_some() && plan.order == Order::Adaptive;
    let Plan { active_clocks, dead_variables, drop_orphans, .. } = *plan;
    let fused = plan.fused.is_some();
    let switches = [
        active_clocks,
        dead_variables,
        drop_orphans,
        accelerates,
        chains,
        always,
        sliced,
        scouts,
        independent,
        fused,
    ];
    ((domain, abstraction), covering, order, switches, symmetry, threads, trace)
}

type Planned = Result<Plan, PlanError>;

/// The plan without symmetry, and without what makes no difference. The last one is kept.
fn planned(
    network: &Network,
    query: &Query,
    options: &Options,
    last: &mut Option<(Options, Planned)>,
) -> Planned {
    let options = Options { symmetry: SymmetryOption::Off, ..options.clone() };
    match last {
        Some((known, planned)) if *known == options => planned.clone(),
        _ => {
            let mut planned = plan(network, query, &options);
            if let Ok(plan) = &mut planned
                && matches!(query.kind, QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_))
            {
                // The search for a maximal run is depth first.
                plan.order = Order::Dfs;
            }
            if let Ok(plan) = &mut planned
                && !(matches!(plan.shape, QueryShape::Reachability | QueryShape::Deadlock)
                    && matches!(plan.order, Order::Adaptive | Order::Bfs)
                    && plan.active_clocks
                    && plan.dead_variables)
            {
                // Only these are searched by several threads, which do not care for the last two.
                plan.threads = 1;
            }
            if let Ok(plan) = &mut planned
                && (plan.covering == Covering::Equality || plan.order == Order::Dfs)
            {
                // Nothing is superseded, or nobody asks.
                plan.drop_orphans = true;
            }
            *last = Some((options, planned.clone()));
            planned
        }
    }
}

/// Answers a query in one way.
pub fn one_plan(
    network: &Network,
    query: &Query,
    expected: &Expected,
    size: Size,
    plan: Plan,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut patience = Patience::new(match plan.domain {
        TimeDomain::Zones => {
            patience(expected, size, plan.abstraction, plan.covering == Covering::Equality)
        }
        TimeDomain::Integers | TimeDomain::Both => MOST_VALUATIONS,
    });
    tally.symmetric += u64::from(plan.symmetry.group.is_some());
    tally.accelerated += u64::from(!plan.accelerated.is_empty());
    tally.chained += u64::from(!plan.passing.is_empty());
    tally.sliced += u64::from(plan.slice.is_some());
    tally.fused += u64::from(plan.fused.is_some());
    let check = || check_planned(network, query, plan, &mut patience);
    match catch_unwind(AssertUnwindSafe(check)) {
        Err(_) => Err("the engine panicked".to_owned()),
        Ok(Err(PlanError::Unsupported(_))) => {
            tally.unsupported += 1;
            Ok(())
        }
        Ok(Err(error)) => Err(format!("planned, and yet {error:?}")),
        Ok(Ok(answer)) => {
            tally.reduced += u64::from(answer.stats.progress.reduced > 0);
            held_against(query, expected, size, &answer, tally)
        }
    }
}

/// Is an answer the one that is expected?
pub(crate) fn held_against(
    query: &Query,
    expected: &Expected,
    size: Size,
    answer: &Found,
    tally: &mut Tally,
) -> Result<(), String> {
    if matches!(answer.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_)))) {
        // Without abstraction, or for a clock that grows without end, a search may not end; where only
        // equal zones cover each other, there may be many more zones than regions.
        let Plan { abstraction, covering, .. } = answer.plan;
        let endless = abstraction == Abstraction::None || covering == Covering::Equality;
        if !endless && !grows(expected) {
            return Err("the search does not end".to_owned());
        }
        tally.endless += 1;
        return Ok(());
    }
    if let Ok(Verdict::Unknown(Undecided::ClockRange(constant))) = &answer.verdict
        && expected.large
        && constant.is_none_or(|constant| constant > LARGEST_CLOCK_CONSTANT.into())
    {
        tally.unsupported += 1;
        return Ok(());
    }
    let largest =
        matches!(query.kind, QueryKind::Optimum { extremum: network::Extremum::Supremum, .. });
    compare(expected, answer, largest)?;
    tally.integers += u64::from(answer.plan.domain == TimeDomain::Integers);
    run(expected, answer)?;
    count(expected, answer, size.discrete_states)?;
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

/// Where a run shows the answer and is asked for, there is one.
fn run(expected: &Expected, found: &Found) -> Result<(), String> {
    let wanted = found.plan.trace != TraceOption::None
        && matches!(expected.answer, Answer::Decided { shown: true, .. })
        && matches!(found.verdict, Ok(Verdict::Holds | Verdict::Fails));
    // What ends a run may be evaluated further than what the search needed to know.
    let invalid = matches!(
        found.trace_error,
        Some(TraceError::Fault(_) | TraceError::Replay(ReplayError::Fault(..)))
    );
    let excused = expected.alarm.is_some() && invalid;
    if wanted && found.run.is_none() && !excused {
        return Err(format!("no run: {:?}", found.trace_error));
    }
    Ok(())
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
fn count(expected: &Expected, found: &Found, discrete_states: usize) -> Result<(), String> {
    let explored = found.plan.shape == QueryShape::Reachability
        && matches!(expected.answer, Answer::Decided { shown: false, .. })
        && matches!(found.verdict, Ok(Verdict::Holds | Verdict::Fails))
        && found.plan.abstraction != Abstraction::Hull
        // Clocks are cells there.
        && found.plan.domain == TimeDomain::Zones
        // A comparison of clocks that may be invalid is an edge less to the judge.
        && expected.alarm.is_none()
        // The middle of a chain is not stored.
        && found.plan.fused.is_none()
        // What is left out tells no states apart.
        && found.plan.slice.is_none()
        // Which states represent their orbits may depend on the clocks as well.
        && found.plan.symmetry.group.is_none();
    let counted = found.stats.discrete_states as usize;
    // States that are followed are not stored, and others are not reached where steps are put off.
    let some = found.plan.dead_variables
        || !found.plan.passing.is_empty()
        || found.plan.independent.is_some();
    let agrees = if some { counted <= discrete_states } else { counted == discrete_states };
    if explored && !agrees {
        return Err(format!("{counted} discrete states instead of {discrete_states}"));
    }
    Ok(())
}

/// Expansions that are allowed in whole numbers.
pub(crate) const MOST_VALUATIONS: u64 = 60_000;

/// Expansions that are allowed where only equal zones cover each other.
const MOST_EQUAL_EXPANSIONS: u64 = 5000;

/// Expansions that are allowed.
pub(crate) fn patience(
    expected: &Expected,
    size: Size,
    abstraction: Abstraction,
    equality: bool,
) -> u64 {
    if abstraction == Abstraction::None || grows(expected) {
        return 500;
    }
    let enough = 2000 + 10 * size.nodes as u64;
    if equality { enough.min(MOST_EQUAL_EXPANSIONS) } else { enough }
}

/// Does the query ask for the extreme value of a clock, or of the difference of two, that seems to grow
/// without end?
fn grows(expected: &Expected) -> bool {
    let endless = |extreme: &Extreme| matches!(extreme, Extreme::Beyond(_) | Extreme::Unknown);
    matches!(&expected.answer, Answer::Extremes(extremes) if extremes.iter().any(endless))
}

/// Ends a search after so many expansions.
pub struct Patience {
    left: u64,
}

impl Patience {
    #[must_use]
    pub fn new(left: u64) -> Patience {
        Patience { left }
    }
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
