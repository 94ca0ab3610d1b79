//! `orrery synth`: what to forbid so that a goal stays possible.

use orrery::report::json::synth_json;
use orrery::report::text::{TextOptions, policy_text, run_text};
use orrery::report::view::{PolicyView, SynthView, VerdictView};
use orrery::{Limits, Options, Policy};

use super::check::tool;
use super::convert::{format_of, written_document};
use super::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{PlainFormat, SynthFlags};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

pub(crate) fn run(flags: &SynthFlags, console: &mut Console) -> Result<Status, Failure> {
    if let Some(path) = &flags.output {
        format_of(path)?;
    }
    let input = load::read_with(&flags.model, ("--keep", &flags.keep))?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let queries = model.queries();
    let Some(keep) = queries.first() else {
        return Err(Failure::wrong("the formula given with --keep is empty"));
    };
    let interrupt = Interrupt::listen();
    let mut limits = flags.limits.set(Limits::new().cancel(interrupt.flag()));
    let options = Options { symmetry: flags.symmetry.option(), ..Options::default() };
    let policy = model.synthesise(keep, &options, &mut limits);
    let mut found = policy.view();
    found.stats.seconds = limits.elapsed().as_secs_f64();
    let status = status_of(&found);
    let text = match flags.format {
        PlainFormat::Text => text(&found, console),
        PlainFormat::Json => synth_json(&SynthView {
            schema: SynthView::SCHEMA.to_owned(),
            tool: tool(),
            model: model.view(),
            queries: vec![found],
            diagnostics: model.diagnostics(),
        }),
    };
    console.write(&text)?;
    write_guarded(flags, &policy, status, console)?;
    Ok(status)
}

fn text(found: &PolicyView, console: &Console) -> String {
    let styles = console.styles();
    let mut text = policy_text(found, styles);
    if let Some(run) = &found.trace {
        let options = TextOptions { styles, ..TextOptions::default() };
        text.push_str(&format!("\n{}\n", run_text(run, options)));
    }
    text
}

/// Writes the model with the policy, where that was asked for and there is one.
fn write_guarded(
    flags: &SynthFlags,
    policy: &Policy,
    status: Status,
    console: &Console,
) -> Result<(), Failure> {
    let (Some(path), Status::Fine) = (&flags.output, status) else { return Ok(()) };
    let refused = |why: &str| Failure::wrong(format!("{} was not written: {why}", path.display()));
    let document = policy.guarded_model().map_err(|why| refused(&why))?;
    let unsayable = |_| refused("the format cannot express all of it");
    write_file(path, written_document(document, format_of(path)?).map_err(unsayable)?)?;
    console.note(&format!("the model with the policy is in {}", path.display()));
    Ok(())
}

fn status_of(found: &PolicyView) -> Status {
    match found.verdict {
        VerdictView::Holds => Status::Fine,
        VerdictView::Fails => Status::Failed,
        VerdictView::Error => Status::Wrong,
        VerdictView::Unknown | VerdictView::Unsupported => Status::Undecided,
    }
}
