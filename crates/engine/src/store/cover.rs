//! When one stored state stands for another with the same discrete part.
//!
//! Whether a stored zone covers a new one is asked far more often than anything else, so the question is
//! turned round: for the new zone the *least* bounds that a covering one may have are computed once, and
//! every stored zone is compared with those, bound by bound. For inclusion they are the zone's own
//! bounds. For LU simulation ([`zones::is_simulated_lu`]) a bound `(y, x)` of the covering zone is too
//! small if it is below that of the new zone and also, without its last bit, below `(0, x) + 2 L(y)`: two
//! limits, of which the smaller one counts.

use zones::stride_of;

use analysis::Bounds as ClockBounds;

use super::width::{GROUP, Width, all_le_from};
use super::zones::{Bounds, Packed};

/// How zones are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covering {
    /// Only equal zones cover each other.
    Equality,
    /// A zone covers its subsets.
    Inclusion,
    /// A zone covers what its members simulate with respect to LU bounds.
    Simulation,
}

/// The L and U bounds of each row, for [`Covering::Simulation`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowBounds {
    /// L by row; entry 0 is 0.
    pub lower: Vec<i32>,
    /// U by row; entry 0 is 0.
    pub upper: Vec<i32>,
}

impl RowBounds {
    /// The bounds of the rows of these clocks.
    pub fn fill(&mut self, bounds: &ClockBounds, clocks: &[usize]) {
        let at = |all: &[i32], out: &mut Vec<i32>| {
            out.clear();
            out.push(0);
            out.extend(clocks.iter().map(|clock| all[*clock]));
        };
        at(&bounds.lower, &mut self.lower);
        at(&bounds.upper, &mut self.upper);
    }
}

/// Finds the bounds of the rows of a state.
pub trait RowBoundsAt {
    /// Those of the state with these cells.
    fn at(&mut self, cells: &[i32]) -> &RowBounds;
}

impl RowBoundsAt for RowBounds {
    fn at(&mut self, _: &[i32]) -> &RowBounds {
        self
    }
}

/// The least bounds of zones that cover one zone, in every width in which zones are stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Threshold {
    raw: Vec<i32>,
    columns: Vec<i32>,
    bytes: Vec<i8>,
    halves: Vec<i16>,
    /// Which of the narrower ones have been computed.
    has_bytes: bool,
    has_halves: bool,
    /// The group that decided last. Zones of one discrete state are alike, so it often does again.
    decisive: usize,
}

impl Threshold {
    /// The threshold of a zone for inclusion.
    pub(super) fn of_inclusion(&mut self, packed: &Packed) {
        packed.raws(&mut self.raw);
        self.has_bytes = false;
        self.has_halves = false;
    }

    /// The threshold of a zone for simulation.
    pub(super) fn of_simulation(&mut self, packed: &Packed, bounds: &RowBounds) {
        self.of_inclusion(packed);
        let dim = packed.dim();
        let stride = stride_of(dim);
        // Of each column, what the limit of simulation is in row 0.
        self.columns.clear();
        let first = self.raw[..dim].iter().zip(&bounds.upper);
        self.columns.extend(first.map(|(lowest, upper)| {
            let matters = *upper >= 0 && *lowest > -2 * upper.min(&LARGEST_LIMIT);
            if matters { lowest + 1 } else { i32::MIN }
        }));
        self.columns.resize(stride, i32::MIN);
        for (row, lower) in self.raw.chunks_exact_mut(stride).zip(&bounds.lower) {
            if *lower < 0 {
                row.fill(i32::MIN);
            } else {
                lower_row(row, &self.columns, 2 * lower.min(&LARGEST_LIMIT));
            }
        }
    }

    pub(super) fn raws(&self) -> &[i32] {
        &self.raw
    }

    /// Does a stored zone cover the one this is the threshold of?
    #[inline]
    pub(super) fn is_met(&mut self, stored: Bounds<'_>) -> bool {
        match stored {
            Bounds::Bytes(stored) => {
                if !self.has_bytes {
                    narrowed(&self.raw, &mut self.bytes);
                    self.has_bytes = true;
                }
                all_le_from(&self.bytes, stored, &mut self.decisive)
            }
            Bounds::Halves(stored) => {
                if !self.has_halves {
                    narrowed(&self.raw, &mut self.halves);
                    self.has_halves = true;
                }
                all_le_from(&self.halves, stored, &mut self.decisive)
            }
            Bounds::Words(stored) => all_le_from(&self.raw, stored, &mut self.decisive),
        }
    }
}

fn narrowed<T: Width>(raw: &[i32], out: &mut Vec<T>) {
    out.resize(raw.len(), T::default());
    T::clamp_into(raw, out);
}

/// Lowers the threshold of one row `y`, in which the limit of inclusion stands, to that of simulation:
/// the least bound that, once its last bit is dropped, is not below `(0, x) + 2 L(y)`.
#[inline]
fn lower_row(row: &mut [i32], columns: &[i32], lower: i32) {
    let (row, _) = row.as_chunks_mut::<LANES>();
    let (columns, _) = columns.as_chunks::<LANES>();
    for (cells, columns) in row.iter_mut().zip(columns) {
        for lane in 0..LANES {
            cells[lane] = cells[lane].min((columns[lane] + lower) & !1);
        }
    }
}

/// Rows of matrices have whole groups of this many bounds.
const LANES: usize = stride_of(1);

/// L and U bounds beyond this do not occur in zones, which keeps sums in range.
const LARGEST_LIMIT: i32 = zones::Bound::MAX_LIMIT;

/// What a stored zone must exceed somewhere if it is *not* to be covered by a new one: the question of
/// [`Threshold`] the other way round.
///
/// A bound `(y, x)` of the stored zone is out of reach if it is above that of the new zone, and
/// `(0, x)` of the stored zone is above `(y, x) - 2 L(y)` of the new one (without its last bit) and above
/// `-2 U(x)`. The larger of the latter two is computed once.
#[derive(Clone, Debug, Default)]
pub(super) struct Ceiling {
    own: Vec<i32>,
    bytes: Vec<i8>,
    halves: Vec<i16>,
    has_bytes: bool,
    has_halves: bool,
    lowest: Vec<i32>,
    stride: usize,
    /// Of each bound, its column.
    columns: Vec<u16>,
    /// The bound that decided last, as in [`Threshold`].
    decisive: usize,
}

impl Ceiling {
    /// The ceiling of a zone for simulation.
    pub(super) fn of_simulation(&mut self, packed: &Packed, bounds: &RowBounds) {
        self.has_bytes = false;
        self.has_halves = false;
        packed.raws(&mut self.own);
        self.lay_out(stride_of(packed.dim()));
        self.lowest.clear();
        self.lowest.resize(self.own.len(), i32::MAX);
        let stride = self.stride;
        let rows = self.own.chunks_exact_mut(stride).zip(self.lowest.chunks_exact_mut(stride));
        for ((own, lowest), lower) in rows.zip(&bounds.lower) {
            if *lower < 0 {
                own.fill(i32::MAX);
                continue;
            }
            for ((lowest, own), upper) in lowest.iter_mut().zip(own).zip(&bounds.upper) {
                let floor = if *upper < 0 { i32::MAX } else { -2 * upper.min(&LARGEST_LIMIT) };
                *lowest = ((*own & !1) - 2 * lower).max(floor);
            }
        }
    }

    fn lay_out(&mut self, stride: usize) {
        if self.stride != stride || self.columns.len() != self.own.len() {
            self.stride = stride;
            self.columns.clear();
            let row = 0..u16::try_from(stride).unwrap_or(u16::MAX);
            while self.columns.len() < self.own.len() {
                self.columns.extend(row.clone());
            }
            self.columns.truncate(self.own.len());
        }
    }

    /// Does the zone this is the ceiling of cover a stored one?
    #[inline]
    pub(super) fn is_kept(&mut self, stored: Bounds<'_>) -> bool {
        let limits = ThresholdLimits { lowest: &self.lowest, columns: &self.columns };
        match stored {
            Bounds::Bytes(stored) => {
                if !self.has_bytes {
                    clamp_down_into(&self.own, &mut self.bytes);
                    self.has_bytes = true;
                }
                is_below(&self.bytes, stored, limits, &mut self.decisive)
            }
            Bounds::Halves(stored) => {
                if !self.has_halves {
                    clamp_down_into(&self.own, &mut self.halves);
                    self.has_halves = true;
                }
                is_below(&self.halves, stored, limits, &mut self.decisive)
            }
            Bounds::Words(stored) => is_below(&self.own, stored, limits, &mut self.decisive),
        }
    }
}

/// Narrows so that a bound that is too large for the width is below "no bound" and nothing else.
fn clamp_down_into<T: Width>(raw: &[i32], out: &mut Vec<T>) {
    out.clear();
    out.extend(raw.iter().map(|raw| T::clamped_down(*raw)));
}

/// Of each bound, what the lower bound of its column must not exceed, and that column.
#[derive(Clone, Copy)]
struct ThresholdLimits<'a> {
    lowest: &'a [i32],
    columns: &'a [u16],
}

impl ThresholdLimits<'_> {
    /// Is a bound that exceeds the new zone's out of its reach?
    #[inline]
    fn decide<T: Width>(self, at: usize, stored: &[T]) -> bool {
        stored[usize::from(self.columns[at])].raw() > self.lowest[at]
    }
}

/// Group by group: bounds that exceed the new zone's are rare in a zone that is covered, and in one that
/// is not the first of them mostly decides. The one that decided last is looked at before all others.
#[inline]
fn is_below<T: Width>(
    own: &[T],
    stored: &[T],
    limits: ThresholdLimits<'_>,
    decisive: &mut usize,
) -> bool {
    if let (Some(own), Some(bound)) = (own.get(*decisive), stored.get(*decisive))
        && bound > own
        && limits.decide(*decisive, stored)
    {
        return false;
    }
    let (own_groups, _) = own.as_chunks::<GROUP>();
    let (stored_groups, _) = stored.as_chunks::<GROUP>();
    for (number, (own, group)) in own_groups.iter().zip(stored_groups).enumerate() {
        let mut exceeds = false;
        for lane in 0..GROUP {
            exceeds |= group[lane] > own[lane];
        }
        if !exceeds {
            continue;
        }
        for lane in 0..GROUP {
            let at = number * GROUP + lane;
            if group[lane] > own[lane] && limits.decide(at, stored) {
                *decisive = at;
                return false;
            }
        }
    }
    true
}

impl Covering {
    /// Are zones compared with the help of clock bounds?
    pub(super) fn needs_bounds(self) -> bool {
        self == Covering::Simulation
    }
}
