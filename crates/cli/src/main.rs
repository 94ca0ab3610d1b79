//! The binary `orrery`: flags, commands, files and terminals.
//!
//! What happens in between is done by the library [`orrery`]: it reads models, answers, and makes reports of
//! the answers.

mod command;
mod console;
mod diagnostics;
mod failure;
mod flags;
mod interrupt;
mod load;
mod progress;
mod status;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;

use console::Console;
use failure::Failure;
use flags::{Cli, Command, When};
use status::Status;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (done, console) = match scripted(&words) {
        Some(arguments) => {
            let mut console = Console::new(When::Auto);
            (command::verifyta::run(arguments, &mut console), console)
        }
        None => {
            let cli = match Cli::try_parse_from(&words) {
                Ok(cli) => cli,
                Err(other) => return help_or_error(&other),
            };
            let mut console = Console::new(cli.color);
            (obey(&cli.command, &mut console), console)
        }
    };
    finish(done, console)
}

/// Shows the help or version that was asked for, or what is wrong with the flags.
fn help_or_error(asked: &clap::Error) -> ExitCode {
    let shown = asked.print().and_then(|()| std::io::stdout().flush());
    if asked.use_stderr() {
        return ExitCode::from(2);
    }
    let shown = shown.map(|()| Status::Fine).map_err(Failure::from);
    finish(shown, Console::new(When::Auto))
}

/// The arguments for the mode that behaves like UPPAAL's tool: chosen by the first word, or by the name
/// the program is called by. Its flags are not ours, so they are read elsewhere.
fn scripted(words: &[OsString]) -> Option<&[OsString]> {
    let program = Path::new(words.first()?).file_stem()?;
    if program == "verifyta" {
        return Some(&words[1..]);
    }
    (words.get(1)? == "verifyta").then_some(&words[2..])
}

fn obey(command: &Command, console: &mut Console) -> Result<Status, Failure> {
    match command {
        Command::Check(flags) => command::check::run(flags, console),
        Command::Prove(flags) => command::prove::run(flags, console),
        Command::Optimise(flags) => command::optimise::run(flags, console),
        Command::Schedule(flags) => command::schedule::run(flags, console),
        Command::Symmetry(flags) => command::symmetry::run(flags, console),
        Command::Coverage(flags) => command::coverage::run(flags, console),
        Command::Explain(flags) => command::explain::run(flags, console),
        Command::Simulate(flags) => command::simulate::run(flags, console),
        Command::Synth(flags) => command::synth::run(flags, console),
        Command::View(flags) => command::view::run(flags, console),
        Command::Convert(flags) => command::convert::run(flags, console),
        Command::Verifyta { arguments } => command::verifyta::run(arguments, console),
        Command::Completions { shell } => command::shell::completions(*shell, console),
        Command::Man { folder: Some(folder) } => command::shell::manual_pages(folder),
        Command::Man { folder: None } => command::shell::manual(console),
    }
}

fn finish(done: Result<Status, Failure>, mut console: Console) -> ExitCode {
    match done.and_then(|status| console.flush().map(|()| status)) {
        Ok(status) => status.code(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Wrong(text)) => {
            console.error(&text);
            ExitCode::from(2)
        }
    }
}
