//! From tree to network: types, checking, constants, instantiation.
//!
//! [`load`] does all of it: `check` gives every name a meaning and every expression a type and reports
//! all that is wrong; `instantiate` writes the typed model out as a flat [`network::Network`], with
//! records and arrays flattened, functions copied for the objects they refer to, and process sets
//! expanded. Constructs that no symbolic engine can run become limitations of the network, never a
//! failure of the file.

mod check;
mod define;
mod drawing;
mod family;
mod findings;
mod instantiate;
mod limits;
mod load;
mod nearest;
mod predeclared;
mod scope;
mod symbol;
mod tck;
mod typed;
mod types;

pub use define::{DefineError, constants, define};
pub use drawing::drawings;
pub use family::{Alike, Family, Obstacle, family, listed_alike, odd_constants, open_constants};
pub use load::{Loaded, load};
pub use tck::{load_tck, translate_tck};
