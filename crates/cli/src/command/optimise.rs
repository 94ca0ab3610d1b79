//! `orrery optimise`: the cheapest run to a goal.

use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe};

use orrery::report::json::optimise_json;
use orrery::report::text::{TextOptions, cheapest_text, run_text};
use orrery::report::view::{CheapestView, ModelView, OptimiseView, VerdictView};
use orrery::{Limits, Model, OptimiseSettings, Query};

use super::check::tool;
use super::trace_file::{self, TraceFormat};
use crate::console::{Console, message};
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{OptimiseFlags, PlainFormat, When};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

/// What is said when the engine contradicts itself.
const OUR_MISTAKE: &str = "a mistake in Orrery, not in the model: please report it";

/// Finds the cheapest runs.
pub(crate) fn run(flags: &OptimiseFlags, console: &mut Console) -> Result<Status, Failure> {
    let trace_format = flags.trace_out.as_deref().map(TraceFormat::of).transpose()?;
    let input = load::read(&flags.model)?;
    let loaded = &*input.loaded;
    diagnostics::show(loaded, console);
    let unread = ModelView { path: loaded.name().to_owned(), ..ModelView::default() };
    let mut view = OptimiseView::new(tool(), unread);
    view.diagnostics = loaded.diagnostic_views();
    let mut status = Status::Wrong;
    match &input.model {
        Err(unusable) => console.error(unusable),
        Ok(model) => {
            view.model = model.view();
            let queries = model.queries();
            if queries.is_empty() {
                console.error("nothing is asked: give a goal with -q 'E<> GOAL'");
            } else {
                status = Status::Fine;
            }
            let interrupt = Interrupt::listen();
            for query in &queries {
                let found = answer(flags, model, query, &interrupt);
                write(flags, &found, console)?;
                if let (Some(path), Some(format), Some(run)) =
                    (&flags.trace_out, trace_format, &found.trace)
                {
                    let alone = queries.len() == 1;
                    let path =
                        if alone { path.clone() } else { trace_file::numbered(path, found.index) };
                    trace_file::write(&path, format, model.network(), run)?;
                    console.note(&format!(
                        "the run of query {} is in {}",
                        found.index,
                        path.display()
                    ));
                }
                status = status.max(status_of(&found));
                view.queries.push(found);
            }
        }
    }
    if flags.format == PlainFormat::Json {
        console.write(&optimise_json(&view))?;
    }
    Ok(status)
}

fn answer(
    flags: &OptimiseFlags,
    model: &Model,
    query: &Query,
    interrupt: &Interrupt,
) -> CheapestView {
    let objective = flags.objective.objective();
    if interrupt.is_set() {
        return query.untried_cheapest_view(objective, VerdictView::Unknown, "interrupted");
    }
    let settings = OptimiseSettings { trust_remaining: flags.trust_remaining };
    let mut limits = limits(flags, interrupt);
    let search = || model.optimise(query, objective, (&flags.options(), settings), &mut limits);
    let found = match panic::catch_unwind(AssertUnwindSafe(search)) {
        Ok(found) => found,
        Err(_) => return query.untried_cheapest_view(objective, VerdictView::Error, OUR_MISTAKE),
    };
    let mut view = query.cheapest_view(objective, &found);
    if found.is_ok() {
        if flags.trust_remaining && view.value.is_some() {
            let believed = "if `remaining` never says more than what the rest costs, as --trust-remaining believes";
            view.reason.get_or_insert_with(|| believed.to_owned());
        }
        view.stats.seconds = limits.elapsed().as_secs_f64();
        view.stats.peak_bytes = view.stats.peak_bytes.max(limits.peak_memory());
    }
    view
}

/// What a search may use, and who is told of better runs.
fn limits<'a>(flags: &OptimiseFlags, interrupt: &'a Interrupt) -> Limits<'a> {
    let mut limits = Limits::new().cancel(interrupt.flag());
    if let Some(most) = flags.time_limit {
        limits = limits.time(most);
    }
    if let Some(most) = flags.memory_limit.or_else(Limits::affordable_memory) {
        limits = limits.memory(most);
    }
    let shown = match flags.progress {
        When::Always => true,
        When::Never => false,
        When::Auto => io::stderr().is_terminal(),
    };
    if shown {
        limits = limits.improvements(|value, bound| {
            message(&format!("found {value}, and no run has less than {bound}\n"));
        });
    }
    limits
}

fn write(flags: &OptimiseFlags, view: &CheapestView, console: &mut Console) -> Result<(), Failure> {
    if flags.format == PlainFormat::Json {
        return Ok(());
    }
    let styles = console.styles();
    let options = TextOptions { styles, clocks: flags.clocks, stats: flags.stats };
    let mut text = cheapest_text(view, options);
    let shown = !flags.no_run && flags.trace_out.is_none();
    if let Some(run) = view.trace.as_ref().filter(|_| shown) {
        text.push_str(&format!("\n{}\n", run_text(run, options)));
    }
    console.write(&text)
}

fn status_of(view: &CheapestView) -> Status {
    match view.verdict {
        VerdictView::Holds => Status::Fine,
        VerdictView::Fails => Status::Failed,
        VerdictView::Unknown | VerdictView::Unsupported => Status::Undecided,
        VerdictView::Error => Status::Wrong,
    }
}
