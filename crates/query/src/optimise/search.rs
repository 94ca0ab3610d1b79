//! Best-first search over priced zones.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use zones::priced::{CostError, PricedZone};

use super::answer::{Improvement, Settings};
use super::pricing::{PriceCode, remaining};
use super::quotient::PricedQuotient;
use super::step::{fire, settle};
use super::store::{Node, NodeId, PricedStore};
use crate::plan::{Abstraction, Plan};
use crate::prepared::Prepared;
use engine::semantics::{BoundsOfRows, Firing, RowConstraint, Semantics, Step, StepFault};
use engine::store::RowBoundsAt as _;
use engine::watch::{Progress, StopReason, Watch};
use program::{Participant, State};

/// Why a search ended before everything was decided.
pub(super) enum Halt {
    Stopped(StopReason),
    /// An invalid evaluation, in a state or at the start.
    Fault(StepFault, Option<NodeId>),
    /// A number is too large.
    Cost,
}

impl From<CostError> for Halt {
    fn from(_: CostError) -> Halt {
        Halt::Cost
    }
}

/// The best goal so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) value: i64,
    pub(super) node: NodeId,
}

/// A state that waits to be expanded.
#[derive(PartialEq, Eq)]
struct Waiting {
    /// No run by way of this state costs less.
    bound: i64,
    /// What the model thinks is still to come.
    remaining: i64,
    id: NodeId,
}

impl Ord for Waiting {
    /// The greatest is next: the cheapest; of those the one that seems nearest to the goal, and then the latest.
    fn cmp(&self, other: &Waiting) -> Ordering {
        let key = |each: &Waiting| (each.bound, each.remaining);
        key(other).cmp(&key(self)).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
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

pub(super) struct Search<'p, 'n> {
    prepared: &'p Prepared<'n>,
    semantics: Semantics<'p>,
    price: PriceCode,
    /// The cell of `remaining`, if the model has one.
    remaining: Option<usize>,
    settings: Settings,
    quotient: Option<PricedQuotient<'p>>,
    /// For comparing modulo clock bounds, where that is sound.
    bounds: Option<BoundsOfRows<'p>>,
    store: PricedStore,
    waiting: BinaryHeap<Waiting>,
    started: Instant,
    pub(super) best: Option<Best>,
    pub(super) improvements: Vec<Improvement>,
    /// No run costs less.
    pub(super) bound: i64,
    explored: u64,
    transitions: u64,
    covered: u64,
}

impl<'p, 'n> Search<'p, 'n> {
    pub(super) fn new(
        prepared: &'p Prepared<'n>,
        plan: &Plan,
        price: PriceCode,
        settings: Settings,
        started: Instant,
    ) -> Search<'p, 'n> {
        let processes = prepared.network.processes.len();
        let simulates = matches!(plan.abstraction, Abstraction::Lu | Abstraction::M);
        Search {
            prepared,
            semantics: prepared.semantics(),
            price,
            remaining: remaining_cell(prepared),
            settings,
            quotient: PricedQuotient::new(prepared, plan),
            bounds: simulates
                .then(|| BoundsOfRows::new(&prepared.bounds, &prepared.active, processes)),
            store: PricedStore::new(prepared.program.layout.discrete),
            waiting: BinaryHeap::new(),
            started,
            best: None,
            improvements: Vec::new(),
            bound: 0,
            explored: 0,
            transitions: 0,
            covered: 0,
        }
    }

    /// Searches until nothing is left that could be cheaper than the best.
    pub(super) fn run(&mut self, watch: &mut dyn Watch) -> Result<(), Halt> {
        self.start()?;
        while let Some(next) = self.waiting.pop() {
            if self.store.node(next.id).dominated {
                continue;
            }
            if self.best.is_some_and(|best| next.bound >= best.value) {
                break;
            }
            self.bound = self.bound.max(next.bound);
            self.may_go_on(watch)?;
            let known = self.improvements.len();
            self.expand(&next)?;
            if let Some(latest) = self.improvements.get(known..).and_then(<[_]>::last) {
                watch.improved(latest.value, self.bound);
            }
        }
        if let Some(best) = self.best {
            self.bound = best.value;
        }
        Ok(())
    }

    /// One state takes as long as hundreds do in a search without costs, so limits are looked at for each.
    fn may_go_on(&self, watch: &mut dyn Watch) -> Result<(), Halt> {
        let flow = match watch.expanded(&mut || self.progress()) {
            ControlFlow::Continue(()) => watch.working(),
            stop => stop,
        };
        match flow {
            ControlFlow::Break(reason) => Err(Halt::Stopped(reason)),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// The figures so far.
    pub(super) fn progress(&self) -> Progress {
        Progress {
            stored: self.store.alive(),
            explored: self.explored,
            transitions: self.transitions,
            covered: self.covered,
            followed: 0,
            bytes: self.store.bytes(),
            imminent: 0,
        }
    }

    /// How a state was reached: the renaming of the start, and the steps.
    pub(super) fn path(&self, mut id: NodeId) -> (Step, Vec<Step>) {
        let mut steps = Vec::new();
        while let Some(parent) = self.store.node(id).parent {
            steps.push(self.store.node(id).step.clone());
            id = parent;
        }
        steps.reverse();
        (self.store.node(id).step.clone(), steps)
    }

    fn start(&mut self) -> Result<(), Halt> {
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
        result.map_err(|fault| Halt::Fault(self.semantics.failed(fault), None))?;
        entered.into_iter().try_for_each(|each| self.enter(each, None))
    }

    fn expand(&mut self, next: &Waiting) -> Result<(), Halt> {
        self.explored += 1;
        let node = self.store.node(next.id);
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
        result.map_err(|fault| Halt::Fault(self.semantics.failed(fault), Some(next.id)))?;
        if let Some(problem) = problem {
            return Err(problem.into());
        }
        self.transitions += entered.len() as u64;
        entered.into_iter().try_for_each(|each| self.enter(each, Some(next)))
    }

    /// A discrete state has been entered: lets time pass, looks for the goal, keeps what is new.
    fn enter(&mut self, mut entered: Entered, from: Option<&Waiting>) -> Result<(), Halt> {
        if let Some(live) = &self.prepared.live {
            live.clear_dead(self.prepared.network.processes.len(), &mut entered.cells);
        }
        self.semantics.load(&entered.cells);
        let parent = from.map(|from| from.id);
        let failed = |fault: Fault| {
            let transition = entered.transition.clone();
            Halt::Fault(StepFault { fault, transition }, parent)
        };
        let rate = match entered.may_delay {
            true => Some(self.price.rate(&mut self.semantics).map_err(failed)?),
            false => None,
        };
        let pieces = std::mem::take(&mut entered.pieces);
        for zone in settle(pieces, &entered.invariants, rate)? {
            self.semantics.load(&entered.cells);
            let reached = self.least_in_goal(&entered.cells, &zone).map_err(failed)??;
            self.keep(&entered, zone, from, reached)?;
        }
        Ok(())
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
        entered: &Entered,
        mut zone: PricedZone,
        from: Option<&Waiting>,
        reached: Option<i64>,
    ) -> Result<(), Halt> {
        let parent = from.map(|from| from.id);
        let remaining = self.remaining.map_or(0, |cell| i64::from(entered.cells[cell]).max(0));
        let estimate = if self.settings.trust_remaining { remaining } else { 0 };
        let least = zone.least_cost()?.value;
        let bound = least.checked_add(estimate).ok_or(Halt::Cost)?;
        // A bound of what comes before is one of what comes after.
        let bound = from.map_or(bound, |from| bound.max(from.bound));
        let improves = reached.filter(|value| self.best.is_none_or(|best| *value < best.value));
        if improves.is_none() && self.best.is_some_and(|best| bound >= best.value) {
            return Ok(());
        }
        let mut cells = entered.cells.clone();
        let renamed = match &mut self.quotient {
            Some(quotient) => quotient
                .apply(&mut cells, &mut zone)
                .map_err(|fault| Halt::Fault(fault.into(), parent))?,
            None => None,
        };
        let bounds = self.bounds.as_mut().map(|bounds| bounds.at(&cells));
        let step = Step { transition: entered.transition.clone(), rounds: None, renamed };
        let cells = cells.into_boxed_slice();
        let node = Node { cells, zone, parent, step, dominated: false };
        let Some(id) = self.store.insert(node, bounds)? else {
            self.covered += 1;
            return Ok(());
        };
        if let Some(value) = improves {
            self.best = Some(Best { value, node: id });
            let seconds = self.started.elapsed().as_secs_f64();
            self.improvements.push(Improvement { seconds, value });
        }
        self.waiting.push(Waiting { bound, remaining, id });
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
