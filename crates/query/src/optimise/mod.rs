//! The cheapest run to a goal: best-first search over priced zones.
//!
//! A state is a discrete state with a zone and, for each valuation of the zone, the least that a run to it costs (Larsen
//! et al., "As cheap as possible", CAV 2001). Costs never fall along a run, so a state that is expanded when it is the
//! cheapest of all that wait cannot be reached for less; and the least cost of what waits is a lower bound of every
//! run that is still to be found. See docs/theory/cheapest-runs.md.

mod answer;
mod cheapest;
mod estimate;
mod explorer;
mod grace;
mod known;
mod phase;
mod pricing;
mod quotient;
mod search;
mod step;
mod store;
mod threads;
mod value;

pub use answer::{Cheapest, Improvement, SearchOrder, Settings};
pub use cheapest::{cheapest, least_cost};
pub(crate) use pricing::{PriceCode, terms};
pub use value::{least_of, of_value};
