//! Chores of the project: `cargo xtask bench`, `cargo xtask corpus DIR`, `cargo xtask example`, `cargo xtask repro`,
//! `cargo xtask fuzz`, `cargo xtask moments`, `cargo xtask tidy`, `cargo xtask dist`.
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![allow(unreachable_pub, reason = "nothing of a program can be reached from outside")]

mod bench;
mod corpus;
mod dist;
mod example;
mod fuzz;
mod lacquer;
mod lego;
mod moments;
mod repro;
mod terminal;
mod tidy;
mod usage;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask corpus [--parse | --symmetry | --families | --loops | --runs] DIR [--expected] [--only TEXT] [--part K/N] [--seconds N] [--threads N]
       cargo xtask example CASE [N] [NAME=VALUE …]
       cargo xtask tidy";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        Some("corpus") => corpus::run(&arguments[1..]),
        Some("dist") => dist::run(&arguments[1..]),
        Some("example") => example::run(&arguments[1..]),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        Some("lacquer") => lacquer::run(&arguments[1..]),
        Some("lego") => lego::run(&arguments[1..]),
        Some("moments") => moments::run(&arguments[1..]),
        Some("repro") => repro::run(&arguments[1..]),
        Some("terminal") => terminal::run(&arguments[1..]),
        Some("tidy") => tidy::run(),
        _ => {
            eprintln!("{USAGE}");
            let usages = [
                terminal::USAGE,
                dist::USAGE,
                fuzz::USAGE,
                lacquer::USAGE,
                lego::USAGE,
                moments::USAGE,
                repro::USAGE,
                bench::USAGE,
            ];
            for usage in usages {
                eprintln!("       {usage}");
            }
            ExitCode::from(2)
        }
    }
}
