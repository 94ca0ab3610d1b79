//! Everything a search needs that does not change while it runs.

use std::sync::Arc;

use network::features::{Features, goal_has_diagonals};
use network::{Goal, Network, Origin, Term};

use crate::choose::{Abstraction, Canonical, Order, Plan, PlanError, TimeDomain, TraceOption};
use analysis::{
    Bits, Diagonal, Independence, LiveCells, LocalBounds, PollingLoop, diagonals, largest_reset,
};
use engine::domain::Integers;
use engine::goal::{GoalCode, constraining};
use engine::graph::{
    Accelerate, Boxes, Chains, ClearDead, Coarsen, Graph, IndependentSteps, Layer, Quotient,
    QuotientParts, Saturate, Split,
};
use engine::search::{
    Adaptive, Fifo, Frontier, GoalDistance, Inspect, LeastRankDeepest, LeastRankFirst, Levels,
    Lifo, Newest, Prefilter, Random, Ranking, Skip, ZoneSpace, ZoneSpaceParts,
};
use engine::semantics::{ActiveClocks, BoundsOfRows, Entry, Semantics};
use engine::store::{Packing, Store};
use engine::watch::Alarm;
use program::State;
use program::{Amount, Compiler, Program};
use symmetry::{Canonicaliser, Group, ProcessTwins, Refine, SortSubstates};

/// A compiled network with its analyses, for one query.
pub struct Prepared<'n> {
    pub network: &'n Network,
    pub program: Program,
    /// The goals, in the order given.
    pub goals: Vec<GoalCode>,
    /// The first of them, as it is written.
    sought: Goal,
    /// The integer terms of the query, compiled.
    pub amounts: Vec<Option<Amount>>,
    pub bounds: LocalBounds,
    pub active: ActiveClocks,
    /// Comparisons of clock differences, if zones are to be split along them.
    pub diagonals: Vec<Diagonal>,
    /// The symmetries, if any.
    pub group: Option<Arc<Group>>,
    /// Live variables; none if dead ones are not to be cleared or there are none.
    pub live: Option<LiveCells>,
    /// The polling loops whose rounds are added at once.
    pub loops: Vec<PollingLoop>,
    /// What may disturb what, and what of that matters to the goals, if steps are left out.
    independent: Option<(Arc<Independence>, Bits)>,
    /// How far states are from the first goal, where the search goes by that.
    distance: Option<GoalDistance>,
    /// No bound of a zone may saturate.
    exact_range: bool,
    /// Ends work that takes long in the middle of a step.
    alarm: Alarm,
}

/// What a query wants to know about a clock beyond what model and goals compare it with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockWish {
    /// Its values, exactly, up to a constant.
    ExactUpTo(u32, i32),
    Least(u32),
}

impl<'n> Prepared<'n> {
    /// Compiles and analyses; `goals` are in normal form.
    pub fn new(
        network: &'n Network,
        goals: &[Goal],
        terms: &[Term],
        wishes: &[ClockWish],
        plan: &Plan,
    ) -> Result<Prepared<'n>, PlanError> {
        let mut compiler = Compiler::new(network);
        let parts = Program::compile(&mut compiler).map_err(|too_many| {
            let reason = format!("select bindings make {} edges of the model", too_many.edges);
            PlanError::Unsupported(reason)
        })?;
        let codes: Vec<_> =
            goals.iter().map(|goal| GoalCode::compile(goal, &mut compiler, Origin::NONE)).collect();
        let amount = |term: &Term| match term {
            Term::Int { value, .. } => Some(compiler.goal_amount(value, Origin::NONE)),
            Term::Clock { .. } => None,
        };
        let amounts = terms.iter().map(amount).collect();
        let mut program = Program::assemble(parts, compiler);
        program.sections.recalling = plan.recalling;
        let equal = !matches!(plan.abstraction, Abstraction::Lu | Abstraction::Hull);
        let constraining = constraining(goals, network);
        let mut bounds = LocalBounds::of(network, &constraining, equal);
        let mut found = Vec::new();
        if plan.abstraction == Abstraction::Split {
            found = diagonals(network, &constraining).map_err(PlanError::Unsupported)?;
            bounds = bounds.global();
            bounds.extend(
                found.iter().flat_map(|each| [each.left, each.right]),
                largest_reset(network),
            );
        }
        let exact_range = needs_exact_range(network, goals, wishes) || !bounds.fits();
        grant(wishes, network, &mut bounds);
        let active = active(network, &bounds, plan);
        let live = plan.dead_variables.then(|| LiveCells::of(network, goals, terms));
        let live = live.filter(|live| !live.is_trivial());
        let group = plan.symmetry.group.as_ref().map(|group| fitted(group, network));
        let group = group.filter(|group| keeps_bounds(group, network, &bounds));
        Ok(Prepared {
            network,
            program,
            goals: codes,
            sought: goals.first().cloned().unwrap_or_else(Goal::always),
            amounts,
            bounds,
            active,
            diagonals: found,
            group,
            live,
            loops: plan.accelerated.clone(),
            independent: independent(network, goals, plan),
            distance: distance(network, goals, plan),
            exact_range,
            alarm: Alarm::default(),
        })
    }

    /// The same with an alarm that ends work in the middle of a step.
    #[must_use]
    pub fn with_alarm(self, alarm: Alarm) -> Prepared<'n> {
        Prepared { alarm, ..self }
    }

    #[must_use]
    pub fn semantics(&self) -> Semantics<'_> {
        let mut semantics = Semantics::new(&self.program, self.network, &self.active);
        semantics.exact_range = self.exact_range;
        semantics.alarm = self.alarm.clone();
        semantics
    }

    /// The graph of a plan.
    #[must_use]
    pub fn graph(&self, plan: &Plan, entry: Entry) -> Graph<'_> {
        let processes = self.network.processes.len();
        let mut layers: Vec<Box<dyn Layer + '_>> = Vec::new();
        if !self.loops.is_empty() {
            let Prepared { program, network, active, loops, .. } = self;
            layers.push(Box::new(Accelerate::new(program, network, active, loops)));
        }
        if let Some(live) = &self.live {
            layers.push(Box::new(ClearDead::new(live, processes)));
        }
        match plan.abstraction {
            _ if plan.domain == TimeDomain::Integers => {
                let bounds = BoundsOfRows::new(&self.bounds, &self.active, processes);
                layers.push(Box::new(Saturate::new(bounds)));
            }
            Abstraction::Lu | Abstraction::M | Abstraction::Hull => {
                let bounds = BoundsOfRows::new(&self.bounds, &self.active, processes);
                layers.push(Box::new(Coarsen::new(bounds)));
            }
            Abstraction::Split => {
                let (bounds, active) = (&self.bounds, &self.active);
                layers.push(Box::new(Split::new(&self.diagonals, bounds, active, processes)));
            }
            Abstraction::None => {}
        }
        if plan.boxes {
            layers.push(Box::new(Boxes));
        }
        let twins = self.group.as_ref().map(|group| {
            layers.push(Box::new(self.quotient(group, plan)));
            ProcessTwins::new(self.network, group)
        });
        // Listed symmetries may map a state to itself in ways that twins do not know of, which does no harm.
        Graph::new(self.network, self.semantics(), layers, entry).with_twins(twins)
    }

    /// What leaves out steps that might as well be taken later. Whoever finds the steps between two states again needs them all.
    fn independent_steps(&self) -> Option<IndependentSteps<'_>> {
        let (tables, seen) = self.independent.as_ref()?;
        Some(IndependentSteps::new(&self.program, tables, seen))
    }

    pub fn quotient(&self, group: &Group, plan: &Plan) -> Quotient<'_> {
        let key_cells = self.program.layout.discrete;
        let canonicaliser: Box<dyn Canonicaliser> = match plan.symmetry.canonical {
            Canonical::Exact => Box::new(Refine::new(&group.structure, key_cells)),
            Canonical::Sorted => Box::new(SortSubstates::new(&group.structure, key_cells)),
        };
        Quotient::new(QuotientParts {
            canonicaliser,
            listed: group.listed_maps(self.network),
            has_sorts: !group.sorts.is_empty(),
            active: &self.active,
            processes: self.network.processes.len(),
            key_cells,
        })
    }

    /// The space of a plan, in which every new state is inspected.
    #[must_use]
    pub fn space<'p>(&'p self, plan: &Plan, inspect: Inspect<'p>) -> ZoneSpace<'p> {
        ZoneSpace::new(self.parts(plan, inspect, Prefilter::Everywhere))
    }

    /// What the space of a plan is made of.
    #[must_use]
    pub fn parts<'p>(
        &'p self,
        plan: &Plan,
        inspect: Inspect<'p>,
        prefilter: Prefilter<'p>,
    ) -> ZoneSpaceParts<'p> {
        ZoneSpaceParts {
            graph: self.graph(plan, entry(plan)).with_independent(self.independent_steps()),
            store: self.store(plan),
            inspect,
            prefilter,
            active: &self.active,
            bounds: &self.bounds,
            processes: self.network.processes.len(),
            rank: self.ranking(plan),
            hull: plan.abstraction == Abstraction::Hull,
            skip: skip(plan),
            chains: Chains::new(&plan.passing, plan.following),
        }
    }

    /// How states are ranked by a plan.
    fn ranking<'p>(&'p self, plan: &Plan) -> Option<Ranking<'p>> {
        match plan.order {
            Order::Time => {
                // The clock added last is never reset: its least value is the time that has passed.
                Some(Box::new(|state: &State| {
                    let least = state.zone.get(0, state.zone.dim() - 1).limit();
                    u64::from(least.unwrap_or(0).unsigned_abs())
                }))
            }
            Order::Adaptive if plan.domain == TimeDomain::Integers => {
                let distance = self.distance.as_ref()?;
                Some(Box::new(move |state: &State| distance.at(&state.cells)))
            }
            Order::Adaptive => {
                let (levels, processes) = (Levels::of(self.network), self.network.processes.len());
                Some(Box::new(move |state: &State| levels.at(&state.cells[..processes])))
            }
            Order::Guided => {
                let distance = GoalDistance::of(self.network, &self.sought);
                Some(Box::new(move |state: &State| distance.at(&state.cells)))
            }
            Order::Bfs | Order::Dfs | Order::Random | Order::Newest => None,
        }
    }

    /// The frontier of a plan.
    #[must_use]
    pub fn frontier(&self, plan: &Plan) -> Box<dyn Frontier + Send> {
        match plan.order {
            Order::Bfs => Box::new(Fifo::default()),
            Order::Dfs => Box::new(Lifo::default()),
            Order::Random => Box::new(Random::new(plan.seed)),
            Order::Adaptive if plan.domain == TimeDomain::Integers => {
                Box::new(LeastRankDeepest::default())
            }
            Order::Adaptive => Box::new(Adaptive::default()),
            Order::Time | Order::Guided => Box::new(LeastRankFirst::default()),
            Order::Newest => Box::new(Newest::new(plan.seed)),
        }
    }

    /// For each clock, the one that stands for all it may be renamed to.
    #[must_use]
    pub fn clock_orbits(&self) -> Vec<u32> {
        match &self.group {
            Some(group) => group.clock_orbits(self.network),
            None => (0u32..).take(self.network.clock_count()).collect(),
        }
    }

    /// An empty store for a plan.
    #[must_use]
    pub fn store(&self, plan: &Plan) -> Store {
        let packing = match plan.domain {
            TimeDomain::Integers => Packing::with_clocks(self.network, &self.largest_values()),
            TimeDomain::Zones | TimeDomain::Both => Packing::of(self.network),
        };
        Store::new(packing, plan.covering, plan.compression)
    }

    /// States with one valuation each.
    #[must_use]
    pub fn integers(&self) -> Integers<'_> {
        Integers::new(self.network, &self.active)
    }

    /// The largest value of each clock in states whose clocks are saturated.
    fn largest_values(&self) -> Vec<i32> {
        let mut largest = vec![0; self.network.clock_count()];
        for bound in self.bounds.global().of_everywhere() {
            largest[bound.clock as usize] = bound.upper.max(-1) + 1;
        }
        largest
    }
}

/// How states are entered by the search of a plan.
pub fn entry(plan: &Plan) -> Entry {
    match plan.domain {
        TimeDomain::Integers => Entry::Moments,
        TimeDomain::Zones | TimeDomain::Both => Entry::Delayed,
    }
}

/// The clocks that are active where.
fn active(network: &Network, bounds: &LocalBounds, plan: &Plan) -> ActiveClocks {
    let locations: Vec<_> =
        network.processes.iter().map(|process| process.locations.len()).collect();
    let clocks = network.clock_count();
    if plan.active_clocks {
        ActiveClocks::of(bounds, &locations, clocks)
    } else {
        ActiveClocks::all(&locations, clocks)
    }
}

/// What may disturb what, and what of that matters to the goals.
fn independent(
    network: &Network,
    goals: &[Goal],
    plan: &Plan,
) -> Option<(Arc<Independence>, Bits)> {
    let tables = plan.independent.as_ref()?;
    Some((Arc::clone(tables), tables.seen(network, goals)))
}

fn distance(network: &Network, goals: &[Goal], plan: &Plan) -> Option<GoalDistance> {
    let wanted = plan.domain == TimeDomain::Integers && plan.order == Order::Adaptive;
    goals.first().filter(|_| wanted).map(|goal| GoalDistance::of(network, goal))
}

/// Is a zone with a bound that saturated not good enough? See `zones/src/saturate.rs`.
fn needs_exact_range(network: &Network, goals: &[Goal], wishes: &[ClockWish]) -> bool {
    let features = Features::of(network);
    features.diagonals
        || features.stopwatches
        || goals.iter().any(goal_has_diagonals)
        || wishes.iter().any(|wish| matches!(wish, ClockWish::Least(_)))
}

/// Keeps what a query wants to know about clocks.
fn grant(wishes: &[ClockWish], network: &Network, bounds: &mut LocalBounds) {
    let copies = !wishes.is_empty() && Features::of(network).clock_copies;
    for wish in wishes {
        match *wish {
            // What a clock is copied from must be known as exactly as the clock itself.
            ClockWish::ExactUpTo(_, constant) if copies => {
                (0u32..).take(network.clock_count()).for_each(|each| bounds.raise(each, constant));
            }
            ClockWish::ExactUpTo(clock, constant) => bounds.raise(clock, constant),
            ClockWish::Least(clock) => bounds.track_least(clock),
        }
    }
}

/// Does every symmetry leave the clock bounds alone? If not, a state and its image would speak of different
/// clocks, and nothing could be said of one from the other. It is so wherever the query is fixed by the
/// group; should that ever fail, symmetry is not used.
fn keeps_bounds(group: &Group, network: &Network, bounds: &LocalBounds) -> bool {
    let kept = group.generators(network).all(|(renaming, map)| {
        let place = |process: usize, location: usize| {
            let image = renaming.locations[process][location];
            (renaming.processes[process] as usize, image as usize)
        };
        bounds.are_kept_by(&place, &|clock| map.clock(clock))
    });
    debug_assert!(kept, "a symmetry of the query changes its clock bounds");
    kept
}

/// The group for a network to which a clock may have been added to measure time.
fn fitted(group: &Arc<Group>, network: &Network) -> Arc<Group> {
    if group.structure.clocks.len() == network.clock_count() {
        Arc::clone(group)
    } else {
        Arc::new(group.extended(network))
    }
}

/// What a search need not expand. The order of a fastest search is by time, and what replaces an orphan may
/// come later than it.
fn skip(plan: &Plan) -> Skip {
    match plan.trace {
        TraceOption::Shortest => Skip::Nothing,
        _ if !plan.drop_orphans => Skip::Superseded,
        _ => match plan.order {
            Order::Time => Skip::Superseded,
            Order::Bfs => Skip::TriedOrphans,
            Order::Dfs | Order::Random | Order::Adaptive | Order::Guided | Order::Newest => {
                Skip::Orphans
            }
        },
    }
}
