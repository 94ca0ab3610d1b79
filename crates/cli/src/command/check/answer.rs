//! Answering one query after the other.

use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe};

use orrery::network::QueryKind;
use orrery::report::text::{Columns, TextOptions, bytes, query_text, run_text, seconds};
use orrery::report::view::{DiagnosticView, PhaseView, QueryView, RunKind, VerdictView};
use orrery::syntax::Diagnostic;
use orrery::{
    Answer, CheckError, Checker, Gantt, Limits, Model, Options, Query, StopReason, TraceOption,
    Undecided, Verdict,
};

use super::super::strategy_file::{self, StrategyFormat};
use super::super::trace_file::{self, TraceFormat};
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice, LimitFlags, When};
use crate::interrupt::Interrupt;
use crate::progress::ProgressLine;

/// What is said when the engine contradicts itself; the other queries are still answered.
const OUR_MISTAKE: &str = "a mistake in Orrery, not in the model: please report it";

/// What to do about results that wrap.
pub(crate) const WRAPS_HELP: &str =
    "`--overflow error` makes it an error, and shows the run that leads here";

/// The answers, and what was found suspicious meanwhile.
pub(super) type Answers = (Vec<QueryView>, Vec<DiagnosticView>);

/// The circumstances under which all queries of a model are answered.
pub(super) struct Session<'a> {
    flags: &'a CheckFlags,
    model: &'a Model,
    queries: &'a [Query],
    trace_format: Option<TraceFormat>,
    options: Options,
    /// With the memory that is free at the start.
    limits: LimitFlags,
    interrupt: &'a Interrupt,
    /// The bars that the model asks for; or why they cannot be had.
    gantt: Result<Option<Gantt>, String>,
}

impl<'a> Session<'a> {
    /// An interrupt stops the search and not the program.
    pub(super) fn new(
        flags: &'a CheckFlags,
        model: &'a Model,
        queries: &'a [Query],
        interrupt: &'a Interrupt,
    ) -> Result<Session<'a>, Failure> {
        let trace_format = flags.trace_out.as_deref().map(TraceFormat::of).transpose()?;
        let mut options = flags.search.options();
        options.trace = flags.trace.option();
        let files = [&flags.trace_out, &flags.strategy_out, &flags.report];
        let file = files.iter().any(|file| file.is_some());
        if file && options.trace == TraceOption::None {
            options.trace = TraceOption::Some;
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        options.shared = !flags.separate;
        options.threads = flags.threads.map_or_else(cores, usize::from);
        let limits = LimitFlags { memory_limit: flags.limits.memory(), ..flags.limits };
        let runs = options.trace != TraceOption::None;
        let gantt = if runs { model.gantt() } else { Ok(None) };
        Ok(Session { flags, model, queries, trace_format, options, limits, interrupt, gantt })
    }

    /// Answers all queries; in text, each answer is written as soon as it is known.
    pub(super) fn answer_all(&self, console: &mut Console) -> Result<Answers, Failure> {
        let (mut views, mut warnings) = (Vec::with_capacity(self.queries.len()), Vec::new());
        let mut checker = self.model.checker(self.queries, &self.options);
        for place in 0..self.queries.len() {
            let (view, answer) = self.answer(place, &mut checker);
            let warning = answer.as_ref().and_then(|answer| answer.wraps().cloned());
            warnings.extend(warning.map(|warning| self.warn(warning, console)));
            if self.flags.format == FormatChoice::Text {
                self.write(&view, console)?;
            }
            self.write_trace(&view, console)?;
            self.write_strategy(&view, answer.as_ref(), console)?;
            views.push(view);
        }
        Ok((views, warnings))
    }

    /// Tells that a result wraps.
    fn warn(&self, warning: Diagnostic, console: &Console) -> DiagnosticView {
        let (warning, loaded) = (warning.help(WRAPS_HELP), self.model.loaded());
        diagnostics::show_one(&warning, loaded, console);
        loaded.diagnostic_view(&warning)
    }

    /// Answers the query at this place of the list.
    fn answer(&self, place: usize, checker: &mut Checker<'_>) -> (QueryView, Option<Answer>) {
        let query = &self.queries[place];
        if self.interrupt.is_set() {
            return (query.untried_view(VerdictView::Unknown, "interrupted"), None);
        }
        let mut limits = self.limits(query.number());
        let check = || checker.answer(place, &mut limits);
        let answer = match panic::catch_unwind(AssertUnwindSafe(check)) {
            Ok(answer) => answer,
            Err(_) => return (query.untried_view(VerdictView::Error, OUR_MISTAKE), None),
        };
        let (elapsed, peak) = (limits.elapsed(), limits.peak_memory());
        let mut view = query.view(&answer);
        if let Ok(answer) = &answer {
            let total = elapsed.as_secs_f64();
            view.stats.phases = phases(answer, total);
            view.stats.seconds = total;
            view.stats.found_by = answer.found_by().map(|place| self.queries[place].number());
            // What the store has reserved is known everywhere; what it really takes, only where the
            // system tells.
            if peak > 0 {
                view.stats.peak_bytes = peak;
            }
        }
        let run = answer.as_ref().ok().and_then(Answer::run);
        if let (Some(shown), Some(run), Ok(Some(gantt))) = (&mut view.trace, run, &self.gantt) {
            shown.gantt = gantt.rows(run);
        }
        if let Some(reason) = self.limit_reached(&answer) {
            view.reason = Some(reason);
        }
        let wanted = self.options.trace != TraceOption::None;
        view.trace = view.trace.filter(|run| wanted || run.kind == RunKind::Fault);
        (view, answer.ok())
    }

    /// What a search may use, and the line that tells how far it is.
    fn limits(&self, number: usize) -> Limits<'_> {
        let limits = self.limits.set(Limits::new().cancel(self.interrupt.flag()));
        match self.progress_line(number) {
            Some(mut line) => limits.progress(move |figures, memory| line.show(figures, memory)),
            None => limits,
        }
    }

    /// Which limit was reached, with its amount.
    fn limit_reached(&self, answer: &Result<Answer, CheckError>) -> Option<String> {
        let Ok(Verdict::Unknown(Undecided::Stopped(why))) = answer.as_ref().ok()?.verdict() else {
            return None;
        };
        let amount = match why {
            StopReason::TimeLimit => seconds(self.limits.time_limit?.as_secs_f64()),
            StopReason::MemoryLimit => bytes(self.limits.memory_limit?),
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
        let number = self.queries.iter().map(|query| query.number().to_string().len()).max();
        let unsupported = |query: &Query| matches!(query.asked().kind, QueryKind::Unsupported(_));
        let refused =
            !self.model.network().limitations.is_empty() || self.queries.iter().any(unsupported);
        let longest = if refused { VerdictView::Unsupported } else { VerdictView::Unknown };
        Columns { number: number.unwrap_or(1), verdict: longest.word().len() }
    }

    fn write(&self, view: &QueryView, console: &mut Console) -> Result<(), Failure> {
        let styles = console.styles();
        let options = TextOptions { styles, clocks: self.flags.clocks, stats: self.flags.stats };
        // What goes into a file need not be shown as well.
        let wanted = self.flags.trace.option() != TraceOption::None;
        let mut text = if self.flags.strategy_out.is_some() && view.strategy.is_some() {
            query_text(&QueryView { strategy: None, ..view.clone() }, self.columns(), options)
        } else {
            query_text(view, self.columns(), options)
        };
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
        let alone = self.queries.len() == 1;
        let path = if alone { path.clone() } else { trace_file::numbered(path, view.index) };
        if let (TraceFormat::Gantt, Err(why)) = (format, &self.gantt) {
            console.note(&format!("the gantt section of the model is not used: {why}"));
        }
        trace_file::write(&path, format, self.model.network(), run)?;
        console.note(&format!("the run of query {} is in {}", view.index, path.display()));
        Ok(())
    }

    fn write_strategy(
        &self,
        view: &QueryView,
        answer: Option<&Answer>,
        console: &Console,
    ) -> Result<(), Failure> {
        let (Some(path), Some(strategy)) = (&self.flags.strategy_out, &view.strategy) else {
            return Ok(());
        };
        let format = StrategyFormat::of(path)?;
        let asked = self.queries.iter().find(|query| query.number() == view.index);
        let model = asked.and_then(|query| query.controlled_model(answer?));
        let alone = self.queries.len() == 1;
        let path = if alone { path.clone() } else { trace_file::numbered(path, view.index) };
        strategy_file::write(&path, format, strategy, model.as_deref())?;
        console.note(&format!("the strategy of query {} is in {}", view.index, path.display()));
        Ok(())
    }
}

/// Where the time went.
fn phases(answer: &Answer, total: f64) -> Vec<PhaseView> {
    let search = answer.stats().seconds.min(total);
    let phase = |name: &str, seconds| PhaseView { name: name.to_owned(), seconds };
    if answer.run().is_some() {
        vec![phase("search", search), phase("run", total - search)]
    } else {
        vec![phase("search", search)]
    }
}
