//! One query: its answer in UPPAAL's words, and its run.

use std::path::{Path, PathBuf};

use orrery::report::convert::symbolic_run;
use orrery::report::verifyta::{TraceDialect, trace_heading, trace_text};
use orrery::report::view::{QueryView, RunKind, RunView};
use orrery::report::xml_trace::write_xml_trace;
use orrery::report::xtr::{SymbolicRun, XtrVersion, write_xtr};
use orrery::{
    AbstractionOption, Answer, CheckError, Checker, Limits, Model, Options, OrderOption, PlanError,
    Query, TraceOption, Undecided, Verdict,
};

use super::arguments::Arguments;
use super::summary::resources;
use crate::command::files::write_file;
use crate::console::{Console, message};
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// What stays the same for all queries.
pub(super) struct VerifytaSession<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) options: Options,
    pub(super) model: &'a Model,
    pub(super) queries: &'a [Query],
    pub(super) interrupt: Interrupt,
}

impl VerifytaSession<'_> {
    /// Answers the query at this place of the list and prints what scripts look for; false if there is no answer.
    pub(super) fn answer(
        &self,
        place: usize,
        checker: &mut Checker<'_>,
        console: &mut Console,
    ) -> Result<bool, Failure> {
        let mut limits = Limits::new().cancel(self.interrupt.flag());
        if let Some(most) = Limits::affordable_memory() {
            limits = limits.memory(most);
        }
        let query = &self.queries[place];
        let mut answer = checker.answer(place, &mut limits);
        let refused = answer.as_ref().err().map(CheckError::reason);
        if let Some(PlanError::Inadmissible { .. }) = refused {
            let alone = std::slice::from_ref(query);
            let mut plainer = self.model.checker(alone, &self.plainer()).without_warnings();
            answer = plainer.answer(0, &mut limits);
        }
        let view = query.view(&answer);
        let clear = if self.arguments.has("silence-progress") { "" } else { "\u{1b}[2K" };
        let Some(verdict) = verdict(&answer) else {
            let reason = view.reason.unwrap_or_default();
            message(&format!("{}: [error] {reason}\n", self.model.name()));
            return Ok(false);
        };
        console.write(&format!("{clear} -- Formula {verdict}\n"))?;
        if let Some(value) = &view.value {
            console.write(&format!(" -- Result: {}\n", value.text))?;
        }
        if self.arguments.has("summary") {
            console.write(&resources(&view.stats))?;
        }
        self.show_run(&view, console)?;
        Ok(true)
    }

    /// The same search without what is not sound for the query at hand.
    fn plainer(&self) -> Options {
        let trace = match self.options.trace {
            TraceOption::None => TraceOption::None,
            _ => TraceOption::Some,
        };
        let (abstraction, order) = (AbstractionOption::Auto, OrderOption::Auto);
        Options { trace, abstraction, order, ..self.options.clone() }
    }

    fn show_run(&self, view: &QueryView, console: &mut Console) -> Result<(), Failure> {
        let Some(run) = view.trace.as_ref().filter(|_| self.arguments.has("diagnostic")) else {
            return Ok(());
        };
        let mut filed = false;
        if let Some(prefix) = self.arguments.value("xtr") {
            let path = PathBuf::from(format!("{prefix}-{}.xtr", view.index));
            message(&format!("Writing {} to {}\n", kind(run), path.display()));
            self.write_symbolic(&path, run, |network_run| {
                write_xtr(network_run, XtrVersion::Four)
            })?;
            filed = true;
        }
        if let Some(prefix) = self.arguments.value("xml-trace") {
            let path = PathBuf::from(format!("{prefix}{}.xml", view.index));
            self.write_symbolic(&path, run, |symbolic| {
                write_xml_trace(self.model.network(), symbolic)
            })?;
            console.write(&format!("XMLTrace outputted to: {}\n", path.display()))?;
            filed = true;
        }
        if !filed {
            console.write(&format!("{}\n", trace_heading(run, TraceDialect::Four)))?;
            message(&trace_text(run, TraceDialect::Four));
        }
        Ok(())
    }

    fn write_symbolic(
        &self,
        path: &Path,
        run: &RunView,
        text: impl FnOnce(&SymbolicRun) -> String,
    ) -> Result<(), Failure> {
        match symbolic_run(self.model.network(), run) {
            Some(symbolic) => write_file(path, text(&symbolic)),
            None => Err(Failure::wrong(format!("cannot write {}", path.display()))),
        }
    }
}

fn kind(run: &RunView) -> &'static str {
    if run.kind == RunKind::Counterexample { "counter example" } else { "example trace" }
}

/// The end of the line that scripts look for; none if there is no answer.
fn verdict(answer: &Result<Answer, CheckError>) -> Option<&'static str> {
    match answer.as_ref().ok()?.verdict() {
        Ok(Verdict::Holds) => Some("is satisfied."),
        Ok(Verdict::Fails) => Some("is NOT satisfied."),
        Ok(Verdict::Unknown(Undecided::Maybe { suggests: true, .. })) => Some("MAY be satisfied."),
        Ok(Verdict::Unknown(Undecided::Maybe { suggests: false, .. })) => {
            Some("MAY NOT be satisfied.")
        }
        Ok(Verdict::Unknown(
            Undecided::Stopped(_)
            | Undecided::ClockRange(_)
            | Undecided::CostRange
            | Undecided::LeftOut
            | Undecided::CostMismatch,
        ))
        | Err(_) => None,
    }
}
