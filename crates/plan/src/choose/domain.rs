//! Zones, or clocks in whole numbers.
//!
//! Where no constraint is strict, a state that can be reached at all can be reached with whole delays
//! (docs/theory/integer-time.md). Whole numbers pay where guards ask for exact moments that nobody is made to keep: there
//! zones multiply, since each remembers in which order moments were missed. Elsewhere one zone stands for
//! very many valuations. Which it is shows only during the search, so by default both take turns.

use network::features::Features;
use network::{ClockConstraint, ClockPlace, Edge, Expr, Goal, Network, Process, Query};

use super::admissible::QueryShape;
use super::choose::{Abstraction, Plan, PlanError, Reason, decide, inadmissible};
use super::options::{
    AbstractionOption, CoveringOption, DomainOption, Options, OrderOption, TraceOption,
};
use analysis::LocalBounds;
use engine::goal::{negated, normal};
use engine::store::Covering;

/// What clocks are followed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeDomain {
    Zones,
    /// Single valuations in whole numbers.
    Integers,
    /// Both take turns, and the first answer counts.
    Both,
}

/// The largest constant in whole numbers: a valuation beyond it and the delay after it still fit into a zone.
const LARGEST_CONSTANT: i32 = 1 << 26;

/// Are whole numbers as good as zones? If not, why?
pub(super) fn integers(
    network: &Network,
    query: &Query,
    shape: QueryShape,
) -> Result<(), &'static str> {
    let features = Features::of(network);
    match shape {
        QueryShape::Reachability => {}
        QueryShape::Deadlock => return Err("the query asks for deadlocks"),
        QueryShape::Liveness => return Err("the query is about maximal runs"),
        QueryShape::Optimum => return Err("the query asks for extreme values"),
        QueryShape::Branching => return Err("the query is about branching time"),
    }
    if network.clock_count() == 0 {
        return Err("there are no clocks");
    }
    if features.strict_bounds {
        return Err("a guard or invariant has a strict bound (x < c)");
    }
    if features.stopwatches {
        return Err("clocks may stand still");
    }
    if features.diagonals {
        return Err("clock differences are compared (x - y < c)");
    }
    if features.clock_copies {
        return Err("clocks are copied");
    }
    if features.priorities {
        return Err("with priorities, disabled transitions matter too");
    }
    if features.broadcast_clock_guards {
        return Err("a broadcast receiver has a clock guard, so disabled edges matter too");
    }
    let target = match query.kind.about_one_state() {
        Some((goal, false)) => normal(goal),
        Some((goal, true)) => negated(goal),
        None => return Err("the query does not ask what can be reached"),
    };
    if !is_closed(&target) {
        return Err("what is looked for has a strict bound (x < c; for A[] it is the negation)");
    }
    let bounds = LocalBounds::of(network, &[target], true);
    if !bounds.fits() || bounds.largest() > LARGEST_CONSTANT {
        return Err("a clock is compared with more than 2^26");
    }
    Ok(())
}

/// Has a goal in normal form single clocks and no strict bound?
fn is_closed(goal: &Goal) -> bool {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => parts.iter().all(is_closed),
        Goal::Holds(_) => true,
        Goal::Clock(constraint) => {
            !constraint.strict && (constraint.left.is_none() || constraint.right.is_none())
        }
        Goal::Not(_) | Goal::Deadlock => false,
    }
}

/// Which of the two is used.
pub(super) fn domain(
    network: &Network,
    query: &Query,
    shape: QueryShape,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Result<TimeDomain, PlanError> {
    let topic = "domain";
    match options.domain {
        DomainOption::Zones => {
            decide(reasons, topic, "zones", "asked for");
            Ok(TimeDomain::Zones)
        }
        DomainOption::Integers => {
            integers(network, query, shape)
                .map_err(|because| inadmissible("--domain integers", because))?;
            agrees(options)?;
            decide(reasons, topic, "integers", "asked for");
            Ok(TimeDomain::Integers)
        }
        DomainOption::Auto if agrees(options).is_err() || options.order != OrderOption::Auto => {
            Ok(TimeDomain::Zones)
        }
        DomainOption::Auto if !has_punctual_guards(network) => Ok(TimeDomain::Zones),
        DomainOption::Auto => {
            if let Err(because) = integers(network, query, shape) {
                decide(reasons, topic, "zones", because);
                return Ok(TimeDomain::Zones);
            }
            let because = "guards ask for exact times that may be missed: a search with whole numbers and one with zones take turns";
            decide(reasons, topic, "both", because);
            Ok(TimeDomain::Both)
        }
    }
}

/// Is nothing asked for that only zones have?
fn agrees(options: &Options) -> Result<(), PlanError> {
    let refused = |asked: &str, because: &str| Err(inadmissible(asked, because));
    match (options.abstraction, options.covering, options.trace) {
        (AbstractionOption::Auto, CoveringOption::Auto, TraceOption::None | TraceOption::Some) => {
            Ok(())
        }
        (_, _, TraceOption::Shortest) => refused(
            "--trace shortest",
            "with --domain integers, waiting is a step of the search too",
        ),
        (_, _, TraceOption::Fastest) => {
            refused("--trace fastest", "it is found by a search with zones, in order of time")
        }
        (AbstractionOption::Auto, _, _) => {
            refused("covering", "with --domain integers, states are equal or different")
        }
        _ => refused("--abstraction", "with --domain integers, there are no zones to be coarsened"),
    }
}

/// Of the edges that look at clocks, do at least half ask for an exact moment that no invariant makes them keep?
/// Edges that are taken at once, `x <= 0`, are neither here nor there.
fn has_punctual_guards(network: &Network) -> bool {
    let at_once =
        |each: &ClockConstraint| upper(each).is_some_and(|(_, most)| *most == Expr::Const(0));
    let (mut punctual, mut all) = (0u64, 0u64);
    for process in &network.processes {
        for edge in &process.edges {
            if edge.guard.clocks.iter().all(at_once) {
                continue;
            }
            all += 1;
            punctual += u64::from(may_miss(process, edge));
        }
    }
    punctual > 0 && punctual * 2 >= all
}

/// Does an edge ask for one value of a clock that may pass it?
fn may_miss(process: &Process, edge: &Edge) -> bool {
    let bounded = &process.locations[edge.source.index()].invariant.clocks;
    let mut uppers = edge.guard.clocks.iter().filter_map(upper);
    uppers.any(|(clock, most)| {
        let at_least = Expr::negated(most.clone());
        let is_exact = edge.guard.clocks.iter().any(|each| {
            each.left.is_none() && each.right.as_ref() == Some(clock) && each.bound == at_least
        });
        is_exact && !bounded.iter().filter_map(upper).any(|(kept, _)| kept == clock)
    })
}

/// The clock and the constant of an upper bound.
fn upper(constraint: &ClockConstraint) -> Option<(&ClockPlace, &Expr)> {
    let clock = constraint.left.as_ref().filter(|_| constraint.right.is_none())?;
    Some((clock, &constraint.bound))
}

impl Plan {
    /// The same in whole numbers.
    #[must_use]
    pub fn in_integers(&self) -> Plan {
        let of_zones = ["abstraction", "covering", "acceleration", "not accelerated", "chains"];
        let mut reasons = self.reasons.clone();
        reasons.retain(|reason| !of_zones.contains(&reason.topic));
        Plan {
            domain: TimeDomain::Integers,
            // Of a state in which time stands still there is one valuation, which is soon stored.
            passing: Vec::new(),
            abstraction: Abstraction::M,
            covering: Covering::Equality,
            accelerated: Vec::new(),
            reasons,
            ..self.clone()
        }
    }

    /// The same with zones alone.
    #[must_use]
    pub fn in_zones(&self) -> Plan {
        Plan { domain: TimeDomain::Zones, ..self.clone() }
    }
}
