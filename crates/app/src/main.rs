//! The binary `orrery`: flags, commands, files and terminals.
//!
//! The only crate that sees both ends. What happens in between is a chain of function calls into the
//! others: `syntax` reads text, `model` makes a network of it, `engine` answers, `report` writes.

mod command;
mod console;
mod diagnostics;
mod failure;
mod flags;
mod interrupt;
mod load;
mod memory;
mod progress;
mod status;
mod supervise;

use std::process::ExitCode;

use clap::Parser as _;

use console::Console;
use flags::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut console = Console::new(cli.color);
    let done = match &cli.command {
        Command::Check(flags) => command::check::run(flags, &mut console),
        Command::Explain(flags) => command::explain::run(flags, &mut console),
        Command::Simulate(flags) => command::simulate::run(flags, &mut console),
        Command::View(flags) => command::view::run(flags, &mut console),
        Command::Convert(flags) => command::convert::run(flags, &mut console),
        Command::Completions { shell } => command::shell::completions(*shell, &mut console),
        Command::Man => command::shell::manual(&mut console),
    };
    match done.and_then(|status| console.flush().map(|()| status)) {
        Ok(status) => status.code(),
        Err(failure) => failure.report(&console),
    }
}
