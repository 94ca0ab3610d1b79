//! What transitions and delays do to priced zones.

use network::eval::ClockWrite;
use zones::priced::{Cost, CostError, PricedZone};

use engine::semantics::{Firing, RowConstraint, Rows};

/// The priced zones after a transition, before any delay and before the invariants of its target.
pub(super) fn fire(
    zone: &PricedZone,
    firing: &Firing<'_>,
    price: i64,
) -> Result<Vec<PricedZone>, CostError> {
    let mut entered = Vec::new();
    for enabled in firing.enabled {
        let mut part = zone.clone();
        if part.intersect(enabled).is_err() {
            continue;
        }
        part.add(price)?;
        let mut reshaping = Reshaping { rows: firing.from.row.clone(), to: firing.to };
        let mut pieces = vec![part];
        for write in firing.writes {
            pieces = reshaping.write(pieces, write)?;
        }
        entered.extend(reshaping.finish(pieces)?);
    }
    Ok(entered)
}

/// Lets time pass from a zone within the invariants on, within them.
pub(super) fn settle(
    piece: PricedZone,
    invariants: &[RowConstraint],
    rate: Option<i64>,
) -> Result<Vec<PricedZone>, CostError> {
    let Some(rate) = rate else { return Ok(vec![piece]) };
    let mut later = piece.delay(rate)?;
    later.retain_mut(|piece| within(piece, invariants));
    Ok(later)
}

/// Imposes invariants; is anything left?
pub(super) fn within(zone: &mut PricedZone, constraints: &[RowConstraint]) -> bool {
    constraints.iter().all(|each| zone.constrain(each.left, each.right, each.bound).is_ok())
}

/// The way from zones with the rows before a transition to those with the rows after it.
struct Reshaping<'a> {
    /// The row of each clock so far; 0 if it has none.
    rows: Vec<usize>,
    to: &'a Rows,
}

impl Reshaping<'_> {
    /// Sets a clock. A clock that is not active afterwards and had no row gets none.
    fn write(
        &mut self,
        pieces: Vec<PricedZone>,
        write: &ClockWrite,
    ) -> Result<Vec<PricedZone>, CostError> {
        let clock = write.clock.index();
        assert!(write.source.is_none(), "models that copy clocks are refused");
        match self.rows[clock] {
            0 if self.to.row[clock] == 0 => Ok(pieces),
            0 => self.insert(pieces, clock, write.value),
            row => each(pieces, |piece| piece.reset(row, write.value)),
        }
    }

    /// Gives a clock a row.
    fn insert(
        &mut self,
        pieces: Vec<PricedZone>,
        clock: usize,
        value: i32,
    ) -> Result<Vec<PricedZone>, CostError> {
        if !(0..=zones::Bound::MAX_LIMIT).contains(&value) {
            return Err(CostError::Overflow);
        }
        self.rows[clock] = pieces.first().map_or(0, |piece| piece.zone().dim());
        let longer = |piece: PricedZone| {
            let mut zone = piece.zone().clone();
            let mut rates = piece.cost().rates().to_vec();
            zone.insert_row(zone.dim(), value);
            rates.push(0);
            PricedZone::new(zone, Cost::new(piece.cost().constant(), rates))
        };
        Ok(pieces.into_iter().filter_map(longer).collect())
    }

    /// Drops the rows that are not needed. The cost no longer depends on them: it is the least that any value gives.
    fn finish(&self, mut pieces: Vec<PricedZone>) -> Result<Vec<PricedZone>, CostError> {
        let Some(dim) = pieces.first().map(|piece| piece.zone().dim()) else { return Ok(pieces) };
        let mut selection = vec![0];
        for clock in &self.to.clocks {
            // Better no answer than one about a clock whose value was forgotten.
            assert!(self.rows[*clock] != 0, "an active clock was not set on entry");
            selection.push(self.rows[*clock]);
        }
        for row in (1..dim).filter(|row| !selection.contains(row)) {
            // Also where the cost does not depend on the row: freeing the next one must not make it do so.
            pieces = each(pieces, |piece| piece.free(row))?;
        }
        Ok(pieces.iter().filter_map(|piece| select(piece, &selection)).collect())
    }
}

/// The rows of a priced zone in another order, or some of them; the cost must not depend on the others.
pub(super) fn select(piece: &PricedZone, selection: &[usize]) -> Option<PricedZone> {
    let rates = selection.iter().map(|row| piece.cost().rates()[*row]).collect();
    let cost = Cost::new(piece.cost().constant(), rates);
    PricedZone::new(piece.zone().select_rows(selection), cost)
}

fn each(
    pieces: Vec<PricedZone>,
    mut apply: impl FnMut(&PricedZone) -> Result<Vec<PricedZone>, CostError>,
) -> Result<Vec<PricedZone>, CostError> {
    let mut all = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        all.extend(apply(piece)?);
    }
    Ok(all)
}
