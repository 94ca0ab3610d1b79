//! Types with their sizes and ranges computed.

use std::rc::Rc;

use network::{Domain, ScalarSet, ScalarSetId};
use syntax::{Code, Diagnostic, Span};

use super::{Lowered, Lowering};
use crate::typed::Expr;
use crate::types::{ChannelType, Index, Range, ScalarType, Type};

/// The values of `int` without a range.
pub(super) const DEFAULT_INT: Domain = Domain::int(-32_768, 32_767);

/// A type with its sizes and ranges computed.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    /// An integer, boolean or element of a scalar set.
    Int(Domain),
    Clock,
    Channel(ChannelType),
    /// Something no symbolic engine follows: what it is.
    Ignored(&'static str),
    Array(Domain, Rc<Shape>),
    Record(Rc<[(String, Shape)]>),
}

impl Shape {
    /// How many leaves it has: variables, clock families or channel families.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Shape::Array(_, element) => element.leaves(),
            Shape::Record(fields) => fields.iter().map(|(_, shape)| shape.leaves()).sum(),
            _ => 1,
        }
    }

    /// Does it fit where `declared` is asked for by reference? Sizes and ranges must be the same.
    pub(super) fn fits(&self, declared: &Shape) -> bool {
        match (self, declared) {
            (Shape::Channel(_), Shape::Channel(_)) => true,
            (Shape::Int(_), Shape::Int(wanted)) if *wanted == Domain::ANY => true,
            (Shape::Array(left, a), Shape::Array(right, b)) => left == right && a.fits(b),
            (Shape::Record(left), Shape::Record(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right.iter()).all(|((_, a), (_, b))| a.fits(b))
            }
            (left, right) => left == right,
        }
    }

    /// Have both the same leaves with the same dimensions, whatever the ranges of the elements?
    pub(super) fn is_copyable_to(&self, target: &Shape) -> bool {
        match (self, target) {
            (Shape::Int(_), Shape::Int(_)) => true,
            (Shape::Array(left, a), Shape::Array(right, b)) => {
                left.size() == right.size() && a.is_copyable_to(b)
            }
            (Shape::Record(left), Shape::Record(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right.iter()).all(|((_, a), (_, b))| a.is_copyable_to(b))
            }
            (left, right) => left == right,
        }
    }
}

impl Lowering<'_> {
    /// The shape of a type. A `const int` without a range may hold every 32-bit number.
    pub(super) fn shape(&mut self, ty: &Type, constant: bool) -> Lowered<Shape> {
        Ok(match ty {
            Type::Int(None) if constant => Shape::Int(Domain::ANY),
            Type::Int(_) | Type::Bool | Type::Scalar(_) => Shape::Int(self.domain(ty)?),
            Type::Clock { hybrid: false } => Shape::Clock,
            Type::Clock { hybrid: true } => Shape::Ignored("a hybrid clock"),
            Type::Double => Shape::Ignored("a floating-point number"),
            Type::Text => Shape::Ignored("a string"),
            Type::Channel(channel) => Shape::Channel(*channel),
            Type::Array(array) => {
                let index = self.index_domain(&array.index)?;
                Shape::Array(index, Rc::new(self.shape(&array.element, constant)?))
            }
            Type::Record(record) => {
                let mut fields = Vec::with_capacity(record.fields.len());
                for (name, ty) in &record.fields {
                    fields.push((name.clone(), self.shape(ty, constant)?));
                }
                Shape::Record(fields.into())
            }
            Type::Error
            | Type::Void
            | Type::Difference
            | Type::Rate
            | Type::Meter(_)
            | Type::Condition(_) => {
                return Err(super::Stop::Reported);
            }
        })
    }

    /// The values of a type that arrays can be indexed by and names can range over. Not empty.
    pub(super) fn domain(&mut self, ty: &Type) -> Lowered<Domain> {
        let (domain, span) = match ty {
            Type::Int(None) => return Ok(DEFAULT_INT),
            Type::Bool => return Ok(Domain::BOOL),
            Type::Int(Some(range)) => (self.range(range)?, range.lower.span.to(range.upper.span)),
            Type::Scalar(scalar) => {
                let set = self.scalar_set(scalar)?;
                let size = self.network.scalar_set(set).size;
                return Ok(Domain::scalar(set, size));
            }
            _ => return Err(super::Stop::Reported),
        };
        if domain.size() == 0 {
            let message = format!("the range [{},{}] is empty", domain.lower, domain.upper);
            return self.fail(Code::EmptyRange, span, message);
        }
        Ok(domain)
    }

    /// The values a bound name takes; perhaps none.
    pub(super) fn iterated_domain(&mut self, ty: &Type) -> Lowered<Domain> {
        let Type::Int(Some(range)) = ty else { return self.domain(ty) };
        let domain = self.range(range)?;
        if domain.size() == 0 {
            let span = range.lower.span.to(range.upper.span);
            let message = format!("the range [{},{}] is empty", domain.lower, domain.upper);
            self.findings.report(Diagnostic::new(Code::EmptySelect, span, message));
        }
        Ok(domain)
    }

    fn range(&mut self, range: &Range) -> Lowered<Domain> {
        let lower = self.constant(&range.lower)?;
        let upper = self.constant(&range.upper)?;
        Ok(Domain::int(lower, upper))
    }

    fn index_domain(&mut self, index: &Index) -> Lowered<Domain> {
        match index {
            Index::Type(ty) => self.domain(ty),
            Index::Size(size) => {
                let value = self.size(size, "an array")?;
                Ok(Domain::int(0, value - 1))
            }
        }
    }

    fn size(&mut self, size: &Expr, what: &str) -> Lowered<i32> {
        let value = self.constant(size)?;
        if value < 1 {
            let message = format!("{what} cannot have {value} elements");
            return self.fail(Code::EmptyRange, size.span, message);
        }
        Ok(value)
    }

    /// The set of a scalar type. A set declared in a template exists once for each entry of the
    /// system line.
    fn scalar_set(&mut self, scalar: &ScalarType) -> Lowered<ScalarSetId> {
        let key = (scalar.id, scalar.local.then_some(self.listed));
        if let Some(set) = self.scalars.get(&key) {
            return Ok(*set);
        }
        let size = self.size(&scalar.size, "a scalar set")?;
        let set = ScalarSetId::at(self.network.scalar_sets.len());
        let name = if scalar.local {
            let listed = &self.model.system[self.listed];
            format!("{}.{}", self.model.instances[listed.instance].name, scalar.name)
        } else {
            scalar.name.clone()
        };
        let origin = self.origins.of(scalar.span);
        let size = u32::try_from(size).unwrap_or(0);
        self.network.scalar_sets.push(ScalarSet { name, size, origin });
        self.scalars.insert(key, set);
        Ok(set)
    }

    /// Refuses a number of things that no memory could hold, before it is spent.
    pub(super) fn admit(
        &mut self,
        count: u128,
        used: u64,
        most: u64,
        (what, span): (&str, Span),
    ) -> Lowered<u64> {
        match u64::try_from(count) {
            Ok(count) if used.saturating_add(count) <= most => Ok(used + count),
            _ => self.too_large(span, what, count.saturating_add(u128::from(used)), most),
        }
    }
}
