//! What queries must be answered with.
//!
//! *Runs.* `E[] p` asks for a run that stays within p and goes on for ever or cannot go on: a path
//! of nodes in p that never ends or ends where nothing follows.
//!
//! *Faults.* Whoever explores stops at the first fault. So where there is one, an error is always a possible
//! answer; so is an answer that one run shows, for it may be met first. Any other answer is wrong if the
//! fault is [`Alarm::Certain`]. Which nodes are looked at: all of them; for `E[]` and `A<>` those that are
//! reached through p, and where time leads from there.

use crate::explore::{Alarm, GivesUp, Graph};
use crate::interpret::{Clocks, Machine, Stop};
use crate::program::Program;
use crate::region::{Limits, Value};
use crate::step::query_may_be_invalid;
use crate::tree::{Expr, Model, Query};

/// What a query must be answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    pub answer: Answer,
    /// A fault that may or must be found instead.
    pub alarm: Option<Alarm>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes or no, and whether one run shows it.
    Decided {
        holds: bool,
        /// One run shows it.
        shown: bool,
    },
    Extreme(Extreme),
    /// Whether there is an answer depends on what is evaluated first: clocks or integers.
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// There is no value.
    Nothing,
    /// The value, and whether it is only approached.
    At(i64, bool),
    /// More than this, perhaps without end.
    Beyond(i64),
}

/// The answers to all queries about a model.
pub struct Answers {
    /// One for each query.
    pub expected: Vec<Expected>,
    /// How many states there are.
    pub states: usize,
    pub nodes: usize,
}

/// Up to where the values of clocks are told apart.
const FAR: i32 = 10;

/// Judges queries, unless there are more nodes than `most`.
pub fn answers(model: &Model, queries: &[Query], most: usize) -> Result<Answers, GivesUp> {
    let program = match Program::new(model) {
        Ok(program) => program,
        Err(Stop::Senseless(what)) => return Err(GivesUp::Senseless(what)),
        Err(_) => return Err(GivesUp::NoStart),
    };
    let mut limits = Limits::none(program.clocks.len());
    loop {
        let mut graph = Graph::explore(&program, limits, most)?;
        let mut judge = Judge { graph: &mut graph, scale: i64::from(model.scale) };
        let judged: Result<Vec<Expected>, Stop> =
            queries.iter().map(|query| judge.expected(query)).collect();
        match judged {
            Ok(expected) => {
                let mut reached: Vec<usize> = graph.nodes.iter().map(|node| node.state).collect();
                reached.sort_unstable();
                reached.dedup();
                return Ok(Answers { expected, states: reached.len(), nodes: graph.nodes.len() });
            }
            Err(Stop::Raised) => limits = graph.limits,
            Err(Stop::Senseless(what)) => return Err(GivesUp::Senseless(what)),
            Err(_) => return Err(GivesUp::TooLarge),
        }
    }
}

type Nodes = Vec<bool>;

/// Where a predicate holds, and what evaluating it meets.
struct Holds {
    nodes: Nodes,
    alarms: Vec<Option<Alarm>>,
}

struct Judge<'g, 'p, 'm> {
    graph: &'g mut Graph<'p, 'm>,
    scale: i64,
}

impl<'m> Judge<'_, '_, 'm> {
    fn expected(&mut self, query: &'m Query) -> Result<Expected, Stop> {
        match self.query(query) {
            Err(Stop::ClockFault) => {
                Ok(Expected { answer: Answer::Open, alarm: Some(Alarm::Possible) })
            }
            other => other,
        }
    }

    fn query(&mut self, query: &'m Query) -> Result<Expected, Stop> {
        let decided = |holds, shown| Answer::Decided { holds, shown };
        match query {
            Query::Reachable(goal) | Query::Invariant(goal) => {
                let wanted = matches!(query, Query::Reachable(_));
                let holds = self.holds(goal)?;
                let found = holds
                    .nodes
                    .iter()
                    .zip(&holds.alarms)
                    .any(|(holds, alarm)| *holds == wanted && *alarm != Some(Alarm::Certain));
                let alarm = self.everywhere().max(holds.alarms.into_iter().flatten().max());
                Ok(Expected { answer: decided(found == wanted, found), alarm })
            }
            Query::PotentiallyAlways(goal) | Query::Eventually(goal) => {
                let wanted = matches!(query, Query::PotentiallyAlways(_));
                let holds = self.holds(goal)?;
                let stay = holds.staying(wanted);
                let found = self.maximal_runs(&stay)[0];
                let looked = self.reachable_within(&stay, vec![0]);
                let alarm = self.alarm(&looked).max(self.met(&looked, &holds, vec![0]));
                Ok(Expected { answer: decided(found == wanted, found), alarm })
            }
            Query::LeadsTo(first, second) => {
                let starts = self.holds(first)?;
                let ends = self.holds(second)?;
                let stay = ends.staying(false);
                let runs = self.maximal_runs(&stay);
                let begin: Vec<usize> =
                    (0..runs.len()).filter(|node| starts.staying(true)[*node]).collect();
                let found = begin.iter().any(|node| runs[*node]);
                let looked = self.reachable_within(&stay, begin.clone());
                let elsewhere = ends.alarms.iter().any(Option::is_some);
                let alarm = self
                    .everywhere()
                    .max(starts.alarms.into_iter().flatten().max())
                    .max(self.met(&looked, &ends, begin))
                    .max(elsewhere.then_some(Alarm::Possible));
                Ok(Expected { answer: decided(!found, found), alarm })
            }
            Query::Extreme { largest, within, term } => {
                let (extreme, alarm) = self.extreme(*largest, within.as_ref(), term)?;
                let alarm = self.everywhere().max(alarm);
                Ok(Expected { answer: Answer::Extreme(extreme), alarm })
            }
        }
    }

    fn everywhere(&self) -> Option<Alarm> {
        self.graph.nodes.iter().filter_map(|node| node.alarm).max()
    }

    /// The worst alarm at these nodes; a possible one where time leads from them.
    fn alarm(&self, looked: &Nodes) -> Option<Alarm> {
        let mut worst = None;
        for (number, node) in self.graph.nodes.iter().enumerate().filter(|(at, _)| looked[*at]) {
            worst = worst.max(node.alarm);
            let mut next = node.delay;
            for _ in 0..looked.len() {
                let Some(at) = next.filter(|at| *at != number && !looked[*at]) else { break };
                if self.graph.nodes[at].alarm.is_some() {
                    worst = worst.max(Some(Alarm::Possible));
                }
                next = self.graph.nodes[at].delay.filter(|later| *later != at);
            }
        }
        worst
    }

    /// What evaluating a predicate meets at these nodes and at those they lead to. Which of the latter are
    /// looked at depends on the order.
    fn met(&self, looked: &Nodes, holds: &Holds, begin: Vec<usize>) -> Option<Alarm> {
        let mut worst = begin.into_iter().filter_map(|node| holds.alarms[node]).max();
        for node in (0..looked.len()).filter(|node| looked[*node]) {
            worst = worst.max(holds.alarms[node]);
            let next = self.graph.successors(node).filter_map(|next| holds.alarms[next]);
            worst = worst.max(next.max());
        }
        // Where time leads from the nodes that are looked at, a predicate may be evaluated too.
        let any = holds.alarms.iter().any(Option::is_some);
        worst.max(any.then_some(Alarm::Possible))
    }

    fn holds(&mut self, goal: &'m Expr) -> Result<Holds, Stop> {
        let dead = self.deadlocks();
        let mut holds = Holds { nodes: Vec::new(), alarms: Vec::new() };
        let mut risky: Vec<Option<bool>> = vec![None; self.graph.states.len()];
        for (number, node) in self.graph.nodes.iter().enumerate() {
            let state = &self.graph.states[node.state];
            let risk = match risky[node.state] {
                Some(risk) => risk,
                None => query_may_be_invalid(self.graph.program, state, |machine| {
                    machine.truth(goal).map(|_| ())
                })?,
            };
            risky[node.state] = Some(risk);
            let mut region = node.region.clone();
            let mut machine = state.machine(self.graph.program);
            machine.dead = dead[number];
            machine.clocks = Clocks::Region(&mut region, &mut self.graph.limits);
            let (truth, alarm) = match machine.truth(goal) {
                Ok(truth) => (truth, risk.then_some(Alarm::Possible)),
                Err(Stop::Fault) => (false, Some(Alarm::Certain)),
                Err(stop) => return Err(stop),
            };
            holds.nodes.push(truth);
            holds.alarms.push(alarm);
        }
        Ok(holds)
    }

    /// The nodes from which no transition is possible, now or after any delay.
    fn deadlocks(&self) -> Nodes {
        let mut alive: Nodes =
            self.graph.nodes.iter().map(|node| !node.actions.is_empty()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (number, node) in self.graph.nodes.iter().enumerate() {
                if !alive[number] && node.delay.is_some_and(|later| alive[later]) {
                    alive[number] = true;
                    changed = true;
                }
            }
        }
        alive.into_iter().map(|alive| !alive).collect()
    }

    /// The nodes from which some run stays for ever, or until it cannot go on.
    fn maximal_runs(&self, stay: &Nodes) -> Nodes {
        let mut runs = stay.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for node in (0..runs.len()).rev() {
                let mut next = self.graph.successors(node).peekable();
                if runs[node] && next.peek().is_some() && !next.any(|next| runs[next]) {
                    runs[node] = false;
                    changed = true;
                }
            }
        }
        runs
    }

    fn reachable_within(&self, stay: &Nodes, mut waiting: Vec<usize>) -> Nodes {
        let mut reached = vec![false; stay.len()];
        while let Some(node) = waiting.pop() {
            if stay[node] && !reached[node] {
                reached[node] = true;
                waiting.extend(self.graph.successors(node));
            }
        }
        reached
    }

    fn extreme(
        &mut self,
        largest: bool,
        within: Option<&'m Expr>,
        term: &'m Expr,
    ) -> Result<(Extreme, Option<Alarm>), Stop> {
        let holds = match within {
            Some(within) => self.holds(within)?,
            None => Holds {
                nodes: vec![true; self.graph.nodes.len()],
                alarms: vec![None; self.graph.nodes.len()],
            },
        };
        let mut alarm = holds.alarms.iter().flatten().max().copied();
        let mut extreme = Extreme::Nothing;
        for number in 0..self.graph.nodes.len() {
            let state = &self.graph.states[self.graph.nodes[number].state];
            let evaluate = |machine: &mut Machine<'_, 'm>| machine.clock_term(term).map(|_| ());
            if query_may_be_invalid(self.graph.program, state, evaluate)? {
                alarm = alarm.max(Some(Alarm::Possible));
            }
            if !holds.nodes[number] || holds.alarms[number] == Some(Alarm::Certain) {
                continue;
            }
            match self.term(largest, number, term) {
                Ok(value) => extreme = further(largest, extreme, value),
                Err(Stop::Fault) => alarm = Some(Alarm::Certain),
                Err(stop) => return Err(stop),
            }
        }
        Ok((extreme, alarm))
    }

    fn term(&mut self, largest: bool, number: usize, term: &'m Expr) -> Result<Extreme, Stop> {
        let node = &self.graph.nodes[number];
        let state = &self.graph.states[node.state];
        let mut region = node.region.clone();
        let mut machine = state.machine(self.graph.program);
        machine.clocks = Clocks::Region(&mut region, &mut self.graph.limits);
        let Some((left, right)) = machine.clock_term(term)? else {
            return Ok(Extreme::At(i64::from(machine.int(term)?), false));
        };
        drop(machine);
        let Some(right) = right else {
            self.graph.limits.compare(left, FAR)?;
            return Ok(match node.region.value(left) {
                Value::At(whole, 0) if whole <= FAR => self.at(whole, false),
                Value::At(whole, _) if whole < FAR => self.at(whole + i32::from(largest), true),
                _ => Extreme::Beyond(i64::from(FAR) * self.scale),
            });
        };
        for bound in -FAR..=FAR {
            let order =
                node.region.compare_difference(left, right, bound, &mut self.graph.limits)?;
            if order.is_eq() {
                return Ok(self.at(bound, false));
            }
            if order.is_lt() {
                let end = if largest { bound } else { bound - 1 };
                return if bound == -FAR { Err(Stop::Endless) } else { Ok(self.at(end, true)) };
            }
        }
        Ok(Extreme::Beyond(i64::from(FAR) * self.scale))
    }

    fn at(&self, whole: i32, open: bool) -> Extreme {
        Extreme::At(i64::from(whole) * self.scale, open)
    }
}

impl Holds {
    /// The nodes where a predicate is true, or false; neither where it cannot be evaluated.
    fn staying(&self, wanted: bool) -> Nodes {
        let nodes = self.nodes.iter().zip(&self.alarms);
        nodes.map(|(holds, alarm)| *holds == wanted && *alarm != Some(Alarm::Certain)).collect()
    }
}

/// The more extreme of two; one that is attained beats one that is approached.
fn further(largest: bool, first: Extreme, second: Extreme) -> Extreme {
    match (first, second) {
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
