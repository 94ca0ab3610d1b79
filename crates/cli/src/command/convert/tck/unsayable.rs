//! What the format has no words for.

use orrery::network::Origin;

/// A construct that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unsayable {
    pub(crate) what: String,
    /// Where it stands in the model.
    pub(crate) origin: Origin,
}

/// The result of writing something.
pub(super) type Said<T> = Result<T, Unsayable>;

/// There are no words for this.
pub(super) fn unsayable<T>(what: impl Into<String>, origin: Origin) -> Said<T> {
    Err(Unsayable { what: what.into(), origin })
}
