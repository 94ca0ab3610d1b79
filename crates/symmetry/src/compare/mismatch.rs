//! Where two pieces of a network differ.

use network::Origin;

use crate::identities::classes::Class;

/// The label that is being compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    /// None: the kind of a location, the ends of an edge, a function.
    #[default]
    Whole,
    /// Of a location: its invariant and rates.
    Invariant,
    /// Of an edge: what it selects.
    Select,
    /// Of an edge: its guard.
    Guard,
    /// Of an edge: its channel.
    Sync,
    /// Of an edge: its update.
    Update,
}

/// Where two pieces differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The place in the first piece.
    pub origin: Origin,
    /// The place in the second.
    pub other: Origin,
    pub part: Part,
    /// Two constants of a class of plain numbers, if that is what differs.
    pub constants: Option<(i32, i32, Option<Class>)>,
}
