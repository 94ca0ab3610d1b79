//! `orrery symmetry`: what is symmetric, what is not, and which line breaks it.

use network::Origin;
use query::plan::{Options, plan};
use report::convert::{model_view, query_symmetry, symmetries};
use report::json::symmetries_json;
use report::text::symmetries_text;
use report::view::SpotView;
use symmetry::detect;

use super::check::tool;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{PlainFormat, SymmetryFlags};
use crate::load::{self, Input};
use crate::status::Status;

/// Says what is symmetric.
pub(crate) fn run(flags: &SymmetryFlags, console: &mut Console) -> Result<Status, Failure> {
    let input = load::read(&flags.model)?;
    diagnostics::show_errors(&input, console);
    let Some(network) = &input.network else { return Err(Failure::wrong(input.unusable())) };
    let found = detect(network, &[]);
    let about = (tool(), model_view(&input.path, network));
    let mut view = symmetries(network, &found, about, &|origin| spot(&input, origin));
    view.diagnostics = diagnostics::views(&input);
    for (number, query) in &input.queries {
        let plan = plan(network, query, &Options::default());
        view.queries.push(query_symmetry(network, &found, (*number, query), &plan));
    }
    console.write(&match flags.format {
        PlainFormat::Text => symmetries_text(&view, console.styles()),
        PlainFormat::Json => symmetries_json(&view),
    })?;
    Ok(Status::Fine)
}

/// The most characters of an excerpt.
const EXCERPT: usize = 60;

/// Where something stands, and what.
pub(super) fn spot(input: &Input, origin: Origin) -> Option<SpotView> {
    let span = input.span(origin)?;
    let place = input.sources.place(span);
    let words: Vec<&str> = input.sources.text(span).split_whitespace().collect();
    let text = words.join(" ");
    let mut excerpt: String = text.chars().take(EXCERPT).collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    Some(SpotView {
        file: place.file.to_owned(),
        line: place.line,
        column: place.column,
        place: Some(place.anchor.to_owned()).filter(|anchor| !anchor.is_empty()),
        excerpt,
    })
}
