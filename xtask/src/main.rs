//! Chores of the project: `cargo xtask bench`, `cargo xtask corpus DIR`, `cargo xtask fuzz`, `cargo xtask tidy`.
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![allow(unreachable_pub, reason = "nothing of a program can be reached from outside")]

mod bench;
mod corpus;
mod fuzz;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask corpus [--parse] DIR [--only TEXT] [--seconds N]
       cargo xtask tidy";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        Some("corpus") => corpus::run(&arguments[1..]),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        Some("tidy") => tidy::run(),
        _ => {
            eprintln!("{USAGE}\n       {}\n       {}", fuzz::USAGE, bench::USAGE);
            ExitCode::from(2)
        }
    }
}
