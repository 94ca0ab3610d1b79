//! Answering one query after the other.

use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe};

use engine::watch::StopReason;
use network::eval::Fault;
use network::{Network, Query, QueryKind};
use query::plan::{Options, PlanError, TraceOption};
use query::verdict::{Answer, Undecided, Verdict};
use report::convert::{query_view, untried_view};
use report::text::{Columns, TextOptions, bytes, query_text, run_text, seconds};
use report::view::{DiagnosticView, PhaseView, QueryView, RunKind, VerdictView};

use super::overflow::{self, Asking};
use super::trace_file::{self, TraceFormat};
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice, When};
use crate::interrupt::Interrupt;
use crate::load::Input;
use crate::memory::Gauge;
use crate::progress::ProgressLine;
use crate::supervise::{Allowance, Supervisor};

/// What is said when the engine contradicts itself; the other queries are still answered.
const OUR_MISTAKE: &str = "a mistake in Orrery, not in the model: please report it";

/// The answers, and what was found suspicious meanwhile.
pub(super) type Answers = (Vec<QueryView>, Vec<DiagnosticView>);

/// The circumstances under which all queries of a model are answered.
pub(super) struct Session<'a> {
    flags: &'a CheckFlags,
    input: &'a Input,
    network: &'a Network,
    trace_format: Option<TraceFormat>,
    options: Options,
    allowance: Allowance,
    gauge: Gauge,
    interrupt: Interrupt,
}

impl<'a> Session<'a> {
    /// From now on, Ctrl-C stops the search and not the program.
    pub(super) fn new(
        flags: &'a CheckFlags,
        input: &'a Input,
        network: &'a Network,
        trace_format: Option<TraceFormat>,
    ) -> Session<'a> {
        let mut options = flags.search.options();
        options.trace = flags.trace.option();
        let file = flags.trace_out.is_some() || flags.report.is_some();
        if file && options.trace == TraceOption::None {
            options.trace = TraceOption::Some;
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        options.shared = !flags.separate;
        options.threads = flags.threads.map_or_else(cores, usize::from);
        let gauge = Gauge::new();
        let memory = flags.memory_limit.or_else(|| gauge.affordable());
        let allowance = Allowance { time: flags.time_limit, memory };
        let interrupt = Interrupt::listen();
        Session { flags, input, network, trace_format, options, allowance, gauge, interrupt }
    }

    /// Answers all queries; in text, each answer is written as soon as it is known.
    pub(super) fn answer_all(&self, console: &mut Console) -> Result<Answers, Failure> {
        if self.input.queries.is_empty() {
            let advice = "give a formula with -q, or a file of queries after the model";
            console.note(&format!("{} has no queries: {advice}", self.input.path));
        }
        let (mut views, mut warnings) = (Vec::with_capacity(self.input.queries.len()), Vec::new());
        let queries: Vec<_> = self.input.queries.iter().map(|(_, query)| query).collect();
        let strict = overflow::strict(self.network);
        let mut asking = Asking::new(self.network, strict.as_ref(), &queries, &self.options);
        for (place, query) in queries.iter().enumerate() {
            let view = self.answer(place, &mut asking);
            if let Some(fault) = asking.wrapped.take() {
                warnings.extend(self.warn(&fault, query, console));
            }
            if self.flags.format == FormatChoice::Text {
                self.write(&view, console)?;
            }
            self.write_trace(&view, console)?;
            views.push(view);
        }
        Ok((views, warnings))
    }

    /// Tells that a result wraps.
    fn warn(&self, fault: &Fault, query: &Query, console: &Console) -> Option<DiagnosticView> {
        let warning = overflow::warning(fault, query, self.input)?;
        diagnostics::show_one(&warning, self.input, console);
        Some(diagnostics::view(&warning, &self.input.sources))
    }

    /// Answers the query at this place of the list.
    fn answer(&self, place: usize, asking: &mut Asking<'_>) -> QueryView {
        let numbers = |place: usize| self.input.queries[place].0;
        let (number, query) = (numbers(place), &self.input.queries[place].1);
        if self.interrupt.is_set() {
            return untried_view(number, query, VerdictView::Unknown, "interrupted");
        }
        let mut watch = Supervisor::new(
            &self.interrupt,
            &self.gauge,
            self.allowance,
            self.progress_line(number),
        );
        let check = || asking.answer(place, &mut watch);
        let answer = match panic::catch_unwind(AssertUnwindSafe(check)) {
            Ok(answer) => answer,
            Err(_) => return untried_view(number, query, VerdictView::Error, OUR_MISTAKE),
        };
        let (elapsed, peak) = watch.finish();
        let place = |origin| self.input.place(origin);
        let mut view = query_view(self.network, number, query, &answer, &place);
        if let Ok(answer) = &answer {
            let total = elapsed.as_secs_f64();
            view.stats.phases = phases(answer, total);
            view.stats.seconds = total;
            view.stats.found_by = answer.found_by.map(numbers);
            // What the store has reserved is known everywhere; what it really takes, only where the
            // system tells.
            if peak > 0 {
                view.stats.peak_bytes = peak;
            }
        }
        if let Some(reason) = self.limit_reached(&answer) {
            view.reason = Some(reason);
        }
        let wanted = self.options.trace != TraceOption::None;
        view.trace = view.trace.filter(|run| wanted || run.kind == RunKind::Fault);
        view
    }

    /// Which limit was reached, with its amount.
    fn limit_reached(&self, answer: &Result<Answer, PlanError>) -> Option<String> {
        let Ok(Verdict::Unknown(Undecided::Stopped(why))) = &answer.as_ref().ok()?.verdict else {
            return None;
        };
        let amount = match why {
            StopReason::TimeLimit => seconds(self.allowance.time?.as_secs_f64()),
            StopReason::MemoryLimit => bytes(self.allowance.memory?),
            StopReason::Interrupted | StopReason::TooManyTransitions => return None,
        };
        let kind = if *why == StopReason::TimeLimit { "time" } else { "memory" };
        Some(format!("the {kind} limit of {amount} was reached"))
    }

    fn progress_line(&self, number: usize) -> Option<ProgressLine> {
        let shown = match self.flags.progress {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stderr().is_terminal(),
        };
        shown.then(|| ProgressLine::new(format!("query {number}")))
    }

    fn columns(&self) -> Columns {
        let queries = &self.input.queries;
        let number = queries.iter().map(|(number, _)| number.to_string().len()).max();
        let refused = !self.network.limitations.is_empty()
            || queries.iter().any(|(_, query)| matches!(query.kind, QueryKind::Unsupported(_)));
        let longest = if refused { VerdictView::Unsupported } else { VerdictView::Unknown };
        Columns { number: number.unwrap_or(1), verdict: longest.word().len() }
    }

    fn write(&self, view: &QueryView, console: &mut Console) -> Result<(), Failure> {
        let styles = console.styles();
        let options = TextOptions { styles, clocks: self.flags.clocks, stats: self.flags.stats };
        let mut text = query_text(view, self.columns(), options);
        // A run that goes into a file need not be shown as well.
        let wanted = self.flags.trace.option() != TraceOption::None;
        let shown = wanted && self.flags.trace_out.is_none() || view.verdict == VerdictView::Error;
        if let Some(run) = view.trace.as_ref().filter(|_| shown) {
            text.push_str(&format!("\n{}\n", run_text(run, options)));
        }
        console.write(&text)
    }

    fn write_trace(&self, view: &QueryView, console: &Console) -> Result<(), Failure> {
        let (Some(path), Some(format)) = (&self.flags.trace_out, self.trace_format) else {
            return Ok(());
        };
        let Some(run) = &view.trace else { return Ok(()) };
        let alone = self.input.queries.len() == 1;
        let path = if alone { path.clone() } else { trace_file::numbered(path, view.index) };
        trace_file::write(&path, format, self.network, run)?;
        console.note(&format!("the run of query {} is in {}", view.index, path.display()));
        Ok(())
    }
}

/// Where the time went.
fn phases(answer: &Answer, total: f64) -> Vec<PhaseView> {
    let search = answer.stats.seconds.min(total);
    let phase = |name: &str, seconds| PhaseView { name: name.to_owned(), seconds };
    if answer.run.is_some() {
        vec![phase("search", search), phase("run", total - search)]
    } else {
        vec![phase("search", search)]
    }
}
