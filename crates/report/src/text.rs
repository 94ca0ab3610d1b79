//! Results and runs for a person at a terminal.

mod explain;
mod optimise;
mod order;
mod results;
mod run;
mod style;
mod symmetries;

pub use explain::explain_text;
pub use optimise::cheapest_text;
pub use order::readable_order;
pub use results::{Columns, bytes, check_text, query_text, seconds, summary, symmetry_line};
pub(crate) use run::counted;
pub use run::run_text;
pub use style::{Styles, TextOptions};
pub use symmetries::symmetries_text;

#[cfg(test)]
mod tests;
