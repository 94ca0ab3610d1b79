//! Pictures as self-contained SVG: no fonts, no scripts, no references to anything outside.
//!
//! * [`automaton`]: templates, from their coordinates.
//! * [`layout`]: coordinates where there are none.
//! * [`place`]: the choice between the two, and places for labels that have none.
//! * [`text`]: how wide a text is without a font to ask.
//! * [`palette`]: the colours, light and dark.

pub mod automaton;
mod canvas;
mod geometry;
pub mod layout;
pub mod palette;
pub mod place;
pub mod text;

pub use automaton::{DrawOptions, draw_template, draw_templates};
pub use layout::lay_out;
pub use place::complete;
