//! `cargo xtask lego PROGRAM`: byte code of the LEGO brick as a timed automaton.
//!
//! Chapter 2 of Hendriks' thesis: a control program runs on the brick in an endless loop that tests its inputs. Each
//! instruction takes a time between two bounds.

mod automaton;
mod command;
mod idle;
mod program;
#[cfg(test)]
mod tests;

pub use command::{USAGE, run};
