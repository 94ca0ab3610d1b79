//! Successors of symbolic states, exactly.

use std::ops::ControlFlow;

use network::Network;
use network::eval::Fault;
use zones::{Bound, Federation, Zone};

use super::active::{ActiveClocks, Rows};
use super::effect::Effect;
use super::fire::{Reshape, ReshapeBuffers};
use super::invariants;
use super::kinds::Kinds;
use super::moves::{Finder, Move, Moves};
use super::step::{StepFault, StepRef};
use super::urgency::may_delay;
use super::{RowConstraint, check_range, too_large};
use crate::watch::Alarm;
use program::{Machine, Participant, Program, State, Transition};
use symmetry::TwinRanks;

/// Whether zones are emitted as they are on entry, or with all delays that may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Right after the transition.
    Bare,
    Delayed,
    /// Right after the transition, of states with one valuation; waiting until something is possible is a step, too.
    Moments,
}

/// Receives successors. The state may be changed at will.
pub type Emit<'e> = dyn FnMut(StepRef<'_>, &mut State) -> Result<ControlFlow<()>, Fault> + 'e;

/// The symbolic semantics of a program. Holds the buffers of one worker.
pub struct Semantics<'p> {
    pub(super) program: &'p Program,
    active: &'p ActiveClocks,
    pub(super) kinds: Kinds,
    pub(super) machine: Machine<'p>,
    pub(super) memory: Vec<i32>,
    pub(super) rows: Rows,
    pub(super) moves: Moves,
    pub(super) next: Vec<i32>,
    pub(super) next_rows: Rows,
    pub(super) constraints: Vec<RowConstraint>,
    pub(super) stopped: Vec<bool>,
    pub(super) work: Zone,
    reshape: ReshapeBuffers,
    /// What is being computed; away while it is being looked at.
    pub(super) successor: Option<State>,
    /// All delays from a valuation.
    pub(super) ray: Zone,
    /// The values of the rows of a valuation.
    pub(super) point: Vec<i32>,
    /// Upper bounds of rows, from the invariants.
    limits: Vec<(usize, Bound)>,
    scratch_start: Vec<i32>,
    pub(super) urgent_channels: bool,
    pub(super) stopwatches: bool,
    /// A zone with a bound that saturated must not decide anything (`zones/src/saturate.rs`).
    pub exact_range: bool,
    /// Some delay with stopped clocks could only be over-approximated.
    pub approximated: bool,
    /// The transition being computed, for faults; empty while guards are evaluated.
    pub(crate) attempted: Vec<Participant>,
    /// Steps say what they do to clocks.
    pub with_effects: bool,
    /// Ends work that takes long in the middle of a step.
    pub alarm: Alarm,
}

impl<'p> Semantics<'p> {
    /// The semantics of a program in which the given clocks are active.
    #[must_use]
    pub fn new(program: &'p Program, network: &Network, active: &'p ActiveClocks) -> Semantics<'p> {
        let memory = program.layout.initial(network);
        let stopwatches = program
            .processes
            .iter()
            .any(|process| process.locations.iter().any(|location| !location.rates.is_empty()));
        Semantics {
            program,
            active,
            kinds: Kinds::of(program),
            machine: Machine::new(&program.sections),
            scratch_start: memory.clone(),
            next: memory.clone(),
            memory,
            rows: Rows::default(),
            moves: Moves::default(),
            next_rows: Rows::default(),
            constraints: Vec::new(),
            stopped: Vec::new(),
            work: Zone::zero(1),
            reshape: ReshapeBuffers::default(),
            successor: None,
            ray: Zone::zero(1),
            point: Vec::new(),
            limits: Vec::new(),
            urgent_channels: program.channels.iter().any(|channel| channel.urgent),
            stopwatches,
            exact_range: false,
            approximated: false,
            attempted: Vec::new(),
            with_effects: false,
            alarm: Alarm::default(),
        }
    }

    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A fault of what was evaluated last, with the transition it is about.
    pub fn failed(&mut self, fault: Fault) -> StepFault {
        StepFault { fault, transition: std::mem::take(&mut self.attempted) }
    }

    /// Is a zone as exact as it must be?
    pub(crate) fn check_range(&self, zone: &Zone) -> Result<(), Fault> {
        check_range(self.exact_range, zone)
    }

    /// The machine with the memory of the state loaded last, for evaluating conditions in it.
    pub fn loaded(&mut self) -> (&mut Machine<'p>, &mut [i32], &Rows) {
        (&mut self.machine, &mut self.memory, &self.rows)
    }

    /// Makes `cells` the current discrete state. What is evaluated in it has a budget of its own, whatever was
    /// evaluated before.
    pub fn load(&mut self, cells: &[i32]) {
        self.attempted.clear();
        self.machine.begin();
        self.memory[..cells.len()].copy_from_slice(cells);
        let locations = &cells[..self.program.layout.processes];
        self.active.rows(locations, &mut self.rows);
    }

    /// The initial state; none if an invariant does not hold there.
    pub fn initial(&mut self, network: &Network, entry: Entry) -> Result<Option<State>, Fault> {
        self.next.copy_from_slice(&self.scratch_start);
        let locations = &self.next[..self.program.layout.processes];
        self.active.rows(locations, &mut self.next_rows);
        let mut zone = Zone::zero(self.next_rows.dim());
        for (clock, value) in network.initial_clocks().into_iter().enumerate() {
            if value > Bound::MAX_LIMIT {
                return Err(too_large(value.into()));
            }
            if self.next_rows.row[clock] != 0 {
                zone.reset(self.next_rows.row[clock], value);
            }
        }
        self.machine.begin();
        let mut state = State { cells: Vec::new(), zone };
        if !self.invariants()? || !self.settle(&mut state.zone, entry)? {
            return Ok(None);
        }
        state.cells.extend_from_slice(&self.next[..self.program.layout.carried]);
        Ok(Some(state))
    }

    /// Emits every successor of a state, until told to stop.
    pub fn successors(
        &mut self,
        state: &State,
        entry: Entry,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.load(&state.cells);
        self.successors_of_loaded(state, entry, None, emit)
    }

    /// As [`Semantics::successors`] of a state that has just been loaded, and of twin processes only what
    /// one of them does.
    pub(crate) fn successors_of_loaded(
        &mut self,
        state: &State,
        entry: Entry,
        twins: Option<&TwinRanks>,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        // With priorities, what a twin may do can keep others from moving.
        let twins = twins.filter(|_| !self.program.priorities);
        self.find_moves(&state.zone, twins, false)?;
        self.fire_found(&state.zone, entry, emit)
    }

    /// As [`Semantics::successors_of_loaded`], and only what some processes begin.
    pub(crate) fn successors_begun_by(
        &mut self,
        beginners: &[bool],
        state: &State,
        entry: Entry,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.machine.begin();
        self.finder(&state.zone, None, false, Some(beginners)).find()?;
        self.fire_found(&state.zone, entry, emit)
    }

    fn fire_found(
        &mut self,
        zone: &Zone,
        entry: Entry,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let moves = std::mem::take(&mut self.moves);
        let result = self.fire_all(&moves, zone, entry, emit);
        self.moves = moves;
        result
    }

    /// Finds the moves of the loaded discrete state with this zone.
    pub(super) fn find_moves(
        &mut self,
        zone: &Zone,
        twins: Option<&TwinRanks>,
        one_reaction: bool,
    ) -> Result<(), Fault> {
        self.machine.begin();
        self.finder(zone, twins, one_reaction, None).find()
    }

    fn finder<'f>(
        &'f mut self,
        zone: &'f Zone,
        twins: Option<&'f TwinRanks>,
        one_reaction: bool,
        beginners: Option<&'f [bool]>,
    ) -> Finder<'f, 'p>
    where
        'p: 'f,
    {
        Finder {
            program: self.program,
            machine: &mut self.machine,
            memory: &mut self.memory,
            rows: &self.rows,
            zone,
            moves: &mut self.moves,
            twins,
            one_reaction,
            beginners,
        }
    }

    fn fire_all(
        &mut self,
        moves: &Moves,
        zone: &Zone,
        entry: Entry,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        for chosen in &moves.list {
            let blockers = self.blockers(moves, chosen, zone)?;
            let simple = blockers.is_empty() && moves.exclusions(chosen).next().is_none();
            self.work.copy_from(zone);
            if !constrain(&mut self.work, moves.constraints(chosen)) {
                continue;
            }
            if simple {
                if self.fire(moves.transition(chosen), entry, emit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            for piece in self.unblocked(moves, chosen, &blockers) {
                self.work.copy_from(&piece);
                if self.fire(moves.transition(chosen), entry, emit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The parts of the working zone in which no exclusion of the move and no blocker holds.
    pub(super) fn unblocked(&self, moves: &Moves, chosen: &Move, blockers: &[Zone]) -> Vec<Zone> {
        let mut pieces = Federation::from(self.work.clone());
        for conjunction in moves.exclusions(chosen) {
            let mut excluded = self.work.clone();
            if constrain(&mut excluded, conjunction) {
                pieces.subtract_zone(&excluded);
            }
        }
        blockers.iter().for_each(|blocker| pieces.subtract_zone(blocker));
        pieces.into_zones()
    }

    /// Where moves of higher priority are enabled.
    pub(super) fn blockers(
        &mut self,
        moves: &Moves,
        chosen: &Move,
        zone: &Zone,
    ) -> Result<Vec<Zone>, Fault> {
        let mut blockers = Vec::new();
        if !self.program.priorities {
            return Ok(blockers);
        }
        for other in moves.list.iter().filter(|other| other.priority > chosen.priority) {
            blockers.extend(self.enabling(moves, other, zone)?);
        }
        Ok(blockers)
    }

    /// Fires a transition from the loaded state with the working zone, whose guard holds.
    pub(super) fn fire(
        &mut self,
        transition: &Transition,
        entry: Entry,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.update(transition)?;
        let effect = self.with_effects.then(|| {
            Effect::of(&self.machine.clock_writes, &self.work, &self.rows, &self.next_rows)
        });
        let mut successor = self.successor.take().unwrap_or_else(State::blank);
        let reshape = Reshape { from: &self.rows, to: &self.next_rows };
        reshape.apply(
            &mut self.work,
            &self.machine.clock_writes,
            &mut self.reshape,
            &mut successor.zone,
        )?;
        let mut flow = ControlFlow::Continue(());
        if self.invariants()? && self.settle(&mut successor.zone, entry)? {
            successor.cells.clear();
            successor.cells.extend_from_slice(&self.next[..self.program.layout.carried]);
            let step = StepRef { effect: effect.as_ref(), ..StepRef::of(transition) };
            flow = emit(step, &mut successor)?;
        }
        self.successor = Some(successor);
        Ok(flow)
    }

    /// Runs the updates of a transition on a copy of the loaded memory.
    pub(super) fn update(&mut self, transition: &Transition) -> Result<(), Fault> {
        self.attempted.clear();
        self.attempted.extend_from_slice(transition);
        // Scratch cells mean nothing between uses and constants are the same in both.
        let carried = self.program.layout.carried;
        self.next[..carried].copy_from_slice(&self.memory[..carried]);
        self.machine.begin();
        let program = self.program;
        if let Some(before) = program.before {
            self.machine.run(before, &mut self.next)?;
        }
        for each in transition {
            if let Some(update) = program.edge(each.process, each.edge).update {
                self.machine.run(update, &mut self.next)?;
            }
        }
        if let Some(after) = program.after {
            self.machine.run(after, &mut self.next)?;
        }
        for each in transition {
            let target = program.edge(each.process, each.edge).target;
            self.next[each.process as usize] = target.cast_signed();
        }
        self.active.rows(&self.next[..program.layout.processes], &mut self.next_rows);
        Ok(())
    }

    /// Evaluates the invariants of the next discrete state.
    pub(super) fn invariants(&mut self) -> Result<bool, Fault> {
        self.constraints.clear();
        invariants::evaluate(
            self.program,
            &self.kinds,
            &mut self.machine,
            &mut self.next,
            &self.next_rows,
            &mut self.constraints,
        )
    }

    /// Restricts a zone on entry to the invariants just evaluated and lets time pass if it may.
    fn settle(&mut self, zone: &mut Zone, entry: Entry) -> Result<bool, Fault> {
        if !constrain(zone, &self.constraints) {
            return Ok(false);
        }
        if entry == Entry::Delayed && self.may_delay_next()? {
            self.delay(zone)?;
        }
        Ok(true)
    }

    pub(super) fn may_delay_next(&mut self) -> Result<bool, Fault> {
        if !self.urgent_channels {
            return Ok(!self.kinds.stand_still(&self.next));
        }
        may_delay(self.program, &mut self.machine, &mut self.next, self.urgent_channels)
    }

    /// All delays within the invariants just evaluated, no clock standing still.
    pub(super) fn let_time_pass(&mut self, zone: &mut Zone) {
        // Of what holds before a delay, only upper bounds may cease to hold.
        let bounding = self.constraints.iter().filter(|each| each.right == 0 && each.left != 0);
        self.limits.clear();
        self.limits.extend(bounding.map(|each| (each.left, each.bound)));
        zone.up_within(&self.limits);
    }

    /// All delays within the invariants of the next discrete state.
    fn delay(&mut self, zone: &mut Zone) -> Result<(), Fault> {
        let any_stopped = self.stopwatches
            && invariants::stopped(
                self.program,
                &mut self.machine,
                &mut self.next,
                &self.next_rows,
                &mut self.stopped,
            )?;
        if !any_stopped {
            self.let_time_pass(zone);
            return Ok(());
        }
        // Once one delay was not exact, it does not matter whether others are.
        if self.approximated {
            zone.up_running_roughly(&self.stopped);
        } else {
            self.approximated = zone.up_running(&self.stopped) != zones::Precision::Exact;
        }
        let kept = constrain(zone, &self.constraints);
        debug_assert!(kept, "the valuations before the delay satisfy the invariants");
        Ok(())
    }
}

/// Intersects a zone with constraints; false if nothing is left (the zone is then of no use).
pub(crate) fn constrain(zone: &mut Zone, constraints: &[RowConstraint]) -> bool {
    constraints.iter().all(|each| zone.constrain(each.left, each.right, each.bound).is_ok())
}
