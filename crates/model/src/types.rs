//! Types, as declarations and expressions have them.
//!
//! Bounds and sizes are expressions here: inside a template they may depend on its parameters. They
//! become numbers when a process is made (`instantiate/shape.rs`).

use std::fmt;
use std::rc::Rc;

use network::Meter;
use syntax::Span;

use crate::typed::Expr;

/// The type of a variable or expression.
#[derive(Clone, Debug)]
pub(crate) enum Type {
    /// Something went wrong and has been reported; everything fits it.
    Error,
    Void,
    /// An integer, perhaps with a range of its own.
    Int(Option<Rc<Range>>),
    Bool,
    Double,
    Text,
    /// A clock, or a clock plus or minus an integer.
    Clock {
        /// A hybrid clock, which only statistical engines follow.
        hybrid: bool,
    },
    Channel(ChannelType),
    /// An element of a scalar set.
    Scalar(Rc<ScalarType>),
    Array(Rc<ArrayType>),
    Record(Rc<RecordType>),
    /// The difference of two clocks, perhaps plus an integer.
    Difference,
    /// The rate of a clock.
    Rate,
    /// What is counted along a run: the type of the names `cost` and `reward` alone.
    Meter(Meter),
    /// A truth value that depends on clocks.
    Condition(Condition),
}

/// Where a truth value over clocks may stand. Integers and booleans may stand everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// In invariants, guards and queries.
    Invariant,
    /// In invariants only: it mentions the rate of a clock.
    InvariantWithRate,
    /// In guards and queries.
    Guard,
    Constraint,
}

/// The bounds of an integer type.
#[derive(Debug)]
pub(crate) struct Range {
    pub(crate) lower: Expr,
    pub(crate) upper: Expr,
}

/// The properties of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChannelType {
    /// One sender and any number of receivers.
    pub(crate) broadcast: bool,
    /// No delay while it is enabled.
    pub(crate) urgent: bool,
}

impl ChannelType {
    /// What a channel can do; an argument must be able to do at least what its parameter does.
    pub(crate) fn capability(self) -> u8 {
        match self {
            ChannelType { urgent: true, .. } => 0,
            ChannelType { broadcast: true, .. } => 1,
            ChannelType { .. } => 2,
        }
    }
}

/// A scalar set. Every one that is written down is different from every other.
#[derive(Debug)]
pub(crate) struct ScalarType {
    pub(crate) id: u32,
    /// The name of its type, for people.
    pub(crate) name: String,
    pub(crate) size: Expr,
    /// It is declared in a template, so every listed process has its own.
    pub(crate) local: bool,
    /// Where it is declared.
    pub(crate) span: Span,
}

/// An array. Made by [`Type::array`].
#[derive(Debug)]
pub(crate) struct ArrayType {
    /// What it is indexed by.
    pub(crate) index: Index,
    pub(crate) element: Type,
    size: Size,
}

/// What an array is indexed by.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// `0` to the size less one.
    Size(Expr),
    /// The values of a type: an integer, `bool` or a scalar set.
    Type(Type),
}

/// A record. Made by [`Type::record`].
#[derive(Debug)]
pub(crate) struct RecordType {
    pub(crate) fields: Vec<(String, Type)>,
    size: Size,
}

/// How large a type is. Types nest by name, so neither is bounded by the depth of the text.
#[derive(Clone, Copy, Debug)]
struct Size {
    depth: u32,
    /// Numbers, clocks and channels that it consists of, arrays counting once.
    leaves: u64,
}

/// The deepest type, and the most leaves.
pub(crate) const LARGEST_TYPE: (u32, u64) = (100, 10_000);

impl Type {
    pub(crate) const INT: Type = Type::Int(None);
    pub(crate) const CLOCK: Type = Type::Clock { hybrid: false };

    /// An array, unless it is too deep.
    pub(crate) fn array(index: Index, element: Type) -> Option<Type> {
        let Size { depth, leaves } = element.size();
        let size = Size { depth: depth + 1, leaves };
        size.is_admissible().then(|| Type::Array(Rc::new(ArrayType { index, element, size })))
    }

    /// A record, unless it is too deep or too large.
    pub(crate) fn record(fields: Vec<(String, Type)>) -> Option<Type> {
        let sizes = fields.iter().map(|(_, ty)| ty.size());
        let size = sizes.fold(Size { depth: 1, leaves: 0 }, |size, field| Size {
            depth: size.depth.max(field.depth + 1),
            leaves: size.leaves.saturating_add(field.leaves),
        });
        size.is_admissible().then(|| Type::Record(Rc::new(RecordType { fields, size })))
    }

    fn size(&self) -> Size {
        match self {
            Type::Array(array) => array.size,
            Type::Record(record) => record.size,
            _ => Size { depth: 0, leaves: 1 },
        }
    }

    /// Has an error been reported?
    pub(crate) fn is_error(&self) -> bool {
        matches!(self, Type::Error)
    }

    /// An integer or a boolean, which UPPAAL does not distinguish much?
    pub(crate) fn is_integral(&self) -> bool {
        matches!(self, Type::Int(_) | Type::Bool | Type::Error)
    }

    pub(crate) fn is_clock(&self) -> bool {
        matches!(self, Type::Clock { .. })
    }

    /// A clock or a difference of clocks?
    pub(crate) fn is_clock_term(&self) -> bool {
        matches!(self, Type::Clock { .. } | Type::Difference)
    }

    /// Anything one can compute with?
    pub(crate) fn is_number(&self) -> bool {
        self.is_integral() || self.is_clock_term() || matches!(self, Type::Double)
    }

    /// A truth value, over clocks or not?
    pub(crate) fn is_truth(&self) -> bool {
        self.is_integral() || matches!(self, Type::Condition(_))
    }

    /// May it be an invariant?
    pub(crate) fn is_invariant(&self) -> bool {
        use Condition::{Invariant, InvariantWithRate};
        self.is_integral() || matches!(self, Type::Condition(Invariant | InvariantWithRate))
    }

    /// May it be a guard?
    pub(crate) fn is_guard(&self) -> bool {
        use Condition::{Guard, Invariant};
        self.is_integral() || matches!(self, Type::Condition(Invariant | Guard))
    }

    /// May it be part of a query?
    pub(crate) fn is_constraint(&self) -> bool {
        self.is_truth() && !matches!(self, Type::Condition(Condition::InvariantWithRate))
    }

    /// Can a value of it be copied by `=`?
    pub(crate) fn is_assignable(&self) -> bool {
        match self {
            Type::Array(array) => array.element.is_assignable(),
            Type::Record(record) => record.fields.iter().all(|(_, ty)| ty.is_assignable()),
            Type::Void
            | Type::Channel(_)
            | Type::Difference
            | Type::Rate
            | Type::Meter(_)
            | Type::Condition(_)
            | Type::Text => false,
            Type::Error
            | Type::Int(_)
            | Type::Bool
            | Type::Double
            | Type::Clock { .. }
            | Type::Scalar(_) => true,
        }
    }

    /// May it be given an initial value? Elements of scalar sets cannot be named, so they may not.
    pub(crate) fn is_initialisable(&self) -> bool {
        match self {
            Type::Array(array) => {
                !matches!(array.index, Index::Type(Type::Scalar(_)))
                    && array.element.is_initialisable()
            }
            Type::Record(record) => record.fields.iter().all(|(_, ty)| ty.is_initialisable()),
            Type::Text | Type::Error => true,
            other => other.is_integral() || other.is_clock() || matches!(other, Type::Double),
        }
    }

    /// The type of the innermost elements.
    pub(crate) fn innermost(&self) -> &Type {
        match self {
            Type::Array(array) => array.element.innermost(),
            other => other,
        }
    }

    /// Are they the same type? Ranges and sizes are compared when they are known, not here.
    pub(crate) fn is_same(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Int(_), Type::Int(_))
            | (Type::Bool, Type::Bool)
            | (Type::Double, Type::Double)
            | (Type::Text, Type::Text)
            | (Type::Clock { .. }, Type::Clock { .. }) => true,
            (Type::Scalar(left), Type::Scalar(right)) => left.id == right.id,
            (Type::Channel(left), Type::Channel(right)) => left.capability() == right.capability(),
            (Type::Array(left), Type::Array(right)) => {
                left.index.is_same(&right.index) && left.element.is_same(&right.element)
            }
            (Type::Record(left), Type::Record(right)) => {
                left.fields.len() == right.fields.len()
                    && left.fields.iter().zip(&right.fields).all(
                        |((left_name, left), (right_name, right))| {
                            left_name == right_name && left.is_same(right)
                        },
                    )
            }
            _ => false,
        }
    }

    /// May a value of type `value` be stored in a variable of this type?
    pub(crate) fn accepts(&self, value: &Type) -> bool {
        match self {
            Type::Error => true,
            Type::Int(_) | Type::Bool => value.is_integral(),
            Type::Clock { .. } | Type::Double => {
                value.is_integral() || value.is_clock() || matches!(value, Type::Double)
            }
            _ => self.is_same(value),
        }
    }
}

impl Size {
    fn is_admissible(self) -> bool {
        self.depth <= LARGEST_TYPE.0 && self.leaves <= LARGEST_TYPE.1
    }
}

impl Index {
    /// Are both indexed by numbers, or both by the same scalar set?
    fn is_same(&self, other: &Index) -> bool {
        match (self.scalar(), other.scalar()) {
            (Some(left), Some(right)) => left.id == right.id,
            (None, None) => true,
            _ => false,
        }
    }

    /// The scalar set it is indexed by, if it is.
    pub(crate) fn scalar(&self) -> Option<&Rc<ScalarType>> {
        match self {
            Index::Type(Type::Scalar(scalar)) => Some(scalar),
            _ => None,
        }
    }
}

impl Type {
    /// The type as sentences name it: "a `bool`", "an `int`".
    pub(crate) fn with_article(&self) -> String {
        let name = self.to_string();
        let article = if name.starts_with(['a', 'i', 'u']) { "an" } else { "a" };
        format!("{article} `{name}`")
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Error => f.write_str("unknown"),
            Type::Void => f.write_str("void"),
            Type::Int(_) => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Double => f.write_str("double"),
            Type::Text => f.write_str("string"),
            Type::Clock { hybrid: true } => f.write_str("hybrid clock"),
            Type::Clock { hybrid: false } => f.write_str("clock"),
            Type::Channel(ChannelType { broadcast, urgent }) => {
                let urgent = if *urgent { "urgent " } else { "" };
                let broadcast = if *broadcast { "broadcast " } else { "" };
                write!(f, "{urgent}{broadcast}chan")
            }
            Type::Scalar(scalar) => write!(f, "scalar {}", scalar.name),
            Type::Array(_) => match self.innermost() {
                Type::Record(_) => f.write_str("array of struct"),
                innermost => write!(f, "array of {innermost}"),
            },
            Type::Record(record) => {
                f.write_str("struct {")?;
                for (name, ty) in record.fields.iter().take(4) {
                    match ty {
                        Type::Record(_) => write!(f, " struct {name};")?,
                        ty => write!(f, " {ty} {name};")?,
                    }
                }
                f.write_str(if record.fields.len() > 4 { " … }" } else { " }" })
            }
            Type::Difference => f.write_str("difference of clocks"),
            Type::Rate => f.write_str("clock rate"),
            Type::Meter(meter) => f.write_str(meter.name()),
            Type::Condition(_) => f.write_str("condition on clocks"),
        }
    }
}
