//! A zone in few constraints that people can read.

use orrery::report::xtr::ZoneBound;

/// An upper bound of a difference: the limit, and whether it is itself excluded.
type Bound = (i64, bool);

/// The constraints of a zone: clocks that differ by a constant as equations, and of the rest only what does not follow from
/// the others. Clock `i` has the name `names[i - 1]`.
pub(super) fn constraints(bounds: &[ZoneBound], names: &[String]) -> Vec<String> {
    let closed = closed(bounds, names.len() + 1);
    let name = |clock: usize| names[clock - 1].as_str();
    // Each clock and the first one that it differs from by a constant.
    let firsts: Vec<usize> = (0..closed.len())
        .map(|clock| {
            (0..clock).find(|other| gap(&closed, clock, *other).is_some()).unwrap_or(clock)
        })
        .collect();
    let mut lines = Vec::new();
    for left in 0..closed.len() {
        if firsts[left] != left {
            let constant = gap(&closed, left, firsts[left]).unwrap_or(0);
            lines.push(match (firsts[left], constant) {
                (0, value) => format!("{} == {value}", name(left)),
                (first, 0) => format!("{} == {}", name(left), name(first)),
                (first, more) if more > 0 => format!("{} == {} + {more}", name(left), name(first)),
                (first, less) => format!("{} == {} - {}", name(left), name(first), -less),
            });
            continue;
        }
        for right in (0..closed.len()).filter(|right| *right != left && firsts[*right] == *right) {
            let Some((limit, strict)) = closed[left][right] else { continue };
            let known = left == 0 && limit == 0 && !strict;
            if known || follows(&closed, &firsts, left, right) {
                continue;
            }
            let (less, more) = if strict { ("<", ">") } else { ("<=", ">=") };
            lines.push(match (left, right) {
                (0, right) => format!("{} {more} {}", name(right), -limit),
                (left, 0) => format!("{} {less} {limit}", name(left)),
                (left, right) if limit == 0 => format!("{} {less} {}", name(left), name(right)),
                (left, right) => format!("{} - {} {less} {limit}", name(left), name(right)),
            });
        }
    }
    lines
}

/// All bounds that follow from some; clocks are not negative.
fn closed(bounds: &[ZoneBound], clocks: usize) -> Vec<Vec<Option<Bound>>> {
    let mut closed = vec![vec![None::<Bound>; clocks]; clocks];
    closed[0].fill(Some((0, false)));
    for (clock, row) in closed.iter_mut().enumerate() {
        row[clock] = Some((0, false));
    }
    for bound in bounds.iter().filter(|bound| bound.left < clocks && bound.right < clocks) {
        let place = &mut closed[bound.left][bound.right];
        *place = tighter(*place, Some((i64::from(bound.limit), bound.strict)));
    }
    for middle in 0..clocks {
        for left in 0..clocks {
            for right in 0..clocks {
                let around = sum(closed[left][middle], closed[middle][right]);
                closed[left][right] = tighter(closed[left][right], around);
            }
        }
    }
    closed
}

fn sum(one: Option<Bound>, other: Option<Bound>) -> Option<Bound> {
    let ((limit, strict), (more, also)) = (one?, other?);
    Some((limit + more, strict || also))
}

fn tighter(one: Option<Bound>, other: Option<Bound>) -> Option<Bound> {
    match (one, other) {
        (None, bound) | (bound, None) => bound,
        // An excluded limit is the smaller one.
        (Some(one), Some(other)) => {
            Some(if (other.0, !other.1) < (one.0, !one.1) { other } else { one })
        }
    }
}

/// By how much one clock is always ahead of another, if that is a constant.
fn gap(closed: &[Vec<Option<Bound>>], left: usize, right: usize) -> Option<i64> {
    let (above, below) = (closed[left][right]?, closed[right][left]?);
    (above.0 == -below.0 && !above.1 && !below.1).then_some(above.0)
}

/// Does a bound between firsts follow from two others?
fn follows(closed: &[Vec<Option<Bound>>], firsts: &[usize], left: usize, right: usize) -> bool {
    let middles = (0..closed.len()).filter(|at| firsts[*at] == *at && *at != left && *at != right);
    let around = |at: usize| sum(closed[left][at], closed[at][right]);
    closed[left][right].is_some_and(|own| {
        middles.filter_map(around).any(|other| (other.0, !other.1) <= (own.0, !own.1))
    })
}

#[cfg(test)]
mod tests;
