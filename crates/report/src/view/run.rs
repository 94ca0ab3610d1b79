//! Runs: one way the model can behave.

use serde::{Deserialize, Serialize};

use super::time::Time;

/// A run with exact delays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunView {
    pub kind: RunKind,
    /// The processes; the order is that of all lists of locations.
    pub processes: Vec<ProcessView>,
    /// The names of the integer cells, in the order of all lists of values.
    pub variables: Vec<String>,
    /// The names of the clocks, in the order of all lists of clock values.
    pub clocks: Vec<String>,
    pub initial: StateView,
    /// What happens, in order.
    pub steps: Vec<StepView>,
    /// Time that passes after the last step, if any.
    pub final_delay: Option<Time>,
    /// After the last step (and final delay) time passes for ever and nothing else happens.
    pub endless: bool,
    /// After the last step (and final delay) nothing can happen any more.
    #[serde(default)]
    pub stuck: bool,
    /// The number (from 0) of the first step that is repeated for ever after the last.
    pub loop_start: Option<usize>,
    /// Each round of the loop is done by other processes than the one before, if any are listed.
    #[serde(default)]
    pub loop_renaming: Vec<RenameView>,
    /// Does no run to the same end have fewer steps (or take less time, where the fastest was asked for)? Absent
    /// where that is not known.
    #[serde(default)]
    pub minimal: Option<bool>,
    /// Where it is not known: what no such run goes below.
    #[serde(default)]
    pub at_least: Option<AtLeastView>,
    /// What went wrong after the last step, if the run ends in an undefined evaluation.
    pub fault: Option<FaultView>,
    /// The bars that the model's `gantt` section asks for, if it has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gantt: Vec<GanttRowView>,
}

/// A row of a Gantt chart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GanttRowView {
    /// `Task(2)`
    pub name: String,
    pub bars: Vec<GanttBarView>,
}

/// A bar: a condition holds in these states. State 0 is the initial one, state n the one after n steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GanttBarView {
    /// The first of them.
    pub from: usize,
    /// The first state in which it does not hold any more.
    pub to: usize,
    /// The number of the colour.
    pub colour: i32,
    /// The condition as written.
    pub text: String,
}

/// What no run of a kind goes below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AtLeastView {
    /// No run has fewer steps than this.
    Steps(u64),
    /// So much time, until the loop is entered.
    Time(u64),
}

/// What a run shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// That the query holds.
    Witness,
    /// That it does not.
    Counterexample,
    /// How the model comes to do something undefined.
    Fault,
    /// Nothing in particular: a simulation.
    Simulation,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcessView {
    pub name: String,
    /// What it is an instance of.
    pub template: String,
    /// The names of its locations, in the order of the template's picture.
    pub locations: Vec<String>,
    /// Those of its locations that it may stay in for ever: no clock has an upper bound there.
    #[serde(default)]
    pub open: Vec<String>,
}

/// In the next round of a loop, one process does what another does in this one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RenameView {
    /// Who does it in this round.
    pub from: String,
    /// Who does it in the next.
    pub to: String,
}

/// A state between steps.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StateView {
    /// The location of each process.
    pub locations: Vec<String>,
    /// The value of each integer cell.
    pub variables: Vec<i32>,
    /// The value of each clock.
    pub clocks: Vec<Time>,
}

/// A delay and then a transition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StepView {
    /// How long nothing happens.
    pub delay: Time,
    /// When the transition happens, counted from the start of the run ([`RunView::set_times`]).
    pub time: Time,
    /// The edges taken, the sender first.
    pub moves: Vec<MoveView>,
    /// The integer cells that have another value than before.
    pub changes: Vec<ChangeView>,
    /// The state right after the transition.
    pub after: StateView,
}

/// An edge taken by a process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveView {
    /// The name of the process.
    pub process: String,
    /// Its edge, by number in the process.
    pub edge: usize,
    /// The location it leaves.
    pub source: String,
    /// The location it enters.
    pub target: String,
    /// The values of the select variables.
    pub select: Vec<SelectView>,
    /// The channel with its indices evaluated, if it synchronises.
    pub channel: Option<String>,
    /// Which end of the channel.
    pub direction: Option<DirectionView>,
    /// The guard as written.
    #[serde(default)]
    pub guard: String,
    /// The synchronisation as written.
    #[serde(default)]
    pub sync: String,
    /// The update as written.
    #[serde(default)]
    pub update: String,
}

/// A select variable with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelectView {
    pub name: String,
    pub value: i32,
}

/// Which end of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DirectionView {
    /// `c!`
    Send,
    /// `c?`
    Receive,
}

/// An integer cell that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChangeView {
    pub variable: String,
    /// Its value before the step.
    pub old: i32,
    /// Its value after the step.
    pub new: i32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultView {
    pub message: String,
    /// The time that passes before it happens.
    pub delay: Time,
    /// The edges that were about to be taken.
    pub moves: Vec<MoveView>,
}

impl RunView {
    /// A run that has only started.
    #[must_use]
    pub fn new(kind: RunKind, processes: Vec<ProcessView>, initial: StateView) -> RunView {
        RunView {
            kind,
            processes,
            variables: Vec::new(),
            clocks: Vec::new(),
            initial,
            steps: Vec::new(),
            final_delay: None,
            endless: false,
            stuck: false,
            loop_start: None,
            loop_renaming: Vec::new(),
            minimal: None,
            at_least: None,
            fault: None,
            gantt: Vec::new(),
        }
    }

    /// Fills in the time of each step from the delays.
    pub(crate) fn set_times(&mut self) {
        let mut now = Time::ZERO;
        for step in &mut self.steps {
            now = now.plus(step.delay);
            step.time = now;
        }
    }

    /// Fills in what changed in each step from the values before and after it.
    pub(crate) fn set_changes(&mut self) {
        let mut before = &self.initial.variables;
        for step in &mut self.steps {
            let values = before.iter().zip(&step.after.variables).zip(&self.variables);
            step.changes = values
                .filter(|((old, new), _)| old != new)
                .map(|((old, new), name)| ChangeView {
                    variable: name.clone(),
                    old: *old,
                    new: *new,
                })
                .collect();
            before = &step.after.variables;
        }
    }

    /// The state before step number `step`, or the last state.
    #[must_use]
    pub fn before(&self, step: usize) -> &StateView {
        let earlier = step.min(self.steps.len());
        earlier.checked_sub(1).map_or(&self.initial, |index| &self.steps[index].after)
    }

    /// How long it takes, without the endless part.
    #[must_use]
    pub fn duration(&self) -> Time {
        let last = self.steps.last().map_or(Time::ZERO, |step| step.time);
        let rest = self.final_delay.unwrap_or(Time::ZERO);
        let fault = self.fault.as_ref().map_or(Time::ZERO, |fault| fault.delay);
        last.plus(rest).plus(fault)
    }
}
