//! Guards and invariants: an integer condition, clock constraints and rates.
//!
//! A conjunct may stand under quantifiers and behind integer conditions that switch it off. The integer part keeps
//! its quantifiers and its order (`integer_part.rs`); constraints on clocks are copied for each value.

use network::{ClockConstraint, Expr as Code, Guard, Meter, Rate};
use syntax::Span;
use syntax::tree::{BinaryOp, Quantifier};

use super::clock::Comparison;
use super::{Binding, Lowered, Lowering, Stop, unsupported};
use crate::limits;
use crate::symbol::SymbolId;
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

/// What stands around a conjunct.
#[derive(Clone, Copy)]
enum Layer<'e> {
    /// It counts only where this does not hold.
    Unless(&'e Expr),
    /// It counts only where this holds.
    When(&'e Expr),
    /// It counts for every value of this name.
    ForAll(SymbolId),
}

/// A guard or invariant.
pub(super) struct Conditions {
    pub(super) condition: Code,
    pub(super) clocks: Vec<ClockConstraint>,
    pub(super) rates: Vec<Rate>,
    /// Rates of the cost and the reward: when each counts, the rate, and where it stands.
    pub(super) meter_rates: Vec<(Meter, Code, Code, Span)>,
    /// Integer conditions that were comparisons of clocks.
    integers: Vec<Code>,
}

impl Conditions {
    /// The part that is not about rates.
    pub(super) fn guard(&self) -> Guard {
        Guard { condition: self.condition.clone(), clocks: self.clocks.clone() }
    }
}

impl Lowering<'_> {
    /// Lowers a guard or invariant; none is always true.
    pub(super) fn conditions(&mut self, expr: Option<&Expr>) -> Lowered<Conditions> {
        let mut found = Conditions {
            condition: Code::TRUE,
            clocks: Vec::new(),
            rates: Vec::new(),
            meter_rates: Vec::new(),
            integers: Vec::new(),
        };
        if let Some(expr) = expr {
            self.conjunct(expr, &mut Vec::new(), &mut found)?;
            let integers = self.all(std::mem::take(&mut found.integers));
            let integer_part = self.integer_part(expr)?;
            found.condition = self.both(integer_part, integers);
        }
        Ok(found)
    }

    fn conjunct<'e>(
        &mut self,
        expr: &'e Expr,
        layers: &mut Vec<Layer<'e>>,
        found: &mut Conditions,
    ) -> Lowered<()> {
        if expr.ty.is_integral() {
            return Ok(());
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.conjunct(left, layers, found)?;
                self.conjunct(right, layers, found)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let (switch, clocks) =
                    if left.ty.is_integral() { (left, right) } else { (right, left) };
                self.inside(Layer::Unless(switch), clocks, layers, found)
            }
            ExprKind::Binary(BinaryOp::Imply, left, right) => {
                self.inside(Layer::When(left), right, layers, found)
            }
            ExprKind::Quantified { quantifier: Quantifier::ForAll, symbol, body } => {
                self.inside(Layer::ForAll(*symbol), body, layers, found)
            }
            ExprKind::Binary(op, left, right) => {
                self.clock_conjunct((*op, left, right), layers, Code::TRUE, found, expr.span)
            }
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("this condition on clocks", expr.span),
        }
    }

    fn inside<'e>(
        &mut self,
        layer: Layer<'e>,
        expr: &'e Expr,
        layers: &mut Vec<Layer<'e>>,
        found: &mut Conditions,
    ) -> Lowered<()> {
        layers.push(layer);
        let result = self.conjunct(expr, layers, found);
        layers.pop();
        result
    }

    /// A comparison over clocks, once for each value of the quantified names around it.
    fn clock_conjunct(
        &mut self,
        comparison: (BinaryOp, &Expr, &Expr),
        layers: &[Layer<'_>],
        when: Code,
        found: &mut Conditions,
        span: Span,
    ) -> Lowered<()> {
        if matches!(when, Code::Const(0)) {
            return Ok(());
        }
        let Some((layer, inner)) = layers.split_first() else {
            return self.clock_atom(comparison, &when, found, span);
        };
        match layer {
            Layer::Unless(switch) => {
                let off = Code::not(self.int(switch)?);
                let when = self.both(when, off);
                self.clock_conjunct(comparison, inner, when, found, span)
            }
            Layer::When(switch) => {
                let on = self.int(switch)?;
                let when = self.both(when, on);
                self.clock_conjunct(comparison, inner, when, found, span)
            }
            Layer::ForAll(symbol) => {
                if !self.conjunct_mentions(comparison, inner, *symbol) {
                    // Every copy would be the same: one is enough, if there is any.
                    if self.iterated_values(*symbol)?.size() == 0 {
                        return Ok(());
                    }
                    return self.clock_conjunct(comparison, inner, when, found, span);
                }
                for value in self.copies(*symbol, span)? {
                    self.with(*symbol, Binding::Value(value), |this| {
                        this.clock_conjunct(comparison, inner, when.clone(), found, span)
                    })?;
                }
                Ok(())
            }
        }
    }

    /// Does a comparison, or what stands around it, depend on a quantified name?
    fn conjunct_mentions(
        &self,
        (_, left, right): (BinaryOp, &Expr, &Expr),
        layers: &[Layer<'_>],
        symbol: SymbolId,
    ) -> bool {
        let in_layer = |layer: &Layer<'_>| match layer {
            Layer::Unless(switch) | Layer::When(switch) => self.mentions(switch, symbol),
            Layer::ForAll(inner) => self.range_mentions(*inner, symbol),
        };
        self.mentions(left, symbol) || self.mentions(right, symbol) || layers.iter().any(in_layer)
    }

    /// The values a quantified name takes, as so many copies.
    pub(super) fn copies(
        &mut self,
        symbol: SymbolId,
        span: Span,
    ) -> Lowered<impl Iterator<Item = i32> + use<>> {
        let domain = self.iterated_values(symbol)?;
        let used = self.usage.copies;
        let what = ("conditions on clocks", span);
        self.usage.copies = self.admit(domain.size().into(), used, limits::COPIES, what)?;
        Ok(domain.values())
    }

    fn clock_atom(
        &mut self,
        (op, left, right): (BinaryOp, &Expr, &Expr),
        when: &Code,
        found: &mut Conditions,
        span: Span,
    ) -> Lowered<()> {
        match (&left.kind, &right.kind) {
            (ExprKind::Rate(clock), _) if matches!(left.ty, Type::Rate) => {
                return self.rate(clock, right, when, found);
            }
            (_, ExprKind::Rate(clock)) if matches!(right.ty, Type::Rate) => {
                return self.rate(clock, left, when, found);
            }
            _ => {}
        }
        match self.comparison(op, (left, right), when, span)? {
            Comparison::Constraints(constraints) => found.clocks.extend(constraints),
            Comparison::Integers(condition) => {
                found.integers.push(self.one_of(Code::not(when.clone()), condition));
            }
        }
        Ok(())
    }

    fn rate(
        &mut self,
        clock: &Expr,
        rate: &Expr,
        when: &Code,
        found: &mut Conditions,
    ) -> Lowered<()> {
        // Symbolic engines do not follow hybrid clocks, so their rates do not matter.
        if matches!(clock.ty, Type::Clock { hybrid: true }) {
            return Ok(());
        }
        if !rate.ty.is_integral() {
            return unsupported("a clock rate that is not an integer", rate.span);
        }
        let rate_code = self.int(rate)?;
        if let Type::Meter(meter) = clock.ty {
            found.meter_rates.push((meter, when.clone(), rate_code, rate.span));
            return Ok(());
        }
        if matches!(rate_code, Code::Const(value) if value != 0 && value != 1) {
            return unsupported("a clock rate other than 0 and 1", rate.span);
        }
        let clock = self.clock_place(clock)?;
        found.rates.push(Rate { when: when.clone(), clock, rate: rate_code });
        Ok(())
    }
}
