//! The values an expression may have, from the domains of what it reads and from what is known besides.

use network::{BinaryOp, Domain, Expr, Network, Overflow, Place, Quantifier, Storage, UnaryOp};

use super::facts::Facts;

/// An interval of integers, wide enough for any intermediate result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub lower: i64,
    pub upper: i64,
}

pub(crate) const ALL: Interval = Interval { lower: i32::MIN as i64, upper: i32::MAX as i64 };
const BOOL: Interval = Interval { lower: 0, upper: 1 };

impl From<Domain> for Interval {
    fn from(domain: Domain) -> Interval {
        Interval { lower: i64::from(domain.lower), upper: i64::from(domain.upper) }
    }
}

impl Interval {
    pub(crate) fn exactly(value: i64) -> Interval {
        Interval { lower: value, upper: value }
    }

    /// Are all values also in the other? An empty interval is within any.
    pub fn is_within(self, other: Interval) -> bool {
        self.lower > self.upper || (other.lower <= self.lower && self.upper <= other.upper)
    }

    pub(crate) fn contains(self, value: i64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// What is in both; perhaps nothing.
    pub(crate) fn meet(self, other: Interval) -> Interval {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    fn hull(self, other: Interval) -> Interval {
        Interval { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    fn corners(self, other: Interval, op: impl Fn(i64, i64) -> Option<i64>) -> Interval {
        let ends = |interval: Interval| [interval.lower, interval.upper];
        let mut result: Option<Interval> = None;
        for left in ends(self) {
            for right in ends(other) {
                let Some(value) = op(left, right) else { return ALL };
                let point = Interval::exactly(value);
                result = Some(result.map_or(point, |sofar| sofar.hull(point)));
            }
        }
        result.unwrap_or(ALL)
    }

    /// A result outside 32 bits is a fault, so it bounds nothing; or it may become anything.
    fn clipped(self, overflow: Overflow) -> Interval {
        if overflow == Overflow::Wrap && (self.lower < ALL.lower || self.upper > ALL.upper) {
            return ALL;
        }
        Interval {
            lower: self.lower.clamp(ALL.lower, ALL.upper),
            upper: self.upper.clamp(ALL.lower, ALL.upper),
        }
    }
}

/// An interval that contains every value of `expr`.
pub fn interval(network: &Network, expr: &Expr) -> Interval {
    interval_given(network, expr, &Facts::default())
}

/// An interval that contains every value of `expr` where these facts are true.
pub(crate) fn interval_given(network: &Network, expr: &Expr, facts: &Facts) -> Interval {
    let interval = |network: &Network, expr: &Expr| interval_given(network, expr, facts);
    match expr {
        Expr::Const(value) => Interval::exactly(i64::from(*value)),
        Expr::Read(place) => facts.narrowed(place, held(network, place)),
        Expr::At(..) | Expr::BlocksEqual(..) => BOOL,
        Expr::LocationOf(process) => {
            let locations = network.process(*process).locations.len();
            Interval { lower: 0, upper: i64::try_from(locations).unwrap_or(i64::MAX) }
        }
        Expr::Unary(op, operand) => unary(*op, interval(network, operand), network.overflow),
        Expr::Binary(op, left, right) => {
            binary(*op, interval(network, left), interval(network, right)).clipped(network.overflow)
        }
        Expr::Cond(_, then, otherwise) => {
            interval(network, then).hull(interval(network, otherwise))
        }
        Expr::Quantified { quantifier: Quantifier::Sum, domain, body, .. } => {
            let body = interval(network, body);
            let count = i64::try_from(domain.size()).unwrap_or(i64::MAX);
            let (lower, upper) =
                (body.lower.saturating_mul(count), body.upper.saturating_mul(count));
            Interval { lower, upper }.clipped(network.overflow)
        }
        Expr::Quantified { .. } => BOOL,
        Expr::After(_, value) => interval(network, value),
    }
}

/// The values a cell may hold.
fn held(network: &Network, place: &Place) -> Interval {
    let variable = network.variable(place.variable);
    match variable.storage {
        // A table that is never written: what it holds is all there is.
        Storage::Constant => {
            let values = variable.initial.iter().copied().map(i64::from);
            values.map(Interval::exactly).reduce(Interval::hull).unwrap_or(ALL)
        }
        Storage::State | Storage::Meta | Storage::Scratch => variable.domain.into(),
    }
}

fn unary(op: UnaryOp, operand: Interval, overflow: Overflow) -> Interval {
    match op {
        UnaryOp::Negate => {
            Interval { lower: -operand.upper, upper: -operand.lower }.clipped(overflow)
        }
        UnaryOp::Not => BOOL,
        UnaryOp::Abs => {
            let largest = operand.lower.abs().max(operand.upper.abs());
            Interval { lower: 0, upper: largest }.clipped(overflow)
        }
    }
}

/// Operators on bits leave no bit set beyond those of their operands.
fn same_bits(left: Interval, right: Interval) -> Interval {
    let both = left.hull(right);
    let size = both.upper.max(-both.lower - 1).max(0).cast_unsigned();
    let upper = i64::try_from((size + 1).next_power_of_two()).map_or(i64::MAX, |power| power - 1);
    Interval { lower: if both.lower < 0 { -upper - 1 } else { 0 }, upper }
}

/// The values of an operator, before they are cut to 32 bits.
pub(crate) fn binary(op: BinaryOp, left: Interval, right: Interval) -> Interval {
    match op {
        BinaryOp::Add => left.corners(right, i64::checked_add),
        BinaryOp::Sub => left.corners(right, i64::checked_sub),
        BinaryOp::Mul => left.corners(right, i64::checked_mul),
        BinaryOp::Div if right.lower > 0 => left.corners(right, i64::checked_div),
        BinaryOp::Div => {
            let largest = left.lower.abs().max(left.upper.abs());
            Interval { lower: -largest, upper: largest }
        }
        BinaryOp::Mod => {
            let largest = right.lower.abs().max(right.upper.abs()) - 1;
            let lower = if left.lower < 0 { -largest } else { 0 };
            Interval { lower, upper: largest.max(0) }
        }
        BinaryOp::Min => {
            Interval { lower: left.lower.min(right.lower), upper: left.upper.min(right.upper) }
        }
        BinaryOp::Max => {
            Interval { lower: left.lower.max(right.lower), upper: left.upper.max(right.upper) }
        }
        BinaryOp::Shr if left.lower >= 0 => Interval { lower: 0, upper: left.upper },
        BinaryOp::BitAnd if left.lower >= 0 && right.lower >= 0 => {
            Interval { lower: 0, upper: left.upper.min(right.upper) }
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => same_bits(left, right),
        BinaryOp::Shl if right.lower >= 0 && right.upper < 32 => {
            left.corners(right, |left, right| Some(left << right))
        }
        BinaryOp::Pow | BinaryOp::Shl | BinaryOp::Shr => ALL,
        BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Ge
        | BinaryOp::Gt
        | BinaryOp::And
        | BinaryOp::Or => BOOL,
    }
}
