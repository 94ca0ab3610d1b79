//! `orrery optimise`: the cheapest run to a goal.

use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

use orrery::report::json::optimise_json;
use orrery::report::svg::draw_history;
use orrery::report::text::{TextOptions, cheapest_text, run_text};
use orrery::report::view::{CheapestView, ModelView, OptimiseView, VerdictView};
use orrery::syntax::Diagnostic;
use orrery::{Limits, Model, Query};

use super::check::WRAPS_HELP;
use super::check::tool;
use super::files::write_file;
use super::trace_file::{self, TraceFormat};
use crate::console::{Console, message};
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheapestFlags, OptimiseFlags, PlainFormat, Sought, When};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

/// What is said when the engine contradicts itself.
const OUR_MISTAKE: &str = "a mistake in Orrery, not in the model: please report it";

/// Finds the cheapest runs.
pub(crate) fn run(flags: &OptimiseFlags, console: &mut Console) -> Result<Status, Failure> {
    let trace_format = flags.how.trace_out.as_deref().map(TraceFormat::of).transpose()?;
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
            let how = &flags.how;
            let sought = Sought::of(flags);
            for query in &queries {
                let (found, warning) = answer(how, model, (query, &sought), &interrupt);
                if let Some(warning) = warning.map(|warning| warning.help(WRAPS_HELP)) {
                    diagnostics::show_one(&warning, loaded, console);
                    view.diagnostics.push(loaded.diagnostic_view(&warning));
                }
                write(how, &found, console)?;
                write_files(how, (model, trace_format), (&found, queries.len()), console)?;
                status = status.max(status_of(&found));
                view.queries.push(found);
            }
        }
    }
    if flags.how.format == PlainFormat::Json {
        console.write(&optimise_json(&view))?;
    }
    Ok(status)
}

/// Writes the files that were asked for: the run, and the history of the search.
pub(super) fn write_files(
    flags: &CheapestFlags,
    (model, format): (&Model, Option<TraceFormat>),
    (found, queries): (&CheapestView, usize),
    console: &Console,
) -> Result<(), Failure> {
    let place = |path: &PathBuf| match queries {
        1 => path.clone(),
        _ => trace_file::numbered(path, found.index),
    };
    if let (Some(path), Some(format), Some(run)) = (&flags.trace_out, format, &found.trace) {
        let path = place(path);
        trace_file::write(&path, format, model.network(), run)?;
        console.note(&format!("the run of query {} is in {}", found.index, path.display()));
    }
    if let Some(path) = &flags.history_out {
        write_file(&place(path), draw_history(found))?;
    }
    Ok(())
}

/// The best run, and a warning if a result did not fit 32 bits.
pub(super) fn answer(
    flags: &CheapestFlags,
    model: &Model,
    (query, sought): (&Query, &Sought),
    interrupt: &Interrupt,
) -> (CheapestView, Option<Diagnostic>) {
    let objective = &sought.name();
    if interrupt.is_set() {
        let verdict = VerdictView::Unknown;
        return (query.untried_cheapest_view(objective, verdict, "interrupted"), None);
    }
    let mut limits = limits(flags, interrupt);
    let options = flags.options();
    let search = || match sought {
        Sought::PerEvent(event, unit) => {
            model.schedule(query, (event, *unit), &options, &mut limits)
        }
        Sought::Ratio(above, below, unit) => {
            model.least_ratio(query, ((*above, *below), *unit), &options, &mut limits)
        }
        Sought::Value(expression) => model.least_value(query, expression, &options, &mut limits),
        Sought::Least(objective) => {
            model.optimise(query, *objective, (&options, flags.settings()), &mut limits)
        }
    };
    let found = match panic::catch_unwind(AssertUnwindSafe(search)) {
        Ok(found) => found,
        Err(_) => {
            let verdict = VerdictView::Error;
            return (query.untried_cheapest_view(objective, verdict, OUR_MISTAKE), None);
        }
    };
    let mut view = query.cheapest_view(objective, &found);
    if found.is_ok() {
        if flags.trust_remaining && view.value.is_some() {
            let believed = "if `remaining` is a lower bound on the remaining cost, as --trust-remaining assumes";
            view.reason.get_or_insert_with(|| believed.to_owned());
        }
        view.stats.seconds = limits.elapsed().as_secs_f64();
        view.stats.peak_bytes = view.stats.peak_bytes.max(limits.peak_memory());
    }
    (view, found.ok().and_then(|found| model.wraps(query, &found)))
}

/// What a search may use, and who is told of better runs.
pub(super) fn limits<'a>(flags: &CheapestFlags, interrupt: &'a Interrupt) -> Limits<'a> {
    let mut limits = flags.limits.set(Limits::new().cancel(interrupt.flag()));
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

pub(super) fn write(
    flags: &CheapestFlags,
    view: &CheapestView,
    console: &mut Console,
) -> Result<(), Failure> {
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

pub(super) fn status_of(view: &CheapestView) -> Status {
    match view.verdict {
        VerdictView::Holds => Status::Fine,
        VerdictView::Fails => Status::Failed,
        VerdictView::Unknown | VerdictView::Unsupported => Status::Undecided,
        VerdictView::Error => Status::Wrong,
    }
}
