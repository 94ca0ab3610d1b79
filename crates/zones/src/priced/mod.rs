//! Zones with a cost: what the cheapest way to each valuation costs.
//!
//! Larsen, Behrmann, Brinksma, Fehnker, Hune, Pettersson and Romijn, "As cheap as possible: efficient
//! cost-optimal reachability for priced timed automata", CAV 2001. A [`PricedZone`] is a zone and an
//! affine function over it. Delays and assignments may split it: they return pieces, and the cost of
//! a valuation is the least that a piece that contains it gives. The theory is in
//! `docs/theory/priced-zones.md`.
//!
//! * [`cost`], [`zone`]: the function, the pair, and what does not split.
//! * [`delay`], [`assign`]: what does split, both by `split`.
//! * [`least`]: the least cost of a zone, exactly, by a flow (`flow`).
//! * [`dominate`], [`simulate`]: which of two priced zones need not be explored.
//!
//! ```
//! use orrery_zones::Bound;
//! use orrery_zones::priced::PricedZone;
//!
//! // Wait for at least 3 time units at 2 per unit, pay 5, set the clock to 0.
//! let start = PricedZone::zero(2);
//! let mut waited = start.delay(2)?.remove(0);
//! assert!(waited.constrain(0, 1, Bound::le(-3)).is_ok());
//! waited.add(5)?;
//! let after = waited.reset(1, 0)?.remove(0);
//! assert_eq!(after.least_cost()?.value, 11);
//! # Ok::<(), orrery_zones::priced::CostError>(())
//! ```

pub mod assign;
pub mod cost;
pub mod delay;
pub mod dominate;
pub mod error;
mod flow;
pub mod least;
mod regions;
pub mod simulate;
mod split;
pub mod zone;

pub use cost::Cost;
pub use error::CostError;
pub use least::Least;
pub use zone::PricedZone;
