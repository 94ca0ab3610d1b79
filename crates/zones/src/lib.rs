//! Sets of clock valuations.
//!
//! * [`bound`]: `< n` and `<= n` as one ordered integer.
//! * [`zone`]: closed, non-empty difference bound matrices; [`constrain`], [`delay`], [`update`]
//!   and [`rows`] are what a transition does to them.
//! * [`extrapolate`], [`lu_simulation`]: abstractions, and inclusion modulo one.
//! * [`federation`], [`subtract`], [`remainder`]: finite unions of zones; what a delay leads from into one, avoiding another.
//! * [`sample`], [`interval`], [`rational`]: concrete valuations and delays, exactly.
//! * [`priced`]: zones with a cost, for cheapest runs.
//! * [`minimal`], [`display`]: the fewest constraints that describe a zone.
//!
//! ```
//! use orrery_zones::{Bound, Zone};
//!
//! // Two clocks start together; after at least 2 and at most 5 time units the second is reset.
//! let mut zone = Zone::zero(3);
//! zone.up();
//! zone.constrain(0, 1, Bound::le(-2))?;
//! zone.constrain(1, 0, Bound::le(5))?;
//! zone.reset(2, 0);
//! zone.up();
//! assert_eq!(zone.display(&["", "x", "y"]).to_string(), "x-y<=5, x-y>=2");
//! assert!(!zone.may_satisfy(1, 0, Bound::lt(2)));
//! # Ok::<(), orrery_zones::Empty>(())
//! ```
//!
//! Nothing here knows about automata or names. The inner loops are all in `kernel`.

// Formulas over matrices are read with their indices in sight.
#![allow(clippy::needless_range_loop)]

pub mod bound;
pub mod close;
pub mod combine;
pub mod constrain;
pub mod delay;
pub mod display;
pub mod extrapolate;
pub mod federation;
#[cfg(feature = "generate")]
pub mod generate;
pub mod interval;
mod kernel;
pub mod lu_simulation;
pub mod minimal;
#[cfg(feature = "generate")]
pub mod naive;
pub mod narrow;
mod past;
mod point;
pub mod priced;
pub mod rational;
mod relax;
pub mod remainder;
mod row_set;
pub mod rows;
pub mod sample;
mod saturate;
pub mod subtract;
pub mod update;
pub mod zone;

pub use bound::Bound;
pub use delay::Precision;
pub use extrapolate::NONE;
pub use federation::Federation;
pub use interval::{End, Interval};
pub use kernel::stride_of;
pub use lu_simulation::is_simulated_lu;
pub use minimal::{Constraint, Minimal};
pub use rational::Rational;
pub use remainder::Remainder;
pub use subtract::Subtrahend;
pub use update::NegativeClock;
pub use zone::{Empty, Zone};
