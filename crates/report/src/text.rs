//! Results and runs for a person at a terminal.

mod explain;
mod results;
mod run;
mod style;

pub use explain::explain_text;
pub use results::{Columns, bytes, check_text, query_text, seconds, summary};
pub use run::run_text;
pub use style::{Styles, TextOptions};

#[cfg(test)]
mod tests;
