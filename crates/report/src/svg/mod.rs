//! Pictures as self-contained SVG: no fonts, no scripts, no references to anything outside.
//!
//! * [`automaton`]: templates, from their coordinates.
//! * [`gantt`]: a run as bars over time.
//! * [`layout`]: coordinates where there are none.
//! * [`place`]: the choice between the two, and places for labels that have none.
//! * [`sequence`]: a run as a message sequence chart.
//! * [`text`]: how wide a text is without a font to ask.
//! * [`palette`]: the colours, light and dark.

pub mod automaton;
mod canvas;
pub mod gantt;
mod geometry;
pub mod layout;
pub mod palette;
pub mod place;
mod ruler;
pub mod sequence;
pub mod text;

pub use automaton::{DrawOptions, draw_template, draw_templates};
pub use gantt::draw_gantt;
pub use layout::lay_out;
pub use place::complete;
pub use sequence::draw_sequence;
