//! What follows from a priced state: its successors, the goals among them, and what is worth keeping.

use std::ops::ControlFlow;

use network::eval::Fault;
use zones::priced::{CostError, PricedZone};

use super::answer::Settings;
use super::estimate::{Estimate, Estimates};
use super::known::Knowledge;
use super::phase::{Path, Phase, Waiting};
use super::pricing::{PriceCode, remaining};
use super::quotient::PricedQuotient;
use super::step::{fire, settle, within};
use super::store::Node;
use crate::plan::{Abstraction, Plan};
use crate::prepared::Prepared;
use engine::semantics::{BoundsOfRows, Firing, RowConstraint, Semantics, Step, StepFault};
use engine::store::RowBoundsAt as _;
use engine::watch::{Alarm, Progress, StopReason, Watch};
use program::{Participant, State};

/// Why a search ended before everything was decided.
pub(super) enum Halt {
    Stopped(StopReason),
    /// An invalid evaluation, after a path or at the start.
    Fault(Box<(StepFault, Option<Path>)>),
    /// A number is too large.
    Cost,
}

impl Halt {
    /// What ended a step: an invalid evaluation, or the alarm.
    fn fault(fault: StepFault, path: Option<Path>) -> Halt {
        match StopReason::of(fault.fault.kind) {
            Some(reason) => Halt::Stopped(reason),
            None => Halt::Fault(Box::new((fault, path))),
        }
    }
}

impl From<CostError> for Halt {
    fn from(_: CostError) -> Halt {
        Halt::Cost
    }
}

/// A transition whose target is still to be settled.
struct Entered {
    transition: Vec<Participant>,
    cells: Vec<i32>,
    pieces: Vec<PricedZone>,
    invariants: Vec<RowConstraint>,
    may_delay: bool,
}

/// Where a state comes from, and what is known to be paid in any case.
#[derive(Clone, Copy)]
struct Entrance<'w> {
    state: Option<&'w Waiting>,
    bound: i64,
    remaining: i64,
    promise: i64,
}

/// Finds successors in all phases of the search of one thread.
pub(super) struct Explorer<'p, 'n> {
    prepared: &'p Prepared<'n>,
    semantics: Semantics<'p>,
    price: PriceCode,
    /// The cell of `remaining`, if the model has one.
    remaining: Option<usize>,
    settings: Settings,
    pub(super) estimates: Option<Estimates<'p>>,
    quotient: Option<PricedQuotient<'p>>,
    /// For comparing modulo clock bounds, where that is sound.
    bounds: Option<BoundsOfRows<'p>>,
    pub(super) known: &'p Knowledge,
    /// Were states left out on purpose?
    pub(super) left_out: bool,
    /// Figures of phases that are over.
    past: Progress,
    pub(super) explored: u64,
    transitions: u64,
    covered: u64,
}

impl<'p, 'n> Explorer<'p, 'n> {
    pub(super) fn new(
        prepared: &'p Prepared<'n>,
        plan: &Plan,
        price: PriceCode,
        (settings, estimates): (Settings, Option<Estimates<'p>>),
        (known, alarm): (&'p Knowledge, Alarm),
    ) -> Explorer<'p, 'n> {
        let mut semantics = prepared.semantics();
        semantics.alarm = alarm;
        let processes = prepared.network.processes.len();
        let simulates = matches!(plan.abstraction, Abstraction::Lu | Abstraction::M);
        Explorer {
            prepared,
            semantics,
            price,
            remaining: remaining_cell(prepared),
            settings,
            estimates,
            quotient: PricedQuotient::new(prepared, plan),
            bounds: simulates
                .then(|| BoundsOfRows::new(&prepared.bounds, &prepared.active, processes)),
            known,
            left_out: false,
            past: Progress::default(),
            explored: 0,
            transitions: 0,
            covered: 0,
        }
    }

    /// A phase that has not begun.
    pub(super) fn phase(&self) -> Phase {
        Phase::new(self.prepared.program.layout.discrete)
    }

    /// The figures so far.
    pub(super) fn progress(&self, phase: &Phase) -> Progress {
        Progress {
            stored: phase.store.alive(),
            explored: self.explored,
            transitions: self.transitions,
            covered: self.covered,
            followed: 0,
            reduced: 0,
            compared: 0,
            bytes: self.past.bytes + phase.store.bytes(),
            imminent: 0,
        }
    }

    /// Figures of another thread whose search is over.
    pub(super) fn add(&mut self, other: Progress) {
        self.explored += other.explored;
        self.transitions += other.transitions;
        self.covered += other.covered;
    }

    /// Bytes that stay in use while another phase goes on.
    pub(super) fn set_aside(&mut self, bytes: u64) {
        self.past.bytes = bytes;
    }

    /// One state takes as long as hundreds do in a search without costs, so limits are looked at for each.
    pub(super) fn may_go_on(&self, phase: &Phase, watch: &mut dyn Watch) -> Result<(), Halt> {
        let flow = match watch.expanded(&mut || self.progress(phase)) {
            ControlFlow::Continue(()) => watch.working(),
            stop => stop,
        };
        match flow {
            ControlFlow::Break(reason) => Err(Halt::Stopped(reason)),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Puts the start into a phase.
    pub(super) fn start(&mut self, phase: &mut Phase) -> Result<(), Halt> {
        let mut entered = Vec::new();
        let network = self.prepared.network;
        let result = self.semantics.start_firing(network, &mut |firing| {
            let zero = firing.enabled.iter().filter_map(|zone| {
                let cost = zones::priced::Cost::constant_of(zone.dim(), 0);
                PricedZone::new(zone.clone(), cost)
            });
            entered.push(Entered::new(&firing, zero.collect()));
            Ok(())
        });
        result.map_err(|fault| Halt::fault(self.semantics.failed(fault), None))?;
        entered.into_iter().try_for_each(|each| self.enter(phase, each, None))?;
        if let Some(least) = phase.found.iter().map(|each| each.bound).min() {
            self.known.raise(least);
        }
        Ok(())
    }

    /// Puts the successors of a state into the phase, and tells of better runs.
    pub(super) fn expand(
        &mut self,
        phase: &mut Phase,
        next: &Waiting,
        watch: &mut dyn Watch,
    ) -> Result<(), Halt> {
        let before = self.known.value();
        self.successors(phase, next)?;
        let after = self.known.value();
        if let Some(value) = after.filter(|_| after != before) {
            watch.improved(value, self.known.bound());
        }
        Ok(())
    }

    fn successors(&mut self, phase: &mut Phase, next: &Waiting) -> Result<(), Halt> {
        self.explored += 1;
        let node = phase.store.node(next.id);
        self.semantics.load(&node.cells);
        let (price, zone) = (&self.price, &node.zone);
        let mut entered = Vec::new();
        let mut problem = None;
        let result = self.semantics.firings(zone.zone(), &mut |firing| {
            match fire(zone, &firing, price.price(firing.cells)) {
                Ok(pieces) => entered.push(Entered::new(&firing, pieces)),
                Err(error) => problem = Some(error),
            }
            Ok(())
        });
        if let Err(fault) = result {
            return Err(Halt::fault(self.semantics.failed(fault), Some(phase.path(next.id))));
        }
        if let Some(problem) = problem {
            return Err(problem.into());
        }
        self.transitions += entered.len() as u64;
        entered.into_iter().try_for_each(|each| self.enter(phase, each, Some(next)))
    }

    /// A discrete state has been entered: lets time pass, looks for the goal, keeps what is new.
    fn enter(
        &mut self,
        phase: &mut Phase,
        mut entered: Entered,
        state: Option<&Waiting>,
    ) -> Result<(), Halt> {
        if let Some(live) = &self.prepared.live {
            live.clear_dead(self.prepared.network.processes.len(), &mut entered.cells);
        }
        self.semantics.load(&entered.cells);
        let failed = |fault: Fault, phase: &Phase| {
            let transition = entered.transition.clone();
            Halt::fault(StepFault { fault, transition }, state.map(|state| phase.path(state.id)))
        };
        let rate = match entered.may_delay {
            true => {
                Some(self.price.rate(&mut self.semantics).map_err(|fault| failed(fault, phase))?)
            }
            false => None,
        };
        for mut piece in std::mem::take(&mut entered.pieces) {
            if !within(&mut piece, &entered.invariants) {
                continue;
            }
            let from = self.estimated(&entered.cells, &piece, state)?;
            if self.known.is_too_dear(from.bound) {
                continue;
            }
            for zone in settle(piece, &entered.invariants, rate)? {
                self.semantics.load(&entered.cells);
                let reached = self.least_in_goal(&entered.cells, &zone);
                let reached = reached.map_err(|fault| failed(fault, phase))??;
                self.keep(phase, &entered, zone, (from, reached))?;
            }
        }
        Ok(())
    }

    /// What a run that enters a state by this priced zone costs in the end, at least.
    fn estimated<'w>(
        &mut self,
        cells: &[i32],
        piece: &PricedZone,
        state: Option<&'w Waiting>,
    ) -> Result<Entrance<'w>, Halt> {
        let estimate = match &mut self.estimates {
            Some(estimates) => estimates.at(cells, piece.zone()),
            None => Estimate::default(),
        };
        let told = self.remaining.map(|cell| i64::from(cells[cell]).max(0));
        let trusted = told.filter(|_| self.settings.trust_remaining).unwrap_or(0);
        let least = piece.least_cost()?.value;
        let bound = least.checked_add(estimate.least.max(trusted)).ok_or(Halt::Cost)?;
        // A bound of what comes before is one of what comes after.
        let bound = state.map_or(bound, |state| bound.max(state.bound));
        let remaining = told.unwrap_or(estimate.work);
        let (ends, count) = estimate.ends;
        let promise = told.unwrap_or_else(|| least.saturating_mul(count).saturating_add(ends));
        Ok(Entrance { state, bound, remaining, promise })
    }

    /// The least cost of a valuation that satisfies the goal.
    fn least_in_goal(
        &mut self,
        cells: &[i32],
        zone: &PricedZone,
    ) -> Result<Result<Option<i64>, CostError>, Fault> {
        let state = State { cells: cells.to_vec(), zone: zone.zone().clone() };
        let goal = &self.prepared.goals[0];
        if goal.is_discrete() {
            let holds = goal.holds_somewhere(&mut self.semantics, &state)?;
            return Ok(if holds {
                zone.least_cost().map(|least| Some(least.value))
            } else {
                Ok(None)
            });
        }
        let mut least: Option<i64> = None;
        for piece in goal.pieces(&mut self.semantics, &state)? {
            let mut part = zone.clone();
            if part.intersect(&piece).is_err() {
                continue;
            }
            match part.least_cost() {
                Ok(found) => least = Some(least.map_or(found.value, |old| old.min(found.value))),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(least))
    }

    fn keep(
        &mut self,
        phase: &mut Phase,
        entered: &Entered,
        mut zone: PricedZone,
        (from, reached): (Entrance<'_>, Option<i64>),
    ) -> Result<(), Halt> {
        let bound = from.bound.max(zone.least_cost()?.value);
        let improves = reached.filter(|value| !self.known.is_too_dear(*value));
        if improves.is_none() && self.known.is_too_dear(bound) {
            return Ok(());
        }
        let parent = from.state.map(|state| state.id);
        let mut cells = entered.cells.clone();
        let renamed = match &mut self.quotient {
            Some(quotient) => quotient.apply(&mut cells, &mut zone).map_err(|fault| {
                Halt::fault(fault.into(), parent.map(|parent| phase.path(parent)))
            })?,
            None => None,
        };
        let bounds = self.bounds.as_mut().map(|bounds| bounds.at(&cells));
        let step = Step { transition: entered.transition.clone(), rounds: None, renamed };
        let cells = cells.into_boxed_slice();
        let node = Node { cells, zone, parent, step, dominated: false };
        let Some(id) = phase.store.insert(node, bounds)? else {
            self.covered += 1;
            return Ok(());
        };
        if let Some(value) = improves {
            self.known.offer(value, || phase.path(id));
        }
        phase.found.push(Waiting { bound, remaining: from.remaining, promise: from.promise, id });
        Ok(())
    }
}

impl Entered {
    fn new(firing: &Firing<'_>, pieces: Vec<PricedZone>) -> Entered {
        Entered {
            transition: firing.transition.to_vec(),
            cells: firing.cells.to_vec(),
            pieces,
            invariants: firing.invariants.to_vec(),
            may_delay: firing.may_delay,
        }
    }
}

/// The cell of the variable `remaining`.
fn remaining_cell(prepared: &Prepared<'_>) -> Option<usize> {
    let base = prepared.network.variable(remaining(prepared.network)?).base;
    let cell = prepared.program.layout.cell(base);
    (cell < prepared.program.layout.carried).then_some(cell)
}
