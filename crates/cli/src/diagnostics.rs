//! Messages about texts, for people.

use orrery::Loaded;
use orrery::syntax::{Code, Diagnostic, RenderStyle, Severity};

use crate::console::{Console, message};

/// So many warnings of one kind are shown in full.
const ENOUGH_DIAGNOSTICS: usize = 2;

/// Shows the errors, and the first warnings of each kind, with excerpts of the text.
pub(crate) fn show(loaded: &Loaded, console: &Console) {
    let mut seen: Vec<Code> = Vec::new();
    let mut more = 0;
    for found in loaded.diagnostics() {
        let before = seen.iter().filter(|code| **code == found.code).count();
        if found.severity() == Severity::Warning && before >= ENOUGH_DIAGNOSTICS {
            more += 1;
            continue;
        }
        seen.push(found.code);
        show_one(found, loaded, console);
    }
    if more > 0 {
        let warnings = if more == 1 { "warning" } else { "warnings" };
        let all = "`check --format json` lists them all";
        console.note(&format!("{more} more {warnings} like these; {all}"));
    }
}

/// Shows the errors only, for commands to which suspicious but legal text is all the same.
pub(crate) fn show_errors(loaded: &Loaded, console: &Console) {
    loaded.errors().for_each(|found| show_one(found, loaded, console));
}

/// Shows one of them.
pub(crate) fn show_one(found: &Diagnostic, loaded: &Loaded, console: &Console) {
    let style = RenderStyle { colour: console.colours_messages(), width: None };
    message(&format!("{}\n\n", loaded.render(found, style)));
}
