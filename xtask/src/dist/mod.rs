//! `cargo xtask dist`: what is given to users.
//!
//! * [`build`]: the binary, static where that is possible.
//! * [`licences`]: the licence texts of everything that is in it.
//! * [`package`]: the folder, the archive and its checksum.

mod build;
mod command;
mod licences;
mod package;
#[cfg(test)]
mod tests;

pub use command::{USAGE, run};
