//! Runs as UPPAAL's command-line tool prints them, for scripts that read its output.

use std::fmt::Write as _;

use crate::view::{MoveView, RunKind, RunView, StateView, Time};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceDialect {
    /// 4.x: `Transitions:`, and the number of steps so far with each state.
    Four,
    /// 5.x: `Transition:`.
    #[default]
    Five,
}

/// The line that announces a run.
#[must_use]
pub fn trace_heading(run: &RunView, dialect: TraceDialect) -> &'static str {
    match (dialect, run.kind) {
        (TraceDialect::Five, _) => " -- Showing witness trace:",
        (TraceDialect::Four, RunKind::Counterexample) => "Showing counter example.",
        (TraceDialect::Four, _) => "Showing example trace.",
    }
}

/// A run as alternating states, delays and transitions.
#[must_use]
pub fn trace_text(run: &RunView, dialect: TraceDialect) -> String {
    let mut out = String::new();
    write_state(run, &run.initial, 0, dialect, &mut out);
    for (index, step) in run.steps.iter().enumerate() {
        write_delay(run, index, step.delay, dialect, &mut out);
        let plural = if dialect == TraceDialect::Four { "s" } else { "" };
        let _ = writeln!(out, "\nTransition{plural}:");
        for taken in &step.moves {
            let _ = writeln!(out, "  {}", edge_text(taken));
        }
        write_state(run, &step.after, index + 1, dialect, &mut out);
    }
    if let Some(delay) = run.final_delay {
        write_delay(run, run.steps.len(), delay, dialect, &mut out);
    }
    out
}

/// `P.a->P.b { guard, sync, update }`.
fn edge_text(taken: &MoveView) -> String {
    let label = |text: &str, absent: &'static str| {
        let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if folded.is_empty() { absent.to_owned() } else { folded }
    };
    let process = &taken.process;
    format!(
        "{process}.{}->{process}.{} {{ {}, {}, {} }}",
        taken.source,
        taken.target,
        label(&taken.guard, "1"),
        label(&taken.sync, "tau"),
        label(&taken.update, "1")
    )
}

/// A delay before step number `index` and the state after it; nothing if no time passes.
fn write_delay(run: &RunView, index: usize, delay: Time, dialect: TraceDialect, out: &mut String) {
    if delay.is_zero() {
        return;
    }
    let _ = writeln!(out, "\nDelay: {}", decimal(delay));
    let mut later = run.before(index).clone();
    later.clocks.iter_mut().for_each(|clock| *clock = clock.plus(delay));
    write_state(run, &later, index, dialect, out);
}

fn write_state(
    run: &RunView,
    state: &StateView,
    depth: usize,
    dialect: TraceDialect,
    out: &mut String,
) {
    out.push_str("\nState:\n( ");
    for (process, location) in run.processes.iter().zip(&state.locations) {
        let _ = write!(out, "{}.{location} ", process.name);
    }
    out.push_str(")\n");
    let variables = run.variables.iter().zip(&state.variables);
    let mut values: Vec<String> =
        variables.map(|(name, value)| format!("{name}={value}")).collect();
    let clocks = run.clocks.iter().zip(&state.clocks);
    values.extend(clocks.map(|(name, value)| format!("{name}={}", decimal(*value))));
    if dialect == TraceDialect::Four {
        values.push(format!("#depth={depth}"));
    }
    if !values.is_empty() {
        let _ = writeln!(out, "{}", values.join(" "));
    }
}

/// A time with at most six decimals.
fn decimal(time: Time) -> String {
    let text = format!("{:.6}", time.approx());
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short.is_empty() || short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests;
