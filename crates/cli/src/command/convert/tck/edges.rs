//! Edges: one for each select binding, each channel it may be on, each way its guard can be read.

use orrery::network::{ClockConstraint, Direction, Edge, Guard};
use orrery::syntax::tck::{self, BinaryOp};

use super::expressions::{MOST_INSTANCES, Scope, World};
use super::terms::{and, binary, int, negate, value};
use super::unsayable::{Said, unsayable};

/// An edge of the other format, before its event has a name.
pub(super) struct Written {
    /// Its number in the process.
    pub(super) edge: usize,
    /// The channel by number, and which end of it.
    pub(super) sync: Option<(usize, Direction)>,
    /// Its guard; the number 1 if there is none.
    pub(super) guard: tck::Expr,
    pub(super) update: Vec<tck::Stmt>,
}

/// All edges that an edge of the network becomes.
pub(super) fn edges<'a>(world: &'a World<'a>, number: usize, edge: &'a Edge) -> Said<Vec<Written>> {
    let mut scopes = vec![Scope::new(world, edge.origin)];
    for select in &edge.selects {
        let mut longer = Vec::new();
        for scope in &scopes {
            longer.extend(scope.instances(select.variable, select.domain)?);
        }
        if longer.len() as u64 > MOST_INSTANCES {
            return unsayable("very many select bindings", edge.origin);
        }
        scopes = longer;
    }
    let mut written = Vec::new();
    for scope in scopes {
        for guard in guards(&scope, &edge.guard)? {
            for (sync, here) in channels(&scope, edge)? {
                let guard = and(guard.clone(), here);
                if value(&guard) != Some(0) {
                    let update = scope.update(&edge.update)?;
                    written.push(Written { edge: number, sync, guard, update });
                }
            }
        }
    }
    Ok(written)
}

/// A guard or invariant that has no conditional constraints.
pub(super) fn plain<'a>(scope: &Scope<'a>, guard: &'a Guard) -> Said<tck::Expr> {
    let mut all = scope.condition(&guard.condition)?;
    for constraint in &guard.clocks {
        match value(&scope.condition(&constraint.when)?) {
            Some(0) => {}
            Some(_) => all = and(all, clocks(scope, constraint)?),
            None => {
                return unsayable(
                    "a clock bound that applies only under a condition",
                    scope.origin,
                );
            }
        }
    }
    Ok(all)
}

/// The guards that together are this one: a constraint that only counts sometimes makes two cases.
fn guards<'a>(scope: &Scope<'a>, guard: &'a Guard) -> Said<Vec<tck::Expr>> {
    let mut cases = vec![scope.condition(&guard.condition)?];
    for constraint in &guard.clocks {
        let counts = scope.condition(&constraint.when)?;
        let bound = clocks(scope, constraint)?;
        cases = match value(&counts) {
            Some(0) => cases,
            Some(_) => cases.into_iter().map(|case| and(case, bound.clone())).collect(),
            None => {
                let absent = binary(BinaryOp::Eq, super::terms::truth(counts.clone()), int(0));
                let split = |case: tck::Expr| {
                    let with = and(and(case.clone(), counts.clone()), bound.clone());
                    [with, and(case, absent.clone())]
                };
                cases.into_iter().flat_map(split).collect()
            }
        };
        if cases.len() as u64 > MOST_INSTANCES {
            return unsayable(
                "very many clock bounds that apply only under a condition",
                scope.origin,
            );
        }
    }
    Ok(cases)
}

fn clocks<'a>(scope: &Scope<'a>, constraint: &'a ClockConstraint) -> Said<tck::Expr> {
    let bound = scope.term(&constraint.bound)?;
    let upper = if constraint.strict { BinaryOp::Lt } else { BinaryOp::Le };
    let lower = if constraint.strict { BinaryOp::Gt } else { BinaryOp::Ge };
    Ok(match (&constraint.left, &constraint.right) {
        (Some(left), None) => binary(upper, scope.clock(left)?, bound),
        (None, Some(right)) => binary(lower, scope.clock(right)?, negate(bound)),
        (Some(left), Some(right)) => {
            let difference = binary(BinaryOp::Sub, scope.clock(left)?, scope.clock(right)?);
            binary(upper, difference, bound)
        }
        (None, None) => binary(upper, int(0), bound),
    })
}

/// A channel with its end; none for an internal edge.
type Sync = Option<(usize, Direction)>;

/// The channels an edge may be on, each with the condition under which it is.
fn channels<'a>(scope: &Scope<'a>, edge: &'a Edge) -> Said<Vec<(Sync, tck::Expr)>> {
    let Some(sync) = &edge.sync else { return Ok(vec![(None, int(1))]) };
    let family = scope.network().channel_family(sync.channel.family);
    let offset = scope.offset(&family.dims, &scope.terms(&sync.channel.indices)?);
    let base = family.base.index();
    if let Some(offset) = value(&offset) {
        let channel = usize::try_from(offset).map_or(base, |offset| base + offset);
        return Ok(vec![(Some((channel, sync.direction)), int(1))]);
    }
    let size = orrery::network::cell_count(&family.dims);
    if size as u64 > MOST_INSTANCES {
        return unsayable("a channel out of very many", edge.origin);
    }
    let each = |number: usize| {
        let number_term = int(i64::try_from(number).unwrap_or(0));
        let here = binary(BinaryOp::Eq, offset.clone(), number_term);
        (Some((base + number, sync.direction)), here)
    };
    Ok((0..size).map(each).collect())
}
