//! Layer: add what any number of rounds of a polling loop leads to.
//!
//! A process that enters the first location of a polling loop with the clock of the loop at 0 can go round, while the
//! others only let time pass, for every duration from some bound on (`analysis::find_loops`). All states that these rounds
//! lead to are one zone: let time pass, without the invariants of the process itself, at least to the bound; then set
//! the clock to 0. It is passed on before the state itself, so that a search stores it before anything it covers.
//!
//! Each added state is one that rounds really lead to, and no state is left out, so what can be reached is the same
//! (docs/theory/acceleration.md).

use std::ops::ControlFlow;

use analysis::{OtherEdge, PollingLoop};
use network::eval::Fault;
use network::{EdgeId, Network};
use program::{Machine, Program, State};
use zones::{Bound, Zone};

use super::{Layer, Next};
use crate::semantics::{
    ActiveClocks, Kinds, RowConstraint, Rows, StepRef, evaluate_invariants, may_delay,
};

/// Adds the results of rounds.
pub struct Accelerate<'p> {
    program: &'p Program,
    active: &'p ActiveClocks,
    kinds: Kinds,
    urgent_channels: bool,
    /// None of a loop that cannot be gone round: the program left out an edge that is never enabled, or no zone has its bound.
    loops: Vec<Option<Rounds>>,
    /// For each process and location, the loops that begin there.
    begin: Vec<Vec<Vec<usize>>>,
    machine: Machine<'p>,
    memory: Vec<i32>,
    rows: Rows,
    constraints: Vec<RowConstraint>,
    limits: Vec<(usize, Bound)>,
    made: Option<State>,
}

/// A loop in the numbers of a program.
struct Rounds {
    process: usize,
    clock: usize,
    steps: Vec<RoundStep>,
    /// Other clocks that it sets.
    others: Vec<usize>,
    /// At least the duration from which on every one is possible: a bound on 0 minus the clock.
    least: Bound,
}

/// A location, the edge that leaves it, whom that meets, and what it assigns: cells with their new values.
struct RoundStep {
    location: usize,
    edge: usize,
    /// Of these edges one must be enabled, if somebody is needed.
    partners: Option<Vec<OtherEdge>>,
    /// None of these may be.
    disturbed: Vec<OtherEdge>,
    writes: Vec<(usize, i32)>,
}

impl Rounds {
    /// None if the program has no such edges, or no zone such a bound.
    fn of(program: &Program, each: &PollingLoop) -> Option<Rounds> {
        let code = |process: usize, number: usize| {
            let edges = &program.processes[process].edges;
            edges.iter().position(|code| code.edge == EdgeId::at(number))
        };
        // Edges without code are never enabled.
        let coded = |other: &OtherEdge| match other.edge {
            None => Some(*other),
            Some(edge) => Some(OtherEdge { edge: Some(code(other.process, edge)?), ..*other }),
        };
        let first = program.layout.processes;
        let step = |at: usize| {
            let meeting = &each.meetings[at];
            let partners = meeting.partners.as_ref();
            let writes = each.writes[at].iter();
            Some(RoundStep {
                location: each.locations[at],
                edge: code(each.process, each.edges[at])?,
                partners: partners.map(|all| all.iter().filter_map(coded).collect()),
                disturbed: meeting.disturbed.iter().filter_map(coded).collect(),
                writes: writes.map(|(slot, value)| (first + slot, *value)).collect(),
            })
        };
        let steps: Option<Vec<RoundStep>> = (0..each.edges.len()).map(step).collect();
        let least = each.from_then_on.least;
        let bound = if least.open { Bound::try_lt(-least.at) } else { Bound::try_le(-least.at) };
        Some(Rounds {
            process: each.process,
            clock: each.clock,
            steps: steps?,
            others: each.others.clone(),
            least: bound?,
        })
    }
}

impl<'p> Accelerate<'p> {
    /// The layer for the loops of a network, which are known to its steps by their numbers.
    #[must_use]
    pub fn new(
        program: &'p Program,
        network: &Network,
        active: &'p ActiveClocks,
        loops: &[PollingLoop],
    ) -> Accelerate<'p> {
        let empty = |process: &program::ProcessCode| vec![Vec::new(); process.locations.len()];
        let mut begin: Vec<Vec<Vec<usize>>> = program.processes.iter().map(empty).collect();
        let mut kept = Vec::new();
        for (number, each) in loops.iter().enumerate() {
            let rounds = Rounds::of(program, each);
            if rounds.is_some() {
                begin[each.process][each.locations[0]].push(number);
            }
            kept.push(rounds);
        }
        Accelerate {
            program,
            active,
            kinds: Kinds::of(program),
            urgent_channels: program.channels.iter().any(|channel| channel.urgent),
            loops: kept,
            begin,
            machine: Machine::new(&program.sections),
            memory: program.layout.initial(network),
            rows: Rows::default(),
            constraints: Vec::new(),
            limits: Vec::new(),
            made: None,
        }
    }

    /// Can the process go round in the discrete state in memory, with time passing at each of its locations, and are all variables in the end what
    /// they were? Other processes stay as they are.
    fn may_go_round(&mut self, number: usize, cells: &[i32]) -> Result<bool, Fault> {
        let Accelerate { program, machine, memory, urgent_channels, .. } = self;
        let Some(Rounds { process, steps, .. }) = &self.loops[number] else { return Ok(false) };
        let code = &program.processes[*process];
        let first = memory[*process];
        for step in steps {
            memory[*process] = i32::try_from(step.location).expect("locations are few");
            let goes_on = machine.test(&code.locations[step.location].invariant, memory)?
                && machine.test(&code.edges[step.edge].guard, memory)?
                && may_delay(program, machine, memory, *urgent_channels)?
                && meets_only_quiet(step, program, machine, memory)?;
            if !goes_on {
                return Ok(false);
            }
            step.writes.iter().for_each(|(cell, value)| memory[*cell] = *value);
        }
        memory[*process] = first;
        Ok(memory[..cells.len()] == *cells)
    }

    /// Evaluates the invariants of the discrete state in memory; false if one does not hold.
    fn evaluate(&mut self) -> Result<bool, Fault> {
        self.constraints.clear();
        evaluate_invariants(
            self.program,
            &self.kinds,
            &mut self.machine,
            &mut self.memory,
            &self.rows,
            &mut self.constraints,
        )
    }

    /// All delays within the invariants, but for those on one row.
    fn delay(&mut self, zone: &mut Zone, without: usize) {
        let upper =
            |each: &&RowConstraint| each.right == 0 && each.left != 0 && each.left != without;
        self.limits.clear();
        self.limits
            .extend(self.constraints.iter().filter(upper).map(|each| (each.left, each.bound)));
        zone.up_within(&self.limits);
    }

    /// The states that rounds of a loop lead to from a state with which its first location has just been entered, after all
    /// delays; none if there are none.
    fn rounds(&mut self, number: usize, state: &State, made: &mut State) -> Result<bool, Fault> {
        self.machine.begin();
        self.memory[..state.cells.len()].copy_from_slice(&state.cells);
        if !self.may_go_round(number, &state.cells)? || !self.evaluate_at(&state.cells)? {
            return Ok(false);
        }
        let Some(Rounds { clock, least, others, .. }) = &self.loops[number] else {
            return Ok(false);
        };
        // Clocks without a row are set before anybody asks for them.
        if others.iter().any(|other| self.rows.row[*other] != 0) {
            return Ok(false);
        }
        let (clock, least) = (*clock, *least);
        let row = self.rows.row[clock];
        made.copy_from(state);
        let zone = &mut made.zone;
        // The clock is 0 only at the moment of entering: that is the zone before delays.
        if row == 0 || zone.constrain(row, 0, Bound::le(0)).is_err() {
            return Ok(false);
        }
        self.delay(zone, row);
        if zone.constrain(0, row, least).is_err() {
            return Ok(false);
        }
        zone.reset(row, 0);
        self.delay(zone, 0);
        Ok(true)
    }

    fn evaluate_at(&mut self, cells: &[i32]) -> Result<bool, Fault> {
        self.active.rows(&cells[..self.program.layout.processes], &mut self.rows);
        self.evaluate()
    }
}

/// Is a partner ready, if one is needed, and does nobody who takes part change?
fn meets_only_quiet<'p>(
    step: &RoundStep,
    program: &'p Program,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
) -> Result<bool, Fault> {
    let is_ready = match &step.partners {
        None => true,
        Some(partners) => any_enabled(partners, program, machine, memory)?,
    };
    Ok(is_ready && !any_enabled(&step.disturbed, program, machine, memory)?)
}

/// Is one of these edges enabled, as far as variables say?
fn any_enabled<'p>(
    edges: &[OtherEdge],
    program: &'p Program,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
) -> Result<bool, Fault> {
    for OtherEdge { process, location, edge } in edges {
        let is_there = memory[*process].cast_unsigned() as usize == *location;
        let codes = &program.processes[*process].edges;
        if is_there && edge.map_or(Ok(true), |edge| machine.test(&codes[edge].guard, memory))? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Layer for Accelerate<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        for each in step.transition {
            let process = each.process as usize;
            let location = state.cells[process].cast_unsigned() as usize;
            for at in 0..self.begin[process][location].len() {
                let number = self.begin[process][location][at];
                let mut made = self.made.take().unwrap_or_else(State::blank);
                // What cannot be evaluated is left to the transitions themselves.
                let goes_round = self.rounds(number, state, &mut made).unwrap_or(false);
                let mut flow = ControlFlow::Continue(());
                if goes_round {
                    flow = next(StepRef { rounds: Some(number), ..step }, &mut made)?;
                }
                self.made = Some(made);
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
        next(step, state)
    }
}
