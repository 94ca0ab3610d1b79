//! `orrery view`: the automata as a picture.

use std::path::Path;

use orrery::network::drawing::TemplateDrawing;
use orrery::report::dot::templates_dot;
use orrery::report::picture;
use orrery::report::svg::{DrawOptions, draw_templates};

use super::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::ViewFlags;
use crate::load;
use crate::status::Status;

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DrawingFormat {
    Svg,
    Dot,
    Png,
    Pdf,
}

impl DrawingFormat {
    /// The format that the name of a file asks for.
    pub(super) fn of(path: &Path) -> Result<DrawingFormat, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Ok(DrawingFormat::Svg),
            "dot" | "gv" => Ok(DrawingFormat::Dot),
            "png" => Ok(DrawingFormat::Png),
            "pdf" => Ok(DrawingFormat::Pdf),
            _ => Err(Failure::wrong(format!(
                "cannot tell the format of {}: a picture is written to .svg, .png, .pdf or .dot",
                path.display()
            ))),
        }
    }

    /// Writes a picture that is no list of nodes for Graphviz.
    pub(super) fn write(self, path: &Path, svg: impl Fn() -> String) -> Result<(), Failure> {
        let undrawn =
            |reason: String| Failure::wrong(format!("the picture cannot be drawn: {reason}"));
        match self {
            DrawingFormat::Svg | DrawingFormat::Dot => write_file(path, svg()),
            DrawingFormat::Png => write_file(path, picture::png(&svg()).map_err(undrawn)?),
            DrawingFormat::Pdf => write_file(path, picture::pdf(&svg()).map_err(undrawn)?),
        }
    }
}

/// Draws the templates. A model with errors is drawn as far as it could be read.
pub(crate) fn run(flags: &ViewFlags, console: &mut Console) -> Result<Status, Failure> {
    let format = flags.output.as_deref().map_or(Ok(DrawingFormat::Svg), DrawingFormat::of)?;
    let input = load::read_model(&flags.model, &flags.constants)?;
    diagnostics::show_errors(&input.loaded, console);
    let all = input.loaded.drawings();
    if all.is_empty() {
        return Err(Failure::wrong(format!("{} has no automata to draw", input.loaded.name())));
    }
    let drawn = chosen(&all, &flags.templates)?;
    let svg = || {
        let options = DrawOptions { declarations: flags.declarations, untitled: false };
        draw_templates(drawn.iter().copied(), options)
    };
    match (&flags.output, format) {
        (Some(path), DrawingFormat::Dot) => write_file(path, templates_dot(drawn))?,
        (Some(path), format) => format.write(path, svg)?,
        (None, _) => console.write(&svg())?,
    }
    Ok(if input.model.is_ok() { Status::Fine } else { Status::Wrong })
}

/// The templates with these names, or all if there are none.
fn chosen<'a>(
    all: &'a [TemplateDrawing],
    names: &[String],
) -> Result<Vec<&'a TemplateDrawing>, Failure> {
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|one| one.name == **name)) {
        let known: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        let known = known.join(", ");
        return Err(Failure::wrong(format!("there is no template `{unknown}`, only {known}")));
    }
    Ok(all.iter().filter(|one| names.is_empty() || names.contains(&one.name)).collect())
}
