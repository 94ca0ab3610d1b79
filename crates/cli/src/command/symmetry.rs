//! `orrery symmetry`: what is symmetric, what is not, and which line breaks it.

use orrery::report::json::symmetries_json;
use orrery::report::text::symmetries_text;

use super::check::tool;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{PlainFormat, SymmetryFlags};
use crate::load;
use crate::status::Status;

/// Says what is symmetric.
pub(crate) fn run(flags: &SymmetryFlags, console: &mut Console) -> Result<Status, Failure> {
    let input = load::read(&flags.model)?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let view = model.symmetries().view(tool(), &model.queries());
    console.write(&match flags.format {
        PlainFormat::Text => symmetries_text(&view, console.styles()),
        PlainFormat::Json => symmetries_json(&view),
    })?;
    Ok(Status::Fine)
}
