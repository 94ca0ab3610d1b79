//! Initial values of variables, constants and clocks.

use network::Domain;
use syntax::{Code, Span};

use super::object::{Values, default_value};
use super::shape::Shape;
use super::{Lowered, Lowering};
use crate::typed::{Expr, Initialiser};

impl Lowering<'_> {
    /// The values the leaves of a shape start with, one list for each leaf. Counts the cells against
    /// the limits.
    pub(super) fn initial_values(
        &mut self,
        shape: &Shape,
        initialiser: Option<&Initialiser>,
        span: Span,
    ) -> Lowered<Values> {
        self.admit_shape(shape, 1, span)?;
        let mut values = vec![Vec::new(); shape.leaves()];
        match initialiser {
            Some(initialiser) => self.fill(shape, initialiser, &mut values)?,
            None => fill_defaults(shape, 1, &mut values),
        }
        Ok(values)
    }

    fn fill(
        &mut self,
        shape: &Shape,
        initialiser: &Initialiser,
        values: &mut [Vec<i32>],
    ) -> Lowered<()> {
        match (shape, initialiser) {
            (Shape::Array(dim, element), Initialiser::List(list, span)) => {
                if dim.size() != list.len() as u64 {
                    let message = format!(
                        "the array has {} elements, and {} values are given",
                        dim.size(),
                        list.len()
                    );
                    return self.fail(Code::SizeMismatch, *span, message);
                }
                list.iter().try_for_each(|initialiser| self.fill(element, initialiser, values))
            }
            (Shape::Record(fields), Initialiser::List(list, _)) => {
                let mut rest = values;
                for ((_, shape), initialiser) in fields.iter().zip(list) {
                    let (own, others) = rest.split_at_mut(shape.leaves());
                    self.fill(shape, initialiser, own)?;
                    rest = others;
                }
                Ok(())
            }
            (Shape::Array(..) | Shape::Record(_), Initialiser::Value(value)) => {
                self.fill_from(shape, value, values)
            }
            (Shape::Int(domain), Initialiser::Value(value)) => {
                let number = self.in_range(value, *domain)?;
                values[0].push(number);
                Ok(())
            }
            (Shape::Clock, Initialiser::Value(value)) => {
                let number = self.clock_value(value)?;
                values[0].push(number);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn clock_value(&mut self, value: &Expr) -> Lowered<i32> {
        if !value.ty.is_integral() {
            return super::unsupported("a clock that starts at a fractional value", value.span);
        }
        self.in_range(value, Domain::int(0, i32::MAX))
    }

    /// A constant that must lie in a range.
    pub(super) fn in_range(&mut self, value: &Expr, domain: Domain) -> Lowered<i32> {
        let number = self.constant(value)?;
        if domain.contains(number) {
            return Ok(number);
        }
        let message = format!("{number} is outside the range [{},{}]", domain.lower, domain.upper);
        self.fail(Code::OutOfRange, value.span, message)
    }

    /// The values of another constant array or record.
    fn fill_from(&mut self, shape: &Shape, value: &Expr, values: &mut [Vec<i32>]) -> Lowered<()> {
        let found = self.constant_values(value, shape)?;
        for (own, found) in values.iter_mut().zip(found) {
            own.extend(found);
        }
        Ok(())
    }
}

/// Fills every cell with its default, `count` times.
pub(super) fn fill_defaults(shape: &Shape, count: usize, values: &mut [Vec<i32>]) {
    match shape {
        Shape::Array(dim, element) => {
            let size = usize::try_from(dim.size()).unwrap_or(0);
            fill_defaults(element, count * size, values);
        }
        Shape::Record(fields) => {
            let mut rest = values;
            for (_, shape) in fields.iter() {
                let (own, others) = rest.split_at_mut(shape.leaves());
                fill_defaults(shape, count, own);
                rest = others;
            }
        }
        Shape::Int(domain) => values[0].extend(std::iter::repeat_n(default_value(*domain), count)),
        Shape::Clock => values[0].extend(std::iter::repeat_n(0, count)),
        Shape::Channel(_) | Shape::Ignored(_) => {}
    }
}
