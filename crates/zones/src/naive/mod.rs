//! The naive twin: every operator once more, by its definition, for tests (feature `generate`).
//!
//! Nothing here is fast and nothing here shares code with what it judges: limits are pairs instead
//! of encoded integers, closures are three loops, and whether a valuation belongs to a result is
//! decided by solving for the delay or the old value of a clock.

pub mod abstraction;
pub mod corners;
pub mod matrix;
pub mod operators;
pub mod point;
pub mod priced;

pub use abstraction::{abstraction_lu, extra_lu, extra_lu_plus, is_simulated};
pub use corners::{Polyhedron, least};
pub use matrix::{Limit, Matrix, covers};
pub use operators::{
    extends, is_in_copy, is_in_down, is_in_free, is_in_pred_t, is_in_reset, is_in_shift, is_in_up,
};
pub use point::Point;
pub use priced::{
    Infimum, cheapest_piece, cost_after_delay, cost_after_forgetting, cost_at, cost_modulo_lu,
    dominates, dominates_modulo_lu,
};
