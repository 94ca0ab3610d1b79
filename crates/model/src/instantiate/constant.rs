//! Constants: computed by running their lowered form on the network as far as it exists.

use network::Expr as Code;
use network::eval::Evaluator;
use syntax::Span;

use super::object::{Leaf, Values};
use super::shape::Shape;
use super::{Lowered, Lowering, Stop};
use crate::limits;
use crate::typed::Expr;

impl Lowering<'_> {
    /// The value of an expression that is known before the model runs.
    pub(super) fn constant(&mut self, expr: &Expr) -> Lowered<i32> {
        let code = self.int(expr)?;
        self.evaluate(&code, expr.span)
    }

    pub(super) fn evaluate(&mut self, code: &Code, span: Span) -> Lowered<i32> {
        if let Code::Const(value) = code {
            return Ok(*value);
        }
        let origin = self.origins.of(span);
        let mut evaluator = Evaluator::new(&self.network, &[], &mut self.memory);
        let budget = limits::STATEMENTS.saturating_sub(self.usage.statements);
        evaluator.limit(budget).at(origin);
        let result = evaluator.eval(code);
        self.usage.statements += budget - evaluator.budget();
        result.or_else(|fault| {
            let message = if fault.kind == network::FaultKind::Diverges {
                format!("computing constants takes more than {} steps", limits::STATEMENTS)
            } else {
                format!("this has no value: {}", fault.kind.describe(&self.network))
            };
            self.fail(syntax::Code::BadConstant, span, message)
        })
    }

    /// The values of a constant array or record, one list for each leaf.
    pub(super) fn constant_values(&mut self, expr: &Expr, shape: &Shape) -> Lowered<Values> {
        let (prelude, object) = self.aggregate(expr)?;
        if !object.shape.is_copyable_to(shape) {
            let message = "the sizes of the two differ";
            return self.fail(syntax::Code::SizeMismatch, expr.span, message);
        }
        let code = Code::After(prelude, Box::new(Code::Const(0)));
        if !matches!(&code, Code::After(statements, _) if statements.is_empty()) {
            self.evaluate(&code, expr.span)?;
        }
        let mut values = Values::new();
        for leaf in object.leaves.iter() {
            let Leaf::Variable(variable) = *leaf else { return Err(Stop::Reported) };
            let place = network::Place::indexed(variable, object.indices.clone());
            let dims = &self.network.variable(variable).dims[place.indices.len()..];
            let size = network::network::cell_count(dims);
            let origin = self.origins.of(expr.span);
            let mut evaluator = Evaluator::new(&self.network, &[], &mut self.memory);
            let Ok(start) = evaluator.at(origin).locate(&place) else {
                let message = "an index is outside the array";
                return self.fail(syntax::Code::BadConstant, expr.span, message);
            };
            values.push(self.memory[start..start + size].to_vec());
        }
        for (values, domain) in values.iter().zip(leaf_domains(shape)) {
            if let Some(value) = values.iter().find(|value| !domain.contains(**value)) {
                let message =
                    format!("{value} is outside the range [{},{}]", domain.lower, domain.upper);
                return self.fail(syntax::Code::OutOfRange, expr.span, message);
            }
        }
        Ok(values)
    }
}

fn leaf_domains(shape: &Shape) -> Vec<network::Domain> {
    match shape {
        Shape::Int(domain) => vec![*domain],
        Shape::Array(_, element) => leaf_domains(element),
        Shape::Record(fields) => fields.iter().flat_map(|(_, shape)| leaf_domains(shape)).collect(),
        Shape::Clock | Shape::Channel(_) | Shape::Ignored(_) => vec![network::Domain::ANY],
    }
}
