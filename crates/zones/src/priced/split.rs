//! What one unknown costs at least: the step that delays and assignments have in common.
//!
//! The unknown (a delay, or what a clock was before) lies between ends. Each end is a line `row +
//! offset`; the largest of the lower ends counts, or the least of the upper ends. The cost is
//! affine in the unknown, so it is least at one of the two: at the lower end if the cost grows with
//! the unknown, at the upper end if it falls. Which line that is depends on the valuation, and the
//! valuations for which it is a given line form a zone. Hence one piece for each line. CAV 2001 calls
//! the set where the line is the end a facet.
//!
//! Where two pieces overlap, both lines are the end and both pieces give the same cost. So a piece
//! that lies in another may be left out. In the limit of a strict bound the cost is approached and
//! not reached; the zone that is cut up decides which valuations count, so those of the limit are in
//! no piece unless they belong there.

use crate::bound::Bound;
use crate::priced::cost::Cost;
use crate::priced::error::CostError;
use crate::priced::zone::PricedZone;
use crate::zone::Zone;

/// An end of the unknown: `row + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) row: usize,
    pub(crate) offset: i32,
}

/// The least of `cost + rate * unknown` over the valuations of `zone`, where the lines are the lower
/// ends of the unknown if `rate` is positive, and the upper ends if it is negative.
pub(crate) fn least_over_unknown(
    zone: &Zone,
    cost: &Cost,
    rate: i64,
    lines: &[Line],
) -> Result<Vec<PricedZone>, CostError> {
    if rate == 0 {
        return Ok(vec![PricedZone::from_parts(zone.clone(), cost.clone()).exact()?]);
    }
    if lines.is_empty() {
        return Err(CostError::Unbounded);
    }
    let mut pieces: Vec<PricedZone> = Vec::new();
    for &end in lines {
        let Some(part) = where_it_is_the_end(zone, rate > 0, end, lines)? else { continue };
        if pieces.iter().any(|piece| piece.zone().includes(&part)) {
            continue;
        }
        pieces.retain(|piece| !part.includes(piece.zone()));
        let mut cost = cost.clone();
        cost.add_line(rate, end.row, i64::from(end.offset))?;
        pieces.push(PricedZone::from_parts(part, cost).exact()?);
    }
    Ok(pieces)
}

/// The valuations for which no other line is beyond `end`.
fn where_it_is_the_end(
    zone: &Zone,
    is_lower: bool,
    end: Line,
    lines: &[Line],
) -> Result<Option<Zone>, CostError> {
    let mut part = zone.clone();
    for other in lines.iter().filter(|&&other| other != end) {
        // A lower end counts where it is the largest, an upper end where it is the least.
        let (low, high) = if is_lower { (*other, end) } else { (end, *other) };
        let limit = i64::from(high.offset) - i64::from(low.offset);
        let bound = Bound::try_le(limit).ok_or(CostError::Overflow)?;
        if part.constrain(low.row, high.row, bound).is_err() {
            return Ok(None);
        }
    }
    Ok(Some(part))
}
