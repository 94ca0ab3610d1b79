//! `orrery view`: the automata as a picture.

use network::drawing::TemplateDrawing;
use report::svg::{DrawOptions, draw_templates};

use super::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::ViewFlags;
use crate::load::{self, Input};
use crate::status::Status;

/// Draws the templates. A model with errors is drawn as far as it could be read.
pub(crate) fn run(flags: &ViewFlags, console: &mut Console) -> Result<Status, Failure> {
    let input = load::read_model(&flags.model)?;
    diagnostics::show_errors(&input, console);
    let all = drawings(&input);
    if all.is_empty() {
        return Err(Failure::wrong(format!("{} has no automata to draw", input.path)));
    }
    let drawn = chosen(&all, &flags.templates)?;
    let options = DrawOptions { declarations: flags.declarations, untitled: false };
    let picture = draw_templates(drawn, options);
    match &flags.output {
        Some(path) => write_file(path, &picture)?,
        None => console.write(&picture)?,
    }
    Ok(if input.network.is_some() { Status::Fine } else { Status::Wrong })
}

fn drawings(input: &Input) -> Vec<TemplateDrawing> {
    match &input.tree {
        syntax::Model::Uppaal(document) => model::drawings(document),
        syntax::Model::Tchecker(_) => {
            let templates = input.network.iter().flat_map(|network| &network.templates);
            templates.map(|template| template.drawing.clone()).collect()
        }
    }
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
