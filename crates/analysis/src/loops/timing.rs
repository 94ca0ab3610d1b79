//! What the locations and edges of a process say about one clock.

use network::{
    BinaryOp, Edge, Expr, Guard, Location, LocationKind, Network, Place, Stmt, StmtKind, Storage,
    UnaryOp,
};

use network::network::cell_count;

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

/// An edge that looks at variables and at the clock, and perhaps sets that to 0. It may give variables constant values and
/// set other clocks: whether that matters is seen in each state.
pub(super) fn edge(network: &Network, edge: &Edge, clock: usize) -> Result<EdgeTiming, Why> {
    if !edge.selects.is_empty() || !has_one_channel(network, edge) {
        return Err(Why::Selects);
    }
    for stmt in &edge.update {
        let fits = match &stmt.kind {
            StmtKind::SetClock { .. } => {
                sets_to_zero(network, stmt, clock) || sets_another(network, stmt, clock)
            }
            StmtKind::Assign { .. } => constant_write(network, stmt).is_some(),
            _ => false,
        };
        if !fits {
            let sets = matches!(stmt.kind, StmtKind::SetClock { .. });
            return Err(if sets { Why::SetsClocks } else { Why::Changes });
        }
    }
    let window = window(network, &edge.guard, clock)?;
    let resets = edge.update.iter().any(|stmt| sets_to_zero(network, stmt, clock));
    Ok(EdgeTiming { window, resets })
}

/// Is the channel of an edge, if it has one, the same always, and is there such a channel?
fn has_one_channel(network: &Network, edge: &Edge) -> bool {
    edge.sync.as_ref().is_none_or(|sync| {
        let dims = &network.channels[sync.channel.family.index()].dims;
        let mut indices = dims.iter().zip(&sync.channel.indices);
        indices.all(|(dim, index)| {
            let index = constant(network, index).and_then(|index| i32::try_from(index).ok());
            index.is_some_and(|index| dim.contains(index))
        })
    })
}

/// Does a statement give a single other clock a value, without fail?
fn sets_another(network: &Network, stmt: &Stmt, clock: usize) -> bool {
    let StmtKind::SetClock { target, source: None, offset } = &stmt.kind else { return false };
    let fixed = target.indices.iter().all(|index| constant(network, index).is_some());
    let targets = possible(network, target);
    fixed && targets.len() == 1 && targets[0] != clock && interval(network, offset).lower >= 0
}

/// The slot and the value of a statement that gives a variable a constant value, without fail.
pub(super) fn constant_write(network: &Network, stmt: &Stmt) -> Option<(usize, i32)> {
    let StmtKind::Assign { target, value } = &stmt.kind else { return None };
    let value = i32::try_from(constant(network, value)?).ok()?;
    let fits = network.variable(target.variable).domain.contains(value);
    fits.then_some(()).and_then(|()| slot(network, target)).map(|slot| (slot, value))
}

/// The slot of a variable of the state whose indices are constants.
fn slot(network: &Network, place: &Place) -> Option<usize> {
    let variable = network.variable(place.variable);
    if variable.storage != Storage::State || place.indices.len() != variable.dims.len() {
        return None;
    }
    let mut offset = 0;
    for (dim, index) in variable.dims.iter().zip(&place.indices) {
        let index = i32::try_from(constant(network, index)?).ok()?;
        let at = dim.contains(index).then(|| i64::from(index) - i64::from(dim.lower))?;
        offset = offset * cell_count(std::slice::from_ref(dim)) + usize::try_from(at).ok()?;
    }
    Some(variable.base.index() + offset)
}

/// May a condition hold while these slots have these values?
pub(super) fn may_hold(network: &Network, condition: &Expr, values: &[(usize, i32)]) -> bool {
    value(network, condition, values) != Some(0)
}

/// The value of an expression, as far as comparisons and connectives of known values tell.
fn value(network: &Network, expr: &Expr, values: &[(usize, i32)]) -> Option<i64> {
    let truth = |holds: bool| Some(i64::from(holds));
    match expr {
        Expr::Read(place) => {
            let here = slot(network, place)?;
            let known = values.iter().find(|(slot, _)| *slot == here);
            known.map(|(_, value)| i64::from(*value))
        }
        Expr::Unary(UnaryOp::Not, operand) => truth(value(network, operand, values)? == 0),
        Expr::Binary(operator, left, right) => {
            let (left, right) = (value(network, left, values), value(network, right, values));
            match operator {
                BinaryOp::And if left == Some(0) || right == Some(0) => Some(0),
                BinaryOp::And => truth(left? != 0 && right? != 0),
                BinaryOp::Or => truth(left? != 0 || right? != 0),
                BinaryOp::Eq => truth(left? == right?),
                BinaryOp::Ne => truth(left? != right?),
                BinaryOp::Lt => truth(left? < right?),
                BinaryOp::Le => truth(left? <= right?),
                BinaryOp::Ge => truth(left? >= right?),
                BinaryOp::Gt => truth(left? > right?),
                _ => None,
            }
        }
        other => constant(network, other),
    }
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

pub(super) fn constant(network: &Network, expr: &Expr) -> Option<i64> {
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
    // The least value that a location is entered with. Those beyond its invariant are beyond what it is left with, too.
    let mut entered = End::ZERO;
    for (invariant, edge) in steps {
        let left = DelayInterval {
            lower: entered.later(edge.window.lower),
            upper: stronger(invariant.upper, edge.window.upper),
        };
        if left.is_empty() {
            return Err(Why::NoRound);
        }
        entered = left.lower;
        if edge.resets {
            total = total.then(left).ok_or(Why::TooLong)?;
            entered = End::ZERO;
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
