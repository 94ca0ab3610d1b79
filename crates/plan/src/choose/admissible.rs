//! What is sound for what: the table.
//!
//! * LU bounds justify abstraction by a *simulation*: what the abstract state can do, some real state can
//!   do as well. That preserves reachability and nothing else (TACAS'04).
//! * M bounds (L = U) justify it by a *bisimulation*: two valuations agree on every clock or are both
//!   beyond its constant. That preserves enabledness, hence deadlocks, maximal runs, and which broadcast
//!   receivers or moves of higher priority are *not* enabled.
//! * Rounds of polling loops are added at once where runs lead to all that is added: docs/theory/acceleration.md.
//! * Neither survives constraints on clock differences (Bouyer, STACS'03). There zones are split along
//!   the differences before M extrapolation (Bengtsson and Yi, ICFEM'03).

use network::features::{Features, goal_has_diagonals};
use network::{Goal, Network, Query, QueryKind, Scope, Term};

/// The kinds of question, as far as soundness is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryShape {
    /// Can a state of some kind be reached?
    Reachability,
    /// The same, with deadlocks in the goal.
    Deadlock,
    /// Is there a maximal run of some kind?
    Liveness,
    /// Extreme values over reachable states.
    Optimum,
    /// What can still happen from each state?
    Branching,
}

/// What is sound for a network and a query; each reason says why something is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admissible {
    /// The kind of question.
    pub shape: QueryShape,
    /// Abstraction by LU bounds, and covering by LU simulation.
    pub lu: Result<(), &'static str>,
    /// Abstraction by M bounds.
    pub m: Result<(), &'static str>,
    /// Over-approximation by convex hulls.
    pub hull: Result<(), &'static str>,
    /// Adding the rounds of polling loops at once.
    pub acceleration: Result<(), &'static str>,
    /// Zones must be split along clock differences.
    pub diagonals: bool,
    /// Delays with stopped clocks are over-approximated.
    pub stopwatches: bool,
}

impl Admissible {
    /// The table's row for a network and a query.
    #[must_use]
    pub fn of(network: &Network, query: &Query) -> Admissible {
        let features = Features::of(network);
        let goals = query.kind.goals();
        let shape = shape(&query.kind, &goals);
        let diagonals = features.diagonals
            || goals.iter().any(|goal| goal_has_diagonals(goal))
            || asks_for_difference(&query.kind);
        let has_clocks = network.clock_count() > 0;
        let lu = match shape {
            _ if diagonals => Err("clock differences are compared (x - y < c)"),
            QueryShape::Deadlock => Err("the query asks for deadlocks"),
            QueryShape::Liveness => Err("the query is about maximal runs"),
            QueryShape::Branching => Err("the query is about branching time"),
            _ if features.priorities && has_clocks => {
                Err("with priorities, disabled transitions matter too")
            }
            _ if features.broadcast_clock_guards => {
                Err("a broadcast receiver has a clock guard, so disabled edges matter too")
            }
            QueryShape::Reachability | QueryShape::Optimum => Ok(()),
        };
        let m = if diagonals { Err("clock differences are compared (x - y < c)") } else { Ok(()) };
        let hull = match shape {
            QueryShape::Reachability => Ok(()),
            QueryShape::Deadlock
            | QueryShape::Liveness
            | QueryShape::Optimum
            | QueryShape::Branching => {
                Err("convex hulls over-approximate, which decides only reachability")
            }
        };
        let is_about_cost = query.kind.scope() == Scope::Costs;
        let acceleration = acceleration(shape, is_about_cost, features);
        Admissible {
            shape,
            lu,
            m,
            hull,
            acceleration,
            diagonals,
            stopwatches: features.stopwatches,
        }
    }
}

/// Rounds are real runs, so adding what they lead to changes nothing about what can be reached. A maximal run may
/// stay in them or leave them, and what it does meanwhile is not seen.
fn acceleration(
    shape: QueryShape,
    is_about_cost: bool,
    features: Features,
) -> Result<(), &'static str> {
    match shape {
        QueryShape::Liveness => Err("the query is about maximal runs"),
        QueryShape::Branching => Err("the query is about branching time"),
        _ if is_about_cost => Err("runs are compared by their cost"),
        _ if features.priorities => Err("with priorities, other transitions may delay the rounds"),
        _ if features.stopwatches => Err("clocks may stand still"),
        _ if features.update_hooks => Err("every transition changes variables"),
        // Deadlocks are asked of states of which each valuation is bisimilar to one that rounds lead to (M bounds).
        QueryShape::Reachability | QueryShape::Deadlock | QueryShape::Optimum => Ok(()),
    }
}

fn shape(kind: &QueryKind, goals: &[&Goal]) -> QueryShape {
    let has_deadlock = goals.iter().any(|goal| goal.has_deadlock());
    match kind.scope() {
        Scope::MaximalRuns => QueryShape::Liveness,
        Scope::Tree => QueryShape::Branching,
        Scope::States | Scope::Values | Scope::Costs if has_deadlock => QueryShape::Deadlock,
        Scope::Values | Scope::Costs => QueryShape::Optimum,
        // The last is not answered at all.
        Scope::States | Scope::Nothing => QueryShape::Reachability,
    }
}

fn asks_for_difference(kind: &QueryKind) -> bool {
    kind.terms().iter().any(|term| matches!(term, Term::Clock { right: Some(_), .. }))
}
