//! What the tree promises (ARCHITECTURE.md), checked. `cargo xtask tidy` lists what is wrong;
//! `cargo test -p xtask` fails on it.

mod comments;
mod cycles;
mod exceptions;
mod fixtures;
mod kinds;
mod layers;
mod lexical;
mod links;
mod names;
mod paths;
mod public;
mod run;
mod sizes;
mod sources;
mod spelling;
mod style;
#[cfg(test)]
mod tests;

pub use run::run;
