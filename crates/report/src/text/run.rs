//! A run as a story: who moved, what changed, how much time passed.

use super::style::{Styles, TextOptions, clean, pad, paint};
use crate::view::{AtLeastView, MoveView, RunKind, RunView, StateView, StepView, Time};

/// A run, a few lines for each step.
#[must_use]
pub fn run_text(run: &RunView, options: TextOptions) -> String {
    let mut writer =
        Writer { run, styles: options.styles, clocks: options.clocks, out: String::new() };
    writer.heading();
    writer.initial();
    for (index, step) in run.steps.iter().enumerate() {
        if run.loop_start == Some(index) {
            writer.remark("the following steps repeat for ever:");
        }
        writer.step(index, step);
    }
    writer.ending();
    writer.out
}

struct Writer<'a> {
    run: &'a RunView,
    styles: Styles,
    clocks: bool,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn paint(&self, style: &str, text: &str) -> String {
        paint(style, text, self.styles.reset)
    }

    fn heading(&mut self) {
        let kind = match self.run.kind {
            RunKind::Witness => "Witness",
            RunKind::Counterexample => "Counterexample",
            RunKind::Fault => "Run to the error",
            RunKind::Simulation => "Run",
        };
        let steps = counted(self.run.steps.len(), "step");
        let time = self.run.duration();
        let units = if time == Time::whole(1) { "time unit" } else { "time units" };
        let doubt = match (self.run.minimal, self.run.at_least) {
            (Some(false), Some(AtLeastView::Steps(least))) => {
                format!(" (not proved minimal: at least {})", counted(count(least), "step"))
            }
            (Some(false), Some(AtLeastView::Time(least))) => {
                let least = counted(count(least), "time unit");
                let endless = self.run.loop_start.is_some() || self.run.endless || self.run.stuck;
                let before = if endless { " before the loop" } else { "" };
                format!(" (not proved minimal: at least {least}{before})")
            }
            (Some(false), None) => " (not proved minimal)".to_owned(),
            _ => String::new(),
        };
        self.line(&format!("{kind}: {steps}, {} {units}{doubt}", time.shown()));
    }

    /// The locations at the start, and the variables that are not 0.
    fn initial(&mut self) {
        let state = &self.run.initial;
        let locations: Vec<String> = self
            .run
            .processes
            .iter()
            .zip(&state.locations)
            .map(|(process, location)| {
                let process = self.paint(self.styles.process, &process.name);
                format!("{process}.{}", self.paint(self.styles.location, location))
            })
            .collect();
        self.line(&format!("   0  {}", locations.join(" ")));
        let set: Vec<String> = self
            .run
            .variables
            .iter()
            .zip(&state.variables)
            .filter(|(_, value)| **value != 0)
            .map(|(name, value)| format!("{} = {value}", clean(name)))
            .collect();
        if !set.is_empty() {
            let text = format!("      {}", self.paint(self.styles.change, &set.join(", ")));
            self.line(&text);
        }
        self.clock_line(state);
    }

    fn step(&mut self, index: usize, step: &StepView) {
        let time = self.moment(step.delay, step.time);
        let channel = step.moves.iter().find_map(|taken| taken.channel.as_deref()).unwrap_or("");
        let channel = self.paint(self.styles.channel, channel);
        self.line(&format!("{:>4}  {time}  {channel}", index + 1));
        self.moves(&step.moves);
        let names = step.changes.iter().map(|change| change.variable.chars().count());
        let wide = names.max().unwrap_or(0);
        for change in &step.changes {
            let gap = pad(&change.variable, wide);
            let text = format!("{}{gap} : {} → {}", change.variable, change.old, change.new);
            let text = self.paint(self.styles.change, &text);
            self.line(&format!("        {text}"));
        }
        self.clock_line(&step.after);
    }

    /// `at 11/2 (+5/2)`.
    fn moment(&self, delay: Time, time: Time) -> String {
        let at = self.paint(self.styles.time, &format!("at {}", time.shown()));
        if delay.is_zero() {
            return at;
        }
        format!("{at} {}", self.paint(self.styles.faint, &format!("(+{})", delay.shown())))
    }

    /// One line for each edge, in columns.
    fn moves(&mut self, moves: &[MoveView]) {
        let length = |text: &str| text.chars().count();
        let names = moves.iter().map(|taken| length(&taken.process)).max().unwrap_or(0);
        let ways = moves.iter().map(|taken| length(&taken.source) + length(&taken.target));
        let ways = ways.max().unwrap_or(0);
        for taken in moves {
            let process = self.paint(self.styles.process, &taken.process);
            let gap = pad(&taken.process, names);
            let source = self.paint(self.styles.location, &taken.source);
            let target = self.paint(self.styles.location, &taken.target);
            let rest = pad("", ways - length(&taken.source) - length(&taken.target));
            let labels = self.labels(taken);
            self.line(&format!("        {process}{gap}  {source} → {target}{rest}  {labels}"));
        }
    }

    /// What the edge says, and the values that select chose.
    fn labels(&self, taken: &MoveView) -> String {
        let mut parts: Vec<String> = taken
            .select
            .iter()
            .map(|bound| format!("{} = {}", clean(&bound.name), bound.value))
            .collect();
        for label in [&taken.guard, &taken.sync, &taken.update] {
            let folded = label.split_whitespace().collect::<Vec<_>>().join(" ");
            if !folded.is_empty() {
                parts.push(folded);
            }
        }
        self.paint(self.styles.faint, &parts.join("; "))
    }

    fn clock_line(&mut self, state: &StateView) {
        if !self.clocks || state.clocks.is_empty() {
            return;
        }
        let clocks: Vec<String> = self
            .run
            .clocks
            .iter()
            .zip(&state.clocks)
            .map(|(name, value)| format!("{name} = {}", value.shown()))
            .collect();
        let text = format!("        {}", self.paint(self.styles.faint, &clocks.join(", ")));
        self.line(&text);
    }

    fn remark(&mut self, text: &str) {
        let text = format!("      {}", self.paint(self.styles.unsure, text));
        self.line(&text);
    }

    fn ending(&mut self) {
        if let Some(loop_start) = self.run.loop_start {
            let last = self.run.steps.len();
            self.remark(&format!("it repeats: step {last} is followed by step {}", loop_start + 1));
            let others = &self.run.loop_renaming;
            let others = others.iter().map(|one| format!("{} as {}", one.to, one.from));
            let others = others.collect::<Vec<_>>().join(", ");
            if !others.is_empty() {
                self.remark(&format!("in each round with other processes: {others}"));
            }
        }
        if let Some(delay) = self.run.final_delay {
            let passes = if delay == Time::whole(1) {
                "then 1 time unit passes".to_owned()
            } else {
                format!("then {} time units pass", delay.shown())
            };
            self.remark(&passes);
        }
        if let Some(fault) = &self.run.fault {
            let time = self.moment(fault.delay, self.run.duration());
            self.line(&format!("   !  {time}"));
            let moves = fault.moves.clone();
            self.moves(&moves);
            let text = format!("        {}", self.paint(self.styles.bad, &fault.message));
            self.line(&text);
        }
        if self.run.endless {
            self.remark("then time passes for ever");
        }
        if self.run.stuck {
            self.remark("then nothing can happen any more");
        }
    }
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// `1 step`, `2 steps`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
