//! `cargo xtask bench`: Orrery, and TChecker beside it where its path is given, on the same files in the
//! same run.

mod curves;
mod instructions;
mod machine;
mod measure;
mod run;
mod suite;
mod table;
mod tools;

pub use run::{USAGE, run};
