//! Which types are types of ids.

use syntax::Span;

use super::open::Rules;
use crate::types::{Index, Type};

/// The ids of a family: from `lower` to the open constant plus `offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ids {
    pub(super) lower: i32,
    pub(super) offset: i32,
    /// The scalar set whose elements they are, if they are.
    pub(super) scalar: Option<u32>,
}

/// A type whose size depends on the open constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Openness {
    Closed,
    /// From `lower` to the open constant plus `offset`.
    Open(Ids),
    /// In a way that no rule covers.
    Odd,
}

impl Rules<'_> {
    /// How a type of single values depends on the open constant.
    pub(super) fn openness(&self, ty: &Type) -> Openness {
        match ty {
            Type::Int(Some(range)) => {
                let (lower, upper) = (&range.lower, &range.upper);
                if !self.mentions(lower) && !self.mentions(upper) {
                    return Openness::Closed;
                }
                match (self.number(lower), self.open_offset(upper)) {
                    (Some(lower), Some(offset)) => {
                        Openness::Open(Ids { lower, offset, scalar: None })
                    }
                    _ => Openness::Odd,
                }
            }
            Type::Scalar(scalar) => match self.open_offset(&scalar.size) {
                Some(size) if !scalar.local => {
                    Openness::Open(Ids { lower: 0, offset: size - 1, scalar: Some(scalar.id) })
                }
                Some(_) => Openness::Odd,
                None if self.mentions(&scalar.size) => Openness::Odd,
                None => Openness::Closed,
            },
            _ => Openness::Closed,
        }
    }

    /// How the indices of an array depend on the open constant.
    pub(super) fn index_openness(&self, index: &Index) -> Openness {
        match index {
            Index::Type(ty) => self.openness(ty),
            Index::Size(size) => match self.open_offset(size) {
                Some(size) => Openness::Open(Ids { lower: 0, offset: size - 1, scalar: None }),
                None if self.mentions(size) => Openness::Odd,
                None => Openness::Closed,
            },
        }
    }

    /// Are values of the type ids?
    pub(super) fn is_id(&self, ty: &Type) -> bool {
        self.openness(ty) != Openness::Closed
    }

    /// Does anything in the type depend on the open constant?
    pub(super) fn is_open(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(array) => {
                self.index_openness(&array.index) != Openness::Closed
                    || self.is_open(&array.element)
            }
            Type::Record(record) => record.fields.iter().any(|(_, ty)| self.is_open(ty)),
            single => self.is_id(single),
        }
    }

    /// Checks that all parts of a type that depend on the open constant are about its ids.
    pub(super) fn check_type(&mut self, ty: &Type, span: Span) {
        match ty {
            Type::Array(array) => {
                self.check_openness(self.index_openness(&array.index), span, true);
                self.check_type(&array.element, span);
            }
            Type::Record(record) => {
                for (_, ty) in &record.fields {
                    self.check_type(ty, span);
                }
            }
            single => self.check_openness(self.openness(single), span, false),
        }
    }

    fn check_openness(&mut self, openness: Openness, span: Span, index: bool) {
        let what = if index { "the size of this array" } else { "the range of this type" };
        match (openness, self.ids) {
            (Openness::Closed, _) => {}
            (Openness::Odd, _) | (Openness::Open(_), None) => {
                self.obstacle(
                    span,
                    format!("{what} depends on the open constant in another way than ids do"),
                );
            }
            (Openness::Open(found), Some(ids)) => {
                // Values below the least id stand for nobody, and so do those above the greatest one. An array
                // by a number of ids is indexed by plain numbers, which need not be a scalar set.
                let same_kind = found.scalar == ids.scalar;
                if found.lower > ids.lower || found.offset < ids.offset || !same_kind {
                    self.obstacle(
                        span,
                        format!(
                            "{what} grows with the open constant, but does not have all ids in it"
                        ),
                    );
                }
            }
        }
    }
}
