//! Results and runs for a person at a terminal.

mod batch;
mod coverage;
mod explain;
mod optimise;
mod order;
mod prove;
mod results;
mod run;
mod strategy;
mod style;
mod symmetries;
mod synth;

pub use batch::{Outcome, batch_text, sweep_heading, sweep_line};
pub use coverage::coverage_text;
pub use explain::explain_text;
pub use optimise::{cheapest_text, schedule_text};
pub(crate) use order::readable_order;
pub(crate) use prove::ViewTable;
pub use prove::{proved_text, views_text};
pub use results::{Columns, bytes, query_text, seconds, summary};
pub(crate) use results::{claim_lines, symmetry_line};
pub(crate) use run::counted;
pub use run::run_text;
pub use strategy::strategy_text;
pub use style::{Styles, TextOptions};
pub use symmetries::symmetries_text;
pub use synth::policy_text;

#[cfg(test)]
mod tests;
