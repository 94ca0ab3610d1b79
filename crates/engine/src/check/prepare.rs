//! Everything a search needs that does not change while it runs.

use network::{Goal, Network, Origin, Term};

use crate::bounds::{LiveCells, LocalBounds};
use crate::goal::GoalCode;
use crate::graph::{ClearDead, Coarsen, Coarsening, Graph, Layer};
use crate::plan::{Abstraction, Order, Plan, PlanError};
use crate::program::{Compiler, Program};
use crate::search::{Examiner, Fifo, Frontier, Lifo, Random, Ranked, ZoneSpace, ZoneSpaceParts};
use crate::semantics::{ActiveClocks, Entry, Semantics};
use crate::store::{Packing, Store};

/// A compiled network with its analyses, for one query.
pub struct Prepared<'n> {
    /// The network.
    pub network: &'n Network,
    /// The program.
    pub program: Program,
    /// The goals, in the order given.
    pub goals: Vec<GoalCode>,
    /// Clock bounds.
    pub bounds: LocalBounds,
    /// Active clocks.
    pub active: ActiveClocks,
    /// Live variables; none if dead ones are not to be cleared or there are none.
    pub live: Option<LiveCells>,
}

impl<'n> Prepared<'n> {
    /// Compiles and analyses; `goals` are in normal form. `raised` gives clocks minimal bounds.
    pub fn new(
        network: &'n Network,
        goals: &[Goal],
        terms: &[Term],
        raised: &[(u32, i32)],
        plan: &Plan,
    ) -> Result<Prepared<'n>, PlanError> {
        let mut compiler = Compiler::new(network);
        let parts = Program::compile(&mut compiler).map_err(|too_many| {
            let reason = format!("select bindings make {} edges of the model", too_many.edges);
            PlanError::Unsupported(reason)
        })?;
        let codes: Vec<_> =
            goals.iter().map(|goal| GoalCode::compile(goal, &mut compiler, Origin::NONE)).collect();
        let program = Program::assemble(parts, compiler);
        let equal = !matches!(plan.abstraction, Abstraction::Lu | Abstraction::Hull);
        let mut bounds = LocalBounds::of(network, goals, equal);
        raised.iter().for_each(|(clock, constant)| bounds.raise(*clock, *constant));
        let locations: Vec<_> =
            network.processes.iter().map(|process| process.locations.len()).collect();
        let clocks = network.clock_count();
        let active = if plan.active_clocks {
            ActiveClocks::of(&bounds, &locations, clocks)
        } else {
            ActiveClocks::all(&locations, clocks)
        };
        let live = plan.dead_variables.then(|| LiveCells::of(network, goals, terms));
        let live = live.filter(|live| !live.is_trivial());
        Ok(Prepared { network, program, goals: codes, bounds, active, live })
    }

    /// The exact semantics.
    #[must_use]
    pub fn semantics(&self) -> Semantics<'_> {
        Semantics::new(&self.program, self.network, &self.active)
    }

    /// The graph of a plan.
    #[must_use]
    pub fn graph(&self, plan: &Plan, entry: Entry) -> Graph<'_> {
        let processes = self.network.processes.len();
        let mut layers: Vec<Box<dyn Layer + '_>> = Vec::new();
        if let Some(live) = &self.live {
            layers.push(Box::new(ClearDead::new(live, processes)));
        }
        let coarsening = match plan.abstraction {
            Abstraction::Lu | Abstraction::M | Abstraction::Hull => Some(Coarsening::LuPlus),
            Abstraction::Split => None,
            Abstraction::None => None,
        };
        if let Some(coarsening) = coarsening {
            layers.push(Box::new(Coarsen::new(coarsening, &self.bounds, &self.active, processes)));
        }
        Graph::new(self.network, self.semantics(), layers, entry)
    }

    /// The space of a plan, in which the examiner looks at each new state.
    #[must_use]
    pub fn space<'p>(&'p self, plan: &Plan, examiner: Examiner<'p>) -> ZoneSpace<'p> {
        ZoneSpace::new(ZoneSpaceParts {
            graph: self.graph(plan, Entry::Delayed),
            store: self.store(plan),
            examiner,
            active: &self.active,
            bounds: &self.bounds,
            covering: plan.covering,
            processes: self.network.processes.len(),
            rank: None,
        })
    }

    /// The frontier of a plan.
    #[must_use]
    pub fn frontier(&self, plan: &Plan) -> Box<dyn Frontier> {
        match plan.order {
            Order::Bfs => Box::new(Fifo::default()),
            Order::Dfs => Box::new(Lifo::default()),
            Order::Random => Box::new(Random::new(plan.seed)),
            Order::Ranked | Order::Time => Box::new(Ranked::default()),
        }
    }

    /// An empty store for a plan.
    #[must_use]
    pub fn store(&self, plan: &Plan) -> Store {
        Store::new(Packing::of(self.network), plan.covering)
    }
}
