//! Results and runs for a person at a terminal.

mod results;
mod run;
mod style;

pub use results::{Columns, bytes, check_text, query_text, seconds, summary};
pub use run::run_text;
pub use style::{Styles, TextOptions};

#[cfg(test)]
mod tests;
