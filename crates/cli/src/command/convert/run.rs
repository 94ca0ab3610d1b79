//! `orrery convert`: a model in another format.

use std::path::Path;

use model::translate_tck;
use syntax::print::{print_xml, print_xta};
use syntax::tck::print_tck;
use syntax::tree::Document;
use syntax::{Code, Diagnostic, Model};

use super::lay_out::lay_out;
use super::tck;
use crate::command::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::ConvertFlags;
use crate::load::{self, Input};
use crate::status::Status;

/// A format of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Xml,
    Xta,
    Tck,
}

/// Converts a model.
pub(crate) fn run(flags: &ConvertFlags, console: &mut Console) -> Result<Status, Failure> {
    let format = format_of(&flags.output)?;
    let mut input = load::read_model(&flags.model)?;
    diagnostics::show_errors(&input, console);
    if input.network.is_none() {
        return Err(Failure::wrong(input.unusable()));
    }
    match written(&input, format) {
        Ok(text) => {
            write_file(&flags.output, &text)?;
            Ok(Status::Fine)
        }
        Err(unsayable) => {
            input.diagnostics = unsayable;
            diagnostics::show_errors(&input, console);
            let target = flags.output.display();
            Err(Failure::wrong(format!(
                "{target} was not written: the format cannot say all of it"
            )))
        }
    }
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "xml" => Ok(Format::Xml),
        "xta" | "ta" => Ok(Format::Xta),
        "tck" => Ok(Format::Tck),
        _ => Err(Failure::wrong(format!(
            "cannot tell the format of {}: a model is written to .xml, .xta or .tck",
            path.display()
        ))),
    }
}

fn written(input: &Input, format: Format) -> Result<String, Vec<Diagnostic>> {
    match (&input.tree, format) {
        (Model::Uppaal(document), Format::Xml) => drawn_xml(document.clone()),
        (Model::Uppaal(document), Format::Xta) => print_xta(document),
        (Model::Tchecker(document), Format::Tck) => Ok(print_tck(document)),
        (Model::Tchecker(document), Format::Xml) => drawn_xml(translate_tck(document)?),
        (Model::Tchecker(document), Format::Xta) => print_xta(&translate_tck(document)?),
        (Model::Uppaal(_), Format::Tck) => to_tck(input),
    }
}

/// XML with coordinates: UPPAAL's editor puts everything without any on one point.
fn drawn_xml(mut document: Document) -> Result<String, Vec<Diagnostic>> {
    lay_out(&mut document);
    print_xml(&document)
}

fn to_tck(input: &Input) -> Result<String, Vec<Diagnostic>> {
    let Some(network) = &input.network else { return Err(Vec::new()) };
    let stem = Path::new(&input.path).file_stem().and_then(|stem| stem.to_str());
    let said = tck::write(network, stem.unwrap_or("model"));
    let document = said.map_err(|problems| {
        let diagnostic = |problem: &tck::Unsayable| {
            let span = input.span(problem.origin).unwrap_or_default();
            let text = format!("TChecker's format has no words for this: {}", problem.what);
            Diagnostic::new(Code::Unsayable, span, text)
        };
        problems.iter().map(diagnostic).collect::<Vec<_>>()
    })?;
    Ok(print_tck(&document))
}
