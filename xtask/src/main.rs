//! Chores of the project: `cargo xtask corpus DIR`, `cargo xtask fuzz`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod corpus;
mod fuzz;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask corpus [--parse] DIR [--only TEXT] [--seconds N]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("corpus") => corpus::run(&arguments[1..]),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        _ => {
            eprintln!("{USAGE}\n       {}", fuzz::USAGE);
            ExitCode::from(2)
        }
    }
}
