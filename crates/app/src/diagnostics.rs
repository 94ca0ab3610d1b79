//! Messages about texts, for people and for programs.

use report::view::{DiagnosticView, SeverityView};
use syntax::{Diagnostic, RenderStyle, Severity, SourceMap};

use crate::console::{Console, message};
use crate::load::Input;

/// Shows all messages with excerpts of the text.
pub(crate) fn show(input: &Input, console: &Console) {
    let style = RenderStyle { colour: console.colours_messages(), width: None };
    for diagnostic in &input.diagnostics {
        let mut text = syntax::render(diagnostic, &input.sources, style);
        text.push_str("\n\n");
        message(&text);
    }
}

/// The messages as values.
pub(crate) fn views(input: &Input) -> Vec<DiagnosticView> {
    input.diagnostics.iter().map(|found| view(found, &input.sources)).collect()
}

fn view(diagnostic: &Diagnostic, sources: &SourceMap) -> DiagnosticView {
    let place = sources.place(diagnostic.span);
    DiagnosticView {
        code: diagnostic.code.text().to_owned(),
        severity: match diagnostic.severity() {
            Severity::Error => SeverityView::Error,
            Severity::Warning => SeverityView::Warning,
        },
        message: diagnostic.message.clone(),
        file: place.file.to_owned(),
        line: place.line,
        column: place.column,
        place: Some(place.anchor.to_owned()).filter(|anchor| !anchor.is_empty()),
        help: diagnostic.help.clone(),
    }
}
