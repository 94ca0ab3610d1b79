//! Locations and integers of a concrete state.

use network::eval::{ClockWrite, Evaluator, Fault, FaultKind};
use network::guard::Difference;
use network::{
    ChannelId, Direction, Edge, EdgeId, LocationId, LocationKind, Network, Origin, ProcessId,
};

/// An edge with its select variables bound.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeInstance {
    pub process: ProcessId,
    pub edge: EdgeId,
    /// The values of its select variables.
    pub bindings: Vec<i32>,
}

#[derive(Clone, Debug)]
pub struct Discrete<'n> {
    pub network: &'n Network,
    /// Where each process is.
    pub locations: Vec<LocationId>,
    pub memory: Vec<i32>,
}

impl<'n> Discrete<'n> {
    /// The initial locations and values.
    #[must_use]
    pub fn initial(network: &'n Network) -> Discrete<'n> {
        Discrete {
            network,
            locations: network.processes.iter().map(|process| process.initial).collect(),
            memory: network.initial_memory(),
        }
    }

    /// The edge of an instance.
    #[must_use]
    pub fn edge(&self, instance: &EdgeInstance) -> &'n Edge {
        &self.network.process(instance.process).edges[instance.edge.index()]
    }

    fn bind(&mut self, instance: &EdgeInstance) {
        let edge = self.edge(instance);
        for (select, value) in edge.selects.iter().zip(&instance.bindings) {
            let slot = self.network.variable(select.variable).base;
            self.memory[slot.index()] = *value;
        }
    }

    /// Whether the integer part of the guard holds and, if so, the clock constraints.
    pub fn guard(&mut self, instance: &EdgeInstance) -> Result<Option<Vec<Difference>>, Fault> {
        self.bind(instance);
        let edge = self.edge(instance);
        let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
        evaluator.at(edge.origin).guard(&edge.guard)
    }

    /// The channel an edge synchronises on, and which end of it.
    pub fn sync(
        &mut self,
        instance: &EdgeInstance,
    ) -> Result<Option<(ChannelId, Direction)>, Fault> {
        self.bind(instance);
        let edge = self.edge(instance);
        let Some(sync) = &edge.sync else { return Ok(None) };
        let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
        let channel = evaluator.at(edge.origin).channel(&sync.channel)?;
        Ok(Some((channel, sync.direction)))
    }

    /// The edges of a process at its current location, for each binding, whatever their guards.
    #[must_use]
    pub fn outgoing(&self, process: ProcessId) -> Vec<EdgeInstance> {
        let here = self.locations[process.index()];
        let mut instances = Vec::new();
        for (number, edge) in self.network.process(process).edges.iter().enumerate() {
            if edge.source != here {
                continue;
            }
            let mut bindings: Vec<Vec<i32>> = vec![Vec::new()];
            for select in &edge.selects {
                let extend = |prefix: &Vec<i32>| {
                    let prefix = prefix.clone();
                    select.domain.values().map(move |value| {
                        let mut longer = prefix.clone();
                        longer.push(value);
                        longer
                    })
                };
                bindings = bindings.iter().flat_map(extend).collect();
            }
            let edge = EdgeId::at(number);
            instances.extend(bindings.into_iter().map(|bindings| EdgeInstance {
                process,
                edge,
                bindings,
            }));
        }
        instances
    }

    /// Does the updates of a transition and moves its processes; the clocks it sets, in order.
    pub fn fire(&mut self, transition: &[EdgeInstance]) -> Result<Vec<ClockWrite>, Fault> {
        let mut writes = Vec::new();
        let network = self.network;
        self.run(&network.before_update, &mut writes)?;
        for instance in transition {
            self.bind(instance);
            self.run(&self.edge(instance).update, &mut writes)?;
        }
        self.run(&network.after_update, &mut writes)?;
        for instance in transition {
            self.locations[instance.process.index()] = self.edge(instance).target;
        }
        Ok(writes)
    }

    fn run(
        &mut self,
        statements: &[network::Stmt],
        writes: &mut Vec<ClockWrite>,
    ) -> Result<(), Fault> {
        let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
        evaluator.run(statements)?;
        writes.append(&mut evaluator.clock_writes);
        Ok(())
    }

    /// Whether the integer parts of all invariants hold and, if so, the clock constraints.
    pub fn invariants(&mut self) -> Result<Option<Vec<Difference>>, Fault> {
        let mut constraints = Vec::new();
        for process in 0..self.network.processes.len() {
            match self.invariant(process)? {
                Some(more) => constraints.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(constraints))
    }

    /// The same for the location of one process.
    pub(crate) fn invariant(&mut self, process: usize) -> Result<Option<Vec<Difference>>, Fault> {
        let location = self.locations[process];
        let location = &self.network.processes[process].locations[location.index()];
        let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
        evaluator.at(location.origin).guard(&location.invariant)
    }

    /// For each clock whether it stands still.
    pub fn stopped(&mut self) -> Result<Vec<bool>, Fault> {
        let mut stopped = vec![false; self.network.clock_count()];
        for (process, location) in self.network.processes.iter().zip(&self.locations) {
            let location = &process.locations[location.index()];
            for rate in &location.rates {
                let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
                evaluator.at(location.origin);
                if evaluator.eval(&rate.when)? == 0 {
                    continue;
                }
                let clock = evaluator.clock(&rate.clock)?;
                match evaluator.eval(&rate.rate)? {
                    0 => stopped[clock.index()] = true,
                    1 => {}
                    other => {
                        let kind = FaultKind::BadRate(other);
                        return Err(Fault { kind, origin: location.origin });
                    }
                }
            }
        }
        Ok(stopped)
    }

    /// Is the process at a location of this kind?
    #[must_use]
    pub(crate) fn is_at(&self, process: usize, kind: LocationKind) -> bool {
        let location = self.locations[process].index();
        self.network.processes[process].locations[location].kind == kind
    }

    /// The value of a condition.
    pub fn holds(&mut self, condition: &network::Expr, origin: Origin) -> Result<bool, Fault> {
        let mut evaluator = Evaluator::new(self.network, &self.locations, &mut self.memory);
        Ok(evaluator.at(origin).eval(condition)? != 0)
    }
}
