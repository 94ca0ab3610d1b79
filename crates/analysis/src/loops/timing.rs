//! What the locations and edges of a process say about one clock.

use network::{Edge, Expr, Guard, Location, LocationKind, Network, Stmt, StmtKind};

use super::delay::{DelayInterval, End};
use super::refusal::Why;
use crate::intervals::interval;
use crate::writes::{effects, possible};

/// The values of the clock that a guard or an invariant allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub lower: End,
    pub upper: Option<End>,
}

/// What an edge asks of the clock and does to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeTiming {
    pub window: Window,
    pub resets: bool,
}

/// The invariant of a location, as far as it lets the clock grow.
pub(super) fn location(
    network: &Network,
    location: &Location,
    clock: usize,
) -> Result<Window, Why> {
    if location.kind != LocationKind::Normal {
        return Err(Why::Still);
    }
    let window = window(network, &location.invariant, clock)?;
    if window.lower != End::ZERO {
        return Err(Why::LowerBound);
    }
    Ok(window)
}

/// An edge that does nothing but look at variables and at the clock, and perhaps set that to 0.
pub(super) fn edge(network: &Network, edge: &Edge, clock: usize) -> Result<EdgeTiming, Why> {
    if edge.sync.is_some() {
        return Err(Why::Synchronises);
    }
    if !edge.selects.is_empty() {
        return Err(Why::Selects);
    }
    for stmt in &edge.update {
        match &stmt.kind {
            StmtKind::SetClock { .. } if sets_to_zero(network, stmt, clock) => {}
            StmtKind::SetClock { .. } => return Err(Why::SetsClocks),
            _ => return Err(Why::Changes),
        }
    }
    let window = window(network, &edge.guard, clock)?;
    Ok(EdgeTiming { window, resets: !edge.update.is_empty() })
}

/// Does an update set the clock to 0, whatever else it does?
pub(super) fn resets(network: &Network, update: &[Stmt], clock: usize) -> bool {
    let done = update.iter().filter(|stmt| sets_to_zero(network, stmt, clock)).count();
    done == 1 && writes_of(network, update, clock) == 1
}

/// How many statements of an update may set the clock.
pub(super) fn writes_of(network: &Network, update: &[Stmt], clock: usize) -> usize {
    let effects = effects(network, update);
    let copied = effects.copies.iter().filter(|(target, ..)| *target == clock).count();
    effects.resets.iter().filter(|target| **target == clock).count() + copied
}

/// Does an invariant speak of the clock?
pub(super) fn mentions(network: &Network, guard: &Guard, clock: usize) -> bool {
    let clocks = guard.clocks.iter().flat_map(|each| each.left.iter().chain(&each.right));
    clocks.into_iter().any(|place| possible(network, place).contains(&clock))
}

fn sets_to_zero(network: &Network, stmt: &Stmt, clock: usize) -> bool {
    match &stmt.kind {
        StmtKind::SetClock { target, source: None, offset } => {
            possible(network, target) == [clock] && constant(network, offset) == Some(0)
        }
        _ => false,
    }
}

fn constant(network: &Network, expr: &Expr) -> Option<i64> {
    let values = interval(network, expr);
    (values.lower == values.upper).then_some(values.lower)
}

/// The clock part of a guard. Its integer part is looked at in each state.
fn window(network: &Network, guard: &Guard, clock: usize) -> Result<Window, Why> {
    let mut window = Window { lower: End::ZERO, upper: None };
    for constraint in &guard.clocks {
        match constant(network, &constraint.when) {
            Some(0) => continue,
            Some(_) => {}
            None => return Err(Why::MovingBound),
        }
        let is_it = |place| possible(network, place) == [clock];
        let limit = constant(network, &constraint.bound);
        match (&constraint.left, &constraint.right) {
            (Some(left), None) if is_it(left) => {
                let end = End { at: limit.ok_or(Why::MovingBound)?, open: constraint.strict };
                window.upper = Some(window.upper.map_or(end, |upper| upper.earlier(end)));
            }
            (None, Some(right)) if is_it(right) => {
                let end = End { at: -limit.ok_or(Why::MovingBound)?, open: constraint.strict };
                window.lower = window.lower.later(end);
            }
            _ => return Err(Why::OtherClock),
        }
    }
    Ok(window)
}

/// The durations of a round that enters its first location with the clock at 0: for each edge the window of the
/// location it leaves and its own. None if no run goes round, or if it takes too long to count.
///
/// Until the clock is reset its value is the time since then. The values with which a location can be left are an
/// interval: at least what it was entered with, and within invariant and guard. So is the time of all of a round, and each
/// value is possible, because one that is later in a location was possible before by waiting.
pub(super) fn round(steps: &[(Window, EdgeTiming)]) -> Result<DelayInterval, Why> {
    let mut total = DelayInterval::NOTHING;
    let mut entered = DelayInterval::NOTHING;
    for (invariant, edge) in steps {
        entered.upper = stronger(entered.upper, invariant.upper);
        if entered.is_empty() {
            return Err(Why::NoRound);
        }
        let left = DelayInterval {
            lower: entered.lower.later(edge.window.lower),
            upper: stronger(invariant.upper, edge.window.upper),
        };
        if left.is_empty() {
            return Err(Why::NoRound);
        }
        entered = left;
        if edge.resets {
            total = total.then(left).ok_or(Why::TooLong)?;
            entered = DelayInterval::NOTHING;
        }
    }
    Ok(total)
}

fn stronger(left: Option<End>, right: Option<End>) -> Option<End> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.earlier(right)),
        (left, right) => left.or(right),
    }
}
