//! Messages about texts, for people and for programs.

use report::view::{DiagnosticView, SeverityView};
use syntax::{Code, Diagnostic, RenderStyle, Severity, SourceMap};

use crate::console::{Console, message};
use crate::load::Input;

/// So many warnings of one kind are shown in full.
const ENOUGH: usize = 2;

/// Shows the errors, and the first warnings of each kind, with excerpts of the text.
pub(crate) fn show(input: &Input, console: &Console) {
    let mut seen: Vec<Code> = Vec::new();
    let mut more = 0;
    for found in &input.diagnostics {
        let before = seen.iter().filter(|code| **code == found.code).count();
        if found.severity() == Severity::Warning && before >= ENOUGH {
            more += 1;
            continue;
        }
        seen.push(found.code);
        show_one(found, input, console);
    }
    if more > 0 {
        let warnings = if more == 1 { "warning" } else { "warnings" };
        let all = "`check --format json` lists them all";
        console.note(&format!("{more} more {warnings} like these; {all}"));
    }
}

/// Shows the errors only, for commands to which suspicious but legal text is all the same.
pub(crate) fn show_errors(input: &Input, console: &Console) {
    let errors = input.diagnostics.iter().filter(|found| found.severity() == Severity::Error);
    errors.for_each(|found| show_one(found, input, console));
}

/// Shows one of them.
pub(crate) fn show_one(found: &Diagnostic, input: &Input, console: &Console) {
    let style = RenderStyle { colour: console.colours_messages(), width: None };
    let text = syntax::render(found, &input.sources, style);
    message(&format!("{text}\n\n"));
}

/// The messages as values.
pub(crate) fn views(input: &Input) -> Vec<DiagnosticView> {
    input.diagnostics.iter().map(|found| view(found, &input.sources)).collect()
}

/// A message as a value.
pub(crate) fn view(diagnostic: &Diagnostic, sources: &SourceMap) -> DiagnosticView {
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
