//! Bound names: quantifiers, sums, loops and selections over a range.

use network::{BinaryOp as Op, Domain, Expr as Code, Quantifier, VariableId};
use syntax::tree;

use super::expression::fold;
use super::place::Reads;
use super::{Binding, Lowered, Lowering, Stop};
use crate::symbol::SymbolId;
use crate::types::Type;

/// The most combinations of outer bound names tried to find the range of an inner one.
const MOST_COMBINATIONS: u64 = 100_000;

/// The values of a bound name.
struct Span {
    /// All values it can take.
    domain: Domain,
    /// Where its range depends on an outer bound name: whether a value belongs to it.
    inside: Option<(Code, Code)>,
}

impl Lowering<'_> {
    /// A quantifier that stays a quantifier.
    pub(super) fn quantify(
        &mut self,
        quantifier: tree::Quantifier,
        symbol: SymbolId,
        body: impl FnOnce(&mut Self) -> Lowered<Code>,
    ) -> Lowered<Code> {
        let (variable, Span { domain, inside }) = self.bound_cell(symbol)?;
        let body = self.with_cell(symbol, variable, body)?;
        let body = match inside {
            None => body,
            Some((lower, upper)) => {
                let inside = between(lower, variable, upper);
                match quantifier {
                    tree::Quantifier::ForAll => Code::or(Code::not(inside), body),
                    tree::Quantifier::Exists => Code::and(inside, body),
                    tree::Quantifier::Sum => {
                        Code::Cond(Box::new(inside), Box::new(body), Box::new(Code::Const(0)))
                    }
                }
            }
        };
        let quantifier = match quantifier {
            tree::Quantifier::ForAll => Quantifier::ForAll,
            tree::Quantifier::Exists => Quantifier::Exists,
            tree::Quantifier::Sum => Quantifier::Sum,
        };
        Ok(Code::Quantified { quantifier, variable, domain, body: Box::new(body) })
    }

    /// Lowers something while a name stands for a cell.
    pub(super) fn with_cell<T>(
        &mut self,
        symbol: SymbolId,
        variable: VariableId,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        self.with(symbol, Binding::Object(self.cell(variable)), lower)
    }

    /// Lowers something while a name stands for something.
    pub(super) fn with<T>(
        &mut self,
        symbol: SymbolId,
        binding: Binding,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        self.stack.push((symbol, binding));
        let result = lower(self);
        self.stack.pop();
        result
    }

    /// A scratch cell for a name whose range is known before the model runs.
    pub(super) fn iterated_cell(&mut self, symbol: SymbolId) -> Lowered<(VariableId, Domain)> {
        let ty = self.type_of(symbol)?;
        let domain = self.iterated_domain(&ty)?;
        Ok((self.cell_for(symbol, domain), domain))
    }

    /// The values a name takes, if they are known before the model runs.
    pub(super) fn iterated_values(&mut self, symbol: SymbolId) -> Lowered<Domain> {
        let ty = self.type_of(symbol)?;
        self.iterated_domain(&ty)
    }

    fn type_of(&self, symbol: SymbolId) -> Lowered<Type> {
        let variable = self.model.symbols.variable(symbol);
        variable.map(|variable| variable.ty.clone()).ok_or(Stop::Reported)
    }

    fn cell_for(&mut self, symbol: SymbolId, domain: Domain) -> VariableId {
        let declared = &self.model.symbols[symbol];
        // A cell needs a value even if its range is empty.
        let domain = if domain.size() == 0 { Domain::ANY } else { domain };
        self.scratch(&declared.name, domain, declared.span)
    }

    fn bound_cell(&mut self, symbol: SymbolId) -> Lowered<(VariableId, Span)> {
        if let Type::Int(Some(range)) = self.type_of(symbol)? {
            let lower = self.int(&range.lower)?;
            let upper = self.int(&range.upper)?;
            let mut outer = Vec::new();
            self.bound_reads(&lower, &mut outer);
            self.bound_reads(&upper, &mut outer);
            if !outer.is_empty() {
                let domain = self.hull(&outer, (&lower, &upper), range.lower.span)?;
                let cell = self.cell_for(symbol, domain);
                return Ok((cell, Span { domain, inside: Some((lower, upper)) }));
            }
        }
        let (cell, domain) = self.iterated_cell(symbol)?;
        Ok((cell, Span { domain, inside: None }))
    }

    /// The least range that contains all values between two bounds, whatever outer names stand for.
    fn hull(
        &mut self,
        outer: &[VariableId],
        (lower, upper): (&Code, &Code),
        span: syntax::Span,
    ) -> Lowered<Domain> {
        let domains: Vec<Domain> =
            outer.iter().map(|cell| self.network.variable(*cell).domain).collect();
        let combinations =
            domains.iter().fold(1_u64, |count, domain| count.saturating_mul(domain.size()));
        if combinations > MOST_COMBINATIONS {
            return super::unsupported("a range that depends on very large ranges", span);
        }
        let mut hull = Domain::int(i32::MAX, i32::MIN);
        let mut values: Vec<i32> = domains.iter().map(|domain| domain.lower).collect();
        for _ in 0..combinations {
            for (cell, value) in outer.iter().zip(&values) {
                let slot = self.network.variable(*cell).base.index();
                self.memory[slot] = *value;
            }
            let (low, high) = (self.evaluate(lower, span)?, self.evaluate(upper, span)?);
            if low <= high {
                hull = Domain::int(hull.lower.min(low), hull.upper.max(high));
            }
            advance(&mut values, &domains);
        }
        Ok(if hull.lower > hull.upper { Domain::int(1, 0) } else { hull })
    }
}

impl Lowering<'_> {
    /// The cells of quantified names that code reads.
    fn bound_reads(&self, code: &Code, found: &mut Vec<VariableId>) {
        let mut reads = Vec::new();
        network::visit::Visitor::expr(&mut Reads(&mut reads), code);
        for (symbol, binding) in &self.stack {
            let quantified = self.model.symbols.variable(*symbol).map(|variable| variable.role)
                == Some(crate::symbol::Role::Quantified);
            if let (true, Binding::Object(object)) = (quantified, binding)
                && let Some(cell) = object.variable()
                && reads.contains(&cell)
                && !found.contains(&cell)
            {
                found.push(cell);
            }
        }
    }
}

/// The next combination, the last number changing fastest.
fn advance(values: &mut [i32], domains: &[Domain]) {
    for (value, domain) in values.iter_mut().zip(domains).rev() {
        if *value < domain.upper {
            *value += 1;
            return;
        }
        *value = domain.lower;
    }
}

fn between(lower: Code, variable: VariableId, upper: Code) -> Code {
    let value = || Code::variable(variable);
    Code::and(fold(Op::Le, lower, value()), fold(Op::Le, value(), upper))
}
