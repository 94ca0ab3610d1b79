//! What variables hold, and what their types allow.

use std::rc::Rc;

use crate::tree::{Dim, Item, Type};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// An integer, a truth value (0 or 1), or a member of a scalar set.
    Int(i32),
    /// The clock of this number.
    Clock(usize),
    /// The channel of this number.
    Chan(usize),
    /// The entries of an array or the fields of a record.
    List(Vec<Value>),
}

/// A type with all names and sizes known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// From the least to the largest value.
    Int(i32, i32),
    Clock,
    /// A channel: urgent, broadcast.
    Chan(bool, bool),
    /// First index, and the type of each entry.
    Array(i32, i32, Rc<Shape>),
    Struct(Vec<(String, Rc<Shape>)>),
    Void,
}

impl Shape {
    /// The value a variable starts with where none is given: 0 if it may, else the least one.
    #[must_use]
    pub fn start(&self) -> Value {
        match self {
            Shape::Int(lower, upper) if *lower <= 0 && *upper >= 0 => Value::Int(0),
            Shape::Int(lower, _) => Value::Int(*lower),
            Shape::Clock | Shape::Chan(..) | Shape::Void => Value::Int(0),
            Shape::Array(_, size, element) => {
                Value::List((0..*size).map(|_| element.start()).collect())
            }
            Shape::Struct(fields) => {
                Value::List(fields.iter().map(|(_, shape)| shape.start()).collect())
            }
        }
    }
}

/// The named types of a model.
#[derive(Clone, Default, Debug)]
pub struct Types {
    named: Vec<(String, Type)>,
}

impl Types {
    /// Those declared by these items.
    #[must_use]
    pub fn of(items: &[Item]) -> Types {
        let named = items.iter().filter_map(|item| match item {
            Item::Typedef(name, ty) => Some((name.clone(), ty.clone())),
            _ => None,
        });
        Types { named: named.collect() }
    }

    fn named(&self, name: &str) -> Option<&Type> {
        self.named.iter().rev().find(|(known, _)| known == name).map(|(_, ty)| ty)
    }

    /// The shape of a type.
    #[must_use]
    pub fn shape(&self, ty: &Type) -> Shape {
        match ty {
            Type::Int => Shape::Int(-32768, 32767),
            Type::Range(lower, upper) => Shape::Int(*lower, *upper),
            Type::Bool => Shape::Int(0, 1),
            Type::Scalar(size) => Shape::Int(0, size - 1),
            Type::Clock => Shape::Clock,
            Type::Chan(kind) => Shape::Chan(kind.urgent, kind.broadcast),
            Type::Void => Shape::Void,
            Type::Named(name) => self.named(name).map_or(Shape::Void, |ty| self.shape(ty)),
            Type::Struct(fields) => Shape::Struct(
                fields.iter().map(|(name, ty)| (name.clone(), Rc::new(self.shape(ty)))).collect(),
            ),
            Type::Array(element, dim) => {
                let (lower, size) = self.indices(dim);
                Shape::Array(lower, size, Rc::new(self.shape(element)))
            }
        }
    }

    fn indices(&self, dim: &Dim) -> (i32, i32) {
        match dim {
            Dim::Size(size) => (0, *size),
            Dim::Over(name) => match self.named(name).map(|ty| self.shape(ty)) {
                Some(Shape::Int(lower, upper)) => (lower, upper - lower + 1),
                _ => (0, 0),
            },
        }
    }

    /// The values a name of this type ranges over; none if it is not a range of integers.
    #[must_use]
    pub fn range(&self, ty: &Type) -> std::ops::Range<i32> {
        match self.shape(ty) {
            Shape::Int(lower, upper) => lower..upper + 1,
            _ => 0..0,
        }
    }
}
