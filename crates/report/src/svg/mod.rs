//! Pictures as self-contained SVG: no fonts, no scripts, no references to anything outside.
//!
//! * [`automaton`]: templates, from their coordinates.
//! * [`coverage`]: what is never reached or taken, in grey.
//! * [`gantt`]: a run as bars over time.
//! * [`history`]: what a search for the cheapest run found and proved when.
//! * [`layout`]: coordinates where there are none.
//! * [`place`]: the choice between the two, and places for labels that have none.
//! * [`plot`]: curves over a number.
//! * [`schedule`]: orders as bars over time.
//! * [`sequence`]: a run as a message sequence chart.
//! * [`sweep`]: what becomes of a query as a constant grows.
//! * [`text`]: how wide a text is without a font to ask.
//! * [`palette`]: the colours, light and dark.

pub(crate) mod automaton;
mod canvas;
pub(crate) mod coverage;
pub(crate) mod gantt;
mod geometry;
mod history;
pub(crate) mod layout;
pub(crate) mod palette;
pub(crate) mod place;
pub(crate) mod plot;
mod ruler;
mod schedule;
pub(crate) mod sequence;
pub(crate) mod sweep;
pub(crate) mod text;

pub use automaton::{DrawOptions, draw_templates};
pub use coverage::faded;
pub use gantt::draw_gantt;
pub use history::draw_history;
pub use layout::lay_out;
pub use place::complete;
pub use plot::{Curve, Plot, draw_curves, draw_panels};
pub use schedule::draw_schedule;
pub use sequence::draw_sequence;
pub use sweep::draw_sweep;
