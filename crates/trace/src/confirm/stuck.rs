//! Whether a concrete state is a deadlock, by trying.
//!
//! Where clocks stand still, zones may say that a state is stuck although it is not. Whether a transition is
//! enabled changes only at delays at which a constraint of it begins or ceases to hold, so it is enough to look
//! at those, and once between any two.

use network::eval::Fault;
use network::guard::Difference;
use network::{ClockId, Expr, Goal};
use zones::Rational;

use reference::{Candidate, Concrete, Discrete, candidates, whole};

/// Does the state satisfy the goal, if deadlocks are looked for after every delay as well?
pub(super) fn satisfies(state: &mut Concrete<'_>, goal: &Goal) -> Result<bool, Fault> {
    let stuck = is_stuck(state)?;
    state.satisfies(&with_deadlock(goal, stuck))
}

/// The goal in a state that is a deadlock, or is not.
fn with_deadlock(goal: &Goal, stuck: bool) -> Goal {
    let parts = |parts: &[Goal]| parts.iter().map(|part| with_deadlock(part, stuck)).collect();
    match goal {
        Goal::Deadlock => Goal::Holds(Expr::Const(i32::from(stuck))),
        Goal::And(all) => Goal::And(parts(all)),
        Goal::Or(all) => Goal::Or(parts(all)),
        Goal::Not(part) => Goal::Not(Box::new(with_deadlock(part, stuck))),
        Goal::Holds(_) | Goal::Clock(_) => goal.clone(),
    }
}

/// Is no transition possible, now or after any delay?
fn is_stuck(state: &mut Concrete<'_>) -> Result<bool, Fault> {
    if !state.transitions()?.is_empty() {
        return Ok(false);
    }
    if !state.may_delay()? {
        return Ok(true);
    }
    for delay in delays(state)? {
        let mut later = state.clone();
        if !later.delay(delay)? {
            return Ok(true);
        }
        if !later.transitions()?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The delays to look at, in order.
fn delays(state: &mut Concrete<'_>) -> Result<Vec<Rational>, Fault> {
    let stopped = state.discrete.stopped()?;
    let mut changes = vec![Rational::ZERO];
    for candidate in candidates(&mut state.discrete)? {
        let enabled = enabling(&state.discrete, &candidate).unwrap_or_default();
        let all = enabled.iter().chain(candidate.excluded.iter().flatten());
        changes.extend(all.filter_map(|constraint| change(state, &stopped, constraint)));
    }
    changes.sort_unstable();
    changes.dedup();
    let last = changes.last().and_then(|last| last.checked_add(whole(1)));
    let mut delays = Vec::new();
    for pair in changes.windows(2) {
        delays.extend(halfway(pair[0], pair[1]));
        delays.push(pair[1]);
    }
    delays.extend(last);
    Ok(delays)
}

/// The delay at which a constraint begins or ceases to hold, if there is one.
fn change(state: &Concrete<'_>, stopped: &[bool], constraint: &Difference) -> Option<Rational> {
    let clocks = [constraint.left, constraint.right];
    let value = clocks
        .map(|clock| clock.map_or(Rational::ZERO, |clock| state.valuation.clocks[clock.index()]));
    let runs = clocks.map(|clock| clock.is_some_and(|clock| !stopped[clock.index()]));
    let left = whole(i64::from(constraint.bound)).checked_sub(value[0].checked_sub(value[1])?)?;
    let delay = match runs {
        [true, false] => left,
        [false, true] => Rational::ZERO.checked_sub(left)?,
        _ => return None,
    };
    (delay > Rational::ZERO).then_some(delay)
}

/// How long time may pass in a state; none if there is no last moment.
pub(super) fn longest_delay(state: &mut Concrete<'_>) -> Result<Option<Rational>, Fault> {
    if !state.may_delay()? {
        return Ok(Some(Rational::ZERO));
    }
    let stopped = state.discrete.stopped()?;
    let Some(invariants) = state.discrete.invariants()? else { return Ok(None) };
    let runs = |clock: Option<ClockId>| clock.is_some_and(|clock| !stopped[clock.index()]);
    let value = |clock: Option<ClockId>| {
        clock.map_or(Rational::ZERO, |clock| state.valuation.clocks[clock.index()])
    };
    let mut longest: Option<(Rational, bool)> = None;
    for each in invariants.iter().filter(|each| runs(each.left) && !runs(each.right)) {
        let ahead = value(each.left).checked_sub(value(each.right));
        let left = ahead.and_then(|ahead| whole(i64::from(each.bound)).checked_sub(ahead));
        let Some(left) = left else { return Ok(None) };
        if longest.is_none_or(|(known, strict)| (left, !each.strict) < (known, !strict)) {
            longest = Some((left, each.strict));
        }
    }
    Ok(longest.and_then(|(longest, strict)| (!strict).then_some(longest)))
}

fn halfway(from: Rational, to: Rational) -> Option<Rational> {
    let sum = from.checked_add(to)?;
    Rational::new(sum.numerator(), sum.denominator().checked_mul(2)?)
}

/// The constraints under which a candidate is enabled, target invariants included, unless receivers that
/// it leaves behind would have to come along; none if integers exclude it.
pub(super) fn enabling(discrete: &Discrete<'_>, candidate: &Candidate) -> Option<Vec<Difference>> {
    let mut after = discrete.clone();
    let writes = after.fire(&candidate.edges).ok()?;
    let mut constraints = candidate.constraints.clone();
    for mut constraint in after.invariants().ok()?? {
        for write in writes.iter().rev() {
            if constraint.left == Some(write.clock) {
                constraint.left = write.source;
                constraint.bound -= write.value;
            }
            if constraint.right == Some(write.clock) {
                constraint.right = write.source;
                constraint.bound += write.value;
            }
        }
        if constraint.left.is_some() || constraint.right.is_some() {
            constraints.push(constraint);
        } else if constraint.bound < i32::from(constraint.strict) {
            return None;
        }
    }
    Some(constraints)
}
