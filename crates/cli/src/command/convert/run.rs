//! `orrery convert`: a model in another format.

use std::path::Path;

use orrery::report::intermediate::write_if;
use orrery::syntax::print::{print_xml, print_xta};
use orrery::syntax::tck::print_tck;
use orrery::syntax::tree::Document;
use orrery::syntax::{Code, Diagnostic, Model, translate_tck};
use orrery::{Loaded, network::Network};

use super::lay_out::lay_out;
use super::tck;
use crate::command::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::ConvertFlags;
use crate::load;
use crate::status::Status;

/// A format of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Xml,
    Xta,
    Tck,
    /// UPPAAL's intermediate format: names for readers of trace files.
    If,
}

pub(crate) fn run(flags: &ConvertFlags, console: &mut Console) -> Result<Status, Failure> {
    let format = format_of(&flags.output)?;
    let input = load::read_model(&flags.model, &flags.constants)?;
    diagnostics::show_errors(&input.loaded, console);
    let network = input.usable()?.network();
    match written(&input.loaded, network, format) {
        Ok(text) => {
            write_file(&flags.output, &text)?;
            Ok(Status::Fine)
        }
        Err(unsayable) => {
            let show = |found| diagnostics::show_one(found, &input.loaded, console);
            unsayable.iter().for_each(show);
            let target = flags.output.display();
            Err(Failure::wrong(format!(
                "{target} was not written: the format cannot express all of it"
            )))
        }
    }
}

pub(crate) fn format_of(path: &Path) -> Result<Format, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "xml" => Ok(Format::Xml),
        "xta" | "ta" => Ok(Format::Xta),
        "tck" => Ok(Format::Tck),
        "if" => Ok(Format::If),
        _ => Err(Failure::wrong(format!(
            "cannot tell the format of {}: a model is written to .xml, .xta, .tck or .if",
            path.display()
        ))),
    }
}

fn written(loaded: &Loaded, network: &Network, format: Format) -> Result<String, Vec<Diagnostic>> {
    match (loaded.tree(), format) {
        (Model::Uppaal(document), Format::Xml) => drawn_xml(document.clone()),
        (Model::Uppaal(document), Format::Xta) => print_xta(document),
        (Model::Tchecker(document), Format::Tck) => Ok(print_tck(document)),
        (Model::Tchecker(document), Format::Xml) => drawn_xml(translate_tck(document)?),
        (Model::Tchecker(document), Format::Xta) => print_xta(&translate_tck(document)?),
        (Model::Uppaal(_), Format::Tck) => to_tck(loaded, network),
        (_, Format::If) => Ok(write_if(network)),
    }
}

/// A model of UPPAAL as text; other formats are not written here.
pub(crate) fn written_document(
    document: Document,
    format: Format,
) -> Result<String, Vec<Diagnostic>> {
    match format {
        Format::Xml => drawn_xml(document),
        Format::Xta => print_xta(&document),
        Format::Tck | Format::If => Err(Vec::new()),
    }
}

/// XML with coordinates: UPPAAL's editor puts everything without any on one point.
fn drawn_xml(mut document: Document) -> Result<String, Vec<Diagnostic>> {
    lay_out(&mut document);
    print_xml(&document)
}

fn to_tck(loaded: &Loaded, network: &Network) -> Result<String, Vec<Diagnostic>> {
    let stem = Path::new(loaded.name()).file_stem().and_then(|stem| stem.to_str());
    let said = tck::write(network, stem.unwrap_or("model"));
    let document = said.map_err(|problems| {
        let diagnostic = |problem: &tck::Unsayable| {
            let span = loaded.span(problem.origin).unwrap_or_default();
            let text = format!("TChecker's format cannot express this: {}", problem.what);
            Diagnostic::new(Code::Unsayable, span, text)
        };
        problems.iter().map(diagnostic).collect::<Vec<_>>()
    })?;
    Ok(print_tck(&document))
}
