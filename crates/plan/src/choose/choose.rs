//! From what is asked and what is sound to what is done.

use std::sync::Arc;

use network::features::Features;
use network::{Network, Origin, Query, QueryKind};

use super::accelerate;
use super::admissible::{Admissible, QueryShape};
use super::chains;
use super::domain::{TimeDomain, domain};
use super::fuse;
use super::independent;
use super::lu_first;
use super::options::{
    AbstractionOption, CoveringOption, DomainOption, FuseOption, Options, OrderOption, TraceOption,
};
use super::slice;
use super::symmetry::SymmetryPlan;
use analysis::{Fused, Independence, PollingLoop, Slice};
use engine::graph::Following;
use engine::store::{Compression, Covering};
use program::Recalling;

/// How zones are coarsened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abstraction {
    Lu,
    /// ExtraM+ (ExtraLU+ with L = U).
    M,
    /// Split along clock differences, then ExtraM.
    Split,
    None,
    /// ExtraLU+, and one convex hull of all zones of a discrete state.
    Hull,
}

/// In which order states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Bfs,
    Dfs,
    Random,
    /// Depth first until that proves wasteful, then breadth first, then by location.
    Adaptive,
    /// By the time that has passed.
    Time,
    /// By the distance to the goal.
    Guided,
    /// Deep, at random among the newest.
    Newest,
}

/// How maximal runs are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunSearch {
    /// Depth first for a while, then by a proof that there is none, then depth first to the end.
    Both,
    /// By a proof that there is none; depth first if that fails.
    Proof,
    Depth,
}

/// Why something was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What was decided: `abstraction`, `covering`, `order`, …
    pub topic: &'static str,
    pub choice: String,
    pub because: String,
    /// What it is about in the source, if that helps.
    pub origin: Origin,
}

/// What is done for one query.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The network that is searched, if something of the whole one is left out.
    pub slice: Option<Arc<Slice>>,
    /// The network that is searched, if loops over ids are one step in it.
    pub fused: Option<Arc<Fused>>,
    /// What is asked for then if a state has too many transitions: the same without that.
    pub unfused: Option<Arc<Options>>,
    /// The kind of question.
    pub shape: QueryShape,
    /// Which symmetries are used, and how.
    pub symmetry: SymmetryPlan,
    /// What clocks are followed with.
    pub domain: TimeDomain,
    /// How zones are coarsened.
    pub abstraction: Abstraction,
    /// When one state stands for another.
    pub covering: Covering,
    /// In which order states are expanded.
    pub order: Order,
    /// How maximal runs are looked for, where the question is about them.
    pub run_search: RunSearch,
    /// Which trace is wanted.
    pub trace: TraceOption,
    /// Forget clocks that are reset before they are read.
    pub active_clocks: bool,
    /// Forget variables that are written before they are read.
    pub dead_variables: bool,
    /// Do not expand what only superseded states reached.
    pub drop_orphans: bool,
    /// Which calls of functions are remembered instead of being run again.
    pub recalling: Recalling,
    /// Which discrete states are stored as trees of parts that they share.
    pub compression: Compression,
    /// The polling loops whose rounds are added at once.
    pub accelerated: Vec<PollingLoop>,
    /// For each process and location, whether states with it are followed and not stored; empty if none is.
    pub passing: Vec<Vec<bool>>,
    /// Whether all of them are, or those where it pays.
    pub following: Following,
    /// What may disturb what, if steps are left out that might as well be taken later.
    pub independent: Option<Arc<Independence>>,
    /// After how many expansions scouts first look for the goal in other orders.
    pub scouts: Option<u64>,
    pub seed: u64,
    /// Any path may stay in any state for ever.
    pub stutter: bool,
    /// How many threads may search, where that is possible.
    pub threads: usize,
    /// Is a coarser plan tried first, of which only the answer "there is none" counts?
    pub lu_first: bool,
    /// Is a still coarser one tried before, which forgets how clocks differ?
    pub boxes_first: bool,
    /// Are zones replaced by boxes?
    pub boxes: bool,
    /// Only one of the two answers is certain, and why.
    pub approximate: Option<&'static str>,
    pub reasons: Vec<Reason>,
}

impl Plan {
    /// The network that is searched for a query about the whole one.
    #[must_use]
    pub fn searched<'n>(&'n self, whole: &'n Network) -> &'n Network {
        match (&self.fused, &self.slice) {
            (Some(fused), _) => &fused.network,
            (None, Some(slice)) => &slice.network,
            (None, None) => whole,
        }
    }
}

/// Why there is no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The user asked for something that is not sound here.
    Inadmissible {
        /// What was asked for.
        asked: String,
        /// Why it is not sound.
        because: String,
    },
    /// Nothing we have answers this.
    Unsupported(String),
    /// The query is not well-formed.
    Wrong(String),
}

pub fn plan(network: &Network, query: &Query, options: &Options) -> Result<Plan, PlanError> {
    let mut reasons = Vec::new();
    let slice = slice::sliced(network, query, options, &mut reasons);
    let network = slice.as_ref().map_or(network, |slice| &slice.network);
    let fused = fuse::fused(network, query, options, &mut reasons);
    let network = fused.as_ref().map_or(network, |fused| &fused.network);
    refuse(network, query, options)?;
    let admissible = Admissible::of(network, query);
    let domain = domain(network, query, admissible.shape, options, &mut reasons)?;
    let abstraction = abstraction(&admissible, options, &mut reasons)?;
    let covering = covering(&admissible, abstraction, options, &mut reasons)?;
    let leads_to = matches!(query.kind, QueryKind::LeadsTo(..));
    let order = order(&admissible, leads_to, options, &mut reasons)?;
    let lu_first = lu_first::is_wanted(&admissible, abstraction, options, &mut reasons);
    let run_search = run_search(&admissible, options, &mut reasons);
    let accelerated =
        accelerate::loops(network, query, &admissible, abstraction, options, &mut reasons);
    let passing =
        chains::passing(network, &query.kind, &admissible, abstraction, options, &mut reasons);
    let independent =
        independent::tables(network, query, &admissible, abstraction, options, &mut reasons);
    let symmetry = SymmetryPlan::new(network, &query.kind, options, &mut reasons);
    let approximate = (abstraction == Abstraction::Hull).then_some("convex hulls over-approximate");
    let plan = Plan {
        slice,
        unfused: fused
            .is_some()
            .then(|| Arc::new(Options { fuse_loops: FuseOption::Off, ..options.clone() })),
        fused,
        shape: admissible.shape,
        symmetry,
        domain,
        abstraction,
        covering,
        order,
        run_search,
        boxes_first: lu_first && options.boxes && admissible.shape == QueryShape::Liveness,
        boxes: false,
        lu_first,
        trace: options.trace,
        active_clocks: options.active_clocks,
        dead_variables: options.dead_variables,
        drop_orphans: options.drop_orphans,
        recalling: options.recalling,
        compression: options.compression,
        accelerated,
        passing,
        following: options.chains,
        independent,
        scouts: options.scouts,
        seed: options.seed,
        stutter: options.stutter,
        threads: options.threads,
        approximate,
        reasons,
    };
    Ok(if domain == TimeDomain::Integers { plan.in_integers() } else { plan })
}

/// What cannot be answered at all.
fn refuse(network: &Network, query: &Query, options: &Options) -> Result<(), PlanError> {
    if let QueryKind::Unsupported(reason) = &query.kind {
        return Err(PlanError::Unsupported(reason.clone()));
    }
    if let QueryKind::Wrong(reason) = &query.kind {
        return Err(PlanError::Wrong(reason.clone()));
    }
    if let Some(limitation) = network.limitations.first() {
        return Err(PlanError::Unsupported(limitation.reason.clone()));
    }
    let features = Features::of(network);
    let is_branching = query_shape(query) == QueryShape::Branching;
    if options.stutter && network.clock_count() > 0 {
        refuse_stutter(query)?;
    }
    if is_branching && features.stopwatches {
        let reason = "stopwatches are over-approximated, which says nothing about branching time";
        return Err(PlanError::Unsupported(reason.to_owned()));
    }
    if features.urgent_clock_guards {
        let reason = "an edge on an urgent channel has a clock guard";
        return Err(PlanError::Unsupported(reason.to_owned()));
    }
    Ok(())
}

/// Where time passes it does not make sense to stay in a state for ever.
fn refuse_stutter(query: &Query) -> Result<(), PlanError> {
    match query_shape(query) {
        QueryShape::Liveness | QueryShape::Branching => {
            Err(PlanError::Unsupported("--stutter is for models without clocks".to_owned()))
        }
        QueryShape::Reachability | QueryShape::Deadlock | QueryShape::Optimum => Ok(()),
    }
}

fn query_shape(query: &Query) -> QueryShape {
    Admissible::of(&Network::default(), query).shape
}

pub(super) fn decide(reasons: &mut Vec<Reason>, topic: &'static str, choice: &str, because: &str) {
    let (choice, because) = (choice.to_owned(), because.to_owned());
    reasons.push(Reason { topic, choice, because, origin: Origin::NONE });
}

pub(super) fn inadmissible(asked: &str, because: &str) -> PlanError {
    PlanError::Inadmissible { asked: asked.to_owned(), because: because.to_owned() }
}

fn abstraction(
    admissible: &Admissible,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Result<Abstraction, PlanError> {
    let topic = "abstraction";
    match options.abstraction {
        AbstractionOption::Auto => match (admissible.lu, admissible.diagonals) {
            (Ok(()), _) => {
                decide(reasons, topic, "lu", "the coarsest that preserves reachability");
                Ok(Abstraction::Lu)
            }
            (Err(because), true) => {
                decide(reasons, topic, "split", because);
                Ok(Abstraction::Split)
            }
            (Err(because), false) => {
                decide(reasons, topic, "m", because);
                Ok(Abstraction::M)
            }
        },
        AbstractionOption::Lu => match admissible.lu {
            Ok(()) => {
                decide(reasons, topic, "lu", "asked for");
                Ok(Abstraction::Lu)
            }
            Err(because) => Err(inadmissible("--abstraction lu", because)),
        },
        AbstractionOption::M => match admissible.m {
            Ok(()) => {
                decide(reasons, topic, "m", "asked for");
                Ok(Abstraction::M)
            }
            Err(because) => Err(inadmissible("--abstraction m", because)),
        },
        AbstractionOption::None => {
            decide(reasons, topic, "none", "asked for; the search may not end");
            Ok(Abstraction::None)
        }
        AbstractionOption::Hull => match (admissible.hull, admissible.diagonals) {
            (Ok(()), false) => {
                decide(reasons, topic, "hull", "asked for; over-approximates");
                Ok(Abstraction::Hull)
            }
            (Ok(()), true) => Err(inadmissible(
                "--abstraction hull",
                "clock differences are compared (x - y < c)",
            )),
            (Err(because), _) => Err(inadmissible("--abstraction hull", because)),
        },
    }
}

fn covering(
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Result<Covering, PlanError> {
    let topic = "covering";
    match options.covering {
        CoveringOption::Auto if abstraction == Abstraction::Lu => {
            decide(
                reasons,
                topic,
                "simulation",
                "sound with LU bounds, and coarser than inclusion",
            );
            Ok(Covering::Simulation)
        }
        CoveringOption::Auto | CoveringOption::Inclusion => {
            decide(reasons, topic, "inclusion", "a zone stands for its subsets");
            Ok(Covering::Inclusion)
        }
        CoveringOption::Equality => {
            decide(reasons, topic, "equality", "asked for");
            Ok(Covering::Equality)
        }
        CoveringOption::Simulation => match admissible.lu {
            Ok(()) => {
                decide(reasons, topic, "simulation", "asked for");
                Ok(Covering::Simulation)
            }
            Err(because) => Err(inadmissible("covering by simulation", because)),
        },
    }
}

fn order(
    admissible: &Admissible,
    leads_to: bool,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Result<Order, PlanError> {
    let topic = "order";
    match (options.trace, options.order) {
        (TraceOption::Fastest, OrderOption::Auto)
            if admissible.shape == QueryShape::Reachability =>
        {
            decide(reasons, topic, "time", "the fastest trace is wanted");
            return Ok(Order::Time);
        }
        (TraceOption::Shortest, OrderOption::Auto | OrderOption::Bfs) => {
            decide(reasons, topic, "bfs", "the shortest trace is wanted");
            return Ok(Order::Bfs);
        }
        (TraceOption::Shortest, _) => {
            return Err(inadmissible("--trace shortest", "only a breadth-first search finds it"));
        }
        (TraceOption::Fastest, OrderOption::Auto | OrderOption::Bfs)
            if admissible.shape == QueryShape::Liveness =>
        {
            let because = "of runs that go on for ever, the one that enters its loop first is looked for afterwards";
            decide(reasons, topic, "bfs", because);
            return Ok(Order::Bfs);
        }
        (TraceOption::Fastest, _) => {
            let because = "it is found for reachability only, by a search in order of time";
            return Err(inadmissible("--trace fastest", because));
        }
        _ => {}
    }
    let (order, choice, because) = match options.order {
        OrderOption::Auto if admissible.shape == QueryShape::Branching => {
            (Order::Bfs, "bfs", "for short runs; every state is needed")
        }
        OrderOption::Auto if leads_to => (Order::Bfs, "bfs", "for where runs start"),
        OrderOption::Auto if admissible.shape == QueryShape::Liveness => {
            (Order::Dfs, "dfs", "there is only one start")
        }
        OrderOption::Auto if options.domain == DomainOption::Integers => {
            let because = "by the distance to the goal, and depth first if it is the same";
            (Order::Adaptive, "ranked", because)
        }
        OrderOption::Auto => {
            let because = "depth first, then breadth first, then by location: each until it turns out to be wasteful";
            (Order::Adaptive, "ranked", because)
        }
        OrderOption::Bfs => (Order::Bfs, "bfs", "asked for"),
        OrderOption::Dfs => (Order::Dfs, "dfs", "asked for"),
        OrderOption::Random => (Order::Random, "random", "asked for"),
        OrderOption::Guided if has_goal(admissible.shape) => (Order::Guided, "guided", "asked for"),
        OrderOption::Guided => return Err(inadmissible("--search guided", NO_GOAL)),
    };
    decide(reasons, topic, choice, because);
    Ok(order)
}

const NO_GOAL: &str = "there is no goal to be guided to";

/// Is a state looked for that ends the search?
fn has_goal(shape: QueryShape) -> bool {
    match shape {
        QueryShape::Reachability | QueryShape::Deadlock => true,
        QueryShape::Liveness | QueryShape::Optimum | QueryShape::Branching => false,
    }
}

fn run_search(admissible: &Admissible, options: &Options, reasons: &mut Vec<Reason>) -> RunSearch {
    let (run_search, choice, because) = match options.order {
        _ if admissible.stopwatches => {
            (RunSearch::Depth, "depth first", "proofs take every clock to run; clocks stand still")
        }
        OrderOption::Dfs => (RunSearch::Depth, "depth first", "asked for by the order"),
        OrderOption::Bfs => {
            (RunSearch::Proof, "proof", "asked for by the order; depth first only if it fails")
        }
        OrderOption::Auto | OrderOption::Random | OrderOption::Guided => {
            let because = "a search depth first finds runs early, a graph without cycles proves that there are none";
            (RunSearch::Both, "both", because)
        }
    };
    if admissible.shape == QueryShape::Liveness {
        decide(reasons, "maximal runs", choice, because);
    }
    run_search
}
