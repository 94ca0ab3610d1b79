//! Pictures as self-contained SVG: no fonts, no scripts, no references to anything outside.
//!
//! * [`automaton`]: templates, from their coordinates.
//! * [`gantt`]: a run as bars over time.
//! * [`history`]: what a search for the cheapest run found and proved when.
//! * [`layout`]: coordinates where there are none.
//! * [`place`]: the choice between the two, and places for labels that have none.
//! * [`sequence`]: a run as a message sequence chart.
//! * [`text`]: how wide a text is without a font to ask.
//! * [`palette`]: the colours, light and dark.

pub(crate) mod automaton;
mod canvas;
pub(crate) mod gantt;
mod geometry;
mod history;
pub(crate) mod layout;
pub(crate) mod palette;
pub(crate) mod place;
mod ruler;
pub(crate) mod sequence;
pub(crate) mod text;

pub use automaton::{DrawOptions, draw_templates};
pub use gantt::draw_gantt;
pub use history::draw_history;
pub use layout::lay_out;
pub use place::complete;
pub use sequence::draw_sequence;
