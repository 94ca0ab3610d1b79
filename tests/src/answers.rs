//! What the region graph says about queries.
//!
//! *Maximal runs.* `E[] p` asks for a run that stays within p and is infinite, or cannot go on. In the
//! graph: a path of nodes that satisfy p, and either goes on for ever or ends in a node without any
//! successor. A path of delays that goes on for ever is endless waiting; a node without a
//! successor is a deadlock or a timelock, or a run that approaches a strict invariant and must stop
//! somewhere before it. Inside one region time does not pass for ever: a run that must leave p sooner or
//! later does not get around that by ever smaller delays.
//!
//! *Invalid evaluations.* An explorer stops at the first one it meets. So if there is one, an error is
//! always an acceptable answer, and so is a witness, which may be met first; but not "there is no
//! witness", unless the evaluation can be avoided. Where an explorer looks: everywhere reachable, but for
//! `E[]` and `A<>` only as long as p holds (and perhaps at what delays lead to from there).
//!
//! The same is true of a query that is invalid in some state, by the order in which it is written. Where queries about
//! maximal runs look at a state is not judged, so nothing is said of those that are invalid somewhere.

use network::guard::Difference;
use network::{ClockId, Extremum, Fault, Goal, Network, Query, QueryKind, Term};

use crate::oracle::{Alarm, GivesUp, Graph, NodeId};
use crate::region::{Limits, Raised};

/// What a query must be answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    pub answer: Answer,
    /// An evaluation that is invalid, where the query makes one look.
    pub alarm: Option<Alarm>,
    /// Constants of clocks are so large that zones may not hold what becomes of them.
    pub large: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To a question whose answer is yes or no.
    Decided {
        holds: bool,
        /// Whether one run shows the answer (a witness, or a counterexample).
        shown: bool,
    },
    /// The extreme value of each term.
    Extremes(Vec<Extreme>),
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// No state satisfies the condition.
    Nothing,
    /// This value, and whether it is only approached.
    At(i64, bool),
    /// More than this, or perhaps without end.
    Beyond(i64),
    Unknown,
}

/// The size of a region graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The number of reachable discrete states.
    pub discrete_states: usize,
    /// The number of nodes.
    pub nodes: usize,
}

/// The answers to queries that all look at one graph.
pub struct Answers {
    /// One for each query.
    pub expected: Vec<Expected>,
    /// The size of the graph.
    pub size: Size,
}

/// Judges queries about a network, unless it has more than `most` nodes.
pub fn answers(network: &Network, queries: &[Query], most: usize) -> Result<Answers, GivesUp> {
    let mut limits = Limits::none(network.clock_count());
    loop {
        let mut graph = Graph::explore(network, limits, most)?;
        let mut judge = Judge { graph: &mut graph };
        match queries.iter().map(|query| judge.query(query)).collect::<Result<Vec<_>, Trouble>>() {
            Err(Trouble::Raised) => limits = graph.limits,
            Ok(expected) => {
                let mut reached: Vec<usize> =
                    graph.nodes.iter().map(|node| node.discrete).collect();
                reached.sort_unstable();
                reached.dedup();
                let size = Size { discrete_states: reached.len(), nodes: graph.nodes.len() };
                return Ok(Answers { expected, size });
            }
        }
    }
}

/// Why a query has no answer yet, or none at all.
pub(crate) enum Trouble {
    /// Some limit was too small.
    Raised,
}

impl From<Raised> for Trouble {
    fn from(_: Raised) -> Trouble {
        Trouble::Raised
    }
}

/// Why something has no value at a node.
enum Obstacle {
    /// Some limit was too small.
    Raised,
    /// It cannot be evaluated there.
    Invalid,
}

impl From<Raised> for Obstacle {
    fn from(_: Raised) -> Obstacle {
        Obstacle::Raised
    }
}

impl From<Fault> for Obstacle {
    fn from(_: Fault) -> Obstacle {
        Obstacle::Invalid
    }
}

/// The value, unless it is invalid.
fn valid<T>(value: Result<T, Obstacle>) -> Result<Option<T>, Trouble> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Obstacle::Invalid) => Ok(None),
        Err(Obstacle::Raised) => Err(Trouble::Raised),
    }
}

/// A set of nodes.
pub(crate) type Nodes = Vec<bool>;

/// For each node, whether it satisfies a goal; none where the goal is invalid.
pub(crate) type Values = Vec<Option<bool>>;

fn are(values: &Values, value: bool) -> Nodes {
    values.iter().map(|each| *each == Some(value)).collect()
}

/// What is expected of a query about maximal runs that is invalid somewhere: anything.
pub(crate) const NOT_JUDGED: Expected =
    Expected { answer: Answer::Open, alarm: Some(Alarm::Possible), large: false };

/// Looks at a graph.
pub(crate) struct Judge<'g, 'n> {
    pub(crate) graph: &'g mut Graph<'n>,
}

impl Judge<'_, '_> {
    fn query(&mut self, query: &Query) -> Result<Expected, Trouble> {
        let everywhere = vec![true; self.graph.nodes.len()];
        let decided = |holds, shown| Answer::Decided { holds, shown };
        let (answer, looked) = match &query.kind {
            QueryKind::Reachable(goal) => {
                let values = self.satisfying(goal)?;
                let found = values.contains(&Some(true));
                return Ok(self.of_states(decided(found, found), &values));
            }
            QueryKind::Invariant(goal) => {
                let values = self.satisfying(goal)?;
                let broken = values.contains(&Some(false));
                return Ok(self.of_states(decided(!broken, broken), &values));
            }
            QueryKind::PotentiallyAlways(goal) => {
                let values = self.satisfying(goal)?;
                if values.contains(&None) {
                    return Ok(NOT_JUDGED);
                }
                let stay = are(&values, true);
                let found = self.maximal_runs(&stay)[0];
                (decided(found, found), self.reachable_within(&stay))
            }
            QueryKind::Eventually(goal) => {
                let values = self.satisfying(goal)?;
                if values.contains(&None) {
                    return Ok(NOT_JUDGED);
                }
                let stay = are(&values, false);
                let found = self.maximal_runs(&stay)[0];
                (decided(!found, found), self.reachable_within(&stay))
            }
            QueryKind::LeadsTo(first, second) => {
                let (starts, ends) = (self.satisfying(first)?, self.satisfying(second)?);
                if starts.contains(&None) || ends.contains(&None) {
                    return Ok(NOT_JUDGED);
                }
                let runs = self.maximal_runs(&are(&ends, false));
                let found =
                    starts.iter().zip(&runs).any(|(start, run)| *start == Some(true) && *run);
                (decided(!found, found), everywhere)
            }
            QueryKind::Optimum { extremum, within, terms } => {
                let values = self.satisfying(within)?;
                return self.optimum(*extremum, &values, terms);
            }
            QueryKind::Branching(formula) => return self.branching(formula),
            // Cheapest runs have a judge of their own.
            QueryKind::Cheapest { .. } | QueryKind::Unsupported(_) | QueryKind::Wrong(_) => {
                (Answer::Open, everywhere)
            }
        };
        Ok(Expected { answer, alarm: self.alarm(&looked), large: false })
    }

    /// What is expected of a query that looks at every state by itself.
    fn of_states(&self, answer: Answer, values: &Values) -> Expected {
        let invalid = values.contains(&None).then_some(Alarm::Certain);
        Expected { answer, alarm: self.alarm(&vec![true; values.len()]).max(invalid), large: false }
    }

    fn optimum(
        &mut self,
        extremum: Extremum,
        within: &Values,
        terms: &[Term],
    ) -> Result<Expected, Trouble> {
        match valid(self.extremes(extremum, &are(within, true), terms))? {
            Some(answer) => Ok(self.of_states(answer, within)),
            None => Ok(self.of_states(Answer::Extremes(Vec::new()), &vec![None; within.len()])),
        }
    }

    /// The worst alarm at these nodes, or a possible one at a node to which delays lead from them.
    pub(crate) fn alarm(&self, looked: &Nodes) -> Option<Alarm> {
        let nodes = self.graph.nodes.iter().zip(looked).filter(|(_, looked)| **looked);
        let here = nodes.clone().filter_map(|(node, _)| node.alarm).max();
        let later = nodes.filter_map(|(node, _)| {
            let mut next = node.delay;
            // Delays end in a circle, if they do not end at all.
            for _ in 0..looked.len() {
                let node = &self.graph.nodes[next?];
                if node.alarm.is_some() {
                    return Some(Alarm::Possible);
                }
                next = node.delay;
            }
            None
        });
        let anywhere = self.graph.nodes.iter().any(|node| node.alarm.is_some());
        here.max(if here.is_none() && anywhere { later.max() } else { None })
    }

    /// Which nodes satisfy a goal.
    pub(crate) fn satisfying(&mut self, goal: &Goal) -> Result<Values, Trouble> {
        let dead = if goal.has_deadlock() { self.deadlocks() } else { Nodes::new() };
        (0..self.graph.nodes.len()).map(|node| valid(self.holds(goal, node, &dead))).collect()
    }

    fn holds(&mut self, goal: &Goal, node: NodeId, dead: &Nodes) -> Result<bool, Obstacle> {
        let (network, discrete) = (self.graph.network, self.graph.nodes[node].discrete);
        match goal {
            Goal::And(parts) => {
                for part in parts {
                    if !self.holds(part, node, dead)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Goal::Or(parts) => {
                for part in parts {
                    if self.holds(part, node, dead)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Goal::Not(part) => Ok(!self.holds(part, node, dead)?),
            Goal::Holds(condition) => {
                Ok(self.graph.discretes[discrete].eval(network, condition)? != 0)
            }
            Goal::Clock(constraint) => {
                let constraint = self.graph.discretes[discrete].constraint(network, constraint);
                match constraint? {
                    None => Ok(true),
                    Some(difference) => {
                        let Graph { nodes, limits, .. } = &mut *self.graph;
                        Ok(nodes[node].region.satisfies(difference, limits)?)
                    }
                }
            }
            Goal::Deadlock => Ok(dead[node]),
        }
    }

    /// The nodes from which no transition is possible, now or after any delay.
    fn deadlocks(&self) -> Nodes {
        let mut alive: Nodes =
            self.graph.nodes.iter().map(|node| !node.actions.is_empty()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (number, node) in self.graph.nodes.iter().enumerate() {
                if !alive[number] && node.delay.is_some_and(|next| alive[next]) {
                    alive[number] = true;
                    changed = true;
                }
            }
        }
        negation(alive)
    }

    /// The nodes from which some maximal run stays within `stay`: the largest set of nodes in it each of
    /// which has no successor at all or one in the set.
    pub(crate) fn maximal_runs(&self, stay: &Nodes) -> Nodes {
        let mut runs = stay.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for node in (0..runs.len()).rev() {
                let stuck = self.graph.successors(node).next().is_none();
                if runs[node] && !stuck && !self.graph.successors(node).any(|next| runs[next]) {
                    runs[node] = false;
                    changed = true;
                }
            }
        }
        runs
    }

    /// The nodes reachable from the start through nodes of `stay`.
    pub(crate) fn reachable_within(&self, stay: &Nodes) -> Nodes {
        let mut reached = vec![false; stay.len()];
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            if stay[node] && !reached[node] {
                reached[node] = true;
                waiting.extend(self.graph.successors(node));
            }
        }
        reached
    }

    fn extremes(
        &mut self,
        extremum: Extremum,
        within: &Nodes,
        terms: &[Term],
    ) -> Result<Answer, Obstacle> {
        if extremum == Extremum::Bounds {
            return Ok(Answer::Open);
        }
        let largest = extremum == Extremum::Supremum;
        let nodes: Vec<NodeId> = (0..within.len()).filter(|node| within[*node]).collect();
        let extremes = terms.iter().map(|term| self.extreme(largest, &nodes, term));
        extremes.collect::<Result<_, _>>().map(Answer::Extremes)
    }

    fn extreme(
        &mut self,
        largest: bool,
        nodes: &[NodeId],
        term: &Term,
    ) -> Result<Extreme, Obstacle> {
        /// Up to where clock values are told apart.
        const FAR: i32 = 30;
        let network = self.graph.network;
        let mut extreme = Extreme::Nothing;
        for node in nodes {
            let value = match term {
                Term::Int { value, .. } => {
                    Extreme::At(i64::from(self.graph.discrete(*node).eval(network, value)?), false)
                }
                Term::Clock { left, right: Some(right), .. } => {
                    let discrete = self.graph.discrete(*node);
                    let left = ClockId::at(discrete.clock(network, left)?);
                    let right = ClockId::at(discrete.clock(network, right)?);
                    self.difference(largest, *node, left, right)?
                }
                Term::Clock { left, right: None, .. } => {
                    let clock = self.graph.discrete(*node).clock(network, left)?;
                    self.graph.limits.raise_value(clock, FAR)?;
                    match self.graph.nodes[*node].region.value(clock, &self.graph.limits) {
                        None => Extreme::Beyond(i64::from(FAR)),
                        Some((whole, false)) => Extreme::At(i64::from(whole), false),
                        Some((whole, true)) => {
                            Extreme::At(i64::from(whole) + i64::from(largest), true)
                        }
                    }
                }
            };
            extreme = further(largest, extreme, value);
        }
        Ok(extreme)
    }
}

impl Judge<'_, '_> {
    /// The difference of two clocks at a node, found by comparing it with one constant after the other.
    fn difference(
        &mut self,
        largest: bool,
        node: NodeId,
        left: ClockId,
        right: ClockId,
    ) -> Result<Extreme, Obstacle> {
        /// Up to where differences are told apart.
        const FAR: i32 = 20;
        let Graph { nodes, limits, .. } = &mut *self.graph;
        let region = &nodes[node].region;
        let mut is_below = |bound: i32, strict: bool| {
            let (left, right) = (Some(left), Some(right));
            region.satisfies(Difference { left, right, strict, bound }, limits)
        };
        for bound in -FAR..=FAR {
            if is_below(bound, true)? {
                let end = i64::from(if largest { bound } else { bound - 1 });
                return Ok(if bound == -FAR { Extreme::Unknown } else { Extreme::At(end, true) });
            }
            if is_below(bound, false)? {
                return Ok(Extreme::At(i64::from(bound), false));
            }
        }
        Ok(Extreme::Beyond(i64::from(FAR)))
    }
}

/// The more extreme of two; a value that is attained beats one that is only approached.
fn further(largest: bool, first: Extreme, second: Extreme) -> Extreme {
    match (first, second) {
        (Extreme::Unknown, _) | (_, Extreme::Unknown) => Extreme::Unknown,
        (Extreme::Nothing, other) | (other, Extreme::Nothing) => other,
        (Extreme::Beyond(far), other) | (other, Extreme::Beyond(far)) => {
            if largest {
                Extreme::Beyond(far)
            } else {
                other
            }
        }
        (Extreme::At(left, left_open), Extreme::At(right, right_open)) => {
            let better = if left == right { !left_open } else { (left > right) == largest };
            if better { first } else { Extreme::At(right, right_open) }
        }
    }
}

pub(crate) fn negation(nodes: Nodes) -> Nodes {
    nodes.into_iter().map(|holds| !holds).collect()
}
