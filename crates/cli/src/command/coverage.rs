//! `orrery coverage`: what is never reached or taken.

use orrery::report::json::coverage_json;
use orrery::report::svg::{DrawOptions, draw_templates};
use orrery::report::text::coverage_text;
use orrery::report::view::{CoverageView, CoveredTemplateView};
use orrery::{Limits, Options};

use super::check::tool;
use super::view::DrawingFormat;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CoverageFlags, PlainFormat};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

pub(crate) fn run(flags: &CoverageFlags, console: &mut Console) -> Result<Status, Failure> {
    let format = flags.output.as_deref().map(DrawingFormat::of).transpose()?;
    if format == Some(DrawingFormat::Dot) {
        return Err(Failure::wrong("coverage is drawn to .svg, .png or .pdf"));
    }
    let input = load::read_model(&flags.model, &flags.constants)?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let interrupt = Interrupt::listen();
    let mut limits = flags.limits.set(Limits::new().cancel(interrupt.flag()));
    let options = Options { symmetry: flags.symmetry.option(), ..Options::default() };
    let coverage = match model.coverage(&options, &mut limits) {
        Ok(coverage) => coverage,
        Err(problem) => {
            console.error(&format!("{}: {}", model.name(), problem));
            return Ok(Status::Undecided);
        }
    };
    let mut view = coverage.view(tool());
    view.stats.seconds = limits.elapsed().as_secs_f64();
    view.stats.peak_bytes = view.stats.peak_bytes.max(limits.peak_memory());
    if let (Some(path), Some(format)) = (&flags.output, format) {
        let drawings = coverage.drawings(&view);
        format.write(path, || draw_templates(&drawings, DrawOptions::default()))?;
    }
    console.write(&match flags.format {
        PlainFormat::Text => coverage_text(&view, console.styles()),
        PlainFormat::Json => coverage_json(&view),
    })?;
    Ok(status_of(&view))
}

fn status_of(view: &CoverageView) -> Status {
    let dead = |template: &CoveredTemplateView| {
        template.locations.iter().any(|location| location.reached_by == 0)
            || template.edges.iter().any(|edge| edge.taken_by == 0)
    };
    match (view.templates.iter().any(dead), view.complete) {
        (false, _) => Status::Fine,
        (true, true) => Status::Failed,
        (true, false) => Status::Undecided,
    }
}
