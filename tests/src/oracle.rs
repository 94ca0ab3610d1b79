//! The region graph of a network, explored state by state.
//!
//! A node is a discrete state with a region: every concrete state belongs to exactly one of them, and
//! states of one node can do the same. Its successors are the region that time leads to next and what
//! each transition leads to. Nothing is clever here: this is the judge.
//!
//! *Delays.* Time passes from a region to the next one unless a location or an urgent synchronisation
//! forbids it, or the next region violates an invariant. (Invariants are convex: if they hold in both
//! regions they hold in between.) An urgent synchronisation forbids a delay if it is enabled at some point
//! before its end. The end itself may be the point where it becomes enabled, but only if there is a first such
//! point: a region in which every clock has a fractional part has no first point.
//!
//! *Faults.* A transition that cannot be evaluated leads nowhere; the node is marked instead. A mark is
//! [`Alarm::Certain`] if no explorer that gets as far as this node can avoid the evaluation, and
//! [`Alarm::Possible`] if it depends on the order in which things are evaluated: a receiver's guard
//! without anybody sending, an edge held back by a committed location elsewhere or by priority, a clock
//! bound behind another constraint that does not hold.

use std::collections::hash_map::Entry;

use network::{ClockWrite, Direction, Network};
use rustc_hash::FxHashMap;

use crate::discrete::{Discrete, Ready, priority};
use crate::region::{Limits, Raised, Region};

/// The number of a node.
pub type NodeId = usize;

/// An invalid evaluation at a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Alarm {
    /// Some explorers evaluate it, others need not.
    Possible,
    Certain,
}

/// A node and where it leads.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of its discrete state.
    pub discrete: usize,
    pub region: Region,
    /// Where time leads, perhaps back here.
    pub delay: Option<NodeId>,
    pub actions: Vec<NodeId>,
    /// The same with the number of each transition: the same edges with the same choices are the same transition.
    pub transitions: Vec<(usize, NodeId)>,
    /// For each of these: does a controller decide about it? Not if any of its edges is uncontrollable.
    pub controllable: Vec<bool>,
    /// Whether evaluating here is invalid.
    pub alarm: Option<Alarm>,
}

/// Why there is no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivesUp {
    /// There are too many nodes, or the constants are too large.
    TooLarge,
    /// The initial state violates an invariant or cannot be evaluated.
    NoStart,
}

/// The region graph; node 0 is where it starts.
pub struct Graph<'n> {
    pub network: &'n Network,
    pub nodes: Vec<Node>,
    pub discretes: Vec<Discrete>,
    /// What matters of clocks.
    pub limits: Limits,
    /// The edges of each transition, by its number: process, edge and choices.
    pub labels: Vec<Vec<EdgeTaken>>,
}

/// An edge of a process, with the values of its select variables.
pub type EdgeTaken = (usize, usize, Vec<i32>);

/// A limit beyond which constants are considered too large.
const LARGEST: i32 = 200;

impl<'n> Graph<'n> {
    /// Explores everything, with at least these limits.
    pub fn explore(
        network: &'n Network,
        limits: Limits,
        most: usize,
    ) -> Result<Graph<'n>, GivesUp> {
        let mut limits = limits;
        loop {
            let mut explorer = Explorer::new(network, limits);
            let result = explorer.run(most);
            limits = explorer.limits;
            match result {
                Ok(()) => {
                    let discretes = explorer.places.into_iter().map(|place| place.state).collect();
                    let (nodes, labels) = (explorer.nodes, by_number(network, explorer.labels));
                    return Ok(Graph { network, nodes, discretes, limits, labels });
                }
                Err(Stop::GivesUp(why)) => return Err(why),
                Err(Stop::Raised) if limits.values.iter().any(|limit| *limit > LARGEST) => {
                    return Err(GivesUp::TooLarge);
                }
                Err(Stop::Raised) => {}
            }
        }
    }

    /// All successors of a node.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let node = &self.nodes[node];
        node.delay.into_iter().chain(node.actions.iter().copied())
    }

    /// The discrete state of a node.
    #[must_use]
    pub fn discrete(&self, node: NodeId) -> &Discrete {
        &self.discretes[self.nodes[node].discrete]
    }
}

/// Transitions by their numbers.
fn by_number(network: &Network, labels: Labels) -> Vec<Vec<EdgeTaken>> {
    let mut all = vec![Vec::new(); labels.len()];
    let mut sorted: Vec<_> = labels.into_iter().collect();
    sorted.sort_unstable_by_key(|(_, number)| *number);
    for (edges, number) in sorted {
        let taken = edges.into_iter().map(|(process, address, bindings)| {
            let edges = &network.processes[process].edges;
            let edge = edges.iter().position(|edge| std::ptr::from_ref(edge).addr() == address);
            (process, edge.unwrap_or(usize::MAX), bindings)
        });
        all[number] = taken.collect();
    }
    all
}

/// A transition: its priority, its number and whether it is controllable, and where it leads.
type Possible = ((i32, i32), (usize, bool), usize, Region);

/// The numbers of transitions: for each edge its process, its address and its choices.
type Labels = FxHashMap<Vec<(usize, usize, Vec<i32>)>, usize>;

enum Stop {
    Raised,
    GivesUp(GivesUp),
}

impl From<Raised> for Stop {
    fn from(_: Raised) -> Stop {
        Stop::Raised
    }
}

/// A discrete state with what need not be evaluated again for each of its regions.
struct Place<'n> {
    state: Discrete,
    ready: Vec<Ready<'n>>,
    invariants: Vec<network::guard::Difference>,
    /// What transitions do, by the numbers of their edges in `ready`.
    fired: FxHashMap<Vec<usize>, Effect>,
}

/// What a transition does, whatever the clocks.
#[derive(Clone)]
enum Effect {
    Invalid,
    /// An integer invariant of the target does not hold.
    Impossible,
    Leads(usize, Vec<ClockWrite>),
}

struct Explorer<'n> {
    network: &'n Network,
    limits: Limits,
    places: Vec<Place<'n>>,
    place_numbers: FxHashMap<Discrete, usize>,
    nodes: Vec<Node>,
    node_numbers: FxHashMap<(usize, Region), NodeId>,
    /// The numbers of transitions: for each edge its process, its address and its choices.
    labels: Labels,
}

impl<'n> Explorer<'n> {
    fn new(network: &'n Network, limits: Limits) -> Explorer<'n> {
        Explorer {
            network,
            limits,
            places: Vec::new(),
            place_numbers: FxHashMap::default(),
            nodes: Vec::new(),
            node_numbers: FxHashMap::default(),
            labels: FxHashMap::default(),
        }
    }

    fn run(&mut self, most: usize) -> Result<(), Stop> {
        let no_start = Stop::GivesUp(GivesUp::NoStart);
        let Ok(Some(place)) = self.place(Discrete::initial(self.network)) else {
            return Err(no_start);
        };
        let region = Region::whole(&self.network.initial_clocks(), &self.limits);
        if !region.satisfies_all(&self.places[place].invariants, &mut self.limits)? {
            return Err(no_start);
        }
        self.node(place, region);
        let mut next = 0;
        while next < self.nodes.len() {
            if self.nodes.len() > most {
                return Err(Stop::GivesUp(GivesUp::TooLarge));
            }
            self.expand(next)?;
            next += 1;
        }
        Ok(())
    }

    /// The number of a discrete state; none if an integer invariant does not hold there.
    fn place(&mut self, state: Discrete) -> Result<Option<usize>, network::Fault> {
        if let Some(number) = self.place_numbers.get(&state) {
            return Ok(Some(*number));
        }
        let Some(invariants) = state.invariants(self.network)? else { return Ok(None) };
        let number = self.places.len();
        self.place_numbers.insert(state.clone(), number);
        let ready = state.ready(self.network);
        self.places.push(Place { state, ready, invariants, fired: FxHashMap::default() });
        Ok(Some(number))
    }

    fn node(&mut self, place: usize, region: Region) -> NodeId {
        match self.node_numbers.entry((place, region)) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let number = self.nodes.len();
                let region = free.key().1.clone();
                free.insert(number);
                let node = Node {
                    discrete: place,
                    region,
                    delay: None,
                    actions: Vec::new(),
                    transitions: Vec::new(),
                    controllable: Vec::new(),
                    alarm: None,
                };
                self.nodes.push(node);
                number
            }
        }
    }

    fn expand(&mut self, node: NodeId) -> Result<(), Stop> {
        let (place, region) = (self.nodes[node].discrete, self.nodes[node].region.clone());
        let enabled = self.enabled(place, &region)?;
        let alarm = self.guard_alarm(place, &region)?;
        self.nodes[node].alarm = self.nodes[node].alarm.max(alarm);
        self.actions(node, place, &region, &enabled)?;
        let urged = self.urged(place, &enabled);
        if let Some(next) = self.delay(place, &region, urged)? {
            let next = self.node(place, next);
            self.nodes[node].delay = Some(next);
        }
        Ok(())
    }

    /// The edges enabled in a region, by number.
    fn enabled(&mut self, place: usize, region: &Region) -> Result<Vec<usize>, Raised> {
        let mut enabled = Vec::new();
        for (number, ready) in self.places[place].ready.iter().enumerate() {
            if ready.fault.is_none()
                && region.satisfies_all(&ready.constraints, &mut self.limits)?
            {
                enabled.push(number);
            }
        }
        Ok(enabled)
    }

    /// Guards and channel indices that cannot be evaluated.
    fn guard_alarm(&mut self, place: usize, region: &Region) -> Result<Option<Alarm>, Raised> {
        let Place { state, ready, .. } = &self.places[place];
        let mut alarm = None;
        for ready in ready.iter().filter(|ready| ready.fault.is_some()) {
            let free = !state.has_committed(self.network)
                || state.is_committed(self.network, ready.process);
            let initiates = ready.direction() != Some(Direction::Receive);
            let reached = region.satisfies_all(&ready.constraints, &mut self.limits)?;
            let certain = free && initiates && reached;
            alarm = alarm.max(Some(if certain { Alarm::Certain } else { Alarm::Possible }));
        }
        Ok(alarm)
    }

    fn urged(&self, place: usize, enabled: &[usize]) -> bool {
        let Place { state, ready, .. } = &self.places[place];
        let enabled: Vec<_> = enabled.iter().map(|number| &ready[*number]).collect();
        state.is_urged(self.network, &enabled)
    }

    /// The region that time leads to next, if time may pass.
    fn delay(
        &mut self,
        place: usize,
        region: &Region,
        urged: bool,
    ) -> Result<Option<Region>, Raised> {
        if urged || !self.places[place].state.lets_time_pass(self.network) {
            return Ok(None);
        }
        let next = region.next(&self.limits);
        let enabled = self.enabled(place, &next)?;
        if !next.is_instant() && self.urged(place, &enabled) {
            return Ok(None);
        }
        let stays = next.satisfies_all(&self.places[place].invariants, &mut self.limits)?;
        Ok(stays.then_some(next))
    }

    /// Of the transitions that lead somewhere, those of the highest priority.
    fn actions(
        &mut self,
        node: NodeId,
        place: usize,
        region: &Region,
        enabled: &[usize],
    ) -> Result<(), Stop> {
        let mut found: Vec<Possible> = Vec::new();
        let mut invalid: Vec<(i32, i32)> = Vec::new();
        for (edges, priority) in self.transitions(place, enabled) {
            let ready = &self.places[place].ready;
            let controllable = edges.iter().all(|number| ready[*number].edge.controllable);
            let label = (self.label(place, &edges), controllable);
            let (target, writes) = match self.effect(place, edges) {
                Effect::Leads(target, writes) => (target, writes),
                Effect::Impossible => continue,
                Effect::Invalid => {
                    invalid.push(priority);
                    continue;
                }
            };
            match region.write(&writes, &mut self.limits)? {
                None => invalid.push(priority),
                Some(region) => {
                    let holds =
                        region.satisfies_all(&self.places[target].invariants, &mut self.limits)?;
                    if holds {
                        found.push((priority, label, target, region));
                    }
                }
            }
        }
        let highest = found.iter().map(|(priority, ..)| *priority).max();
        found.retain(|(priority, ..)| Some(*priority) == highest);
        let controllable = found.iter().map(|(_, label, ..)| label.1).collect();
        let transitions: Vec<(usize, NodeId)> = found
            .into_iter()
            .map(|(_, label, target, region)| (label.0, self.node(target, region)))
            .collect();
        let mut targets: Vec<NodeId> = transitions.iter().map(|(_, target)| *target).collect();
        targets.sort_unstable();
        targets.dedup();
        let certain = invalid.iter().any(|priority| highest.is_none_or(|most| *priority >= most));
        let alarm =
            (!invalid.is_empty()).then_some(if certain { Alarm::Certain } else { Alarm::Possible });
        let node = &mut self.nodes[node];
        node.actions = targets;
        node.transitions = transitions;
        node.controllable = controllable;
        node.alarm = node.alarm.max(alarm);
        Ok(())
    }

    /// The transitions of enabled edges, with their priorities; by number, the initiator first.
    fn transitions(&self, place: usize, enabled: &[usize]) -> Vec<(Vec<usize>, (i32, i32))> {
        let Place { state, ready, .. } = &self.places[place];
        let edges: Vec<&Ready<'_>> = enabled.iter().map(|number| &ready[*number]).collect();
        let number = |edge: &&Ready<'_>| {
            ready.iter().position(|other| std::ptr::eq(other, *edge)).unwrap_or(usize::MAX)
        };
        let transitions = state.combine(self.network, &edges).into_iter();
        transitions
            .map(|edges| (edges.iter().map(number).collect(), priority(self.network, &edges)))
            .collect()
    }

    /// The number of a transition.
    fn label(&mut self, place: usize, edges: &[usize]) -> usize {
        let ready = &self.places[place].ready;
        let key = edges.iter().map(|number| {
            let ready = &ready[*number];
            (ready.process, std::ptr::from_ref(ready.edge).addr(), ready.bindings.clone())
        });
        let next = self.labels.len();
        *self.labels.entry(key.collect()).or_insert(next)
    }

    fn effect(&mut self, place: usize, edges: Vec<usize>) -> Effect {
        if let Some(effect) = self.places[place].fired.get(&edges) {
            return effect.clone();
        }
        let Place { state, ready, .. } = &self.places[place];
        let chosen: Vec<&Ready<'_>> = edges.iter().map(|number| &ready[*number]).collect();
        let fired = state.fire(self.network, &chosen);
        let effect = match fired.map(|fired| (self.place(fired.target), fired.writes)) {
            Ok((Ok(Some(target)), writes)) => Effect::Leads(target, writes),
            Ok((Ok(None), _)) => Effect::Impossible,
            Ok((Err(_), _)) | Err(_) => Effect::Invalid,
        };
        self.places[place].fired.insert(edges, effect.clone());
        effect
    }
}
