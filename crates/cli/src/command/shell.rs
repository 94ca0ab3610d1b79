//! `orrery completions` and `orrery man`: help in other places, from the same definitions.

use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::files::write_file;
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::Cli;
use crate::status::Status;

/// A script for a shell.
pub(crate) fn completions(shell: Shell, console: &mut Console) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "orrery", &mut script);
    console.write(&String::from_utf8_lossy(&script))?;
    Ok(Status::Fine)
}

/// The manual page: the program, then each command.
pub(crate) fn manual(console: &mut Console) -> Result<Status, Failure> {
    let mut page = Vec::new();
    let mut program = Cli::command();
    program.build();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let man = clap_mangen::Man::new(command.clone());
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    console.write(&String::from_utf8_lossy(&page))?;
    Ok(Status::Fine)
}

/// The manual as files, one for the program and one for each command.
pub(crate) fn manual_pages(folder: &Path) -> Result<Status, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file("write", folder, &error))?;
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let man = clap_mangen::Man::new(command.clone());
        let mut page = Vec::new();
        man.render(&mut page)?;
        write_file(&folder.join(man.get_filename()), &page)?;
    }
    Ok(Status::Fine)
}
