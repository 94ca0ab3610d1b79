//! Results and runs for a person at a terminal.

mod results;
mod run;
mod style;

pub use results::{bytes, check_text, seconds};
pub use run::run_text;
pub use style::{Styles, TextOptions};

#[cfg(test)]
mod tests;
